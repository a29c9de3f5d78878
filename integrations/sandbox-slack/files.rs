//! Files: what they hold, whose they are, and how they look on the wire.
//!
//! Knows nothing of HTTP; `addresses` takes and gives their content.

pub(super) mod addresses;
mod kinds;
mod shares;
mod uploads;

use std::sync::Arc;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

pub(crate) use self::uploads::Upload;
use super::{
    ids::{self, ChannelId, UserId},
    message::Author,
    ts::Ts,
    workspace::{ChannelKind, Workspace},
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
    snippet: Option<String>,
    /// What Slack heard in a voice clip.
    #[serde(default)]
    speech: Option<String>,
    /// What is read to those who cannot see it.
    #[serde(default)]
    pub(crate) alt: String,
    created: u64,
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

    fn new(owner: Author, name: String) -> Self {
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

    fn hold(&mut self, content: Vec<u8>, kind: &str) {
        kind.clone_into(&mut self.kind);
        if self.kind.is_empty() {
            kinds::media_type(&self.name, &content).clone_into(&mut self.kind);
        }
        self.size = content.len();
        self.content = content;
    }

    /// The beginning of a text.
    fn preview(&self) -> Option<String> {
        let text = std::str::from_utf8(&self.content).ok().filter(|_| kinds::is_text(&self.kind))?;
        let lines: Vec<&str> = text.lines().take(PREVIEW_LINES).collect();
        Some(lines.join("\n").chars().take(PREVIEW_CHARACTERS).collect())
    }
}

impl Workspace {
    /// The file, unless it was deleted or is not there yet.
    pub(crate) fn file(&self, id: &str) -> Option<&File> {
        let there = |file: &&File| matches!(file.stage, Stage::Uploaded | Stage::Complete);
        self.files.get(id).map(Arc::as_ref).filter(there)
    }

    pub(crate) fn file_mut(&mut self, id: &str) -> Option<&mut File> {
        self.files.get_mut(id).map(Arc::make_mut)
    }

    /// Takes what somebody attaches, before the message that shows it is posted.
    pub(crate) fn attach(&mut self, owner: &UserId, attached: &Attached) -> String {
        let mut file = File::new(Author::Person(owner.clone()), attached.name.clone());
        file.hold(attached.content.clone(), &attached.kind);
        file.speech.clone_from(&attached.speech);
        let id = file.id.clone();
        self.files.insert(id.clone(), Arc::new(file));
        id
    }

    /// Takes the content that was announced for an address, and gives its length.
    fn awaits(&self, ticket: &str) -> bool {
        self.files.values().any(|file| matches!(&file.stage, Stage::Awaited(known) if known == ticket))
    }

    fn upload(&mut self, ticket: &str, content: Vec<u8>) -> Result<usize, Unfit> {
        let awaited = |file: &&mut Arc<File>| matches!(&file.stage, Stage::Awaited(known) if known == ticket);
        let file = self.files.values_mut().find(awaited).map(Arc::make_mut).ok_or(Unfit::Address)?;
        if content.len() != file.size {
            return Err(Unfit::Length);
        }
        file.hold(content, "");
        file.stage = Stage::Uploaded;
        Ok(file.size)
    }

    /// Whether somebody is in a channel that shows the file, or owns it.
    pub(crate) fn may_see(&self, user: &UserId, file: &File) -> bool {
        let in_channel = |(channel, _): &(ChannelId, Ts)| {
            self.channel(channel.as_str()).is_some_and(|channel| channel.has(user))
        };
        self.author_id(&file.owner) == *user || file.shares.iter().any(in_channel)
    }

    /// The file as messages and `files.info` show it; of a deleted one only that it was there.
    pub(crate) fn file_shown(&self, id: &str) -> Value {
        let Some(file) = self.file(id) else { return json!({"id": id, "mode": "tombstone"}) };
        let channels = |wanted: fn(&ChannelKind) -> bool| -> Vec<&ChannelId> {
            let here = file.shares.iter().map(|(channel, _)| channel);
            here.filter(|id| self.channel(id.as_str()).is_some_and(|channel| wanted(&channel.kind))).collect()
        };
        let address = format!("{}/files-pri/{}-{}", self.base, self.team.id, file.id);
        let name = kinds::in_address(&file.name);
        let public = channels(|kind| *kind == ChannelKind::Public);
        let snippet = file.snippet.as_deref();
        let file_type = snippet.unwrap_or_else(|| kinds::file_type(&file.name, &file.kind));
        let mut shown = Map::new();
        let preview = file.preview();
        shown.insert("mode".into(), json!(if preview.is_some() { "snippet" } else { "hosted" }));
        if let Some(preview) = preview {
            shown.insert("preview".into(), json!(preview));
        }
        if let Some(speech) = &file.speech {
            let preview = json!({"content": speech, "has_more": false});
            let heard = json!({"status": "complete", "locale": "en-US", "preview": preview});
            shown.extend([("subtype".into(), json!("slack_audio")), ("transcription".into(), heard)]);
        }
        if !file.alt.is_empty() {
            shown.insert("alt_txt".into(), json!(file.alt));
        }
        let fields = json!({
            "id": file.id, "created": file.created, "timestamp": file.created, "name": file.name,
            "title": file.title, "mimetype": file.kind, "filetype": file_type,
            "pretty_type": file_type.to_uppercase(), "user": self.author_id(&file.owner),
            "user_team": self.team.id, "editable": snippet.is_some(), "size": file.size, "is_external": false,
            "external_type": "", "is_public": !public.is_empty(), "public_url_shared": false,
            "display_as_bot": false, "username": "", "file_access": "visible",
            "url_private": format!("{address}/{name}"),
            "url_private_download": format!("{address}/download/{name}"),
            "permalink": format!("https://{}.slack.com/files/{}/{}", self.team.domain, self.author_id(&file.owner), file.id),
            "channels": public,
            "groups": channels(|kind| matches!(kind, ChannelKind::Private | ChannelKind::Group)),
            "shares": self.shares(file),
            "ims": channels(|kind| matches!(kind, ChannelKind::Direct(_))),
        });
        if let Value::Object(fields) = fields {
            shown.extend(fields);
        }
        Value::Object(shown)
    }
}

/// Why content cannot be taken at an upload address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unfit {
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
