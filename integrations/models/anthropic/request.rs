//! A conversation as the API wants it.
//!
//! The provider caches by prefix: tools, then system, then messages, up to a marked block. Three things keep a prefix'
//! bytes: fields are written in the order of these structs, free JSON is sorted by key, and a message is made from
//! itself alone. Four marks are allowed: after the tools, after the system text, and after the newest two messages from
//! our side – the older of which was the newest of the request before, so that its cached prefix is found again.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::ports::ModelError;
use kernel::{Definition, Message, Picture, Request, ToolCall, ToolResult};
use serde::Serialize;
use serde_json::{Value, json};

use super::OURS;
use super::search::{SearchTool, WebSearch};

const MOVING_MARKS: usize = 2;

pub(super) fn bytes(
    model: &str,
    search: Option<&WebSearch>,
    request: &Request,
) -> Result<Vec<u8>, ModelError> {
    let mut messages = messages(&request.messages, &request.tools, search);
    if messages.is_empty() {
        return Err(ModelError::Unusable("There is nothing to answer. Ask something.".to_owned()));
    }
    let newest = messages.iter_mut().rev().filter(|message| message.role == Role::User);
    for message in newest.take(MOVING_MARKS) {
        message.mark();
    }
    let body = Body {
        model,
        max_tokens: request.max_tokens,
        stream: true,
        tools: tools(&request.tools, search),
        system: (!is_blank(&request.system))
            .then(|| vec![Block::Text { text: &request.system, cache_control: Some(Mark::EPHEMERAL) }]),
        messages,
    };
    serde_json::to_vec(&body).map_err(|error| ModelError::Unusable(format!("{error}. Start a new thread.")))
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    stream: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<Vec<Block<'a>>>,
    messages: Vec<Turn<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Tool<'a> {
    Ours(OurTool<'a>),
    Search(SearchTool<'a>),
}

#[derive(Serialize)]
struct OurTool<'a> {
    name: String,
    description: &'a str,
    input_schema: &'a Value,
    /// Arguments come as they are written, and nobody has looked whether they are JSON.
    eager_input_streaming: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<Mark>,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: Role,
    content: Vec<Piece<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Piece<'a> {
    Ours(Block<'a>),
    /// As the API gave it.
    Kept(&'a Value),
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Role {
    User,
    Assistant,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text {
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<Mark>,
    },
    Image {
        source: Source<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<Mark>,
    },
    ToolUse {
        id: &'a str,
        name: String,
        input: Value,
    },
    ToolResult {
        tool_use_id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        content: Option<&'a str>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<Mark>,
    },
}

#[derive(Serialize)]
struct Source<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    media_type: &'a str,
    data: String,
}

#[derive(Clone, Copy, Serialize)]
pub(super) struct Mark {
    #[serde(rename = "type")]
    kind: &'static str,
}

impl Mark {
    pub(super) const EPHEMERAL: Self = Self { kind: "ephemeral" };
}

impl Turn<'_> {
    fn mark(&mut self) {
        match self.content.last_mut() {
            Some(Piece::Ours(
                Block::Text { cache_control, .. }
                | Block::Image { cache_control, .. }
                | Block::ToolResult { cache_control, .. },
            )) => *cache_control = Some(Mark::EPHEMERAL),
            Some(Piece::Ours(Block::ToolUse { .. }) | Piece::Kept(_)) | None => {}
        }
    }
}

/// The last one carries the mark.
fn tools<'a>(definitions: &'a [Definition], search: Option<&'a WebSearch>) -> Vec<Tool<'a>> {
    let last = definitions.len().saturating_sub(1);
    let ours = definitions.iter().enumerate().map(|(number, tool)| {
        Tool::Ours(OurTool {
            name: tool.wire_name(),
            description: tool.description(),
            input_schema: tool.schema(),
            eager_input_streaming: true,
            cache_control: (number == last && search.is_none()).then_some(Mark::EPHEMERAL),
        })
    });
    ours.chain(search.map(|search| Tool::Search(search.tool()))).collect()
}

/// Roles must alternate, so neighbours of one role become one message; blank texts are refused, so they are left out.
fn messages<'a>(messages: &'a [Message], tools: &[Definition], search: Option<&WebSearch>) -> Vec<Turn<'a>> {
    let mut turns: Vec<Turn<'a>> = Vec::new();
    for message in messages {
        let (role, content): (Role, Vec<Piece<'a>>) = match message {
            Message::User(words) => (Role::User, text(words).into_iter().collect()),
            Message::Assistant { text: words, calls, kept } => {
                // Whoever may not search cannot read what was found.
                let kept = search.and(kept.as_ref()).filter(|kept| kept.by == OURS);
                let said = match kept.and_then(|kept| kept.content.as_array()) {
                    Some(blocks) => blocks.iter().map(Piece::Kept).collect(),
                    None => text(words).into_iter().collect::<Vec<_>>(),
                };
                let used = calls.iter().map(|call| Piece::Ours(used(call, tools)));
                (Role::Assistant, said.into_iter().chain(used).collect())
            }
            Message::Results(results) => (Role::User, results.iter().map(result).map(Piece::Ours).collect()),
            Message::Pictures(pictures) => {
                (Role::User, pictures.iter().map(image).map(Piece::Ours).collect())
            }
        };
        if content.is_empty() {
            continue;
        }
        match turns.last_mut() {
            Some(last) if last.role == role => last.content.extend(content),
            _ => turns.push(Turn { role, content }),
        }
    }
    for turn in &mut turns {
        // Within a message the API wants results before words.
        turn.content.sort_by_key(|block| role_in_message(block));
    }
    turns
}

fn role_in_message(piece: &Piece<'_>) -> u8 {
    match piece {
        Piece::Ours(Block::ToolResult { .. }) => 0,
        Piece::Ours(Block::Text { .. } | Block::Image { .. }) | Piece::Kept(_) => 1,
        Piece::Ours(Block::ToolUse { .. }) => 2,
    }
}

fn text(words: &str) -> Option<Piece<'_>> {
    (!is_blank(words)).then_some(Piece::Ours(Block::Text { text: words, cache_control: None }))
}

fn image(picture: &Picture) -> Block<'_> {
    match &picture.bytes.bytes {
        Some(bytes) => Block::Image {
            source: Source { kind: "base64", media_type: &picture.media_type, data: STANDARD.encode(bytes) },
            cache_control: None,
        },
        None => Block::Text { text: "[this picture has been deleted]", cache_control: None },
    }
}

fn used<'a>(call: &'a ToolCall, tools: &[Definition]) -> Block<'a> {
    let name = tools
        .iter()
        .find(|tool| tool.name == call.tool)
        .map_or_else(|| call.tool.replace('.', "__"), Definition::wire_name);
    // Arguments that could not be read come back as a text; the API takes objects only.
    let input = if call.args.is_object() { call.args.clone() } else { json!({ "unreadable": call.args }) };
    Block::ToolUse { id: &call.id.0, name, input }
}

fn result(result: &ToolResult) -> Block<'_> {
    Block::ToolResult {
        tool_use_id: &result.call.0,
        content: (!is_blank(&result.words)).then_some(result.words.as_str()),
        is_error: result.failed,
        cache_control: None,
    }
}

fn is_blank(words: &str) -> bool {
    words.trim().is_empty()
}
