//! The way back from a filing: every message gets the labels it had, unless somebody changed them since.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use kernel::{Code, Failure, Probe};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::filing::{Labels, TRASH, Target};
use super::{Gmail, routes};
use crate::api::{AT_ONCE, Ask, Id, Trouble};

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

    /// Refuses when somebody changed any of these labels since.
    pub(crate) async fn check(&self, gmail: &Gmail) -> Result<(), Failure> {
        match self.standing(gmail).await? {
            Standing::AsLeft => Ok(()),
            Standing::AsBefore | Standing::Changed => Err(Failure::person(
                Code::Conflict,
                "Its labels were changed in the meantime, so I left them as they are. Change them in Gmail if you want \
                 them otherwise.",
            )),
        }
    }

    pub(crate) async fn restore(&self, gmail: &Gmail) -> Result<(), Failure> {
        self.check(gmail).await?;
        match self.ask_back(gmail).await {
            Ok(()) => Ok(()),
            Err(Trouble::Lost(failure)) => match self.standing(gmail).await? {
                Standing::AsBefore => Ok(()),
                Standing::AsLeft | Standing::Changed => Err(failure),
            },
            Err(trouble) => Err(trouble.into()),
        }
    }

    pub(crate) async fn find_out(&self, gmail: &Gmail) -> Result<bool, Probe> {
        match self.standing(gmail).await {
            Ok(Standing::AsBefore) => Ok(true),
            Ok(Standing::AsLeft) => Ok(false),
            Ok(Standing::Changed) | Err(_) => {
                Err(Probe::Unknown("It is not known whether it was undone. Look at it in Gmail.".to_owned()))
            }
        }
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
            .map(|id| async move { gmail.file_message(&routes::MESSAGES_UNTRASH, &id, None).await })
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

    async fn standing(&self, gmail: &Gmail) -> Result<Standing, Failure> {
        let mut now = Labels::new();
        match &self.conversation {
            Some(id) => now = gmail.labels_of(&Target::Conversation(id.clone())).await?,
            None => {
                for message in &self.messages {
                    let id = Id::parse("message", &message.id)?;
                    now.extend(gmail.labels_of(&Target::Message(id.as_str().to_owned())).await?);
                }
            }
        }
        Ok(self.standing_in(&now))
    }

    fn standing_in(&self, now: &Labels) -> Standing {
        let all = |holds: &dyn Fn(&Relabelled, &BTreeSet<String>) -> bool| {
            self.messages.iter().all(|message| now.get(&message.id).is_some_and(|has| holds(message, has)))
        };
        if all(&|message, has| message.gained.is_subset(has) && message.lost.is_disjoint(has)) {
            Standing::AsLeft
        } else if all(&|message, has| message.lost.is_subset(has) && message.gained.is_disjoint(has)) {
            Standing::AsBefore
        } else {
            Standing::Changed
        }
    }
}

/// How the labels stand that were changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    AsLeft,
    AsBefore,
    Changed,
}
