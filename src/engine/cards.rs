//! The approval card, the undo button and the question, built from the canonical call and from nothing the model says.

use kernel::{
    ApprovalId, Card, Effect, Face, Field, GroupCard, GroupFace, InquiryCard, Part, Showing, UndoLine, View,
};

use crate::discretion;
use crate::progress::{CardKind, CardProgress};
use crate::worker::{answers, questions};

pub(crate) fn view(card: &CardProgress, face: Face) -> View {
    match card.kind {
        CardKind::Question => View::card(question(card, face, card.showing)),
        CardKind::Undo => View::undo(UndoLine {
            approval: card.approval.clone(),
            words: card.effect.words().to_owned(),
            face,
            requester: card.planned.requester.clone(),
            until: card.expires,
        }),
        CardKind::Inquiry => inquiry(card, face),
    }
}

/// Several calls on one card, as they are.
pub(crate) fn group(group: &ApprovalId, members: &[&CardProgress]) -> View {
    together(group, members.iter().map(|card| (*card, card.face())))
}

/// The same as it was when it was asked.
pub(crate) fn first_group(group: &ApprovalId, members: &[&CardProgress]) -> View {
    together(group, members.iter().map(|card| (*card, Face::Pending)))
}

/// Everything a card stands for, for the requester alone.
pub(crate) fn whole(card: &CardProgress) -> String {
    let Card { sentence, account, fields, digest, .. } = question(card, card.face(), Showing::Whole);
    let mut text = format!("{sentence}\n\nAccount: {account}\nDigest: {digest}\n");
    for Field { name, value, .. } in fields {
        let value = if value.is_empty() { "(empty)" } else { &value };
        text.extend(["\n", &name, ":\n"]);
        for line in value.lines() {
            text.extend(["    ", line, "\n"]);
        }
    }
    text
}

fn together<'a>(group: &ApprovalId, members: impl Iterator<Item = (&'a CardProgress, Face)>) -> View {
    let calls: Vec<Card> = members.map(|(card, face)| question(card, face, card.showing)).collect();
    let open = calls.iter().any(|card| card.face == Face::Pending);
    let face = if open { GroupFace::Open } else { GroupFace::Settled };
    View { parts: vec![Part::Group(Box::new(GroupCard { group: group.clone(), calls, face }))] }
}

fn question(card: &CardProgress, face: Face, showing: Showing) -> Card {
    let effect: Effect = serde_json::from_str(card.effect.words()).unwrap_or_else(|_| deleted());
    Card {
        approval: card.approval.clone(),
        face,
        sentence: effect.sentence,
        account: card.planned.account.clone(),
        fields: discretion::shown(effect.fields, showing),
        why: card.why.clone(),
        requester: card.planned.requester.clone(),
        expires: card.expires,
        digest: card.planned.digest.short().to_owned(),
        risk: card.risk,
        showing,
        alike: card.alike,
        link: card.link.clone(),
    }
}

fn inquiry(card: &CardProgress, face: Face) -> View {
    let questions = questions(&card.planned.plan);
    let answer = card.response.as_ref().and_then(answers);
    let answer = answer.map_or_else(String::new, |answers| answers.told(&questions.asked));
    View {
        parts: vec![Part::Inquiry(Box::new(InquiryCard {
            approval: card.approval.clone(),
            face,
            questions,
            answer,
            requester: card.planned.requester.clone(),
            expires: card.expires,
        }))],
    }
}

fn deleted() -> Effect {
    Effect::new("These words have been deleted.").field("Call", "These words have been deleted.")
}
