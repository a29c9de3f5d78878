//! What a browser shows in the end. No scripts, no styles; every page says what to do next.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kernel::ports::VaultError;
use maud::{DOCTYPE, Markup, html};

/// Where people begin.
pub const INSTALL: &str = "/slack/install";

pub(super) enum Page<'a> {
    Installed(&'a str),
    /// The environment has a token for this workspace.
    Given(&'a str),
    /// Whoever runs this has named others.
    NotAllowed(&'a str),
    Declined,
    /// Used, too old, of another browser, or never there.
    Stale,
    /// Too many at once.
    Busy,
    /// Slack's own word.
    Refused(&'a str),
    /// The words say why.
    Failed(&'a str),
}

impl Page<'_> {
    pub(super) fn of_vault(error: &VaultError) -> Self {
        tracing::error!(%error, "an installation met a vault that cannot be used");
        Self::Failed("the place where installations are kept cannot be used; tell whoever runs this")
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Installed(_) | Self::Given(_) | Self::Declined => StatusCode::OK,
            Self::NotAllowed(_) => StatusCode::FORBIDDEN,
            Self::Stale => StatusCode::GONE,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Refused(_) | Self::Failed(_) => StatusCode::BAD_GATEWAY,
        }
    }

    fn markup(&self) -> Markup {
        let again = html! { a href=(INSTALL) { "Begin again" } };
        match self {
            Self::Installed(workspace) => page(
                "Installed",
                &html! { p { "Countersign works in " strong { (workspace) } " now. Go to Slack: write to it directly, or invite it to a channel and mention it there." } },
            ),
            Self::Given(workspace) => page(
                "Nothing to do",
                &html! { p { "Countersign already works in " strong { (workspace) } ", with the token it was started with. Nothing was changed. Go to Slack and write to it." } },
            ),
            Self::NotAllowed(id) => page(
                "Not installed",
                &html! { p { "This Countersign is there for other workspaces than " code { (id) } ". Nothing was installed. Ask whoever runs it to add yours." } },
            ),
            Self::Declined => page(
                "Not installed",
                &html! { p { "You did not allow it, so nothing was installed. If you change your mind: " (again) "." } },
            ),
            Self::Stale => page(
                "This page no longer works",
                &html! { p { "It has been used, it is older than ten minutes, or it was begun in another browser. Nothing was installed. " (again) "." } },
            ),
            Self::Busy => page(
                "Not now",
                &html! { p { "Too many installations were begun at once. Come back in ten minutes." } },
            ),
            Self::Refused(code) => page(
                "Not installed",
                &html! { p { "Slack refused the installation (" code { (code) } "). Nothing was installed. " (again) ", or tell whoever runs this." } },
            ),
            Self::Failed(why) => page(
                "Not installed",
                &html! { p { "It did not work out: " (why) ". Nothing was installed. " (again) "." } },
            ),
        }
    }
}

impl IntoResponse for Page<'_> {
    fn into_response(self) -> Response {
        (self.status(), self.markup()).into_response()
    }
}

fn page(title: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " \u{b7} Countersign" }
            }
            body { main { h1 { (title) } (content) } }
        }
    }
}
