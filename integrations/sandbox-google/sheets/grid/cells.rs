//! The cells of a sheet that are not empty.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cell::Cell;
use crate::sheets::area::Block;

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(from = "Vec<Placed>", into = "Vec<Placed>")]
pub(crate) struct Cells(BTreeMap<(u32, u32), Cell>);

#[derive(Clone, Deserialize, Serialize)]
struct Placed(u32, u32, Cell);

impl Cells {
    pub(crate) fn get(&self, place: (u32, u32)) -> Option<&Cell> {
        self.0.get(&place)
    }

    pub(crate) fn put(&mut self, place: (u32, u32), cell: Cell) {
        if cell.is_empty() {
            self.0.remove(&place);
        } else {
            self.0.insert(place, cell);
        }
    }

    pub(crate) fn take(&mut self, place: (u32, u32)) -> Cell {
        self.0.remove(&place).unwrap_or_default()
    }

    /// Changes a cell that may be empty, before or after.
    pub(crate) fn edit<T>(&mut self, place: (u32, u32), work: impl FnOnce(&mut Cell) -> T) -> T {
        let mut cell = self.take(place);
        let done = work(&mut cell);
        self.put(place, cell);
        done
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = ((u32, u32), &Cell)> {
        self.0.iter().map(|(place, cell)| (*place, cell))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        self.0.values_mut()
    }

    /// The cells of a block that are not empty, row by row.
    pub(crate) fn within(&self, block: Block) -> impl Iterator<Item = ((u32, u32), &Cell)> {
        let rows = (block.top, 0)..(block.bottom.max(block.top), 0);
        self.0
            .range(rows)
            .map(|(place, cell)| (*place, cell))
            .filter(move |(place, _)| block.contains(*place))
    }

    /// Gives every cell a new place; those without one are gone.
    pub(crate) fn moved(&mut self, to: impl Fn((u32, u32)) -> Option<(u32, u32)>) {
        let cells = std::mem::take(&mut self.0);
        self.0 = cells.into_iter().filter_map(|(place, cell)| Some((to(place)?, cell))).collect();
    }
}

impl From<Vec<Placed>> for Cells {
    fn from(placed: Vec<Placed>) -> Self {
        Self(placed.into_iter().map(|Placed(row, column, cell)| ((row, column), cell)).collect())
    }
}

impl From<Cells> for Vec<Placed> {
    fn from(cells: Cells) -> Self {
        cells.0.into_iter().map(|((row, column), cell)| Placed(row, column, cell)).collect()
    }
}
