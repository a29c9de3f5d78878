//! Adding rows once: where they can be is written down before they are sent, and afterwards they are looked for there.

use std::time::{Duration, Instant};

use kernel::{Call, Code, Done, Effect, Failure, Plan, Probe, Sink};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Sheets;
use super::a1::{Block, Cells, Notation, Written};
use super::book::{GridProperties, Place};
use super::card::{described, exactly, how, word_sinks};
use super::carrying::{self, Carrier};
use super::cells::{At, Entered, Grid, data};
use super::fitting::{Fit, fit};
use super::given::count;
use super::input::Input;
use super::kept::{Made, emptied};
use super::opening::Subject;
use super::restore_cells::Back;
use crate::api::Trouble;
use crate::attempt::{heed_stop, last_note, write_note};
use crate::gmail::visible_line;

/// So many rows others may have added at the same moment.
const OTHERS: u32 = 500;
/// So many cells at the end of a table are looked at, before and after.
const LOOKED_AT: u32 = 50_000;

/// What Google has taken arrives within this time.
const ARRIVES: Duration = Duration::from_secs(5);
const EVERY: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Appending {
    pub(crate) book: Subject,
    /// The whole sheet.
    pub(crate) sheet: Place,
    /// The table the rows are added to; else they go below everything.
    pub(crate) table: Option<Place>,
    pub(crate) input: Input,
    pub(crate) rows: Vec<Vec<Value>>,
    /// What would carry it on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) carriers: Vec<Carrier>,
}

/// Written down before anything is sent.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Note {
    /// Our rows can be in none before this one,
    from: u32,
    /// nor long after this one, which is below everything.
    below: u32,
    /// How many rows the sheet has.
    rows: u32,
    known: Alike,
    /// Whether the table goes on to its end within what is looked at.
    is_whole: bool,
}

/// How often the same rows are there, and how often rows that Google may have made of ours, the same among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Alike {
    same: usize,
    alike: usize,
}

/// What is there, from a row on.
struct Seen {
    alike: Alike,
    /// Where the same rows are the last time.
    last: Option<At>,
    grid: Grid,
    region: Block,
}

/// What is found afterwards.
enum Found {
    There(Added),
    NotThere,
    Unclear,
}

/// Where the rows are now, and how many rows the sheet had without them.
pub(crate) struct Added {
    pub(crate) place: Place,
    rows: u32,
}

