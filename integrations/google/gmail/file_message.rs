//! Filing: labels put on and taken off a message or a whole conversation, with the way back.
//!
//! Doesn't know which tool wants it, nor what a label means.

pub(crate) mod card;
pub(crate) mod undo;

use std::collections::BTreeSet;

use kernel::{ChangeState, Code, Failure, Person, Reversible, Time, Undo, Unmade};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::address::named_in;
use super::labels::{Label, Labels, TRASH, Target};
use super::message::{Message, Thread};
use super::recognised::Recognised;
use super::{Gmail, routes};
use crate::api::{Ask, Id, Trouble};
use crate::way_back::WayBack as _;
use undo::Changed;

const HEADERS: &[&str] = &["From", "To", "Cc", "Subject", "Date"];

/// How much of the conversation that a message stands in is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Conversation,
    Message,
}

/// What becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    Labels { add: Vec<Label>, remove: Vec<Label> },
    Trash,
}

/// A change that is known down to every message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Filing {
    pub(crate) target: Target,
    /// In words a person recognises it by: a stranger's.
    pub(crate) described: String,
    /// Who can read it anyway.
    pub(crate) people: BTreeSet<String>,
    /// The newest message of it.
    #[serde(default)]
    pub(crate) recognised: Recognised,
    pub(crate) change: Change,
    pub(crate) before: Labels,
}

impl Filing {
    /// `given` is the id of a message or of a conversation, `person` is who is asked about it.
    pub(crate) async fn plan(
        gmail: &Gmail,
        given: &str,
        reach: Reach,
        change: Change,
        person: &Person,
    ) -> Result<Self, Failure> {
        let id = Id::parse("message", given)?;
        let (target, messages) = match (reach, gmail.headers(&id, HEADERS).await) {
            (Reach::Message, Ok(message)) => (Target::Message(message.id.clone()), vec![message]),
            (Reach::Conversation, Ok(message)) => gmail.conversation(&message.thread_id).await?,
            // The message a conversation is named after may be gone.
            (Reach::Conversation, Err(Trouble::Missing(_))) => gmail.conversation(given).await?,
            (_, Err(trouble)) => return Err(trouble.into()),
        };
        let newest = messages.last().ok_or_else(empty)?;
        let people = HEADERS
            .iter()
            .take(3)
            .flat_map(|header| named_in(newest.payload.header(header).unwrap_or_default()))
            .map(|named| named.address.to_ascii_lowercase())
            .collect();
        let described = newest.described(person);
        let recognised = Recognised::of(newest);
        Ok(Self { target, described, people, recognised, change, before: labels(&messages) })
    }

    /// Whether one sees it less easily afterwards.
    pub(crate) fn hides(&self) -> bool {
        let any =
            |labels: &[Label], ids: &[&str]| labels.iter().any(|label| ids.contains(&label.id.as_str()));
        match &self.change {
            Change::Trash => true,
            Change::Labels { add, remove } => any(remove, &["INBOX", "UNREAD"]) || any(add, &["SPAM", TRASH]),
        }
    }

    /// Refuses what is so already: nobody is to be asked about a change that changes nothing.
    pub(crate) fn unless_done(self) -> Result<Self, Failure> {
        if self.is_done_in(&self.before) {
            return Err(Failure::conflict("It is so already; there is nothing to do."));
        }
        Ok(self)
    }

    /// A verb for the button that takes it back.
    fn deed(&self) -> &'static str {
        match &self.change {
            Change::Trash => "Moved to the trash:",
            Change::Labels { add, remove } => match (ids(add).as_slice(), ids(remove).as_slice()) {
                ([], ["INBOX"]) => "Archived",
                (["UNREAD"], []) => "Marked as unread:",
                ([], ["UNREAD"]) => "Marked as read:",
                _ => "Changed the labels of",
            },
        }
    }

    fn is_done_in(&self, now: &Labels) -> bool {
        let done = |labels: &BTreeSet<String>| match &self.change {
            Change::Trash => labels.contains(TRASH),
            Change::Labels { add, remove } => {
                add.iter().all(|label| labels.contains(&label.id))
                    && remove.iter().all(|label| !labels.contains(&label.id))
            }
        };
        self.before.keys().all(|id| now.get(id).is_some_and(done))
    }
}

impl Reversible for Filing {
    type Site = Gmail;
    type Seen = Labels;
    /// The labels afterwards.
    type Made = Labels;

