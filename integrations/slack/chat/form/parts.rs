//! The pieces of a form: lines to write in, and plain words.

use kernel::{Line, LineTakes, Need};
use serde_json::{Value, json};

use crate::action_ids::LINE;
use crate::limits::{self, cut};
use crate::render::visible;

/// An object and some more fields.
pub(super) fn with(mut object: Value, more: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    if let Some(fields) = object.as_object_mut() {
        fields.extend(more.into_iter().map(|(name, value)| (name.to_owned(), value)));
    }
    object
}

pub(super) fn line(line: &Line) -> Value {
    let input = json!({
        "type": "input",
        "block_id": line.name,
        "optional": line.need == Need::Optional,
        "label": plain(&line.label, limits::FORM_LABEL),
        "element": element(line),
    });
    let hint = visible(&line.hint);
    with(input, (!hint.trim().is_empty()).then(|| ("hint", plain(&hint, limits::FORM_HINT))))
}

fn element(line: &Line) -> Value {
    let text = |multiline: bool| {
        let input = json!({ "type": "plain_text_input", "action_id": LINE, "multiline": multiline,
            "max_length": limits::ANSWER });
        // What does not fit is left as it is rather than cut without a word.
        let fits = !line.filled.is_empty() && limits::length(&line.filled) <= limits::ANSWER;
        with(input, fits.then(|| ("initial_value", json!(line.filled))))
    };
    match &line.takes {
        LineTakes::Line => text(false),
        LineTakes::Text => text(true),
        LineTakes::Number { whole } => {
            let number = json!({ "type": "number_input", "action_id": LINE, "is_decimal_allowed": !whole });
            with(number, (!line.filled.is_empty()).then(|| ("initial_value", json!(line.filled))))
        }
        LineTakes::Choice(choices) | LineTakes::Menu(choices) => {
            let option = |(place, choice): (usize, &String)| json!({ "text": plain(choice, limits::OPTION), "value": place.to_string() });
            let options: Vec<Value> = choices.iter().enumerate().map(option).collect();
            let chosen = choices.iter().position(|choice| *choice == line.filled);
            let chosen = chosen.and_then(|place| options.get(place)).cloned();
            let kind =
                if matches!(line.takes, LineTakes::Menu(_)) { "static_select" } else { "radio_buttons" };
            let menu = json!({ "type": kind, "action_id": LINE, "options": options });
            with(menu, chosen.map(|option| ("initial_option", option)))
        }
    }
}

pub(super) fn plain(text: &str, limit: usize) -> Value {
    let text = if text.trim().is_empty() { "–" } else { text };
    json!({ "type": "plain_text", "text": cut(text, limit), "emoji": false })
}
