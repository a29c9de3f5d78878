//! What a message says, read from the arguments of `chat.*`.

use serde_json::{Value, json};

use super::{Call, Refusal};
use crate::{
    blocks,
    message::Content,
    text::{self, Links},
};

const LONGEST_TEXT: usize = 40_000;
const LONGEST_MARKDOWN: usize = 12_000;
/// In bytes. Slack documents the refusal and no number; an app that stays below this one is on the safe side.
const LARGEST_METADATA: usize = 16 * 1024;

/// The parts that were given; a part that was not is `None`.
pub(super) struct Given {
    pub(super) text: Option<String>,
    pub(super) blocks: Option<Vec<Value>>,
    pub(super) attachments: Option<Vec<Value>>,
    pub(super) metadata: Metadata,
}

/// What a call does to the metadata of a message.
pub(super) enum Metadata {
    Left,
    /// `{}` takes away what is there.
    Removed,
    Put(Value),
}

impl Metadata {
    /// What there is now, given what there was.
    pub(super) fn over(self, before: Option<Value>) -> Option<Value> {
        match self {
            Self::Left => before,
            Self::Removed => None,
            Self::Put(metadata) => Some(metadata),
        }
    }
}

pub(super) fn given(call: &Call<'_>) -> Result<Given, Refusal> {
    let arguments = call.arguments;
    let links = if arguments.text("parse")?.as_deref() == Some("none") { Links::Left } else { Links::Found };
    let mut given = Given {
        text: arguments.text("text")?.map(|text| text::stored(&text, links)),
        blocks: arguments.json("blocks", "invalid_blocks_format")?.map(blocks::check).transpose()?,
        attachments: arguments
            .json("attachments", "invalid_attachments")?
            .map(blocks::check_attachments)
            .transpose()?,
        metadata: metadata(call)?,
    };
    if let Some(markdown) = arguments.text("markdown_text")? {
        if given.text.is_some() || given.blocks.is_some() {
            return Err(Refusal::new("markdown_text_conflict"));
        }
        if markdown.chars().count() > LONGEST_MARKDOWN {
            return Err(Refusal::new("msg_too_long"));
        }
        given.blocks = Some(blocks::check(json!([{"type": "markdown", "text": markdown}]))?);
        given.text = Some(text::stored(&markdown, links));
    }
    Ok(given)
}

impl Given {
    /// A new message has to say something.
    pub(super) fn new_message(self) -> Result<Content, Refusal> {
        let content = Content {
            text: shortened(self.text.unwrap_or_default()),
            blocks: self.blocks.unwrap_or_default(),
            attachments: self.attachments.unwrap_or_default(),
            metadata: self.metadata.over(None),
        };
        if content.text.is_empty() && content.blocks.is_empty() && content.attachments.is_empty() {
            return Err(Refusal::new("no_text"));
        }
        Ok(content)
    }
}

/// Slack cuts very long texts instead of refusing them.
fn shortened(text: String) -> String {
    if text.chars().count() <= LONGEST_TEXT { text } else { text.chars().take(LONGEST_TEXT).collect() }
}

pub(super) fn metadata(call: &Call<'_>) -> Result<Metadata, Refusal> {
    let Some(metadata) = call.arguments.json("metadata", "invalid_metadata_format")? else {
        return Ok(Metadata::Left);
    };
    let Some(fields) = metadata.as_object() else { return Err(Refusal::new("invalid_metadata_format")) };
    if fields.is_empty() {
        return Ok(Metadata::Removed);
    }
    let named = fields.get("event_type").and_then(Value::as_str).is_some_and(|name| !name.is_empty());
    let known =
        fields.keys().all(|name| matches!(name.as_str(), "event_type" | "event_payload" | "entities"));
    if !named || !known || !fields.get("event_payload").is_some_and(Value::is_object) {
        return Err(Refusal::new("invalid_metadata_schema"));
    }
    if metadata.to_string().len() > LARGEST_METADATA {
        return Err(Refusal::new("metadata_too_large"));
    }
    Ok(Metadata::Put(metadata))
}
