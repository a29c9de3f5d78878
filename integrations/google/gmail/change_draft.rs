//! A draft that is about to be changed: what it says now, and whether it still does.

use kernel::{ChangeState, Code, Effect, Failure, Reversible, Unmade};
use mail_builder::headers::message_id::MessageId;
use mail_builder::headers::text::Text;
use serde::{Deserialize, Serialize};

use super::Gmail;
use super::address::{Mailbox, Named, named_in};
use super::attached::{Attached, Sources, taken_along};
use super::compose::{Answered, Mail, listed};
use super::delivery::has_our_id;
use super::drafts::{Draft, Raw};
use super::kept::{Change, changed, enclosing};
use super::mime::readable;
use super::parent::references;
use super::writing::{address, addresses, file};
use crate::api::{Id, Trouble};
use crate::digest::digest;

/// A draft as it was when the change was planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Earlier {
    pub(crate) draft: String,
    /// The id of its message, which is another after every change.
    message: String,
    pub(crate) from: Vec<Mailbox>,
    pub(crate) to: Vec<Mailbox>,
    pub(crate) cc: Vec<Mailbox>,
    pub(crate) bcc: Vec<Mailbox>,
    pub(crate) subject: String,
    pub(crate) body: String,
    pub(crate) attachments: Vec<Attached>,
    /// The digest of all its bytes, when its text and its files stay as they are.
    kept: Option<String>,
    thread: String,
    references: Vec<String>,
}

impl Earlier {
    pub(crate) async fn fetch(gmail: &Gmail, id: &Id) -> Result<Self, Failure> {
        let draft = gmail.whole_draft(id).await?;
        let message = &draft.message;
        let named = |header: &str| named_in(message.payload.header(header).unwrap_or_default());
        let people = |header: &str| named(header).iter().map(Named::mailbox).collect::<Result<Vec<_>, _>>();
        Ok(Self {
            // Whoever it is from is looked up among the own addresses, so what is no address is nobody.
            from: named("From").iter().filter_map(|named| named.mailbox().ok()).collect(),
            to: people("To")?,
            cc: people("Cc")?,
            bcc: people("Bcc")?,
            subject: message.shown("Subject"),
            body: readable(&message.payload).words,
            attachments: taken_along(gmail, message).await?,
            kept: None,
            thread: message.thread_id.clone(),
            references: references(message),
            message: message.id.clone(),
            draft: draft.id,
        })
    }

    /// Its text, formatting, images and files stay as they are, byte by byte.
    pub(crate) async fn keeping_its_body(self, gmail: &Gmail) -> Result<Self, Failure> {
        let raw = self.raw(gmail).await?;
        Ok(Self { kept: Some(digest(&raw.bytes)), ..self })
    }

    async fn raw(&self, gmail: &Gmail) -> Result<Raw, Failure> {
        let raw = match gmail.raw_draft(&Id::parse("draft", &self.draft)?).await {
            Ok(raw) => raw,
            Err(Trouble::Missing(_)) => return Err(gone()),
            Err(trouble) => return Err(trouble.into()),
        };
        if raw.message == self.message { Ok(raw) } else { Err(edited()) }
    }

    /// The conversation it stands in, if it answers something.
    pub(crate) fn answers(&self) -> Option<Answered> {
        let references = self.references.clone();
        (!references.is_empty()).then(|| Answered { thread: self.thread.clone(), references })
    }

    /// Every field as it was and as it will be.
    pub(crate) fn compared(&self, mail: &Mail, effect: Effect) -> Effect {
        let effect = match &self.kept {
            Some(_) => effect.field("Stays as it is", "The text with its formatting, images and files"),
            None => effect,
        };
        let files = |files: &[Attached]| files.iter().map(Attached::shown).collect::<Vec<_>>().join("\n");
        [
            ("From", listed(&self.from), mail.from.shown()),
            ("To", listed(&self.to), listed(&mail.to)),
            ("Cc", listed(&self.cc), listed(&mail.cc)),
            ("Bcc", listed(&self.bcc), listed(&mail.bcc)),
            ("Subject", self.subject.clone(), mail.subject.clone()),
            ("Body", self.body.clone(), mail.text()),
            ("Attachments", files(&self.attachments), files(&mail.attachments)),
        ]
        .into_iter()
        .fold(effect, |effect, (name, before, after)| {
            let value = if before == after { after } else { format!("{before} → {after}") };
            if name == "Body" { effect.content(name, value) } else { effect.field(name, value) }
        })
    }

