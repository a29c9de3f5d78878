//! What a person fills into the elements of a form, checked as Slack's client checks it before anything is sent.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::{
    blocks::{self, Interactive, interactive},
    ids::UserId,
    menus::Menu,
    workspace::Workspace,
};

/// Why a form cannot be sent as it is.
#[derive(Debug)]
pub(crate) enum Misfilled {
    /// The form has no such input.
    NoSuchInput(String),
    /// What the person reads below each input.
    Inputs(BTreeMap<String, String>),
}

/// What becomes of what was filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// It is sent: everything that must be filled in is.
    Sent,
    /// Something else was pressed, and it goes along as it stands.
    Taken,
}

/// Whoever fills in, where, and for what.
pub(crate) struct Filling<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) of: Use,
    pub(crate) by: &'a UserId,
    /// The `ts` of the message or the id of the view.
    pub(crate) on: &'a str,
    /// What stood there before, in the shape of `state.values`.
    pub(crate) before: &'a Value,
}

impl Filling<'_> {
    /// What was given for each input, by `block_id` and `action_id`, in the shape of `state.values`.
    ///
    /// An input nobody touches says what it said before, or at first.
    pub(crate) fn values(&self, blocks: &[Value], given: &Map<String, Value>) -> Result<Value, Misfilled> {
        let mut left: Vec<(&String, &String)> = given
            .iter()
            .flat_map(|(block, actions)| {
                actions.as_object().into_iter().flatten().map(move |(action, _)| (block, action))
            })
            .collect();
        let (mut values, mut errors) = (Map::new(), BTreeMap::new());
        for one in interactive(blocks).into_iter().filter(|one| has_state(one.element)) {
            let (id, action) = (one.block_id, text(one.element, "action_id"));
            left.retain(|(known, inner)| !(known.as_str() == id && inner.as_str() == action));
            let said = given.get(id).and_then(|actions| actions.get(action));
            match self.kept(&one, said).map_or_else(|| self.chosen(&one, said), Ok) {
                // What the app itself put there and nobody could choose says nothing.
                Err(_) if said.is_none() && self.of == Use::Taken => {}
                Err(words) => drop(errors.insert(id.to_owned(), words)),
                Ok(state) if self.of == Use::Sent && is_required(&one) && says_nothing(&state) => {
                    errors.insert(id.to_owned(), "Please complete this required field.".to_owned());
                }
                Ok(state) => {
                    let of_block = values.entry(id).or_insert_with(|| json!({}));
                    if let Some(of_block) = of_block.as_object_mut() {
                        of_block.insert(action.to_owned(), state);
                    }
                }
            }
        }
        if let Some((block, action)) = left.first() {
            return Err(Misfilled::NoSuchInput(format!("{block}/{action}")));
        }
        if errors.is_empty() { Ok(Value::Object(values)) } else { Err(Misfilled::Inputs(errors)) }
    }

    /// The state of one element, e.g. `{"type": "datepicker", "selected_date": "2026-12-31"}`.
    pub(crate) fn chosen(&self, one: &Interactive<'_>, given: Option<&Value>) -> Result<Value, String> {
        let element = one.element;
        let kind = text(element, "type");
        let first = |name: &str| given.or_else(|| element.get(name));
        let (name, value) = match kind {
            "plain_text_input" | "email_text_input" | "url_text_input" | "number_input" => {
                ("value", self.written(element, first("initial_value"))?)
            }
            "datepicker" => ("selected_date", date(first("initial_date"))?),
            "timepicker" => ("selected_time", time(first("initial_time"))?),
            "datetimepicker" => ("selected_date_time", moment(first("initial_date_time"))?),
            "static_select" | "radio_buttons" | "overflow" => {
                let given = given.or_else(|| element.pointer("/initial_option/value"));
                let chosen = given.filter(|given| **given != json!(""));
                ("selected_option", json!(chosen.map(|given| option(element, given)).transpose()?))
            }
            "external_select" => {
                let chosen = given.map(|value| self.suggested(one, value)).transpose()?;
                ("selected_option", json!(chosen.or_else(|| element.get("initial_option").cloned())))
            }
            "multi_external_select" if given.is_none() => ("selected_options", json!(ticked(element, None)?)),
            "multi_external_select" => {
                ("selected_options", several(element, given, |value| self.suggested(one, value))?)
            }
            "checkboxes" | "multi_static_select" => ("selected_options", json!(ticked(element, given)?)),
            "users_select" => ("selected_user", self.person(first("initial_user"))?),
            "multi_users_select" => {
                ("selected_users", several(element, first("initial_users"), |one| self.person(Some(one)))?)
            }
            "channels_select" => ("selected_channel", self.channel(first("initial_channel"))?),
            "conversations_select" => ("selected_conversation", self.channel(first("initial_conversation"))?),
            "multi_channels_select" => (
                "selected_channels",
                several(element, first("initial_channels"), |one| self.channel(Some(one)))?,
            ),
            "multi_conversations_select" => (
                "selected_conversations",
                several(element, first("initial_conversations"), |one| self.channel(Some(one)))?,
            ),
            "rich_text_input" if given.is_none() => ("rich_text_value", json!(element.get("initial_value"))),
            "file_input" if given.is_none() => ("files", json!([])),
            other => return Err(format!("This sandbox cannot fill in a {other}.")),
        };
        Ok(json!({"type": kind, name: value}))
    }

    /// What an element that nobody touches said before.
    fn kept(&self, one: &Interactive<'_>, given: Option<&Value>) -> Option<Value> {
        let before = self.before.get(one.block_id)?.get(text(one.element, "action_id"))?;
        let same = before.get("type") == one.element.get("type");
        (given.is_none() && same).then(|| before.clone())
    }

    /// One of the options that the app offers for what was typed.
    fn suggested(&self, one: &Interactive<'_>, value: &Value) -> Result<Value, String> {
        if *value == json!("") {
            return Ok(Value::Null);
        }
        let menu = Menu {
            user: self.by.clone(),
            place: self.on.to_owned(),
            block: one.block_id.to_owned(),
            action: text(one.element, "action_id").to_owned(),
        };
        self.workspace.menus.option(&menu, value).ok_or_else(|| {
            "Please choose one of the options that the app offers: POST /control/slack/suggest asks for them."
                .to_owned()
        })
    }

    fn written(&self, element: &Value, given: Option<&Value>) -> Result<Value, String> {
        let Some(words) = given.and_then(Value::as_str).filter(|words| !words.is_empty()) else {
            return Ok(Value::Null);
        };
        if self.of == Use::Sent {
            fits(element, words)?;
        }
        Ok(json!(words))
    }

    fn person(&self, given: Option<&Value>) -> Result<Value, String> {
        let Some(who) = given.and_then(Value::as_str).filter(|who| !who.is_empty()) else {
            return Ok(Value::Null);
        };
        let person = self.workspace.person_by_handle(who).or_else(|| self.workspace.person(who));
        person.map(|person| json!(person.id)).ok_or_else(|| "Please choose somebody who is here.".to_owned())
    }

    fn channel(&self, given: Option<&Value>) -> Result<Value, String> {
        let Some(name) = given.and_then(Value::as_str).filter(|name| !name.is_empty()) else {
            return Ok(Value::Null);
        };
        let channel = self.workspace.channel_by_name(name).or_else(|| self.workspace.channel(name));
        channel
            .map(|channel| json!(channel.id))
            .ok_or_else(|| "Please choose one of the channels.".to_owned())
    }
}

