//! Rows, columns and sheets that come, go and are renamed, and everything that follows them.

use std::collections::BTreeMap;

use super::cell::Entered;
use super::{Sheet, Spreadsheet};
use crate::sheets::area::{Area, Axis, Block, Change};
use crate::sheets::formula;
use crate::sheets::objection::Objection;

impl Spreadsheet {
    /// Puts rows or columns into a sheet, or takes them out.
    pub(crate) fn change(&mut self, id: i32, change: Change) -> Result<(), Objection> {
        let sheet = self.grid_mut(id)?;
        sheet.change(change)?;
        let title = sheet.title.clone();
        self.follow(|formula, home| formula::changed(formula, home, &title, change));
        self.named.retain_mut(|named| {
            let moved = if named.sheet == id { named.area.moved(change) } else { Some(named.area) };
            moved.map(|area| named.area = area).is_some()
        });
        Ok(())
    }

    /// Gives a sheet another title.
    pub(crate) fn rename(&mut self, id: i32, title: &str) -> Result<(), Objection> {
        let sheet = self.grid_mut(id)?;
        let before = std::mem::replace(&mut sheet.title, title.to_owned());
        self.follow(|formula, _| formula::renamed(formula, &before, title));
        Ok(())
    }

    /// Takes a sheet away.
    pub(crate) fn remove(&mut self, id: i32) -> Option<Sheet> {
        let at = self.sheets.iter().position(|sheet| sheet.id == id)?;
        let gone = self.sheets.remove(at);
        self.named.retain(|named| named.sheet != id);
        self.follow(|formula, _| formula::forgotten(formula, &gone.title));
        Some(gone)
    }

    /// Lets every formula follow cells that move to another place.
    pub(crate) fn relocate(
        &mut self,
        from: i32,
        block: Block,
        to: i32,
        start: (u32, u32),
    ) -> Result<(), Objection> {
        let (sheet, target) = (self.grid(from)?.title.clone(), self.grid(to)?.title.clone());
        let down = i64::from(start.0) - i64::from(block.top);
        let right = i64::from(start.1) - i64::from(block.left);
        self.follow(|formula, home| {
            formula::relocated(formula, home, (&sheet, block), (&target, down, right))
        });
        Ok(())
    }

    /// Rewrites every formula, given the title of the sheet it stands in.
    fn follow(&mut self, rewrite: impl Fn(&str, &str) -> String) {
        for sheet in &mut self.sheets {
            for cell in sheet.cells.iter_mut() {
                if let Some(Entered::Formula(formula)) = &mut cell.value {
                    *formula = rewrite(formula, &sheet.title);
                }
            }
        }
    }
}

impl Sheet {
    fn change(&mut self, change: Change) -> Result<(), Objection> {
        let lines = change.axis();
        match change {
            Change::Insert { axis: Axis::Rows, count, .. } => {
                self.grow(self.rows.saturating_add(count), self.columns)?;
            }
            Change::Insert { axis: Axis::Columns, count, .. } => {
                self.grow(self.rows, self.columns.saturating_add(count))?;
            }
            Change::Remove { axis: Axis::Rows, count, .. } => self.rows = self.rows.saturating_sub(count),
            Change::Remove { axis: Axis::Columns, count, .. } => {
                self.columns = self.columns.saturating_sub(count);
            }
        }
        self.cells.moved(|(row, column)| match lines {
            Axis::Rows => Some((change.line(row)?, column)),
            Axis::Columns => Some((row, change.line(column)?)),
        });
        let sizes = match lines {
            Axis::Rows => &mut self.row_sizes,
            Axis::Columns => &mut self.column_sizes,
        };
        let moved = std::mem::take(sizes).into_iter();
        *sizes =
            moved.filter_map(|(line, size)| Some((change.line(line)?, size))).collect::<BTreeMap<_, _>>();
        keep(&mut self.merges, change);
        self.merges.retain(|merge| !merge.is_cell());
        self.protections.retain_mut(|protection| {
            keep(&mut protection.open, change);
            protection.area.moved(change).map(|area| protection.area = area).is_some()
        });
        for recorded in self.filter.iter_mut().chain(&mut self.rules).chain(&mut self.tables) {
            keep(&mut recorded.areas, change);
        }
        self.filter.take_if(|filter| filter.areas.is_empty());
        self.rules.retain(|rule| !rule.areas.is_empty());
        self.tables.retain(|table| !table.areas.is_empty());
        Ok(())
    }
}

fn keep(areas: &mut Vec<Area>, change: Change) {
    areas.retain_mut(|area| area.moved(change).map(|moved| *area = moved).is_some());
}
