//! `blocks.validate`: what would be wrong with blocks, a message or a view, without showing them to anybody.

use serde_json::{Value, json};

use super::{Answer, Call, Refusal};
use crate::blocks::{self, Problem, Surface};

pub(super) fn validate(call: &Call<'_>) -> Answer {
    let given = |name: &str| call.arguments.json(name, "invalid_arguments");
    match (given("blocks")?, given("message")?, given("view")?) {
        (Some(blocks), None, None) => judged("invalid_blocks", &blocks::problems(&blocks)),
        (None, Some(message), None) => judged("invalid_message", &of_message(&message)),
        (None, None, Some(view)) => judged("invalid_view", &of_view(&view)),
        _ => {
            let problem = "must define exactly one of `blocks`, `message` and `view`".to_owned();
            Err(Refusal::with("invalid_arguments", vec![problem]))
        }
    }
}

fn of_message(message: &Value) -> Vec<Problem> {
    let mut problems = message.get("blocks").map(blocks::problems).unwrap_or_default();
    let attachments = message.get("attachments").and_then(Value::as_array);
    for (index, attachment) in attachments.into_iter().flatten().enumerate() {
        let inside = attachment.get("blocks").map(blocks::problems).unwrap_or_default();
        problems.extend(inside.into_iter().map(|problem| Problem {
            pointer: format!("/attachments/{index}{}", problem.pointer),
            ..problem
        }));
    }
    problems
}

fn of_view(view: &Value) -> Vec<Problem> {
    let surface = if view.get("type") == Some(&json!("home")) { Surface::Home } else { Surface::Modal };
    let within = |problem: Problem| {
        let pointer = problem.pointer.strip_prefix("/view").unwrap_or(&problem.pointer).to_owned();
        Problem { pointer, ..problem }
    };
    blocks::view_problems(view, surface).into_iter().map(within).collect()
}

fn judged(code: &str, problems: &[Problem]) -> Answer {
    if problems.is_empty() {
        return Ok(json!({}));
    }
    Err(Refusal::pointing(code, problems.iter().map(told).collect()))
}

fn told(problem: &Problem) -> Value {
    let Problem { pointer, message } = problem;
    match (message.strip_prefix("missing required field: "), message.strip_prefix("must be one of: ")) {
        (Some(field), _) => {
            json!({"code": "missing_field", "message": message, "pointer": pointer, "field": field})
        }
        (None, Some(expected)) => {
            let expected: Vec<&str> = expected.split(", ").collect();
            json!({
                "code": "failed_constraint", "message": message, "pointer": pointer,
                "constraint": {"type": "enum", "expected": expected},
            })
        }
        (None, None) => json!({"code": "failed_constraint", "message": message, "pointer": pointer}),
    }
}
