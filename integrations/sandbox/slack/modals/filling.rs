//! What a person fills into a form, checked as Slack's client checks it before anything is sent.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Modal;

/// Why a form cannot be sent as it is.
#[derive(Debug)]
pub(crate) enum Misfilled {
    /// The form has no such input.
    NoSuchInput(String),
    /// What the person reads below each input.
    Inputs(BTreeMap<String, String>),
}

/// What was given for each input, by `block_id` and `action_id`, in the shape of `state.values`.
///
/// An input nobody touched says what it said at first.
pub(crate) fn filled(modal: &Modal, given: &Map<String, Value>) -> Result<Value, Misfilled> {
    let mut left: Vec<(&String, &String)> = given
        .iter()
        .flat_map(|(block, actions)| {
            actions.as_object().into_iter().flatten().map(move |(action, _)| (block, action))
        })
        .collect();
    let (mut values, mut errors) = (Map::new(), BTreeMap::new());
    for block in modal.blocks().iter().filter(|block| text(block, "type") == "input") {
        let Some(element) = block.get("element") else { continue };
        let (id, action) = (text(block, "block_id"), text(element, "action_id"));
        left.retain(|(known, inner)| !(known.as_str() == id && inner.as_str() == action));
        let said = given.get(id).and_then(|actions| actions.get(action));
        match state(element, said) {
            Err(words) => drop(errors.insert(id.to_owned(), words)),
            Ok((_, Said::Nothing)) if block.get("optional") != Some(&Value::Bool(true)) => {
                errors.insert(id.to_owned(), "Please complete this required field.".to_owned());
            }
            Ok((state, _)) => drop(values.insert(id.to_owned(), json!({action: state}))),
        }
    }
    if let Some((block, action)) = left.first() {
        return Err(Misfilled::NoSuchInput(format!("{block}/{action}")));
    }
    if errors.is_empty() { Ok(Value::Object(values)) } else { Err(Misfilled::Inputs(errors)) }
}

/// Whether an input says anything.
enum Said {
    Something,
    Nothing,
}

/// The state of one input.
fn state(element: &Value, given: Option<&Value>) -> Result<(Value, Said), String> {
    let kind = text(element, "type");
    let (name, value) = match kind {
        "plain_text_input" | "email_text_input" | "url_text_input" | "number_input" => {
            ("value", written(element, given)?)
        }
        "datepicker" => ("selected_date", date(element, given)?),
        "static_select" | "radio_buttons" => {
            let given = given.or_else(|| element.pointer("/initial_option/value"));
            let chosen =
                given.filter(|given| **given != json!("")).map(|given| option(element, given)).transpose()?;
            ("selected_option", json!(chosen))
        }
        "checkboxes" => ("selected_options", json!(ticked(element, given)?)),
        other => return Err(format!("This sandbox cannot fill in a {other}.")),
    };
    let nothing = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    Ok((json!({"type": kind, name: value}), if nothing { Said::Nothing } else { Said::Something }))
}

fn written(element: &Value, given: Option<&Value>) -> Result<Value, String> {
    let given = given.or_else(|| element.get("initial_value"));
    let Some(words) = given.and_then(Value::as_str).filter(|words| !words.is_empty()) else {
        return Ok(Value::Null);
    };
    let length = words.chars().count();
    let limit =
        |name: &str| element.get(name).and_then(Value::as_u64).and_then(|limit| usize::try_from(limit).ok());
    if let Some(least) = limit("min_length").filter(|least| length < *least) {
        return Err(format!("Please enter at least {least} characters."));
    }
    if let Some(most) = limit("max_length").filter(|most| length > *most) {
        return Err(format!("Please enter no more than {most} characters."));
    }
    Ok(json!(words))
}

fn date(element: &Value, given: Option<&Value>) -> Result<Value, String> {
    let given = given.or_else(|| element.get("initial_date"));
    match given.and_then(Value::as_str).filter(|date| !date.is_empty()) {
        None => Ok(Value::Null),
        Some(date) if date.parse::<jiff::civil::Date>().is_ok() => Ok(json!(date)),
        Some(_) => Err("Please enter a date such as 2026-12-31.".to_owned()),
    }
}

fn ticked(element: &Value, given: Option<&Value>) -> Result<Vec<Value>, String> {
    match given.and_then(Value::as_array) {
        Some(given) => given.iter().map(|value| option(element, value)).collect(),
        None => Ok(element.get("initial_options").and_then(Value::as_array).cloned().unwrap_or_default()),
    }
}

/// The option of that value.
fn option(element: &Value, value: &Value) -> Result<Value, String> {
    let listed = |list: Option<&Value>| list.and_then(Value::as_array).cloned().unwrap_or_default();
    let mut options = listed(element.get("options"));
    for group in listed(element.get("option_groups")) {
        options.extend(listed(group.get("options")));
    }
    let chosen = options.into_iter().find(|option| option.get("value") == Some(value));
    chosen.ok_or_else(|| "Please choose one of the options.".to_owned())
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}
