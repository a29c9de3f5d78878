//! The page around everything.

use maud::{DOCTYPE, Markup, html};

use super::{
    Page, address, calendar, canvas, conversation, document, files, home, mail, modal, reader::Reader, sheet,
    sidebar, view::View,
};

/// htmx: nothing evaluated, nothing styled inline, nothing kept of pages left behind.
const HTMX: &str = r#"{"allowEval":false,"includeIndicatorStyles":false,"disableInheritance":true,"historyCacheSize":0,"refreshOnHistoryMiss":true,"scrollIntoViewOnBoost":false,"selfRequestsOnly":true}"#;

const STYLES: [&str; 12] = [
    "base.css",
    "layout.css",
    "messages.css",
    "agent.css",
    "menus.css",
    "composer.css",
    "modal.css",
    "mail.css",
    "calendar.css",
    "sheet.css",
    "document.css",
    "files.css",
];

/// The whole page; `None` when there is nothing to be seen there.
pub(super) fn page(page: &Page, reader: &Reader, view: &View) -> Option<Markup> {
    let watch = view.query();
    let (title, middle, aside) = match view {
        View::Conversation(open) => (
            open.place.title(reader),
            conversation::pane(page, reader, open),
            conversation::thread_slot(page, reader, open, &watch),
        ),
        View::Home => (format!("{} Home", reader.app.name), home::pane(page, reader), no_thread(&watch)),
        View::Canvas { id } => {
            let (title, middle) = canvas::pane(page, reader, id)?;
            (title, middle, no_thread(&watch))
        }
        View::Mailbox(shelf) => {
            (shelf.tab.title().to_owned(), mail::list_pane(page, reader, shelf), no_thread(&watch))
        }
        View::Week(monday) => {
            ("Calendar".to_owned(), calendar::week_pane(page, reader, *monday), no_thread(&watch))
        }
        View::Event { id } => {
            ("Event".to_owned(), calendar::event_pane(page, reader, id)?, no_thread(&watch))
        }
        View::Letter { id, tab } => {
            ("Message".to_owned(), mail::letter_pane(page, reader, id, *tab)?, no_thread(&watch))
        }
        View::Sheet(leaf) => {
            let (name, middle) = sheet::pane(page, reader, leaf)?;
            (name, middle, no_thread(&watch))
        }
        View::Document { id } => {
            ("Document".to_owned(), document::pane(page, reader, id)?, no_thread(&watch))
        }
        View::Files(drawer) => {
            (drawer.title().to_owned(), files::list_pane(page, reader, *drawer), no_thread(&watch))
        }
        View::File { id } => ("File".to_owned(), files::file_pane(page, reader, id)?, no_thread(&watch)),
    };
    let title = format!("{title} – {} – {}", reader.name, page.slack.team_name());
    Some(html! {
        (DOCTYPE)
        html lang="en" {
            (head(&title))
            body hx-ext="morph" data-live={ "/as/" (reader.handle) "/live" } data-parts={ "/as/" (reader.handle) "/part" }
                data-click=(address::click(reader)) {
                a.skip href="#content" { "Skip to the content" }
                header.top {
                    button.button type="button" id="menu" aria-controls="sidebar" aria-expanded="false" { "☰ Menu" }
                    span { (page.slack.team_name()) " · " (reader.name) }
                }
                (sidebar::shown(page, reader, view))
                main id="content" tabindex="-1" {
                    (middle)
                    (aside)
                }
                div id="notice" role="alert" {}
                (modal::slot(page, reader))
                (question())
                noscript { p.noscript { "This page needs JavaScript to stay up to date and for its buttons to work." } }
            }
        }
    })
}

/// A page that says what is wrong, in the same dress.
pub(super) fn apology(words: &str) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head("Not found"))
            body.apology { main id="content" { h1 { "That is not here" } p { (words) } p { a href="/" { "Go to the first page" } } } }
        }
    }
}

fn head(title: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta name="htmx-config" content=(HTMX);
            title { (title) }
            link rel="icon" href=(address::asset("icon.svg")) type="image/svg+xml";
            @for style in STYLES { link rel="stylesheet" href=(address::asset(style)); }
            script src=(address::asset("htmx.min.js")) defer {}
            script src=(address::asset("idiomorph.min.js")) defer {}
            script src=(address::asset("page.js")) type="module" {}
        }
    }
}

/// Only conversations have threads; what is listened to stands in the same place.
fn no_thread(watch: &str) -> Markup {
    html! { aside id="thread-slot" data-watch=(watch) aria-label="Thread" hidden {} }
}

/// Where a button asks before its press counts.
fn question() -> Markup {
    html! {
        dialog id="question" aria-labelledby="question-title" aria-describedby="question-text" {
            form method="dialog" {
                h2 id="question-title" {}
                p id="question-text" {}
                div.actions {
                    button.button type="submit" value="no" id="question-no" {}
                    button.button type="submit" value="yes" id="question-yes" {}
                }
            }
        }
    }
}
