//! A letter as it will be sent, field by field.

use std::time::Duration;

use kernel::{AccountId, Call, Effect, Failure, Label, Readers, Sink, SinkKind, Time};
use serde::{Deserialize, Serialize};

use super::address::Mailbox;
use super::attached::{Attached, check_size};
use super::quote::{Quotable, Quote};
use super::sender::{Sender, Signature};
use crate::digest::digest;

const MOST_RECIPIENTS: usize = 100;
/// Longer ones are cut or refused on the way.
const LONGEST_SUBJECT: usize = 900;
const LONGEST_BODY: usize = 500_000;

/// What is countersigned and sent: with the bytes of the attached files, it gives the message down to the last byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mail {
    /// One of the account's own addresses.
    pub(crate) from: Mailbox,
    pub(crate) to: Vec<Mailbox>,
    pub(crate) cc: Vec<Mailbox>,
    pub(crate) bcc: Vec<Mailbox>,
    pub(crate) subject: String,
    /// Without the signature.
    pub(crate) body: String,
    pub(crate) signature: Option<Signature>,
    /// What it answers, under the signature.
    pub(crate) quote: Option<Quote>,
    pub(crate) attachments: Vec<Attached>,
    /// The conversation it goes into; a new one if there is none.
    pub(crate) thread: Option<String>,
    /// The chain of message ids it answers, the newest last; without angle brackets.
    pub(crate) references: Vec<String>,
    /// Without angle brackets. Ours, until Gmail replaces it on sending.
    pub(crate) message_id: String,
    pub(crate) written: Time,
    /// How long it is held back once it may be sent.
    #[serde(default, skip_serializing_if = "Duration::is_zero")]
    pub(crate) hold: Duration,
}

/// What a letter is made of.
pub(crate) struct Words {
    pub(crate) from: Sender,
    pub(crate) to: Vec<Mailbox>,
    pub(crate) cc: Vec<Mailbox>,
    pub(crate) bcc: Vec<Mailbox>,
    pub(crate) subject: String,
    pub(crate) body: String,
    pub(crate) quote: Option<Quotable>,
    pub(crate) attachments: Vec<Attached>,
    pub(crate) answers: Option<Answered>,
}

/// The message that is answered.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) thread: String,
    /// The chain of message ids, the answered one last; without angle brackets.
    pub(crate) references: Vec<String>,
}

impl Mail {
    pub(crate) fn compose(words: Words, call: &Call, now: Time) -> Result<Self, Failure> {
        check(&words)?;
        let recipients = words.to.iter().chain(&words.cc).chain(&words.bcc);
        let quote = words.quote.map(|quotable| quotable.going_to(recipients));
        let (thread, references) = match words.answers {
            Some(answered) => (Some(answered.thread), answered.references),
            None => (None, Vec::new()),
        };
        Ok(Self {
            from: words.from.mailbox,
            to: words.to,
            cc: words.cc,
            bcc: words.bcc,
            subject: words.subject,
            body: words.body.replace("\r\n", "\n").replace('\r', "\n"),
            signature: words.from.signature,
            quote,
            attachments: words.attachments,
            thread,
            references,
            message_id: message_id(&call.key, &call.account),
            written: now,
            hold: Duration::ZERO,
        })
    }

    #[must_use]
    pub(crate) fn held_for(self, hold: Duration) -> Self {
        Self { hold, ..self }
    }

    /// What is sent must go to somebody; a draft need not yet.
    pub(crate) fn addressed(self) -> Result<Self, Failure> {
        if self.to.is_empty() {
            return Err(Failure::invalid("`to` is empty. Name at least one recipient."));
        }
        Ok(self)
    }

    /// The text as it is read: with the signature under it, and what it answers.
    pub(crate) fn text(&self) -> String {
        // Where a line of dashes ends the letter, mail programs leave out what follows: a quote would go with it.
        let dashes = if self.quote.is_some() { "" } else { "-- \n" };
        let signature = self.signature.as_ref().map(|signature| format!("{dashes}{}", signature.text));
        let quote = self.quote.as_ref().map(Quote::text);
        [Some(self.body.clone()), signature, quote].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
    }

    /// Its head on the card.
    pub(crate) fn head(&self, effect: Effect) -> Effect {
        effect
            .field("From", self.from.shown())
            .field("To", listed(&self.to))
            .field("Cc", listed(&self.cc))
            .field("Bcc", listed(&self.bcc))
            .content("Subject", &self.subject)
    }

