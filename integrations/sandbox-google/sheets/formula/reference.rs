//! References in formulas and ranges: `A1`, `$B$2:C9`, `'My sheet'!A:C`, `3:7`.

use std::fmt::{self, Display};

use crate::sheets::area::{Area, Axis, Change, Span};
use crate::sheets::letters;

/// One row or column of a reference, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) index: u32,
    /// Written with a `$`: it stays when the formula is copied elsewhere.
    pub(crate) fixed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Corner {
    pub(crate) column: Option<Line>,
    pub(crate) row: Option<Line>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) sheet: Option<String>,
    pub(crate) from: Corner,
    pub(crate) to: Option<Corner>,
}

impl Reference {
    /// Reads a reference at the beginning of a text, and says how long it is.
    pub(crate) fn read(text: &str) -> Option<(Self, usize)> {
        let (sheet, start) = title(text);
        let rest = text.get(start..)?;
        let (from, mut length) = corner(rest)?;
        let to = rest.get(length..).and_then(|rest| rest.strip_prefix(':')).and_then(corner);
        if let Some((_, more)) = to {
            length += 1 + more;
        } else if from.row.is_none() || from.column.is_none() {
            // A bare `A` or `3` names no cell.
            return None;
        }
        let reference = Self { sheet, from, to: to.map(|(to, _)| to) };
        // `A:3` is neither columns nor rows.
        let open = reference.to.is_some_and(|to| {
            (from.column.is_none() && to.row.is_none()) || (from.row.is_none() && to.column.is_none())
        });
        let ends =
            !rest.get(length..)?.starts_with(|next: char| next.is_alphanumeric() || "_(!:$.".contains(next));
        (ends && !open).then_some((reference, start + length))
    }

    pub(crate) fn area(&self) -> Area {
        let to = self.to.unwrap_or(self.from);
        Area { rows: span(self.from.row, to.row), columns: span(self.from.column, to.column) }
    }

    /// Whether it names one cell.
    pub(crate) fn is_cell(&self) -> bool {
        self.to.is_none()
    }

    /// Where it points after rows or columns of its sheet came or went; nothing when all of it is gone.
    pub(super) fn changed(&self, change: Change) -> Option<Self> {
        let mut after = self.clone();
        let line = |corner: &mut Corner| match change.axis() {
            Axis::Rows => corner.row,
            Axis::Columns => corner.column,
        };
        let set = |corner: &mut Corner, index: u32| {
            let line = match change.axis() {
                Axis::Rows => corner.row.as_mut(),
                Axis::Columns => corner.column.as_mut(),
            };
            if let Some(line) = line {
                line.index = index;
            }
        };
        let from = line(&mut after.from);
        let to = after.to.as_mut().map_or(from, line);
        let moved = match (from, to) {
            (None, None) => return Some(after),
            _ => span(from, to).moved(change)?,
        };
        let last = moved.end.map_or(moved.start, |end| end.saturating_sub(1));
        let upward = matches!((from, to), (Some(from), Some(to)) if from.index > to.index);
        let (first, second) = if upward { (last, moved.start) } else { (moved.start, last) };
        set(&mut after.from, first);
        if let Some(corner) = after.to.as_mut() {
            set(corner, second);
        }
        Some(after)
    }

    /// Where it points when its formula is copied so far down and right; nothing when that is outside of every grid.
    pub(super) fn offset(&self, down: i64, right: i64) -> Option<Self> {
        self.shifted(down, right, |line| !line.fixed)
    }

    /// The same for the cells it points to, which have moved: a `$` does not hold them.
    pub(super) fn moved(&self, down: i64, right: i64) -> Option<Self> {
        self.shifted(down, right, |_| true)
    }

    fn shifted(&self, down: i64, right: i64, moves: fn(Line) -> bool) -> Option<Self> {
        let line = |line: Option<Line>, by: i64| match line {
            Some(line) if moves(line) => {
                let index = u32::try_from(i64::from(line.index) + by).ok()?;
                Some(Some(Line { index, ..line }))
            }
            other => Some(other),
        };
        let corner = |corner: Corner| {
            Some(Corner { column: line(corner.column, right)?, row: line(corner.row, down)? })
        };
        let to = match self.to {
            Some(to) => Some(corner(to)?),
            None => None,
        };
        Some(Self { sheet: self.sheet.clone(), from: corner(self.from)?, to })
    }
}

impl Display for Corner {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dollar = |line: Line| if line.fixed { "$" } else { "" };
        if let Some(column) = self.column {
            write!(out, "{}{}", dollar(column), letters::letters(column.index))?;
        }
        self.row.map_or(Ok(()), |row| write!(out, "{}{}", dollar(row), row.index + 1))
    }
}

fn span(one: Option<Line>, other: Option<Line>) -> Span {
    match (one, other) {
        (Some(one), Some(other)) => {
            Span::new(one.index.min(other.index), one.index.max(other.index).saturating_add(1))
        }
        (Some(line), None) | (None, Some(line)) => Span { start: line.index, end: None },
        (None, None) => Span::ALL,
    }
}

/// The sheet's title before a `!`, and where the reference itself begins.
fn title(text: &str) -> (Option<String>, usize) {
    if let Some(rest) = text.strip_prefix('\'') {
        let mut from = 0;
        while let Some(at) = rest.get(from..).and_then(|rest| rest.find('\'')).map(|at| from + at) {
            match rest.get(at + 1..) {
                Some(after) if after.starts_with('\'') => from = at + 2,
                Some(after) if after.starts_with('!') => {
                    let title = rest.get(..at).unwrap_or_default().replace("''", "'");
                    return (Some(title), at + 3);
                }
                _ => break,
            }
        }
        return (None, 0);
    }
    let end = text.find(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '.'));
    match end.and_then(|end| text.get(end..).map(|rest| (end, rest))) {
        Some((end, rest)) if end > 0 && rest.starts_with('!') => {
            (text.get(..end).map(str::to_owned), end + 1)
        }
        _ => (None, 0),
    }
}

/// `B7`, `$B$7`, `B` or `7`.
fn corner(text: &str) -> Option<(Corner, usize)> {
    let part = |from: usize, fits: fn(&char) -> bool| {
        let rest = text.get(from..).unwrap_or_default();
        let dollar = usize::from(rest.starts_with('$'));
        let length = rest.chars().skip(dollar).take_while(fits).count();
        let word = rest.get(dollar..dollar + length).unwrap_or_default();
        if length == 0 { ("", false, from) } else { (word, dollar == 1, from + dollar + length) }
    };
    let (word, fixed, end) = part(0, char::is_ascii_alphabetic);
    let column = if word.is_empty() { None } else { Some(Line { index: letters::column(word)?, fixed }) };
    let (digits, fixed, end) = part(end, char::is_ascii_digit);
    let row = match digits {
        "" => None,
        _ => Some(Line { index: digits.parse::<u32>().ok()?.checked_sub(1)?, fixed }),
    };
    (end > 0).then_some((Corner { column, row }, end))
}
