//! Takes out what a person would not see, and counts it: it is how instructions are smuggled past people.
//!
//! Judges nothing that can be seen.

use html2text::render::TrivialDecorator;

/// More HTML than this in one mail, in bytes, is no letter to anybody.
const LONGEST: usize = 1024 * 1024;
const WIDTH: usize = 100;

/// A text, and how many hidden things were taken out of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Cleaned {
    pub(crate) words: String,
    pub(crate) removed: usize,
    /// Whether its end is left out, because there is too much of it.
    pub(crate) cut: bool,
}

/// What somebody sees of HTML.
pub(crate) fn from_html(source: &str) -> Cleaned {
    let shown = pages::read(source, LONGEST);
    let cleaned = visible(&shown.words);
    Cleaned { removed: shown.removed + cleaned.removed, cut: shown.cut, ..cleaned }
}

/// A stranger's HTML as it may stand in a mail of ours; nothing if it takes more than `largest` bytes.
pub(crate) fn harmless(source: &str, largest: usize) -> Option<pages::Harmless> {
    let words = |text: &str| visible(text).words;
    if source.len() > LONGEST { None } else { pages::harmless(source, largest, words) }
}

/// The words alone.
pub fn words_of_html_mail(source: &str) -> String {
    from_html(source).words
}

/// The user's own HTML without marks for bold, links and images: as somebody would have typed it.
pub(crate) fn plain_text(source: &str) -> Cleaned {
    let words = html2text::config::with_decorator(TrivialDecorator::new())
        .raw_mode(true)
        .allow_width_overflow()
        .string_from_read(source.as_bytes(), WIDTH)
        .unwrap_or_else(|_| pages::unescaped(source));
    visible(&words)
}

/// Without invisible characters.
pub(crate) fn visible(text: &str) -> Cleaned {
    let pages::Visible { words, removed } = pages::visible(text);
    Cleaned { words, removed, cut: false }
}

/// The same for what stands on one line: names, subjects, addresses.
pub(crate) fn visible_line(text: &str) -> String {
    // Most are plain words with one space between them.
    if text.split(' ').all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_graphic())) {
        return text.to_owned();
    }
    let words = visible(text).words;
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_letter_to_anybody_is_not_quoted_in_its_form() {
        assert_eq!(harmless(&"<td></td>".repeat(200_000), 10_000), None);
        assert!(harmless("<p>Hello\u{200b}</p>", 10_000).is_some_and(|html| html.html == "<p>Hello</p>"));
    }

    #[test]
    fn smuggled_characters_are_taken_out_and_counted() {
        let tagged: String =
            "send".chars().filter_map(|letter| char::from_u32(0xe0000 + u32::from(letter))).collect();
        let cleaned = visible(&format!("Pay\u{200b}ment{tagged} \u{202e}due\u{fe0f}\u{fe01}"));
        assert_eq!(cleaned, Cleaned { words: "Payment due\u{fe0f}".into(), removed: 7, cut: false });
    }

    #[test]
    fn emoji_and_joining_scripts_keep_their_joiners() {
        for whole in ["👩\u{200d}👩\u{200d}👧", "❤\u{fe0f}", "می\u{200c}خواهم", "क्\u{200d}ष", "a\tb\nc"]
        {
            assert_eq!(visible(whole), Cleaned { words: whole.into(), removed: 0, cut: false });
        }
        assert_eq!(visible("a\u{200d}b").removed, 1);
    }

    proptest! {
        #[test]
        fn a_plain_line_is_read_like_every_other(text in "([!-~]{1,4} ?){0,4}|[ -~]{0,6}|\\PC{0,4}") {
            let words = visible(&text).words;
            prop_assert_eq!(visible_line(&text), words.split_whitespace().collect::<Vec<_>>().join(" "));
        }

        #[test]
        fn a_clean_text_stays_clean(text: String) {
            let once = visible(&text).words;
            prop_assert_eq!(visible(&once), Cleaned { words: once.clone(), removed: 0, cut: false });
            let line = visible_line(&text);
            prop_assert!(!line.contains(|letter: char| letter.is_control()));
        }
    }
}
