//! `users.settings.filters`: labels that mail gets or loses as it arrives.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::id::Id;
use super::labels;
use super::mailbox::{Arrival, Mailbox};
use super::message::Message;
use super::records::Filter;
use super::search::Search;
use crate::call::Call;
use crate::refusal::Refusal;

pub(super) fn list(mailbox: &Mailbox) -> Value {
    let all: Vec<Value> = mailbox.filters.iter().map(Filter::show).collect();
    if all.is_empty() { json!({}) } else { json!({ "filter": all }) }
}

pub(super) fn get(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let known = mailbox.filters.iter().find(|filter| filter.id == call.path("id"));
    known.map(Filter::show).ok_or_else(Refusal::not_found)
}

pub(super) fn create(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let given = |name: &str| call.body.get(name).cloned().unwrap_or_else(|| json!({}));
    let filter = Filter { id: fresh_id(), criteria: given("criteria"), action: given("action") };
    let named = filter.labels("addLabelIds").into_iter().chain(filter.labels("removeLabelIds"));
    for label in named {
        if !labels::is_known(mailbox, &label) {
            return Err(Refusal::argument(format!("Invalid label: {label}")));
        }
    }
    // Forwarding needs a confirmed address, and no mailbox here has one.
    if call.text("/action/forward").is_some() {
        return Err(Refusal::precondition("Unrecognized forwarding address"));
    }
    if mailbox.filters.iter().any(|known| known.criteria == filter.criteria && known.action == filter.action)
    {
        return Err(Refusal::precondition("Filter already exists"));
    }
    let shown = filter.show();
    mailbox.filters.push(filter);
    Ok(shown)
}

pub(super) fn delete(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let known = mailbox.filters.iter().position(|filter| filter.id == call.path("id"));
    mailbox.filters.remove(known.ok_or_else(Refusal::not_found)?);
    Ok(json!({}))
}

/// Gives arriving mail the labels that the filters of its mailbox say.
fn apply(mailbox: &Mailbox, arrival: &mut Arrival) {
    if mailbox.filters.is_empty() {
        return;
    }
    let message = Message::arriving(arrival);
    for filter in mailbox.filters.iter().filter(|filter| filter.matches(mailbox, &message)) {
        let removed = filter.labels("removeLabelIds");
        arrival.labels.extend(filter.labels("addLabelIds"));
        arrival.labels.retain(|label| !removed.contains(label));
    }
}

impl Filter {
    fn show(&self) -> Value {
        json!({ "id": self.id, "criteria": self.criteria, "action": self.action })
    }

    fn labels(&self, name: &str) -> Vec<String> {
        let ids = self.action.get(name).and_then(Value::as_array).into_iter().flatten();
        ids.filter_map(Value::as_str).map(str::to_owned).collect()
    }

    fn matches(&self, mailbox: &Mailbox, message: &Message) -> bool {
        let text = |name: &str| {
            let text = self.criteria.get(name).and_then(Value::as_str);
            text.filter(|text| !text.trim().is_empty())
        };
        let mut query = text("query").unwrap_or_default().to_owned();
        for operator in ["from", "to", "subject"] {
            if let Some(words) = text(operator) {
                query = format!("({query}) {operator}:({words})");
            }
        }
        if let Some(unwanted) = text("negatedQuery") {
            query = format!("({query}) -({unwanted})");
        }
        if self.criteria.get("hasAttachment") == Some(&Value::Bool(true)) {
            query = format!("({query}) has:attachment");
        }
        let size = self.criteria.get("size").and_then(Value::as_u64).unwrap_or_default();
        let length = message.raw.len() as u64;
        let fits = match text("sizeComparison") {
            Some("larger") => length > size,
            Some("smaller") => length < size,
            _ => true,
        };
        fits && Search::read(&query).matches(mailbox, message, sandbox_world::now())
    }
}

fn fresh_id() -> String {
    let bytes = [*uuid::Uuid::new_v4().as_bytes(), *uuid::Uuid::new_v4().as_bytes()].concat();
    format!("ANe1Bm{}", URL_SAFE_NO_PAD.encode(bytes))
}

impl Mailbox {
    /// Puts in a message that was sent to this mailbox, as its filters say.
    pub(super) fn receive(&mut self, mut arrival: Arrival) -> Id {
        apply(self, &mut arrival);
        self.add(arrival)
    }
}
