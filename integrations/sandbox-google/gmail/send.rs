//! Sending: what Gmail does to a message between the call and the recipients' inboxes.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use mail_parser::{Address, MessageParser};
use sandbox_world::DmarcSeed;
use serde_json::Value;

use super::authentication;
use super::headers::Envelope;
use super::id::Id;
use super::mailbox::{Arrival, Mailbox, Threading};
use super::message::Reading;
use super::render;
use crate::State;
use crate::call::Call;
use crate::contract::read_bytes;
use crate::refusal::Refusal;

/// `users.messages.send`.
pub(super) fn send(state: &mut State, call: &Call) -> Result<Value, Refusal> {
    let raw = raw(call, "/raw")?;
    let thread = call.text("/threadId").map(Id::read).transpose()?;
    let id = post(&mut state.mailboxes, &call.person, &raw, thread)?;
    sent(state, &call.person, id)
}

/// The answer to a send: the new message's id, thread and labels.
pub(super) fn sent(state: &State, person: &str, id: Id) -> Result<Value, Refusal> {
    let message = state.mailboxes.get(person).and_then(|mailbox| mailbox.message(id));
    message.map(|message| Value::Object(render::short(message))).ok_or_else(Refusal::not_found)
}

/// The bytes of the message that an upload carries, or the body at this pointer.
pub(super) fn raw(call: &Call, pointer: &str) -> Result<Vec<u8>, Refusal> {
    let given = match &call.media {
        Some(media) => Some(media.bytes.to_vec()),
        None => call.text(pointer).and_then(read_bytes),
    };
    given.filter(|raw| !raw.is_empty()).ok_or_else(|| {
        Refusal::argument(
            "'raw' RFC822 payload message string or uploading message via /upload/* URL required",
        )
    })
}

/// Which thread a message joins: the asked one if it is there and the headers fit, else its own.
pub(super) fn threading(mailbox: &Mailbox, raw: &[u8], thread: Option<Id>) -> Result<Threading, Refusal> {
    match thread {
        Some(thread) if mailbox.thread(thread).is_empty() => Err(Refusal::not_found()),
        Some(thread) if mailbox.fits(&Reading::of(raw), thread) => Ok(Threading::Into(thread)),
        Some(_) | None => Ok(Threading::Alone),
    }
}

/// Sends a message from somebody's mailbox to everybody it names; returns the id of the sent copy.
pub(super) fn post(
    mailboxes: &mut BTreeMap<String, Mailbox>,
    person: &str,
    raw: &[u8],
    thread: Option<Id>,
) -> Result<Id, Refusal> {
    let recipients = recipients(raw)?;
    let sender = mailboxes.get_mut(person).ok_or_else(Refusal::not_found)?;
    let threading = threading(sender, raw, thread)?;
    let now = sandbox_world::now();
    let mut envelope = complete(sender, raw, now);
    envelope.set("Message-ID", &fresh_message_id());
    let route =
        format!("from 402817395164 named unknown by gmailapi.google.com with HTTPREST; {}", date(now));
    envelope.prepend("Received", &route);
    let to_self = recipients.iter().any(|address| sender.owns(address));
    let labels: &[&str] = if to_self { &["SENT", "INBOX", "UNREAD"] } else { &["SENT"] };
    let labels = labels.iter().map(|&label| label.to_owned()).collect();
    let date = now.as_millisecond();
    let id = sender.add(Arrival { raw: envelope.to_bytes(), date, labels, threading });
    envelope.remove("Bcc");
    // Whoever gets it is told that it really comes from the address it names: nobody can send in another's.
    let from = sender_of(&envelope.to_bytes());
    for (handle, mailbox) in mailboxes.iter_mut() {
        if handle != person && recipients.iter().any(|address| mailbox.owns(address)) {
            deliver(mailbox, &envelope, &from, date);
        }
    }
    Ok(id)
}

