//! A text that is too long for one line of a form stands in several, one after the other, and is put together again.

use kernel::FilledIn;

/// A piece has room for what somebody adds to it.
const ROOMY: usize = 2500;

/// Where the text can be cut, the best first.
const BORDERS: [&str; 4] = ["\n\n", "\n", ". ", " "];

/// A piece of a text, and the blanks around it, which nobody sees in a form.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    whole: &'a str,
    pub(super) words: &'a str,
}

impl<'a> Piece<'a> {
    fn new(whole: &'a str) -> Self {
        Self { whole, words: whole.trim() }
    }

    /// What it has become.
    fn with(&self, words: &str) -> String {
        if words == self.words {
            return self.whole.to_owned();
        }
        if words.trim().is_empty() {
            return String::new();
        }
        let (before, rest) = self.whole.split_at(self.whole.len() - self.whole.trim_start().len());
        let after = rest.strip_prefix(self.words).unwrap_or_default();
        format!("{before}{words}{after}")
    }
}

/// In their order; one if the text fits.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((piece, after)) = cut(rest) {
        pieces.push(Piece::new(piece));
        rest = after;
    }
    pieces.push(Piece::new(rest));
    pieces
}

/// What a piece is called; the first by the name of the whole.
pub(super) fn named(name: &str, place: usize) -> String {
    if place == 0 { name.to_owned() } else { format!("{name} part {}", place + 1) }
}

/// The text as it was changed.
pub(super) fn joined(name: &str, before: &str, filled: &FilledIn) -> String {
    let words = |place: usize| filled.get(&named(name, place)).map(String::as_str).unwrap_or_default();
    pieces(before).iter().enumerate().map(|(place, piece)| piece.with(words(place))).collect()
}

/// As much as a piece holds, up to a border between paragraphs, lines, sentences or words in its second half, and what is left;
/// nothing if it is not too long.
fn cut(text: &str) -> Option<(&str, &str)> {
    let mut units = 0;
    let end = text.char_indices().find_map(|(at, sign)| {
        units += sign.len_utf16();
        (units > ROOMY).then_some(at)
    })?;
    let most = text.get(..end)?;
    let borders = BORDERS.iter().filter_map(|sign| Some(most.rfind(sign)? + sign.len()));
    let end = borders.into_iter().find(|at| *at > most.len() / 2).unwrap_or(end);
    text.split_at_checked(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> FilledIn {
        let pieces = pieces(text);
        let named = pieces.iter().enumerate().map(|(at, piece)| (named("body", at), piece.words.to_owned()));
        named.collect()
    }

    #[test]
    fn a_text_is_cut_between_paragraphs_and_only_what_was_changed_is_another() {
        let (first, second) = ("One. ".repeat(400), "Two. ".repeat(400));
        let text = format!("{first}\n\n{second}\n");
        let mut form = filled(&text);
        assert_eq!(form["body"], first.trim());
        assert_eq!(form["body part 2"], second.trim());
        assert_eq!(joined("body", &text, &form), text);
        form.insert("body part 2".to_owned(), "Two.".to_owned());
        assert_eq!(joined("body", &text, &form), format!("{first}\n\nTwo. \n"));
        form.remove("body");
        assert_eq!(joined("body", &text, &form), "Two. \n", "what was emptied is gone");
    }

    proptest::proptest! {
        #[test]
        fn whatever_the_text_its_pieces_fit_and_are_the_text(text in "([a-z]{0,900}|[ \n]{0,40}|😀{0,400}){0,24}") {
            let pieces = pieces(&text);
            proptest::prop_assert!(pieces.iter().all(|piece| piece.words.encode_utf16().count() <= ROOMY));
            proptest::prop_assert_eq!(joined("body", &text, &filled(&text)), text);
        }
    }
}