/// Buttons and menus of doings are pressed; everything else keeps what was chosen.
pub fn has_state(element: &Value) -> bool {
    let kind = text(element, "type");
    !(kind.ends_with("button") || matches!(kind, "overflow" | "feedback_buttons"))
}

fn says_nothing(state: &Value) -> bool {
    let mut said = state.as_object().into_iter().flatten().filter(|(name, _)| *name != "type");
    said.all(|(_, value)| value.is_null() || value.as_array().is_some_and(Vec::is_empty))
}

fn is_required(one: &Interactive<'_>) -> bool {
    one.input.is_some_and(|input| input.get("optional") != Some(&Value::Bool(true)))
}

fn fits(element: &Value, words: &str) -> Result<(), String> {
    let length = words.chars().count();
    let limit =
        |name: &str| element.get(name).and_then(Value::as_u64).and_then(|limit| usize::try_from(limit).ok());
    if let Some(least) = limit("min_length").filter(|least| length < *least) {
        return Err(format!("Please enter at least {least} characters."));
    }
    if let Some(most) = limit("max_length").filter(|most| length > *most) {
        return Err(format!("Please enter no more than {most} characters."));
    }
    match text(element, "type") {
        "number_input" => number(element, words),
        "email_text_input" if !words.contains('@') => Err("Please enter a valid email address.".to_owned()),
        "url_text_input" if url::Url::parse(words).is_err() => Err("Please enter a valid URL.".to_owned()),
        _ => Ok(()),
    }
}

