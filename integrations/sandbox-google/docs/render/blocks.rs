//! Structural elements and what is in them, each with its indices.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::docs::content::Content;
use crate::docs::outline::{Block, Cell, Table};
use crate::docs::runs::text_of;
use crate::docs::style::{Restyle, Style};
use crate::docs::unit::{Bullet, Inline, Look, Paragraph, Sign, Unit};

pub(super) fn render(content: &Content, blocks: &[Block]) -> Value {
    blocks.iter().map(|block| structural_element(content, block)).collect()
}

fn structural_element(content: &Content, block: &Block) -> Value {
    match block {
        Block::SectionBreak(at) => {
            let style = json!({
                "columnSeparatorStyle": "NONE", "contentDirection": "LEFT_TO_RIGHT", "sectionType": "CONTINUOUS",
            });
            indexed(&(*at..*at + 1), "sectionBreak", json!({ "sectionStyle": style }))
        }
        Block::Paragraph(range) => indexed(range, "paragraph", paragraph(content, range)),
        Block::Table(shown) => indexed(&shown.range, "table", table(content, shown)),
    }
}

fn paragraph(content: &Content, range: &Range<usize>) -> Value {
    let Some(Unit { sign: Sign::Newline(paragraph), .. }) = content.unit(range.end - 1) else {
        return Value::Null;
    };
    let mut shown = Map::new();
    shown.insert("elements".to_owned(), elements(content, range));
    shown.insert("paragraphStyle".to_owned(), Value::Object(paragraph.style.clone()));
    if let Some(bullet) = &paragraph.bullet {
        shown.insert("bullet".to_owned(), bulleted(bullet));
    }
    if !paragraph.restyled.is_empty() {
        let changes = changes(&paragraph.restyled, &paragraph.style, "paragraphStyle");
        shown.insert("suggestedParagraphStyleChanges".to_owned(), changes);
    }
    if !paragraph.rebulleted.is_empty() {
        shown.insert("suggestedBulletChanges".to_owned(), bullet_changes(paragraph));
    }
    Value::Object(shown)
}

fn elements(content: &Content, range: &Range<usize>) -> Value {
    let mut shown = Vec::new();
    let mut start = range.start;
    for run in content
        .slice(range)
        .chunk_by(|one, next| is_text(one) && is_text(next) && one.look.reads_like(&next.look))
    {
        let Some(first) = run.first() else { continue };
        let (name, value) = match &first.sign {
            Sign::Inline(inline) => object(inline),
            _ => ("textRun", json!({ "content": text_of(run) })),
        };
        shown.push(indexed(&(start..start + run.len()), name, looking(value, &first.look)));
        start += run.len();
    }
    shown.into()
}

fn object(inline: &Inline) -> (&'static str, Value) {
    match inline {
        Inline::Image(id) => ("inlineObjectElement", json!({ "inlineObjectId": id })),
        Inline::RichLink { id, uri, title, mime_type } => {
            let mut properties = json!({ "title": title, "uri": uri });
            if let (Some(kind), Some(object)) = (mime_type, properties.as_object_mut()) {
                object.insert("mimeType".to_owned(), kind.as_str().into());
            }
            ("richLink", json!({ "richLinkId": id, "richLinkProperties": properties }))
        }
        Inline::Person { id, email, name } => {
            ("person", json!({ "personId": id, "personProperties": { "email": email, "name": name } }))
        }
        Inline::Rule => ("horizontalRule", json!({})),
        Inline::PageBreak => ("pageBreak", json!({})),
    }
}

/// A paragraph element with its style and what is proposed for it.
fn looking(mut value: Value, look: &Look) -> Value {
    if let Some(object) = value.as_object_mut() {
        object.insert("textStyle".to_owned(), Value::Object(look.style.clone()));
        if !look.restyled.is_empty() {
            let changes = changes(&look.restyled, &look.style, "textStyle");
            object.insert("suggestedTextStyleChanges".to_owned(), changes);
        }
    }
    proposed(value, look)
}

/// Something with the suggestions that put it there or take it away.
fn proposed(mut value: Value, look: &Look) -> Value {
    let mut tell = |field: &str, ids: &BTreeSet<String>| {
        if let (false, Some(object)) = (ids.is_empty(), value.as_object_mut()) {
            object.insert(field.to_owned(), ids.iter().cloned().collect());
        }
    };
    tell("suggestedInsertionIds", &look.inserted);
    tell("suggestedDeletionIds", &look.deleted);
    value
}

fn changes(restyled: &BTreeMap<String, Restyle>, style: &Style, name: &str) -> Value {
    let shown = restyled.iter().map(|(id, change)| {
        let state = format!("{name}SuggestionState");
        (id.clone(), json!({ name: change.applied(style), state: change.state() }))
    });
    Value::Object(shown.collect())
}

fn bulleted(bullet: &Bullet) -> Value {
    let mut shown = json!({ "listId": bullet.list, "textStyle": {} });
    if let (1.., Some(object)) = (bullet.level, shown.as_object_mut()) {
        object.insert("nestingLevel".to_owned(), bullet.level.into());
    }
    shown
}

fn bullet_changes(paragraph: &Paragraph) -> Value {
    let state = json!({ "listIdSuggested": true, "nestingLevelSuggested": true });
    let shown = paragraph.rebulleted.iter().map(|(id, bullet)| {
        let bullet = bullet.as_ref().map_or_else(|| json!({}), bulleted);
        (id.clone(), json!({ "bullet": bullet, "bulletSuggestionState": state }))
    });
    Value::Object(shown.collect())
}

fn table(content: &Content, table: &Table) -> Value {
    let look = |at: usize| content.unit(at).map(|unit| unit.look.as_ref().clone()).unwrap_or_default();
    let rows = table.rows.iter().map(|row| {
        let cells: Vec<Value> =
            row.cells.iter().map(|one| proposed(cell(content, one), &look(one.range.start))).collect();
        let shown = json!({
            "startIndex": row.range.start, "endIndex": row.range.end, "tableCells": cells,
            "tableRowStyle": { "minRowHeight": { "unit": "PT" } },
        });
        proposed(shown, &look(row.range.start))
    });
    let columns = table.columns();
    let shown = json!({
        "rows": table.rows.len(),
        "columns": columns,
        "tableRows": rows.collect::<Vec<_>>(),
        "tableStyle": { "tableColumnProperties": vec![json!({ "widthType": "EVENLY_DISTRIBUTED" }); columns] },
    });
    proposed(shown, &look(table.range.start))
}

fn cell(content: &Content, cell: &Cell) -> Value {
    json!({
        "startIndex": cell.range.start,
        "endIndex": cell.range.end,
        "content": render(content, &cell.blocks),
        "tableCellStyle": { "rowSpan": 1, "columnSpan": 1, "contentAlignment": "TOP" },
    })
}

/// Google leaves a start of zero out, like every zero.
fn indexed(range: &Range<usize>, name: &str, value: Value) -> Value {
    let mut shown = Map::new();
    if range.start > 0 {
        shown.insert("startIndex".to_owned(), range.start.into());
    }
    shown.insert("endIndex".to_owned(), range.end.into());
    shown.insert(name.to_owned(), value);
    Value::Object(shown)
}

fn is_text(unit: &Unit) -> bool {
    matches!(unit.sign, Sign::Text(_) | Sign::Newline(_))
}
