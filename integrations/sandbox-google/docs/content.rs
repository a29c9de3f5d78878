//! The content of a tab: a row of units, each at its index.
//!
//! Keeps what must always be true of it: it starts with a section break, every paragraph, cell and tab ends with a
//! newline, tables are whole, and no character is cut in two. Who may write what is `place`'s and `pen`'s business.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::outline::{Block, Outline};
use super::runs::Run;
use super::style::Style;
use super::unit::{Look, Paragraph, Sign, Unit};

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(from = "Vec<Run>", into = "Vec<Run>")]
pub(super) struct Content {
    pub(super) units: Vec<Unit>,
    /// The number of the unit that was put in last.
    latest: u64,
}

impl PartialEq for Content {
    /// How it came about does not count.
    fn eq(&self, other: &Self) -> bool {
        self.units == other.units
    }
}

impl Default for Content {
    /// A section break and one empty paragraph, as in a new document.
    fn default() -> Self {
        let plain = Style::new();
        let newline = Sign::Newline(Arc::new(Paragraph::named("NORMAL_TEXT")));
        Self::of(vec![Unit::new(Sign::SectionBreak, &plain), Unit::new(newline, &plain)])
    }
}

impl Content {
    /// One empty paragraph, as in a new header: sections are the body's alone.
    pub(super) fn of_segment() -> Self {
        let newline = Sign::Newline(Arc::new(Paragraph::named("NORMAL_TEXT")));
        Self::of(vec![Unit::new(newline, &Style::new())])
    }

    pub(super) fn of(units: Vec<Unit>) -> Self {
        let mut content = Self { units: Vec::new(), latest: 0 };
        content.insert(0, units);
        content
    }

    /// Counts on from where another content is.
    pub(super) fn number_like(&mut self, other: &Self) {
        self.latest = other.latest;
    }

    /// The end index of the segment.
    pub(super) fn len(&self) -> usize {
        self.units.len()
    }

    pub(super) fn outline(&self) -> Outline {
        Outline::of(&self.units)
    }

    pub(super) fn unit(&self, index: usize) -> Option<&Unit> {
        self.units.get(index)
    }

    pub(super) fn slice(&self, range: &Range<usize>) -> &[Unit] {
        self.units.get(range.clone()).unwrap_or_default()
    }

    /// The newline that ends the paragraph of an index.
    pub(super) fn newline_of(&self, index: usize) -> usize {
        let rest = self.units.get(index..).unwrap_or_default();
        index + rest.iter().position(|unit| unit.paragraph().is_some()).unwrap_or_default()
    }

    /// The paragraph at an index.
    pub(super) fn paragraph_at(&self, index: usize) -> Arc<Paragraph> {
        self.unit(self.newline_of(index)).and_then(Unit::paragraph).cloned().unwrap_or_default()
    }

    /// Where the paragraph of an index starts.
    pub(super) fn start_of(&self, index: usize) -> usize {
        let before = self.units.get(..index).unwrap_or_default();
        let inside = |unit: &&Unit| unit.is_in_paragraph() && unit.paragraph().is_none();
        index - before.iter().rev().take_while(inside).count()
    }

    /// The newlines of all paragraphs that a range overlaps.
    pub(super) fn paragraphs_in(&self, range: &Range<usize>) -> Vec<usize> {
        let inside = self.slice(range).iter().enumerate();
        let mut newlines: Vec<usize> = inside
            .filter(|(_, unit)| unit.paragraph().is_some())
            .map(|(offset, _)| range.start + offset)
            .collect();
        let last = range.end.saturating_sub(1);
        if self.unit(last).is_some_and(|unit| unit.is_in_paragraph() && unit.paragraph().is_none()) {
            newlines.push(self.newline_of(last));
        }
        newlines
    }

    /// How text looks that is written at an index: like what stands before it in its paragraph, else after it. A link
    /// goes on only inside itself.
    pub(super) fn style_at(&self, index: usize) -> Style {
        let start = self.start_of(index);
        let style = |at: usize| self.unit(at).map(|unit| unit.look.style.clone()).unwrap_or_default();
        let (before, after) = (index.checked_sub(1).filter(|_| index > start).map(style), style(index));
        let link = after.get("link").cloned();
        let mut taken = before.unwrap_or(after);
        if index == start || taken.get("link") != link.as_ref() {
            let linked = taken.remove("link").is_some();
            if linked {
                taken.remove("foregroundColor");
                taken.remove("underline");
            }
        }
        taken
    }

