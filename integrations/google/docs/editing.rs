//! Which part of a tab an edit is about, and the requests that make it.
//!
//! What is new is written after what is old, then the old is taken away: the later place first, so that both keep their
//! indices, whether text goes at once or is only marked to go.

use std::ops::Range;

use kernel::Failure;
use serde_json::Value;

use super::block::Block;
use super::document::{Element, Tab};
use super::edit_document::undo::Stretch;
use super::mode::Mode;
use super::outline::Section;
use super::reading::part;
use super::spot::{self, Spot, Way};
use super::writing::{self, Written};

/// An edit, ready to be asked for.
pub(crate) struct Edited {
    pub(crate) requests: Vec<Value>,
    /// What goes, as Markdown.
    pub(crate) before: String,
    /// What came, if nothing went.
    pub(crate) stretch: Option<Stretch>,
}

/// Puts blocks before the element of this number.
pub(crate) fn insert(tab: &Tab, number: usize, blocks: &[Block], mode: Mode) -> Result<Edited, Failure> {
    let spot = spot::before(tab.body(), number)?;
    let spot = match mode {
        Mode::Suggest if number >= tab.body().len() => spot.in_one_piece(),
        Mode::Suggest | Mode::Edit => spot,
    };
    let written = writing::write(blocks, &spot, tab.id());
    let stretch = Stretch::of(&written, &spot, tab.id());
    Ok(Edited { requests: written.requests, before: String::new(), stretch })
}

/// Puts blocks in the place of these elements, or nothing.
pub(crate) fn replace(
    tab: &Tab,
    elements: Range<usize>,
    blocks: &[Block],
    mode: Mode,
) -> Result<Edited, Failure> {
    let body = tab.body();
    let old = body.get(elements.clone()).unwrap_or_default();
    let (Some(first), Some(last)) = (old.first(), old.last()) else {
        return if blocks.is_empty() {
            Err(nothing_there())
        } else {
            insert(tab, elements.end, blocks, mode)
        };
    };
    if old.iter().any(|element| element.section_break.is_some() || element.table_of_contents.is_some()) {
        return Err(Failure::invalid(
            "That part holds a break between page sections or a table of contents, which cannot be taken away from \
             here. Ask the user to do it in the document.",
        ));
    }
    let before = part(tab, old);
    let mut requests;
    if let Some(next) = body.get(elements.end) {
        let written = at(tab, elements.end, blocks)?.0;
        requests = written.requests;
        requests.extend(writing::erase(&(first.start_index..next.start_index), tab.id()));
    } else {
        requests = to_the_end(tab, first, last, blocks)?;
    }
    if requests.is_empty() {
        return Err(nothing_there());
    }
    Ok(Edited { requests, before, stretch: None })
}

/// The elements that a section has, with its heading or without it.
pub(crate) fn elements(section: Section, with_heading: bool) -> Range<usize> {
    let start = if with_heading { section.heading } else { section.heading + 1 };
    start..section.end
}

fn at(tab: &Tab, number: usize, blocks: &[Block]) -> Result<(Written, Spot), Failure> {
    let spot = spot::before(tab.body(), number)?;
    Ok((writing::write(blocks, &spot, tab.id()), spot))
}

/// The last line break of a tab cannot go: it becomes that of what is written, or of an empty paragraph.
fn to_the_end(tab: &Tab, first: &Element, last: &Element, blocks: &[Block]) -> Result<Vec<Value>, Failure> {
    let (start, end) = (first.start_index, last.end_index);
    if blocks.is_empty() {
        if start + 1 >= end {
            return Ok(Vec::new());
        }
        let mut requests = writing::reset(end - 1, tab.id());
        requests.extend(writing::erase(&(start..end - 1), tab.id()));
        return Ok(requests);
    }
    let (written, spot) = at(tab, tab.body().len(), blocks)?;
    let mut requests = written.requests;
    let old = match (spot.way, blocks.first()) {
        (Way::Into | Way::Before, _) => start..spot.index,
        // The line break before a table must stay.
        (Way::After | Way::Above, Some(Block::Table(_))) => {
            requests.extend(writing::reset(end - 1, tab.id()));
            start..end - 1
        }
        // The line break that was written to part old and new goes with the old.
        (Way::After | Way::Above, _) => start..end,
    };
    requests.extend(writing::erase(&old, tab.id()));
    Ok(requests)
}

fn nothing_there() -> Failure {
    Failure::invalid("Nothing stands under that heading. There is nothing to take away.")
}
