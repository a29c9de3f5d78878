//! Plain text without the characters that nobody sees.

/// A text, and how many characters were taken out of it.
#[derive(Debug, PartialEq, Eq)]
pub struct Visible {
    pub words: String,
    pub removed: usize,
}

/// Without invisible characters. Joiners stay where a script or an emoji needs them.
pub fn visible(text: &str) -> Visible {
    let mut cleaned = Visible { words: String::with_capacity(text.len()), removed: 0 };
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

fn stays(before: Option<char>, letter: char, after: Option<char>) -> bool {
    match letter {
        '\n' | '\t' => true,
        // Zero-width joiner: between the parts of an emoji, and in scripts that join.
        '\u{200d}' => {
            let emoji =
                |near: Option<char>| near.is_some_and(|near| near >= '\u{2190}' && !is_invisible(near));
            (emoji(before) && emoji(after) && !after.is_some_and(is_selector)) || before.is_some_and(joins)
        }
        '\u{200c}' => before.is_some_and(joins) && after.is_some_and(joins),
        // One variation selector after a visible character; a run of them carries words.
        '\u{fe0e}' | '\u{fe0f}' => {
            before.is_some_and(|before| !is_selector(before) && !before.is_whitespace())
        }
        // Most of them are for letters that have variants.
        '\u{fe00}'..='\u{fe0d}' => before.is_some_and(has_variants),
        letter if letter.is_control() => false,
        letter => !is_invisible(letter),
    }
}

/// Arabic, Syriac, the scripts of India and their neighbours, and Mongolian.
fn joins(letter: char) -> bool {
    !is_invisible(letter)
        && matches!(letter, '\u{0600}'..='\u{0eff}' | '\u{1780}'..='\u{18af}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Burmese, mathematical signs, Phags-pa, and Chinese characters.
fn has_variants(letter: char) -> bool {
    matches!(letter, '\u{1000}'..='\u{109f}' | '\u{2190}'..='\u{2bff}' | '\u{3000}'..='\u{9fff}' | '\u{a840}'..='\u{a87f}'
        | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff60}' | '\u{20000}'..='\u{323af}')
}

fn is_selector(letter: char) -> bool {
    matches!(letter, '\u{fe00}'..='\u{fe0f}')
}

/// Beside what nobody sees: braille without a dot, and what is no character.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{2800}' | '\u{fffe}' | '\u{ffff}')
        || (kernel::is_invisible(letter) && !is_selector(letter))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_nobody_sees_is_taken_out_and_counted() {
        for (given, words, removed) in [
            ("a\u{200b}b", "ab", 1),
            ("\u{e0041}\u{e0042}x", "x", 2),
            ("\u{202e}abc\u{202c}", "abc", 2),
            ("a\u{2066}b\u{2069}\u{200e}", "ab", 3),
            ("x\u{fe00}\u{fe01}\u{fe02}", "x", 3),
            ("☎\u{fe0f}\u{fe0f}\u{fe01}", "☎\u{fe0f}", 2),
            ("x\u{e0100}\u{e01ef}", "x", 2),
            ("a\u{200d}b\u{200c}c", "abc", 2),
            ("👩\u{200d}\u{feff}x", "👩x", 2),
            ("ب\u{200c}\u{200c}ب", "ب\u{200c}ب", 1),
            ("a\0\u{7}\u{85}b\r\nc\rd", "ab\nc\nd", 3),
        ] {
            assert_eq!(visible(given), Visible { words: words.into(), removed }, "{given:?}");
        }
    }

    proptest! {
        #[test]
        fn a_clean_text_stays_clean(
            text in "[ab ❤👩ب中\u{200d}\u{200c}\u{200b}\u{fe00}\u{fe0f}\u{feff}\u{61c}\u{e0041}\u{202e}\r\n]{0,12}",
        ) {
            let once = visible(&text).words;
            prop_assert_eq!(visible(&once), Visible { words: once.clone(), removed: 0 });
        }
    }
}
