//! `insertComment`: a comment on a cell, which Drive keeps with the others on the file.

use serde_json::{Value, json};

use crate::drive::{Comment, Remark};
use crate::sheets::draft::Draft;
use crate::sheets::given::{index, part, sheet, text};
use crate::sheets::objection::Objection;

pub(super) fn insert(draft: &mut Draft, given: &Value) -> Result<Value, Objection> {
    let words = text(given, "content");
    if words.trim().is_empty() {
        return Err(Objection::new("The content of the comment should not be empty."));
    }
    let place = part(given, "coordinate");
    let grid = draft.book.grid(sheet(place))?;
    let (row, column) =
        (index(place, "rowIndex")?.unwrap_or_default(), index(place, "columnIndex")?.unwrap_or_default());
    if row >= grid.rows || column >= grid.columns {
        return Err(Objection::new("The coordinate is outside the grid of its sheet."));
    }
    let anchor =
        json!({ "type": "workbook-range", "uid": 0, "range": format!("{}!{row}:{column}", grid.id) });
    let (now, by) = (sandbox_world::now(), draft.editor.address.clone());
    let made = Comment {
        id: format!("AAAA{}", uuid::Uuid::new_v4().simple()),
        remark: Remark { by, at: now, text: words.to_owned() },
        quoted: None,
        anchor: Some(anchor.to_string()),
        replies: Vec::new(),
    };
    let shown = json!({
        "commentId": made.id,
        "anchorId": anchor.to_string(),
        "headPost": {
            "postId": made.id, "content": words, "createTime": now.to_string(), "updateTime": now.to_string(),
            "author": { "me": true },
        },
        "status": "OPEN",
    });
    draft.said.push(made);
    Ok(json!({ "commentThread": shown }))
}
