//! A stranger's words about their tools: what is taken out of them before anybody reads them, and how two of them differ.

use kernel::is_invisible;

/// Words as they look: nothing that hides, steers the eye or the terminal.
pub(crate) fn visible(words: &str) -> String {
    let line_ends = |letter: char| if matches!(letter, '\u{2028}' | '\u{2029}') { '\n' } else { letter };
    words.chars().map(line_ends).filter(|letter| !is_hidden(*letter)).collect()
}

/// The same, cut short.
pub(crate) fn visible_up_to(words: &str, most: usize) -> String {
    let seen = visible(words);
    if seen.chars().count() <= most { seen } else { seen.chars().take(most).chain(['…']).collect() }
}

pub(crate) fn has_hidden(words: &str) -> bool {
    words.chars().any(is_hidden)
}

fn is_hidden(letter: char) -> bool {
    let steering = letter.is_control() && letter != '\n' && letter != '\t';
    steering || is_invisible(letter)
}

/// What somebody has to look at before they agree: lines that are gone with `-`, new ones with `+`, the rest with a
/// space. What hides is shown as its number.
pub fn differences(before: &str, after: &str) -> Vec<String> {
    let (before, after): (Vec<String>, Vec<String>) = (shown(before), shown(after));
    let common = common(&before, &after);
    let (mut lines, mut old, mut new) = (Vec::new(), before.iter().peekable(), after.iter().peekable());
    for same in &common {
        lines
            .extend(std::iter::from_fn(|| old.next_if(|line| *line != same)).map(|line| format!("- {line}")));
        lines
            .extend(std::iter::from_fn(|| new.next_if(|line| *line != same)).map(|line| format!("+ {line}")));
        old.next();
        new.next();
        lines.push(format!("  {same}"));
    }
    lines.extend(old.map(|line| format!("- {line}")));
    lines.extend(new.map(|line| format!("+ {line}")));
    lines
}

fn shown(text: &str) -> Vec<String> {
    text.lines().map(escaped).collect()
}

/// What hides, as its number.
pub(crate) fn escaped(words: &str) -> String {
    let number = |letter: char| -> String {
        if is_hidden(letter) { letter.escape_unicode().to_string() } else { letter.to_string() }
    };
    words.chars().map(number).collect()
}

/// More lines than this are compared from their ends only.
const COMPARED: usize = 400;

/// The longest run of lines that both have, in order.
fn common(before: &[String], after: &[String]) -> Vec<String> {
    if before.len() > COMPARED || after.len() > COMPARED {
        return before
            .iter()
            .zip(after)
            .take_while(|(one, two)| one == two)
            .map(|(one, _)| one.clone())
            .collect();
    }
    // `best[i]` is what the rest of `before` has in common with the first `i` lines of `after`, both from behind.
    let mut best: Vec<Vec<&String>> = vec![Vec::new(); after.len() + 1];
    for one in before.iter().rev() {
        let mut next: Vec<Vec<&String>> = vec![Vec::new()];
        for (two, (without, with)) in after.iter().rev().zip(best.iter().skip(1).zip(&best)) {
            let longest = next.last().filter(|left| left.len() > without.len()).unwrap_or(without).clone();
            let longest = if one == two {
                let mut both = with.clone();
                both.push(one);
                if both.len() > longest.len() { both } else { longest }
            } else {
                longest
            };
            next.push(longest);
        }
        best = next;
    }
    best.last().map(|lines| lines.iter().rev().map(|line| (*line).clone()).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_hides_is_taken_out() {
        assert_eq!(visible("a\u{200b}b\u{202e}c\u{e0041}\x1b[31m\r\nd"), "abc[31m\nd");
        assert_eq!(visible_up_to("abcdef", 3), "abc…");
        assert!(has_hidden("na\u{200d}me") && !has_hidden("größe\n"));
    }

    #[test]
    fn somebody_sees_line_by_line_what_became_of_it() {
        let lines = differences("one\ntwo\nthree", "one\n2\nthree\nfour\u{200b}");
        assert_eq!(lines, ["  one", "- two", "+ 2", "  three", "+ four\\u{200b}"]);
        assert_eq!(differences("a", "a"), ["  a"]);
        assert_eq!(differences("", "a"), ["+ a"]);
    }

    proptest! {
        #[test]
        fn both_texts_can_be_read_back_from_their_differences(
            before in proptest::collection::vec("[ab]", 0..8),
            after in proptest::collection::vec("[ab]", 0..8),
        ) {
            let lines = differences(&before.join("\n"), &after.join("\n"));
            let of = |sign: &str| -> Vec<String> {
                let kept = lines.iter().filter(|line| line.starts_with(sign) || line.starts_with("  "));
                kept.filter_map(|line| line.get(2..).map(str::to_owned)).collect()
            };
            prop_assert_eq!(of("- "), before);
            prop_assert_eq!(of("+ "), after);
        }
    }
}
