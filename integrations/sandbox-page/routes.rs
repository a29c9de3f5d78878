//! The addresses of the page and what each of them answers.

use std::sync::Arc;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use sandbox_slack::acts::HomeTab;
use sandbox_world::guard;
use serde::Deserialize;

use crate::{
    Page, acts, address, assets, calendar,
    conversation::{self, Open},
    files::{self, Drawer},
    frame, live,
    mail::{self, Shelf, Tab},
    notes,
    places::Place,
    reader::Reader,
    sheet::Leaf,
    view::{View, Watched},
};

/// A message with all its files.
const LARGEST_POST: usize = 40 * 1024 * 1024;

pub fn routes(page: Arc<Page>) -> Router {
    Router::new()
        .route("/", get(first))
        .route("/as/{handle}", get(home))
        .route("/as/{handle}/home", get(home_tab))
        .route("/as/{handle}/canvas/{id}", get(canvas_view))
        .route("/as/{handle}/dm", get(direct))
        .route("/as/{handle}/dm/{thread}", get(direct_thread))
        .route("/as/{handle}/channel/{name}", get(channel))
        .route("/as/{handle}/channel/{name}/{thread}", get(channel_thread))
        .route("/as/{handle}/mail", get(mailbox))
        .route("/as/{handle}/mail/{id}", get(letter))
        .route("/as/{handle}/mail/{id}/html", get(letter_html))
        .route("/as/{handle}/mail/{id}/file/{part}", get(letter_file))
        .route("/as/{handle}/calendar", get(week))
        .route("/as/{handle}/calendar/{id}", get(event))
        .route("/as/{handle}/calendar/{id}/html", get(event_html))
        .route("/as/{handle}/sheet/{id}", get(spreadsheet))
        .route("/as/{handle}/document/{id}", get(document_view))
        .route("/as/{handle}/files", get(file_list))
        .route("/as/{handle}/files/{id}", get(one_file))
        .route("/as/{handle}/files/{id}/content", get(file_content))
        .route("/as/{handle}/live", get(watch_parts))
        .route("/as/{handle}/part/{name}", get(part))
        .route("/as/{handle}/file/{id}", get(file))
        .route("/as/{handle}/post", post(acts::post).layer(DefaultBodyLimit::max(LARGEST_POST)))
        .route("/as/{handle}/click", post(acts::click))
        .route("/as/{handle}/press", post(acts::press))
        .route("/as/{handle}/edit", post(acts::edit))
        .route("/as/{handle}/delete", post(acts::delete))
        .route("/as/{handle}/shortcut", post(acts::shortcut))
        .route("/as/{handle}/rename", post(acts::rename))
        .route("/as/{handle}/stop", post(acts::stop))
        .route("/as/{handle}/submit", post(acts::submit))
        .route("/as/{handle}/close", post(acts::close))
        .route("/assets/{name}", get(assets::asset))
        .fallback(nowhere)
        .layer(axum::middleware::from_fn(guard::pass))
        .with_state(page)
}

type Shared = State<Arc<Page>>;

async fn first(State(page): Shared) -> Response {
    match page.slack.people().first() {
        Some(person) => Redirect::to(&address::direct(&person.handle)).into_response(),
        None => missing("There is nobody in this world."),
    }
}

async fn nowhere() -> Response {
    missing("There is nothing at this address.")
}

async fn home(Path(handle): Path<String>) -> Redirect {
    Redirect::to(&address::direct(&handle))
}

async fn home_tab(State(page): Shared, Path(handle): Path<String>, headers: HeaderMap) -> Response {
    enter(&page, &handle, HomeTab::Home, &headers);
    shown(&page, &handle, |_| page.slack.has_home().then_some(View::Home))
}

async fn canvas_view(State(page): Shared, Path((handle, id)): Path<(String, String)>) -> Response {
    shown(&page, &handle, |_| Some(View::Canvas { id }))
}

/// Whoever comes to a tab of the app is announced to it; a part that is fetched for a page is no visit.
fn enter(page: &Page, handle: &str, tab: HomeTab, headers: &HeaderMap) {
    if !headers.contains_key("hx-request") {
        let told = page.slack.open_tab(handle, tab);
        tracing::debug!(?told, handle, "somebody opens a tab of the app");
    }
}

async fn direct(State(page): Shared, Path(handle): Path<String>, headers: HeaderMap) -> Response {
    enter(&page, &handle, HomeTab::Messages, &headers);
    shown(&page, &handle, |reader| opened(&page, reader, Place::direct(&page.slack, reader)?, None))
}

async fn direct_thread(
    State(page): Shared,
    Path((handle, thread)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    enter(&page, &handle, HomeTab::Messages, &headers);
    shown(&page, &handle, |reader| opened(&page, reader, Place::direct(&page.slack, reader)?, Some(thread)))
}

async fn channel(State(page): Shared, Path((handle, name)): Path<(String, String)>) -> Response {
    shown(&page, &handle, |reader| opened(&page, reader, Place::named(&page.slack, reader, &name)?, None))
}

async fn channel_thread(
    State(page): Shared,
    Path((handle, name, thread)): Path<(String, String, String)>,
) -> Response {
    shown(&page, &handle, |reader| {
        opened(&page, reader, Place::named(&page.slack, reader, &name)?, Some(thread))
    })
}

#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    tab: Tab,
    q: Option<String>,
}

