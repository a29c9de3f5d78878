//! `tools.execute`, and how a call comes out of another.

use kernel::{Call, CallId, Done, Effect, Failure, Spec, Tool, ToolCall};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Inner, Shelves, not_taken_out, parallel};

const NAME: &str = "tools.execute";
const OLD_NAME: &str = "execute_tool";

/// Calls a tool that was found. A tool can as well be called by its own name.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// The tool's name.
    name: String,
    /// What it takes.
    #[serde(default)]
    #[schemars(schema_with = "kernel::any_object")]
    arguments: serde_json::Map<String, Value>,
}

pub(crate) struct Execute;

impl From<Shelves> for Execute {
    fn from(_: Shelves) -> Self {
        Self
    }
}

/// What is called within another call takes its place before anything is written down: so whatever looks at a call, a
/// policy, a card or the audit, looks at what would really run. What cannot be understood stays, and is answered.
pub(crate) fn unwrapped(call: ToolCall) -> Vec<ToolCall> {
    let inner = |args: &Value| serde_json::from_value::<Inner>(args.clone()).ok();
    if is(&call, NAME, OLD_NAME) {
        return vec![match inner(&call.args) {
            Some(inner) => inner.call(call.id),
            None => call,
        }];
    }
    if !is(&call, parallel::NAME, parallel::OLD_NAME) {
        return vec![call];
    }
    let several: Option<Vec<Inner>> =
        call.args.get("calls").and_then(Value::as_array).and_then(|calls| calls.iter().map(inner).collect());
    match several {
        Some(several) if !several.is_empty() => {
            let named = |number: usize| CallId(format!("{}{number}", call.id.0));
            several.into_iter().enumerate().map(|(number, inner)| inner.call(named(number))).collect()
        }
        _ => vec![call],
    }
}

fn is(call: &ToolCall, name: &str, old: &str) -> bool {
    call.tool == name || call.tool == old || call.tool == name.replace('.', "__")
}

impl Tool for Execute {
    type Args = Args;
    type Plan = Args;

    const SPEC: Spec = Spec::read(NAME).always_shown().aka(&[OLD_NAME]);

    async fn plan(&self, _args: Args, _call: &Call) -> Result<Args, Failure> {
        Err(not_taken_out())
    }

    async fn run(&self, _plan: Args, _call: &Call) -> Result<Done, Failure> {
        Err(not_taken_out())
    }
}

impl kernel::Plan for Args {
    fn effect(&self) -> Effect {
        Effect::new("Call a tool").field("Tool", &self.name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn out(tool: &str, args: Value) -> Vec<(String, String, Value)> {
        let call = ToolCall { id: CallId("c".to_owned()), tool: tool.to_owned(), args };
        unwrapped(call).into_iter().map(|call| (call.id.0, call.tool, call.args)).collect()
    }

    #[test]
    fn a_call_within_another_takes_its_place() {
        let one = json!({ "name": "mail.read", "arguments": { "id": 1 } });
        for name in ["tools.execute", "tools__execute", "execute_tool"] {
            assert_eq!(out(name, one.clone()), [("c".into(), "mail.read".into(), json!({ "id": 1 }))]);
        }
        let old = json!({ "name": "mail.read", "params": { "id": 1 } });
        assert_eq!(out("execute_tool", old), [("c".into(), "mail.read".into(), json!({ "id": 1 }))]);
        let in_text = json!({ "name": "mail.read", "arguments": "{\"id\": 1}" });
        assert_eq!(out("tools.execute", in_text), [("c".into(), "mail.read".into(), json!({ "id": 1 }))]);
        let two = json!({ "calls": [one, { "name": "mail.list" }] });
        let expected = [
            ("c0".to_owned(), "mail.read".to_owned(), json!({ "id": 1 })),
            ("c1".to_owned(), "mail.list".to_owned(), json!({})),
        ];
        assert_eq!(out("tools.parallel", two), expected);
    }

    #[test]
    fn what_cannot_be_understood_stays_and_is_answered() {
        for args in [
            json!({}),
            json!({ "name": 1 }),
            json!({ "name": "a", "arguments": [] }),
            json!({ "name": "a", "arguments": "nonsense" }),
            json!({ "name": "a", "x": 1 }),
        ] {
            assert_eq!(
                out("tools.execute", args.clone()),
                [("c".into(), "tools.execute".into(), args.clone())]
            );
            let several = json!({ "calls": [args] });
            assert_eq!(out("run_parallel", several.clone()), [("c".into(), "run_parallel".into(), several)]);
        }
        assert_eq!(out("run_parallel", json!({ "calls": [] })).len(), 1);
        assert_eq!(out("mail.read", json!({ "name": "x" })).len(), 1);
    }
}
