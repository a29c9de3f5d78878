//! The wordings. The first that fits counts, so the particular stand before the general.

mod calendar;
mod docs;
mod drive;
mod filing;
mod reading;
mod sheets;
mod talk;
mod writing;

use super::pattern::{Gaps, fit};
use super::phrase::{Bare, Phrase};
use super::words::Words;
use crate::rehearsal::wish::{Which, Wish};

pub(super) fn first_that_fits(words: Words<'_>) -> Option<Wish> {
    let rules = [
        talk::RULES,
        sheets::RULES,
        docs::RULES,
        drive::RULES,
        calendar::RULES,
        filing::RULES,
        writing::RULES,
        reading::RULES,
    ];
    rules.into_iter().flatten().find_map(|rule| {
        rule.wordings.iter().find_map(|wording| fit(wording, words).and_then(|gaps| (rule.wish)(&gaps)))
    })
}

/// What introduces the words of a mail.
macro_rules! saying {
    ($($beginning:literal),*) => {
        &[$(concat!($beginning, " [and] [to] saying|say|says|that|with|telling|tell|: [him|her|them] [that] [:] {body}")),*]
    };
}
use saying;

struct Rule {
    wordings: &'static [&'static str],
    /// Nothing where the gaps make no sense for it: the next wording is tried.
    wish: fn(&Gaps<'_>) -> Option<Wish>,
}

fn named(words: Words<'_>, bare: Bare) -> Which {
    match words.words.iter().map(|word| word.plain.as_str()).collect::<Vec<_>>().as_slice() {
        ["it" | "this" | "that" | "him" | "her"]
        | ["this" | "that" | "the", "one" | "mail" | "email" | "message" | "thread" | "conversation"] => {
            Which::It
        }
        ["them" | "these" | "those" | "all" | "both"] | ["them", "all"] | ["all", "of", "them" | "these"] => {
            Which::These
        }
        _ => {
            let phrase = Phrase::of(words);
            // "the budget mail" is named by its subject, "Ben" by its writer.
            let bare = if phrase.names_mail { Bare::Subject } else { bare };
            phrase.which(bare)
        }
    }
}
