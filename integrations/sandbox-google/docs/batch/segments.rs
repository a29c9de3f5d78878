//! `createHeader`, `createFooter`, `deleteHeader` and `deleteFooter`.

use serde_json::{Value, json};

use super::{Batch, text};
use crate::docs::content::Content;
use crate::docs::document::{Segment, SegmentKind, Tab};
use crate::docs::place;
use crate::docs::problem::Problem;
use crate::docs::unit::fresh_id;

pub(super) fn create(batch: &mut Batch<'_>, kind: SegmentKind, request: &Value) -> Result<Value, Problem> {
    if text(request, "type") != "DEFAULT" {
        return Err(Problem::invalid("The type must be DEFAULT."));
    }
    let named = request.get("sectionBreakLocation").unwrap_or(&Value::Null);
    let tab = place::tab_of(&batch.document, named)?;
    let tab = batch.document.tab_mut(&tab)?;
    if let Some(known) = tab.segment(kind) {
        let id = &known.tab.id;
        return Err(Problem::invalid(match kind {
            SegmentKind::Header => format!("Default header already exists. Header ID: {id}."),
            SegmentKind::Footer => format!("Default footer already exists. Footer ID: {id}."),
        }));
    }
    let id = fresh_id("kix.");
    let content = Content::of_segment();
    let segment = Segment { kind, tab: Tab { content, ..Tab::new(id.clone(), String::new()) } };
    tab.segments.insert(id.clone(), segment);
    Ok(match kind {
        SegmentKind::Header => json!({ "createHeader": { "headerId": id } }),
        SegmentKind::Footer => json!({ "createFooter": { "footerId": id } }),
    })
}

pub(super) fn delete(batch: &mut Batch<'_>, kind: SegmentKind, request: &Value) -> Result<Value, Problem> {
    let id = match kind {
        SegmentKind::Header => text(request, "headerId"),
        SegmentKind::Footer => text(request, "footerId"),
    };
    let tab = place::tab_of(&batch.document, request)?;
    let segments = &mut batch.document.tab_mut(&tab)?.segments;
    match segments.get(id).filter(|segment| segment.kind == kind) {
        Some(_) => segments.remove(id),
        None => return Err(Problem::invalid(format!("Segment with ID {id} was not found."))),
    };
    Ok(json!({}))
}
