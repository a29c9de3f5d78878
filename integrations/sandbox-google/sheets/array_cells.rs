//! The cells of an array literal beside and below its formula, and what stands in each.

use super::grid::Place;

/// How far down and to the right every value of an array is but the first, and its place.
pub(super) fn beside(home: Place, height: usize, width: usize) -> impl Iterator<Item = ((u32, u32), Place)> {
    let size = |lines: usize| u32::try_from(lines).unwrap_or(u32::MAX);
    let (height, width) = (size(height), size(width));
    let steps = (0..height).flat_map(move |down| (0..width).map(move |right| (down, right)));
    steps.skip(1).map(move |(down, right)| {
        let (row, column) = (home.row.saturating_add(down), home.column.saturating_add(right));
        ((down, right), Place { row, column, ..home })
    })
}

/// The formula of one value of an array.
pub(super) fn element(formula: &str, down: u32, right: u32) -> String {
    let array = formula.trim_start_matches('=');
    format!("=INDEX({array},{},{})", down + 1, right + 1)
}
