//! A conversation as the Responses API wants it.
//!
//! The server caches by prefix: fields are written in a fixed order, free JSON is sorted by key, and an item is made from
//! its message alone.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::ports::ModelError;
use kernel::{CallId, Definition, Message, Picture, Request, ToolCall};
use serde::Serialize;
use serde_json::{Value, json};

use super::super::id::on_the_wire;
use super::super::kept::Owner;
use super::super::request::{arguments_of, wire_name};
use super::{FUNCTION_CALL, KEPT_BY, MESSAGE, REASONING, is};
use crate::Effort;

/// The model that is asked, and what is asked of it beside the conversation.
pub(in super::super) struct Asked<'a> {
    pub(in super::super) model: &'a str,
    pub(in super::super) effort: Option<Effort>,
    /// Whether it reasons: a model that does not refuses to be asked for its reasoning.
    pub(in super::super) reasons: bool,
    pub(in super::super) max_output_tokens: u32,
    /// The owner of the sealed reasoning that goes back; nobody where it was refused.
    pub(in super::super) owner: Option<&'a Owner>,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    instructions: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
    input: Vec<Value>,
    max_output_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<Value>,
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    include: &'static [&'static str],
    store: bool,
    stream: bool,
}

pub(in super::super) fn bytes(asked: &Asked<'_>, request: &Request) -> Result<Vec<u8>, ModelError> {
    let input: Vec<Value> =
        request.messages.iter().flat_map(|message| items(message, asked.owner, &request.tools)).collect();
    if input.is_empty() {
        return Err(ModelError::Unusable("There is nothing to answer. Ask something.".to_owned()));
    }
    let body = Body {
        model: asked.model,
        instructions: request.system.trim(),
        tools: request.tools.iter().map(tool).collect(),
        input,
        max_output_tokens: asked.max_output_tokens,
        reasoning: asked.effort.map(|effort| json!({ "effort": effort.name() })),
        include: if asked.reasons { &["reasoning.encrypted_content"] } else { &[] },
        store: false,
        stream: true,
    };
    serde_json::to_vec(&body).map_err(|error| ModelError::Unusable(format!("{error}. Start a new thread.")))
}

/// Without `strict: false` the server would make every optional argument a required one.
fn tool(tool: &Definition) -> Value {
    json!({
        "type": "function",
        "name": tool.wire_name(),
        "description": tool.description(),
        "parameters": tool.schema(),
        "strict": false,
    })
}

fn items(message: &Message, owner: Option<&Owner>, tools: &[Definition]) -> Vec<Value> {
    match message {
        Message::User(words) if words.trim().is_empty() => Vec::new(),
        Message::User(words) => vec![from_user(&[json!({ "type": "input_text", "text": words })])],
        Message::Pictures(pictures) => vec![from_user(&pictures.iter().map(picture).collect::<Vec<_>>())],
        Message::Results(results) => {
            let output = |result: &kernel::ToolResult| json!({ "type": "function_call_output", "call_id": on_the_wire(&result.call), "output": result.words });
            results.iter().map(output).collect()
        }
        Message::Assistant { text, calls, .. } => {
            if let Some((kept, made)) = owner.and_then(|owner| owner.kept::<Vec<Value>>(KEPT_BY, message)) {
                return again(kept, made, calls, tools);
            }
            let said = (!text.trim().is_empty()).then(|| {
                let content = json!([{ "type": "output_text", "text": text }]);
                json!({ "type": MESSAGE, "role": "assistant", "content": content })
            });
            said.into_iter().chain(calls.iter().map(|call| called(call, tools))).collect()
        }
    }
}

/// A reply as it came, in its order, with the calls that were made of it.
fn again(kept: Vec<Value>, made: &[Vec<CallId>], calls: &[ToolCall], tools: &[Definition]) -> Vec<Value> {
    let mut made = made.iter();
    let mut left: Vec<&ToolCall> = calls.iter().collect();
    let mut items = Vec::new();
    for item in kept {
        if is(&item, FUNCTION_CALL) {
            let ids = made.next().map(Vec::as_slice).unwrap_or_default();
            let (here, elsewhere) = left.into_iter().partition(|call| ids.contains(&call.id));
            left = elsewhere;
            items.extend(Vec::into_iter(here).map(|call| called(call, tools)));
        } else {
            items.push(item);
        }
    }
    items.extend(left.into_iter().map(|call| called(call, tools)));
    // The server refuses reasoning that nothing follows, which is what is left where a call got no result.
    while items.last().is_some_and(|item| is(item, REASONING)) {
        items.pop();
    }
    items
}

fn called(call: &ToolCall, tools: &[Definition]) -> Value {
    json!({
        "type": FUNCTION_CALL,
        "call_id": on_the_wire(&call.id),
        "name": wire_name(call, tools),
        "arguments": arguments_of(call),
    })
}

fn from_user(content: &[Value]) -> Value {
    json!({ "type": MESSAGE, "role": "user", "content": content })
}

fn picture(picture: &Picture) -> Value {
    match &picture.bytes.bytes {
        Some(bytes) => {
            let url = format!("data:{};base64,{}", picture.media_type, STANDARD.encode(bytes));
            json!({ "type": "input_image", "image_url": url, "detail": "auto" })
        }
        None => json!({ "type": "input_text", "text": "[this picture has been deleted]" }),
    }
}
