//! From words to a wish: fixed wordings first, then phrases that name mail.
//!
//! Knows one sentence. Doesn't know what was said before, nor what is in the mailbox.

mod ahead;
mod card;
mod cells;
mod file;
mod meeting;
mod operators;
mod pattern;
mod phrase;
mod recipients;
mod rules;
#[cfg(test)]
mod tests;
mod time;
mod words;

use super::wish::calendar::Moment;
use super::wish::{Answer, Letter, Place, Recipient, Search, Which, Wish};
use pattern::fit;
use phrase::{Bare, Phrase};
use words::{Words, number};

pub(crate) use card::decides;
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

/// What a question begins with.
const QUESTIONS: &[&str] = &[
    "shall", "should", "can", "could", "would", "will", "won", "may", "might", "must", "do", "does", "did",
    "don", "is", "isn", "are", "aren", "am", "was", "were", "have", "has", "had", "what", "when", "where",
    "who", "whom", "whose", "why", "how", "which", "any",
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

/// The time named in an answer to "when?".
pub(crate) fn moment(text: &str) -> Option<Moment> {
    let split = words::split(text);
    ahead::moment(Words::new(text, &split))
}

fn interpret(text: &str, otherwise: impl Fn(Words<'_>) -> Wish) -> Wish {
    let text = without_mentions(text);
    let split = words::split(&text);
    let mut words = Words::new(&text, &split);
    let mut asked_politely = false;
    while !words.is_empty() {
        if let Some(wish) = rules::first_that_fits(words) {
            return if asked_politely { without_question_mark(wish, &text) } else { wish };
        }
        asked_politely |= matches!(words.plain(0), "can" | "could" | "would" | "will");
        let Some(rest) = POLITE.iter().find_map(|pattern| fit(pattern, words)?.get("wish")) else {
            return otherwise(words);
        };
        words = rest;
    }
    Wish::Unknown
}

/// The question mark of "could you say that's ok?" is none of the mail's, unless its own words ask something.
fn without_question_mark(wish: Wish, text: &str) -> Wish {
    let cut = |body: Option<String>| {
        body.map(|body| match body.strip_suffix('?') {
            Some(statement) if text.trim_end().ends_with('?') && !asks(statement) => statement.to_owned(),
            _ => body,
        })
    };
    match wish {
        Wish::Reply(answer) => Wish::Reply(Answer { body: cut(answer.body), ..answer }),
        Wish::Send(letter) => Wish::Send(Letter { body: cut(letter.body), ..letter }),
        wish => wish,
    }
}

fn asks(body: &str) -> bool {
    let last = body.rsplit(['.', '!', '?', ',', '\n']).map(str::trim).find(|part| !part.is_empty());
    let first = last.unwrap_or_default().split_whitespace().next().unwrap_or_default().to_lowercase();
    QUESTIONS.contains(&first.replace('’', "'").split('\'').next().unwrap_or_default())
}

/// No verb at all: `the second one`, `from Ben`, `unread mail`.
fn bare(words: Words<'_>) -> Option<Wish> {
    if let [only] = words.words
        && let Some(number) = number(&only.plain)
    {
        return Some(Wish::Read(Which::Nth(Place::Number(number))));
    }
    if let Some(search) = operators::search(words) {
        return Some(Wish::List(search));
    }
    let phrase = Phrase::of(words);
    let narrows = matches!(words.plain(0), "only" | "just")
        || words.words.last().is_some_and(|last| last.plain == "only");
    let begins_with_a_change =
        matches!(words.plain(0), "from" | "about" | "to" | "with" | "regarding" | "on");
    match phrase {
        Phrase { place: Some(place @ (Place::Number(_) | Place::Last)), ref search, ref bare, .. }
            if *search == Search::default() && bare.is_empty() =>
        {
            Some(Wish::Read(Which::Nth(place)))
        }
        ref changing if (begins_with_a_change || narrows) && changing.is_about_mail() => {
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
