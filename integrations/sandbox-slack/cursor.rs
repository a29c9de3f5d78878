//! Pages and the cursors between them.

use base64::{Engine, engine::general_purpose::STANDARD};

use super::answer::Refusal;

/// One page of something longer, and where the next one starts.
pub(crate) struct Page<T> {
    pub(crate) items: Vec<T>,
    pub(crate) next: String,
}

impl<T> Page<T> {
    /// Cuts a page out of `items`; `key` names the item the next page starts with.
    pub(crate) fn cut(
        items: Vec<T>,
        cursor: Option<&str>,
        limit: usize,
        key: impl Fn(&T) -> String,
    ) -> Result<Self, Refusal> {
        let mut items = items;
        if let Some(cursor) = cursor.filter(|cursor| !cursor.is_empty()) {
            let from = decoded(cursor).ok_or_else(|| Refusal::new("invalid_cursor"))?;
            let at = items
                .iter()
                .position(|item| key(item) == from)
                .ok_or_else(|| Refusal::new("invalid_cursor"))?;
            items.drain(..at);
        }
        let next = items.get(limit).map(|item| encoded(&key(item))).unwrap_or_default();
        items.truncate(limit);
        Ok(Self { items, next })
    }
}

fn encoded(key: &str) -> String {
    STANDARD.encode(format!("next:{key}"))
}

fn decoded(cursor: &str) -> Option<String> {
    let bytes = STANDARD.decode(cursor).ok()?;
    String::from_utf8(bytes).ok()?.strip_prefix("next:").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_each_other_without_gap_or_overlap() {
        let page = |cursor: Option<&str>| {
            Page::cut(vec!["a", "b", "c"], cursor, 2, |item| (*item).to_owned()).unwrap()
        };
        let first = page(None);
        assert_eq!(first.items, ["a", "b"]);
        let second = page(Some(&first.next));
        assert_eq!(second.items, ["c"]);
        assert!(second.next.is_empty());
    }

    #[test]
    fn a_cursor_of_ones_own_making_is_refused() {
        let refused = Page::cut(vec!["a"], Some("b64?"), 2, |item| (*item).to_owned());
        assert_eq!(refused.err().map(|refusal| refusal.code), Some("invalid_cursor".to_owned()));
    }
}
