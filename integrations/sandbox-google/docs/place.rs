//! Where a request writes: locations and ranges, checked against the tab they name.
//!
//! Knows which places there are and what may not be cut; what is done there is the request's business.

use std::ops::Range;

use serde_json::Value;

use super::clusters::{splits_cluster, splits_pair};
use super::content::Content;
use super::document::{Document, Tab};
use super::unit::{Sign, Unit};
use crate::docs::problem::Problem;

/// An index of a tab where one can write.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) tab: String,
    pub(super) index: usize,
}

/// A range of a tab that is not empty.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) tab: String,
    pub(super) range: Range<usize>,
}

/// The place a request names with `location` or `endOfSegmentLocation`.
pub(super) fn spot(document: &Document, request: &Value) -> Result<Spot, Problem> {
    if let Some(end) = request.get("endOfSegmentLocation") {
        let tab = tab_of(document, end)?;
        let index = document.tab(&tab)?.content.len() - 1;
        return Ok(Spot { tab, index });
    }
    let location = request
        .get("location")
        .ok_or_else(|| Problem::invalid("The insertion location must be specified."))?;
    let tab = tab_of(document, location)?;
    let index = index_of(location, "index")?;
    check_insertion(&document.tab(&tab)?.content, index)?;
    Ok(Spot { tab, index })
}

/// A `Range`.
pub(super) fn span(document: &Document, range: Option<&Value>) -> Result<Span, Problem> {
    let range = range.ok_or_else(|| Problem::invalid("The range must be specified."))?;
    let tab = tab_of(document, range)?;
    let (start, end) = (index_of(range, "startIndex")?, index_of(range, "endIndex")?);
    let length = document.tab(&tab)?.content.len();
    if let Some(beyond) = [start, end].into_iter().find(|&index| index > length) {
        return Err(too_far(beyond, length));
    }
    if start >= end {
        return Err(Problem::invalid("The range should not be empty."));
    }
    Ok(Span { tab, range: start..end })
}

/// The tab a location or a request names, or a header or footer of it; the first tab unless it names one.
pub(super) fn tab_of(document: &Document, place: &Value) -> Result<String, Problem> {
    let named = |field: &str| place.get(field).and_then(Value::as_str).filter(|id| !id.is_empty());
    let tab = match named("tabId") {
        Some(id) => document.tab(id)?,
        None => document.first_tab()?,
    };
    match named("segmentId") {
        None => Ok(tab.id.clone()),
        Some(segment) if tab.segments.contains_key(segment) => Ok(segment.to_owned()),
        Some(segment) => Err(Problem::invalid(format!("Segment with ID {segment} was not found."))),
    }
}

/// Refuses a header or a footer for what only the body has.
pub(super) fn check_body(document: &Document, spot: &Spot) -> Result<(), Problem> {
    if document.all_tabs().iter().any(|tab| tab.id == spot.tab) {
        return Ok(());
    }
    Err(Problem::invalid("The requested content can only be inserted in the body of the document."))
}

/// The tabs of a `tabsCriteria`: all of them unless it names some.
pub(super) fn tabs_of(document: &Document, request: &Value) -> Result<Vec<String>, Problem> {
    let named = request.pointer("/tabsCriteria/tabIds").and_then(Value::as_array).into_iter().flatten();
    let named: Vec<&str> = named.filter_map(Value::as_str).collect();
    if named.is_empty() {
        return Ok(document.all_tabs().into_iter().flat_map(with_segments).collect());
    }
    let tabs = named.into_iter().map(|id| document.tab(id)).collect::<Result<Vec<_>, _>>()?;
    Ok(tabs.into_iter().flat_map(with_segments).collect())
}

fn with_segments(tab: &Tab) -> Vec<String> {
    std::iter::once(&tab.id).chain(tab.segments.keys()).cloned().collect()
}

/// Whether a range can go without leaving half of anything behind.
pub(super) fn check_deletion(content: &Content, range: &Range<usize>) -> Result<(), Problem> {
    if range.end == content.len() {
        return Err(Problem::invalid(
            "The range cannot include the newline character at the end of the segment.",
        ));
    }
    let refused = || Problem::invalid("Invalid deletion range. Cannot delete the requested range.");
    if [range.start, range.end].iter().any(|&index| splits_pair(&content.units, index)) {
        return Err(refused());
    }
    let mut depth = 0_usize;
    for unit in content.slice(range) {
        match unit.sign {
            Sign::TableStart => depth += 1,
            Sign::TableEnd => depth = depth.checked_sub(1).ok_or_else(refused)?,
            Sign::RowStart | Sign::CellStart if depth == 0 => return Err(refused()),
            Sign::SectionBreak => return Err(refused()),
            Sign::Text(_) | Sign::Newline(_) | Sign::Inline(_) | Sign::RowStart | Sign::CellStart => {}
        }
    }
    let ends_paragraph = content.unit(range.end - 1).is_some_and(|unit| unit.paragraph().is_some());
    let next_stays = content.unit(range.end).is_some_and(Unit::is_in_paragraph);
    if depth > 0 || (ends_paragraph && !next_stays) { Err(refused()) } else { Ok(()) }
}

fn check_insertion(content: &Content, index: usize) -> Result<(), Problem> {
    if index >= content.len() {
        return Err(too_far(index, content.len()));
    }
    if !content.unit(index).is_some_and(Unit::is_in_paragraph) {
        return Err(Problem::invalid(
            "The insertion index must be inside the bounds of an existing paragraph. You can still create new \
             paragraphs by inserting newlines.",
        ));
    }
    if splits_cluster(&content.units, index) {
        return Err(Problem::invalid("The insertion index cannot be within a grapheme cluster."));
    }
    Ok(())
}

/// An index of a location; Google's numbers are zero where they are left out.
fn index_of(place: &Value, field: &str) -> Result<usize, Problem> {
    let number = place.get(field).and_then(Value::as_i64).unwrap_or_default();
    usize::try_from(number)
        .map_err(|_| Problem::invalid(format!("Index {number} must be greater than or equal to 0.")))
}

fn too_far(index: usize, length: usize) -> Problem {
    Problem::invalid(format!(
        "Index {index} must be less than the end index of the referenced segment, {length}."
    ))
}