impl Appending {
    /// Gives where the rows are now, if that can be told.
    pub(crate) async fn run(&self, sheets: &Sheets, call: &Call) -> Result<Option<Added>, Failure> {
        heed_stop(call, "Stopped before anything was added. Ask again to add it.")?;
        let note = self.begin(sheets).await?;
        write_note(call, &note).await?;
        match self.send(sheets, note).await {
            Ok(Some(place)) => Ok(Some(Added { place, rows: note.rows })),
            Ok(None) => match self.look(sheets, note).await {
                Ok(Found::There(added)) => Ok(Some(added)),
                Ok(Found::NotThere | Found::Unclear) | Err(_) => Ok(None),
            },
            Err(Trouble::Lost(failure)) => match self.keep_looking(sheets, note).await {
                Ok(Found::There(added)) => Ok(Some(added)),
                Ok(Found::NotThere) => Err(failure),
                Ok(Found::Unclear) | Err(_) => Err(Failure::person(Code::Timeout, self.unclear())),
            },
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// What was sent and not answered may still be under way: "not yet" is no "not" before a while.
    async fn keep_looking(&self, sheets: &Sheets, note: Note) -> Result<Found, Failure> {
        let began = Instant::now();
        loop {
            match self.look(sheets, note).await {
                Ok(Found::NotThere) if began.elapsed() < ARRIVES => tokio::time::sleep(EVERY).await,
                found => return found,
            }
        }
    }

    /// Nothing is sent without a note, so no note means not sent.
    pub(crate) async fn probe(
        &self,
        sheets: &Sheets,
        call: &Call,
        done: impl AsyncFnOnce(Added) -> Result<Done, Failure>,
    ) -> Probe {
        let note = match last_note::<Note>(call).await {
            Ok(Some(note)) => note,
            Ok(None) => return Probe::DidNot,
            Err(failure) => return Probe::Unknown(failure.words),
        };
        match self.keep_looking(sheets, note).await {
            Ok(Found::There(added)) => Probe::told(done(added).await),
            Ok(Found::NotThere) => Probe::DidNot,
            Ok(Found::Unclear) | Err(_) => Probe::Unknown(self.unclear()),
        }
    }

    /// The cells that were filled, to be emptied again; nothing where they cannot be read.
    pub(crate) async fn back(&self, sheets: &Sheets, added: &Added) -> Option<Back> {
        let place = &added.place;
        let grids = sheets.cells(&self.book.handle, std::slice::from_ref(place)).await.ok()?;
        let book = sheets.book(&self.book.handle).await.ok()?;
        let grid = book.by_id(place.sheet)?.properties.grid_properties?;
        let kept = emptied(place, grids.first()?, self.made(added, grid));
        Some(Back { file: self.book.handle.clone(), link: self.book.link.clone(), sheets: vec![kept] })
    }

    /// The rows that the sheet got for ours. With a table, and for what is typed in, each of ours is inserted; otherwise
    /// only those are added that the sheet has no room for.
    fn made(&self, added: &Added, grid: GridProperties) -> Made {
        let (ours, grown) = (count(self.rows.len()), grid.rows.saturating_sub(added.rows));
        let bottom = added.place.block.bottom;
        let is_known = match (&self.table, self.input) {
            (None, Input::AsGiven) if grid.rows == added.rows => return Made::Nothing,
            (None, Input::AsGiven) => grown <= ours && bottom == grid.rows,
            (Some(_), _) | (None, Input::AsTyped) => grown == ours,
        };
        if grown == 0 || !is_known {
            return Made::Unclear;
        }
        Made::Rows { from: bottom.saturating_sub(grown), to: bottom, of: grid.rows, columns: grid.columns }
    }

    /// Others may have added rows since this was planned: ours go below theirs.
    async fn begin(&self, sheets: &Sheets) -> Result<Note, Failure> {
        let sheet = self.now(sheets).await?;
        let rows = sheet.block.bottom;
        let Some(table) = &self.table else {
            let below = sheets.used_rows(&self.book.handle, &sheet).await?;
            let rows = if below == rows && self.input == Input::AsTyped {
                self.lengthen(sheets, rows).await?
            } else {
                rows
            };
            return Ok(Note { from: below, below, rows, known: Alike::default(), is_whole: true });
        };
        let columns = Block { top: table.block.top, bottom: rows, ..table.block };
        let below = sheets.used_rows(&self.book.handle, &Place { block: columns, ..sheet.clone() }).await?;
        let most = (LOOKED_AT / sheet.block.width().max(1)).max(1);
        let from = below.saturating_sub(most).max(table.block.top);
        let note = Note { from, below, rows, known: Alike::default(), is_whole: true };
        let seen = self.see(sheets, &sheet, note).await?;
        let holds = |row: u32| {
            (columns.left..columns.right).any(|column| seen.grid.at(seen.region, (row, column)).is_some())
        };
        let is_whole = from == table.block.top || (from..below).all(holds);
        Ok(Note { known: seen.alike, is_whole, ..note })
    }

    /// What is typed in needs a row that it can begin in.
    async fn lengthen(&self, sheets: &Sheets, rows: u32) -> Result<u32, Failure> {
        let append = json!({ "sheetId": self.sheet.sheet, "dimension": "ROWS", "length": 1 });
        sheets.change(&self.book.handle, &[json!({ "appendDimension": append })]).await?;
        Ok(rows + 1)
    }

    /// The sheet as large as it is now.
    async fn now(&self, sheets: &Sheets) -> Result<Place, Failure> {
        let book = sheets.book(&self.book.handle).await?;
        book.by_id(self.sheet.sheet).ok_or_else(|| book.no_such_sheet())?.properties.whole()
    }

    async fn send(&self, sheets: &Sheets, note: Note) -> Result<Option<Place>, Trouble> {
        let beside = match (&self.table, self.input) {
            (None, Input::AsGiven) => {
                let rows: Vec<Value> = self.rows.iter().map(|row| row_data(row)).collect();
                let append =
                    json!({ "sheetId": self.sheet.sheet, "rows": rows, "fields": "userEnteredValue" });
                sheets.change(&self.book.handle, &[json!({ "appendCells": append })]).await?;
                return Ok(None);
            }
            // An empty cell is part of no table, so the rows begin in it, whatever lies beside and above.
            (None, Input::AsTyped) => {
                let first = Block { top: note.below, left: 0, bottom: note.below + 1, right: 1 };
                Written::block(&self.sheet.title, first)
            }
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
        let sheet = self.now(sheets).await?;
        let seen = self.see(sheets, &sheet, note).await?;
        let same = seen.alike.same.saturating_sub(note.known.same);
        let alike = seen.alike.alike.saturating_sub(note.known.alike);
        if let (1, 1, Some((top, left))) = (same, alike, seen.last) {
            let width = self.rows.iter().map(Vec::len).max().unwrap_or_default();
            let (bottom, right) = (top + count(self.rows.len()), left + count(width));
            let place = Place { block: Block { top, left, bottom, right }, ..self.sheet.clone() };
            return Ok(Found::There(Added { place, rows: note.rows }));
        }
        // Below everything there is still nothing; in a table there is nothing more than there was.
        let is_as_before = match &self.table {
            Some(_) => note.is_whole,
            None => seen.grid.filled(seen.region).next().is_none(),
        };
        let is_as_long = sheet.block.bottom == note.rows;
        Ok(if alike == 0 && is_as_before && is_as_long { Found::NotThere } else { Found::Unclear })
    }

    async fn see(&self, sheets: &Sheets, sheet: &Place, note: Note) -> Result<Seen, Failure> {
        let bottom = sheet.block.bottom.min(note.below + count(self.rows.len()) + OTHERS);
        let region = Block { top: note.from, bottom: bottom.max(note.from), ..sheet.block };
        let mut seen = Seen { alike: Alike::default(), last: None, grid: Grid::default(), region };
        if region.height() == 0 {
            return Ok(seen);
        }
        let place = Place { block: region, ..sheet.clone() };
        let mut grids = sheets.cells(&self.book.handle, std::slice::from_ref(&place)).await?;
        seen.grid = grids.pop().unwrap_or_default();
        for corner in self.corners(region) {
            match self.fit_at(&seen, corner) {
                Fit::No => continue,
                Fit::Perhaps => {}
                Fit::Surely => {
                    seen.alike.same += 1;
                    seen.last = Some(corner);
                }
            }
            seen.alike.alike += 1;
        }
        Ok(seen)
    }

    /// Whole rows begin in the first column, those of a table where the table does.
    fn corners(&self, region: Block) -> impl Iterator<Item = At> + use<> {
        let width = count(self.rows.iter().map(Vec::len).max().unwrap_or_default());
        let last = match &self.table {
            None => region.left,
            Some(_) => region.right.saturating_sub(width),
        };
        (region.top..region.bottom).flat_map(move |top| (region.left..=last).map(move |left| (top, left)))
    }

    /// How well our rows fit to what begins in a cell.
    fn fit_at(&self, seen: &Seen, (top, left): At) -> Fit {
        let mut all = Fit::Surely;
        for (row, values) in (top..).zip(&self.rows) {
            for (column, given) in (left..).zip(values) {
                all = all.min(fit(given, seen.grid.at(seen.region, (row, column)), self.input));
                if all == Fit::No {
                    return all;
                }
            }
        }
        all
    }

    fn unclear(&self) -> String {
        format!(
            "It is not known whether the rows were added. Look at {} before asking again.",
            self.book.link
        )
    }
}

impl Plan for Appending {
    fn effect(&self) -> Effect {
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
            .content("Rows", self.rows.iter().map(line).collect::<Vec<_>>().join("\n"));
        let named = (1..)
            .zip(&self.rows)
            .flat_map(|(number, row)| row.iter().map(move |value| (format!("new row {number}"), value)));
        carrying::described(described(effect, named, self.input), &self.carriers)
    }

    fn sinks(&self) -> Vec<Sink> {
        let pointed = self.rows.iter().enumerate().flat_map(|(row, values)| {
            values.iter().enumerate().map(move |(column, value)| (format!("/rows/{row}/{column}"), value))
        });
        let mut readers = self.book.sinks("/book");
        readers.extend(carrying::sinks("/carriers", &self.carriers));
        word_sinks(readers, pointed, self.input)
    }

    fn targets(&self) -> Vec<kernel::Target> {
        vec![self.book.target("/book")]
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
        Value::String(text) => exactly(text),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
