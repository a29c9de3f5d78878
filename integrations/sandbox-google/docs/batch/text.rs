//! `insertText`, `deleteContentRange` and `replaceAllText`.

use std::ops::Range;

use regex::{Regex, RegexBuilder};
use serde_json::{Value, json};

use super::{Batch, text};
use crate::docs::content::Content;
use crate::docs::outline::Block;
use crate::docs::pen::{Pen, units_of};
use crate::docs::place;
use crate::docs::problem::Problem;
use crate::docs::unit::{Sign, Unit};

pub(super) fn insert(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let spot = place::spot(&batch.document, request)?;
    let content = &mut batch.document.tab_mut(&spot.tab)?.content;
    let style = content.style_at(spot.index);
    let paragraph = content.paragraph_at(spot.index);
    let units = units_of(&cleaned(text(request, "text")), &style, &paragraph);
    if !units.is_empty() {
        batch.pen.write(content, spot.index, units);
    }
    Ok(json!({}))
}

pub(super) fn delete(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let span = place::span(&batch.document, request.get("range"))?;
    let content = &mut batch.document.tab_mut(&span.tab)?.content;
    place::check_deletion(content, &span.range)?;
    batch.pen.erase(content, &[span.range]);
    Ok(json!({}))
}

pub(super) fn replace_all(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let wanted = pattern(request.get("containsText").unwrap_or(&Value::Null))?;
    let replacement = cleaned(text(request, "replaceText"));
    let mut count = 0;
    for tab in place::tabs_of(&batch.document, request)? {
        let content = &mut batch.document.tab_mut(&tab)?.content;
        let found = matches(content, &wanted);
        count += found.len();
        replace(&mut batch.pen, content, &found, &replacement);
    }
    Ok(
        json!({ "replaceAllText": if count > 0 { json!({ "occurrencesChanged": count }) } else { json!({}) } }),
    )
}

/// Where these very words stand, in order.
pub(in crate::docs) fn places(content: &Content, words: &str) -> Vec<Range<usize>> {
    let wanted = pattern(&json!({ "text": words, "matchCase": true }));
    wanted.map_or_else(|_| Vec::new(), |wanted| matches(content, &wanted))
}

/// Puts a text in the place of every range; the ranges are in order and do not overlap.
pub(in crate::docs) fn replace(
    pen: &mut Pen,
    content: &mut Content,
    found: &[Range<usize>],
    replacement: &str,
) {
    // From the end, so that what is still to do keeps its indices.
    for range in found.iter().rev() {
        let style = content.unit(range.start).map(|unit| unit.look.style.clone()).unwrap_or_default();
        let paragraph = content.paragraph_at(range.start);
        let units = units_of(replacement, &style, &paragraph);
        if !units.is_empty() {
            pen.write(content, range.end, units);
        }
        pen.erase(content, std::slice::from_ref(range));
    }
}

/// Text as Google takes it in: without control characters and without private ones.
pub(super) fn cleaned(text: &str) -> String {
    text.chars()
        .filter(|one| !matches!(one, '\u{0}'..='\u{8}' | '\u{c}'..='\u{1f}' | '\u{e000}'..='\u{f8ff}'))
        .collect()
}

fn pattern(criteria: &Value) -> Result<Regex, Problem> {
    let wanted = text(criteria, "text");
    if wanted.is_empty() {
        return Err(Problem::invalid("The text to search for should not be empty."));
    }
    let is_on = |field: &str| criteria.get(field).and_then(Value::as_bool).unwrap_or_default();
    let source = if is_on("searchByRegex") { wanted.to_owned() } else { regex::escape(wanted) };
    RegexBuilder::new(&source)
        .case_insensitive(!is_on("matchCase"))
        .build()
        .map_err(|_| Problem::invalid(format!("Invalid regular expression: {wanted}")))
}

/// Where a pattern matches, in order. A match lies within one paragraph, and not in what is proposed to go.
fn matches(content: &Content, wanted: &Regex) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    search(content, &content.outline().blocks, wanted, &mut found);
    found
}

fn search(content: &Content, blocks: &[Block], wanted: &Regex, found: &mut Vec<Range<usize>>) {
    for block in blocks {
        match block {
            Block::SectionBreak(_) => {}
            Block::Paragraph(range) => {
                let text = range.start..range.end - 1;
                found.extend(
                    search_paragraph(content.slice(&text), wanted)
                        .into_iter()
                        .map(|found| found.start + range.start..found.end + range.start),
                );
            }
            Block::Table(table) => {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    search(content, &cell.blocks, wanted, found);
                }
            }
        }
    }
}

fn search_paragraph(units: &[Unit], wanted: &Regex) -> Vec<Range<usize>> {
    const NO_TEXT: u16 = 0xfffc;
    let codes: Vec<u16> = units
        .iter()
        .map(|unit| match unit.sign {
            Sign::Text(code) if unit.look.deleted.is_empty() => code,
            _ => NO_TEXT,
        })
        .collect();
    let text = String::from_utf16_lossy(&codes);
    let length = |part: &str| part.encode_utf16().count();
    let mut found = Vec::new();
    for hit in wanted.find_iter(&text).filter(|hit| !hit.is_empty()) {
        let start = text.get(..hit.start()).map_or(0, length);
        let range = start..start + length(hit.as_str());
        if codes.get(range.clone()).is_some_and(|codes| !codes.contains(&NO_TEXT)) {
            found.push(range);
        }
    }
    found
}
