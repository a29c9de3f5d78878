//! The letters of columns and the quotes of titles.

/// `A`, `Z`, `AA`, … for 0, 25, 26, …
pub fn letters(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or_default()));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

/// The column with these letters. There are no more than `ZZZ`.
pub(crate) fn column(letters: &str) -> Option<u32> {
    if letters.is_empty() || letters.len() > 3 {
        return None;
    }
    let mut column = 0;
    for letter in letters.bytes() {
        let value = letter.to_ascii_uppercase().checked_sub(b'A').filter(|value| *value < 26)?;
        column = column * 26 + u32::from(value) + 1;
    }
    Some(column - 1)
}
