//! The kinds of lists Google offers, and the signs of their levels.

use serde_json::{Value, json};

use super::style::points;

/// How deep a list can nest.
pub(super) const LEVELS: usize = 9;

pub(super) const BULLETS: &str = "BULLET_DISC_CIRCLE_SQUARE";
pub(super) const NUMBERS: &str = "NUMBERED_DECIMAL_ALPHA_ROMAN";
pub(super) const CHECKLIST: &str = "BULLET_CHECKBOX";

/// Whether a list of this kind counts.
pub(super) fn is_numbered(preset: &str) -> bool {
    preset.starts_with("NUMBERED")
}

/// A list as the API shows it.
pub(super) fn render(preset: &str) -> Value {
    let levels: Vec<Value> = (0..LEVELS).map(|level| nesting_level(preset, level)).collect();
    json!({ "listProperties": { "nestingLevels": levels } })
}

/// The indentation of an entry.
pub(super) fn indents(level: usize) -> [(&'static str, Value); 2] {
    [("indentFirstLine", points(18 + 36 * level)), ("indentStart", points(36 + 36 * level))]
}

fn nesting_level(preset: &str, level: usize) -> Value {
    let mut shown = json!({
        "bulletAlignment": "START",
        "glyphFormat": glyph_format(preset, level),
        "textStyle": { "underline": false },
        "startNumber": 1,
    });
    let Some(object) = shown.as_object_mut() else { return shown };
    for (field, value) in indents(level) {
        object.insert(field.to_owned(), value);
    }
    match sign(preset, level) {
        Some(Sign::Symbol(symbol)) => object.insert("glyphSymbol".to_owned(), symbol.into()),
        Some(Sign::Count(kind)) => object.insert("glyphType".to_owned(), kind.into()),
        None => object.insert("glyphType".to_owned(), "GLYPH_TYPE_UNSPECIFIED".into()),
    };
    shown
}

enum Sign {
    Symbol(&'static str),
    Count(&'static str),
}

/// The sign of a level; the three of a preset come round again.
fn sign(preset: &str, level: usize) -> Option<Sign> {
    let three = match preset {
        "NUMBERED_DECIMAL_NESTED" => return Some(Sign::Count("DECIMAL")),
        "NUMBERED_UPPERALPHA_ALPHA_ROMAN" => ["UPPER_ALPHA", "ALPHA", "ROMAN"],
        "NUMBERED_UPPERROMAN_UPPERALPHA_DECIMAL" => ["UPPER_ROMAN", "UPPER_ALPHA", "DECIMAL"],
        "NUMBERED_ZERODECIMAL_ALPHA_ROMAN" => ["ZERO_DECIMAL", "ALPHA", "ROMAN"],
        preset if is_numbered(preset) => ["DECIMAL", "ALPHA", "ROMAN"],
        // A checklist's boxes are no glyphs of the API.
        CHECKLIST => return None,
        "BULLET_DIAMONDX_ARROW3D_SQUARE" => ["❖", "➢", "■"],
        "BULLET_ARROW_DIAMOND_DISC" => ["➔", "◆", "●"],
        "BULLET_STAR_CIRCLE_SQUARE" => ["★", "○", "■"],
        "BULLET_ARROW3D_CIRCLE_SQUARE" => ["➢", "○", "■"],
        "BULLET_LEFTTRIANGLE_DIAMOND_DISC" => ["◀", "◆", "●"],
        "BULLET_DIAMONDX_HOLLOWDIAMOND_SQUARE" => ["❖", "◇", "■"],
        "BULLET_DIAMOND_CIRCLE_SQUARE" => ["◆", "○", "■"],
        _ => ["●", "○", "■"],
    };
    let glyph = three.get(level % 3).copied()?;
    Some(if is_numbered(preset) { Sign::Count(glyph) } else { Sign::Symbol(glyph) })
}

fn glyph_format(preset: &str, level: usize) -> String {
    match preset {
        "NUMBERED_DECIMAL_NESTED" => {
            (0..=level).map(|level| format!("%{level}.")).collect::<Vec<_>>().concat()
        }
        "NUMBERED_DECIMAL_ALPHA_ROMAN_PARENS" => format!("%{level})"),
        preset if is_numbered(preset) => format!("%{level}."),
        _ => format!("%{level}"),
    }
}
