//! A1 notation, in which people and Google name cells. Knows letters and digits, not which sheets there are.

use kernel::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::Segment;

/// As many rows as a spreadsheet may have cells.
const MOST_ROWS: u32 = 10_000_000;

/// Lines from the first to before the end, counted from 0. Without an end they go on to the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: Option<u32>,
}

/// Cells by their rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) rows: Span,
    pub(crate) columns: Span,
}

/// Cells that end somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Block {
    pub(crate) top: u32,
    pub(crate) left: u32,
    pub(crate) bottom: u32,
    pub(crate) right: u32,
}

/// What somebody wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notation {
    /// The title of a sheet, if one is named.
    pub(crate) sheet: Option<String>,
    pub(crate) cells: Cells,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cells {
    Area(Area),
    /// No cells: the title of a sheet, or a range that has a name of its own.
    Named(String),
}

/// A block of a sheet, written down for Google. Made from parts only, so it is one range and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Written(String);

impl Written {
    pub(crate) fn block(title: &str, block: Block) -> Self {
        Self(format!("{}!{}", quoted(title), block.shown()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Segment for Written {
    fn segment(&self) -> &str {
        &self.0
    }
}

impl Span {
    const ALL: Self = Self { start: 0, end: None };

    fn between(one: u32, other: u32) -> Self {
        Self { start: one.min(other), end: Some(one.max(other) + 1) }
    }
}

impl Area {
    pub(crate) const ALL: Self = Self { rows: Span::ALL, columns: Span::ALL };

    pub(crate) fn is_one_cell(self) -> bool {
        let one = |span: Span| span.end == Some(span.start + 1);
        one(self.rows) && one(self.columns)
    }
}

impl Block {
    pub(crate) fn height(self) -> u32 {
        self.bottom.saturating_sub(self.top)
    }

    pub(crate) fn width(self) -> u32 {
        self.right.saturating_sub(self.left)
    }

    pub(crate) fn cells(self) -> u64 {
        u64::from(self.height()) * u64::from(self.width())
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        self.top < other.bottom
            && other.top < self.bottom
            && self.left < other.right
            && other.left < self.right
    }

    pub(crate) fn holds(self, row: u32, column: u32) -> bool {
        (self.top..self.bottom).contains(&row) && (self.left..self.right).contains(&column)
    }

    /// `A1:B2`, or `A1` for a single cell.
    pub(crate) fn shown(self) -> String {
        let first = cell(self.top, self.left);
        let last = cell(self.bottom.max(1) - 1, self.right.max(1) - 1);
        if first == last { first } else { format!("{first}:{last}") }
    }
}

impl Notation {
    /// `A1:C9`, `B2`, `A:C`, `3:7`, `A2:C`, each with or without a sheet before it, as in `'Q1 costs'!A1`.
    pub(crate) fn parse(given: &str) -> Result<Self, Failure> {
        let given = given.trim();
        let (sheet, rest) = match given.strip_prefix('\'') {
            Some(quoted) => {
                let (title, rest) = unquoted(quoted)?;
                (Some(title), rest)
            }
            None => match given.rsplit_once('!') {
                Some((title, rest)) => (Some(title.trim().to_owned()), Some(rest)),
                None => (None, Some(given)),
            },
        };
        if sheet.as_deref() == Some("") {
            return Err(Failure::invalid("The title of the sheet is missing."));
        }
        let cells = match rest.map(str::trim) {
            None => Cells::Area(Area::ALL),
            Some("") => return Err(Failure::invalid("The range is empty.")),
            Some(cells) => match area(cells)? {
                Some(area) => Cells::Area(area),
                None => Cells::Named(cells.to_owned()),
            },
        };
        Ok(Self { sheet, cells })
    }
}

/// `A`, `Z`, `AA`.
pub(crate) fn letters(column: u32) -> String {
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        let digit = (left - 1) % 26;
        letters.push(char::from(b'A' + u8::try_from(digit).unwrap_or_default()));
        left = (left - 1) / 26;
    }
    letters.into_iter().rev().collect()
}

/// `B7`.
pub(crate) fn cell(row: u32, column: u32) -> String {
    format!("{}{}", letters(column), row + 1)
}

/// A title as it stands before the `!`.
pub(crate) fn quoted(title: &str) -> String {
    format!("'{}'", title.replace('\'', "''"))
}

/// Columns such as `A:C` or `B`, counted from 0.
pub(crate) fn columns(given: &str) -> Result<(u32, u32), Failure> {
    lines(given, |point| point.column.filter(|_| point.row.is_none()))
        .ok_or_else(|| Failure::invalid("Name columns by their letters, as in `B` or `A:C`."))
}

/// Rows such as `3:7` or `3`, counted from 0.
pub(crate) fn rows(given: &str) -> Result<(u32, u32), Failure> {
    lines(given, |point| point.row.filter(|_| point.column.is_none()))
        .ok_or_else(|| Failure::invalid("Name rows by their numbers, as in `3` or `3:7`."))
}

fn lines(given: &str, line: impl Fn(Point) -> Option<u32>) -> Option<(u32, u32)> {
    let (first, last) = given.split_once(':').unwrap_or((given, given));
    let (first, last) = (line(Point::parse(first.trim())?)?, line(Point::parse(last.trim())?)?);
    Some((first.min(last), first.max(last) + 1))
}

/// The title up to the closing quote, and what follows the `!` after it, if there is one.
fn unquoted(quoted: &str) -> Result<(String, Option<&str>), Failure> {
    let mut title = String::new();
    let mut rest = quoted;
    while let Some((before, after)) = rest.split_once('\'') {
        title.push_str(before);
        match after.strip_prefix('\'') {
            Some(more) => {
                title.push('\'');
                rest = more;
            }
            None if after.trim().is_empty() => return Ok((title, None)),
            None => match after.trim_start().strip_prefix('!') {
                Some(cells) => return Ok((title, Some(cells))),
                None => return Err(Failure::invalid("After the quoted title of a sheet comes a `!`.")),
            },
        }
    }
    Err(Failure::invalid(
        "The title of the sheet lacks its closing quote. A quote within it is written twice.",
    ))
}

/// A corner: a cell, a column or a row.
#[derive(Clone, Copy)]
struct Point {
    row: Option<u32>,
    column: Option<u32>,
}

impl Point {
    fn parse(given: &str) -> Option<Self> {
        let given = given.strip_prefix('$').unwrap_or(given);
        let end = given.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(given.len());
        let (letters, digits) = given.split_at(end);
        let digits = digits.strip_prefix('$').unwrap_or(digits);
        let column = if letters.is_empty() { None } else { Some(number_of(letters)?) };
        let row = match digits {
            "" => None,
            digits if digits.bytes().all(|digit| digit.is_ascii_digit()) => {
                let row = digits.parse::<u32>().ok().filter(|row| (1..=MOST_ROWS).contains(row))?;
                Some(row - 1)
            }
            _ => return None,
        };
        (column.is_some() || row.is_some()).then_some(Self { row, column })
    }
}

fn number_of(letters: &str) -> Option<u32> {
    if letters.len() > 3 {
        return None;
    }
    let number = letters.bytes().fold(0, |number, letter| {
        number * 26 + u32::from(letter.to_ascii_uppercase().saturating_sub(b'A')) + 1
    });
    Some(number - 1)
}

/// Nothing where it can only be a name.
fn area(given: &str) -> Result<Option<Area>, Failure> {
    if is_r1c1(given) {
        return Err(Failure::invalid(
            "That is R1C1 notation. Name cells by letter and number instead: R1C2 is B1, R2C1:R5C3 is A2:C5.",
        ));
    }
    let Some((first, last)) = given.split_once(':') else {
        let found = Point::parse(given).and_then(|point| Some((point.row?, point.column?)));
        return Ok(found.map(|(row, column)| Area {
            rows: Span::between(row, row),
            columns: Span::between(column, column),
        }));
    };
    let unclear = || Failure::invalid("That is no range. Write it as in `A1:C9`, `A:C`, `3:7` or `A2:C`.");
    let first = Point::parse(first.trim()).ok_or_else(unclear)?;
    let last = Point::parse(last.trim()).ok_or_else(unclear)?;
    // `A2:C` begins at a cell and goes on to the edge of the sheet.
    let span = |first: Option<u32>, last: Option<u32>| match (first, last) {
        (Some(first), Some(last)) => Some(Span::between(first, last)),
        (Some(start), None) => Some(Span { start, end: None }),
        (None, None) => Some(Span::ALL),
        (None, Some(_)) => None,
    };
    let (rows, columns) = (span(first.row, last.row), span(first.column, last.column));
    let (rows, columns) = rows.zip(columns).ok_or_else(unclear)?;
    if rows.end.is_none() && columns.end.is_none() {
        return Err(unclear());
    }
    Ok(Some(Area { rows, columns }))
}

fn is_r1c1(given: &str) -> bool {
    let corner = |corner: &str| {
        let corner = corner.trim().to_ascii_uppercase();
        let Some((row, column)) = corner.strip_prefix('R').and_then(|rest| rest.split_once('C')) else {
            return false;
        };
        let number = |text: &str| {
            let bare = text.trim_start_matches('[').trim_end_matches(']').trim_start_matches('-');
            bare.bytes().all(|digit| digit.is_ascii_digit())
        };
        !(row.is_empty() && column.is_empty()) && number(row) && number(column)
    };
    given.split(':').all(corner)
}

#[cfg(test)]
mod tests;
