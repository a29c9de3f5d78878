//! Lists, page by page. A page's token is good only for the question it was given for.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

use super::refusals;
use crate::call::Call;
use crate::refusal::Refusal;

/// The page of the rows that a call asks for.
pub(super) fn page(
    kind: &str,
    name: &str,
    rows: Vec<Value>,
    call: &Call,
    default_size: usize,
) -> Result<Value, Refusal> {
    let size = call.query.one("pageSize").and_then(|size| size.parse().ok()).unwrap_or(default_size);
    let question = question(call);
    let start = match call.query.one("pageToken").filter(|token| !token.is_empty()) {
        None => 0,
        Some(token) => read_token(token, question).ok_or_else(|| refusals::invalid_value("pageToken"))?,
    };
    let total = rows.len();
    let shown: Vec<Value> = rows.into_iter().skip(start).take(size).collect();
    let next = start + shown.len();
    let mut answer = Map::new();
    answer.insert("kind".to_owned(), kind.into());
    answer.insert(name.to_owned(), Value::Array(shown));
    if next < total {
        let token = format!("{next}/{question:x}");
        answer.insert("nextPageToken".to_owned(), format!("~!!~{}", URL_SAFE_NO_PAD.encode(token)).into());
    }
    Ok(Value::Object(answer))
}

fn read_token(token: &str, question: u64) -> Option<usize> {
    let bytes = URL_SAFE_NO_PAD.decode(token.strip_prefix("~!!~")?).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (start, asked) = text.split_once('/')?;
    start.parse().ok().filter(|_| asked == format!("{question:x}"))
}

/// What is asked, apart from which page of it.
fn question(call: &Call) -> u64 {
    let mut digest = DefaultHasher::new();
    (&call.method, &call.path).hash(&mut digest);
    for name in
        ["q", "orderBy", "corpora", "driveId", "includeItemsFromAllDrives", "includeDeleted", "spaces"]
    {
        call.query.one(name).hash(&mut digest);
    }
    digest.finish()
}
