//! `createNamedRange`, `deleteNamedRange` and `replaceNamedRangeContent`.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value, json};

use super::text::cleaned;
use super::{Batch, text};
use crate::docs::document::Document;
use crate::docs::pen::units_of;
use crate::docs::place;
use crate::docs::problem::Problem;
use crate::docs::unit::fresh_id;

/// The longest name, in UTF-16 units.
const LONGEST: usize = 256;

pub(super) fn create(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let name = text(request, "name");
    if !(1..=LONGEST).contains(&name.encode_utf16().count()) {
        return Err(Problem::invalid(
            "The name must be at least 1 character and no more than 256 characters.",
        ));
    }
    let span = place::span(&batch.document, request.get("range"))?;
    let tab = batch.document.tab_mut(&span.tab)?;
    let id = fresh_id("kix.");
    tab.named_ranges.insert(id.clone(), name.to_owned());
    tab.content.relook(&span.range, |look| {
        look.anchors.insert(id.clone());
    });
    Ok(json!({ "createNamedRange": { "namedRangeId": id } }))
}

pub(super) fn delete(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    for (tab, id) in named(&batch.document, request, "name")? {
        let tab = batch.document.tab_mut(&tab)?;
        tab.named_ranges.remove(&id);
        let all = 0..tab.content.len();
        tab.content.relook(&all, |look| {
            look.anchors.remove(&id);
        });
    }
    Ok(json!({}))
}

/// The first stretch of a range gets the text, the others are emptied.
pub(super) fn replace(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let replacement = cleaned(text(request, "text"));
    for (tab, id) in named(&batch.document, request, "namedRangeName")? {
        let tab = batch.document.tab_mut(&tab)?;
        let last = tab.content.len() - 1;
        let found = tab.ranges_of(&id).into_iter().map(|range| range.start..range.end.min(last));
        let found: Vec<Range<usize>> = found.filter(|range| !range.is_empty()).collect();
        for range in &found {
            place::check_deletion(&tab.content, range)?;
        }
        let Some(first) = found.first() else { continue };
        let content = &mut tab.content;
        let style = content.unit(first.start).map(|unit| unit.look.style.clone()).unwrap_or_default();
        let mut units = units_of(&replacement, &style, &content.paragraph_at(first.start));
        for unit in &mut units {
            Arc::make_mut(&mut unit.look).anchors.insert(id.clone());
        }
        let (at, shift) = (first.end, units.len());
        let moved = |range: &Range<usize>| {
            if range.start < at { range.clone() } else { range.start + shift..range.end + shift }
        };
        let old: Vec<Range<usize>> = found.iter().map(moved).collect();
        if !units.is_empty() {
            batch.pen.write(content, at, units);
        }
        batch.pen.erase(content, &old);
    }
    Ok(json!({}))
}

/// The tabs and ids of the named ranges a request means, by id or by name.
fn named(document: &Document, request: &Value, name: &str) -> Result<Vec<(String, String)>, Problem> {
    let (id, name) = (text(request, "namedRangeId"), text(request, name));
    let mut found = Vec::new();
    for tab in place::tabs_of(document, request)? {
        let ranges = &document.tab(&tab)?.named_ranges;
        let meant = ranges
            .iter()
            .filter(|(one, called)| if id.is_empty() { called.as_str() == name } else { one.as_str() == id });
        found.extend(meant.map(|(one, _)| (tab.clone(), one.clone())));
    }
    if found.is_empty() {
        let (kind, value) = if id.is_empty() { ("name", name) } else { ("ID", id) };
        return Err(Problem::invalid(format!("The named range with {kind} {value} was not found.")));
    }
    Ok(found)
}
