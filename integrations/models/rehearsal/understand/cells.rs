//! Which cells of a spreadsheet are meant: `A1:C10`, `row 1`, `columns B to D`, `the first row`.

use super::phrase::ordinal;
use super::words::Words;
use super::words::number;

/// The whole phrase as a range, in the spreadsheet's own way of writing.
pub(crate) fn range(words: Words<'_>) -> Option<String> {
    let plain: Vec<&str> = words
        .words
        .iter()
        .map(|word| word.plain.as_str())
        .filter(|plain| !matches!(*plain, "the" | "cell" | "cells" | "range" | "in" | "of"))
        .collect();
    match plain.as_slice() {
        ["header"] | ["header", "row"] => Some("1:1".to_owned()),
        ["row" | "rows", one] => rows(one, one),
        ["row" | "rows", first, "to" | "and" | ":", last] => rows(first, last),
        [place, "row"] => ordinal(place).map(|row| format!("{row}:{row}")),
        ["column" | "columns", one] => columns(one, one),
        ["column" | "columns", first, "to" | "and" | ":", last] => columns(first, last),
        [place, "column"] => letter(ordinal(place)?).map(|letter| format!("{letter}:{letter}")),
        [first, "to" | ":", last] if is_cell(first) && is_cell(last) => {
            Some(format!("{first}:{last}").to_uppercase())
        }
        [one] => single(words, one),
        _ => None,
    }
}

fn single(words: Words<'_>, plain: &str) -> Option<String> {
    let original = words.words.iter().position(|word| word.plain == plain)?;
    let original =
        words.part(original..original + 1).original().trim_matches([',', '.', '?', '!', '"', '“', '”']);
    if let Some((sheet, cells)) = original.rsplit_once('!') {
        return is_range(&cells.to_lowercase()).then(|| format!("{sheet}!{}", cells.to_uppercase()));
    }
    is_range(plain).then(|| plain.to_uppercase())
}

fn is_range(plain: &str) -> bool {
    match plain.split_once(':') {
        None => is_cell(plain),
        Some((first, last)) => {
            let is_edge = |edge: &str| is_cell(edge) || is_column(edge) || number(edge).is_some();
            is_edge(first) && is_edge(last)
        }
    }
}

fn is_cell(plain: &str) -> bool {
    let letters = plain.chars().take_while(char::is_ascii_lowercase).count();
    let digits = plain.get(letters..).unwrap_or_default();
    (1..=3).contains(&letters) && digits.parse::<u32>().is_ok_and(|row| row > 0)
}

fn is_column(plain: &str) -> bool {
    (1..=3).contains(&plain.len()) && plain.chars().all(|letter| letter.is_ascii_lowercase())
}

fn rows(first: &str, last: &str) -> Option<String> {
    Some(format!("{}:{}", number(first)?, number(last)?))
}

fn columns(first: &str, last: &str) -> Option<String> {
    (is_column(first) && is_column(last)).then(|| format!("{first}:{last}").to_uppercase())
}

fn letter(number: u32) -> Option<char> {
    let place = u8::try_from(number).ok()?.checked_sub(1)?;
    (place < 26).then(|| char::from(b'A' + place))
}

#[cfg(test)]
mod tests {
    use super::super::words::split;
    use super::*;

    #[test]
    fn cells_rows_and_columns_become_ranges() {
        let cases = [
            ("A1:C10", "A1:C10"),
            ("b2", "B2"),
            ("cell B2", "B2"),
            ("A1 to C10", "A1:C10"),
            ("row 1", "1:1"),
            ("rows 2 to 4", "2:4"),
            ("the first row", "1:1"),
            ("column B", "B:B"),
            ("columns A to C", "A:C"),
            ("Invoices!B2", "Invoices!B2"),
            ("the header row", "1:1"),
        ];
        for (text, expected) in cases {
            let words = split(text);
            assert_eq!(range(Words::new(text, &words)).as_deref(), Some(expected), "{text}");
        }
        for text in ["budget", "the budget", "row one hundred", "2026"] {
            let words = split(text);
            assert_eq!(range(Words::new(text, &words)), None, "{text}");
        }
    }
}
