//! Overwriting cells: what is there, what shall be there, and whether it still is what it was.

use kernel::{ChangeState, Code, Deed, Effect, Failure, Plan, Reversible, Sink, Time, Undo, Unmade};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Sheets;
use super::a1;
use super::book::{Book, Meant, Place};
use super::card::{counted, described, exactly, how, word_sinks};
use super::carrying::{self, Carrier, Formulas};
use super::cells::{At, Cell, Entered, Filled, Grid, NumberFormat, listed, same, sent, shown};
use super::fitting::{Fit, fit};
use super::given::{checked, count, padded};
use super::input::Input;
use super::kept::{Kept, Made, Reformatted, Touched};
use super::opening::Subject;
use super::restore_cells::{Back, Standing};
use crate::api::Trouble;
use crate::drive::subject::stale;
use crate::gmail::visible_line;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Writing {
    pub(crate) book: Subject,
    pub(crate) input: Input,
    pub(crate) parts: Vec<Part>,
    /// What would carry it on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    carriers: Vec<Carrier>,
}

/// One block of cells.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) place: Place,
    /// `null` leaves a cell as it is, an empty text clears it.
    pub(crate) values: Vec<Vec<Value>>,
    before: Grid,
    /// How the numbers were written: what is typed in can change that.
    formats: Grid<NumberFormat>,
}

/// A cell that is written to.
pub(crate) struct Target<'a> {
    pub(crate) at: At,
    pub(crate) given: &'a Value,
    pub(crate) before: Option<&'a Entered>,
    format: Option<&'a NumberFormat>,
}

impl Part {
    /// Where the values go: they begin at the first cell that was named, and must not go beyond the last.
    pub(crate) fn placed(book: &Book, meant: Meant, values: Vec<Vec<Value>>) -> Result<Self, Failure> {
        let (mut place, is_corner) = (meant.place, meant.is_one_cell);
        checked(&values)?;
        let values = padded(values);
        let (height, width) = (count(values.len()), values.first().map_or(0, |row| count(row.len())));
        let sheet = book.by_id(place.sheet).ok_or_else(|| book.no_such_sheet())?;
        let grid = sheet.properties.grid()?;
        let (bottom, right) =
            (place.block.top.saturating_add(height), place.block.left.saturating_add(width));
        let (last_row, last_column) =
            if is_corner { (grid.rows, grid.columns) } else { (place.block.bottom, place.block.right) };
        if bottom > last_row || right > last_column {
            let words = format!(
                "These are {height} rows of {width} cells, which is more than the range or the sheet has room for (the \
                 sheet has {} rows and {} columns). Name a larger range, use sheets.append, or insert rows with \
                 sheets.format first.",
                grid.rows, grid.columns
            );
            return Err(Failure::invalid(words));
        }
        (place.block.bottom, place.block.right) = (bottom, right);
        let part = Self { place, values, before: Grid::default(), formats: Grid::default() };
        let covered = |at: &At| {
            let merges = sheet.merges.iter().map(|merge| merge.block(grid));
            merges.filter(|merge| merge.holds(at.0, at.1)).any(|merge| (merge.top, merge.left) != *at)
        };
        let covered: Vec<At> = part.targets().map(|target| target.at).filter(covered).collect();
        if !covered.is_empty() {
            let words = format!(
                "{} are covered by merged cells, so nothing can be written there. Write to the first cell of the \
                 merged ones, or unmerge them with sheets.format.",
                listed(&covered)
            );
            return Err(Failure::invalid(words));
        }
        Ok(part)
    }

    pub(crate) fn targets(&self) -> impl Iterator<Item = Target<'_>> {
        let block = self.place.block;
        (block.top..).zip(&self.values).flat_map(move |(row, values)| {
            (block.left..).zip(values).filter(|(_, given)| !given.is_null()).map(move |(column, given)| {
                let at = (row, column);
                let (before, format) = (self.before.at(block, at), self.formats.at(block, at));
                Target { at, given, before, format }
            })
        })
    }

    /// What was given is what we have left.
    fn kept_as_given(&self) -> Kept {
        self.kept(|target| (Entered::of(target.given), None))
    }

    /// What we have left is what is there now.
    fn kept_as_found(&self, now: &Filled) -> Kept {
        let block = self.place.block;
        self.kept(|target| {
            let (left, back) = (now.formats.at(block, target.at).cloned(), target.format.cloned());
            let format = (left != back).then_some(Reformatted { left, back });
            (now.cells.at(block, target.at).cloned(), format)
        })
    }

    fn kept(&self, found: impl Fn(&Target<'_>) -> (Cell, Option<Reformatted>)) -> Kept {
        let touched = |target: Target<'_>| {
            let (left, format) = found(&target);
            Touched { row: target.at.0, column: target.at.1, left, back: target.before.cloned(), format }
        };
        Kept {
            sheet: self.place.sheet,
            title: self.place.title.clone(),
            cells: self.targets().map(touched).collect(),
            made: Made::Nothing,
        }
    }
}

