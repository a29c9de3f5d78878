//! A conversation as chat completions want it.
//!
//! Servers cache by prefix: fields are written in the order of these structs, free JSON is sorted by key, and a message is
//! made from itself alone.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::ports::ModelError;
use kernel::{Definition, Message, Picture, Request, ToolCall};
use serde::Serialize;
use serde_json::{Value, json};

use super::Dialect;
use super::id::on_the_wire;

pub(super) fn bytes(model: &str, dialect: Dialect, request: &Request) -> Result<Vec<u8>, ModelError> {
    let mut messages: Vec<Said> = Vec::new();
    if !request.system.trim().is_empty() {
        messages.push(Said::words("system", &request.system));
    }
    for message in &request.messages {
        say(message, &request.tools, &mut messages);
    }
    if !messages.iter().any(|said| said.role != "system") {
        return Err(ModelError::Unusable("There is nothing to answer. Ask something.".to_owned()));
    }
    let (max_tokens, max_completion_tokens) = match dialect {
        Dialect::Usual => (Some(request.max_tokens), None),
        Dialect::Completion => (None, Some(request.max_tokens)),
    };
    let body = Body {
        model,
        tools: request.tools.iter().map(tool).collect(),
        messages,
        max_tokens,
        max_completion_tokens,
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
    stream: bool,
    stream_options: Value,
}

#[derive(Serialize)]
struct Said {
    role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<String>,
    content: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<Value>,
}

impl Said {
    fn words(role: &'static str, words: &str) -> Self {
        Self { role, tool_call_id: None, content: json!(words), tool_calls: Vec::new() }
    }
}

fn tool(tool: &Definition) -> Value {
    let function =
        json!({ "name": tool.wire_name(), "description": tool.description(), "parameters": tool.schema() });
    json!({ "type": "function", "function": function })
}

fn say(message: &Message, tools: &[Definition], said: &mut Vec<Said>) {
    match message {
        Message::User(words) if words.trim().is_empty() => {}
        Message::User(words) => said.push(Said::words("user", words)),
        Message::Assistant { text, calls, .. } if text.trim().is_empty() && calls.is_empty() => {}
        Message::Assistant { text, calls, .. } => {
            let content = if text.trim().is_empty() { Value::Null } else { json!(text) };
            let tool_calls = calls.iter().map(|call| called(call, tools)).collect();
            said.push(Said { role: "assistant", tool_call_id: None, content, tool_calls });
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
            said.push(Said {
                role: "user",
                tool_call_id: None,
                content: Value::Array(content),
                tool_calls: Vec::new(),
            });
        }
    }
}

fn called(call: &ToolCall, tools: &[Definition]) -> Value {
    let known = tools.iter().find(|tool| tool.name == call.tool);
    let name = known.map_or_else(|| call.tool.replace('.', "__"), Definition::wire_name);
    // Arguments that could not be read come back as a text; servers take objects only.
    let args = if call.args.is_object() { call.args.clone() } else { json!({ "unreadable": call.args }) };
    let function = json!({ "name": name, "arguments": args.to_string() });
    json!({ "id": on_the_wire(&call.id), "type": "function", "function": function })
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
