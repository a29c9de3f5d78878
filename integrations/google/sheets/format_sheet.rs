//! Changing how a spreadsheet looks and what it is made of: all of the changes, or none. What is lost by it is known
//! before.

mod axis;
pub(crate) mod change;
mod lines;
pub(crate) mod seen;
mod step;
mod style;

use kernel::{
    Call, ChangeState, Code, Deed, Effect, Failure, Kind, Plan, Reversible, Sink, SinkKind, Spec, Time, Undo,
    Unmade,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::Sheets;
use super::a1::{Block, Written, cell};
use super::book::{Book, Place, SheetName};
use super::card::counted;
use super::cells::{At, Grid, same, shown};
use super::opening::{Opened, Subject};
use crate::drive::Handle;
use crate::drive::subject::stale;
use crate::scopes::WRITE_SHEETS;
use crate::way_back::WayBack;
use change::Change;
use seen::{Check, Holds, Looked};
use step::{Desk, Drafted, Loss, Step};

const MOST_CHANGES: usize = 50;
/// So many rows of what is lost are looked at.
const MOST_ROWS: u32 = 2_000;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Formatting {
    pub(crate) book: Subject,
    pub(crate) steps: Vec<Step>,
    outline: Vec<Outline>,
    lost: Vec<Lost>,
    /// Nothing where some of it cannot be undone.
    back: Option<Vec<Value>>,
}

/// A sheet as it was when this was planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Outline {
    sheet: i64,
    title: String,
    rows: u32,
    columns: u32,
}

/// Cells that are emptied, deleted or put into another order.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Lost {
    place: Place,
    before: Grid,
    /// Cells that keep what they hold.
    but: Vec<At>,
    /// So many rows more, which nobody has looked at.
    unseen_rows: u32,
    how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum How {
    Gone,
    Reordered,
}

impl Formatting {
    pub(crate) async fn planned(
        sheets: &Sheets,
        opened: &Opened,
        beside: Option<&SheetName>,
        changes: &[Change],
        call: &Call,
    ) -> Result<Self, Failure> {
        let book = &opened.book;
        let desk = Desk { book, beside, fresh: fresh(&call.key, book) };
        let drafted = changes.iter().map(|change| desk.draft(change)).collect::<Result<Vec<_>, _>>()?;
        check_together(&drafted)?;
        let handle = &opened.handle;
        let looked = look(sheets, handle, book, drafted.iter().map(|drafted| &drafted.step.check)).await?;
        let (mut steps, mut lost, mut back) = (Vec::new(), Vec::new(), Some(Vec::new()));
        for drafted in drafted {
            let way_back = drafted.back.clone().or_else(|| way_back(&drafted.step, &looked));
            let mut step = drafted.step;
            let (place, but, how) = match drafted.loss {
                Loss::Nothing => (None, Vec::new(), How::Gone),
                Loss::Cells { place, but } => (Some(place), but, How::Gone),
                Loss::Order(place) => (Some(place), Vec::new(), How::Reordered),
            };
            let mut is_lost = false;
            if let Some(place) = place {
                let (place, unseen_rows) = used(sheets, handle, place).await?;
                let grid =
                    sheets.cells(handle, std::slice::from_ref(&place)).await?.pop().unwrap_or_default();
                if let Check::Sorted { place: sorted, before } = &mut step.check {
                    (*sorted, *before) = (place.clone(), grid.clone());
                }
                let one = Lost { place, before: grid, but, unseen_rows, how };
                is_lost = one.cells().next().is_some();
                lost.extend(is_lost.then_some(one));
            }
            back = back.zip(way_back.filter(|_| !is_lost)).map(|(mut all, more)| {
                all.splice(0..0, more);
                all
            });
            steps.push(step);
        }
        let book = opened.subject(&call.account.0);
        Ok(Self { book, steps, outline: outline(&opened.book), lost, back })
    }

    fn loses(&self) -> bool {
        self.deletes() || !self.lost.is_empty()
    }

    fn deletes(&self) -> bool {
        self.steps.iter().any(|step| {
            ["deleteSheet", "deleteDimension"].iter().any(|name| step.request.get(name).is_some())
        })
    }

    /// The sheets are what they were, and so is what would be lost.
    async fn check_unchanged(&self, sheets: &Sheets) -> Result<(), Failure> {
        let book = sheets.book(&self.book.handle).await?;
        if outline(&book) != self.outline {
            return Err(stale(
                "Sheets, rows or columns were added, removed or renamed since this was planned.",
            ));
        }
        let places: Vec<Place> = self.lost.iter().map(|lost| lost.place.clone()).collect();
        if places.is_empty() {
            return Ok(());
        }
        let grids = sheets.cells(&self.book.handle, &places).await?;
        for (lost, grid) in self.lost.iter().zip(&grids) {
            let before = lost.before.0.iter().flatten();
            if !before.zip(grid.0.iter().flatten()).all(|(one, other)| same(one.as_ref(), other.as_ref())) {
                return Err(stale(
                    "Some of the cells that are lost by it were changed since this was planned.",
                ));
            }
        }
        Ok(())
    }
}

