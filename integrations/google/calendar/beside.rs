//! What a change of an event does beside what it says: who is no guest any more, which words are gone, who sees it now.

use kernel::{TermKind, TermRole};
use serde_json::Value;

/// Guests who are none any more, and words that are gone.
pub(super) fn taken_away(body: &Value, was: &Value) -> Vec<TermKind> {
    let addresses = |event: &Value| -> Vec<String> {
        let guests = event.get("attendees").and_then(Value::as_array).into_iter().flatten();
        let others = guests.filter(|guest| guest.get("self").and_then(Value::as_bool) != Some(true));
        others.filter_map(|guest| Some(guest.get("email")?.as_str()?.to_lowercase())).collect()
    };
    let text = |event: &Value, name: &str| {
        event.get(name).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
    };
    let stay = addresses(body);
    let guests =
        addresses(was).into_iter().filter(|was| body.get("attendees").is_some() && !stay.contains(was));
    let words = ["summary", "description", "location"].into_iter().filter(|name| {
        body.get(*name).is_some() && text(body, name).is_empty() && !text(was, name).is_empty()
    });
    guests.chain(words.map(|name| format!("the {name}"))).map(TermKind::Loses).collect()
}

/// Whether more people see it than before.
pub(super) fn opened(body: &Value, was: &Value) -> Option<TermKind> {
    let visibility = |event: &Value| event.get("visibility").and_then(Value::as_str).map(str::to_owned);
    let now = visibility(body).filter(|now| Some(now) != visibility(was).as_ref())?;
    (now == "public").then_some(TermKind::Role(TermRole::Public))
}
