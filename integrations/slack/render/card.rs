//! The approval card: every argument, inert, each value in blocks of its own so that it cannot look like another.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::{AccountId, Alike, Card, CardReader, Face, Lasting, Needed, PersonId, Risk, Showing, Time};
use slack_morphism::blocks::{SlackActionBlockElement, SlackBlock, SlackBlockButtonStyle};
use url::Url;

use super::blocks::{actions, headline, line, note, once_more, plain_in_one, pressable, small};
use super::fields::{self, Room};
use super::inert;
use crate::action_ids::{ALWAYS, APPROVE, APPROVE_ALIKE, DENY, DENY_BECAUSE, EDIT, TAKE_BACK, VIEW_ALL};
use crate::limits::{self, cut};
use crate::names::User;

/// What stands around the fields takes no more than this, whatever becomes of the card: what it left out when it was
/// asked is what it leaves out ever after.
const AROUND: Room = Room { blocks: 11, text: 5000 };
/// An address longer than this is not shown.
const LINK: usize = 400;
/// The sentence, the reason and the outcome, each.
const SENTENCE: usize = 900;
/// What stands above the reason.
pub(super) const WHY: &str = "*Why you are asked*";
/// One warning, and all of them.
const BANNER: usize = 300;
const BANNERS: usize = 1500;

/// Whose account it works in, if in any.
pub(super) fn account(card: &Card) -> Option<SlackBlock> {
    let shown = card.showing != Showing::Outline && card.account != AccountId::none();
    shown.then(|| note(&format!("Account: {}", cut(&card.account.0, limits::HEADER))))
}

pub(super) fn blocks(card: &Card) -> Vec<SlackBlock> {
    let mut blocks: Vec<SlackBlock> = headline(&cut(&card.sentence, SENTENCE)).into_iter().collect();
    blocks.extend(account(card));
    blocks.extend(warnings(card));
    blocks.extend(fields::blocks(card, ROOM));
    blocks.extend(closing(card));
    blocks
}

/// What a person should see at once, in one block. Names in it may be a stranger's: nothing in it is live.
fn warnings(card: &Card) -> Option<SlackBlock> {
    let lines = card.banners.iter().map(|words| format!("⚠️ {}", cut(words, BANNER).replace('\n', " ")));
    let all = lines.collect::<Vec<_>>().join("\n");
    plain_in_one(&cut(&all, BANNERS))
}

/// Every word of a card that cannot show them all, and the name of the file they stand in.
pub(super) fn whole(card: &Card) -> Option<(String, String)> {
    let file = (card.showing == Showing::Whole).then(|| fields::whole(card, ROOM)).flatten();
    file.map(|text| (fields::file_name(card), text))
}

const ROOM: Room = Room { blocks: limits::BLOCKS - AROUND.blocks, text: limits::CARD - AROUND.text };

/// The card in one sentence, for a notification.
pub(super) fn in_words(card: &Card) -> String {
    let state = match &card.face {
        Face::Pending => "waits for a decision",
        Face::Signed { .. } => "signed, waits for somebody else",
        Face::Held { .. } => "approved, about to be done",
        Face::Running { .. } => "approved, running",
        Face::Done { .. } => "done",
        Face::Failed { .. } => "failed",
        Face::Unknown { .. } => "unknown whether it happened",
        Face::Denied { .. } => "denied, not done",
        Face::Expired => "expired, not done",
        Face::Void { .. } => "withdrawn, not done",
        Face::Answered { .. } => "answered",
        Face::Changed { .. } => "changed",
        Face::Forgotten { .. } => "deleted",
    };
    format!("{} ({state})", card.sentence)
}

/// What stands below the fields: why, who and until when, and the buttons or what became of them.
fn closing(card: &Card) -> Vec<SlackBlock> {
    let mut blocks = because(&card.why, SENTENCE);
    let digest = inert::label(&card.digest);
    let requester = mention(&card.requester);
    match &card.face {
        Face::Pending | Face::Signed { .. } => {
            if let Face::Signed { by } = &card.face {
                blocks.push(line(&format!("✍️ *Signed by {}*", people(by))));
            }
            let until = moment(card.expires, Told::Minute);
            // An approver, and whoever reads the thread, reads the card of somebody else: “you wrote this” is not said of
            // them.
            let you = match (card.reader, card.showing) {
                (CardReader::Requester, Showing::Whole | Showing::Outline) => String::new(),
                (CardReader::Approver, _) | (_, Showing::Summary) => {
                    format!(" · “you” on this card is {requester}")
                }
            };
            blocks.push(small(&format!("{}{you} · until {until} · `{digest}`", who_decides(card))));
            let id = &card.approval.0;
            let block_id = limits::cut(&format!("countersign-{id}"), limits::BLOCK_ID);
            blocks.push(actions(&block_id, buttons(card)));
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
            blocks.extend(plain_in_one(&cut(&card.reason, SENTENCE)));
            blocks.extend(card.link.as_deref().and_then(|link| seen_at(link, LINK)).map(|link| small(&link)));
        }
    }
    blocks
}

