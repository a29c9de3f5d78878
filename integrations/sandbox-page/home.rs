//! The app's own place: its Home tab, and the tabs above it and above its messages.

use std::collections::BTreeSet;

use maud::{Markup, html};
use serde_json::json;

use super::{
    Page, address,
    blocks::{self, On, Spot},
    field::field,
    reader::Reader,
};

/// Which of the app's tabs is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    Home,
    Messages,
}

pub(super) fn pane(page: &Page, reader: &Reader) -> Markup {
    html! {
        div.pane {
            header.pane-head {
                h1 { (reader.app.name) }
                (tabs(page, reader, Open::Home))
            }
            div.scroll id="home" tabindex="0" data-part="home" { (part(page, reader)) }
        }
    }
}

/// What the app shows this person, which it may change.
pub(super) fn part(page: &Page, reader: &Reader) -> Markup {
    let nothing = BTreeSet::new();
    let spot = Spot { reader, region: "home", on: On::Home, opened: &nothing };
    let Some(view) = page.slack.home(&reader.handle).ok().flatten() else {
        return html! {
            p.empty { (reader.app.name) " has nothing to show here yet. Go to its messages and ask for something." }
        };
    };
    html! {
        form.home-blocks.said autocomplete="off" novalidate data-view=(field(&view, "id")) {
            (blocks::of_view(&json!({"view": view}), spot))
        }
    }
}

/// The tabs of the app; only one where it has no Home tab.
pub(super) fn tabs(page: &Page, reader: &Reader, open: Open) -> Markup {
    let here = |tab: Open| (open == tab).then_some("page");
    html! {
        @if page.slack.has_home() {
            nav.tabs aria-label={ "Tabs of " (reader.app.name) } {
                a id="tab-home" href=(address::home(&reader.handle)) aria-current=[here(Open::Home)] { "Home" }
                a id="tab-messages" href=(address::direct(&reader.handle)) aria-current=[here(Open::Messages)] { "Messages" }
            }
        }
    }
}
