//! What a message repeats of those before it: left out where the conversation is read as a whole.

/// A text without the earlier message it ends with, and how many characters that had.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Trimmed<'a> {
    pub(crate) words: &'a str,
    pub(crate) left_out: usize,
}

/// Only what stands at the end is left out: whoever answers between the lines needs them.
pub(crate) fn without_quote(text: &str) -> Trimmed<'_> {
    let lines: Vec<(usize, &str)> = lines(text);
    let cut = quoted_lines(&lines).min(copied_head(&lines));
    let end = lines.get(cut).map_or(text.len(), |(start, _)| *start);
    let words = text.get(..end).unwrap_or(text).trim_end();
    if words.trim().is_empty() {
        return Trimmed { words: text, left_out: 0 };
    }
    let left_out = text.chars().count() - words.chars().count();
    if text.get(end..).is_none_or(|rest| rest.trim().is_empty()) {
        return Trimmed { words: text, left_out: 0 };
    }
    Trimmed { words, left_out }
}

fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        lines.push((start, line.trim()));
        start += line.len();
    }
    lines
}

/// The first of the lines that begin with `>` at the end, or the words that announce them.
fn quoted_lines(lines: &[(usize, &str)]) -> usize {
    let own = lines.iter().rposition(|(_, line)| !line.is_empty() && !line.starts_with('>'));
    let first = own.map_or(0, |own| own + 1);
    if lines.iter().skip(first).all(|(_, line)| line.is_empty()) {
        return lines.len();
    }
    // “On Monday, Ana wrote:” takes one line or two.
    match own {
        Some(own) if announces(lines, own) => own,
        Some(own) if own > 0 && ends_an_announcement(lines, own) => own - 1,
        Some(_) | None => first,
    }
}

fn announces(lines: &[(usize, &str)], at: usize) -> bool {
    lines.get(at).is_some_and(|(_, line)| line.ends_with(':') && begins_an_announcement(line))
}

fn ends_an_announcement(lines: &[(usize, &str)], at: usize) -> bool {
    let ends = lines.get(at).is_some_and(|(_, line)| line.ends_with(':'));
    ends && at
        .checked_sub(1)
        .and_then(|before| lines.get(before))
        .is_some_and(|(_, line)| begins_an_announcement(line))
}

fn begins_an_announcement(line: &str) -> bool {
    let dated = line.contains(|letter: char| letter.is_ascii_digit());
    let begins = ["On ", "Am ", "Le ", "El ", "Il ", "Em ", "Op ", "Den ", "W dniu "];
    dated && begins.iter().any(|begin| line.starts_with(begin))
}

/// The line from which on an earlier message is copied with its head, as Outlook does it.
fn copied_head(lines: &[(usize, &str)]) -> usize {
    let rule = |line: &str| {
        let inner = line.trim_matches(['-', ' ']);
        line.starts_with("---")
            && ["Original Message", "Ursprüngliche Nachricht", "Message d'origine"].contains(&inner)
    };
    let head = |at: usize| {
        let begins = |offset: usize, names: &[&str]| {
            lines.get(at + offset).is_some_and(|(_, line)| names.iter().any(|name| line.starts_with(name)))
        };
        begins(0, &["From:", "Von:", "De :"]) && begins(1, &["Sent:", "Gesendet:", "Envoyé :", "Date:"])
    };
    (0..lines.len())
        .find(|at| lines.get(*at).is_some_and(|(_, line)| rule(line)) || head(*at))
        .unwrap_or(lines.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_was_answered_is_left_out() {
        for quote in [
            "\n\nOn Mon, 3 Nov 2026 at 10:12, Ana Ruiz <ana@x.example> wrote:\n> Can you come?\n> Ana\n",
            "\nOn Mon, 3 Nov 2026 at 10:12, Somebody With A Long Name\n<long@x.example> wrote:\n\n> Can you come?\n>\n",
            "\nAm 03.11.2026 um 10:12 schrieb Ana:\n> Kommst du?",
            "\n\n-----Original Message-----\nFrom: Ana\nSent: Monday\n\nCan you come?",
            "\n\nFrom: Ana\nSent: Monday\nTo: Ben\nSubject: x\n\nCan you come?",
        ] {
            let text = format!("Yes, on Thursday.\nBen{quote}");
            let trimmed = without_quote(&text);
            assert_eq!(trimmed.words, "Yes, on Thursday.\nBen", "{quote:?}");
            assert!(trimmed.left_out > 10);
        }
    }

    #[test]
    fn answers_between_the_lines_keep_them() {
        for whole in [
            "> Can you come?\nYes.\n> When?\nThursday.",
            "> only a quote\n> and no word",
            "Plain: words\nhere:",
            "",
        ] {
            assert_eq!(without_quote(whole), Trimmed { words: whole, left_out: 0 });
        }
    }

    proptest! {
        #[test]
        fn what_stays_is_how_the_text_begins(text in "(?s)([> ]{0,2}[a-z:\\-\n]{0,12}\n?){0,12}") {
            let trimmed = without_quote(&text);
            prop_assert!(text.starts_with(trimmed.words));
            prop_assert_eq!(trimmed.words.chars().count() + trimmed.left_out, text.chars().count());
            prop_assert!(text.trim().is_empty() || !trimmed.words.trim().is_empty());
        }
    }
}
