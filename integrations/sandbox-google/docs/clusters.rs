//! Where a character as people see it must not be cut: surrogate pairs, accents, flags, joined emoji.

use super::unit::{Sign, Unit};

/// Whether an index lies between the two halves of one code point.
pub(super) fn splits_pair(units: &[Unit], index: usize) -> bool {
    let code = |at: Option<usize>| match at.and_then(|at| units.get(at)).map(|unit| &unit.sign) {
        Some(Sign::Text(code)) => Some(*code),
        _ => None,
    };
    let high = code(index.checked_sub(1)).is_some_and(|code| (0xd800..0xdc00).contains(&code));
    high && code(Some(index)).is_some_and(|code| (0xdc00..0xe000).contains(&code))
}

/// Whether an index lies inside one character as people see it.
pub(super) fn splits_cluster(units: &[Unit], index: usize) -> bool {
    if splits_pair(units, index) {
        return true;
    }
    let before = text_before(units, index);
    let (Some(last), Some(next)) = (before.last().copied(), char_at(units, index)) else { return false };
    let flags = before.iter().rev().take_while(|one| is_regional(**one)).count();
    extends(next) || (last == '\u{200d}' && !next.is_ascii()) || (is_regional(next) && flags % 2 == 1)
}

/// The characters just before an index, of the same paragraph.
fn text_before(units: &[Unit], index: usize) -> Vec<char> {
    let start = index.saturating_sub(32);
    let mut codes: Vec<u16> = Vec::new();
    for unit in units.get(start..index).unwrap_or_default() {
        match unit.sign {
            Sign::Text(code) => codes.push(code),
            _ => codes.clear(),
        }
    }
    char::decode_utf16(codes).filter_map(Result::ok).collect()
}

fn char_at(units: &[Unit], index: usize) -> Option<char> {
    let codes = units.get(index..)?.iter().take(2).map_while(|unit| match unit.sign {
        Sign::Text(code) => Some(code),
        _ => None,
    });
    char::decode_utf16(codes).next()?.ok()
}

fn is_regional(one: char) -> bool {
    ('\u{1f1e6}'..='\u{1f1ff}').contains(&one)
}

/// Marks that belong to the character before them.
fn extends(one: char) -> bool {
    matches!(
        u32::from(one),
        0x0300..=0x036f
            | 0x0483..=0x0489
            | 0x0591..=0x05bd
            | 0x064b..=0x065f
            | 0x0900..=0x0903
            | 0x093a..=0x093c
            | 0x093e..=0x094f
            | 0x0e31
            | 0x0e34..=0x0e3a
            | 0x0e47..=0x0e4e
            | 0x1ab0..=0x1aff
            | 0x1dc0..=0x1dff
            | 0x200d
            | 0x20d0..=0x20ff
            | 0x3099..=0x309a
            | 0xfe00..=0xfe0f
            | 0xfe20..=0xfe2f
            | 0x1f3fb..=0x1f3ff
            | 0xe0020..=0xe007f
            | 0xe0100..=0xe01ef
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docs::{pen::units_of, style::Style, unit::Paragraph};

    fn splits(text: &str) -> Vec<usize> {
        let units = units_of(text, &Style::new(), &Paragraph::default());
        (0..=units.len()).filter(|&index| splits_cluster(&units, index)).collect()
    }

    #[test]
    fn a_character_as_people_see_it_is_one_piece() {
        assert_eq!(splits("abc"), [] as [usize; 0]);
        assert_eq!(splits("a😀b"), [2]);
        assert_eq!(splits("e\u{301}x"), [1]);
        assert_eq!(splits("👩\u{200d}🚀"), [1, 2, 3, 4]);
        assert_eq!(splits("🇩🇪🇫🇷"), [1, 2, 3, 5, 6, 7]);
        assert_eq!(splits("\n\u{301}"), [] as [usize; 0]);
    }
}