impl Target<'_> {
    pub(crate) fn changes(&self, input: Input) -> bool {
        input == Input::AsTyped || !same(self.before, Entered::of(self.given).as_ref())
    }
}

impl Writing {
    /// With what is in the cells now.
    pub(crate) async fn planned(
        sheets: &Sheets,
        (book, formulas): (Subject, &Formulas),
        input: Input,
        mut parts: Vec<Part>,
    ) -> Result<Self, Failure> {
        for (number, part) in parts.iter().enumerate() {
            let others = parts.iter().take(number);
            let meets = |other: &Part| {
                other.place.sheet == part.place.sheet && other.place.block.meets(part.place.block)
            };
            if others.into_iter().any(meets) {
                return Err(Failure::invalid("Two of the ranges overlap. Write each cell once."));
            }
        }
        let found = sheets.cells_and_formats(&book.handle, &places(&parts)).await?;
        for (part, found) in parts.iter_mut().zip(found) {
            (part.before, part.formats) = (found.cells, found.formats);
        }
        if !parts.iter().flat_map(Part::targets).any(|target| target.changes(input)) {
            return Err(Failure::conflict("These cells hold exactly this already; there is nothing to do."));
        }
        let carriers = formulas.carriers(&places(&parts));
        Ok(Self { book, input, parts, carriers })
    }

    fn line(&self, part: &Part, target: &Target<'_>) -> String {
        let after = match (self.input, target.given.as_str()) {
            (Input::AsTyped, Some(text)) if !text.is_empty() => exactly(text),
            (Input::AsTyped | Input::AsGiven, _) => sent(Entered::of(target.given).as_ref()),
        };
        format!("{}: {} → {after}", self.name(part, target), shown(target.before))
    }

    /// With the sheet only where there are several ranges.
    fn name(&self, part: &Part, target: &Target<'_>) -> String {
        let name = a1::cell(target.at.0, target.at.1);
        if self.parts.len() == 1 { name } else { format!("{} {name}", visible_line(&part.place.title)) }
    }

    fn data(&self) -> Vec<Value> {
        let data = |part: &Part| {
            json!({
                "range": part.place.written(),
                "majorDimension": "ROWS",
                "values": part.values,
            })
        };
        self.parts.iter().map(data).collect()
    }

    fn standing(&self, now: &[Filled]) -> Standing {
        let (mut changed, mut is_done) = (Vec::new(), true);
        for (part, now) in self.parts.iter().zip(now) {
            for target in part.targets() {
                let now = now.cells.at(part.place.block, target.at);
                if !same(now, target.before) {
                    changed.push(target.at);
                }
                is_done &= fit(target.given, now, self.input) == Fit::Surely;
            }
        }
        match (changed.is_empty(), is_done) {
            (true, _) => Standing::Before,
            (false, true) => Standing::After,
            (false, false) => Standing::Elsewhere(changed),
        }
    }
}

impl Reversible for Writing {
    type Site = Sheets;
    type Seen = Vec<Filled>;
    /// The cells afterwards; none where they cannot be read.
    type Made = Option<Vec<Filled>>;

    async fn look(&self, sheets: &Sheets) -> Result<Vec<Filled>, Failure> {
        match sheets.cells_and_formats(&self.book.handle, &places(&self.parts)).await {
            // Google knows the range by the title of its sheet.
            Err(Trouble::Refused(failure)) if failure.code == Code::InputInvalid => {
                Err(stale("The sheet was renamed, shrunk or deleted since this was planned."))
            }
            found => Ok(found?),
        }
    }

