//! The approval card: every argument, inert, each value in blocks of its own so that it cannot look like another.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::{Card, Face, Field, PersonId, Time};
use slack_morphism::blocks::{SlackBlock, SlackBlockButtonStyle};

use super::blocks::{actions, headline, line, note, plain, plain_in_one, pressable, small};
use super::inert;
use crate::limits;
use crate::names::User;
use crate::read::{APPROVE, DENY, TAKE_BACK};

pub(super) fn blocks(card: &Card) -> Vec<SlackBlock> {
    let mut blocks: Vec<SlackBlock> = headline(&card.sentence).into_iter().collect();
    blocks.push(note(&format!("Account: {}", card.account)));
    let end = closing(card);
    let room = limits::BLOCKS.saturating_sub(blocks.len() + end.len());
    blocks.extend(fields(&card.fields, room));
    blocks.extend(end);
    blocks
}

/// The card in one sentence, for a notification.
pub(super) fn in_words(card: &Card) -> String {
    let state = match &card.face {
        Face::Pending => "waits for a decision",
        Face::Held { .. } => "approved, about to be done",
        Face::Running { .. } => "approved, running",
        Face::Done { .. } => "done",
        Face::Failed { .. } => "failed",
        Face::Unknown { .. } => "unknown whether it happened",
        Face::Denied { .. } => "denied, not done",
        Face::Expired => "expired, not done",
        Face::Void { .. } => "withdrawn, not done",
    };
    format!("{} ({state})", card.sentence)
}

/// What stands below the fields: why, who and until when, and the buttons or what became of them.
fn closing(card: &Card) -> Vec<SlackBlock> {
    let mut blocks: Vec<SlackBlock> = plain_in_one(&card.why).into_iter().collect();
    let digest = inert::label(&card.digest);
    let requester = mention(&card.requester);
    match &card.face {
        Face::Pending => {
            let until = moment(card.expires, Told::Minute);
            blocks.push(small(&format!("Only {requester} can decide · until {until} · `{digest}`")));
            let id = &card.approval.0;
            let approve = pressable("Approve", APPROVE, id).with_style(SlackBlockButtonStyle::Primary);
            let deny = pressable("Deny", DENY, id).with_style(SlackBlockButtonStyle::Danger);
            let block_id = limits::cut(&format!("countersign-{id}"), limits::BLOCK_ID);
            blocks.push(actions(&block_id, vec![approve.into(), deny.into()]));
        }
        Face::Held { by, until } => {
            let until = moment(*until, Told::Second);
            blocks.push(line(&format!(
                "⏳ *Approved by {} – done at {until} unless you undo it*",
                mention(by)
            )));
            let id = &card.approval.0;
            let block_id = limits::cut(&format!("countersign-{id}"), limits::BLOCK_ID);
            blocks.push(actions(&block_id, vec![pressable("Undo", TAKE_BACK, id).into()]));
            blocks.push(small(&format!("Only {requester} can take it back · `{digest}`")));
        }
        face => {
            blocks.push(small(&format!("Asked by {requester} · `{digest}`")));
            blocks.extend(outcome(face));
        }
    }
    blocks
}

/// What became of the card. Nothing here can be pressed.
fn outcome(face: &Face) -> Vec<SlackBlock> {
    let said = |headline: String, words: &str| {
        let mut blocks = vec![line(&headline)];
        blocks.extend(plain_in_one(words));
        blocks
    };
    match face {
        Face::Pending | Face::Held { .. } => Vec::new(),
        Face::Running { by } => said(format!("⏳ *Approved by {} – running*", mention(by)), ""),
        Face::Done { by, words } => said(format!("✅ *Done* – approved by {}", mention(by)), words),
        Face::Failed { by, words } => said(format!("❌ *Failed* – approved by {}", mention(by)), words),
        Face::Unknown { by, words } => {
            said(format!("⚠️ *Unknown whether it happened* – approved by {}", mention(by)), words)
        }
        Face::Denied { by } => said(format!("🚫 *Denied by {} – not done*", mention(by)), ""),
        Face::Expired => said("⌛ *Expired – not done*".to_owned(), ""),
        Face::Void { why } => said("↩️ *Withdrawn – not done*".to_owned(), why),
    }
}

