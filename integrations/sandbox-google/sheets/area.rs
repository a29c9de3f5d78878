//! Rectangles of a grid, and what becomes of them when rows and columns come and go.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Rows,
    Columns,
}

/// Lines of a grid, counted from 0. Without an end they go on for as long as the grid does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Span {
    pub(crate) start: u32,
    /// The first line that is no longer part of it.
    pub(crate) end: Option<u32>,
}

/// A rectangle that may be open to the right and below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Area {
    pub(crate) rows: Span,
    pub(crate) columns: Span,
}

/// A rectangle within a grid; `bottom` and `right` are the first lines outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub top: u32,
    pub left: u32,
    pub bottom: u32,
    pub right: u32,
}

/// Lines that are put in, or taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Insert { axis: Axis, at: u32, count: u32 },
    Remove { axis: Axis, at: u32, count: u32 },
}

impl Change {
    pub(crate) fn axis(self) -> Axis {
        match self {
            Self::Insert { axis, .. } | Self::Remove { axis, .. } => axis,
        }
    }

    /// Where a line is afterwards; nothing for one that is taken out.
    pub(crate) fn line(self, line: u32) -> Option<u32> {
        match self {
            Self::Insert { at, count, .. } => {
                Some(if line >= at { line.saturating_add(count) } else { line })
            }
            Self::Remove { at, count, .. } if line >= at => {
                let end = at.saturating_add(count);
                (line >= end).then(|| line - count)
            }
            Self::Remove { .. } => Some(line),
        }
    }
}

impl Span {
    pub(crate) const ALL: Self = Self { start: 0, end: None };

    pub(crate) fn new(start: u32, end: u32) -> Self {
        Self { start, end: Some(end) }
    }

    /// What is left of it; nothing when all its lines are taken out.
    pub(crate) fn moved(self, change: Change) -> Option<Self> {
        match change {
            Change::Insert { at, count, .. } => {
                let start = if self.start >= at { self.start.saturating_add(count) } else { self.start };
                let end = self.end.map(|end| if end > at { end.saturating_add(count) } else { end });
                Some(Self { start, end })
            }
            Change::Remove { at, count, .. } => {
                let place = |line: u32| if line <= at { line } else { line.saturating_sub(count).max(at) };
                let (start, end) = (place(self.start), self.end.map(place));
                end.is_none_or(|end| end > start).then_some(Self { start, end })
            }
        }
    }

    fn overlaps(self, other: Self) -> bool {
        other.end.is_none_or(|end| self.start < end) && self.end.is_none_or(|end| other.start < end)
    }
}

impl Area {
    pub(crate) const ALL: Self = Self { rows: Span::ALL, columns: Span::ALL };

    pub(crate) fn moved(self, change: Change) -> Option<Self> {
        match change.axis() {
            Axis::Rows => Some(Self { rows: self.rows.moved(change)?, ..self }),
            Axis::Columns => Some(Self { columns: self.columns.moved(change)?, ..self }),
        }
    }

    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.rows.overlaps(other.rows) && self.columns.overlaps(other.columns)
    }

    /// What of it lies in a grid of this many rows and columns.
    pub(crate) fn within(self, rows: u32, columns: u32) -> Block {
        let (top, left) = (self.rows.start.min(rows), self.columns.start.min(columns));
        Block {
            top,
            left,
            bottom: self.rows.end.unwrap_or(rows).clamp(top, rows),
            right: self.columns.end.unwrap_or(columns).clamp(left, columns),
        }
    }

    /// Whether it names one cell.
    pub(crate) fn is_cell(self) -> bool {
        self.rows.end == Some(self.rows.start + 1) && self.columns.end == Some(self.columns.start + 1)
    }
}

impl From<Block> for Area {
    fn from(block: Block) -> Self {
        Self { rows: Span::new(block.top, block.bottom), columns: Span::new(block.left, block.right) }
    }
}

impl Block {
    pub fn height(self) -> u32 {
        self.bottom.saturating_sub(self.top)
    }

    pub fn width(self) -> u32 {
        self.right.saturating_sub(self.left)
    }

    pub fn contains(self, (row, column): (u32, u32)) -> bool {
        (self.top..self.bottom).contains(&row) && (self.left..self.right).contains(&column)
    }

    /// Every cell of it, row by row.
    pub(crate) fn places(self) -> impl Iterator<Item = (u32, u32)> {
        (self.top..self.bottom).flat_map(move |row| (self.left..self.right).map(move |column| (row, column)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_span_grows_when_lines_are_put_into_it_and_not_when_they_are_put_behind_it() {
        let insert = |at| Change::Insert { axis: Axis::Rows, at, count: 2 };
        assert_eq!(Span::new(1, 4).moved(insert(2)), Some(Span::new(1, 6)));
        assert_eq!(Span::new(1, 4).moved(insert(4)), Some(Span::new(1, 4)));
        assert_eq!(Span::new(1, 4).moved(insert(1)), Some(Span::new(3, 6)));
    }

    proptest! {
        #[test]
        fn taking_out_what_was_put_in_changes_nothing(start in 0u32..50, length in 1u32..50, at in 0u32..99, count in 1u32..9) {
            let span = Span::new(start, start + length);
            let there = span.moved(Change::Insert { axis: Axis::Rows, at, count }).unwrap();
            prop_assert_eq!(there.moved(Change::Remove { axis: Axis::Rows, at, count }), Some(span));
        }

        #[test]
        fn a_span_keeps_exactly_the_lines_that_are_left(start in 0u32..20, length in 1u32..20, at in 0u32..40, count in 1u32..9) {
            let change = Change::Remove { axis: Axis::Rows, at, count };
            let left: Vec<u32> = (start..start + length).filter_map(|line| change.line(line)).collect();
            let moved = Span::new(start, start + length).moved(change);
            let lines: Vec<u32> = moved.map(|span| (span.start..span.end.unwrap()).collect()).unwrap_or_default();
            prop_assert_eq!(lines, left);
        }
    }
}