async fn mailbox(State(page): Shared, Path(handle): Path<String>, Query(asked): Query<Asked>) -> Response {
    let search = asked.q.filter(|search| !search.trim().is_empty());
    let tab = if search.is_some() { Tab::All } else { asked.tab };
    shown(&page, &handle, |_| Some(View::Mailbox(Shelf { tab, search })))
}

async fn letter(
    State(page): Shared,
    Path((handle, id)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Response {
    shown(&page, &handle, |_| Some(View::Letter { id, tab: asked.tab }))
}

async fn letter_html(State(page): Shared, Path((handle, id)): Path<(String, String)>) -> Response {
    let found = Reader::of(&page.slack, &handle).and_then(|reader| mail::framed(&page, &reader, &id));
    found.unwrap_or_else(|| missing("There is no such message."))
}

async fn letter_file(
    State(page): Shared,
    Path((handle, id, part)): Path<(String, String, String)>,
) -> Response {
    let found = Reader::of(&page.slack, &handle).and_then(|reader| mail::file(&page, &reader, &id, &part));
    found.unwrap_or_else(|| missing("There is no such file."))
}

#[derive(Deserialize)]
struct AskedWeek {
    week: Option<String>,
}

async fn week(State(page): Shared, Path(handle): Path<String>, Query(asked): Query<AskedWeek>) -> Response {
    shown(&page, &handle, |reader| Some(View::Week(calendar::monday(asked.week.as_deref(), reader))))
}

async fn event(State(page): Shared, Path((handle, id)): Path<(String, String)>) -> Response {
    shown(&page, &handle, |_| Some(View::Event { id }))
}

async fn event_html(State(page): Shared, Path((handle, id)): Path<(String, String)>) -> Response {
    let found = Reader::of(&page.slack, &handle).and_then(|reader| calendar::framed(&page, &reader, &id));
    found.unwrap_or_else(|| missing("There is no such event."))
}

#[derive(Deserialize)]
struct AskedSheet {
    /// The title of a sheet.
    tab: Option<String>,
}

async fn spreadsheet(
    State(page): Shared,
    Path((handle, id)): Path<(String, String)>,
    Query(asked): Query<AskedSheet>,
) -> Response {
    shown(&page, &handle, |_| Some(View::Sheet(Leaf { id, tab: asked.tab })))
}

async fn document_view(State(page): Shared, Path((handle, id)): Path<(String, String)>) -> Response {
    shown(&page, &handle, |_| Some(View::Document { id }))
}

#[derive(Deserialize)]
struct AskedFiles {
    #[serde(default)]
    drawer: Drawer,
}

async fn file_list(
    State(page): Shared,
    Path(handle): Path<String>,
    Query(asked): Query<AskedFiles>,
) -> Response {
    shown(&page, &handle, |_| Some(View::Files(asked.drawer)))
}

async fn one_file(State(page): Shared, Path((handle, id)): Path<(String, String)>) -> Response {
    shown(&page, &handle, |_| Some(View::File { id }))
}

async fn file_content(State(page): Shared, Path((handle, id)): Path<(String, String)>) -> Response {
    let found = Reader::of(&page.slack, &handle).and_then(|reader| files::content(&page, &reader, &id));
    found.unwrap_or_else(|| missing("There is no such file."))
}

async fn file(State(page): Shared, Path((handle, id)): Path<(String, String)>) -> Response {
    let found = Reader::of(&page.slack, &handle).and_then(|reader| conversation::file(&page, &reader, &id));
    found.unwrap_or_else(|| missing("There is no such file."))
}

async fn watch_parts(
    State(page): Shared,
    Path(handle): Path<String>,
    Query(watched): Query<Watched>,
) -> Response {
    let Some(reader) = Reader::of(&page.slack, &handle) else {
        return missing("There is nobody of that name.");
    };
    match View::of(&page, &reader, watched) {
        Some(view) => live::stream(page, reader, view).into_response(),
        None => missing("There is nothing to watch there."),
    }
}

async fn part(
    State(page): Shared,
    Path((handle, name)): Path<(String, String)>,
    Query(watched): Query<Watched>,
) -> Response {
    let found = Reader::of(&page.slack, &handle).and_then(|reader| {
        let view = View::of(&page, &reader, watched)?;
        live::mark_read(&page, &reader, &view);
        live::part(&page, &reader, &view, &name)
    });
    found.map_or_else(|| missing("There is no such part."), IntoResponse::into_response)
}

/// A place, with a thread of it that is there.
fn opened(page: &Page, reader: &Reader, place: Place, thread: Option<String>) -> Option<View> {
    let there = |root: &String| notes::all(page, reader, &place).iter().any(|note| note.ts == *root);
    let fine = thread.as_ref().is_none_or(there);
    fine.then_some(View::Conversation(Open { place, thread }))
}

/// A whole page, if the person and what they ask for are there.
fn shown(page: &Page, handle: &str, view: impl FnOnce(&Reader) -> Option<View>) -> Response {
    let found = Reader::of(&page.slack, handle).and_then(|reader| {
        let view = view(&reader)?;
        live::mark_read(page, &reader, &view);
        frame::page(page, &reader, &view)
    });
    found.map_or_else(
        || missing("Either there is no such place, or this person is not in it."),
        IntoResponse::into_response,
    )
}

fn missing(words: &str) -> Response {
    (StatusCode::NOT_FOUND, frame::apology(words)).into_response()
}
