//! `updateTextStyle`, `updateParagraphStyle` and `updateDocumentStyle`.

use serde_json::{Value, json};

use super::{Batch, text};
use crate::docs::clusters::splits_pair;
use crate::docs::place;
use crate::docs::problem::Problem;
use crate::docs::style::{PARAGRAPH_FIELDS, Restyle, TEXT_FIELDS};

const DOCUMENT_FIELDS: [&str; 14] = [
    "background",
    "documentFormat",
    "flipPageOrientation",
    "marginBottom",
    "marginFooter",
    "marginHeader",
    "marginLeft",
    "marginRight",
    "marginTop",
    "pageNumberStart",
    "pageSize",
    "useCustomHeaderFooterMargins",
    "useEvenPageHeaderFooter",
    "useFirstPageHeaderFooter",
];

pub(super) fn of_text(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let change = Restyle::read(request.get("textStyle"), text(request, "fields"), &TEXT_FIELDS)?;
    let span = place::span(&batch.document, request.get("range"))?;
    let content = &mut batch.document.tab_mut(&span.tab)?.content;
    let mut range = span.range;
    // Half a character has no look of its own.
    if splits_pair(&content.units, range.start) {
        range.start -= 1;
    }
    if splits_pair(&content.units, range.end) {
        range.end += 1;
    }
    batch.pen.restyle(content, &range, &change.with_link_look());
    Ok(json!({}))
}

pub(super) fn of_paragraph(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let change = Restyle::read(request.get("paragraphStyle"), text(request, "fields"), &PARAGRAPH_FIELDS)?;
    let span = place::span(&batch.document, request.get("range"))?;
    let content = &mut batch.document.tab_mut(&span.tab)?.content;
    for newline in content.paragraphs_in(&span.range) {
        batch.pen.reparagraph(content, newline, &change);
    }
    Ok(json!({}))
}

pub(super) fn of_document(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let change = Restyle::read(request.get("documentStyle"), text(request, "fields"), &DOCUMENT_FIELDS)?;
    let tab = place::tab_of(&batch.document, request)?;
    let tab = batch.document.tab_mut(&tab)?;
    tab.style = change.applied(&tab.style);
    Ok(json!({}))
}
