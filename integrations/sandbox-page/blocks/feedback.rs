//! What stands below an answer: whether it was any good, and small buttons.

use maud::{Markup, html};
use serde_json::Value;

use super::{
    Spot,
    elements::{confirm, id, press, to},
    parts::plain,
};
use crate::field::field;

pub(super) fn shown(block: &Value, place: &str, spot: Spot<'_>) -> Markup {
    let elements = block.get("elements").and_then(Value::as_array);
    html! {
        div.feedback {
            @for (index, element) in elements.into_iter().flatten().enumerate() {
                @let place = format!("{place}-{index}");
                @match field(element, "type") {
                    "feedback_buttons" => {
                        (thumb(element, ("positive_button", "👍"), &place, spot))
                        (thumb(element, ("negative_button", "👎"), &place, spot))
                    },
                    "icon_button" => (icon(element, &place, spot)),
                    other => span.unknown { "A “" (other) "”, which this page does not show." },
                }
            }
        }
    }
}

fn thumb(element: &Value, (name, sign): (&str, &str), place: &str, spot: Spot<'_>) -> Markup {
    let Some(button) = element.get(name) else { return html! {} };
    let words = plain(button.pointer("/text/text"));
    let label = match field(button, "accessibility_label") {
        "" => words.as_str(),
        label => label,
    };
    html! {
        button.button.small.quiet type="button" id={ (id(place, spot)) "-" (name) } aria-label=(label) title=(words)
            data-action-id=(field(element, "action_id")) hx-post=(to(spot)) hx-swap="none"
            hx-vals=(press(element, spot, Some(field(button, "value")))) { (sign) }
    }
}

fn icon(element: &Value, place: &str, spot: Spot<'_>) -> Markup {
    let seen_by = element.get("visible_to_user_ids").and_then(Value::as_array);
    let hidden = seen_by.is_some_and(|ids| !ids.iter().any(|id| id.as_str() == Some(&spot.reader.id)));
    if hidden {
        return html! {};
    }
    let words = plain(element.pointer("/text/text"));
    html! {
        button.button.small.quiet type="button" id=(id(place, spot)) aria-label=(words) title=(words)
            data-action-id=(field(element, "action_id")) data-confirm=[confirm(element)]
            hx-post=(to(spot)) hx-swap="none" hx-vals=(press(element, spot, None)) { "🗑" }
    }
}
