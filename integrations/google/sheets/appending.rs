//! Adding rows once: where they can be is written down before they are sent, and afterwards they are looked for there.

use kernel::{Call, Code, Done, Effect, Failure, Probe, Sink};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::a1::{Block, Cells, Notation, Written};
use super::book::Place;
use super::card::{described, how, some_of, word_sinks};
use super::cells::{At, Entered, Grid, data};
use super::given::count;
use super::opening::Subject;
use super::restoring::{Back, emptied};
use super::writing::fits;
use super::{Input, Sheets};
use crate::api::Trouble;
use crate::gmail::hygiene::visible_line;

/// So many rows others may have added at the same moment.
const OTHERS: u32 = 500;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Appending {
    pub(crate) book: Subject,
    /// The whole sheet.
    pub(crate) sheet: Place,
    /// The table the rows are added to; else they go below everything.
    pub(crate) table: Option<Place>,
    pub(crate) input: Input,
    pub(crate) rows: Vec<Vec<Value>>,
}

/// Written down before anything is sent.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Note {
    /// The first row our rows can be in.
    from: u32,
    /// How often the same rows were there already.
    known: usize,
}

/// What is found afterwards.
enum Found {
    There(Place),
    NotThere,
    Unclear,
}

impl Appending {
    pub(crate) fn effect(&self) -> Effect {
        let sentence = format!("Add {} to “{}”", counted(self.rows.len()), self.book.title());
        let place = match &self.table {
            Some(table) => format!("below the table {}", table.shown()),
            None => format!("after the last row of {}", visible_line(&self.sheet.title)),
        };
        let line = |row: &Vec<Value>| row.iter().map(cell).collect::<Vec<_>>().join(" | ");
        let effect = self
            .book
            .describe(Effect::new(sentence))
            .field("Where", place)
            .field("How it is taken", how(self.input))
            .field("Rows", some_of(self.rows.iter().map(line).collect()));
        let named = (1..)
            .zip(&self.rows)
            .flat_map(|(number, row)| row.iter().map(move |value| (format!("new row {number}"), value)));
        described(effect, named, self.input)
    }

    pub(crate) fn sinks(&self) -> Vec<Sink> {
        let pointed = self.rows.iter().enumerate().flat_map(|(row, values)| {
            values.iter().enumerate().map(move |(column, value)| (format!("/rows/{row}/{column}"), value))
        });
        word_sinks(self.book.sinks("/book"), pointed, self.input)
    }

