//! A spreadsheet, one sheet at a time: letters, numbers, what cells show, and the formulas behind it.

use maud::{Markup, html};
use sandbox_google::inspect::sheets::{CellView, OpenSheet, SheetView, Trait, letters};

use super::{Page, address, reader::Reader};

/// A page is no place for all of a large grid; what is left out is said.
const MOST_ROWS: u32 = 500;
const MOST_COLUMNS: u32 = 60;
/// A little of the empty grid is shown around what is in it.
const LEAST_ROWS: u32 = 20;
const LEAST_COLUMNS: u32 = 8;

/// The sheet that is open in a tab of the browser.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The id of the spreadsheet.
    pub(super) id: String,
    /// The title of the sheet; the first one where there is none.
    pub(super) tab: Option<String>,
}

impl Leaf {
    fn open(&self, page: &Page, reader: &Reader) -> Option<OpenSheet> {
        page.google.open_sheet(&reader.handle, &self.id, self.tab.as_deref())
    }
}

/// The pane in the middle, and the name of the spreadsheet; `None` when this person cannot open it.
pub(super) fn pane(page: &Page, reader: &Reader, leaf: &Leaf) -> Option<(String, Markup)> {
    let open = leaf.open(page, reader)?;
    let middle = html! {
        div.pane {
            header.pane-head {
                h1 dir="auto" { (open.name) }
                p.about { "A spreadsheet, as Google has it" }
            }
            div.scroll.sheet-pane id="sheet" role="region" aria-label="Sheet" tabindex="0" data-part="sheet" {
                (shown(reader, leaf, &open))
            }
        }
    };
    Some((open.name.clone(), middle))
}

/// The tabs and the grid, which change.
pub(super) fn part(page: &Page, reader: &Reader, leaf: &Leaf) -> Markup {
    let open = leaf.open(page, reader);
    html! {
        @if let Some(open) = open { (shown(reader, leaf, &open)) } @else { p.empty { "This sheet is not here any more." } }
    }
}

fn shown(reader: &Reader, leaf: &Leaf, open: &OpenSheet) -> Markup {
    html! {
        (tabs(reader, leaf, &open.sheet))
        (grid(&open.sheet))
    }
}

fn tabs(reader: &Reader, leaf: &Leaf, sheet: &SheetView) -> Markup {
    html! {
        nav.sheet-tabs aria-label="Sheets" {
            ul.tabs {
                @for title in &sheet.sheets {
                    @let here = *title == sheet.title;
                    li {
                        a href=(address::sheet(&reader.handle, &leaf.id, title)) data-tab=(title)
                            aria-current=[here.then_some("page")] dir="auto" { (title) }
                    }
                }
            }
        }
    }
}

fn grid(sheet: &SheetView) -> Markup {
    let rows = sheet.used.bottom.max(LEAST_ROWS).min(sheet.rows).min(MOST_ROWS);
    let columns = sheet.used.right.max(LEAST_COLUMNS).min(sheet.columns).min(MOST_COLUMNS);
    html! {
        table.grid {
            thead {
                tr {
                    th scope="col" { span.hidden { "Row" } }
                    @for column in 0..columns { th scope="col" { (letters(column)) } }
                }
            }
            tbody {
                @for row in 0..rows {
                    tr {
                        th scope="row" { (row + 1) }
                        @for column in 0..columns { (place(sheet, (row, column))) }
                    }
                }
            }
        }
        @if sheet.used.bottom > rows || sheet.used.right > columns {
            p.empty id="sheet-rest" {
                "Shown are " (rows) " of " (sheet.used.bottom.max(rows)) " rows and " (columns) " of "
                (sheet.used.right.max(columns)) " columns."
            }
        }
    }
}

/// One place of the grid; nothing where a merged cell covers it.
fn place(sheet: &SheetView, at: (u32, u32)) -> Markup {
    let merge = sheet.merged.iter().find(|merge| merge.contains(at));
    let (down, right) = match merge {
        Some(merge) if (merge.top, merge.left) != at => return html! {},
        Some(merge) => (Some(merge.height()), Some(merge.width())),
        None => (None, None),
    };
    let empty = || html! { td rowspan=[down] colspan=[right] {} };
    sheet.cell(at).map_or_else(empty, |cell| filled(cell, down, right))
}

fn filled(cell: &CellView, down: Option<u32>, right: Option<u32>) -> Markup {
    let look = &cell.look;
    let class = |one: &Trait| match one {
        Trait::Number => "number",
        Trait::Error => "fault",
        Trait::Bold => "bold",
        Trait::Italic => "italic",
    };
    let class: Vec<&str> = look.traits.iter().map(class).collect();
    // A coloured cell is black on white before it is coloured, whatever the colours of the page.
    let painted = look.background.is_some() || look.colour.is_some();
    let background = look.background.as_deref().or(painted.then_some("#ffffff"));
    let colour = look.colour.as_deref().or(painted.then_some("#000000"));
    html! {
        td id={ "cell-" (cell.cell) } data-cell=(cell.cell) class=(class.join(" ")) rowspan=[down] colspan=[right]
            title=[cell.formula.as_deref()] tabindex=[(cell.formula.is_some() || cell.note.is_some()).then_some("0")]
            data-background=[background] data-colour=[colour] {
            span.shown dir="auto" { (cell.shown) }
            @if let Some(formula) = &cell.formula { code.formula { (formula) } }
            @if let Some(note) = &cell.note { span.note { "Note: " (note) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::only_our_tags;
    use sandbox_google::inspect::sheets::Look;

    proptest! {
        #[test]
        fn no_cell_puts_a_tag_into_the_grid(words in "[a-z<>&\"'/= ,;#@-]{0,60}") {
            let cell = CellView {
                cell: "A1".to_owned(), place: (0, 0), shown: words.clone(), value: words.clone().into(),
                formula: Some(words.clone()), note: Some(words), look: Look::default(),
            };
            only_our_tags(&filled(&cell, None, None).into_string());
        }
    }
}
