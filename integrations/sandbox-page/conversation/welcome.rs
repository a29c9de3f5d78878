//! What a newcomer sees in an empty direct message: how it works, and things to try.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::examples::examples;
use crate::{Page, address, mail::Tab, places::Place, reader::Reader};

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
            @if suggested(page, reader).is_empty() {
                h3 { "Try this" }
                ul.examples {
                    @for (number, example) in examples(page, reader).iter().enumerate() {
                        li {
                            button.example type="button" id={ "example-" (number) } hx-post=(address::post(reader)) hx-swap="none"
                                hx-vals=(json!({"channel": place.id, "text": example}).to_string()) { (example) }
                        }
                    }
                }
            } @else {
                (prompts(page, reader, place))
            }
            p.small { "Everything here lives on this computer: no real Slack, no real Google, no real mail." }
        }
    }
}

/// What the app itself suggests to say.
pub(super) fn prompts(page: &Page, reader: &Reader, place: &Place) -> Markup {
    let all = page.slack.prompts(&reader.handle).unwrap_or_default();
    let title = all.get("title").and_then(Value::as_str).unwrap_or("Try this");
    let suggested = suggested(page, reader);
    html! {
        @if !suggested.is_empty() {
            section.prompts aria-labelledby="prompts-title" {
                h3 id="prompts-title" { (title) }
                ul.examples {
                    @for (number, (title, message)) in suggested.iter().enumerate() {
                        li {
                            button.example type="button" id={ "prompt-" (number) } title=(message) hx-post=(address::post(reader)) hx-swap="none"
                                hx-vals=(json!({"channel": place.id, "text": message}).to_string()) { (title) }
                        }
                    }
                }
            }
        }
    }
}

/// Title and message of each prompt.
fn suggested(page: &Page, reader: &Reader) -> Vec<(String, String)> {
    let all = page.slack.prompts(&reader.handle).unwrap_or_default();
    let text =
        |prompt: &Value, name: &str| prompt.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let listed = all.get("prompts").and_then(Value::as_array);
    listed.into_iter().flatten().map(|prompt| (text(prompt, "title"), text(prompt, "message"))).collect()
}
