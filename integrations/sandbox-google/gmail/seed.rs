//! Puts the mail of a world into its people's mailboxes, and later mail from outside.

use std::collections::BTreeMap;

use jiff::Timestamp;
use sandbox_world::{MailSeed, World, WorldFault, moment};

use super::authentication;
use super::compose::{Letter, compose};
use super::drafts;
use super::headers::Envelope;
use super::labels;
use super::mailbox::{Arrival, Mailbox, Threading};
pub(crate) use super::records::Keyed;
use crate::State;
use crate::account::Account;

/// Puts all mail of a world in, oldest first. What a mailbox starts with is not part of its history.
pub(crate) fn seed(state: &mut State, world: &World, now: Timestamp) -> Result<(), WorldFault> {
    let mut mail = Vec::new();
    for seed in &world.mail {
        mail.push((moment(&seed.when, now)?, seed));
    }
    mail.sort_by_key(|(time, _)| *time);
    let accounts = Account::all(world);
    for (time, seed) in mail {
        deliver(state, &accounts, seed, time)?;
    }
    for mailbox in state.mailboxes.values_mut() {
        mailbox.history.forget();
    }
    Ok(())
}

/// Puts one message into the mailboxes of those it names.
pub(crate) fn deliver(
    state: &mut State,
    accounts: &[Account],
    seed: &MailSeed,
    time: Timestamp,
) -> Result<(), WorldFault> {
    let people =
        |names: &[String]| names.iter().map(|name| person(accounts, name)).collect::<Result<Vec<_>, _>>();
    let from = person(accounts, &seed.from)?;
    let (to, cc, blind) = (people(&seed.to)?, people(&seed.cc)?, people(&seed.blind)?);
    let parent = match &seed.replies_to {
        None => None,
        Some(key) => Some(state.keyed.get(key).cloned().ok_or_else(|| WorldFault::UnknownKey(key.clone()))?),
    };
    let mut references = parent.as_ref().map_or_else(Vec::new, |parent| parent.references.clone());
    references.extend(parent.map(|parent| parent.message_id));
    let host = from.address.rsplit_once('@').map_or("mail.example", |(_, host)| host);
    let message_id = format!("{}@{host}", uuid::Uuid::new_v4().simple());
    let raw = compose(&Letter {
        seed,
        from: &from,
        to: &to,
        cc: &cc,
        message_id: &message_id,
        references: &references,
        time,
    })?;
    if let Some(key) = &seed.key {
        state.keyed.insert(key.clone(), Keyed { message_id, references });
    }
    let recipients: Vec<&Account> = to.iter().chain(&cc).chain(&blind).collect();
    file(&mut state.mailboxes, &Filing { seed, from: &from, recipients: &recipients, raw: &raw, time });
    Ok(())
}

struct Filing<'a> {
    seed: &'a MailSeed,
    from: &'a Account,
    recipients: &'a [&'a Account],
    raw: &'a [u8],
    time: Timestamp,
}

fn file(mailboxes: &mut BTreeMap<String, Mailbox>, filing: &Filing<'_>) {
    let is_draft = filing.seed.labels.iter().any(|label| label == "DRAFT");
    let among = |mailbox: &Mailbox| filing.recipients.iter().any(|one| mailbox.owns(&one.address));
    let inside = mailboxes.values().any(among);
    for mailbox in mailboxes.values_mut() {
        let (sent, received) = (mailbox.owns(&filing.from.address), among(mailbox) && !is_draft);
        if !sent && !received {
            continue;
        }
        let mut wanted: Vec<String> = Vec::new();
        if sent && !is_draft {
            wanted.push("SENT".to_owned());
        }
        if received {
            let away = filing.seed.labels.iter().any(|label| matches!(label.as_str(), "SPAM" | "TRASH"));
            wanted.extend((!filing.seed.archived && !away).then(|| "INBOX".to_owned()));
            wanted.extend(filing.seed.unread.then(|| "UNREAD".to_owned()));
        }
        // Labels are the recipients' order of their mail; the sender's own only where nobody else here has it.
        if received || is_draft || !inside {
            wanted.extend(filing.seed.labels.iter().cloned());
        }
        let labels = wanted.iter().map(|name| labels::by_name(mailbox, name)).collect();
        let mut envelope = Envelope::read(filing.raw);
        if received {
            authentication::stamp(&mut envelope, &filing.from.address, filing.seed.dmarc);
            envelope.prepend("Delivered-To", &mailbox.account.address.clone());
        }
        let arrival = Arrival {
            raw: envelope.to_bytes(),
            date: filing.time.as_millisecond(),
            labels,
            threading: Threading::ByReferences,
        };
        let id = if received { mailbox.receive(arrival) } else { mailbox.add(arrival) };
        if is_draft {
            mailbox.drafts.insert(drafts::fresh_id(), id);
        }
    }
}

/// A handle, `Name <address>`, or a bare address.
pub(crate) fn person(accounts: &[Account], text: &str) -> Result<Account, WorldFault> {
    let text = text.trim();
    if let Some(account) = accounts.iter().find(|account| account.handle == text) {
        return Ok(account.clone());
    }
    let (name, address) = match text.strip_suffix('>').and_then(|text| text.rsplit_once('<')) {
        Some((name, address)) => (name.trim().trim_matches('"'), address.trim()),
        None => ("", text),
    };
    if !address.contains('@') {
        return Err(WorldFault::UnknownPerson(text.to_owned()));
    }
    Ok(Account { handle: String::new(), name: name.to_owned(), address: address.to_owned() })
}
