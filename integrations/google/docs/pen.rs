//! Requests to Docs, one after the other, all in one tab.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::block::{Kind, Look, Sign};

/// The font of code, which is how Docs marks it.
const CODE_FONT: &str = "Roboto Mono";

/// Every way a text can look, so that what is written takes on nothing of what is beside it.
const TEXT_FIELDS: &str = "backgroundColor,baselineOffset,bold,fontSize,foregroundColor,italic,link,smallCaps,\
                           strikethrough,underline,weightedFontFamily";
const PARAGRAPH_FIELDS: &str = "namedStyleType,alignment,borderBottom,borderLeft,indentEnd,indentFirstLine,\
                                indentStart,pageBreakBefore,shading,spaceAbove,spaceBelow";

pub(super) struct Pen<'a> {
    tab: &'a str,
    pub(super) requests: Vec<Value>,
}

impl<'a> Pen<'a> {
    pub(super) fn new(tab: &'a str) -> Self {
        Self { tab, requests: Vec::new() }
    }

    pub(super) fn text(&mut self, index: usize, text: &str) {
        if !text.is_empty() {
            self.requests.push(json!({ "insertText": { "location": self.location(index), "text": text } }));
        }
    }

    pub(super) fn table(&mut self, index: usize, rows: usize, columns: usize) {
        let location = self.location(index);
        self.requests
            .push(json!({ "insertTable": { "location": location, "rows": rows, "columns": columns } }));
    }

    pub(super) fn erase(&mut self, range: &Range<usize>) {
        if !range.is_empty() {
            self.requests.push(json!({ "deleteContentRange": { "range": self.range(range) } }));
        }
    }

    /// Makes paragraphs of one kind, as if nothing had ever stood beside them.
    pub(super) fn paragraphs(&mut self, range: &Range<usize>, kind: Kind) {
        let style = match kind {
            Kind::Text => json!({ "namedStyleType": "NORMAL_TEXT" }),
            Kind::Heading(level) => json!({ "namedStyleType": format!("HEADING_{level}") }),
            Kind::Quote => json!({
                "namedStyleType": "NORMAL_TEXT", "borderLeft": border(3, 12), "indentStart": points(36),
                "indentFirstLine": points(36),
            }),
            Kind::Code => json!({
                "namedStyleType": "NORMAL_TEXT", "shading": { "backgroundColor": grey(0.95) },
            }),
            Kind::Rule => json!({ "namedStyleType": "NORMAL_TEXT", "borderBottom": border(1, 1) }),
        };
        self.requests.push(json!({ "updateParagraphStyle": {
            "range": self.range(range), "paragraphStyle": style, "fields": PARAGRAPH_FIELDS,
        } }));
    }

    /// Takes every look off a text.
    pub(super) fn plain(&mut self, range: &Range<usize>) {
        if !range.is_empty() {
            self.requests.push(json!({ "updateTextStyle": {
                "range": self.range(range), "textStyle": {}, "fields": TEXT_FIELDS,
            } }));
        }
    }

    pub(super) fn look(&mut self, range: &Range<usize>, look: &Look) {
        let mut style = Map::new();
        let on = [("bold", look.bold), ("italic", look.italic), ("strikethrough", look.struck)];
        style.extend(on.into_iter().filter(|(_, on)| *on).map(|(field, _)| (field.to_owned(), true.into())));
        if look.code {
            style.insert("weightedFontFamily".to_owned(), json!({ "fontFamily": CODE_FONT, "weight": 400 }));
        }
        if let Some(url) = &look.link {
            style.insert("link".to_owned(), json!({ "url": url }));
        }
        if style.is_empty() || range.is_empty() {
            return;
        }
        let fields = style.keys().cloned().collect::<Vec<_>>().join(",");
        self.requests.push(json!({ "updateTextStyle": {
            "range": self.range(range), "textStyle": style, "fields": fields,
        } }));
    }

    pub(super) fn bullets(&mut self, range: &Range<usize>, sign: Sign) {
        let preset = match sign {
            Sign::Bullet => "BULLET_DISC_CIRCLE_SQUARE",
            Sign::Number => "NUMBERED_DECIMAL_ALPHA_ROMAN",
            Sign::Box => "BULLET_CHECKBOX",
        };
        self.requests.push(
            json!({ "createParagraphBullets": { "range": self.range(range), "bulletPreset": preset } }),
        );
    }

    pub(super) fn no_bullets(&mut self, range: &Range<usize>) {
        self.requests.push(json!({ "deleteParagraphBullets": { "range": self.range(range) } }));
    }

    fn location(&self, index: usize) -> Value {
        json!({ "index": index, "tabId": self.tab })
    }

    fn range(&self, range: &Range<usize>) -> Value {
        json!({ "startIndex": range.start, "endIndex": range.end, "tabId": self.tab })
    }
}

fn points(magnitude: u32) -> Value {
    json!({ "magnitude": magnitude, "unit": "PT" })
}

fn grey(light: f64) -> Value {
    json!({ "color": { "rgbColor": { "red": light, "green": light, "blue": light } } })
}

fn border(width: u32, padding: u32) -> Value {
    json!({ "color": grey(0.8), "width": points(width), "padding": points(padding), "dashStyle": "SOLID" })
}
