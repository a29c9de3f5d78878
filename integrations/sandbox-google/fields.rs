//! The `fields` mask: which parts of an answer the caller wants.
//!
//! `a,b/c,d(e,f/g),h/*`: whoever forgets a field does not get it, and a field that does not exist is refused.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::contract::{Api, Schema};
use super::refusal::Refusal;

/// A parsed mask: the wanted names at one level. An empty inner mask means everything below.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mask(BTreeMap<String, Mask>);

impl Mask {
    /// Reads a mask and checks it against the answer's schema.
    pub(crate) fn read(text: &str, api: &Api, schema: Option<&Schema>) -> Result<Self, Refusal> {
        let mut reader = Reader { rest: text.trim_ascii() };
        let mask = reader
            .list(0)
            .filter(|mask| reader.rest.is_empty() && !mask.0.is_empty())
            .ok_or_else(|| refuse(api, text))?;
        if let Some(schema) = schema
            && let Some(unknown) = mask.first_unknown(api, schema)
        {
            return Err(refuse(api, &unknown));
        }
        Ok(mask)
    }

    /// Keeps of an answer what the mask names.
    pub(crate) fn apply(&self, value: Value) -> Value {
        if self.0.is_empty() {
            return value;
        }
        match value {
            Value::Object(fields) => {
                let kept = fields.into_iter().filter_map(|(name, value)| {
                    let inner = self.0.get(&name).or_else(|| self.0.get("*"))?;
                    Some((name, inner.apply(value)))
                });
                Value::Object(kept.collect())
            }
            Value::Array(items) => Value::Array(items.into_iter().map(|item| self.apply(item)).collect()),
            other => other,
        }
    }

    /// Gives an object the named fields of another; what the other lacks is taken away.
    pub(crate) fn transfer(&self, from: &Map<String, Value>, to: &mut Map<String, Value>) {
        if self.0.is_empty() || self.0.contains_key("*") {
            to.clone_from(from);
            return;
        }
        for (name, inner) in &self.0 {
            let given = from.get(name);
            if inner.0.is_empty() {
                to.remove(name);
                to.extend(given.map(|value| (name.clone(), value.clone())));
                continue;
            }
            let given = given.and_then(Value::as_object).cloned().unwrap_or_default();
            let mut kept = to.remove(name).and_then(|kept| kept.as_object().cloned()).unwrap_or_default();
            inner.transfer(&given, &mut kept);
            if !kept.is_empty() {
                to.insert(name.clone(), Value::Object(kept));
            }
        }
    }

    fn first_unknown(&self, api: &Api, schema: &Schema) -> Option<String> {
        let mut schema = api.resolve(schema);
        while let Some(items) = schema.items.as_deref() {
            schema = api.resolve(items);
        }
        self.0.iter().find_map(|(name, inner)| {
            if name == "*" {
                return None;
            }
            let below = schema.properties.get(name).or(schema.additional_properties.as_deref());
            match below {
                None => Some(name.clone()),
                Some(below) => inner.first_unknown(api, below).map(|rest| format!("{name}.{rest}")),
            }
        })
    }

    fn merge(&mut self, name: String, inner: Self) {
        match self.0.entry(name) {
            std::collections::btree_map::Entry::Vacant(place) => {
                place.insert(inner);
            }
            std::collections::btree_map::Entry::Occupied(mut place) => {
                // `a,a/b` wants all of `a`.
                if inner.0.is_empty() || place.get().0.is_empty() {
                    place.insert(Self::default());
                } else {
                    for (name, inner) in inner.0 {
                        place.get_mut().merge(name, inner);
                    }
                }
            }
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn list(&mut self, depth: usize) -> Option<Mask> {
        // Deeper than any of Google's own types: only an attack nests further.
        if depth > 32 {
            return None;
        }
        let mut mask = Mask::default();
        loop {
            let (name, inner) = self.item(depth)?;
            mask.merge(name, inner);
            if !self.eat(',') {
                return Some(mask);
            }
        }
    }

    fn item(&mut self, depth: usize) -> Option<(String, Mask)> {
        let end = self
            .rest
            .find(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '*' | '$')))
            .unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at_checked(end).filter(|(name, _)| !name.is_empty())?;
        let name = name.to_owned();
        self.rest = rest;
        if self.eat('/') || self.eat('.') {
            let (below, inner) = if depth > 32 { None } else { self.item(depth + 1) }?;
            return Some((name, Mask(BTreeMap::from([(below, inner)]))));
        }
        if self.eat('(') {
            let inner = self.list(depth + 1)?;
            return self.eat(')').then_some((name, inner));
        }
        Some((name, Mask::default()))
    }

