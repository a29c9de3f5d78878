//! The form a person has open, over everything else.

pub(super) mod inputs;

use std::collections::BTreeSet;

use maud::{Markup, html};
use sandbox_slack::{acts::Submit, has_state, interactive};
use serde_json::{Map, Value, json};

use super::{
    Page, address,
    blocks::{self, On, Spot},
    field::field,
    reader::Reader,
    refused::Refused,
};

/// The place where a form opens, empty while none is.
pub(super) fn slot(page: &Page, reader: &Reader) -> Markup {
    html! { div id="modal-slot" data-part="modal" { (part(page, reader)) } }
}

/// The uppermost form, which the app and the person may change.
pub(super) fn part(page: &Page, reader: &Reader) -> Markup {
    let open = page.slack.views(Some(&reader.handle));
    html! { @if let Some(open) = open.last() { (dialog(reader, open)) } }
}

/// What the form of the page says, in the words of the control API.
pub(super) fn filled(page: &Page, handle: &str, form: &[(String, String)]) -> Result<Submit, Refused> {
    let view = form.iter().find(|(name, _)| name == "view").map(|(_, id)| id.clone());
    let open = page.slack.views(Some(handle));
    let shown = open.last().and_then(|open| open.get("view")).ok_or_else(Refused::nowhere)?;
    Ok(Submit { person: handle.to_owned(), view, values: values(shown, form), text: None })
}

/// What stands in the elements of a view, by block and action.
pub(super) fn values(view: &Value, form: &[(String, String)]) -> Map<String, Value> {
    let blocks = view.get("blocks").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut values = Map::new();
    for one in interactive(blocks).into_iter().filter(|one| has_state(one.element)) {
        // What the page does not show keeps what it says.
        if !inputs::is_known(field(one.element, "type")) {
            continue;
        }
        let (action, kind) = (field(one.element, "action_id"), field(one.element, "type"));
        let name = match one.input {
            Some(_) => inputs::name(one.block_id, action),
            None => inputs::choice(action),
        };
        let given: Vec<&String> =
            form.iter().filter(|(known, _)| *known == name).map(|(_, value)| value).collect();
        let value = match kind {
            "checkboxes" => json!(given),
            kind if kind.starts_with("multi_") => json!(given),
            _ => json!(given.first().map_or("", |value| value.as_str())),
        };
        let of_block = values.entry(one.block_id).or_insert_with(|| json!({}));
        if let Some(of_block) = of_block.as_object_mut() {
            of_block.insert(action.to_owned(), value);
        }
    }
    values
}

fn dialog(reader: &Reader, open: &Value) -> Markup {
    let view = open.get("view").unwrap_or(&Value::Null);
    let said = |name: &str| view.pointer(&format!("/{name}/text")).and_then(Value::as_str);
    let waiting = open.get("waiting") == Some(&Value::Bool(true));
    let nothing = BTreeSet::new();
    let spot = Spot { reader, region: "modal", on: On::Modal, opened: &nothing };
    html! {
        dialog id="modal" aria-labelledby="modal-title" data-view=(field(view, "id")) {
            form id="modal-form" method="post" action=(address::submit(reader)) hx-post=(address::submit(reader)) hx-swap="none" novalidate {
                input type="hidden" name="view" value=(field(view, "id"));
                h2 id="modal-title" { (said("title").unwrap_or_default()) }
                div.modal-blocks { (blocks::of_view(open, spot)) }
                p.trouble role="alert" { @if let Some(words) = open.get("trouble").and_then(Value::as_str) { (words) } }
                div.actions {
                    button.button type="button" id="modal-close" hx-post=(address::close(reader)) hx-swap="none" {
                        (said("close").unwrap_or("Cancel"))
                    }
                    @if let Some(words) = said("submit") {
                        button.button.primary type="submit" id="modal-submit" disabled[waiting] {
                            @if waiting { "Sending…" } @else { (words) }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::only_our_tags;

    proptest! {
        #[test]
        fn no_form_puts_a_tag_around_itself(words in "[a-z<>&\"'/= ]{0,40}") {
            let plain = json!({"type": "plain_text", "text": words});
            let option = json!({"text": plain, "value": words, "description": plain});
            let input = |element: Value| json!({
                "type": "input", "block_id": words, "label": plain, "hint": plain, "element": element,
            });
            let open = json!({"errors": {words.clone(): words}, "trouble": words, "view": {
                "id": words, "title": plain, "submit": plain, "close": plain, "state": {"values": {}},
                "blocks": [
                    {"type": "section", "text": plain},
                    {"type": "actions", "elements": [{"type": "button", "text": plain, "action_id": words}]},
                    input(json!({"type": "plain_text_input", "action_id": words, "placeholder": plain, "initial_value": words})),
                    input(json!({"type": "plain_text_input", "action_id": words, "multiline": true, "initial_value": words})),
                    input(json!({"type": "static_select", "action_id": words, "options": [option]})),
                    input(json!({"type": "checkboxes", "action_id": words, "options": [option]})),
                    input(json!({"type": "radio_buttons", "action_id": words, "options": [option]})),
                    input(json!({"type": "datepicker", "action_id": words})),
                    input(json!({"type": "multi_static_select", "action_id": words, "options": [option]})),
                    input(json!({"type": "users_select", "action_id": words})),
                    {"type": "input", "block_id": words, "label": plain, "dispatch_action": true,
                     "element": {"type": "plain_text_input", "action_id": words}},
                    {"type": "actions", "elements": [{"type": "overflow", "action_id": words, "options": [option]},
                     {"type": "radio_buttons", "action_id": words, "options": [option]}]},
                    {"type": "alert", "text": plain, "level": words},
                    input(json!({"type": words})),
                ],
            }});
            only_our_tags(&dialog(&Reader::sample(), &open).into_string());
        }
    }
}