impl Reversible for Formatting {
    type Site = Sheets;
    type Seen = Holds;
    type Made = ();

    /// More must be unchanged than a look shows, so `send` compares it.
    fn is_guarded(&self) -> bool {
        true
    }

    async fn look(&self, sheets: &Sheets) -> Result<Holds, Failure> {
        standing(sheets, &self.book.handle, self.steps.iter().map(|step| &step.check)).await
    }

    fn stands(&self, now: Holds) -> ChangeState<()> {
        match now {
            Holds::Yes => ChangeState::After(()),
            Holds::No => ChangeState::Before,
            Holds::Unclear => ChangeState::Neither,
        }
    }

    async fn send(&self, sheets: &Sheets, _now: Option<Holds>) -> Result<(), Unmade> {
        self.check_unchanged(sheets).await?;
        let requests: Vec<Value> = self.steps.iter().map(|step| step.request.clone()).collect();
        sheets.change(&self.book.handle, &requests).await.map_err(Unmade::from)
    }

    fn unknown(&self) -> String {
        format!("It is not known whether this was changed. Look at {} before asking again.", self.book.link)
    }

    fn inverse(&self, (): &(), until: Time) -> Result<Option<Undo>, Failure> {
        let Some(requests) = self.back.clone() else { return Ok(None) };
        let checks = self.steps.iter().map(|step| step.check.clone()).collect();
        let words = format!("Changed how “{}” looks.", self.book.title());
        let back =
            Unformat { file: self.book.handle.clone(), link: self.book.link.clone(), requests, checks };
        Undo::new(words, Unformat::SPEC.name, &back, until).map(Some)
    }
}

impl Plan for Formatting {
    fn effect(&self) -> Effect {
        let sentence = if self.loses() {
            format!("Change “{}”, and lose or rearrange what is in it", self.book.title())
        } else {
            format!("Change how “{}” looks", self.book.title())
        };
        let words: Vec<&str> = self.steps.iter().map(|step| step.words.as_str()).collect();
        let mut effect = self.book.describe(Effect::new(sentence)).content("Changes", words.join("\n"));
        for lost in &self.lost {
            let lines: Vec<String> =
                lost.cells().map(|(at, held)| format!("{}: {held}", cell(at.0, at.1))).collect();
            let count = match lost.unseen_rows {
                0 => counted(lines.len()),
                rows => format!("{} and {rows} more rows", counted(lines.len())),
            };
            let name = match lost.how {
                How::Gone => format!("Lost for good ({count})"),
                How::Reordered => format!("In another order ({count})"),
            };
            effect = effect.content(&name, lines.join("\n"));
        }
        effect
    }

    fn sinks(&self) -> Vec<Sink> {
        let readers = self.book.sinks("/book");
        if readers.is_empty() {
            return readers;
        }
        // Whatever was chosen can be read by others: a colour or a width as well as a title.
        let said = self.steps.iter().enumerate().map(|(number, step)| match &step.said {
            Some(title) => Sink::new(SinkKind::Words, format!("/steps/{number}/said"), title),
            None => Sink::new(SinkKind::Words, format!("/steps/{number}/words"), &step.words),
        });
        readers.into_iter().chain(said).collect()
    }

    /// What takes something away is asked for with a word that says so.
    fn deed(&self) -> Option<Deed> {
        let is_gone = self.lost.iter().any(|lost| lost.how == How::Gone);
        Some(if self.deletes() || is_gone { Deed::Destroy } else { Deed::Arrange })
    }

    /// A person is asked before cells are deleted or rearranged.
    fn kind(&self) -> Option<Kind> {
        Some(if self.loses() { Kind::Commit } else { Kind::Edit })
    }

    fn targets(&self) -> Vec<kernel::Target> {
        vec![self.book.target("/book")]
    }
}

impl Lost {
    /// What is in the cells that lose it.
    fn cells(&self) -> impl Iterator<Item = (At, String)> {
        let held = self.before.filled(self.place.block).filter(|(at, _)| !self.but.contains(at));
        held.map(|(at, entered)| (at, shown(Some(entered))))
    }
}

/// Sets back how a spreadsheet looked before a change of ours.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unformat {
    pub(crate) file: Handle,
    pub(crate) link: String,
    #[schemars(schema_with = "kernel::any_objects")]
    pub(crate) requests: Vec<Value>,
    /// What must still be so.
    pub(crate) checks: Vec<Check>,
}

impl Reversible for Unformat {
    type Site = Sheets;
    type Seen = Holds;
    type Made = ();

    async fn look(&self, sheets: &Sheets) -> Result<Holds, Failure> {
        standing(sheets, &self.file, self.checks.iter()).await
    }

    /// Refuses what somebody has changed since.
    fn check(&self, now: &Holds) -> Result<(), Failure> {
        if *now == Holds::Yes {
            return Ok(());
        }
        Err(Failure::person(
            Code::Conflict,
            "It does not look any more as I left it, so I leave it as it is. Look at it, and say what you want done.",
        ))
    }

