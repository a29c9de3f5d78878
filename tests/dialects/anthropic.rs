//! The Messages API with preserved thinking.

use serde_json::{Value, json};

use super::providers::{Asked, Dialect, NOTE, Step, events, sealed};

const UPDATES: &str = "thinking-display-updates-2026-08-18";

pub struct Anthropic;

impl Dialect for Anthropic {
    fn refusal(&self, asked: &Asked) -> Option<(u16, Value)> {
        let refused = |status: u16, kind: &str, words: &str| {
            Some((status, json!({ "type": "error", "error": { "type": kind, "message": words } })))
        };
        if asked.path != "/v1/messages" {
            return refused(404, "not_found_error", "Not Found");
        }
        if asked.model() == "claude-sonnet-4-5" {
            return refused(404, "not_found_error", "model: claude-sonnet-4-5");
        }
        let why = of_the_model(asked).or_else(|| of_results(asked)).or_else(|| of_thinking(asked))?;
        refused(400, "invalid_request_error", &why)
    }

    fn rounds(&self, asked: &Asked) -> usize {
        let messages = asked.body["messages"].as_array().unwrap();
        let asks = |message: &&Value| blocks(message).any(|block| block["type"] == "text");
        let since = messages.iter().rev().take_while(|message| message["role"] != "user" || !asks(message));
        since.filter(|message| message["role"] == "user").count()
    }

    fn reply(&self, asked: &Asked, step: &Step) -> String {
        let mut reply = Draft { asked, given: Vec::new(), events: vec![begun()] };
        match step {
            Step::Call { id, query } => {
                reply.think("");
                reply.think(NOTE);
                reply.call(&format!("toolu_{id}"), query);
                reply.events.extend(ended("tool_use"));
            }
            Step::Say(words) => {
                reply.think("");
                reply.say(words);
                reply.events.extend(ended("end_turn"));
            }
        }
        events(&reply.events)
    }
}

fn blocks(message: &Value) -> impl Iterator<Item = &Value> {
    message["content"].as_array().into_iter().flatten()
}

/// Settings that the models of this generation do not take.
fn of_the_model(asked: &Asked) -> Option<String> {
    let body = &asked.body;
    if let Some(field) = ["temperature", "top_p", "top_k"].into_iter().find(|field| !body[*field].is_null()) {
        return Some(format!("`{field}` is deprecated for this model."));
    }
    if matches!(body["tool_choice"]["type"].as_str(), Some("any" | "tool")) {
        return Some(r#"tool_choice: type "tool" and "any" are not supported for this model."#.to_owned());
    }
    if body["thinking"]["type"] == "disabled" {
        return Some(
            r#"To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead."#
                .to_owned(),
        );
    }
    if body["thinking"]["display"] == "updates" && asked.header("anthropic-beta") != UPDATES {
        return Some(format!(
            "thinking.display: \"updates\" requires the `{UPDATES}` value in the `anthropic-beta` header."
        ));
    }
    let messages = body["messages"].as_array()?;
    if messages.last().is_some_and(|message| message["role"] == "assistant") {
        return Some("This model does not support assistant message prefill. The conversation must end with a user message.".to_owned());
    }
    None
}

fn of_results(asked: &Asked) -> Option<String> {
    let messages = asked.body["messages"].as_array()?;
    for (number, message) in messages.iter().enumerate() {
        let next = messages.get(number + 1);
        let answered: Vec<&Value> =
            next.into_iter().flat_map(blocks).map(|block| &block["tool_use_id"]).collect();
        for used in blocks(message).filter(|block| block["type"] == "tool_use") {
            if answered.iter().filter(|id| ***id == used["id"]).count() != 1 {
                return Some(format!(
                    "messages.{number}: `tool_use` ids were found without `tool_result` blocks immediately after: {}.",
                    used["id"]
                ));
            }
        }
        if message["role"] == "assistant" && blocks(message).last().is_some_and(is_thinking) {
            return Some(format!(
                "messages.{number}: The final block in an assistant message cannot be `thinking`."
            ));
        }
    }
    None
}

/// A block is bound to its model and key, to everything before it but thinking, and to the thinking block before it.
fn of_thinking(asked: &Asked) -> Option<String> {
    let mut before = String::new();
    for (number, message) in asked.body["messages"].as_array()?.iter().enumerate() {
        for (place, block) in blocks(message).enumerate().filter(|(_, block)| is_thinking(block)) {
            let signature = block["signature"].as_str().unwrap_or_default();
            if signature != bound(asked, number, &given(message, place), &before, &block["thinking"]) {
                return Some(format!(
                    "messages.{number}.content.{place}: Invalid `signature` in `thinking` block. The block is bound to a \
                     different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \
                     \"drop_block\"."
                ));
            }
            signature.clone_into(&mut before);
        }
    }
    None
}

fn is_thinking(block: &Value) -> bool {
    block["type"] == "thinking"
}

/// The blocks of a message before a place.
fn given(message: &Value, place: usize) -> Vec<Value> {
    blocks(message).take(place).cloned().collect()
}

fn bound(asked: &Asked, messages: usize, given: &[Value], before: &str, words: &Value) -> String {
    let plain = |message: &Value| -> Value {
        let content = blocks(message).filter(|block| !is_thinking(block)).map(unmarked);
        json!({ "role": message["role"], "content": content.collect::<Vec<_>>() })
    };
    let mut tools: Vec<Value> = asked.body["tools"].as_array().into_iter().flatten().map(unmarked).collect();
    tools.sort_by_key(|tool| tool["name"].to_string());
    let earlier = asked.body["messages"].as_array().unwrap().iter().take(messages).map(plain);
    let system: Vec<Value> = asked.body["system"].as_array().into_iter().flatten().map(unmarked).collect();
    let given = plain(&json!({ "role": "assistant", "content": given }));
    let prefix = json!([system, tools, earlier.collect::<Vec<_>>(), given]).to_string();
    let key = asked.header("x-api-key");
    format!("anthropic-seal-{}", sealed(&[asked.model(), key, &prefix, before, &words.to_string()]))
}

/// Marks for the cache change nothing.
fn unmarked(block: &Value) -> Value {
    let mut block = block.clone();
    if let Some(block) = block.as_object_mut() {
        block.remove("cache_control");
    }
    block
}

struct Draft<'a> {
    asked: &'a Asked,
    given: Vec<Value>,
    events: Vec<Value>,
}

