//! Several calls on one card: each with all of its arguments and its own digest, decided with one press.

use kernel::{Card, Face, GroupCard, GroupFace};
use slack_morphism::blocks::{SlackBlock, SlackBlockButtonStyle};

use super::blocks::{actions, headline, once_more, pieces, pressable, small};
use super::card::{Told, account, because, mention, moment};
use super::inert;
use crate::limits::{self, cut};
use crate::read::{APPROVE_ALL, DENY_ALL, ONE_BY_ONE};

const SENTENCE: usize = 300;
const WHY: usize = 900;

pub(super) fn blocks(group: &GroupCard) -> Vec<SlackBlock> {
    let mut blocks: Vec<SlackBlock> = headline(&in_words(group)).into_iter().collect();
    for (number, card) in group.calls.iter().enumerate() {
        blocks.extend(call(number + 1, card));
    }
    let Some(first) = group.calls.first() else { return blocks };
    blocks.extend(because(&first.why, WHY));
    blocks.extend(account(first));
    if group.face == GroupFace::Open {
        let (requester, until) = (mention(&first.requester), moment(first.expires, Told::Minute));
        blocks.push(small(&format!("Only {requester} can decide · until {until}")));
        blocks
            .push(actions(&cut(&format!("countersign-{}", group.group.0), limits::BLOCK_ID), buttons(group)));
    }
    blocks
}

/// How many of what, for a notification.
pub(super) fn in_words(group: &GroupCard) -> String {
    let open = group.calls.iter().filter(|card| card.face == Face::Pending).count();
    match (group.face, group.calls.len()) {
        (GroupFace::Open, all) => format!("{all} changes of one kind ({open} wait for a decision)"),
        (GroupFace::Settled, all) => format!("{all} changes of one kind (decided)"),
    }
}

fn call(number: usize, card: &Card) -> Vec<SlackBlock> {
    let fields = card.fields.iter().flat_map(|field| {
        // One line each, so that no value can look like another field.
        let value = field.value.replace('\n', " ⏎ ");
        let name = field.name.replace('\n', " ");
        let line = format!("{name}: {}", if value.is_empty() { "(empty)" } else { &value });
        let origin = field.origin.iter().map(|origin| format!("    ↳ {}", origin.replace('\n', " ")));
        std::iter::once(line).chain(origin).collect::<Vec<_>>()
    });
    let sentence = cut(&card.sentence.replace('\n', " "), SENTENCE);
    let banners = card.banners.iter().map(|words| format!("⚠️ {}", words.replace('\n', " ")));
    let text: Vec<String> =
        std::iter::once(format!("{number}. {sentence}")).chain(banners).chain(fields).collect();
    // Whole, whatever is written out in it: what is too much for a message is shown one by one.
    let sections = pieces(&text.join("\n"), limits::SECTION);
    let mut blocks: Vec<SlackBlock> = sections.into_iter().map(|(block, _)| block).collect();
    blocks.push(small(&format!("{} · `{}`", state(&card.face), inert::label(&card.digest))));
    blocks
}

fn state(face: &Face) -> String {
    match face {
        Face::Pending | Face::Signed { .. } => "Waits".to_owned(),
        Face::Held { by, until } => {
            format!("⏳ Approved by {} – done at {}", mention(by), moment(*until, Told::Second))
        }
        Face::Running { by } => format!("⏳ Approved by {} – running", mention(by)),
        Face::Done { by, .. } => format!("✅ Done – approved by {}", mention(by)),
        Face::Failed { by, words } => {
            format!("❌ Failed – approved by {} – {}", mention(by), inert::label(&cut(words, SENTENCE)))
        }
        Face::Unknown { by, .. } => format!("⚠️ Unknown whether it happened – approved by {}", mention(by)),
        Face::Denied { by } => format!("🚫 Denied by {} – not done", mention(by)),
        Face::Expired => "⌛ Expired – not done".to_owned(),
        Face::Void { why } => format!("↩️ Withdrawn – not done – {}", inert::label(&cut(why, SENTENCE))),
        Face::Answered { by } => format!("✅ Answered by {}", mention(by)),
        Face::Changed { by } => format!("↩️ Changed by {}", mention(by)),
        Face::Forgotten { words } => inert::label(&cut(words, SENTENCE)),
    }
}

fn buttons(group: &GroupCard) -> Vec<slack_morphism::blocks::SlackActionBlockElement> {
    let open = group.calls.iter().filter(|card| card.face == Face::Pending).count();
    let id = &group.group.0;
    let all = format!("Approve all ({open})");
    // One press for several: it is asked about once more.
    let sure =
        once_more(&format!("Approve all {open}?"), "Each is done exactly as it is shown.", "Approve all");
    vec![
        pressable(&all, APPROVE_ALL, id).with_style(SlackBlockButtonStyle::Primary).with_confirm(sure).into(),
        pressable("Deny all", DENY_ALL, id).with_style(SlackBlockButtonStyle::Danger).into(),
        pressable("One by one", ONE_BY_ONE, id).into(),
    ]
}
