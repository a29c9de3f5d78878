//! What is done from menus and titles: editing and deleting one's own messages, shortcuts, renaming, pressing on views.

use std::sync::Arc;

use axum::{
    Form,
    extract::{Path, State},
    http::StatusCode,
};
use sandbox_slack::acts::{Press, Surface};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Page, modal, refused::Refused};

/// A message of a channel.
#[derive(Deserialize)]
pub(crate) struct Message {
    channel: String,
    ts: String,
}

#[derive(Deserialize)]
pub(crate) struct Edit {
    channel: String,
    ts: String,
    text: String,
}

#[derive(Deserialize)]
pub(crate) struct Shortcut {
    channel: String,
    ts: String,
    callback_id: String,
}

#[derive(Deserialize)]
pub(crate) struct Rename {
    channel: String,
    thread: String,
    title: String,
}

pub(crate) async fn edit(
    State(page): State<Arc<Page>>,
    Path(person): Path<String>,
    Form(edit): Form<Edit>,
) -> Result<StatusCode, Refused> {
    let ts = edit.ts.parse().map_err(|_| Refused::nowhere())?;
    page.slack.edit(&person, &edit.channel, ts, &edit.text)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn delete(
    State(page): State<Arc<Page>>,
    Path(person): Path<String>,
    Form(message): Form<Message>,
) -> Result<StatusCode, Refused> {
    let ts = message.ts.parse().map_err(|_| Refused::nowhere())?;
    page.slack.delete(&person, &message.channel, ts)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn shortcut(
    State(page): State<Arc<Page>>,
    Path(person): Path<String>,
    Form(given): Form<Shortcut>,
) -> Result<StatusCode, Refused> {
    let (callback_id, channel, ts) = (given.callback_id, given.channel, given.ts);
    let shortcut = json!({"person": person, "callback_id": callback_id, "channel": channel, "ts": ts});
    let shortcut = serde_json::from_value(shortcut).map_err(|_| Refused::nowhere())?;
    page.slack.shortcut(&shortcut)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn rename(
    State(page): State<Arc<Page>>,
    Path(person): Path<String>,
    Form(rename): Form<Rename>,
) -> Result<StatusCode, Refused> {
    let thread = rename.thread.parse().map_err(|_| Refused::nowhere())?;
    page.slack.rename(&person, &rename.channel, thread, &rename.title)?;
    Ok(StatusCode::NO_CONTENT)
}

/// A press on the Home tab or in a form, with all that stands in it.
pub(crate) async fn press(
    State(page): State<Arc<Page>>,
    Path(person): Path<String>,
    Form(form): Form<Vec<(String, String)>>,
) -> Result<StatusCode, Refused> {
    let given = |name: &str| form.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    let on = if given("on").as_deref() == Some("home") { Surface::Home } else { Surface::Modal };
    let view = match on {
        Surface::Home => page.slack.home(&person)?,
        Surface::Modal => {
            page.slack.views(Some(&person)).pop().and_then(|mut open| open.get_mut("view").map(Value::take))
        }
    };
    let view = view.ok_or_else(Refused::nowhere)?;
    let action = given("action").unwrap_or_default();
    let values = modal::values(&view, &form);
    let chosen = values.values().find_map(|actions| actions.get(&action).cloned());
    let option = given("option").map(Value::String).or(chosen);
    page.slack.press(&Press { person, on, action, option, values })?;
    Ok(StatusCode::NO_CONTENT)
}
