//! One rule: wordings, and the wish they stand for.

use crate::rehearsal::understand::pattern::Gaps;
use crate::rehearsal::understand::phrase::{Bare, Phrase};
use crate::rehearsal::understand::words::Words;
use crate::rehearsal::wish::{Which, Wish};

/// What introduces the words of a mail.
macro_rules! saying {
    ($($beginning:literal),*) => {
        &[$(concat!($beginning, " [and] [to] saying|say|says|that|with|telling|tell|: [him|her|them] [that] [:] {body}")),*]
    };
}
pub(super) use saying;

pub(super) struct Rule {
    pub(super) wordings: &'static [&'static str],
    /// Nothing where the gaps make no sense for it: the next wording is tried.
    pub(super) wish: fn(&Gaps<'_>) -> Option<Wish>,
}

pub(super) fn named(words: Words<'_>, bare: Bare) -> Which {
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
