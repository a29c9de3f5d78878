//! `createParagraphBullets` and `deleteParagraphBullets`.

use std::ops::Range;

use serde_json::{Value, json};

use super::{Batch, text};
use crate::docs::content::Content;
use crate::docs::document::Tab;
use crate::docs::lists::{BULLETS, LEVELS};
use crate::docs::place;
use crate::docs::problem::Problem;
use crate::docs::unit::{Bullet, Sign};

/// Makes a list of paragraphs. Tabs before their text say how deep each is nested, and are taken away.
pub(super) fn create(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let span = place::span(&batch.document, request.get("range"))?;
    let preset = match text(request, "bulletPreset") {
        "" | "BULLET_GLYPH_PRESET_UNSPECIFIED" => BULLETS,
        preset => preset,
    };
    let tab = batch.document.tab_mut(&span.tab)?;
    let newlines = tab.content.paragraphs_in(&span.range);
    let Some(&first) = newlines.first() else { return Ok(json!({})) };
    let list = match preceding_list(tab, first, preset) {
        Some(list) => list,
        None => tab.add_list(preset),
    };
    // From the end, so that what is still to do keeps its indices.
    for newline in newlines.into_iter().rev() {
        let tabs = leading_tabs(&tab.content, newline);
        let level = tabs.len().min(LEVELS - 1);
        batch.pen.bullet(
            &mut tab.content,
            newline,
            Some(Bullet { list: list.clone(), level, checked: false }),
        );
        if !tabs.is_empty() {
            batch.pen.erase(&mut tab.content, &[tabs]);
        }
    }
    Ok(json!({}))
}

pub(super) fn delete(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let span = place::span(&batch.document, request.get("range"))?;
    let content = &mut batch.document.tab_mut(&span.tab)?.content;
    for newline in content.paragraphs_in(&span.range) {
        if content.paragraph_at(newline).bullet.is_some() {
            batch.pen.bullet(content, newline, None);
        }
    }
    Ok(json!({}))
}

/// The list of the paragraph before, if it is of the same kind: what follows it belongs to it.
fn preceding_list(tab: &Tab, newline: usize, preset: &str) -> Option<String> {
    let before = tab.content.start_of(newline).checked_sub(1)?;
    let bullet = tab.content.unit(before)?.paragraph()?.bullet.as_ref()?;
    (tab.lists.get(&bullet.list)? == preset).then(|| bullet.list.clone())
}

fn leading_tabs(content: &Content, newline: usize) -> Range<usize> {
    let start = content.start_of(newline);
    let is_tab =
        |index: &usize| content.unit(*index).is_some_and(|unit| unit.sign == Sign::Text(u16::from(b'\t')));
    start..start + (start..newline).take_while(is_tab).count()
}