    /// Gives where the rows are now, if that can be told.
    pub(crate) async fn run(&self, sheets: &Sheets, call: &Call) -> Result<Option<Place>, Failure> {
        if call.stop.is_pulled() {
            return Err(Failure::person(
                Code::Cancelled,
                "Stopped before anything was added. Ask again to add it.",
            ));
        }
        let note = self.begin(sheets).await?;
        let written = serde_json::to_value(note).map_err(|error| {
            Failure::operator(
                Code::ExecutionFailed,
                format!("The rows could not be noted: {error}. Nothing was added."),
            )
        })?;
        call.notes.write(written).await?;
        match self.send(sheets, note).await {
            Ok(Some(place)) => Ok(Some(place)),
            Ok(None) => match self.look(sheets, note).await {
                Ok(Found::There(place)) => Ok(Some(place)),
                Ok(Found::NotThere | Found::Unclear) | Err(_) => Ok(None),
            },
            Err(Trouble::Lost(failure)) => match self.look(sheets, note).await {
                Ok(Found::There(place)) => Ok(Some(place)),
                Ok(Found::NotThere) => Err(failure),
                Ok(Found::Unclear) | Err(_) => Err(Failure::person(Code::Timeout, self.unclear())),
            },
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// Nothing is sent without a note, so no note means not sent.
    pub(crate) async fn probe(
        &self,
        sheets: &Sheets,
        call: &Call,
        done: impl AsyncFnOnce(Place) -> Result<Done, Failure>,
    ) -> Probe {
        let note = match call.notes.read().await {
            Ok(notes) => notes.into_iter().rev().find_map(|note| serde_json::from_value::<Note>(note).ok()),
            Err(failure) => return Probe::Unknown(failure.words),
        };
        let Some(note) = note else { return Probe::DidNot };
        match self.look(sheets, note).await {
            Ok(Found::There(place)) => match done(place).await {
                Ok(done) => Probe::Happened(Box::new(done)),
                Err(failure) => Probe::Unknown(failure.words),
            },
            Ok(Found::NotThere) => Probe::DidNot,
            Ok(Found::Unclear) | Err(_) => Probe::Unknown(self.unclear()),
        }
    }

    /// The cells that were filled, to be emptied again; nothing where they cannot be read.
    pub(crate) async fn back(&self, sheets: &Sheets, place: &Place) -> Option<Back> {
        let grids = sheets.cells(&self.book.handle, std::slice::from_ref(place)).await.ok()?;
        let kept = emptied(place, grids.first()?);
        Some(Back { file: self.book.handle.clone(), link: self.book.link.clone(), sheets: vec![kept] })
    }

    /// Others may have added rows since this was planned: ours go below theirs.
    async fn begin(&self, sheets: &Sheets) -> Result<Note, Failure> {
        let Some(table) = &self.table else {
            let from = sheets.used_rows(&self.book.handle, &self.now(sheets).await?).await?;
            return Ok(Note { from, known: 0 });
        };
        let from = table.block.top;
        Ok(Note { from, known: self.hits(sheets, from).await?.0.len() })
    }

    /// The sheet as large as it is now.
    async fn now(&self, sheets: &Sheets) -> Result<Place, Failure> {
        let book = sheets.book(&self.book.handle).await?;
        book.by_id(self.sheet.sheet).ok_or_else(|| book.no_such_sheet())?.properties.whole()
    }

    async fn send(&self, sheets: &Sheets, note: Note) -> Result<Option<Place>, Trouble> {
        let last = Block { top: note.from.max(1) - 1, bottom: note.from.max(1), ..self.sheet.block };
        let beside = match (&self.table, self.input) {
            (None, Input::AsGiven) => {
                let rows: Vec<Value> = self.rows.iter().map(|row| row_data(row)).collect();
                let append =
                    json!({ "sheetId": self.sheet.sheet, "rows": rows, "fields": "userEnteredValue" });
                sheets.change(&self.book.handle, &[json!({ "appendCells": append })]).await?;
                return Ok(None);
            }
            // The last row that holds something is part of the table that ends lowest.
            (None, Input::AsTyped) => Written::block(&self.sheet.title, last),
            (Some(table), _) => table.written(),
        };
        let range = sheets.append(&self.book.handle, &beside, &self.rows, self.input).await?;
        Ok(self.filled(&range))
    }

    /// The range that Google says it has filled.
    fn filled(&self, range: &str) -> Option<Place> {
        let Cells::Area(area) = Notation::parse(range).ok()?.cells else { return None };
        let block = Block {
            top: area.rows.start,
            left: area.columns.start,
            bottom: area.rows.end?,
            right: area.columns.end?,
        };
        Some(Place { block, ..self.sheet.clone() })
    }

    async fn look(&self, sheets: &Sheets, note: Note) -> Result<Found, Failure> {
        let (hits, is_empty) = self.hits(sheets, note.from).await?;
        let new = hits.len().saturating_sub(note.known);
        Ok(match (new, hits.last()) {
            (1, Some(&(top, left))) => {
                let width = self.rows.iter().map(Vec::len).max().unwrap_or_default();
                let (bottom, right) = (top + count(self.rows.len()), left + count(width));
                Found::There(Place { block: Block { top, left, bottom, right }, ..self.sheet.clone() })
            }
            // Below everything there is still nothing; in a table there is nothing more than there was.
            (0, _) if is_empty || self.table.is_some() => Found::NotThere,
            _ => Found::Unclear,
        })
    }

    /// Where the same rows are, from a row on, and whether nothing at all is there.
    async fn hits(&self, sheets: &Sheets, from: u32) -> Result<(Vec<At>, bool), Failure> {
        let sheet = self.now(sheets).await?;
        let bottom = match &self.table {
            Some(_) => sheets.used_rows(&self.book.handle, &sheet).await?,
            None => sheet.block.bottom.min(from + count(self.rows.len()) + OTHERS),
        };
        if bottom <= from {
            return Ok((Vec::new(), true));
        }
        let region = Place { block: Block { top: from, bottom, ..sheet.block }, ..sheet };
        let mut grids = sheets.cells(&self.book.handle, std::slice::from_ref(&region)).await?;
        let grid = grids.pop().unwrap_or_default();
        let is_empty = grid.filled(region.block).next().is_none();
        Ok((self.found_in(&grid, region.block), is_empty))
    }

    fn found_in(&self, grid: &Grid, region: Block) -> Vec<At> {
        let width = count(self.rows.iter().map(Vec::len).max().unwrap_or_default());
        // Whole rows begin in the first column, those of a table where the table does.
        let last = match (&self.table, self.input) {
            (None, Input::AsGiven) => region.left,
            (Some(_), _) | (None, Input::AsTyped) => region.right.saturating_sub(width),
        };
        let corners =
            (region.top..region.bottom).flat_map(|top| (region.left..=last).map(move |left| (top, left)));
        let here = |&(top, left): &At| {
            (top..).zip(&self.rows).all(|(row, values)| {
                (left..)
                    .zip(values)
                    .all(|(column, given)| fits(given, &grid.at(region, (row, column)), self.input))
            })
        };
        corners.filter(here).collect()
    }

    fn unclear(&self) -> String {
        format!(
            "It is not known whether the rows were added. Look at {} before asking again.",
            self.book.link
        )
    }
}

pub(crate) fn counted(rows: usize) -> String {
    format!("{rows} {}", if rows == 1 { "row" } else { "rows" })
}

fn row_data(row: &[Value]) -> Value {
    json!({ "values": row.iter().map(|value| data(&Entered::of(value))).collect::<Vec<_>>() })
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => visible_line(text),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
