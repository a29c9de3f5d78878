//! What a newcomer sees in an empty direct message: how it works, and things to try.

use maud::{Markup, html};
use serde_json::json;

use super::examples::examples;
use crate::page::{Page, address, mail::Tab, places::Place, reader::Reader};

pub(super) fn shown(page: &Page, reader: &Reader, place: &Place) -> Markup {
    let app = &reader.app.name;
    let first_name = reader.name.split_whitespace().next().unwrap_or(&reader.name);
    html! {
        section.welcome aria-labelledby="welcome-title" {
            h2 id="welcome-title" { "Hello " (first_name) ", this is " (app) }
            p {
                "It works in your own mail, calendar and files when you ask it to. Before anything reaches somebody "
                "else, it shows you exactly what would be done, and waits for you to agree."
            }
            ol {
                li { "Ask for something, here or in a channel with " strong { "@" (app) } "." }
                li { "Watch it work in the thread. The first time, it asks you to connect your Google account." }
                li {
                    "Agree to what it shows you, then look into your "
                    a href=(address::mailbox(&reader.handle, Tab::Sent)) { "sent mail" } ", calendar or files."
                }
            }
            h3 { "Try this" }
            ul.examples {
                @for (number, example) in examples(page, reader).iter().enumerate() {
                    li {
                        button.example type="button" id={ "example-" (number) } hx-post=(address::post(reader)) hx-swap="none"
                            hx-vals=(json!({"channel": place.id, "text": example}).to_string()) { (example) }
                    }
                }
            }
            p.small { "Everything here lives on this computer: no real Slack, no real Google, no real mail." }
        }
    }
}
