//! The approval card, the undo button and the question, built from the canonical call and from nothing the model says.

use kernel::{
    Alike, AnsweredBy, ApprovalId, Card, CardReader, Effect, Face, Field, GroupCard, GroupFace, InquiryCard,
    Lasting, Part, Questions, SharingLine, Showing, UndoLine, View,
};

use crate::thread::{CardKind, CardProgress};
use crate::view::redaction;

/// A card as it may be shown where it stands.
pub(crate) fn view(card: &CardProgress, face: Face, showing: Showing) -> View {
    if let Face::Forgotten { words } = face {
        return View::plain(words);
    }
    match card.kind {
        CardKind::Question => View::card(question(card, face, showing)),
        CardKind::Undo => View::undo(UndoLine {
            approval: card.approval.clone(),
            words: undoable(card, showing),
            face: redaction::face(face, showing),
            requester: card.planned.requester.clone(),
            until: card.expires,
        }),
        CardKind::Inquiry => inquiry(card, face, showing),
        CardKind::Sharing => {
            let (approval, place, until) = (card.approval.clone(), card.place.clone(), card.expires);
            View { parts: vec![Part::Sharing(Box::new(SharingLine { approval, place, face, until }))] }
        }
    }
}

/// The same for somebody whom the policy names: all of it, since they are to know what they sign.
pub(crate) fn copy(card: &CardProgress, face: Face) -> View {
    if let Face::Forgotten { words } = face {
        return View::plain(words);
    }
    let shown = question(card, face, Showing::Whole);
    View::card(Card { reader: CardReader::Approver, lasting: Lasting::No, alike: Alike::Never, ..shown })
}

/// Several calls on one card, as they are.
pub(crate) fn group(group: &ApprovalId, members: &[&CardProgress], showing: Showing) -> View {
    together(group, members.iter().map(|card| (*card, card.face())), showing)
}

/// The same as it was when it was asked.
pub(crate) fn first_group(group: &ApprovalId, members: &[&CardProgress], showing: Showing) -> View {
    together(group, members.iter().map(|card| (*card, Face::Pending)), showing)
}

/// Everything a card stands for, for the requester alone.
pub(crate) fn whole(card: &CardProgress) -> String {
    let Card { sentence, account, fields, digest, .. } = question(card, card.face(), Showing::Whole);
    let mut text = format!("{sentence}\n\nAccount: {account}\nDigest: {digest}\n");
    for Field { name, value, origin, .. } in fields {
        let value = if value.is_empty() { "(empty)" } else { &value };
        let origin = origin.map_or_else(String::new, |origin| format!(" ({origin})"));
        text.extend(["\n", &name, &origin, ":\n"]);
        for line in value.lines() {
            text.extend(["    ", line, "\n"]);
        }
    }
    text
}

fn together<'a>(
    group: &ApprovalId,
    members: impl Iterator<Item = (&'a CardProgress, Face)>,
    showing: Showing,
) -> View {
    let members: Vec<(&CardProgress, Face)> = members.collect();
    if let Some(gone) = members.iter().map(|(_, face)| forgotten(face)).collect::<Option<Vec<_>>>() {
        return View::plain(gone.join("\n"));
    }
    let calls: Vec<Card> = members.into_iter().map(|(card, face)| question(card, face, showing)).collect();
    let open = calls.iter().any(|card| card.face == Face::Pending);
    let face = if open { GroupFace::Open } else { GroupFace::Settled };
    View { parts: vec![Part::Group(Box::new(GroupCard { group: group.clone(), calls, face }))] }
}

/// What is left of a card whose words were deleted.
fn forgotten(face: &Face) -> Option<&str> {
    match face {
        Face::Forgotten { words } => Some(words),
        _ => None,
    }
}

fn question(card: &CardProgress, face: Face, showing: Showing) -> Card {
    let effect: Effect = serde_json::from_str(card.effect.words()).unwrap_or_else(|_| deleted());
    // Beside others of its group that are not over yet.
    let showing = if forgotten(&face).is_some() { Showing::Outline } else { showing };
    let known = showing != Showing::Outline;
    let reason = card.response.as_ref().filter(|_| matches!(face, Face::Denied { .. }));
    // What somebody gave for a reason is not for everybody who reads along.
    let reason = reason
        .filter(|_| showing == Showing::Whole)
        .map_or_else(String::new, |reason| reason.words().to_owned());
    Card {
        approval: card.approval.clone(),
        face: redaction::face(face, showing),
        sentence: if known { effect.sentence } else { redaction::outline(&card.planned.tool) },
        account: card.planned.account.clone(),
        banners: if known { effect.banners } else { Vec::new() },
        fields: redaction::shown(effect.fields, showing),
        why: if known { card.why.clone() } else { String::new() },
        requester: card.planned.requester.clone(),
        deciders: card.deciders.clone(),
        reader: CardReader::Requester,
        expires: card.expires,
        digest: card.planned.digest.short().to_owned(),
        risk: card.risk,
        showing,
        alike: card.alike,
        lasting: if card.scope.is_some() && known { Lasting::Offered } else { Lasting::No },
        link: card.link.clone().filter(|_| known),
        reason,
    }
}

fn undoable(card: &CardProgress, showing: Showing) -> String {
    match showing {
        Showing::Whole | Showing::Summary => card.effect.words().to_owned(),
        Showing::Outline => "Something was done, and can be undone.".to_owned(),
    }
}

fn inquiry(card: &CardProgress, face: Face, showing: Showing) -> View {
    let questions = card.questions();
    let answer = card.answers();
    let answer = answer.map_or_else(String::new, |answers| answers.told(&questions.asked));
    let (questions, answer) = match showing {
        Showing::Whole | Showing::Summary => (questions, answer),
        Showing::Outline => {
            let about = "A question that is shown only to whoever asked: press Answer.".to_owned();
            (Questions { about, asked: Vec::new() }, "This is shown only to whoever asked.".to_owned())
        }
    };
    View {
        parts: vec![Part::Inquiry(Box::new(InquiryCard {
            approval: card.approval.clone(),
            face,
            questions,
            answer,
            requester: card.planned.requester.clone(),
            expires: card.expires,
            // A message elsewhere would be a request of its own.
            answered_by: if card.apart { AnsweredBy::Button } else { AnsweredBy::Message },
        }))],
    }
}

fn deleted() -> Effect {
    Effect::new("These words have been deleted.").field("Call", "These words have been deleted.")
}
