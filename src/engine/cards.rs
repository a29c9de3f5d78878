//! The approval card, built from the canonical call and from nothing the model says.

use kernel::{Card, Effect, Face, Field, View};

use crate::progress::CardProgress;

pub(crate) fn view(card: &CardProgress, face: Face) -> View {
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
