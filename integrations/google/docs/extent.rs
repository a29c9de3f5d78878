//! How much of a list is shown, and how to go on.

use serde::Serialize;

/// More rows are not shown at once.
pub(crate) const MOST: usize = 50;

/// Stands beside the rows.
#[derive(Debug, Serialize)]
pub(crate) struct Extent {
    shown: usize,
    total: usize,
    continue_with: Option<Continue>,
}

#[derive(Debug, Serialize)]
struct Continue {
    from: usize,
}

/// The rows from this one on.
pub(crate) fn shown<T>(all: Vec<T>, from: usize) -> (Vec<T>, Extent) {
    let total = all.len();
    let rows: Vec<T> = all.into_iter().skip(from).take(MOST).collect();
    let next = from.saturating_add(rows.len());
    let continue_with = (next < total).then_some(Continue { from: next });
    let extent = Extent { shown: rows.len(), total, continue_with };
    (rows, extent)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_long_list_says_how_to_go_on() {
        let (rows, extent) = shown((0..60).collect(), 0);
        assert_eq!(rows.len(), 50);
        assert_eq!(json!(extent), json!({ "shown": 50, "total": 60, "continue_with": { "from": 50 } }));
        let (rows, extent) = shown((0..60).collect(), 50);
        assert_eq!((rows.first(), json!(extent)["continue_with"].is_null()), (Some(&50), true));
        assert_eq!(json!(shown(vec![1], usize::MAX).1)["shown"], 0);
    }
}
