//! Files: what they hold, whose they are, and how they look on the wire.
//!
//! Knows nothing of HTTP; `addresses` takes and gives their content.

pub(super) mod addresses;
pub(crate) mod kinds;
mod shares;
pub(crate) mod uploads;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) use self::uploads::Upload;
use super::{
    ids::{self, ChannelId},
    message::Author,
    ts::Ts,
};

/// The first lines of a text that a message shows.
const PREVIEW_LINES: usize = 5;
const PREVIEW_CHARACTERS: usize = 400;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct File {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) title: String,
    /// The media type, e.g. `text/csv`.
    pub(crate) kind: String,
    pub(crate) owner: Author,
    pub(crate) size: usize,
    #[serde(serialize_with = "as_base64", deserialize_with = "from_base64")]
    pub(crate) content: Vec<u8>,
    pub(crate) stage: Stage,
    /// The messages that show it.
    pub(crate) shares: Vec<(ChannelId, Ts)>,
    /// The language of a snippet, in Slack's own word; `None` for a file.
    #[serde(default)]
    pub(crate) snippet: Option<String>,
    /// What Slack heard in a voice clip.
    #[serde(default)]
    pub(crate) speech: Option<String>,
    /// What is read to those who cannot see it.
    #[serde(default)]
    pub(crate) alt: String,
    pub(crate) created: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// Announced; its content is awaited at the address that ends so.
    Awaited(String),
    /// Its content is here, and nobody was told of it yet.
    Uploaded,
    Complete,
    Deleted,
}

/// A file with its content, as somebody attaches it to a message.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Given")]
pub struct Attached {
    pub name: String,
    /// The media type; told from the name and the content where it is empty.
    pub kind: String,
    pub content: Vec<u8>,
    /// Makes it a voice clip in which Slack has heard this.
    pub speech: Option<String>,
}

/// The same as scripts write it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    name: String,
    #[serde(default)]
    kind: String,
    text: Option<String>,
    base64: Option<String>,
    speech: Option<String>,
}

impl TryFrom<Given> for Attached {
    type Error = &'static str;

    fn try_from(given: Given) -> Result<Self, Self::Error> {
        let content = match (given.text, given.base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(text)) => STANDARD.decode(text).map_err(|_| "`base64` of a file is not base64")?,
            _ => return Err("a file has either a `text` or a `base64`"),
        };
        if given.name.is_empty() || content.is_empty() {
            return Err("a file has a `name` and is not empty");
        }
        Ok(Self { name: given.name, kind: given.kind, content, speech: given.speech })
    }
}

impl File {
    /// That it was there is remembered.
    pub(crate) fn delete(&mut self) {
        self.stage = Stage::Deleted;
        self.content.clear();
    }

    /// Announced by the app, to be uploaded.
    pub(crate) fn awaited(name: String, size: usize, snippet: Option<String>) -> Self {
        let stage = Stage::Awaited(ids::random(40));
        Self { size, stage, snippet, ..Self::new(Author::App, name) }
    }

    pub(crate) fn new(owner: Author, name: String) -> Self {
        Self {
            id: ids::once("F"),
            title: name.clone(),
            name,
            kind: String::new(),
            owner,
            size: 0,
            content: Vec::new(),
            stage: Stage::Complete,
            shares: Vec::new(),
            snippet: None,
            speech: None,
            alt: String::new(),
            created: Ts::now().seconds(),
        }
    }

    pub(crate) fn hold(&mut self, content: Vec<u8>, kind: &str) {
        kind.clone_into(&mut self.kind);
        if self.kind.is_empty() {
            kinds::media_type(&self.name, &content).clone_into(&mut self.kind);
        }
        self.size = content.len();
        self.content = content;
    }

    /// The beginning of a text.
    pub(crate) fn preview(&self) -> Option<String> {
        let text = std::str::from_utf8(&self.content).ok().filter(|_| kinds::is_text(&self.kind))?;
        let lines: Vec<&str> = text.lines().take(PREVIEW_LINES).collect();
        Some(lines.join("\n").chars().take(PREVIEW_CHARACTERS).collect())
    }
}

/// Why content cannot be taken at an upload address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// Nothing is awaited there, or not any more.
    Address,
    Length,
}

fn as_base64<S: Serializer>(content: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(content))
}

fn from_base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    STANDARD.decode(text).map_err(serde::de::Error::custom)
}
