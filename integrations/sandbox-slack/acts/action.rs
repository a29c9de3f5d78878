//! One doing with an element, as `actions` of an interaction shows it.

use serde_json::{Map, Value, json};

use super::Cannot;
use crate::{
    blocks::{Interactive, interactive},
    modals::{Filling, has_state},
    ts::Ts,
};

/// What is shown of an element whatever is done with it.
const SHOWN: [&str; 8] = ["type", "action_id", "text", "value", "style", "url", "placeholder", "confirm"];

/// The element of that `action_id`, or that says so.
pub(super) fn named<'a>(blocks: &'a [Value], action: &str) -> Option<Interactive<'a>> {
    let is = |field: Option<&Value>| field.and_then(Value::as_str) == Some(action);
    let by_id = interactive(blocks).into_iter().find(|one| is(one.element.get("action_id")));
    by_id.or_else(|| interactive(blocks).into_iter().find(|one| is(one.element.pointer("/text/text"))))
}

/// The `action_id`s there are, for those who named another.
pub(super) fn known(blocks: &[Value]) -> String {
    let all = interactive(blocks);
    let ids: Vec<&str> = all.iter().filter_map(|one| one.element.get("action_id")?.as_str()).collect();
    if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
}

/// What was chosen, as what is filled into a form says it; empty where nothing was or nothing keeps it.
pub(super) fn given(one: &Interactive<'_>, option: Option<&Value>) -> Map<String, Value> {
    let mut given = Map::new();
    if let Some(option) = option.filter(|_| has_state(one.element)) {
        let action = one.element.get("action_id").and_then(Value::as_str).unwrap_or_default();
        given.insert(one.block_id.to_owned(), json!({action: option}));
    }
    given
}

/// What is told of a press or a choice; `option` is what was chosen.
pub(super) fn told(
    filling: &Filling<'_>,
    one: &Interactive<'_>,
    option: Option<&Value>,
    now: Ts,
) -> Result<Value, Cannot> {
    let mut action = Map::new();
    for name in SHOWN {
        if let Some(value) = one.element.get(name) {
            action.insert(name.to_owned(), value.clone());
        }
    }
    action.insert("block_id".to_owned(), json!(one.block_id));
    action.insert("action_ts".to_owned(), json!(now));
    let kind = one.element.get("type").and_then(Value::as_str).unwrap_or_default();
    if kind == "feedback_buttons" {
        let button = feedback(one.element, option)?;
        for name in ["text", "value"] {
            action.insert(name.to_owned(), button.get(name).cloned().unwrap_or_default());
        }
    } else if has_state(one.element) || kind == "overflow" {
        if option.is_none() && one.element.get("options").is_some() {
            return Err(Cannot::Find(
                "This is a menu. Give the `value` of one of its options as `option`.".to_owned(),
            ));
        }
        let chosen = filling.chosen(one, option).map_err(Cannot::Find)?;
        action.extend(chosen.as_object().cloned().unwrap_or_default());
    }
    Ok(Value::Object(action))
}

fn feedback<'a>(element: &'a Value, option: Option<&Value>) -> Result<&'a Value, Cannot> {
    let buttons = ["positive_button", "negative_button"].iter().filter_map(|name| element.get(*name));
    let chosen = |button: &&Value| {
        option.is_some() && (button.get("value") == option || button.pointer("/text/text") == option)
    };
    buttons.into_iter().find(chosen).ok_or_else(|| {
        Cannot::Find("These are two buttons. Give the `value` of one of them as `option`.".to_owned())
    })
}
