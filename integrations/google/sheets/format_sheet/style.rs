//! How cells look, in the words of Google. The mask names what is set and nothing else.

use kernel::Failure;
use serde_json::{Map, Value, json};

use super::change::{Borders, Side, Style, Wrap};
use crate::json::google_name;
use crate::sheets::card::exactly;

/// A format, the mask that goes with it, and the same in words.
#[derive(Debug, Default)]
pub(super) struct Look {
    pub(super) format: Map<String, Value>,
    pub(super) fields: Vec<String>,
    pub(super) words: Vec<String>,
}

impl Look {
    pub(super) fn of(style: &Style) -> Result<Self, Failure> {
        let mut look = Self::default();
        for (name, value) in [
            ("bold", style.bold),
            ("italic", style.italic),
            ("underline", style.underline),
            ("strikethrough", style.strikethrough),
        ] {
            if let Some(on) = value {
                look.text(name, on.into(), format!("{}{name}", if on { "" } else { "not " }));
            }
        }
        if let Some(size) = style.font_size {
            if !(1..=400).contains(&size) {
                return Err(Failure::invalid("`font_size` must be between 1 and 400."));
            }
            look.text("fontSize", size.into(), format!("font size {size}"));
        }
        if let Some(given) = &style.text_colour {
            look.text("foregroundColorStyle", json!({ "rgbColor": colour(given)? }), format!("text {given}"));
        }
        if let Some(given) = &style.background {
            let value = json!({ "rgbColor": colour(given)? });
            look.set("backgroundColorStyle", value, format!("background {given}"));
        }
        if let Some(number) = &style.number_format {
            let kind = google_name(&number.kind);
            let words = format!("number format {}", kind.to_lowercase().replace('_', " "));
            let (value, words) = match &number.pattern {
                Some(pattern) => {
                    (json!({ "type": kind, "pattern": pattern }), format!("{words} {}", exactly(pattern)))
                }
                None => (json!({ "type": kind }), words),
            };
            look.set("numberFormat", value, words);
        }
        look.placed(style);
        if look.fields.is_empty() {
            return Err(Failure::invalid("Say what to change about the cells, e.g. `bold`."));
        }
        Ok(look)
    }

    fn placed(&mut self, style: &Style) {
        if let Some(align) = style.align {
            let name = google_name(&align);
            self.set("horizontalAlignment", json!(name), format!("aligned {}", name.to_lowercase()));
        }
        if let Some(align) = style.vertical_align {
            let name = google_name(&align);
            self.set("verticalAlignment", json!(name), format!("aligned {}", name.to_lowercase()));
        }
        if let Some(wrap) = style.wrap {
            let name = match wrap {
                Wrap::Overflow => "OVERFLOW_CELL",
                Wrap::Break => "WRAP",
                Wrap::Clip => "CLIP",
            };
            self.set("wrapStrategy", name.into(), format!("long text: {}", name.to_lowercase()));
        }
    }

    fn set(&mut self, name: &str, value: Value, words: String) {
        self.format.insert(name.to_owned(), value);
        self.fields.push(format!("userEnteredFormat.{name}"));
        self.words.push(words);
    }

    fn text(&mut self, name: &str, value: Value, words: String) {
        let text = self.format.entry("textFormat").or_insert_with(|| json!({}));
        if let Some(text) = text.as_object_mut() {
            text.insert(name.to_owned(), value);
        }
        self.fields.push(format!("userEnteredFormat.textFormat.{name}"));
        self.words.push(words);
    }
}

/// The sides of an `updateBorders` request.
pub(super) fn sides(borders: &Borders) -> Result<Vec<(&'static str, Value)>, Failure> {
    let border = json!({
        "style": google_name(&borders.line),
        "colorStyle": { "rgbColor": colour(borders.colour.as_deref().unwrap_or("#000000"))? },
    });
    let sides: &[Side] = if borders.sides.is_empty() { &Side::ALL } else { &borders.sides };
    Ok(sides.iter().map(|side| (side_name(*side), border.clone())).collect())
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Top => "top",
        Side::Bottom => "bottom",
        Side::Left => "left",
        Side::Right => "right",
        Side::InnerHorizontal => "innerHorizontal",
        Side::InnerVertical => "innerVertical",
    }
}

/// `#rrggbb` as three shares of one.
fn colour(given: &str) -> Result<Value, Failure> {
    let digits = given.trim().trim_start_matches('#');
    let wrong =
        || Failure::invalid("Write colours as in `#cc0000`: two digits each for red, green and blue.");
    if digits.len() != 6 {
        return Err(wrong());
    }
    let share = |at: usize| -> Result<f64, Failure> {
        let pair = digits.get(at..at + 2).ok_or_else(wrong)?;
        let value = u8::from_str_radix(pair, 16).map_err(|_| wrong())?;
        Ok(f64::from(value) / 255.0)
    };
    Ok(json!({ "red": share(0)?, "green": share(2)?, "blue": share(4)? }))
}

#[cfg(test)]
mod tests {
    use kernel::Code;

    use super::*;

    #[test]
    fn the_mask_names_what_is_set_and_nothing_else() {
        let style: Style = serde_json::from_value(json!({
            "range": "A1", "bold": true, "italic": false, "text_colour": "#ff0000", "background": "#FFFFFF",
            "number_format": { "kind": "currency", "pattern": "#,##0.00 €" }, "align": "center", "wrap": "wrap",
            "vertical_align": "middle", "font_size": 12,
        }))
        .unwrap();
        let look = Look::of(&style).unwrap();
        assert_eq!(
            look.fields,
            [
                "userEnteredFormat.textFormat.bold",
                "userEnteredFormat.textFormat.italic",
                "userEnteredFormat.textFormat.fontSize",
                "userEnteredFormat.textFormat.foregroundColorStyle",
                "userEnteredFormat.backgroundColorStyle",
                "userEnteredFormat.numberFormat",
                "userEnteredFormat.horizontalAlignment",
                "userEnteredFormat.verticalAlignment",
                "userEnteredFormat.wrapStrategy",
            ]
        );
        assert_eq!(look.format["textFormat"]["bold"], true);
        assert_eq!(look.format["textFormat"]["foregroundColorStyle"]["rgbColor"]["red"], 1.0);
        assert_eq!(look.format["numberFormat"], json!({ "type": "CURRENCY", "pattern": "#,##0.00 €" }));
        let nothing: Style = serde_json::from_value(json!({ "range": "A1" })).unwrap();
        assert_eq!(Look::of(&nothing).unwrap_err().code, Code::InputInvalid);
        for bad in ["red", "#12345", "#12345g", "#éé12"] {
            assert!(colour(bad).is_err(), "{bad}");
        }
    }
}
