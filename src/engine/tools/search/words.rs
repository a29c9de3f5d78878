//! Words as they are compared: small letters without marks, without endings.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Small letters without marks, parted where something else stands and where a name is written in several words.
pub(super) fn parted(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in text.nfd().filter(|letter| !is_combining_mark(*letter)) {
        let parts = !letter.is_alphanumeric() || (before.is_lowercase() && letter.is_uppercase());
        if parts && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            push_small(word, letter);
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Small letters without marks, everything else as it is.
pub(super) fn folded(word: &str) -> String {
    let mut small = String::with_capacity(word.len());
    for letter in word.nfd().filter(|letter| !is_combining_mark(*letter)) {
        push_small(&mut small, letter);
    }
    small
}

fn push_small(word: &mut String, letter: char) {
    match letter {
        'ß' => word.push_str("ss"),
        'œ' | 'Œ' => word.push_str("oe"),
        letter => word.extend(letter.to_lowercase()),
    }
}

/// A German word as it is written where there are no umlauts.
pub(super) fn spelled_out(word: &str) -> Option<String> {
    word.contains(['ä', 'ö', 'ü']).then(|| word.replace('ä', "ae").replace('ö', "oe").replace('ü', "ue"))
}

/// Without the endings of English, and the plural and gender of the others.
pub(super) fn stem(word: &str) -> &str {
    const ENDINGS: [&str; 13] =
        ["ations", "ation", "ings", "ing", "ies", "ers", "ed", "es", "en", "s", "y", "e", "n"];
    const SHORTEST: usize = 3;
    let short = |ending: &&str| word.strip_suffix(*ending).filter(|short| short.chars().count() >= SHORTEST);
    ENDINGS.iter().find_map(short).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parted_and_endings_do_not_count() {
        assert_eq!(parted("mcp__git-hub__createIssue.v2"), ["mcp", "git", "hub", "create", "issue", "v2"]);
        assert_eq!(parted("Événement à Zürich, Straße"), ["evenement", "a", "zurich", "strasse"]);
        assert_eq!(stem("creating"), stem("create"));
        assert_eq!(stem("replies"), stem("reply"));
        assert_eq!(stem("files"), stem("file"));
    }
}
