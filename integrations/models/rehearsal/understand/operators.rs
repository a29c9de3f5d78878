//! Searches that somebody writes in the mailbox's own language: `has:attachment from:ben`.

use super::words::Words;
use crate::rehearsal::wish::Search;

const OPERATORS: &[&str] = &[
    "from",
    "to",
    "cc",
    "bcc",
    "subject",
    "has",
    "is",
    "in",
    "label",
    "after",
    "before",
    "older",
    "newer",
    "older_than",
    "newer_than",
    "filename",
    "category",
    "list",
    "larger",
    "smaller",
    "size",
    "deliveredto",
    "rfc822msgid",
];
/// What may stand before such a search without being part of it.
const BEFORE: &[&str] = &[
    "the", "my", "me", "all", "for", "in", "mail", "mails", "email", "emails", "messages", "inbox",
    "mailbox", "with", ":",
];

/// The search as it was written; nothing if no operator is in it.
pub(super) fn search(words: Words<'_>) -> Option<Search> {
    words.words.iter().any(|word| is_operator(&word.plain)).then(|| {
        let before = words.words.iter().take_while(|word| BEFORE.contains(&word.plain.as_str())).count();
        let written = words.part(before..words.words.len()).original();
        Search { operators: Some(without_links(written)), ..Search::default() }
    })
}

fn is_operator(word: &str) -> bool {
    let word = word.trim_start_matches(['-', '{', '(']);
    word.split_once(':').is_some_and(|(operator, value)| {
        OPERATORS.contains(&operator) && !value.is_empty() && !value.starts_with("//")
    })
}

/// The chat makes `<mailto:a@b.c|a@b.c>` of an address.
fn without_links(written: &str) -> String {
    let mut parts = written.split("<mailto:");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('>') {
            Some((link, rest)) => {
                plain.push_str(link.split('|').next().unwrap_or(link));
                plain.push_str(rest);
            }
            None => plain.push_str(part),
        }
    }
    plain
}
