//! `sheets.read`

use super::prelude::*;
use crate::drive::Handle;
use crate::gmail::visible_line;
use crate::scopes::READ_SHEETS;
use crate::sheets::table::rest;
use crate::sheets::{Block, Opened, Place, Rendering, SheetName, SheetRow, Sheets, Table};

/// So many rows of a range are fetched at once.
const FETCHED: u32 = 2_000;
const MOST_RANGES: usize = 20;

/// Reads cells of a Google Sheet as Markdown tables, with the letters of the columns and the numbers of the rows.
///
/// Without a range it reads the whole sheet, without a sheet the first one. A large one comes in parts: ask for
/// `next_range` next. `sheets` in the answer says which sheets there are.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    /// The spreadsheet: its link, its id, or its exact title.
    spreadsheet: String,
    /// The title or the id of the sheet. Left out, the first one.
    #[serde(default)]
    sheet: Option<SheetName>,
    /// One range or several, e.g. `A1:C20`, `A:C`, `3:7`, `'Q1 costs'!B2:D` or a named range.
    #[serde(default)]
    range: Option<Ranges>,
    /// Formulas instead of what they come to.
    #[serde(default)]
    formulas: bool,
    /// Numbers without their format: 1234.5 instead of 1,234.50 €.
    #[serde(default)]
    raw: bool,
    /// How many cells to show.
    #[serde(default = "number::<2_000>")]
    #[schemars(range(min = 1, max = 10_000))]
    limit: u32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Ranges {
    One(String),
    Several(Vec<String>),
}

#[derive(Serialize)]
struct Answer {
    title: String,
    id: String,
    link: String,
    sheets: Vec<SheetRow>,
    ranges: Vec<Part>,
}

#[derive(Serialize)]
struct Part {
    range: String,
    table: String,
    shown: Extent,
    total: Extent,
    /// In the form in which it is asked for.
    next_range: Option<Ranges>,
    #[serde(skip_serializing_if = "is_zero")]
    hidden_removed: usize,
    #[serde(skip_serializing_if = "is_zero")]
    cells_cut_short: usize,
}

#[derive(Serialize)]
struct Extent {
    rows: u32,
    columns: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl ReadTool for Read {
    const SPEC: Spec = Spec::read("sheets.read").aka(&["google_sheets:read"]).needs(&[READ_SHEETS]);

    fn check(&self, _call: &Call) -> Result<(), Failure> {
        if !(1..=10_000).contains(&self.limit) {
            return Err(Failure::invalid("`limit` must be between 1 and 10,000."));
        }
        if self.formulas && self.raw {
            return Err(Failure::invalid("Ask for formulas or for raw values, not for both at once."));
        }
        if !(1..=MOST_RANGES).contains(&self.ranges().len()) {
            return Err(Failure::invalid("Ask for between 1 and 20 ranges."));
        }
        Ok(())
    }

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let opened = google.spreadsheet(&self.spreadsheet, call).await?;
        let ranges = parts(google, &self, &opened, call).await?;
        let answer = Answer {
            title: opened.book.title(),
            id: opened.handle.id().to_owned(),
            link: opened.link(),
            sheets: opened.book.rows(),
            ranges,
        };
        let label = opened.label(Self::SPEC.name, &call.account.0);
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        let ranges: Vec<&str> =
            self.ranges().into_iter().map(|range| range.unwrap_or("everything")).collect();
        Effect::new("Read a spreadsheet of yours")
            .field("Spreadsheet", &self.spreadsheet)
            .field("Range", ranges.join(", "))
    }
}

impl Read {
    /// Nothing stands for the whole sheet.
    fn ranges(&self) -> Vec<Option<&str>> {
        match &self.range {
            None => vec![None],
            Some(Ranges::One(range)) => vec![Some(range)],
            Some(Ranges::Several(ranges)) => ranges.iter().map(|range| Some(range.as_str())).collect(),
        }
    }

    fn rendering(&self) -> Rendering {
        match (self.formulas, self.raw) {
            (true, _) => Rendering::Formulas,
            (false, true) => Rendering::Raw,
            (false, false) => Rendering::AsShown,
        }
    }
}

async fn parts(google: &Google, plan: &Read, opened: &Opened, call: &Call) -> Result<Vec<Part>, Failure> {
    let beside = opened.beside(plan.sheet.as_ref());
    let place = |range: Option<&str>| match range {
        Some(range) => Ok(opened.book.meant(range, beside)?.place),
        None => opened.book.sheet(beside)?.properties.whole(),
    };
    let places = plan.ranges().into_iter().map(place).collect::<Result<Vec<Place>, Failure>>()?;
    let first = |place: &Place| {
        let bottom = place.block.bottom.min(place.block.top.saturating_add(FETCHED));
        Place { block: Block { bottom, ..place.block }, ..place.clone() }
    };
    let fetched: Vec<Place> = places.iter().map(first).collect();
    let sheets = google.sheets(call);
    let values = sheets.values(&opened.handle, &fetched, plan.rendering()).await?;
    let most = (plan.limit / u32::try_from(places.len()).unwrap_or(1)).max(1);
    let mut parts = Vec::new();
    for ((place, fetched), values) in places.iter().zip(&fetched).zip(&values) {
        let table = Table::of(&values.values, place.block, most);
        let read = u32::try_from(values.values.len()).unwrap_or(u32::MAX);
        let total = total_rows(&sheets, &opened.handle, (place, fetched), read).await?;
        parts.push(part(place, table, total));
    }
    Ok(parts)
}

/// How many rows of a place hold something, up to the last that does.
async fn total_rows(
    sheets: &Sheets,
    file: &Handle,
    (place, fetched): (&Place, &Place),
    read: u32,
) -> Result<u32, Failure> {
    if fetched.block == place.block {
        return Ok(read);
    }
    let below = Place { block: Block { top: fetched.block.bottom, ..place.block }, ..place.clone() };
    let used = sheets.used_rows(file, &below).await?;
    Ok(if used > below.block.top { used - place.block.top } else { read })
}

fn part(place: &Place, table: Table, total: u32) -> Part {
    let mut next: Vec<String> =
        rest(place, &table, total).iter().map(|range| visible_line(range.as_str())).collect();
    Part {
        range: place.shown(),
        shown: Extent { rows: table.rows, columns: table.columns },
        total: Extent { rows: total, columns: table.total_columns },
        next_range: match next.len() {
            0 => None,
            1 => next.pop().map(Ranges::One),
            _ => Some(Ranges::Several(next)),
        },
        hidden_removed: table.hidden,
        cells_cut_short: table.cut,
        table: table.words,
    }
}