    async fn bytes(&self, sources: &Sources, mail: &Mail) -> Result<Vec<u8>, Failure> {
        let Some(kept) = &self.kept else {
            return mail.bytes(&sources.contents(&mail.attachments).await?);
        };
        let raw = self.raw(&sources.gmail).await?.bytes;
        if digest(&raw) != *kept {
            return Err(edited());
        }
        let added = mail.attachments.get(self.attachments.len()..).unwrap_or_default();
        if added.is_empty() {
            return Ok(changed(&raw, self.changes(mail)));
        }
        let contents = sources.contents(added).await?;
        let files = added.iter().zip(&contents).map(|(attached, bytes)| file(attached, bytes)).collect();
        Ok(enclosing(&raw, self.changes(mail), mail.multipart("mixed"), files))
    }

    /// The fields of its head that become others. By its own id the changed draft is known again.
    fn changes(&self, mail: &Mail) -> Vec<Change> {
        let mut changes = vec![Change::set("Message-ID", &MessageId::new(mail.message_id.as_str()))];
        if self.from != [mail.from.clone()] {
            changes.push(Change::set("From", &address(&mail.from)));
        }
        let lists = [("To", &self.to, &mail.to), ("Cc", &self.cc, &mail.cc), ("Bcc", &self.bcc, &mail.bcc)];
        for (name, _, after) in lists.into_iter().filter(|(_, before, after)| before != after) {
            changes.push(if after.is_empty() {
                Change::remove(name)
            } else {
                Change::set(name, &addresses(after))
            });
        }
        if self.subject != mail.subject {
            changes.push(Change::set("Subject", &Text::new(mail.subject.as_str())));
        }
        changes
    }
}

/// An earlier draft that becomes another mail.
pub(crate) struct Replacement<'a> {
    pub(crate) earlier: &'a Earlier,
    pub(crate) mail: &'a Mail,
}

impl Reversible for Replacement<'_> {
    type Site = Sources;
    /// None if it was sent or thrown away.
    type Seen = Option<Draft>;
    type Made = Draft;

    async fn look(&self, sources: &Sources) -> Result<Option<Draft>, Failure> {
        match sources.gmail.draft(&Id::parse("draft", &self.earlier.draft)?).await {
            Ok(now) => Ok(Some(now)),
            Err(Trouble::Missing(_)) => Ok(None),
            Err(trouble) => Err(trouble.into()),
        }
    }

    fn check(&self, now: &Option<Draft>) -> Result<(), Failure> {
        match now {
            None => Err(gone()),
            Some(now) if self.is_in(now) || now.message.id == self.earlier.message => Ok(()),
            Some(_) => Err(edited()),
        }
    }

    fn stands(&self, now: Option<Draft>) -> ChangeState<Draft> {
        match now {
            Some(now) if self.is_in(&now) => ChangeState::After(now),
            Some(now) if now.message.id == self.earlier.message => ChangeState::Before,
            Some(_) | None => ChangeState::Neither,
        }
    }

    async fn send(&self, sources: &Sources, now: Option<Option<Draft>>) -> Result<Draft, Unmade> {
        // An earlier attempt at the same call has put it in already.
        if let Some(now) = now.flatten().filter(|now| self.is_in(now)) {
            return Ok(now);
        }
        let bytes = self.earlier.bytes(sources, self.mail).await?;
        let id = Id::parse("draft", &self.earlier.draft)?;
        let thread = self.mail.thread.as_deref().map(|thread| Id::parse("thread", thread)).transpose()?;
        sources.gmail.update_draft(&id, &bytes, thread.as_ref()).await.map_err(Unmade::from)
    }

    fn unknown(&self) -> String {
        unknown(self.mail)
    }
}

impl Replacement<'_> {
    fn is_in(&self, draft: &Draft) -> bool {
        has_our_id(&draft.message, self.mail)
    }
}

/// Where nobody can tell whether a draft holds this mail.
pub(crate) fn unknown(mail: &Mail) -> String {
    format!(
        "It is not known whether the draft was written. Look in Drafts of {} before asking again.",
        mail.from.address
    )
}

fn gone() -> Failure {
    stale("The draft was sent or thrown away in the meantime.")
}

fn edited() -> Failure {
    stale("The draft was changed in the meantime; it was left as it is.")
}

fn stale(what: &str) -> Failure {
    Failure::model(Code::StaleWrite, format!("{what} Look at it in Gmail, then ask again."))
}
