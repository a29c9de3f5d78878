//! The styles every new document has.

use serde_json::{Value, json};

use crate::docs::style::{Style, points};

/// The usual style of a document, with what this one has of its own.
pub(super) fn document_style(own: &Style) -> Value {
    let mut style = json!({
        "background": { "color": {} },
        "pageNumberStart": 1,
        "marginTop": points(72),
        "marginBottom": points(72),
        "marginRight": points(72),
        "marginLeft": points(72),
        "marginHeader": points(36),
        "marginFooter": points(36),
        "pageSize": { "height": points(792), "width": points(612) },
        "useCustomHeaderFooterMargins": true,
        "documentFormat": { "documentMode": "PAGES" },
    });
    if let Some(style) = style.as_object_mut() {
        style.extend(own.clone());
    }
    style
}

pub(super) fn named_styles() -> Value {
    let styles = [
        ("NORMAL_TEXT", 11),
        ("TITLE", 26),
        ("SUBTITLE", 15),
        ("HEADING_1", 20),
        ("HEADING_2", 16),
        ("HEADING_3", 14),
        ("HEADING_4", 12),
        ("HEADING_5", 11),
        ("HEADING_6", 11),
    ];
    let styles = styles.map(|(name, size)| {
        json!({
            "namedStyleType": name,
            "textStyle": {
                "fontSize": points(size),
                "weightedFontFamily": { "fontFamily": "Arial", "weight": 400 },
            },
            "paragraphStyle": { "namedStyleType": name, "direction": "LEFT_TO_RIGHT", "alignment": "START" },
        })
    });
    json!({ "styles": styles })
}