    /// Eats a separator and the white space around it, which Google's own samples write: `nextPageToken, files(id, name)`.
    fn eat(&mut self, letter: char) -> bool {
        let rest = self.rest.trim_ascii_start().strip_prefix(letter);
        if let Some(rest) = rest {
            self.rest = rest.trim_ascii_start();
        }
        rest.is_some()
    }
}

fn refuse(api: &Api, path: &str) -> Refusal {
    if api.is_older() {
        return Refusal::parameter(format!("Invalid field selection {path}"), "fields");
    }
    Refusal::field(
        path,
        format!("Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'."),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::contract::Contract;
    use super::*;

    fn read(text: &str) -> Result<Mask, Refusal> {
        let contract = Contract::shared();
        let found = contract.find("GET", "/gmail/v1/users/me/messages/0123456789abcdef").unwrap().unwrap();
        let name = &found.method.response.as_ref().unwrap().name;
        Mask::read(text, found.api, found.api.schemas.get(name))
    }

    #[test]
    fn only_the_named_fields_are_kept() {
        let message = json!({
            "id": "1", "snippet": "hello",
            "payload": { "mimeType": "text/plain", "headers": [{ "name": "To", "value": "a" }] },
        });
        let kept = read("id,payload/headers/name").unwrap().apply(message.clone());
        assert_eq!(kept, json!({ "id": "1", "payload": { "headers": [{ "name": "To" }] } }));
        let kept = read("payload(headers(value),mimeType)").unwrap().apply(message.clone());
        assert_eq!(kept, json!({ "payload": { "mimeType": "text/plain", "headers": [{ "value": "a" }] } }));
        assert_eq!(read("*").unwrap().apply(message.clone()), message);
    }

    #[test]
    fn white_space_may_stand_around_separators_and_nowhere_else() {
        let plain = read("id,payload(headers(name,value),body/size)").unwrap();
        for mask in [
            "id, payload(headers(name, value), body/size)",
            " id ,payload ( headers( name,value ) , body / size ) ",
            "id,\n  payload(\n    headers(name,value),\n    body/size\n  )\n",
        ] {
            assert_eq!(read(mask).unwrap(), plain, "{mask}");
        }
        for mask in
            [" ", "id payload", "pay load", "id, ", "id,, payload", "payload( )", "payload(headers) id"]
        {
            assert_eq!(read(mask).unwrap_err().code(), 400, "{mask}");
        }
    }

    #[test]
    fn wanting_a_whole_and_a_part_gives_the_whole() {
        let value = json!({ "payload": { "mimeType": "a", "filename": "b" } });
        assert_eq!(read("payload,payload/filename").unwrap().apply(value.clone()), value);
    }

    #[test]
    fn unknown_fields_and_broken_masks_are_refused() {
        for mask in
            ["", "id,", "id)", "payload(headers", "ids", "payload/body/content", ",id", "payload//body"]
        {
            assert_eq!(read(mask).unwrap_err().code(), 400, "{mask}");
        }
        assert!(read("payload/heads").unwrap_err().message().contains("for path 'payload.heads'"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in "[a-z/(),*. ]{0,60}") {
            let _ = read(&text).is_ok();
        }
    }
}
