//! The addresses at which files are uploaded and downloaded. They are outside of the Web API and have rules of their own.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use sandbox_world::{Noted, multipart};
use url::form_urlencoded::byte_serialize;

use super::Unfit;
use crate::{Slack, ids::UserId};

/// Takes the content as the whole body, or as the file of a form. The address itself is the permission.
pub(crate) async fn upload(
    State(slack): State<Arc<Slack>>,
    Path(ticket): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let content_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let content = if content_type.starts_with("multipart/form-data") {
        let pieces = multipart::parts(content_type, &body).unwrap_or_default();
        pieces.iter().find(|piece| piece.file_name().is_some()).map(|piece| piece.content.to_vec())
    } else {
        Some(body.to_vec())
    };
    let content = content.unwrap_or_default();
    let awaits = |slack: &&Slack| slack.read(|workspace| workspace.awaits(&ticket));
    let slack = slack.all().find(awaits).unwrap_or(&slack);
    let uploaded = slack.change(|workspace| workspace.upload(&ticket, content));
    let answer = match uploaded {
        Ok(length) => format!("OK - {length}").into_response(),
        Err(Unfit::Length) => (StatusCode::BAD_REQUEST, "The length is not as announced.").into_response(),
        Err(Unfit::Address) => (StatusCode::NOT_FOUND, "Nothing is awaited here.").into_response(),
    };
    noted(answer, "file_upload", None)
}

/// Gives the content to the app, and sends everybody else to the sign-in page, as Slack does.
pub(crate) async fn download(
    State(slack): State<Arc<Slack>>,
    Path((place, name)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = bearer.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    let found = slack.all().find_map(|slack| Some((slack, slack.may_read(token)?)));
    let Some((slack, app)) = found else {
        let wanted: String = byte_serialize(uri.path().as_bytes()).collect();
        let aim = format!("/workspace-signin?redir={wanted}");
        return noted((StatusCode::FOUND, [(header::LOCATION, aim)]).into_response(), "file_download", None);
    };
    let found = slack.read(|workspace| {
        let id = place.strip_prefix(&format!("{}-", workspace.team.id))?;
        let file = workspace.file(id).filter(|file| workspace.may_see(&app, file))?;
        Some((file.kind.clone(), file.content.clone()))
    });
    let answer = match found {
        None => StatusCode::NOT_FOUND.into_response(),
        Some((kind, content)) => {
            let shown = if name.starts_with("download/") { "attachment" } else { "inline" };
            let headers = [
                (header::CONTENT_TYPE, kind.as_str()),
                (header::CONTENT_DISPOSITION, shown),
                (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            ];
            (headers, content).into_response()
        }
    };
    noted(answer, "file_download", Some("app"))
}

/// What somebody without a token sees in place of a file.
pub async fn sign_in() -> Html<&'static str> {
    Html(
        "<!DOCTYPE html><html lang=\"en\"><head><title>Sign in | Slack</title></head><body><h1>Sign in to your workspace</h1></body></html>",
    )
}

impl Slack {
    /// The app's user, if this is its token and it may read files.
    fn may_read(&self, token: &str) -> Option<UserId> {
        self.read(|workspace| {
            let app = &workspace.app;
            let allowed = workspace.admit(token.trim()).unwrap_or(false)
                && app.scopes.iter().any(|scope| scope == "files:read");
            allowed.then(|| app.user.clone())
        })
    }
}

fn noted(mut response: Response, method: &str, caller: Option<&str>) -> Response {
    response.extensions_mut().insert(Noted { method: method.to_owned(), caller: caller.map(str::to_owned) });
    response
}
