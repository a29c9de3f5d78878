//! The arguments of a call, however they came: query, form, form in parts or JSON.

use http::{HeaderMap, header};
use sandbox_world::multipart;
use serde_json::{Map, Value};

use super::{answer::Refusal, ts::Ts};

/// What Slack takes with any method; its own libraries name the team in every call.
const EVERYWHERE: [&str; 3] = ["token", "pretty", "team_id"];

#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    fields: Map<String, Value>,
    /// Slack takes a token from a form, and neither from a query nor from JSON.
    token: Option<String>,
}

impl Arguments {
    pub(crate) fn read(query: Option<&str>, headers: &HeaderMap, body: &[u8]) -> Result<Self, Refusal> {
        let mut fields = form(query.unwrap_or_default().as_bytes());
        if body.is_empty() {
            return Ok(Self { fields, token: None });
        }
        let kind =
            headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let word = kind.split(';').next().unwrap_or_default().trim();
        let posted = match word {
            "application/json" => object(body)?,
            "application/x-www-form-urlencoded" => form(body),
            "multipart/form-data" => parted(kind, body)?,
            "" => return Err(Refusal::new("missing_post_type")),
            _ => return Err(Refusal::new("invalid_post_type")),
        };
        let token = posted.get("token").filter(|_| word != "application/json");
        let token = token.and_then(Value::as_str).map(str::to_owned);
        fields.extend(posted);
        Ok(Self { fields, token })
    }

    /// The token that came with a form.
    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Refuses what the method does not document.
    pub(crate) fn only(&self, documented: &[&str]) -> Result<(), Refusal> {
        let unknown: Vec<String> = self
            .fields
            .keys()
            .filter(|name| !EVERYWHERE.contains(&name.as_str()) && !documented.contains(&name.as_str()))
            .map(|name| format!("unknown argument: {name} [json-pointer:/{name}]"))
            .collect();
        if unknown.is_empty() { Ok(()) } else { Err(Refusal::with("invalid_arguments", unknown)) }
    }

    pub(crate) fn all(&self) -> &Map<String, Value> {
        &self.fields
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    /// The argument as text; numbers count as their digits.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, Refusal> {
        match self.fields.get(name) {
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
        match self.fields.get(name) {
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
        match self.fields.get(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) => {
                serde_json::from_str(text).map(Some).map_err(|_| Refusal::new(refusal))
            }
            Some(value) => Ok(Some(value.clone())),
        }
    }
}

fn object(body: &[u8]) -> Result<Map<String, Value>, Refusal> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(given)) => Ok(given.into_iter().filter(|(_, value)| !value.is_null()).collect()),
        Ok(_) => Err(Refusal::new("json_not_object")),
        Err(_) => Err(Refusal::new("invalid_json")),
    }
}

fn form(form: &[u8]) -> Map<String, Value> {
    let pairs = url::form_urlencoded::parse(form);
    pairs.map(|(name, value)| (name.into_owned(), Value::String(value.into_owned()))).collect()
}

/// The fields of a form in several parts; files are none of them.
fn parted(kind: &str, body: &[u8]) -> Result<Map<String, Value>, Refusal> {
    let wrong = || Refusal::new("invalid_form_data");
    let pieces = multipart::parts(kind, body).filter(|pieces| !pieces.is_empty()).ok_or_else(wrong)?;
    let fields = pieces.iter().filter(|piece| piece.file_name().is_none());
    fields
        .map(|piece| {
            let value = std::str::from_utf8(piece.content).map_err(|_| wrong())?;
            Ok((piece.field().ok_or_else(wrong)?, Value::String(value.to_owned())))
        })
        .collect()
}

fn wrong(name: &str, problem: &str) -> Refusal {
    Refusal::with("invalid_arguments", vec![format!("{problem} [json-pointer:/{name}]")])
}