/// A message with the headers Gmail sees to: the sender's own address with their name, a date, an id.
pub(super) fn complete(mailbox: &Mailbox, raw: &[u8], now: Timestamp) -> Envelope {
    let mut envelope = Envelope::read(raw);
    let message = MessageParser::default().parse(raw);
    let from = message.as_ref().and_then(|message| message.from()?.first());
    let own = from.and_then(|from| Some((from, mailbox.identity(from.address()?)?)));
    match (own, from) {
        (Some((from, _)), _) if from.name().is_some() => {}
        (Some((from, own)), _) => {
            envelope.set("From", &named(&own.name, from.address().unwrap_or(&own.address)));
        }
        // Nobody sends in another's name: Gmail puts the account's own address there.
        (None, Some(_)) => envelope.set("From", &mailbox.primary_identity().written()),
        (None, None) => envelope.set("From", &mailbox.default_identity().written()),
    }
    if !envelope.has("Date") {
        envelope.set("Date", &date(now));
    }
    if !envelope.has("Message-ID") {
        envelope.set("Message-ID", &fresh_message_id());
    }
    if !envelope.has("MIME-Version") {
        envelope.set("MIME-Version", "1.0");
    }
    envelope
}

fn sender_of(raw: &[u8]) -> String {
    let message = MessageParser::default().parse(raw);
    let from = message.as_ref().and_then(|message| message.from()?.first()?.address());
    from.unwrap_or_default().to_owned()
}

fn deliver(mailbox: &mut Mailbox, envelope: &Envelope, from: &str, date: i64) {
    let mut copy = envelope.clone();
    authentication::stamp(&mut copy, from, DmarcSeed::Pass);
    copy.prepend("Delivered-To", &mailbox.account.address);
    mailbox.receive(Arrival {
        raw: copy.to_bytes(),
        date,
        labels: vec!["INBOX".to_owned(), "UNREAD".to_owned()],
        threading: Threading::ByReferences,
    });
}

/// Every address in To, Cc and Bcc; at least one, and none that no server could deliver to.
fn recipients(raw: &[u8]) -> Result<Vec<String>, Refusal> {
    let none = || Refusal::argument("Recipient address required");
    let message = MessageParser::default().parse(raw).ok_or_else(none)?;
    let mut found = Vec::new();
    for (name, given) in [("To", message.to()), ("Cc", message.cc()), ("Bcc", message.bcc())] {
        for mailbox in given.into_iter().flat_map(Address::iter) {
            match mailbox.address().filter(|address| is_deliverable(address)) {
                Some(address) => found.push(address.to_owned()),
                None => return Err(Refusal::argument(format!("Invalid {name} header"))),
            }
        }
    }
    if found.is_empty() { Err(none()) } else { Ok(found) }
}

fn is_deliverable(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else { return false };
    let atom =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~.-".contains(&byte) || byte > 127;
    let label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte > 127)
    };
    let local_fine = (1..=64).contains(&local.len())
        && local.bytes().all(atom)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..");
    local_fine && domain.contains('.') && domain.split('.').all(label)
}

pub(super) fn named(name: &str, address: &str) -> String {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" -_".contains(&byte));
    if plain {
        format!("{name} <{address}>")
    } else {
        format!("=?UTF-8?B?{}?= <{address}>", STANDARD.encode(name))
    }
}

fn fresh_message_id() -> String {
    let bytes = [*uuid::Uuid::new_v4().as_bytes(), *uuid::Uuid::new_v4().as_bytes()].concat();
    let text = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes);
    format!("<CA{text}@mail.gmail.com>")
}

fn date(now: Timestamp) -> String {
    now.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_one_recipient_is_needed_and_all_must_be_deliverable() {
        let refused = |raw: &str| recipients(raw.as_bytes()).unwrap_err().message().to_owned();
        assert_eq!(refused("Subject: x\r\n\r\nhi"), "Recipient address required");
        assert_eq!(refused("To: \r\n\r\nhi"), "Recipient address required");
        assert_eq!(refused("To: ana\r\n\r\nhi"), "Invalid To header");
        assert_eq!(refused("To: a@b.example\r\nCc: x@\r\n\r\nhi"), "Invalid Cc header");
        let found = recipients(b"To: Ana <a@b.example>, c@d.example\r\nBcc: e@f.example\r\n\r\nhi").unwrap();
        assert_eq!(found, ["a@b.example", "c@d.example", "e@f.example"]);
    }

    #[test]
    fn addresses_no_server_could_deliver_to_are_told() {
        for bad in ["a", "a@", "@b.example", "a@b", "a..b@c.example", "a b@c.example", "a@-b.example"] {
            assert!(!is_deliverable(bad), "{bad}");
        }
        assert!(is_deliverable("first.last+tag@mail.b-c.example"));
    }
}
