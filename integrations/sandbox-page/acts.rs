//! What a person does on the page, through the same doors as the control API.

mod menu;

use std::sync::Arc;

use axum::{
    Form,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use sandbox_slack::{
    Order,
    acts::{Click, Closing, Command, Post},
};
use serde::Deserialize;
use serde_json::json;

pub(super) use self::menu::{delete, edit, press, rename, shortcut};
use super::{
    Page, address,
    composed::Composed,
    modal,
    places::{Kind, Place},
    reader::Reader,
    refused::Refused,
};

/// Posts, and opens the thread in which the answer will come.
pub(super) async fn post(
    State(page): State<Arc<Page>>,
    Path(handle): Path<String>,
    headers: HeaderMap,
    words: Composed,
) -> Result<Response, Refused> {
    let reader = Reader::of(&page.slack, &handle).ok_or_else(Refused::nobody)?;
    let place = Place::of_id(&page.slack, &reader, &words.channel).ok_or_else(Refused::nowhere)?;
    if let Some((name, said)) = words.command() {
        if words.thread.is_some() {
            return Err(Refused::in_thread(name));
        }
        let (name, text) = (name.to_owned(), said.to_owned());
        page.slack.command(&Command { person: handle, channel: words.channel, name, text })?;
        return Ok(answered(&headers, &place.address));
    }
    let written = page.slack.post(&Post {
        person: handle,
        channel: words.channel,
        text: words.text.clone(),
        thread_ts: words.thread.as_deref().map(str::parse).transpose().map_err(|_| Refused::nowhere())?,
        order: Order::default(),
        files: words.files,
        attachments: Vec::new(),
        blocks: Vec::new(),
    })?;
    let asked = place.kind == Kind::Direct
        || (place.agent
            && words.text.to_lowercase().contains(&format!("@{}", reader.app.name.to_lowercase())));
    let next = match &words.thread {
        Some(root) => address::thread(&place.address, root),
        None if asked => address::thread(&place.address, &written.ts.to_string()),
        None => place.address,
    };
    if headers.contains_key("hx-request") && words.thread.is_none() && asked {
        let open =
            json!({"path": next, "target": "#thread-slot", "select": "#thread-slot", "swap": "outerHTML"});
        return Ok((StatusCode::NO_CONTENT, [("hx-location", open.to_string())]).into_response());
    }
    Ok(answered(&headers, &next))
}

/// The page renews itself; a browser without its scripts goes on to `next`.
fn answered(headers: &HeaderMap, next: &str) -> Response {
    if headers.contains_key("hx-request") {
        StatusCode::NO_CONTENT.into_response()
    } else {
        Redirect::to(next).into_response()
    }
}

#[derive(Deserialize)]
pub(super) struct Press {
    channel: String,
    ts: String,
    action: String,
    option: Option<String>,
}

pub(super) async fn click(
    State(page): State<Arc<Page>>,
    Path(person): Path<String>,
    Form(press): Form<Press>,
) -> Result<StatusCode, Refused> {
    page.slack.click(&Click {
        person: person.clone(),
        channel: press.channel,
        ts: press.ts.parse().map_err(|_| Refused::nowhere())?,
        action: press.action.clone(),
        option: press.option.map(serde_json::Value::String),
        value: None,
        times: 1,
    })?;
    page.seen.open(&person, &press.ts, &press.action);
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub(super) struct Stop {
    channel: String,
    thread: String,
}

pub(super) async fn stop(
    State(page): State<Arc<Page>>,
    Path(person): Path<String>,
    Form(stop): Form<Stop>,
) -> Result<StatusCode, Refused> {
    let thread = stop.thread.parse().map_err(|_| Refused::nowhere())?;
    page.slack.stop(&person, &stop.channel, thread)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn submit(
    State(page): State<Arc<Page>>,
    Path(person): Path<String>,
    Form(form): Form<Vec<(String, String)>>,
) -> Result<StatusCode, Refused> {
    let submit = modal::filled(&page, &person, &form)?;
    page.slack.submit(&submit)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn close(
    State(page): State<Arc<Page>>,
    Path(person): Path<String>,
) -> Result<StatusCode, Refused> {
    page.slack.close(&person, Closing::One)?;
    Ok(StatusCode::NO_CONTENT)
}
