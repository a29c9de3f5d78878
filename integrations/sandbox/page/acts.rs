//! What a person does on the page, through the same doors as the control API.

use std::sync::Arc;

use axum::{
    Form,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;
use serde_json::json;

use super::{
    Page, address,
    places::{Kind, Place},
    reader::Reader,
};
use crate::slack::{
    acts::{Cannot, Click, Post},
    events::Order,
};

#[derive(Deserialize)]
pub(super) struct Words {
    /// The channel's id.
    channel: String,
    thread: Option<String>,
    text: String,
}

/// Posts, and opens the thread in which the answer will come.
pub(super) async fn post(
    State(page): State<Arc<Page>>,
    Path(handle): Path<String>,
    headers: HeaderMap,
    Form(words): Form<Words>,
) -> Result<Response, Refused> {
    let reader = Reader::of(&page, &handle).ok_or(Refused::nobody())?;
    let place = Place::of_id(&page, &reader, &words.channel).ok_or(Refused::nowhere())?;
    let written = page.slack.post(&Post {
        person: handle,
        channel: words.channel,
        text: words.text.clone(),
        thread_ts: words.thread.as_deref().map(str::parse).transpose().map_err(|_| Refused::nowhere())?,
        order: Order::default(),
    })?;
    let asked = place.kind == Kind::Direct
        || (place.agent
            && words.text.to_lowercase().contains(&format!("@{}", reader.app.name.to_lowercase())));
    let next = match &words.thread {
        Some(root) => address::thread(&place.address, root),
        None if asked => address::thread(&place.address, &written.ts.to_string()),
        None => place.address,
    };
    Ok(if headers.contains_key("hx-request") {
        if words.thread.is_none() && asked {
            let open = json!({"path": next, "target": "#thread-slot", "select": "#thread-slot", "swap": "outerHTML"});
            (StatusCode::NO_CONTENT, [("hx-location", open.to_string())]).into_response()
        } else {
            StatusCode::NO_CONTENT.into_response()
        }
    } else {
        Redirect::to(&next).into_response()
    })
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
        option: press.option,
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

/// Why it did not work, in a sentence that the page shows.
pub(super) struct Refused {
    status: StatusCode,
    words: String,
}

impl Refused {
    fn nobody() -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            words: "There is nobody of that name. Choose somebody at the left.".to_owned(),
        }
    }

    fn nowhere() -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            words: "That is not there for you. Reload the page.".to_owned(),
        }
    }
}

impl From<Cannot> for Refused {
    fn from(cannot: Cannot) -> Self {
        match cannot {
            Cannot::Find(words) => Self { status: StatusCode::NOT_FOUND, words },
            Cannot::Allowed(words) => Self { status: StatusCode::CONFLICT, words },
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, self.words).into_response()
    }
}
