//! The parts of a reply that go back to the server unchanged: sealed reasoning, and the signatures of calls.
//!
//! They are bound to the model, the address and the key that made them. With any other the server refuses the request, so
//! they are left out there.

use kernel::{CallId, Digest, Kept, Message};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::settings::Settings;

/// Marks what was kept of chat completions.
pub(super) const KEPT_BY: &str = "openai.chat";

/// The sealed parts of a chat completion.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Sealed {
    /// The part that belongs to the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) extra_content: Option<Value>,
    /// One part for each call, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) calls: Vec<Option<Value>>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) reasoning: String,
}

impl Sealed {
    pub(super) fn is_any(&self) -> bool {
        self.extra_content.is_some() || !self.reasoning.is_empty() || self.calls.iter().any(Option::is_some)
    }
}

/// The model, server and key that sealed content belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Owner {
    model: String,
    server: String,
    /// A digest of the key: the account itself has no name here.
    account: String,
}

#[derive(Serialize, Deserialize)]
struct Owned<T> {
    owner: Owner,
    parts: T,
}

impl Owner {
    pub(super) fn of(settings: &Settings) -> Self {
        let key = settings.key.as_ref().map(|key| Digest::of_words(key.reveal()));
        Self {
            model: settings.model.clone(),
            server: settings.base.url().to_string(),
            account: key.map(|digest| digest.short().to_owned()).unwrap_or_default(),
        }
    }

    pub(super) fn keep(&self, by: &str, parts: impl Serialize) -> Kept {
        Kept::new(by, json!(Owned { owner: self.clone(), parts }))
    }

    /// Reads what was kept of a message, and the calls that were made of those in it.
    pub(super) fn kept<'a, T: DeserializeOwned>(
        &self,
        by: &str,
        message: &'a Message,
    ) -> Option<(T, &'a [Vec<CallId>])> {
        let Message::Assistant { kept: Some(kept), .. } = message else { return None };
        let owned = Owned::<T>::deserialize(&kept.content).ok().filter(|owned| owned.owner == *self)?;
        (kept.by == by).then_some((owned.parts, kept.calls.as_slice()))
    }
}
