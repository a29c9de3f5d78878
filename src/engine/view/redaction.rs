//! How much of an effect may stand where it would be shown.

use kernel::{Effect, Face, Field, Privacy, Showing, Target, TargetState};
use serde_json::Value;

/// What the requester wrote in the thread themselves is no secret there: content that says only that is open.
pub(crate) fn knowing(mut effect: Effect, said: &[&str]) -> Effect {
    let said = Written::new(said.iter().copied());
    for field in effect.fields.iter_mut().filter(|field| said.holds(&field.value)) {
        field.privacy = Privacy::Open;
    }
    effect
}

/// Whether something stands in it that was looked up in the account for it: how a thing is called there, who it is from,
/// who can see it, what it says. The rest is what the requester said, or what the model chose, which had read nothing else.
pub(crate) fn is_found(effect: &Effect, targets: &[Target], said: &[&str], chosen: &Value) -> bool {
    let known = Written::new(said.iter().copied().chain(texts(chosen)));
    let mut content = effect.fields.iter().filter(|field| field.privacy == Privacy::Content);
    let there = targets.iter().filter(|target| target.state == TargetState::There);
    let mut names = there.flat_map(|target| target.names.iter().chain(&target.authors).chain(&target.people));
    content.any(|field| !known.holds(&field.value)) || names.any(|name| !known.holds(name))
}

/// What is no secret in a thread, however it is spaced.
struct Written(Vec<String>);

impl Written {
    fn new<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        Self(words.map(plain).collect())
    }

    fn holds(&self, text: &str) -> bool {
        let text = plain(text);
        self.0.iter().any(|words| words.contains(&text))
    }
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Every text in it.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(fields) => fields.values().flat_map(texts).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// The fields as they may stand there: content is counted, not shown.
pub(crate) fn shown(fields: Vec<Field>, showing: Showing) -> Vec<Field> {
    let summary = |field: Field| match field.privacy {
        Privacy::Content if !field.value.is_empty() => {
            let length = field.value.chars().count();
            let value = format!("{length} characters, shown only to whoever asked: press View all.");
            Field { value, origin: None, ..field }
        }
        Privacy::Content | Privacy::Open => field,
    };
    match showing {
        Showing::Whole => fields,
        Showing::Summary => fields.into_iter().map(summary).collect(),
        Showing::Outline => Vec::new(),
    }
}

/// What is said of a call where people outside the company read it.
pub(crate) fn outline(tool: &str) -> String {
    format!("{tool}: what it would do is shown only to whoever asked.")
}

/// How a call came out may be told with words that are the account's.
pub(crate) fn face(face: Face, showing: Showing) -> Face {
    let words = String::new();
    match (showing, face) {
        (Showing::Outline, Face::Done { by, .. }) => Face::Done { by, words },
        (Showing::Outline, Face::Failed { by, .. }) => Face::Failed { by, words },
        (Showing::Outline, Face::Unknown { by, .. }) => Face::Unknown { by, words },
        (_, face) => face,
    }
}

#[cfg(test)]
mod tests {
    use kernel::Label;
    use kernel::ports::ThreadKind;
    use serde_json::json;

    use super::*;
    use crate::view::{PrivateResults, showing_of};

    #[test]
    fn what_was_looked_up_is_withheld_whenever_it_was() {
        let here = ThreadKind::Shared;
        let shown = |effect: &Effect, seen| showing_of(effect, here, seen, PrivateResults::Ask);
        let mail = Effect::new("Send").content("Body", "Lunch at noon?");
        let (own, read) = (Label::trusted(), Label::stranger("mail.read", "a mail"));
        assert!(!is_found(&mail, &[], &["ask Ben for lunch"], &json!({ "body": ["Lunch at\nnoon?"] })));
        assert_eq!(shown(&mail, (&own, false)), Showing::Whole);
        assert_eq!(shown(&mail, (&read, false)), Showing::Summary, "the model may write down what it read");

        let cells = Effect::new("Write").content("Changes", "A1: 90 000 → 5");
        assert!(is_found(&cells, &[], &["set A1 to 5"], &json!({ "values": [["5"]] })));
        let trash = Effect::new("Trash").field("Mail", "Your results");
        let named = |name: &str| vec![Target::named("/id", [name.to_owned()])];
        let said = ["throw the mail with my Results away"];
        assert!(is_found(&trash, &named("Your results"), &said, &json!({})));
        assert!(!is_found(&trash, &named("my results"), &said, &json!({})), "they called it so themselves");
        let shared = named("my results").remove(0).with_people(["dai@clinic.example".to_owned()]);
        assert!(
            is_found(&trash, &[shared], &said, &json!({})),
            "who else has a part in it, they did not say"
        );
        assert_eq!(shown(&trash, (&own, true)), Showing::Summary);
    }
}
