//! Several calls on one card: each with all of its arguments and its own digest, decided with one press.

use kernel::{Card, Face, GroupCard, GroupFace};
use slack_morphism::blocks::{SlackActionBlockElement, SlackBlock, SlackBlockButtonStyle};

use super::blocks::{actions, headline, once_more, pieces, pressable, small};
use super::card::{Told, account, because, mention, moment, seen_at};
use super::inert;
use crate::action_ids::{APPROVE_ALL, DENY_ALL, ONE_BY_ONE, TAKE_BACK};
use crate::limits::{self, cut};

/// What became of a call, in words; and the longest address it is seen at. Ten of both have room on one card.
const OUTCOME: usize = 200;
const LINK: usize = 250;
const WHY: usize = 900;

pub(super) fn blocks(group: &GroupCard) -> Vec<SlackBlock> {
    let shared = shared_reasons(&group.calls);
    let mut blocks: Vec<SlackBlock> = headline(&in_words(group)).into_iter().collect();
    for (number, card) in group.calls.iter().enumerate() {
        blocks.extend(call(number + 1, card, &shared));
    }
    let Some(first) = group.calls.first() else { return blocks };
    blocks.extend(because(&shared.join("\n"), WHY));
    blocks.extend(account(first));
    blocks.extend(deciding(group, first));
    blocks
}

/// Who can decide until when, or take it back, and the buttons for all of them.
fn deciding(group: &GroupCard, first: &Card) -> Vec<SlackBlock> {
    let requester = mention(&first.requester);
    let held = group.calls.iter().filter(|card| matches!(card.face, Face::Held { .. })).count();
    let (words, buttons) = match (group.face, held) {
        (GroupFace::Open, _) => {
            let expires = group.calls.iter().map(|card| card.expires).min().unwrap_or(first.expires);
            let until = moment(expires, Told::Minute);
            (format!("Only {requester} can decide · until {until}"), buttons(group))
        }
        (GroupFace::Settled, 0) => return Vec::new(),
        (GroupFace::Settled, held) => {
            let all =
                (held > 1).then(|| pressable(&format!("Undo all ({held})"), DENY_ALL, &group.group.0).into());
            (format!("Only {requester} can take it back"), all.into_iter().collect())
        }
    };
    let id = cut(&format!("countersign-{}", group.group.0), limits::BLOCK_ID);
    let buttons = (!buttons.is_empty()).then(|| actions(&id, buttons));
    std::iter::once(small(&words)).chain(buttons).collect()
}

/// The reasons that hold for every call. The others stand beside the call that they are about.
fn shared_reasons(calls: &[Card]) -> Vec<&str> {
    let Some((first, others)) = calls.split_first() else { return Vec::new() };
    let of_all = |reason: &&str| others.iter().all(|card| card.why.lines().any(|line| line == *reason));
    first.why.lines().filter(of_all).collect()
}

/// How many of what, for a notification.
pub(super) fn in_words(group: &GroupCard) -> String {
    let open = group.calls.iter().filter(|card| card.face == Face::Pending).count();
    match (group.face, group.calls.len()) {
        (GroupFace::Open, all) => format!("{all} changes of one kind ({open} wait for a decision)"),
        (GroupFace::Settled, all) => format!("{all} changes of one kind (decided)"),
    }
}

fn call(number: usize, card: &Card, shared: &[&str]) -> Vec<SlackBlock> {
    let fields = card.fields.iter().flat_map(|field| {
        // One line each, so that no value can look like another field.
        let value = field.value.replace('\n', " ⏎ ");
        let name = field.name.replace('\n', " ");
        let line = format!("{name}: {}", if value.is_empty() { "(empty)" } else { &value });
        let origin = field.origin.iter().map(|origin| format!("    ↳ {}", origin.replace('\n', " ")));
        std::iter::once(line).chain(origin).collect::<Vec<_>>()
    });
    let sentence = card.sentence.replace('\n', " ");
    let reasons = card.why.lines().filter(|reason| !reason.trim().is_empty() && !shared.contains(reason));
    let reasons = reasons.map(|reason| format!("❗ {}", reason.trim_start_matches("• ")));
    let banners = card.banners.iter().map(|words| format!("⚠️ {}", words.replace('\n', " ")));
    let text: Vec<String> = std::iter::once(format!("{number}. {sentence}"))
        .chain(reasons)
        .chain(banners)
        .chain(fields)
        .collect();
    // Whole, whatever is written out in it: what is too much for a message is shown one by one.
    let sections = pieces(&text.join("\n"), limits::SECTION);
    let mut blocks: Vec<SlackBlock> = sections.into_iter().map(|(block, _)| block).collect();
    let seen_at = card.link.as_deref().and_then(|link| seen_at(link, LINK));
    let seen_at = seen_at.map_or_else(String::new, |link| format!("{link} · "));
    blocks.push(small(&format!("{} · {seen_at}`{}`", state(&card.face), inert::label(&card.digest))));
    if matches!(card.face, Face::Held { .. }) {
        let id = &card.approval.0;
        let block_id = cut(&format!("countersign-{id}"), limits::BLOCK_ID);
        blocks.push(actions(&block_id, vec![pressable(&format!("Undo {number}"), TAKE_BACK, id).into()]));
    }
    blocks
}

fn state(face: &Face) -> String {
    let with = |said: String, words: &str| {
        let words = inert::label(&cut(words, OUTCOME));
        if words.is_empty() { said } else { format!("{said} – {words}") }
    };
    match face {
        Face::Pending | Face::Signed { .. } => "Waits".to_owned(),
        Face::Held { by, until } => {
            let until = moment(*until, Told::Second);
            format!("⏳ Approved by {} – done at {until} unless you undo it", mention(by))
        }
        Face::Running { by } => format!("⏳ Approved by {} – running", mention(by)),
        Face::Done { by, words } => with(format!("✅ Done – approved by {}", mention(by)), words),
        Face::Failed { by, words } => with(format!("❌ Failed – approved by {}", mention(by)), words),
        Face::Unknown { by, words } => {
            with(format!("⚠️ Unknown whether it happened – approved by {}", mention(by)), words)
        }
        Face::Denied { by } => format!("🚫 Denied by {} – not done", mention(by)),
        Face::Expired => "⌛ Expired – not done".to_owned(),
        Face::Void { why } => with("↩️ Withdrawn – not done".to_owned(), why),
        Face::Answered { by } => format!("✅ Answered by {}", mention(by)),
        Face::Changed { by } => format!("↩️ Changed by {}", mention(by)),
        Face::Forgotten { words } => inert::label(&cut(words, OUTCOME)),
    }
}

fn buttons(group: &GroupCard) -> Vec<SlackActionBlockElement> {
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
