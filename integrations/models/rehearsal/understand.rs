//! From words to a wish: fixed wordings first, then phrases that name mail.
//!
//! Knows one sentence. Doesn't know what was said before, nor what is in the mailbox.

mod pattern;
mod phrase;
mod recipients;
mod rules;
#[cfg(test)]
mod tests;
mod time;
mod words;

use super::wish::{Place, Recipient, Search, Which, Wish};
use pattern::fit;
use phrase::{Bare, Phrase, number};
use words::Words;

pub(crate) use recipients::address;

/// What somebody says before they say what they want.
const POLITE: &[&str] = &[
    "can|could|would|will you [please|kindly] {wish}",
    "i'd like|love you to {wish}",
    "i'd like|love to {wish}",
    "i would like [you] to {wish}",
    "i want|need [you] to {wish}",
    "let|tell me {wish}",
    "help me [to] {wish}",
    "go ahead and {wish}",
    "hey|hi|hello|please|ok|okay|so|now|then|also|and|well|yes|countersign|agent|kindly|thanks|great {wish}",
];

pub(crate) fn understand(text: &str) -> Wish {
    interpret(text, |words| bare(words).unwrap_or(Wish::Unknown))
}

/// Only what is a whole sentence with a verb: after a question of ours, anything else is an answer to it.
pub(crate) fn command(text: &str) -> Option<Wish> {
    match interpret(text, |_| Wish::Unknown) {
        Wish::Unknown => None,
        wish => Some(wish),
    }
}

/// Who is named in an answer to "whom to?".
pub(crate) fn people(text: &str) -> Option<Vec<Recipient>> {
    let split = words::split(text);
    (split.len() <= 6).then(|| recipients::recipients(Words::new(text, &split)).map(|(to, _)| to))?
}

fn interpret(text: &str, otherwise: impl Fn(Words<'_>) -> Wish) -> Wish {
    let text = without_mentions(text);
    let split = words::split(&text);
    let mut words = Words::new(&text, &split);
    while !words.is_empty() {
        if let Some(wish) = rules::first_that_fits(words) {
            return wish;
        }
        let Some(rest) = POLITE.iter().find_map(|pattern| fit(pattern, words)?.get("wish")) else {
            return otherwise(words);
        };
        words = rest;
    }
    Wish::Unknown
}

/// No verb at all: `the second one`, `from Ben`, `unread mail`.
fn bare(words: Words<'_>) -> Option<Wish> {
    if let [only] = words.words
        && let Some(number) = number(&only.plain)
    {
        return Some(Wish::Read(Which::Nth(Place::Number(number))));
    }
    let phrase = Phrase::of(words);
    let begins_with_a_change =
        matches!(words.plain(0), "from" | "about" | "to" | "with" | "regarding" | "on");
    match phrase {
        Phrase { place: Some(place @ (Place::Number(_) | Place::Last)), ref search, ref bare, .. }
            if *search == Search::default() && bare.is_empty() =>
        {
            Some(Wish::Read(Which::Nth(place)))
        }
        ref changing if begins_with_a_change && changing.is_about_mail() => {
            Some(Wish::Change(phrase.search(Bare::Subject)))
        }
        Phrase { search: Search { when: Some(_), .. }, names_mail: false, ref bare, .. }
            if bare.is_empty() =>
        {
            Some(Wish::Change(phrase.search(Bare::Subject)))
        }
        ref sure if sure.is_about_mail() && sure.bare.len() <= 3 => {
            Some(Wish::List(phrase.search(Bare::Subject)))
        }
        _ => None,
    }
}

fn without_mentions(text: &str) -> String {
    text.split_inclusive(char::is_whitespace)
        .filter(|word| !word.trim_start().starts_with("<@"))
        .collect::<String>()
        .trim()
        .to_owned()
}
