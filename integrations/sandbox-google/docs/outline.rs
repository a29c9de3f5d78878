//! The tree a row of units stands for: paragraphs, tables, rows, cells.
//!
//! Reads only; every range is in indices of the content it was read from.

use std::ops::Range;

use super::unit::{Sign, Unit};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outline {
    pub(super) blocks: Vec<Block>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    SectionBreak(usize),
    /// With its newline.
    Paragraph(Range<usize>),
    Table(Table),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) range: Range<usize>,
    pub(super) rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) range: Range<usize>,
    pub(super) cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) range: Range<usize>,
    pub(super) blocks: Vec<Block>,
}

impl Outline {
    pub(super) fn of(units: &[Unit]) -> Self {
        Self { blocks: Reading { units, at: 0 }.blocks() }
    }

    /// The table that starts at an index, however deep it is nested.
    pub(super) fn table(&self, start: usize) -> Option<&Table> {
        table_in(&self.blocks, start)
    }
}

impl Table {
    pub(super) fn columns(&self) -> usize {
        self.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default()
    }
}

fn table_in(blocks: &[Block], start: usize) -> Option<&Table> {
    blocks.iter().find_map(|block| match block {
        Block::Table(table) if table.range.start == start => Some(table),
        Block::Table(table) if table.range.contains(&start) => {
            table.rows.iter().flat_map(|row| &row.cells).find_map(|cell| table_in(&cell.blocks, start))
        }
        Block::SectionBreak(_) | Block::Paragraph(_) | Block::Table(_) => None,
    })
}

struct Reading<'a> {
    units: &'a [Unit],
    at: usize,
}

impl Reading<'_> {
    fn sign(&self) -> Option<&Sign> {
        self.units.get(self.at).map(|unit| &unit.sign)
    }

    /// Blocks up to the end of a cell or of the content.
    fn blocks(&mut self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut start = self.at;
        while let Some(sign) = self.sign() {
            match sign {
                Sign::Text(_) | Sign::Inline(_) => self.at += 1,
                Sign::Newline(_) => {
                    self.at += 1;
                    blocks.push(Block::Paragraph(start..self.at));
                    start = self.at;
                }
                Sign::SectionBreak => {
                    blocks.push(Block::SectionBreak(self.at));
                    self.at += 1;
                    start = self.at;
                }
                Sign::TableStart => {
                    blocks.push(Block::Table(self.table()));
                    start = self.at;
                }
                Sign::RowStart | Sign::CellStart | Sign::TableEnd => break,
            }
        }
        blocks
    }

    fn table(&mut self) -> Table {
        let start = self.at;
        self.at += 1;
        let mut rows = Vec::new();
        while self.sign() == Some(&Sign::RowStart) {
            let row = self.at;
            self.at += 1;
            let mut cells = Vec::new();
            while self.sign() == Some(&Sign::CellStart) {
                let cell = self.at;
                self.at += 1;
                let blocks = self.blocks();
                cells.push(Cell { range: cell..self.at, blocks });
            }
            rows.push(Row { range: row..self.at, cells });
        }
        // The end of the table, which every table has.
        self.at += 1;
        Table { range: start..self.at, rows }
    }
}
