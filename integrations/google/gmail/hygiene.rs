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

/// Without invisible characters. Joiners stay where a script or an emoji needs them.
pub(crate) fn visible(text: &str) -> Cleaned {
    let mut cleaned = Cleaned { words: String::with_capacity(text.len()), removed: 0, cut: false };
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        if letter == '\r' {
            // A line ends with one character here.
            if rest.peek() != Some(&'\n') {
                cleaned.words.push('\n');
            }
        } else if stays(cleaned.words.chars().next_back(), letter, rest.peek().copied()) {
            cleaned.words.push(letter);
        } else {
            cleaned.removed += 1;
        }
    }
    cleaned
}

/// The same for what stands on one line: names, subjects, addresses.
pub(crate) fn visible_line(text: &str) -> String {
    let words = visible(text).words;
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn stays(before: Option<char>, letter: char, after: Option<char>) -> bool {
    match letter {
        '\n' | '\t' => true,
        // Zero-width joiner: between the parts of an emoji, and in scripts that join.
        '\u{200d}' => {
            let emoji = |near: Option<char>| near.is_some_and(|near| near >= '\u{2190}');
            (emoji(before) && emoji(after)) || before.is_some_and(joins)
        }
        '\u{200c}' => before.is_some_and(joins) && after.is_some_and(joins),
        // One variation selector after a visible character; a run of them carries words.
        '\u{fe00}'..='\u{fe0f}' => {
            before.is_some_and(|before| !is_selector(before) && !before.is_whitespace())
        }
        letter if letter.is_control() => false,
        letter => !is_invisible(letter),
    }
}

/// Arabic, Syriac, the scripts of India and their neighbours, and Mongolian.
fn joins(letter: char) -> bool {
    matches!(letter, '\u{0600}'..='\u{0eff}' | '\u{1780}'..='\u{18af}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

fn is_selector(letter: char) -> bool {
    matches!(letter, '\u{fe00}'..='\u{fe0f}')
}

fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
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
        fn a_clean_text_stays_clean(text: String) {
            let once = visible(&text).words;
            prop_assert_eq!(visible(&once), Cleaned { words: once.clone(), removed: 0, cut: false });
            let line = visible_line(&text);
            prop_assert!(!line.contains(|letter: char| letter.is_control()));
        }
    }
}
