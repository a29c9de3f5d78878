//! Buttons and menus, which send what was chosen to the app.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::{Spot, field, plain, web_address};
use crate::page::address;

/// All elements of an actions block.
pub(super) fn all(block: &Value, place: &str, spot: Spot<'_>) -> Markup {
    let elements = block.get("elements").and_then(Value::as_array);
    html! {
        @for (index, element) in elements.into_iter().flatten().enumerate() {
            (one(element, &format!("{place}-{index}"), spot))
        }
    }
}

pub(super) fn one(element: &Value, place: &str, spot: Spot<'_>) -> Markup {
    let id = format!("{}-{}-{place}", spot.region, spot.ts.replace('.', "-"));
    match field(element, "type") {
        "button" => button(element, &id, spot),
        "image" => super::image(element),
        "static_select" | "overflow" | "radio_buttons" => menu(element, &id, spot),
        other => html! { span.unknown { "A “" (other) "”, which this page does not show." } },
    }
}

fn button(element: &Value, id: &str, spot: Spot<'_>) -> Markup {
    let action = field(element, "action_id");
    let url = web_address(element, "url");
    let opened = url.is_some() && spot.opened.contains(action);
    let style = match field(element, "style") {
        _ if opened => "button opened",
        "primary" => "button primary",
        "danger" => "button danger",
        _ => "button",
    };
    let label = Some(field(element, "accessibility_label")).filter(|label| !label.is_empty());
    let confirm = confirm(element);
    let press = press(element, spot);
    let click = address::click(spot.reader);
    let words = plain(element.pointer("/text/text"));
    if let Some(url) = url {
        return html! {
            a id=(id) class=(style) href=(url) target="_blank" rel="noopener noreferrer" aria-label=[label]
                data-action-id=(action) data-press=(press) data-confirm=[confirm] title="Opens in a new tab" {
                (words)
                @if opened { " (opened)" } @else { span.away aria-hidden="true" { "↗" } }
            }
        };
    }
    html! {
        button id=(id) class=(style) type="button" aria-label=[label] data-confirm=[confirm]
            data-action-id=(action)
            hx-post=(click) hx-vals=(press) hx-swap="none" { (words) }
    }
}

fn menu(element: &Value, id: &str, spot: Spot<'_>) -> Markup {
    let options = element.get("options").and_then(Value::as_array);
    let words = match plain(element.pointer("/placeholder/text")) {
        words if words.is_empty() => "Choose one".to_owned(),
        words => words,
    };
    let chosen = element.pointer("/initial_option/value");
    html! {
        form.menu hx-post=(address::click(spot.reader)) hx-vals=(press(element, spot)) hx-swap="none"
            data-confirm=[confirm(element)] data-action-id=(field(element, "action_id")) {
            select id=(id) name="option" aria-label=(words) {
                @for option in options.into_iter().flatten() {
                    option value=(field(option, "value")) selected[option.get("value") == chosen] {
                        (plain(option.pointer("/text/text")))
                    }
                }
            }
            button.button type="submit" id={ (id) "-go" } { "Choose" }
        }
    }
}

fn press(element: &Value, spot: Spot<'_>) -> String {
    json!({"channel": spot.channel, "ts": spot.ts, "action": field(element, "action_id")}).to_string()
}

/// What is asked before the press counts.
fn confirm(element: &Value) -> Option<String> {
    let confirm = element.get("confirm")?;
    let said = |name: &str, otherwise: &str| match plain(confirm.pointer(&format!("/{name}/text"))) {
        words if words.is_empty() => otherwise.to_owned(),
        words => words,
    };
    let asked = json!({
        "title": said("title", "Are you sure?"), "text": said("text", ""),
        "confirm": said("confirm", "Yes"), "deny": said("deny", "Cancel"), "style": field(confirm, "style"),
    });
    Some(asked.to_string())
}