/// One row of the list of fields.
enum Row {
    Label { name: String, empty: bool },
    Value { name: String, block: Box<SlackBlock>, length: usize },
}

/// All of them if there is room; otherwise the beginning and the end, and plainly how much is missing.
fn fields(fields: &[Field], room: usize) -> Vec<SlackBlock> {
    let mut rows: Vec<Row> = fields.iter().flat_map(rows).collect();
    if rows.len() <= room {
        return rows.into_iter().map(shown).collect();
    }
    // One for the warning, one for the gap, one for the name of what goes on after it.
    let kept = room.saturating_sub(3);
    let tail = rows.split_off(rows.len() - kept / 2);
    let gap = rows.split_off(kept - kept / 2);
    let missing: usize = gap.iter().map(Row::length).sum();
    let count = gap.iter().filter(|row| matches!(row, Row::Label { .. })).count();
    let mut blocks = vec![line(&format!(
        "⚠️ *This card does not show everything:* {missing} characters are left out below. Deny it if you do not know \
         them."
    ))];
    blocks.extend(rows.into_iter().map(shown));
    blocks
        .push(small(&format!("⋯ *{missing} characters left out here ({count} fields begin among them)* ⋯")));
    if let Some(Row::Value { name, .. }) = tail.first() {
        blocks.push(small(&format!("*{name}* (its end)")));
    }
    blocks.extend(tail.into_iter().map(shown));
    blocks
}

fn rows(field: &Field) -> Vec<Row> {
    let name = inert::label(&field.name);
    let pieces = plain_pieces(&field.value);
    let mut rows = vec![Row::Label { name: name.clone(), empty: pieces.is_empty() }];
    rows.extend(pieces.into_iter().map(|(block, length)| Row::Value {
        name: name.clone(),
        block: Box::new(block),
        length,
    }));
    rows
}

/// The value's blocks, with the number of characters in each.
fn plain_pieces(value: &str) -> Vec<(SlackBlock, usize)> {
    let whole = limits::length(&inert::visible(value));
    let blocks = plain(value);
    let last = blocks.len().saturating_sub(1);
    let length = |index: usize| {
        if index < last { limits::SECTION } else { whole.saturating_sub(last * limits::SECTION) }
    };
    blocks.into_iter().enumerate().map(|(index, block)| (block, length(index))).collect()
}

impl Row {
    fn length(&self) -> usize {
        match self {
            Self::Label { .. } => 0,
            Self::Value { length, .. } => *length,
        }
    }
}

fn shown(row: Row) -> SlackBlock {
    match row {
        // Outside the value, where no value can say it.
        Row::Label { name, empty: true } => small(&format!("*{name}* (empty)")),
        Row::Label { name, empty: false } => small(&format!("*{name}*")),
        Row::Value { block, .. } => *block,
    }
}

/// Ours, so it is live; an id that is not one of Slack's stays text.
pub(super) fn mention(person: &PersonId) -> String {
    match User::of(person) {
        Some(name) => format!("<@{}>", name.user),
        None => inert::label(&person.0),
    }
}

/// How exactly a moment is told.
#[derive(Clone, Copy)]
pub(super) enum Told {
    Minute,
    Second,
    Day,
}

/// In the reader's own time zone, with a form for those who cannot show that.
pub(super) fn moment(at: Time, told: Told) -> String {
    let time = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
    let (pattern, plain) = match told {
        Told::Minute => ("{time}", "%H:%M UTC"),
        Told::Second => ("{time_secs}", "%H:%M:%S UTC"),
        Told::Day => ("{date_pretty} {time}", "%Y-%m-%d %H:%M UTC"),
    };
    let plain = time.to_zoned(TimeZone::UTC).strftime(plain);
    format!("<!date^{}^{pattern}|{plain}>", time.as_second())
}
