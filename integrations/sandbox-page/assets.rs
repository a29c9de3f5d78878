//! Style sheets and scripts, which are part of the program.

use axum::{
    extract::Path,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

pub(super) async fn asset(Path(name): Path<String>) -> Response {
    let (kind, text) = match name.as_str() {
        "base.css" => (STYLE, include_str!("assets/base.css")),
        "layout.css" => (STYLE, include_str!("assets/layout.css")),
        "messages.css" => (STYLE, include_str!("assets/messages.css")),
        "agent.css" => (STYLE, include_str!("assets/agent.css")),
        "menus.css" => (STYLE, include_str!("assets/menus.css")),
        "composer.css" => (STYLE, include_str!("assets/composer.css")),
        "calendar.css" => (STYLE, include_str!("assets/calendar.css")),
        "modal.css" => (STYLE, include_str!("assets/modal.css")),
        "mail.css" => (STYLE, include_str!("assets/mail.css")),
        "sheet.css" => (STYLE, include_str!("assets/sheet.css")),
        "document.css" => (STYLE, include_str!("assets/document.css")),
        "files.css" => (STYLE, include_str!("assets/files.css")),
        "page.js" => (SCRIPT, include_str!("assets/page.js")),
        "live.js" => (SCRIPT, include_str!("assets/live.js")),
        "composer.js" => (SCRIPT, include_str!("assets/composer.js")),
        "commands.js" => (SCRIPT, include_str!("assets/commands.js")),
        "menus.js" => (SCRIPT, include_str!("assets/menus.js")),
        "buttons.js" => (SCRIPT, include_str!("assets/buttons.js")),
        "modal.js" => (SCRIPT, include_str!("assets/modal.js")),
        "notice.js" => (SCRIPT, include_str!("assets/notice.js")),
        "panels.js" => (SCRIPT, include_str!("assets/panels.js")),
        "sheet.js" => (SCRIPT, include_str!("assets/sheet.js")),
        "htmx.min.js" => (SCRIPT, include_str!("assets/htmx.min.js")),
        "idiomorph.min.js" => (SCRIPT, include_str!("assets/idiomorph.min.js")),
        "icon.svg" => ("image/svg+xml", include_str!("assets/icon.svg")),
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}
