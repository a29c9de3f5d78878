//! What an Ollama has: which of its models can answer, and how much they take in. How they are spoken to is not known here.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wire::{Address, Configured, Method, Outgoing};

use crate::providers::OWN;

/// How long it is waited for: it is there, or it is not.
const HERE: Duration = Duration::from_millis(500);
/// How long what is to be known of a model may take.
const LOOKING: Duration = Duration::from_secs(2);
/// So many are looked at.
const MOST: usize = 40;
/// No answer of these is near as long.
const LONGEST: usize = 4 * 1024 * 1024;

pub struct Ollama<'a> {
    pub at: Address,
    pub wire: &'a Configured,
}

/// One of its models that can answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    pub name: String,
    pub calling: Calling,
    /// How much it takes in as it is set up, where that can be told: what is more, Ollama leaves out without a word.
    pub window: Option<usize>,
    /// How much it could take in.
    most: Option<usize>,
}

/// How it calls tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calling {
    ByItself,
    /// It does not: calls can be read from its words only.
    InWords,
    /// An old Ollama does not say.
    Unsaid,
}

impl Local {
    /// How much may be sent to it: what it is set up for, or else what is usual.
    pub fn room(&self) -> usize {
        let most = self.most.unwrap_or(usize::MAX);
        self.window.unwrap_or(OWN).min(most)
    }
}

#[derive(Default, Deserialize)]
struct Tags {
    #[serde(default)]
    models: Vec<Tag>,
}

#[derive(Default, Deserialize)]
struct Tag {
    #[serde(default)]
    name: String,
    #[serde(default)]
    details: Details,
    /// Of one that runs.
    #[serde(default)]
    context_length: Option<usize>,
}

#[derive(Default, Deserialize)]
struct Details {
    #[serde(default)]
    family: String,
}

#[derive(Default, Deserialize)]
struct Shown {
    #[serde(default)]
    capabilities: Option<Vec<String>>,
    /// Lines like `num_ctx 8192`.
    #[serde(default)]
    parameters: String,
    #[serde(default)]
    model_info: BTreeMap<String, Value>,
}

impl Ollama<'_> {
    /// Where one is whose chat completions are there.
    pub fn beside(completions: &Address) -> Option<Address> {
        let mut url = completions.url().clone();
        let path = url.path().trim_end_matches('/').strip_suffix("/v1")?.to_owned();
        url.set_path(&format!("{path}/"));
        Address::parse("model.base_url", url.as_str()).ok()
    }

    /// Whoever would answer best: the first that calls tools by itself, else the first that answers at all. What only
    /// makes vectors of words does not.
    pub async fn best(&self) -> Option<Local> {
        let tags: Tags = self.get("tags", HERE).await?;
        let mut first = None;
        for tag in tags.models.into_iter().filter(Tag::may_answer).take(MOST) {
            let shown = self.shown(&tag.name).await.unwrap_or_default();
            let Some(calling) = shown.calling() else { continue };
            if calling == Calling::ByItself {
                return Some(self.local(tag.name, &shown, calling).await);
            }
            first = first.or(Some((tag.name, shown, calling)));
        }
        let (name, shown, calling) = first?;
        Some(self.local(name, &shown, calling).await)
    }

    /// One that somebody named; `None` if it is not there, or nobody answers.
    pub async fn named(&self, name: &str) -> Option<Local> {
        let shown = self.shown(name).await?;
        let calling = shown.calling().unwrap_or(Calling::Unsaid);
        Some(self.local(name.to_owned(), &shown, calling).await)
    }

    async fn local(&self, name: String, shown: &Shown, calling: Calling) -> Local {
        let running = self.running(&name).await;
        let most = shown.most();
        let set = running.or_else(|| shown.set());
        Local { name, calling, window: set.map(|set| set.min(most.unwrap_or(set))), most }
    }

    async fn shown(&self, name: &str) -> Option<Shown> {
        let url = self.at.at(&["api", "show"]).ok()?;
        let request = self.wire.request(Method::POST, url).json(&json!({ "model": name }));
        told(request.answer_within(LOOKING)).await
    }

    /// What one that is in memory was given.
    async fn running(&self, name: &str) -> Option<usize> {
        let running: Tags = self.get("ps", LOOKING).await?;
        let is_it = |tag: &&Tag| tag.name == name || tag.name.strip_suffix(":latest") == Some(name);
        running.models.iter().find(is_it)?.context_length.filter(|length| *length > 0)
    }

    async fn get<T: DeserializeOwned>(&self, what: &str, within: Duration) -> Option<T> {
        let url = self.at.at(&["api", what]).ok()?;
        told(self.wire.request(Method::GET, url).answer_within(within)).await
    }
}

/// Whatever it does not say, it is asked no further.
async fn told<T: DeserializeOwned>(request: Outgoing) -> Option<T> {
    let answer = request.at_most(LONGEST).send().await.ok()?;
    if answer.status.is_success() { answer.json().ok() } else { None }
}

impl Tag {
    /// By its looks: an old Ollama says no more.
    fn may_answer(&self) -> bool {
        let name = self.name.to_lowercase();
        let makes_vectors = ["embed", "bge-", "minilm", "reranker"].iter().any(|word| name.contains(word));
        !self.name.is_empty() && !makes_vectors && !self.details.family.contains("bert")
    }
}

impl Shown {
    /// Nothing if it does not answer in words.
    fn calling(&self) -> Option<Calling> {
        let Some(capabilities) = &self.capabilities else { return Some(Calling::Unsaid) };
        let can = |what: &str| capabilities.iter().any(|can| can == what);
        match (can("completion"), can("tools")) {
            (_, true) => Some(Calling::ByItself),
            (true, false) => Some(Calling::InWords),
            (false, false) => None,
        }
    }

    fn set(&self) -> Option<usize> {
        let lines = self.parameters.lines().map(str::split_whitespace);
        let mut set = lines.filter_map(|mut words| (words.next()? == "num_ctx").then(|| words.next())?);
        set.find_map(|number| number.parse().ok())
    }

    fn most(&self) -> Option<usize> {
        let said = self.model_info.iter().find(|(key, _)| key.ends_with(".context_length"));
        said.and_then(|(_, length)| length.as_u64()).and_then(|length| usize::try_from(length).ok())
    }
}