impl Draft<'_> {
    fn think(&mut self, note: &str) {
        let messages = self.asked.body["messages"].as_array().unwrap();
        let earlier = messages.iter().flat_map(blocks).chain(&self.given).filter(|block| is_thinking(block));
        let before =
            earlier.last().and_then(|block| block["signature"].as_str()).unwrap_or_default().to_owned();
        // Notes come in words only where they were asked for.
        let shown = self.asked.body["thinking"]["display"] == "updates";
        let words = json!(if shown { note } else { "" });
        let signature = bound(self.asked, messages.len(), &self.given, &before, &words);
        let delta = |kind: &str, field: &str, value: &Value| json!({ "type": kind, field: value });
        let pieces = vec![
            delta("thinking_delta", "thinking", &words),
            delta("signature_delta", "signature", &json!(signature)),
        ];
        let begun = json!({ "type": "thinking", "thinking": "", "signature": "" });
        self.block(&begun, pieces, json!({ "type": "thinking", "thinking": words, "signature": signature }));
    }

    fn call(&mut self, id: &str, query: &str) {
        let block =
            |input: Value| json!({ "type": "tool_use", "id": id, "name": "gmail__search", "input": input });
        let input = json!({ "query": query });
        let piece = json!({ "type": "input_json_delta", "partial_json": input.to_string() });
        self.block(&block(json!({})), vec![piece], block(input));
    }

    fn say(&mut self, words: &str) {
        let piece = json!({ "type": "text_delta", "text": words });
        self.block(
            &json!({ "type": "text", "text": "" }),
            vec![piece],
            json!({ "type": "text", "text": words }),
        );
    }

    fn block(&mut self, begun: &Value, pieces: Vec<Value>, whole: Value) {
        let index = self.given.len();
        self.events.push(json!({ "type": "content_block_start", "index": index, "content_block": begun }));
        let delta = |piece: Value| json!({ "type": "content_block_delta", "index": index, "delta": piece });
        self.events.extend(pieces.into_iter().map(delta));
        self.events.push(json!({ "type": "content_block_stop", "index": index }));
        self.given.push(whole);
    }
}

fn begun() -> Value {
    json!({ "type": "message_start", "message": { "id": "msg_1", "type": "message", "role": "assistant", "content": [],
        "usage": { "input_tokens": 100, "output_tokens": 1 } } })
}

fn ended(reason: &str) -> [Value; 2] {
    [
        json!({ "type": "message_delta", "delta": { "stop_reason": reason }, "usage": { "output_tokens": 20 } }),
        json!({ "type": "message_stop" }),
    ]
}
