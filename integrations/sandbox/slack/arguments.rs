//! The arguments of a call, however they came: query, form or JSON.

use http::{HeaderMap, header};
use serde_json::{Map, Value};

use super::{answer::Refusal, ts::Ts};

/// What Slack takes with any method; its own libraries name the team in every call.
const EVERYWHERE: [&str; 3] = ["token", "pretty", "team_id"];

#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments(Map<String, Value>);

impl Arguments {
    pub(crate) fn read(query: Option<&str>, headers: &HeaderMap, body: &[u8]) -> Result<Self, Refusal> {
        let mut fields = Map::new();
        take_form(&mut fields, query.unwrap_or_default().as_bytes());
        if body.is_empty() {
            return Ok(Self(fields));
        }
        let kind =
            headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match kind.split(';').next().unwrap_or_default().trim() {
            "application/json" => match serde_json::from_slice(body) {
                Ok(Value::Object(given)) => {
                    fields.extend(given.into_iter().filter(|(_, value)| !value.is_null()));
                }
                Ok(_) => return Err(Refusal::new("json_not_object")),
                Err(_) => return Err(Refusal::new("invalid_json")),
            },
            "application/x-www-form-urlencoded" => take_form(&mut fields, body),
            "" => return Err(Refusal::new("missing_post_type")),
            _ => return Err(Refusal::new("invalid_post_type")),
        }
        Ok(Self(fields))
    }

    /// Refuses what the method does not document.
    pub(crate) fn only(&self, documented: &[&str]) -> Result<(), Refusal> {
        let unknown: Vec<String> = self
            .0
            .keys()
            .filter(|name| !EVERYWHERE.contains(&name.as_str()) && !documented.contains(&name.as_str()))
            .map(|name| format!("unknown argument: {name} [json-pointer:/{name}]"))
            .collect();
        if unknown.is_empty() { Ok(()) } else { Err(Refusal::with("invalid_arguments", unknown)) }
    }

    pub(crate) fn all(&self) -> &Map<String, Value> {
        &self.0
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The argument as text; numbers count as their digits.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, Refusal> {
        match self.0.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(_) => Err(wrong(name, "must be a string")),
        }
    }

    pub(crate) fn needed(&self, name: &str) -> Result<String, Refusal> {
        match self.text(name)? {
            Some(text) if !text.is_empty() => Ok(text),
            _ => Err(Refusal::with("invalid_arguments", vec![format!("missing required field: {name}")])),
        }
    }

    pub(crate) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        match self.0.get(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(Value::String(text)) if matches!(text.as_str(), "true" | "1") => Ok(true),
            Some(Value::String(text)) if matches!(text.as_str(), "false" | "0" | "") => Ok(false),
            Some(Value::Number(number)) if matches!(number.as_u64(), Some(0 | 1)) => {
                Ok(number.as_u64() == Some(1))
            }
            Some(_) => Err(wrong(name, "must be a boolean")),
        }
    }

    /// A timestamp; `refusal` is what the method answers when it is not one.
    pub(crate) fn ts(&self, name: &str, refusal: &str) -> Result<Option<Ts>, Refusal> {
        match self.text(name)? {
            Some(text) if !text.is_empty() => text.parse().map(Some).map_err(|_| Refusal::new(refusal)),
            _ => Ok(None),
        }
    }

    /// A page's size within the method's bounds.
    pub(crate) fn limit(&self, default: usize, most: usize) -> Result<usize, Refusal> {
        match self.text("limit")? {
            None => Ok(default),
            Some(text) => match text.parse::<usize>() {
                Ok(0) => Ok(default),
                Ok(limit) if limit <= most => Ok(limit),
                _ => Err(Refusal::new("invalid_limit")),
            },
        }
    }

    /// Structured JSON that must be there.
    pub(crate) fn needed_json(&self, name: &str, refusal: &str) -> Result<Value, Refusal> {
        self.json(name, refusal)?.ok_or_else(|| {
            Refusal::with("invalid_arguments", vec![format!("missing required field: {name}")])
        })
    }

    /// Structured JSON, which forms carry as a string.
    pub(crate) fn json(&self, name: &str, refusal: &str) -> Result<Option<Value>, Refusal> {
        match self.0.get(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) => {
                serde_json::from_str(text).map(Some).map_err(|_| Refusal::new(refusal))
            }
            Some(value) => Ok(Some(value.clone())),
        }
    }
}

fn take_form(fields: &mut Map<String, Value>, form: &[u8]) {
    for (name, value) in url::form_urlencoded::parse(form) {
        fields.insert(name.into_owned(), Value::String(value.into_owned()));
    }
}

fn wrong(name: &str, problem: &str) -> Refusal {
    Refusal::with("invalid_arguments", vec![format!("{problem} [json-pointer:/{name}]")])
}
