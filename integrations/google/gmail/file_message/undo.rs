//! The way back from a filing: every message gets the labels it had, unless somebody changed them since.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use kernel::{Call, ChangeState, Code, Effect, Failure, Reversible, Spec, Unmade};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::api::{AT_ONCE, Ask, Trouble};
use crate::gmail::labels::{Labels, TRASH, Target};
use crate::gmail::{Gmail, routes};
use crate::scopes::FILE_MAIL;
use crate::way_back::WayBack;

/// What a filing changed, message by message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Changed {
    /// The conversation, if all of it was filed.
    pub(crate) conversation: Option<String>,
    /// In words a person recognises it by.
    pub(crate) described: String,
    pub(crate) messages: Vec<Relabelled>,
}

/// The labels that were taken off a message, and those that were put on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Relabelled {
    pub(crate) id: String,
    pub(crate) lost: BTreeSet<String>,
    pub(crate) gained: BTreeSet<String>,
}

impl Changed {
    /// Nothing if nothing was changed.
    pub(crate) fn between(before: &Labels, after: &Labels, target: &Target, described: &str) -> Option<Self> {
        let relabelled = |(id, had): (&String, &BTreeSet<String>)| {
            let has = after.get(id)?;
            let (lost, gained): (BTreeSet<String>, BTreeSet<String>) =
                (had.difference(has).cloned().collect(), has.difference(had).cloned().collect());
            let changed = !lost.is_empty() || !gained.is_empty();
            changed.then(|| Relabelled { id: id.clone(), lost, gained })
        };
        let messages: Vec<Relabelled> = before.iter().filter_map(relabelled).collect();
        let conversation = match target {
            Target::Conversation(id) => Some(id.clone()),
            Target::Message(_) => None,
        };
        (!messages.is_empty()).then(|| Self { conversation, described: described.to_owned(), messages })
    }

    fn all(&self, now: &Labels, holds: impl Fn(&Relabelled, &BTreeSet<String>) -> bool) -> bool {
        self.messages.iter().all(|message| now.get(&message.id).is_some_and(|has| holds(message, has)))
    }

    /// Out of the trash first; then one request for every kind of difference.
    async fn ask_back(&self, gmail: &Gmail) -> Result<(), Trouble> {
        // One by one: of the same conversation some may have been in the trash before, and belong there.
        let trashed: Vec<String> = self
            .messages
            .iter()
            .filter(|message| message.gained.contains(TRASH))
            .map(|message| message.id.clone())
            .collect();
        stream::iter(trashed)
            .map(|id| async move {
                let ask = Ask::to(&routes::MESSAGES_UNTRASH).repeatable();
                gmail.labels_after(&Target::Message(id), ask).await
            })
            .buffer_unordered(AT_ONCE)
            .try_for_each(|_| std::future::ready(Ok(())))
            .await?;
        let mut alike: BTreeMap<(&BTreeSet<String>, BTreeSet<&String>), Vec<&str>> = BTreeMap::new();
        for message in &self.messages {
            let gained = message.gained.iter().filter(|label| *label != TRASH).collect();
            alike.entry((&message.lost, gained)).or_default().push(&message.id);
        }
        for ((add, remove), ids) in alike {
            if add.is_empty() && remove.is_empty() {
                continue;
            }
            let body = json!({ "ids": ids, "addLabelIds": add, "removeLabelIds": remove });
            gmail.api.tell(&Ask::to(&routes::MESSAGES_BATCH_MODIFY).json(body).repeatable()).await?;
        }
        Ok(())
    }
}

impl Reversible for Changed {
    type Site = Gmail;
    type Seen = Labels;
    type Made = ();

    async fn look(&self, gmail: &Gmail) -> Result<Labels, Failure> {
        if let Some(id) = &self.conversation {
            return gmail.labels_of(&Target::Conversation(id.clone())).await;
        }
        let mut now = Labels::new();
        for message in &self.messages {
            now.extend(gmail.labels_of(&Target::Message(message.id.clone())).await?);
        }
        Ok(now)
    }

    fn check(&self, now: &Labels) -> Result<(), Failure> {
        if self.all(now, |message, has| message.gained.is_subset(has) && message.lost.is_disjoint(has)) {
            return Ok(());
        }
        Err(Failure::person(
            Code::Conflict,
            "Its labels were changed in the meantime, so I left them as they are. Change them in Gmail if you want them \
             otherwise.",
        ))
    }

    fn stands(&self, now: Labels) -> ChangeState<()> {
        if self.check(&now).is_ok() {
            ChangeState::Before
        } else if self
            .all(&now, |message, has| message.lost.is_subset(has) && message.gained.is_disjoint(has))
        {
            ChangeState::After(())
        } else {
            ChangeState::Neither
        }
    }

    async fn send(&self, gmail: &Gmail, _now: Option<Labels>) -> Result<(), Unmade> {
        self.ask_back(gmail).await.map_err(Unmade::from)
    }

    fn unknown(&self) -> String {
        "It is not known whether it was undone. Look at it in Gmail.".to_owned()
    }
}

impl WayBack for Changed {
    type Change = Self;

    const SPEC: Spec = Spec::edit("gmail.restore").needs(&[FILE_MAIL]);

    async fn planned(self, gmail: &Gmail, _call: &Call) -> Result<Self, Failure> {
        self.checked(gmail).await
    }

    fn effect(change: &Self) -> Effect {
        Effect::new("Give mail the labels back that it had")
            .content("Mail", &change.described)
            .field("Messages", change.messages.len().to_string())
    }
}
