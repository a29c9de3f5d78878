//! Buttons and menus, which send what was chosen to the app.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    On, Spot,
    parts::{image, plain, web_address},
};
use crate::{address, field::field, modal::inputs};

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
    let id = id(place, spot);
    match (field(element, "type"), spot.on) {
        ("button" | "workflow_button", _) => button(element, &id, spot),
        ("image", _) => image(element),
        ("overflow", _) => overflow(element, &id, spot),
        (kind, On::Message { .. }) if inputs::is_known(kind) => menu(element, &id, spot),
        // What stands in a view is chosen at once, and goes along when the form is sent.
        (kind, On::Home | On::Modal) if inputs::is_known(kind) => inputs::control(element, place, spot),
        (other, _) => html! { span.unknown { "A “" (other) "”, which this page does not show." } },
    }
}

/// An id that no other element of the page has.
pub(super) fn id(place: &str, spot: Spot<'_>) -> String {
    match spot.on {
        On::Message { ts, .. } => format!("{}-{}-{place}", spot.region, ts.replace('.', "-")),
        On::Home => format!("home-{place}"),
        On::Modal => format!("modal-{place}"),
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
    let press = press(element, spot, None);
    let click = to(spot);
    let words = plain(element.pointer("/text/text"));
    if let Some(url) = url {
        return html! {
            a id=(id) class=(style) href=(url) target="_blank" rel="noopener noreferrer" aria-label=[label]
                data-action-id=(action) data-press=(press) data-to=(click) data-confirm=[confirm] title="Opens in a new tab" {
                (words)
                @if opened { " (opened)" } @else { span.away aria-hidden="true" { "↗" } }
            }
        };
    }
    html! {
        button id=(id) class=(style) type="button" aria-label=[label] data-confirm=[confirm]
            data-action-id=(action)
            hx-post=(click) hx-vals=(press) hx-include=[with_form(spot)] hx-swap="none" { (words) }
    }
}

/// The three dots behind which there is more to do.
fn overflow(element: &Value, id: &str, spot: Spot<'_>) -> Markup {
    let options = element.get("options").and_then(Value::as_array);
    html! {
        details.more id=(id) data-action-id=(field(element, "action_id")) {
            summary.button aria-label="More" { "⋯" }
            ul {
                @for (number, option) in options.into_iter().flatten().enumerate() {
                    li {
                        button type="button" id={ (id) "-" (number) } data-confirm=[confirm(element)] hx-post=(to(spot)) hx-swap="none"
                            hx-vals=(press(element, spot, Some(field(option, "value")))) hx-include=[with_form(spot)] {
                            (plain(option.pointer("/text/text")))
                        }
                    }
                }
            }
        }
    }
}

fn menu(element: &Value, id: &str, spot: Spot<'_>) -> Markup {
    html! {
        form.menu hx-post=(to(spot)) hx-vals=(press(element, spot, None)) hx-swap="none"
            data-confirm=[confirm(element)] data-action-id=(field(element, "action_id")) {
            (inputs::bare(element, id, spot.reader))
            button.button type="submit" id={ (id) "-go" } { "Choose" }
        }
    }
}

/// Where a press goes.
pub(super) fn to(spot: Spot<'_>) -> String {
    match spot.on {
        On::Message { .. } => address::click(spot.reader),
        On::Home | On::Modal => address::press(spot.reader),
    }
}

/// What goes along: everything that stands in a view.
pub(super) fn with_form(spot: Spot<'_>) -> Option<&'static str> {
    match spot.on {
        On::Message { .. } => None,
        On::Home | On::Modal => Some("closest form"),
    }
}

/// What a press says; `option` where it chooses something by itself.
pub(super) fn press(element: &Value, spot: Spot<'_>, option: Option<&str>) -> String {
    let action = field(element, "action_id");
    let mut said = match spot.on {
        On::Message { channel, ts } => json!({"channel": channel, "ts": ts, "action": action}),
        On::Home => json!({"on": "home", "action": action}),
        On::Modal => json!({"on": "modal", "action": action}),
    };
    if let (Some(option), Some(fields)) = (option, said.as_object_mut()) {
        fields.insert("option".to_owned(), json!(option));
    }
    said.to_string()
}

/// What is asked before the press counts.
pub(super) fn confirm(element: &Value) -> Option<String> {
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
