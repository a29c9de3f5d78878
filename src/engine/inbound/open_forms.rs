//! Which form a press on a card opens.

use kernel::{FilledIn, Form};

use crate::thread::CardProgress;
use crate::view::cards;
use crate::view::forms;

pub(crate) fn answering(card: &CardProgress) -> Form {
    answering_from(card, 0, &FilledIn::new())
}

pub(crate) fn answering_from(card: &CardProgress, at: usize, filled: &FilledIn) -> Form {
    forms::answer(&card.approval, &card.questions(), at, filled)
}

pub(crate) fn denying(card: &CardProgress) -> Form {
    forms::deny(&card.approval)
}

pub(crate) fn lasting(card: &CardProgress) -> Form {
    match &card.scope {
        Some(scope) => forms::always(&card.approval, &card.planned.tool, scope),
        None => forms::read("No rule can be made of this. Approve it by itself.".to_owned()),
    }
}

pub(crate) fn reading(card: &CardProgress) -> Form {
    forms::read(cards::whole(card))
}
