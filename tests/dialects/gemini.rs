//! Chat completions as Google serves them: every first call has a signature, and is refused without one.

use serde_json::{Value, json};

use super::providers::{Asked, Dialect, Step, sealed};

/// Stands for the signature of a call that another model made.
const FOREIGN: &str = "skip_thought_signature_validator";

pub struct Gemini;

impl Dialect for Gemini {
    fn refusal(&self, asked: &Asked) -> Option<(u16, Value)> {
        let refused = |words: String| {
            Some((400, json!([{ "error": { "code": 400, "message": words, "status": "INVALID_ARGUMENT" } }])))
        };
        for (place, message) in since_asked(asked) {
            let Some(call) = message["tool_calls"].as_array().and_then(|calls| calls.first()) else {
                continue;
            };
            let signature = &call["extra_content"]["google"]["thought_signature"];
            let name = &call["function"]["name"];
            if signature.is_null() {
                return refused(format!(
                    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work \
                     correctly. Additional data, function call `default_api:{name}`, position {place}."
                ));
            }
            if *signature != FOREIGN && *signature != seal(asked, &call["function"]["arguments"]) {
                return refused("Corrupted thought signature.".to_owned());
            }
        }
        None
    }

    fn rounds(&self, asked: &Asked) -> usize {
        since_asked(asked).filter(|(_, message)| message["role"] == "tool").count()
    }

    fn reply(&self, asked: &Asked, step: &Step) -> String {
        let delta = match step {
            Step::Call { id, query } => {
                let arguments = json!({ "query": query }).to_string();
                let signature = seal(asked, &json!(arguments));
                json!({ "role": "assistant", "tool_calls": [{ "id": id, "type": "function",
                    "function": { "name": "gmail__search", "arguments": arguments },
                    "extra_content": { "google": { "thought_signature": signature } } }] })
            }
            Step::Say(words) => {
                let signature = seal(asked, &json!(words));
                json!({ "role": "assistant", "content": words,
                    "extra_content": { "google": { "thought_signature": signature } } })
            }
        };
        let chunk = json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": "stop" }] });
        format!("data: {chunk}\n\ndata: [DONE]\n\n")
    }
}

/// The messages since a person last said something, with their places.
fn since_asked(asked: &Asked) -> impl Iterator<Item = (usize, &Value)> {
    let messages = asked.body["messages"].as_array().unwrap();
    let from = messages.iter().rposition(|message| message["role"] == "user").unwrap_or(0);
    messages.iter().enumerate().skip(from)
}

fn seal(asked: &Asked, content: &Value) -> String {
    let key = asked.header("authorization");
    format!("gemini-seal-{}", sealed(&[asked.model(), key, content.as_str().unwrap_or_default()]))
}