    fn stands(&self, now: Holds) -> ChangeState<()> {
        match now {
            Holds::Yes => ChangeState::Before,
            Holds::No => ChangeState::After(()),
            Holds::Unclear => ChangeState::Neither,
        }
    }

    async fn send(&self, sheets: &Sheets, _now: Option<Holds>) -> Result<(), Unmade> {
        sheets.change(&self.file, &self.requests).await.map_err(Unmade::from)
    }

    fn unknown(&self) -> String {
        format!("It is not known whether it was set back. Look at {} before asking again.", self.link)
    }
}

impl WayBack for Unformat {
    type Change = Self;

    const SPEC: Spec = Spec::edit("sheets.unformat").needs(&[WRITE_SHEETS]);

    async fn planned(self, sheets: &Sheets, _call: &Call) -> Result<Self, Failure> {
        self.checked(sheets).await
    }

    fn effect(back: &Self) -> Effect {
        Effect::new("Set back how a spreadsheet looked").field("Spreadsheet", &back.link)
    }

    fn told(_back: &Self) -> String {
        "It looks as it did before.".to_owned()
    }
}

/// One request changes everything or nothing: a single check that does not hold says that nothing happened.
async fn standing<'a>(
    sheets: &Sheets,
    file: &Handle,
    checks: impl Iterator<Item = &'a Check> + Clone,
) -> Result<Holds, Failure> {
    let book = sheets.book(file).await?;
    let looked = look(sheets, file, &book, checks.clone()).await?;
    let mut all = Holds::Yes;
    for check in checks {
        let holds = match check {
            Check::Sorted { place, before } => {
                let grids = sheets.cells(file, std::slice::from_ref(place)).await?;
                grids.first().map_or(Holds::Unclear, |now| seen::sorted(before, now))
            }
            other => other.holds(&book, &looked),
        };
        match holds {
            Holds::Yes => {}
            Holds::No => return Ok(Holds::No),
            Holds::Unclear => all = Holds::Unclear,
        }
    }
    Ok(all)
}

async fn look<'a>(
    sheets: &Sheets,
    file: &Handle,
    book: &Book,
    checks: impl Iterator<Item = &'a Check>,
) -> Result<Looked, Failure> {
    let ranges: Vec<Written> = checks.filter_map(|check| check.range(book)).collect();
    if ranges.is_empty() {
        return Ok(Looked::default());
    }
    Ok(sheets.look(file, &ranges, seen::FIELDS).await?)
}

fn way_back(step: &Step, looked: &Looked) -> Option<Vec<Value>> {
    match (&step.check, step.request.pointer("/repeatCell/fields").and_then(Value::as_str)) {
        (Check::Format { place, .. }, Some(fields)) => Some(vec![looked.formats_back(place, fields)?]),
        (check, _) => looked.sizes_back(check),
    }
}

/// The part of a place that holds something, cut where nobody reads on, and how many rows are cut off.
async fn used(sheets: &Sheets, file: &Handle, place: Place) -> Result<(Place, u32), Failure> {
    let rows = sheets.used_rows(file, &place).await?;
    let bottom = rows.min(place.block.top.saturating_add(MOST_ROWS)).max(place.block.top + 1);
    Ok((Place { block: Block { bottom, ..place.block }, ..place }, rows.saturating_sub(bottom)))
}

fn check_together(drafted: &[Drafted]) -> Result<(), Failure> {
    if drafted.is_empty() || drafted.len() > MOST_CHANGES {
        return Err(Failure::invalid("Give between 1 and 50 changes."));
    }
    let adds = |drafted: &&Drafted| matches!(drafted.step.check, Check::There { .. });
    if drafted.iter().filter(adds).count() > 1 {
        return Err(Failure::invalid("Add one sheet at a time."));
    }
    if drafted.len() > 1 && drafted.iter().any(|drafted| drafted.moves) {
        return Err(Failure::invalid(
            "Inserting, deleting and sorting move cells, so each of them stands alone. Make a call of its own for it.",
        ));
    }
    Ok(())
}

fn outline(book: &Book) -> Vec<Outline> {
    let one = |sheet: &super::book::Sheet| {
        let grid = sheet.properties.grid_properties.unwrap_or_default();
        Outline {
            sheet: sheet.properties.sheet_id,
            title: sheet.properties.title.clone(),
            rows: grid.rows,
            columns: grid.columns,
        }
    };
    book.sheets.iter().map(one).collect()
}

/// An id for a new sheet: the same for every attempt at this call.
fn fresh(key: &str, book: &Book) -> i64 {
    let digest = Sha256::digest(key.as_bytes());
    let first =
        digest.iter().take(4).fold(0_i64, |number, byte| number * 256 + i64::from(*byte)) % 0x7fff_0000;
    let tried = book.sheets.len();
    (first..).take(tried + 1).find(|id| book.by_id(*id).is_none()).unwrap_or(first)
}
