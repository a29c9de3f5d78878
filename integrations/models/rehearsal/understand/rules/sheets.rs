//! Spreadsheets: cells read, written and made to look.

use super::rule::Rule;
use crate::rehearsal::understand::cells::range;
use crate::rehearsal::understand::file::Called;
use crate::rehearsal::understand::pattern::Gaps;
use crate::rehearsal::understand::words::Words;
use crate::rehearsal::wish::Wish;
use crate::rehearsal::wish::files::{Look, Part, Sheets};
use crate::rehearsal::wish::named::{File, Kind};

pub(super) const RULES: &[Rule] = &[
    Rule {
        wordings: &[
            "what|which spreadsheets|sheets do i have",
            "[show|list] [me] [all] my spreadsheets|sheets",
            "what|which spreadsheets|sheets are there",
        ],
        wish: |_| Some(Wish::Sheets(Sheets::List)),
    },
    Rule {
        wordings: &[
            "create|make|start [me] a|an|the [new] [google] spreadsheet|sheet called|named|titled {title} with [the] columns|column|headers|header [:] {columns}",
            "create|make|start [me] a|an|the [new] [google] spreadsheet|sheet called|named|titled {title}",
        ],
        wish: |gaps| {
            let columns = gaps.get("columns").map(row).unwrap_or_default();
            Some(Wish::Sheets(Sheets::Create { title: gaps.get("title")?.trimmed().to_owned(), columns }))
        },
    },
    Rule {
        wordings: &[
            "append|add|put [a|the|this] [new] row [with|:] {row} to|into|in {spreadsheet}",
            "append|add [a] [new] row to|in {spreadsheet} with|: {row}",
        ],
        wish: |gaps| {
            Some(Wish::Sheets(Sheets::Append { spreadsheet: spreadsheet(gaps)?, row: row(gaps.get("row")?) }))
        },
    },
    Rule {
        wordings: &[
            "set|change {range} of|in [the] {sheet} tab of|in {spreadsheet} to|: {value}",
            "set|change {range} of|in {spreadsheet} to|: {value}",
            "write|put|enter {value} into|in|to {range} of|in {spreadsheet}",
        ],
        wish: |gaps| {
            let value = gaps.get("value")?.quoted().to_owned();
            Some(Wish::Sheets(Sheets::Write { spreadsheet: spreadsheet(gaps)?, part: part(gaps)?, value }))
        },
    },
    Rule {
        wordings: &[
            "make {range} of|in [the] {sheet} tab of|in {spreadsheet} bold|italic|underlined|italics",
            "make {range} of|in {spreadsheet} bold|italic|underlined|italics",
        ],
        wish: |gaps| {
            let look = match gaps.last_word() {
                "bold" => Look::Bold,
                "underlined" => Look::Underline,
                _ => Look::Italic,
            };
            Some(Wish::Sheets(Sheets::Style { spreadsheet: spreadsheet(gaps)?, part: part(gaps)?, look }))
        },
    },
    Rule {
        wordings: &["cross|strike out|through {range} of|in {spreadsheet}"],
        wish: |gaps| {
            let (spreadsheet, part) = (spreadsheet(gaps)?, part(gaps)?);
            Some(Wish::Sheets(Sheets::Style { spreadsheet, part, look: Look::Strikethrough }))
        },
    },
    Rule {
        wordings: &[
            "read|show|get|give|open|see|display [me] {range} of|in|from [the] {sheet} tab of|in {spreadsheet}",
            "what's|what [is] in {range} of|in [the] {sheet} tab of|in {spreadsheet}",
            "read|show|get|give|open|see|display [me] {range} of|in|from {spreadsheet}",
            "what's|what [is] in {range} of|in {spreadsheet}",
        ],
        wish: |gaps| Some(Wish::Sheets(Sheets::Read { spreadsheet: spreadsheet(gaps)?, part: part(gaps)? })),
    },
    Rule {
        wordings: &["read|show|open|see|display [me] [the] {sheet} tab of|in|from {spreadsheet}"],
        wish: |gaps| {
            let part = Part { sheet: Some(gaps.get("sheet")?.trimmed().to_owned()), range: None };
            Some(Wish::Sheets(Sheets::Read { spreadsheet: spreadsheet(gaps)?, part }))
        },
    },
];

fn spreadsheet(gaps: &Gaps<'_>) -> Option<File> {
    let called = Called::of(gaps.get("spreadsheet")?)?.file.or_of(Kind::Spreadsheet);
    (called.kind == Some(Kind::Spreadsheet)).then_some(called)
}

fn part(gaps: &Gaps<'_>) -> Option<Part> {
    let sheet = gaps.get("sheet").map(|words| words.trimmed().to_owned());
    Some(Part { sheet, range: Some(range(gaps.get("range")?)?) })
}

/// `a, b, "c, d"` as cells.
fn row(words: Words<'_>) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    for letter in words.original().chars() {
        match letter {
            '"' | '“' | '”' => quoted = !quoted,
            ',' | ';' if !quoted => cells.push(std::mem::take(&mut cell)),
            other => cell.push(other),
        }
    }
    cells.push(cell);
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}