fn number(element: &Value, words: &str) -> Result<(), String> {
    let whole = element.get("is_decimal_allowed") != Some(&Value::Bool(true));
    let number: f64 = words.parse().map_err(|_| "Please enter a number.".to_owned())?;
    if whole && number.fract() != 0.0 {
        return Err("Please enter a whole number.".to_owned());
    }
    let bound = |name: &str| text(element, name).parse::<f64>().ok();
    if bound("min_value").is_some_and(|least| number < least) {
        return Err(format!("Please enter a number that is at least {}.", text(element, "min_value")));
    }
    if bound("max_value").is_some_and(|most| number > most) {
        return Err(format!("Please enter a number that is at most {}.", text(element, "max_value")));
    }
    Ok(())
}

fn date(given: Option<&Value>) -> Result<Value, String> {
    match given.and_then(Value::as_str).filter(|date| !date.is_empty()) {
        None => Ok(Value::Null),
        Some(date) if date.parse::<jiff::civil::Date>().is_ok() => Ok(json!(date)),
        Some(_) => Err("Please enter a date such as 2026-12-31.".to_owned()),
    }
}

fn time(given: Option<&Value>) -> Result<Value, String> {
    match given.and_then(Value::as_str).filter(|time| !time.is_empty()) {
        None => Ok(Value::Null),
        Some(time) if blocks::is_time(time) => Ok(json!(time)),
        Some(_) => Err("Please enter a time such as 09:30.".to_owned()),
    }
}

/// Seconds since 1970, or what a browser writes: `2026-12-31T09:30`.
fn moment(given: Option<&Value>) -> Result<Value, String> {
    let wrong = || "Please enter a date and a time.".to_owned();
    match given {
        None => Ok(Value::Null),
        Some(Value::Number(seconds)) => Ok(json!(seconds)),
        Some(Value::String(text)) if text.is_empty() => Ok(Value::Null),
        Some(Value::String(text)) => {
            let civil: jiff::civil::DateTime = text.parse().map_err(|_| wrong())?;
            let zoned = civil.to_zoned(jiff::tz::TimeZone::UTC).map_err(|_| wrong())?;
            Ok(json!(zoned.timestamp().as_second()))
        }
        Some(_) => Err(wrong()),
    }
}

fn ticked(element: &Value, given: Option<&Value>) -> Result<Vec<Value>, String> {
    let Some(given) = given.and_then(Value::as_array) else {
        return Ok(element.get("initial_options").and_then(Value::as_array).cloned().unwrap_or_default());
    };
    not_too_many(element, given.len())?;
    given.iter().map(|value| option(element, value)).collect()
}

fn several(
    element: &Value,
    given: Option<&Value>,
    one: impl Fn(&Value) -> Result<Value, String>,
) -> Result<Value, String> {
    let given = given.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    not_too_many(element, given.len())?;
    given.iter().map(one).collect::<Result<Vec<_>, _>>().map(Value::Array)
}

fn not_too_many(element: &Value, count: usize) -> Result<(), String> {
    let most = element.get("max_selected_items").and_then(Value::as_u64).unwrap_or(u64::MAX);
    if u64::try_from(count).unwrap_or(u64::MAX) > most {
        return Err(format!("Please choose no more than {most}."));
    }
    Ok(())
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
