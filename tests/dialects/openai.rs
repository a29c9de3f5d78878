//! The Responses API, and what is left of chat completions for models that reason.

use serde_json::{Value, json};

use super::providers::{Asked, Dialect, Step, events, sealed};

pub struct OpenAi;

impl Dialect for OpenAi {
    fn refusal(&self, asked: &Asked) -> Option<(u16, Value)> {
        let refused = |words: String, code: Option<&str>| {
            let error =
                json!({ "message": words, "type": "invalid_request_error", "param": "input", "code": code });
            Some((400, json!({ "error": error })))
        };
        let body = &asked.body;
        if asked.path == "/v1/chat/completions" {
            let model = asked.model();
            return refused(
                format!(
                    "Function tools with reasoning_effort are not supported for {model} in /v1/chat/completions. To use function \
                     tools, use /v1/responses or set reasoning_effort to 'none'."
                ),
                None,
            );
        }
        if body["tools"].as_array().into_iter().flatten().any(|tool| tool["name"].is_null()) {
            return refused("Missing required parameter: 'tools[0].name'.".to_owned(), None);
        }
        let items: Vec<&Value> = body["input"].as_array().unwrap().iter().collect();
        for (place, item) in items.iter().enumerate() {
            match item["type"].as_str() {
                Some("reasoning") => {
                    let id = item["id"].as_str().unwrap_or_default();
                    if item["encrypted_content"] != seal(asked, id) {
                        let words = format!("The encrypted content for item {id} could not be verified.");
                        return refused(words, Some("invalid_encrypted_content"));
                    }
                    let follows = items.get(place + 1).and_then(|next| next["type"].as_str());
                    if !matches!(follows, Some("message" | "function_call")) {
                        let words = format!(
                            "Item '{id}' of type 'reasoning' was provided without its required following item."
                        );
                        return refused(words, None);
                    }
                }
                Some("function_call") => {
                    let answers = |other: &&&Value| {
                        other["type"] == "function_call_output" && other["call_id"] == item["call_id"]
                    };
                    if items.iter().filter(answers).count() != 1 {
                        return refused(
                            format!("No tool output found for function call {}.", item["call_id"]),
                            None,
                        );
                    }
                }
                _ => {}
            }
        }
        (body["store"] != false).then(|| refused("Nothing is to be stored.".to_owned(), None)).flatten()
    }

    fn rounds(&self, asked: &Asked) -> usize {
        let items = asked.body["input"].as_array().unwrap();
        let since = items.iter().rev().take_while(|item| item["role"] != "user");
        since.filter(|item| item["type"] == "function_call_output").count()
    }

    fn reply(&self, asked: &Asked, step: &Step) -> String {
        let id = format!("rs_{}", asked.body["input"].as_array().unwrap().len());
        let reasoning =
            json!({ "type": "reasoning", "id": id, "summary": [], "encrypted_content": seal(asked, &id) });
        let mut all = vec![
            json!({ "type": "response.created", "response": { "id": "resp_1", "status": "in_progress" } }),
            json!({ "type": "response.output_item.added", "output_index": 0,
                "item": { "type": "reasoning", "id": id, "summary": [] } }),
            json!({ "type": "response.output_item.done", "output_index": 0, "item": reasoning }),
        ];
        let item = match step {
            Step::Call { id, query } => {
                let arguments = json!({ "query": query }).to_string();
                json!({ "type": "function_call", "id": format!("fc_{id}"), "call_id": format!("call_{id}"),
                    "name": "gmail__search", "arguments": arguments, "status": "completed" })
            }
            Step::Say(words) => {
                all.push(json!({ "type": "response.output_text.delta", "output_index": 1, "delta": words }));
                json!({ "type": "message", "id": "msg_1", "role": "assistant", "phase": "final_answer",
                    "content": [{ "type": "output_text", "text": words, "annotations": [] }] })
            }
        };
        all.push(json!({ "type": "response.output_item.done", "output_index": 1, "item": item }));
        all.push(json!({ "type": "response.completed", "response": { "id": "resp_1", "status": "completed",
            "output": [], "usage": { "input_tokens": 100, "output_tokens": 20 } } }));
        events(&all)
    }
}

/// Bound to its item, its model and the organisation.
fn seal(asked: &Asked, id: &str) -> String {
    format!("openai-seal-{}", sealed(&[asked.model(), asked.header("authorization"), id]))
}