/// Who may press.
fn who_decides(card: &Card) -> String {
    let (requester, approvers) = (mention(&card.requester), people(&card.deciders.approvers));
    match card.deciders.needed {
        _ if card.deciders.approvers.is_empty() => format!("Only {requester} can decide"),
        Needed::Either => {
            format!("Asked by {requester} · {requester} or one of these can decide: {approvers}")
        }
        Needed::Both => {
            format!("Asked by {requester} · {requester} and one of these must both approve: {approvers}")
        }
    }
}

/// So many are named.
const NAMED: usize = 10;

fn people(people: &[PersonId]) -> String {
    let more = people.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{more} more"));
    people.iter().take(NAMED).map(mention).chain(more).collect::<Vec<_>>().join(", ")
}

/// Why it is asked. Under a name of its own, or it could be taken for the end of the value above it.
pub(super) fn because(why: &str, most: usize) -> Vec<SlackBlock> {
    plain_in_one(&cut(why, most)).map_or_else(Vec::new, |why| vec![small(WHY), why])
}

fn buttons(card: &Card) -> Vec<SlackActionBlockElement> {
    let id = &card.approval.0;
    let approve = pressable("Approve", APPROVE, id).with_style(SlackBlockButtonStyle::Primary);
    let approve = match card.risk {
        Risk::Usual => approve,
        Risk::High => approve.with_confirm(once_more("Are you sure?", &card.sentence, "Approve")),
    };
    let alike = (card.alike == Alike::InThisThread).then(|| {
        let words = "For an hour I do the like of this in this thread without asking: the same tool, the same account, only for \
                     you. Never what reaches somebody else. “Stop” ends it.";
        pressable("Approve for an hour here", APPROVE_ALIKE, id)
            .with_confirm(once_more("Without asking again?", words, "Approve"))
    });
    let deny = pressable("Deny", DENY, id).with_style(SlackBlockButtonStyle::Danger);
    let edit = (card.reader == CardReader::Requester).then(|| pressable("Edit…", EDIT, id).into());
    let mut buttons: Vec<SlackActionBlockElement> = [approve.into()].into_iter().chain(edit).collect();
    let always = (card.lasting == Lasting::Offered).then(|| pressable("Always…", ALWAYS, id).into());
    buttons.splice(1..1, alike.map(Into::into).into_iter().chain(always));
    buttons.extend([deny.into(), pressable("Deny, and say why…", DENY_BECAUSE, id).into()]);
    if card.showing != Showing::Whole || fields::whole(card, ROOM).is_some() {
        buttons.push(pressable("View all", VIEW_ALL, id).into());
    }
    buttons
}

/// Where what was done can be seen, in our own mrkdwn. Only an address of the web, and its host stands beside it.
pub(super) fn seen_at(link: &str, most: usize) -> Option<String> {
    let address = Url::parse(link).ok().filter(|address| address.scheme() == "https")?;
    let host = address.host_str()?.to_owned();
    let address = address.as_str();
    let plain = !address.contains(['|', '<', '>']) && limits::length(address) <= most;
    plain.then(|| format!("<{}|Open it> · {}", inert::escaped(address), inert::label(&host)))
}

/// What became of the card. Nothing here can be pressed.
pub(super) fn outcome(face: &Face) -> Vec<SlackBlock> {
    let said = |headline: String, words: &str| {
        let mut blocks = vec![line(&headline)];
        blocks.extend(plain_in_one(&cut(words, SENTENCE)));
        blocks
    };
    match face {
        Face::Pending | Face::Signed { .. } | Face::Held { .. } => Vec::new(),
        Face::Running { by } => said(format!("⏳ *Approved by {} – running*", mention(by)), ""),
        Face::Done { by, words } => said(format!("✅ *Done* – approved by {}", mention(by)), words),
        Face::Failed { by, words } => said(format!("❌ *Failed* – approved by {}", mention(by)), words),
        Face::Unknown { by, words } => {
            said(format!("⚠️ *Unknown whether it happened* – approved by {}", mention(by)), words)
        }
        Face::Denied { by } => said(format!("🚫 *Denied by {} – not done*", mention(by)), ""),
        Face::Expired => said("⌛ *Expired – not done*".to_owned(), ""),
        Face::Void { why } => said("↩️ *Withdrawn – not done*".to_owned(), why),
        Face::Answered { by } => said(format!("✅ *Answered by {}*", mention(by)), ""),
        Face::Changed { by } => {
            said(format!("↩️ *Changed by {} – not done as it stands here*", mention(by)), "")
        }
        Face::Forgotten { words } => said("↩️ *Deleted*".to_owned(), words),
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
