//! Formulas that follow their cells. Everything but the references stays as it was written, blanks included.

use super::lexer::{Token, words};
use super::reference::Reference;
use crate::sheets::area::{Block, Change};

/// Rows or columns of `sheet` came or went; `home` is the title of the sheet the formula stands in.
pub(crate) fn changed(formula: &str, home: &str, sheet: &str, change: Change) -> String {
    rewritten(formula, |reference| {
        if points_to(reference, home, sheet) { reference.changed(change) } else { Some(reference.clone()) }
    })
}

/// A sheet has a new title.
pub(crate) fn renamed(formula: &str, from: &str, to: &str) -> String {
    rewritten(formula, |reference| {
        let mut reference = reference.clone();
        if let Some(sheet) = reference.sheet.as_mut().filter(|sheet| same(sheet, from)) {
            to.clone_into(sheet);
        }
        Some(reference)
    })
}

/// A sheet is gone.
pub(crate) fn forgotten(formula: &str, sheet: &str) -> String {
    rewritten(formula, |reference| {
        let gone = reference.sheet.as_deref().is_some_and(|named| same(named, sheet));
        (!gone).then(|| reference.clone())
    })
}

/// The formula copied so far down and right.
pub(crate) fn offset(formula: &str, down: i64, right: i64) -> String {
    rewritten(formula, |reference| reference.offset(down, right))
}

/// Cells of `block` in `sheet` have moved so far down and right, into the sheet `to`.
pub(crate) fn relocated(
    formula: &str,
    home: &str,
    (sheet, block): (&str, Block),
    (to, down, right): (&str, i64, i64),
) -> String {
    rewritten(formula, |reference| {
        let area = reference.area().within(u32::MAX, u32::MAX);
        let inside =
            block.contains((area.top, area.left)) && area.bottom <= block.bottom && area.right <= block.right;
        if !inside || !points_to(reference, home, sheet) {
            return Some(reference.clone());
        }
        let mut after = reference.moved(down, right)?;
        if !same(home, to) || after.sheet.is_some() {
            after.sheet = Some(to.to_owned());
        }
        Some(after)
    })
}

/// The formula as it reads in another sheet: what was not named is the sheet it comes from.
pub(crate) fn at_home(formula: &str, home: &str) -> String {
    rewritten(formula, |reference| {
        let mut reference = reference.clone();
        reference.sheet.get_or_insert_with(|| home.to_owned());
        Some(reference)
    })
}

fn points_to(reference: &Reference, home: &str, sheet: &str) -> bool {
    same(reference.sheet.as_deref().unwrap_or(home), sheet)
}

fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

fn rewritten(formula: &str, follow: impl Fn(&Reference) -> Option<Reference>) -> String {
    let Some(body) = formula.strip_prefix('=') else { return formula.to_owned() };
    // What cannot be understood has no references to follow.
    let Some(words) = words(body) else { return formula.to_owned() };
    let mut out = String::from("=");
    let mut done = 0;
    for word in words {
        let Token::Reference(reference) = &word.token else { continue };
        out.push_str(body.get(done..word.at.start).unwrap_or_default());
        match follow(reference) {
            Some(after) if after == *reference => {
                out.push_str(body.get(word.at.clone()).unwrap_or_default());
            }
            Some(after) => out.push_str(&after.to_string()),
            None => out.push_str("#REF!"),
        }
        done = word.at.end;
    }
    out.push_str(body.get(done..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sheets::area::Axis;

    #[test]
    fn references_follow_rows_that_come_and_go() {
        let insert = Change::Insert { axis: Axis::Rows, at: 1, count: 2 };
        let remove = Change::Remove { axis: Axis::Rows, at: 1, count: 2 };
        let formula = "=SUM( $A$1:A3 ) + B2*Other!B2 & \"A2\"";
        assert_eq!(changed(formula, "Sheet1", "Sheet1", insert), "=SUM( $A$1:A5 ) + B4*Other!B2 & \"A2\"");
        assert_eq!(changed(formula, "Sheet1", "Sheet1", remove), "=SUM( $A$1:A1 ) + #REF!*Other!B2 & \"A2\"");
        assert_eq!(changed(formula, "Sheet1", "other", insert), "=SUM( $A$1:A3 ) + B2*Other!B4 & \"A2\"");
        assert_eq!(changed("=A5:A", "S", "S", insert), "=A7:A");
        assert_eq!(changed("=A:B", "S", "S", insert), "=A:B");
    }

    #[test]
    fn references_follow_titles_and_copies() {
        assert_eq!(renamed("=Old!A1+'old'!B2", "Old", "New one"), "='New one'!A1+'New one'!B2");
        assert_eq!(forgotten("=Old!A1+A1", "Old"), "=#REF!+A1");
        assert_eq!(offset("=A1+$A1+A$1+$A$1", 2, 1), "=B3+$A3+B$1+$A$1");
        assert_eq!(offset("=A1", -1, 0), "=#REF!");
    }

    proptest! {
        #[test]
        fn putting_rows_in_and_taking_them_out_again_keeps_every_reference(
            top in 1u32..60, height in 0u32..40, at in 0u32..99, count in 1u32..9
        ) {
            let formula = format!("=SUM(A{top}:B{})*$C${top}", top + height);
            let insert = Change::Insert { axis: Axis::Rows, at, count };
            let remove = Change::Remove { axis: Axis::Rows, at, count };
            let there = changed(&formula, "S", "S", insert);
            prop_assert_eq!(changed(&there, "S", "S", remove), formula);
        }
    }
}
