//! The approval card and the undo button, built from the canonical call and from nothing the model says.

use kernel::{Card, Effect, Face, Field, UndoLine, View};

use crate::progress::{CardKind, CardProgress};

pub(crate) fn view(card: &CardProgress, face: Face) -> View {
    match card.kind {
        CardKind::Question => question(card, face),
        CardKind::Undo => View::undo(UndoLine {
            approval: card.approval.clone(),
            words: card.effect.words().to_owned(),
            face,
            requester: card.planned.requester.clone(),
            until: card.expires,
        }),
    }
}

fn question(card: &CardProgress, face: Face) -> View {
    let effect: Effect = serde_json::from_str(card.effect.words()).unwrap_or_else(|_| deleted());
    View::card(Card {
        approval: card.approval.clone(),
        face,
        sentence: effect.sentence,
        account: card.planned.account.clone(),
        fields: effect.fields,
        why: card.why.clone(),
        requester: card.planned.requester.clone(),
        expires: card.expires,
        digest: card.planned.digest.short().to_owned(),
    })
}

fn deleted() -> Effect {
    let words = "These words have been deleted.".to_owned();
    Effect { sentence: words.clone(), fields: vec![Field { name: "Call".to_owned(), value: words }] }
}