    fn check(&self, now: &Vec<Filled>) -> Result<(), Failure> {
        match self.standing(now) {
            Standing::Before => Ok(()),
            Standing::After => Err(stale("The cells hold this already: somebody has written it since.")),
            Standing::Elsewhere(cells) => {
                Err(stale(&format!("{} were changed since this was planned.", listed(&cells))))
            }
        }
    }

    fn stands(&self, now: Vec<Filled>) -> ChangeState<Option<Vec<Filled>>> {
        match self.standing(&now) {
            Standing::Before => ChangeState::Before,
            Standing::After => ChangeState::After(Some(now)),
            Standing::Elsewhere(_) => ChangeState::Neither,
        }
    }

    async fn send(&self, sheets: &Sheets, _now: Option<Vec<Filled>>) -> Result<Self::Made, Unmade> {
        sheets.write(&self.book.handle, self.data(), self.input).await?;
        // Only Google knows what became of what was typed in.
        Ok(match self.input {
            Input::AsGiven => None,
            Input::AsTyped => self.look(sheets).await.ok(),
        })
    }

    fn unknown(&self) -> String {
        format!("It is not known whether this was written. Look at {} before asking again.", self.book.link)
    }

    fn inverse(&self, now: &Self::Made, until: Time) -> Result<Option<Undo>, Failure> {
        let sheets: Vec<Kept> = match (self.input, now) {
            (Input::AsGiven, _) => self.parts.iter().map(Part::kept_as_given).collect(),
            (Input::AsTyped, Some(now)) => {
                self.parts.iter().zip(now).map(|(part, now)| part.kept_as_found(now)).collect()
            }
            (Input::AsTyped, None) => return Ok(None),
        };
        let cells: usize = sheets.iter().map(|kept| kept.cells.len()).sum();
        let words = format!("Wrote {} in “{}”.", counted(cells), self.book.title());
        let back = Back { file: self.book.handle.clone(), link: self.book.link.clone(), sheets };
        back.undo(words, until).map(Some)
    }
}

impl Plan for Writing {
    fn effect(&self) -> Effect {
        let all = || self.parts.iter().flat_map(|part| part.targets().map(move |target| (part, target)));
        let (changed, same): (Vec<_>, Vec<_>) = all().partition(|(_, target)| target.changes(self.input));
        let ranges: Vec<String> = self.parts.iter().map(|part| part.place.shown()).collect();
        let lines: Vec<String> = changed.iter().map(|(part, target)| self.line(part, target)).collect();
        let counts = match same.len() {
            0 => counted(changed.len()),
            same => format!("{}; {same} hold the same already", counted(changed.len())),
        };
        let sentence = format!("Write {} in “{}”", counted(changed.len()), self.book.title());
        let effect = self
            .book
            .describe(Effect::new(sentence))
            .field("Range", ranges.join("\n"))
            .field("Cells that change", counts)
            .field("How it is taken", how(self.input))
            .content("Changes", lines.join("\n"));
        let named = all().map(|(part, target)| (self.name(part, &target), target.given));
        carrying::described(described(effect, named, self.input), &self.carriers)
    }

    fn sinks(&self) -> Vec<Sink> {
        let values = self.parts.iter().enumerate().flat_map(|(number, part)| {
            part.values.iter().enumerate().flat_map(move |(row, values)| {
                let pointer = move |column: usize| format!("/parts/{number}/values/{row}/{column}");
                values.iter().enumerate().map(move |(column, value)| (pointer(column), value))
            })
        });
        let mut readers = self.book.sinks("/book");
        readers.extend(carrying::sinks("/carriers", &self.carriers));
        word_sinks(readers, values, self.input)
    }

    /// Filling in is not writing over something, and neither is wiping it.
    fn deed(&self) -> Option<Deed> {
        let cells = || self.parts.iter().flat_map(Part::targets).filter(|cell| cell.before.is_some());
        let is_empty = |value: &Value| value.as_str().is_some_and(str::is_empty);
        if cells().any(|cell| is_empty(cell.given)) {
            Some(Deed::Destroy)
        } else if cells().next().is_some() {
            Some(Deed::Revise)
        } else {
            Some(Deed::Write)
        }
    }

    fn targets(&self) -> Vec<kernel::Target> {
        vec![self.book.target("/book")]
    }
}

fn places(parts: &[Part]) -> Vec<Place> {
    parts.iter().map(|part| part.place.clone()).collect()
}
