//! What is wrong with a payload, and where.

use serde_json::{Map, Value};

use super::surfaces::Surface;
use crate::answer::Refusal;

/// A place in the payload, as a JSON pointer.
#[derive(Clone, Debug)]
pub(super) struct At(String);

impl At {
    pub(super) fn root(name: &str) -> Self {
        Self(format!("/{name}"))
    }

    pub(super) fn item(&self, index: usize) -> Self {
        Self(format!("{}/{index}", self.0))
    }

    pub(super) fn field(&self, name: &str) -> Self {
        Self(format!("{}/{name}", self.0))
    }
}

/// The problems of blocks on one surface.
#[derive(Debug)]
pub(super) struct Report {
    surface: Surface,
    problems: Vec<Problem>,
}

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) pointer: String,
    pub(crate) message: String,
}

impl Report {
    pub(super) fn new(surface: Surface) -> Self {
        Self { surface, problems: Vec::new() }
    }

    pub(super) fn surface(&self) -> Surface {
        self.surface
    }

    pub(super) fn add(&mut self, at: &At, problem: impl Into<String>) {
        self.problems.push(Problem { pointer: at.0.clone(), message: problem.into() });
    }

    /// Reports the type of the block or element at this place.
    pub(super) fn unsupported(&mut self, kind: &str, at: &At) {
        self.add(&at.field("type"), format!("unsupported type: {kind}"));
    }

    pub(super) fn finish(self, code: &str) -> Result<(), Refusal> {
        let told = |problem: &Problem| format!("{} [json-pointer:{}]", problem.message, problem.pointer);
        if self.problems.is_empty() {
            return Ok(());
        }
        Err(Refusal::with(code, self.problems.iter().map(told).collect()))
    }

    /// Takes over what was found elsewhere.
    pub(super) fn extend(&mut self, other: Self) {
        self.problems.extend(other.problems);
    }

    pub(super) fn problems(self) -> Vec<Problem> {
        self.problems
    }

    /// The fields of an object; anything else is reported.
    pub(super) fn object<'a>(&mut self, value: &'a Value, at: &At) -> Option<&'a Map<String, Value>> {
        let object = value.as_object();
        if object.is_none() {
            self.add(at, "must be an object");
        }
        object
    }

    /// Reports every field that the thing at this place does not have.
    pub(super) fn only(&mut self, fields: &Map<String, Value>, known: &[&str], at: &At) {
        for name in fields.keys().filter(|name| !known.contains(&name.as_str())) {
            self.add(at, format!("invalid additional property: {name}"));
        }
    }

    pub(super) fn needed<'a>(
        &mut self,
        fields: &'a Map<String, Value>,
        name: &str,
        at: &At,
    ) -> Option<&'a Value> {
        let value = fields.get(name);
        if value.is_none() {
            self.add(at, format!("missing required field: {name}"));
        }
        value
    }

    /// A string with between one and `most` characters.
    pub(super) fn text(&mut self, value: &Value, most: usize, at: &At) {
        match value.as_str() {
            None => self.add(at, "must be a string"),
            Some("") => self.add(at, "must be more than 0 characters"),
            Some(text) if text.chars().count() > most => {
                self.add(at, format!("must be less than {} characters", most + 1));
            }
            Some(_) => {}
        }
    }

    pub(super) fn text_field(&mut self, fields: &Map<String, Value>, name: &str, most: usize, at: &At) {
        if let Some(value) = fields.get(name) {
            self.text(value, most, &at.field(name));
        }
    }

    pub(super) fn needed_text(&mut self, fields: &Map<String, Value>, name: &str, most: usize, at: &At) {
        if let Some(value) = self.needed(fields, name, at) {
            self.text(value, most, &at.field(name));
        }
    }

    pub(super) fn flag(&mut self, fields: &Map<String, Value>, name: &str, at: &At) {
        if fields.get(name).is_some_and(|value| !value.is_boolean()) {
            self.add(&at.field(name), "must be a boolean");
        }
    }

    /// A whole number within its bounds, if there is one.
    pub(super) fn number(
        &mut self,
        fields: &Map<String, Value>,
        name: &str,
        (least, most): (u64, u64),
        at: &At,
    ) -> Option<u64> {
        let value = fields.get(name)?;
        let number = value.as_u64().filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.add(&at.field(name), format!("must be an integer between {least} and {most}"));
        }
        number
    }

    pub(super) fn one_of(&mut self, fields: &Map<String, Value>, name: &str, allowed: &[&str], at: &At) {
        let Some(value) = fields.get(name) else { return };
        if !value.as_str().is_some_and(|text| allowed.contains(&text)) {
            self.add(&at.field(name), format!("must be one of: {}", allowed.join(", ")));
        }
    }

    /// A text that must be there and must be one of these.
    pub(super) fn needed_one_of(
        &mut self,
        fields: &Map<String, Value>,
        name: &str,
        allowed: &[&str],
        at: &At,
    ) {
        if self.needed(fields, name, at).is_some() {
            self.one_of(fields, name, allowed, at);
        }
    }

    /// The items of a list with between one and `most` of them.
    pub(super) fn items<'a>(&mut self, value: &'a Value, most: usize, at: &At) -> &'a [Value] {
        let Some(items) = value.as_array() else {
            self.add(at, "must be an array");
            return &[];
        };
        if items.is_empty() {
            self.add(at, "no fewer than 1 items allowed");
        }
        if items.len() > most {
            self.add(at, format!("no more than {most} items allowed"));
        }
        items
    }

    pub(super) fn web_address(&mut self, fields: &Map<String, Value>, name: &str, at: &At) {
        self.text_field(fields, name, 3000, at);
        let Some(address) = fields.get(name).and_then(Value::as_str) else { return };
        // Slack opens apps by schemes of their own; these are no places to go to.
        let leads = |url: &url::Url| !matches!(url.scheme(), "javascript" | "data" | "vbscript");
        if !url::Url::parse(address).is_ok_and(|url| leads(&url)) {
            self.add(&at.field(name), "Invalid URL");
        }
    }
}