    async fn look(&self, gmail: &Gmail) -> Result<Labels, Failure> {
        gmail.labels_of(&self.target).await
    }

    fn check(&self, now: &Labels) -> Result<(), Failure> {
        if *now == self.before {
            return Ok(());
        }
        let words = if now.keys().any(|id| !self.before.contains_key(id)) {
            "A new message has come into the conversation; nothing was changed. Look at it, then ask again."
        } else {
            "Somebody changed its labels in the meantime; nothing was changed. Look again before asking anew."
        };
        Err(Failure::model(Code::StaleWrite, words))
    }

    fn stands(&self, now: Labels) -> ChangeState<Labels> {
        if self.is_done_in(&now) {
            ChangeState::After(now)
        } else if now == self.before {
            ChangeState::Before
        } else {
            ChangeState::Neither
        }
    }

    async fn send(&self, gmail: &Gmail, _now: Option<Labels>) -> Result<Labels, Unmade> {
        gmail.change(&self.target, &self.change).await.map_err(Unmade::from)
    }

    fn unknown(&self) -> String {
        "It is not known whether it was done. Look at the conversation in Gmail before asking again."
            .to_owned()
    }

    fn inverse(&self, after: &Labels, until: Time) -> Result<Option<Undo>, Failure> {
        let back = Changed::between(&self.before, after, &self.target, &self.described);
        let words = format!("{} {}.", self.deed(), self.described);
        back.map(|back| Undo::new(words, Changed::SPEC.name, &back, until)).transpose()
    }
}

impl Gmail {
    /// What is in a conversation, without the texts.
    async fn conversation(&self, id: &str) -> Result<(Target, Vec<Message>), Failure> {
        let id = Id::parse("conversation", id)?;
        let ask = Ask::to(&routes::THREADS_GET)
            .at(&id)
            .with("format", "metadata")
            .with_each("metadataHeaders", HEADERS.iter().copied())
            .only(&["id", "messages(id,threadId,labelIds,internalDate,payload/headers)"]);
        let thread: Thread = self.api.ask(&ask).await?;
        Ok((Target::Conversation(thread.id), thread.messages))
    }

    pub(crate) async fn labels_of(&self, target: &Target) -> Result<Labels, Failure> {
        let route = match target {
            Target::Conversation(_) => &routes::THREADS_GET,
            Target::Message(_) => &routes::MESSAGES_GET,
        };
        Ok(self.labels_after(target, Ask::to(route).with("format", "minimal")).await?)
    }

    async fn change(&self, target: &Target, change: &Change) -> Result<Labels, Trouble> {
        let ask = Ask::to(match (target, change) {
            (Target::Conversation(_), Change::Labels { .. }) => &routes::THREADS_MODIFY,
            (Target::Conversation(_), Change::Trash) => &routes::THREADS_TRASH,
            (Target::Message(_), Change::Labels { .. }) => &routes::MESSAGES_MODIFY,
            (Target::Message(_), Change::Trash) => &routes::MESSAGES_TRASH,
        });
        let ask = match change {
            Change::Labels { add, remove } => {
                ask.json(json!({ "addLabelIds": ids(add), "removeLabelIds": ids(remove) }))
            }
            Change::Trash => ask,
        };
        self.labels_after(target, ask.repeatable()).await
    }

    /// Asks something about a target. Gmail answers with its messages.
    pub(super) async fn labels_after(&self, target: &Target, ask: Ask<'_>) -> Result<Labels, Trouble> {
        let messages = match target {
            Target::Conversation(id) => {
                let id = Id::parse("conversation", id)?;
                let ask = ask.at(&id).only(&["id", "messages(id,labelIds)"]);
                self.api.ask::<Thread>(&ask).await?.messages
            }
            Target::Message(id) => {
                let id = Id::parse("message", id)?;
                vec![self.api.ask::<Message>(&ask.at(&id).only(&["id", "labelIds"])).await?]
            }
        };
        Ok(labels(&messages))
    }
}

fn ids(labels: &[Label]) -> Vec<&str> {
    labels.iter().map(|label| label.id.as_str()).collect()
}

fn labels(messages: &[Message]) -> Labels {
    let of = |message: &Message| (message.id.clone(), message.label_ids.iter().cloned().collect());
    messages.iter().map(of).collect()
}

fn empty() -> Failure {
    Failure::not_found("There is no message in that conversation any more. Search again.")
}
