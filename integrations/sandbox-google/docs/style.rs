//! Styles as Google writes them, and changes to them by a mask of fields.
//!
//! Knows names and values only; what they mean to the eye is for whoever shows them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::docs::problem::Problem;

/// A text style or a paragraph style: fields that are not there are inherited.
pub(super) type Style = Map<String, Value>;

pub(super) const TEXT_FIELDS: [&str; 11] = [
    "backgroundColor",
    "baselineOffset",
    "bold",
    "fontSize",
    "foregroundColor",
    "italic",
    "link",
    "smallCaps",
    "strikethrough",
    "underline",
    "weightedFontFamily",
];

pub(super) const PARAGRAPH_FIELDS: [&str; 20] = [
    "alignment",
    "avoidWidowAndOrphan",
    "borderBetween",
    "borderBottom",
    "borderLeft",
    "borderRight",
    "borderTop",
    "direction",
    "indentEnd",
    "indentFirstLine",
    "indentStart",
    "keepLinesTogether",
    "keepWithNext",
    "lineSpacing",
    "namedStyleType",
    "pageBreakBefore",
    "shading",
    "spaceAbove",
    "spaceBelow",
    "spacingMode",
];

/// Some fields and their new values; a field without a value is taken away.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub(super) struct Restyle {
    /// Paths such as `bold` or `link.url`.
    pub(super) fields: Vec<String>,
    pub(super) values: Style,
}

impl Restyle {
    /// Reads a style and its mask, of the fields a style of this kind has.
    pub(super) fn read(given: Option<&Value>, mask: &str, known: &[&str]) -> Result<Self, Problem> {
        let values = given.and_then(Value::as_object).cloned().unwrap_or_default();
        let mut fields: Vec<String> =
            mask.split(',').map(str::trim).filter(|field| !field.is_empty()).map(str::to_owned).collect();
        if fields.is_empty() {
            return Err(Problem::invalid(
                "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)",
            ));
        }
        if fields.iter().any(|field| field == "*") {
            fields = known.iter().map(|&field| field.to_owned()).collect();
        }
        let unknown = fields.iter().find(|field| !known.contains(&root(field)));
        match unknown {
            Some(field) => Err(Problem::invalid(format!("Invalid field mask: {field}."))),
            None => Ok(Self { fields, values }),
        }
    }

    /// The style after the change.
    pub(super) fn applied(&self, style: &Style) -> Style {
        let mut style = style.clone();
        for field in &self.fields {
            let path: Vec<&str> = field.split('.').collect();
            let pointer = format!("/{}", path.join("/"));
            let value = Value::Object(self.values.clone()).pointer(&pointer).cloned();
            set(&mut style, &path, value);
        }
        style
    }

    /// The same change to text: a link is blue and underlined unless something else is asked for.
    pub(super) fn with_link_look(mut self) -> Self {
        if !self.fields.iter().any(|field| root(field) == "link") {
            return self;
        }
        let linked = self.values.get("link").is_some_and(|link| !link.is_null());
        for (field, value) in link_look() {
            if !self.fields.iter().any(|one| root(one) == field) {
                self.fields.push(field.to_owned());
                if linked {
                    self.values.insert(field.to_owned(), value);
                } else {
                    self.values.remove(field);
                }
            }
        }
        self
    }

    pub(super) fn touches(&self, field: &str) -> bool {
        self.fields.iter().any(|one| root(one) == field)
    }

    /// Which fields are changed, in the form of a suggestion state, e.g. `{"boldSuggested": true}`.
    pub(super) fn state(&self) -> Value {
        let entry = |field: &String| match root(field) {
            "shading" => ("shadingSuggestionState".to_owned(), json!({ "backgroundColorSuggested": true })),
            field => (format!("{field}Suggested"), Value::Bool(true)),
        };
        Value::Object(self.fields.iter().map(entry).collect())
    }
}

/// A style with one field, e.g. `bold`.
pub(super) fn with(style: &Style, field: &str, value: Value) -> Style {
    let mut style = style.clone();
    style.insert(field.to_owned(), value);
    style
}

/// A style that links to an address.
pub(super) fn linked(style: &Style, url: &str) -> Style {
    let mut style = with(style, "link", json!({ "url": url }));
    style.extend(link_look().map(|(field, value)| (field.to_owned(), value)));
    style
}

/// Where a style links to, if it does.
pub(super) fn link_of(style: &Style) -> Option<&str> {
    style.get("link")?.get("url")?.as_str()
}

pub(super) fn is_on(style: &Style, field: &str) -> bool {
    style.get(field) == Some(&Value::Bool(true))
}

/// The font of code, which is how Google marks it.
pub(super) fn code(style: &Style) -> Style {
    with(style, "weightedFontFamily", json!({ "fontFamily": "Roboto Mono", "weight": 400 }))
}

pub(super) fn is_code(style: &Style) -> bool {
    let family = style.get("weightedFontFamily").and_then(|font| font.get("fontFamily"));
    family.and_then(Value::as_str).is_some_and(|family| family.contains("Mono") || family.contains("Courier"))
}

/// So many points.
pub(super) fn points(magnitude: usize) -> Value {
    json!({ "magnitude": magnitude, "unit": "PT" })
}

fn link_look() -> [(&'static str, Value); 2] {
    let blue =
        json!({ "color": { "rgbColor": { "red": 0.066_666_67, "green": 0.333_333_34, "blue": 0.8 } } });
    [("foregroundColor", blue), ("underline", Value::Bool(true))]
}

fn root(field: &str) -> &str {
    field.split('.').next().unwrap_or(field)
}

fn set(style: &mut Style, path: &[&str], value: Option<Value>) {
    match (path, value) {
        ([], _) => {}
        ([last], Some(value)) => {
            style.insert((*last).to_owned(), value);
        }
        ([last], None) => {
            style.remove(*last);
        }
        ([first, rest @ ..], value) => {
            if value.is_some() || style.contains_key(*first) {
                let inner = style.entry(*first).or_insert_with(|| json!({}));
                if let Some(inner) = inner.as_object_mut() {
                    set(inner, rest, value);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(value: &Value) -> Style {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn only_the_fields_of_the_mask_change() {
        let given = json!({ "bold": true, "italic": true, "link": { "url": "https://a.example" } });
        let change = Restyle::read(Some(&given), "bold, fontSize,link.url", &TEXT_FIELDS).unwrap();
        let before = style(&json!({ "fontSize": { "magnitude": 9 }, "underline": true }));
        let after = json!({ "bold": true, "underline": true, "link": { "url": "https://a.example" } });
        assert_eq!(Value::Object(change.applied(&before)), after);
    }

    #[test]
    fn a_link_looks_like_one_until_it_is_taken_away() {
        let link = json!({ "link": { "url": "https://a.example" } });
        let change = Restyle::read(Some(&link), "link", &TEXT_FIELDS).unwrap().with_link_look();
        let linked = change.applied(&Style::new());
        assert!(is_on(&linked, "underline") && linked.contains_key("foregroundColor"));
        let undone = Restyle::read(None, "link", &TEXT_FIELDS).unwrap().with_link_look();
        assert_eq!(undone.applied(&linked), Style::new());
    }

    #[test]
    fn a_mask_must_name_fields_that_there_are() {
        for wrong in ["", " ", "bald"] {
            assert!(Restyle::read(None, wrong, &TEXT_FIELDS).is_err(), "{wrong:?}");
        }
    }
}