    /// Puts units in at an index; they belong to the anchors that go on across it.
    pub(super) fn insert(&mut self, index: usize, mut units: Vec<Unit>) {
        let anchors = |at: Option<usize>| {
            at.and_then(|at| self.unit(at)).map(|unit| unit.look.anchors.clone()).unwrap_or_default()
        };
        let (before, after) = (anchors(index.checked_sub(1)), anchors(Some(index)));
        let across: BTreeSet<String> = before.intersection(&after).cloned().collect();
        for unit in &mut units {
            self.latest += 1;
            unit.number = self.latest;
            if !across.is_empty() {
                Arc::make_mut(&mut unit.look).anchors.extend(across.iter().cloned());
            }
        }
        let index = index.min(self.units.len());
        self.units.splice(index..index, units);
    }

    /// Changes how the units of a range look.
    pub(super) fn relook(&mut self, range: &Range<usize>, mut change: impl FnMut(&mut Look)) {
        for unit in self.units.get_mut(range.clone()).unwrap_or_default() {
            change(Arc::make_mut(&mut unit.look));
        }
    }

    /// Changes the paragraph that ends at a newline.
    pub(super) fn reparagraph(&mut self, newline: usize, change: impl FnOnce(&mut Paragraph)) {
        if let Some(Unit { sign: Sign::Newline(paragraph), .. }) = self.units.get_mut(newline) {
            change(Arc::make_mut(paragraph));
        }
    }

    /// Takes units out. A table, row or cell goes with all that is in it; the newline that must end a cell or the tab,
    /// or stand before a table, stays.
    pub(super) fn prune(&mut self, drop: impl Fn(usize, &Unit) -> bool) {
        let outline = self.outline();
        let mut kept = Vec::with_capacity(self.units.len());
        prune_blocks(&self.units, &outline.blocks, &drop, &mut kept);
        self.units = kept;
    }
}

fn prune_blocks(
    units: &[Unit],
    blocks: &[Block],
    drop: &impl Fn(usize, &Unit) -> bool,
    kept: &mut Vec<Unit>,
) {
    let dropped = |index: usize| units.get(index).is_some_and(|unit| drop(index, unit));
    let goes = |block: &Block| match block {
        Block::Table(table) => {
            dropped(table.range.start) || table.rows.iter().all(|row| row_goes(row, &dropped))
        }
        Block::SectionBreak(_) | Block::Paragraph(_) => false,
    };
    let left: Vec<&Block> = blocks.iter().filter(|block| !goes(block)).collect();
    // The paragraph whose text stands, but whose newline went: what follows is joined to it.
    let mut joined: Option<Arc<Paragraph>> = None;
    for (place, block) in left.iter().enumerate() {
        match block {
            Block::SectionBreak(at) => kept.extend(units.get(*at).cloned()),
            Block::Paragraph(range) => {
                let newline = range.end - 1;
                let before = kept.len();
                let text = (range.start..newline).filter(|&index| !dropped(index));
                kept.extend(text.filter_map(|index| units.get(index).cloned()));
                let Some(unit) = units.get(newline) else { continue };
                let may_go = matches!(left.get(place + 1), Some(Block::Paragraph(_)));
                if may_go && drop(newline, unit) {
                    // One that was only proposed leaves the paragraph it was put into as it was.
                    if kept.len() > before && unit.look.inserted.is_empty() {
                        joined = joined.or_else(|| unit.paragraph().cloned());
                    }
                } else {
                    let mut unit = unit.clone();
                    if let Some(first) = joined.take() {
                        unit.sign = Sign::Newline(first);
                    }
                    kept.push(unit);
                }
            }
            Block::Table(table) => {
                kept.extend(units.get(table.range.start).cloned());
                for row in table.rows.iter().filter(|row| !row_goes(row, &dropped)) {
                    kept.extend(units.get(row.range.start).cloned());
                    for cell in row.cells.iter().filter(|cell| !dropped(cell.range.start)) {
                        kept.extend(units.get(cell.range.start).cloned());
                        prune_blocks(units, &cell.blocks, drop, kept);
                    }
                }
                kept.extend(units.get(table.range.end - 1).cloned());
            }
        }
    }
}

/// A row goes when it is told to, or when none of its cells is left.
fn row_goes(row: &super::outline::Row, dropped: &impl Fn(usize) -> bool) -> bool {
    dropped(row.range.start) || row.cells.iter().all(|cell| dropped(cell.range.start))
}
