//! One thing of a list: what it is, when it was or until when it can be decided, where it stands, and what can be done about it.

use kernel::{Button, HomePress, Item, Link, Verdict};
use slack_morphism::blocks::{SlackBlock, SlackBlockButtonElement};
use url::Url;

use super::blocks::{actions, plain_in_one, pressable, small, sure};
use super::card::{Told, moment};
use super::inert;
use crate::action_ids::{
    ASK_ALWAYS, ASK_BY_KIND, CONNECT, DISCONNECT, END_ORDER, END_RULE, SIGN_IN, TAKE_BACK, UNDO, USE_ACCOUNT,
};
use crate::limits::{self, cut, length};

/// Its words, what stands below them, and its buttons.
pub(super) const MOST_BLOCKS: usize = 3;
/// What a line says at most: a list of many must stay one.
const WORDS: usize = 600;
const NOTE: usize = 600;

/// Characters for what surrounds a moment or a link, and for the labels of the buttons.
const AROUND: usize = 400;

/// How much of a message it takes up. A list whose lines all counted as full would be torn into messages of one line.
pub(super) fn weight(line: &Item) -> usize {
    let address = line.link.as_ref().map_or(0, |link| length(&link.url).min(limits::LINK));
    length(&line.words).min(WORDS) + length(&line.note).min(NOTE) + address + AROUND
}

/// `number` tells its buttons apart from others in the same place.
pub(super) fn blocks(line: &Item, number: usize) -> Vec<SlackBlock> {
    let mut blocks: Vec<SlackBlock> = plain_in_one(&cut(&line.words, WORDS)).into_iter().collect();
    let below: Vec<String> = [
        Some(inert::label(&cut(&line.note, NOTE))).filter(|note| !note.is_empty()),
        line.at.map(|at| moment(at, Told::Day)),
        line.until.map(|until| format!("until {}", moment(until, Told::Day))),
        line.link.as_ref().and_then(link),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !below.is_empty() {
        blocks.push(small(&below.join(" · ")));
    }
    let buttons: Vec<_> = line.buttons.iter().filter_map(button).map(Into::into).collect();
    if !buttons.is_empty() {
        blocks.push(actions(&format!("line-{number}"), buttons));
    }
    blocks
}

/// Live only if it is an address, and nothing in it can end the link.
fn link(link: &Link) -> Option<String> {
    let url = Url::parse(&link.url).ok().filter(|url| matches!(url.scheme(), "https" | "http"))?;
    let plain = !url.as_str().contains(['|', '<', '>']) && length(url.as_str()) <= limits::LINK;
    plain.then(|| format!("<{}|{}>", inert::escaped(url.as_str()), inert::label(&link.label)))
}

fn button(button: &Button) -> Option<SlackBlockButtonElement> {
    let (action, value) = match &button.press {
        HomePress::Connect => (CONNECT, "connect"),
        HomePress::Use(account) => (USE_ACCOUNT, account.0.as_str()),
        HomePress::Disconnect(account) => (DISCONNECT, account.0.as_str()),
        HomePress::EndOrder(approval) => (END_ORDER, approval.0.as_str()),
        HomePress::EndRule(rule) => (END_RULE, rule.0.as_str()),
        HomePress::Decide(approval, Verdict::Approve | Verdict::ApproveAlike) => (UNDO, approval.0.as_str()),
        HomePress::Decide(approval, Verdict::Deny) => (TAKE_BACK, approval.0.as_str()),
        HomePress::Ask(kernel::Asking::Always) => (ASK_ALWAYS, "always"),
        HomePress::Ask(kernel::Asking::ByKind) => (ASK_BY_KIND, "by_kind"),
        HomePress::SignIn(consent) => (SIGN_IN, consent.0.as_str()),
    };
    if value.is_empty() || length(value) > limits::VALUE {
        return None;
    }
    let shown = pressable(&button.label, action, value);
    Some(match &button.press {
        HomePress::Disconnect(_) => shown.with_confirm(sure()),
        HomePress::Connect
        | HomePress::Use(_)
        | HomePress::Decide(..)
        | HomePress::EndOrder(_)
        | HomePress::EndRule(_)
        | HomePress::Ask(_)
        | HomePress::SignIn(_) => shown,
    })
}
