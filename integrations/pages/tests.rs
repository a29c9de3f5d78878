//! What pages try to hide, and what ordinary letters look like.

mod doubtful;
mod hidden;
mod properties;
mod seen;

use crate::{Shown, read};

/// The word that must not reach a reader unmarked.
const SECRET: &str = "SECRET";

/// As mail is read: the page, then the characters in it.
fn as_mail(source: &str) -> Shown {
    let shown = read(source, 1024 * 1024);
    let visible = crate::visible(&shown.words);
    Shown { words: visible.words, removed: shown.removed + visible.removed, ..shown }
}

/// A case among other words, unless it is a page of its own.
fn page(case: &str) -> String {
    let is_whole =
        ["<html", "<body", "<head", "<plaintext"].iter().any(|tag| case.to_lowercase().contains(tag));
    if is_whole { case.to_owned() } else { format!("<p>Before</p>{case}<p>After</p>") }
}

/// Without whatever is marked as being no plain text of the page.
fn unmarked(words: &str) -> String {
    let mut plain = String::new();
    let mut rest = words;
    while let Some((before, marked)) = rest.split_once('[') {
        plain.push_str(before);
        let after = marked.split_once(']').map_or("", |(_, after)| after);
        // Where a link leads stands on a line of its own.
        rest = match after.strip_prefix(": ") {
            Some(target) => target.split_once('\n').map_or("", |(_, after)| after),
            None => after,
        };
    }
    plain + rest
}

/// What stands around a case, and what is seen in it.
fn assert_rest_is_seen(case: &str, words: &str) {
    if page(case) != case {
        assert!(words.contains("Before") && words.contains("After"), "{case}\n{words}");
    }
    assert_eq!(words.matches("SEEN").count(), case.matches("SEEN").count(), "{case}\n{words}");
}
