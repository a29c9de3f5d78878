//! A conversation as chat completions want it.
//!
//! Servers cache by prefix: fields are written in the order of these structs, free JSON is sorted by key, and a message is
//! made from itself alone.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::ports::ModelError;
use kernel::{CallId, Definition, Message, Picture, Request, ToolCall};
use serde::Serialize;
use serde_json::{Value, json};

use super::id::on_the_wire;
use super::kept::{KEPT_BY, Owner, Sealed};
use super::settings::Dialect;
use crate::Effort;

/// Documented for calls that another model made: such a call has no signature, and without any it is refused.
const FOREIGN_CALL: &str = "skip_thought_signature_validator";

/// The model that is asked, and what is asked of it beside the conversation.
pub(super) struct Asked<'a> {
    pub(super) model: &'a str,
    pub(super) dialect: Dialect,
    pub(super) effort: Option<Effort>,
    pub(super) max_tokens: u32,
    /// The owner of the sealed content that goes back; nobody where it was refused.
    pub(super) owner: Option<&'a Owner>,
}

pub(super) fn bytes(asked: &Asked<'_>, request: &Request) -> Result<Vec<u8>, ModelError> {
    let mut messages: Vec<Said> = Vec::new();
    if !request.system.trim().is_empty() {
        messages.push(Said::words("system", &request.system));
    }
    for message in &request.messages {
        say(message, asked, &request.tools, &mut messages);
    }
    if !messages.iter().any(|said| said.role != "system") {
        return Err(ModelError::Unusable("There is nothing to answer. Ask something.".to_owned()));
    }
    let (max_tokens, max_completion_tokens) = match asked.dialect {
        Dialect::Completion => (None, Some(asked.max_tokens)),
        _ => (Some(asked.max_tokens), None),
    };
    let body = Body {
        model: asked.model,
        tools: request.tools.iter().map(tool).collect(),
        messages,
        max_tokens,
        max_completion_tokens,
        reasoning_effort: asked.effort.map(Effort::name),
        stream: true,
        stream_options: json!({ "include_usage": true }),
    };
    serde_json::to_vec(&body).map_err(|error| ModelError::Unusable(format!("{error}. Start a new thread.")))
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
    messages: Vec<Said>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'static str>,
    stream: bool,
    stream_options: Value,
}

#[derive(Serialize)]
struct Said {
    role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<String>,
    content: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_content: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_content: Option<Value>,
}

impl Said {
    fn words(role: &'static str, words: &str) -> Self {
        Self {
            role,
            tool_call_id: None,
            content: json!(words),
            reasoning_content: None,
            tool_calls: Vec::new(),
            extra_content: None,
        }
    }
}

fn tool(tool: &Definition) -> Value {
    let function =
        json!({ "name": tool.wire_name(), "description": tool.description(), "parameters": tool.schema() });
    json!({ "type": "function", "function": function })
}

fn say(message: &Message, asked: &Asked<'_>, tools: &[Definition], said: &mut Vec<Said>) {
    match message {
        Message::User(words) if words.trim().is_empty() => {}
        Message::User(words) => said.push(Said::words("user", words)),
        Message::Assistant { text, calls, .. } if text.trim().is_empty() && calls.is_empty() => {}
        Message::Assistant { text, calls, .. } => {
            let kept = asked.owner.and_then(|owner| owner.kept::<Sealed>(KEPT_BY, message));
            let (sealed, made) = kept.unwrap_or_default();
            let content = if text.trim().is_empty() { Value::Null } else { json!(text) };
            // A call of another model goes back with no reasoning, and the server wants to be told so.
            let reasons = asked.dialect == Dialect::DeepSeek && !calls.is_empty();
            said.push(Said {
                content,
                reasoning_content: reasons.then_some(sealed.reasoning),
                tool_calls: signed(calls, &sealed.calls, made, asked.dialect, tools),
                extra_content: sealed.extra_content,
                ..Said::words("assistant", "")
            });
        }
        Message::Results(results) => {
            let told = results.iter().map(|result| Said {
                tool_call_id: Some(on_the_wire(&result.call)),
                ..Said::words("tool", &result.words)
            });
            said.extend(told);
        }
        Message::Pictures(pictures) => {
            let content = pictures.iter().map(picture).collect();
            said.push(Said { content: Value::Array(content), ..Said::words("user", "") });
        }
    }
}

/// The calls with the signatures that they came with: one stands at the first call that was made of it.
fn signed(
    calls: &[ToolCall],
    signatures: &[Option<Value>],
    made: &[Vec<CallId>],
    dialect: Dialect,
    tools: &[Definition],
) -> Vec<Value> {
    let signature_of = |call: &ToolCall| {
        let place = made.iter().position(|ids| ids.first() == Some(&call.id))?;
        signatures.get(place)?.clone()
    };
    let is_unsigned = !calls.iter().any(|call| signature_of(call).is_some());
    let one = |(place, call): (usize, &ToolCall)| {
        let mut written = called(call, tools);
        let foreign = dialect == Dialect::Gemini && is_unsigned && place == 0;
        let foreign = foreign.then(|| json!({ "google": { "thought_signature": FOREIGN_CALL } }));
        if let (Some(signature), Some(written)) = (signature_of(call).or(foreign), written.as_object_mut()) {
            written.insert("extra_content".to_owned(), signature);
        }
        written
    };
    calls.iter().enumerate().map(one).collect()
}

fn called(call: &ToolCall, tools: &[Definition]) -> Value {
    let function = json!({ "name": wire_name(call, tools), "arguments": arguments_of(call) });
    json!({ "id": on_the_wire(&call.id), "type": "function", "function": function })
}

pub(super) fn wire_name(call: &ToolCall, tools: &[Definition]) -> String {
    let known = tools.iter().find(|tool| tool.name == call.tool);
    known.map_or_else(|| call.tool.replace('.', "__"), Definition::wire_name)
}

/// Arguments that could not be read come back as a text; servers take objects only.
pub(super) fn arguments_of(call: &ToolCall) -> String {
    if call.args.is_object() { call.args.to_string() } else { json!({ "unreadable": call.args }).to_string() }
}

fn picture(picture: &Picture) -> Value {
    match &picture.bytes.bytes {
        Some(bytes) => {
            let url = format!("data:{};base64,{}", picture.media_type, STANDARD.encode(bytes));
            json!({ "type": "image_url", "image_url": { "url": url } })
        }
        None => json!({ "type": "text", "text": "[this picture has been deleted]" }),
    }
}
