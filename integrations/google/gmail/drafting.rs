//! A draft that is about to be changed: what it says now, and whether it still does.

use kernel::{Code, Effect, Failure};
use serde::{Deserialize, Serialize};

use super::Gmail;
use super::address::{Mailbox, named_in};
use super::attached::{Attached, Sources, taken_along};
use super::compose::{Answered, Mail, listed};
use super::delivery::has_our_id;
use super::drafts::Draft;
use super::mime::readable;
use super::parent::references;
use crate::api::{Id, Trouble};

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
    thread: String,
    references: Vec<String>,
}

impl Earlier {
    pub(crate) async fn fetch(gmail: &Gmail, id: &Id) -> Result<Self, Failure> {
        let draft = gmail.whole_draft(id).await?;
        let message = &draft.message;
        let people = |header: &str| {
            let named = named_in(message.payload.header(header).unwrap_or_default());
            named.iter().map(super::address::Named::mailbox).collect::<Result<Vec<_>, _>>()
        };
        Ok(Self {
            from: people("From")?,
            to: people("To")?,
            cc: people("Cc")?,
            bcc: people("Bcc")?,
            subject: message.shown("Subject"),
            body: readable(&message.payload).words,
            attachments: taken_along(gmail, message).await?,
            thread: message.thread_id.clone(),
            references: references(message),
            message: message.id.clone(),
            draft: draft.id,
        })
    }

    /// The conversation it stands in, if it answers something.
    pub(crate) fn answers(&self) -> Option<Answered> {
        let references = self.references.clone();
        (!references.is_empty()).then(|| Answered { thread: self.thread.clone(), references })
    }

    /// Every field as it was and as it will be.
    pub(crate) fn compared(&self, mail: &Mail, effect: Effect) -> Effect {
        let files = |files: &[Attached]| files.iter().map(Attached::shown).collect::<Vec<_>>().join("\n");
        [
            ("From", listed(&self.from), mail.from.clone()),
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

    /// Puts the new words in, unless somebody else has changed the draft.
    pub(crate) async fn replace(&self, sources: &Sources, mail: &Mail) -> Result<Draft, Failure> {
        let gmail = &sources.gmail;
        let id = Id::parse("draft", &self.draft)?;
        let now = match gmail.draft(&id).await {
            Ok(now) => now,
            Err(Trouble::Missing(_)) => {
                return Err(stale("The draft was sent or thrown away in the meantime."));
            }
            Err(trouble) => return Err(trouble.into()),
        };
        if has_our_id(&now.message, mail) {
            return Ok(now);
        }
        if now.message.id != self.message {
            return Err(stale("The draft was changed in the meantime; it was left as it is."));
        }
        let bytes = mail.bytes(&sources.contents(&mail.attachments).await?)?;
        let thread = mail.thread.as_deref().map(|thread| Id::parse("thread", thread)).transpose()?;
        match gmail.update_draft(&id, &bytes, thread.as_ref()).await {
            Ok(draft) => Ok(draft),
            Err(Trouble::Lost(failure)) => self.replaced(gmail, mail).await?.ok_or(failure),
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// The draft, if it holds the new words.
    pub(crate) async fn replaced(&self, gmail: &Gmail, mail: &Mail) -> Result<Option<Draft>, Failure> {
        match gmail.draft(&Id::parse("draft", &self.draft)?).await {
            Ok(now) => Ok(has_our_id(&now.message, mail).then_some(now)),
            Err(Trouble::Missing(_)) => Ok(None),
            Err(trouble) => Err(trouble.into()),
        }
    }
}

fn stale(what: &str) -> Failure {
    Failure::model(Code::StaleWrite, format!("{what} Look at it in Gmail, then ask again."))
}
