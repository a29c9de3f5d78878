//! Dry runs: what a call would do, told in place of doing it.

use kernel::{Body, Kind, Label, Outcome};
use serde_json::Value;

use crate::call::finish::Finished;
use crate::call::prepare::Planned;
use crate::guard::looks_secret;
use crate::guard::{steady_fence, trim};

/// What the model is told first, and what an answer is known by.
const NOTHING_DONE: &str =
    "dry_run: Nothing was done, and nobody was told: this is a dry run. Say so, and what it would have done.";

/// What somebody hears who presses a button meanwhile.
pub(crate) const NOT_NOW: &str = "This is a dry run, so nothing was done. Switch it off and ask again.";

/// Characters of all that would happen.
const LONGEST: usize = 8_000;
/// Characters of one argument.
const ARGUMENT: usize = 200;

/// Arguments that are nobody's business.
const SECRETS: [&str; 8] =
    ["password", "passwd", "secret", "token", "api_key", "apikey", "authorization", "credential"];

/// Whether it is only told. Mere looking is done.
pub(crate) fn is_only_told(planned: &Planned) -> bool {
    planned.kind != Kind::Read || !planned.flow.sinks.is_empty()
}

/// What it would do. Names in it may be a stranger's words.
pub(crate) fn told(planned: &Planned) -> Finished {
    let mut would = format!("{}\n", planned.effect.sentence);
    for field in &planned.effect.fields {
        would.extend([&field.name, ": ", &field.value, "\n"]);
    }
    would = format!("{would}Arguments: {}", redacted(&planned.arguments));
    let tool = &planned.exactly.tool;
    let fenced = steady_fence(&Body::new(trim(would, LONGEST)), tool);
    Finished {
        outcome: Outcome::Done,
        words: Body::new(format!("{NOTHING_DONE}\n{fenced}")),
        label: Label::stranger(tool, "what would have been done"),
        kept: None,
        undo: None,
        gate: Some("dry run".to_owned()),
        tool: Some(tool.clone()),
    }
}

/// Whether this is what a model was told in place of something done.
pub(crate) fn is_told(answer: &Body) -> bool {
    answer.words().starts_with(NOTHING_DONE)
}

/// Arguments without what is secret, and shorter.
fn redacted(arguments: &Value) -> Value {
    match arguments {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| {
                let plain = name.to_lowercase().replace('-', "_");
                let hidden = SECRETS.iter().any(|secret| plain.contains(secret));
                (name.clone(), if hidden { "[redacted]".into() } else { redacted(value) })
            })
            .collect(),
        Value::Array(values) => values.iter().map(redacted).collect(),
        Value::String(words) if looks_secret(words) => "[redacted]".into(),
        Value::String(words) if words.chars().count() > ARGUMENT => {
            words.chars().take(ARGUMENT).chain(['…']).collect::<String>().into()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_secret_is_repeated() {
        let arguments = json!({
            "to": ["ana@firm.example"], "body": "x".repeat(500), "API-Key": "12", "headers": { "Authorization": "Bearer 1" },
            "note": "use AKIAABCDEFGHIJKLMNOP please",
        });
        let told = redacted(&arguments);
        assert_eq!(told["to"], arguments["to"]);
        assert_eq!(told["body"].as_str().unwrap().chars().count(), ARGUMENT + 1);
        for hidden in [&told["API-Key"], &told["headers"]["Authorization"], &told["note"]] {
            assert_eq!(hidden, "[redacted]");
        }
    }
}