    /// Of an answer, on the card: whether what it answers goes along.
    pub(crate) fn quoting(&self, effect: Effect) -> Effect {
        match &self.quote {
            Some(quote) => quote.shown(effect),
            None => effect.field("Quoted", "nothing"),
        }
    }

    /// What it says and carries, on the card.
    pub(crate) fn content(&self, effect: Effect) -> Effect {
        let signature = self.signature.as_ref().map_or("none", |signature| signature.text.as_str());
        let files: Vec<String> = self.attachments.iter().map(Attached::shown).collect();
        effect
            .content("Body", &self.body)
            .field("Signature", signature)
            .field("Attachments", if files.is_empty() { "none".to_owned() } else { files.join("\n") })
    }

    pub(crate) fn recipients(&self) -> impl Iterator<Item = &Mailbox> {
        self.to.iter().chain(&self.cc).chain(&self.bcc)
    }

    /// Whether it goes into a conversation, to those who are in it.
    pub(crate) fn is_answer(&self) -> bool {
        !self.references.is_empty()
    }

    /// The label of what is said about it, where it took words from a stranger: whoever gets it can read them anyway.
    pub(crate) fn label(&self, through: &str, what: &str) -> Label {
        let people = self.recipients().chain([&self.from]).map(|mailbox| mailbox.address.as_str());
        Label::stranger(through, what).called([self.subject.clone()]).read_by(Readers::only(people))
    }

    /// The recipients, each with their pointer below `at`.
    fn pointed<'a>(&'a self, at: &'a str) -> impl Iterator<Item = (String, &'a Mailbox)> {
        let lists = [("to", &self.to), ("cc", &self.cc), ("bcc", &self.bcc)];
        lists.into_iter().flat_map(move |(list, mailboxes)| {
            mailboxes.iter().enumerate().map(move |(index, one)| (format!("{at}/{list}/{index}"), one))
        })
    }

    /// The places its words go to. `at` is the pointer to this letter in the plan.
    pub(crate) fn sinks(&self, at: &str) -> Vec<Sink> {
        let recipient = |(pointer, mailbox): (String, &Mailbox)| {
            Sink::new(SinkKind::Recipient, format!("{pointer}/address"), &mailbox.address)
        };
        let words = [
            Sink::new(SinkKind::Title, format!("{at}/subject"), &self.subject),
            Sink::new(SinkKind::Words, format!("{at}/body"), &self.body),
        ];
        let files = self.attachments.iter().enumerate().map(|(index, attached)| {
            Sink::new(SinkKind::Enclosed, format!("{at}/attachments/{index}/name"), &attached.name)
        });
        let quote = self.quote.iter();
        let quote = quote.map(|quote| Sink::new(SinkKind::Quote, format!("{at}/quote/text"), quote.words()));
        self.pointed(at).map(recipient).chain(words).chain(quote).chain(files).collect()
    }

    /// The names before the addresses: words like any other, where they were not taken from a mail.
    pub(crate) fn names(&self, at: &str) -> Vec<Sink> {
        let name = |(pointer, mailbox): (String, &Mailbox)| {
            let name = mailbox.name.as_deref().filter(|name| !name.trim().is_empty())?;
            Some(Sink::new(SinkKind::Title, format!("{pointer}/name"), name))
        };
        self.pointed(at).filter_map(name).collect()
    }
}

pub(crate) fn listed(mailboxes: &[Mailbox]) -> String {
    if mailboxes.is_empty() {
        return "nobody".to_owned();
    }
    mailboxes.iter().map(Mailbox::shown).collect::<Vec<_>>().join(", ")
}

/// The same for every attempt at a call, and for no other call.
fn message_id(key: &str, account: &AccountId) -> String {
    let domain = account.0.rsplit_once('@').map_or("countersign.invalid", |(_, domain)| domain);
    format!("{}@{domain}", digest(format!("{account} {key}")))
}

fn check(words: &Words) -> Result<(), Failure> {
    let recipients = words.to.len() + words.cc.len() + words.bcc.len();
    if recipients > MOST_RECIPIENTS {
        return Err(Failure::invalid("That is more than a hundred recipients. Send it to fewer."));
    }
    if words.subject.contains(|letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}'))
    {
        return Err(Failure::invalid(
            "`subject` holds a line break or another control character. A subject is one line.",
        ));
    }
    if words.subject.chars().count() > LONGEST_SUBJECT {
        return Err(Failure::invalid("`subject` is too long. Use at most 900 characters."));
    }
    if words.body.len() > LONGEST_BODY {
        return Err(Failure::invalid("`body` is too long for a mail. Shorten it."));
    }
    check_size(words.attachments.iter().map(|attached| attached.size).sum())
}
