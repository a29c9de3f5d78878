//! Lists of messages, threads and drafts: ids only, page by page.

use serde_json::{Map, Value, json};

use super::id::Id;
use super::labels;
use super::mailbox::Mailbox;
use super::message::Message;
use super::search::Search;
use super::threads;
use crate::call::Call;
use crate::refusal::Refusal;

pub(super) fn messages(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let found: Vec<&Message> = matching(mailbox, call)?;
    let rows = found.iter().map(|one| (one.id, json!({ "id": one.id, "threadId": one.thread }))).collect();
    page("messages", rows, call)
}

pub(super) fn threads(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let mut rows: Vec<(Id, Value)> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for message in matching(mailbox, call)? {
        if !seen.insert(message.thread) {
            continue;
        }
        let members: Vec<&Message> = mailbox.thread(message.thread);
        let Some(newest) = members.last() else { continue };
        let ids: Vec<Id> = members.iter().map(|member| member.id).collect();
        let row = json!({
            "id": message.thread,
            "snippet": newest.snippet(),
            "historyId": threads::latest(mailbox, &ids).to_string(),
        });
        rows.push((newest.id, row));
    }
    rows.sort_by_key(|(newest, _)| std::cmp::Reverse(*newest));
    page("threads", rows, call)
}

pub(super) fn drafts(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let mut rows = Vec::new();
    for message in matching(mailbox, call)? {
        if let Some((draft, _)) = mailbox.drafts.iter().find(|(_, id)| **id == message.id) {
            let row = json!({ "id": draft, "message": { "id": message.id, "threadId": message.thread } });
            rows.push((message.id, row));
        }
    }
    page("drafts", rows, call)
}

/// The messages a list is about, newest first.
fn matching<'a>(mailbox: &'a Mailbox, call: &Call) -> Result<Vec<&'a Message>, Refusal> {
    let wanted = call.query.all("labelIds");
    if let Some(unknown) = wanted.iter().find(|label| !labels::is_known(mailbox, label)) {
        return Err(Refusal::argument(format!("Invalid label: {unknown}")));
    }
    let search = Search::read(call.query.one("q").unwrap_or_default());
    let hidden = ["SPAM", "TRASH"].into_iter().filter(|label| {
        !call.query.is_true("includeSpamTrash")
            && !wanted.iter().any(|one| one == label)
            && !search.opens(label)
    });
    let hidden: Vec<&str> = hidden.collect();
    let now = sandbox_world::now();
    let found = mailbox.newest_first().filter(|message| {
        wanted.iter().all(|label| message.has(label))
            && !hidden.iter().any(|label| message.has(label))
            && search.matches(mailbox, message, now)
    });
    Ok(found.collect())
}

/// One page of rows that are ordered by falling id. The token is the last id shown, so new mail shifts nothing.
fn page(name: &str, rows: Vec<(Id, Value)>, call: &Call) -> Result<Value, Refusal> {
    let most = call.query.count("maxResults", 100, 500);
    let total = rows.len();
    let below = match call.query.one("pageToken").filter(|token| !token.is_empty()) {
        None => u64::MAX,
        Some(token) => token.parse().map_err(|_| Refusal::argument("Invalid pageToken"))?,
    };
    let mut rest = rows.into_iter().filter(|(id, _)| id.number() < below);
    let shown: Vec<(Id, Value)> = rest.by_ref().take(most).collect();
    let mut answer = Map::new();
    if let (Some((last, _)), Some(_)) = (shown.last(), rest.next()) {
        answer.insert("nextPageToken".to_owned(), last.number().to_string().into());
    }
    if !shown.is_empty() {
        answer.insert(name.to_owned(), shown.into_iter().map(|(_, row)| row).collect());
    }
    answer.insert("resultSizeEstimate".to_owned(), total.into());
    Ok(Value::Object(answer))
}
