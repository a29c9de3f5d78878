//! The history of a mailbox: every change has a number, and callers ask for what came after one.

mod log;

use serde_json::{Map, Value};

pub(super) use self::log::{Event, History};
use super::mailbox::Mailbox;
use crate::call::Call;
use crate::gmail::history::log::Record;
use crate::refusal::Refusal;

/// `users.history.list`.
pub(super) fn list(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let start = call.query.one("startHistoryId").and_then(|text| text.parse::<u64>().ok());
    let start = start.ok_or_else(|| Refusal::argument("Missing required field: startHistoryId"))?;
    let history = &mailbox.history;
    if start < history.floor {
        return Err(Refusal::not_found());
    }
    let after = match call.query.one("pageToken") {
        None => start,
        Some(token) => token.parse().map_err(|_| Refusal::argument("Invalid pageToken"))?,
    };
    let wanted = call.query.all("historyTypes");
    let label = call.query.one("labelId");
    let most = call.query.count("maxResults", 100, 500);
    let mut found = history.records.iter().filter(|record| {
        record.id > after
            && (wanted.is_empty() || wanted.iter().any(|kind| kind == record.event.kind()))
            && label.is_none_or(|label| record.labels.contains(label) || record.event.names(label))
    });
    let page: Vec<&Record> = found.by_ref().take(most).collect();
    let mut answer = Map::new();
    if !page.is_empty() {
        answer.insert("history".to_owned(), page.iter().map(|record| record.render()).collect());
    }
    if let (Some(_), Some(last)) = (found.next(), page.last()) {
        answer.insert("nextPageToken".to_owned(), last.id.to_string().into());
    }
    answer.insert("historyId".to_owned(), history.latest.to_string().into());
    Ok(Value::Object(answer))
}
