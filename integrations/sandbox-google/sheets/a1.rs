//! A1 notation: how people and the API name a rectangle of a sheet.

use std::fmt::{self, Display};

use super::area::{Area, Block, Span};
use super::formula::Reference;
use crate::sheets::letters::letters;

/// A range as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) sheet: Option<String>,
    pub(super) area: Area,
}

/// Reads `A1`, `Sheet!A1:B2`, `'It''s'!A:C`, `3:7`, `A5:A` or `R1C1:R2C2`; nothing for anything else.
pub(super) fn read(text: &str) -> Option<Written> {
    if let Some((reference, length)) = Reference::read(text)
        && length == text.len()
    {
        return Some(Written { area: reference.area(), sheet: reference.sheet });
    }
    let (sheet, rest) = match text.rsplit_once('!') {
        Some((title, rest)) => (Some(unquoted(title)), rest),
        None => (None, text),
    };
    by_numbers(rest).map(|area| Written { sheet, area })
}

/// `B7`.
pub(crate) fn cell((row, column): (u32, u32)) -> String {
    format!("{}{}", letters(column), row + 1)
}

/// `Sheet1!A1:B2`, as answers name a rectangle.
pub(super) fn shown(title: &str, block: Block) -> String {
    format!("{}!{}", quoted(title), rectangle(block))
}

/// `A1:B2`, or `A1` for one cell.
pub(super) fn rectangle(block: Block) -> String {
    let from = cell((block.top, block.left));
    let to = cell((block.bottom.max(block.top + 1) - 1, block.right.max(block.left + 1) - 1));
    if from == to { from } else { format!("{from}:{to}") }
}

/// A title as it stands before the `!`.
pub(super) fn quoted(title: &str) -> String {
    let plain = title.chars().all(|sign| sign.is_alphanumeric() || sign == '_')
        && !title.starts_with(|sign: char| sign.is_ascii_digit())
        && read(title).is_none();
    if plain && !title.is_empty() { title.to_owned() } else { format!("'{}'", title.replace('\'', "''")) }
}

fn unquoted(title: &str) -> String {
    let inner = title.strip_prefix('\'').and_then(|title| title.strip_suffix('\''));
    inner.map_or_else(|| title.to_owned(), |inner| inner.replace("''", "'"))
}

/// `R1C1` and `R1C1:R2C2`.
fn by_numbers(text: &str) -> Option<Area> {
    let corner = |text: &str| {
        let (row, column) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        let line = |text: &str| text.parse::<u32>().ok()?.checked_sub(1);
        Some((line(row)?, line(column)?))
    };
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let ((top, left), (bottom, right)) = (corner(from)?, corner(to)?);
    let span = |one: u32, other: u32| Span::new(one.min(other), one.max(other) + 1);
    Some(Area { rows: span(top, bottom), columns: span(left, right) })
}

impl Display for Reference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(sheet) = &self.sheet {
            write!(out, "{}!", quoted(sheet))?;
        }
        write!(out, "{}", self.from)?;
        self.to.map_or(Ok(()), |to| write!(out, ":{to}"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn area(text: &str) -> Option<(u32, Option<u32>, u32, Option<u32>)> {
        let Area { rows, columns } = read(text)?.area;
        Some((rows.start, rows.end, columns.start, columns.end))
    }

    #[test]
    fn every_way_to_name_a_rectangle_is_understood() {
        assert_eq!(area("B7"), Some((6, Some(7), 1, Some(2))));
        assert_eq!(area("$A$1:b2"), Some((0, Some(2), 0, Some(2))));
        assert_eq!(area("B2:A1"), Some((0, Some(2), 0, Some(2))));
        assert_eq!(area("A:C"), Some((0, None, 0, Some(3))));
        assert_eq!(area("3:7"), Some((2, Some(7), 0, None)));
        assert_eq!(area("A5:A"), Some((4, None, 0, Some(1))));
        assert_eq!(area("R2C3:R4C5"), Some((1, Some(4), 2, Some(5))));
        for text in ["", "Foo", "A0", "A1:", "A1:B2:C3", "ABCD1", "A1 ", "1", "A"] {
            assert_eq!(area(text), None, "{text}");
        }
    }

    #[test]
    fn titles_are_quoted_where_they_must_be() {
        assert_eq!(quoted("Sheet1"), "Sheet1");
        assert_eq!(quoted("Q1/Q2 #1"), "'Q1/Q2 #1'");
        assert_eq!(quoted("Ana's"), "'Ana''s'");
        assert_eq!(quoted("AB12"), "'AB12'");
        assert_eq!(quoted("2026"), "'2026'");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(title in "[A-Za-z0-9' !#/:_]{1,12}", top in 0u32..9999, left in 0u32..18278,
            height in 1u32..50, width in 1u32..9) {
            let block = Block { top, left, bottom: top + height, right: (left + width).min(18278) };
            let written = read(&shown(&title, block)).unwrap();
            prop_assert_eq!(written, Written { sheet: Some(title), area: block.into() });
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in "[A-Za-z0-9$:!' ]{0,16}") {
            let _ = read(&text);
        }
    }
}
