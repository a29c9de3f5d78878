//! A table: as Slack's own block, in letters of one width, or as a file, whichever it fits.

use slack_morphism::blocks::{
    SlackBlock, SlackDataTableBlock, SlackDataTableCell, SlackDataTableRawNumberCell,
};

use super::markdown::{harmless, unjoined};
use crate::limits::{self, cut, length};

/// What Slack says before the table to those who cannot see it, where nothing before it says what it is about.
const CAPTION: &str = "Table";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    /// As it was written.
    pub(super) source: String,
    /// The first one is the head.
    rows: Vec<Vec<String>>,
    caption: Option<String>,
}

impl Table {
    /// Whether two lines are the head of a table and the rule below it.
    pub(super) fn begins(head: &str, rule: &str) -> bool {
        let is_rule = |cell: &String| {
            let dashes = cell.strip_prefix(':').unwrap_or(cell);
            let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
            !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
        };
        let (head, ruled) = (if head.contains('|') { cells(head) } else { Vec::new() }, cells(rule));
        rule.contains('|') && head.len() == ruled.len() && ruled.iter().all(is_rule)
    }

    /// Head, rule and rows.
    pub(super) fn read(lines: &[&str]) -> Self {
        let rule = |(number, _): &(usize, &&str)| *number != 1;
        let mut rows: Vec<Vec<String>> =
            lines.iter().enumerate().filter(rule).map(|(_, line)| cells(line)).collect();
        let width = rows.first().map_or(0, Vec::len);
        for row in &mut rows {
            let missing = width.saturating_sub(row.len());
            row.extend(std::iter::repeat_n(String::new(), missing));
        }
        Self { source: lines.concat(), rows, caption: None }
    }

    /// With what it is about, if the line before it is a heading, or announces it with a colon.
    pub(super) fn under(self, before: &str) -> Self {
        let line = before.trim_end().lines().next_back().unwrap_or_default();
        Self { caption: announced(line.trim()), ..self }
    }

    /// Slack's own table and how many characters are in it, if it takes one like this.
    pub(super) fn block(&self) -> Option<(SlackBlock, usize)> {
        let width = self.rows.first()?.len();
        let sound = self.rows.iter().all(|row| row.len() == width);
        let fits = (2..=limits::TABLE_ROWS + 1).contains(&self.rows.len()) && width <= limits::TABLE_COLUMNS;
        let texts: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(|cell| shown(cell)).collect()).collect();
        let weight = texts.iter().flatten().map(|cell| length(cell)).sum();
        if !sound || !fits || weight > limits::TABLE {
            return None;
        }
        let page = u32::try_from(self.rows.len() - 1).unwrap_or_default().min(limits::TABLE_PAGE);
        let rows = texts.into_iter().enumerate().map(|(number, row)| {
            row.into_iter().map(|text| if number == 0 { text.into() } else { cell(text) }).collect()
        });
        let caption = self.caption.as_deref().unwrap_or(CAPTION).to_owned();
        let block = SlackDataTableBlock::new(caption, rows.collect()).with_page_size(page);
        Some((block.into(), weight))
    }

    /// In letters of one width, between fences.
    pub(super) fn fenced(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
        };
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or_default()).collect();
        let line = |row: &Vec<String>| {
            let padded = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let text = self.rows.iter().map(line).collect::<Vec<_>>().join("\n");
        let longest = text.split(|sign| sign != '`').map(str::len).max().unwrap_or_default();
        let fence = "`".repeat((longest + 1).max(3));
        format!("{fence}\n{text}\n{fence}\n")
    }

    /// As spreadsheets read it.
    pub(super) fn csv(&self) -> String {
        let quoted = |cell: &String| {
            let cell = unjoined(cell);
            // A spreadsheet would calculate it, and a stranger may have written it.
            let acts =
                cell.starts_with(['=', '+', '@', '\t']) || cell.starts_with('-') && number(&cell).is_none();
            format!("\"{}{}\"", if acts { "'" } else { "" }, cell.replace('"', "\"\""))
        };
        let line = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(",");
        self.rows.iter().map(line).map(|line| line + "\r\n").collect()
    }
}

/// A table of Slack's in lines, for a Slack that does not take it.
pub(super) fn in_lines(table: &SlackDataTableBlock) -> String {
    let text = |cell: &SlackDataTableCell| match cell {
        SlackDataTableCell::RawText(cell) => cell.text.clone(),
        SlackDataTableCell::RawNumber(cell) => cell.text.clone(),
        SlackDataTableCell::RichText(_)
        | SlackDataTableCell::ActionCell(_)
        | SlackDataTableCell::Unknown(_) => String::new(),
    };
    let line = |row: &Vec<SlackDataTableCell>| row.iter().map(text).collect::<Vec<_>>().join(" | ");
    table.rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The cells of a line. A bar after a backslash is a bar.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for sign in line.chars() {
        let last = cells.last_mut();
        match (sign, last) {
            ('|', Some(cell)) if escaped => {
                cell.pop();
                cell.push('|');
            }
            ('|', _) => cells.push(String::new()),
            (sign, Some(cell)) => cell.push(sign),
            (_, None) => {}
        }
        escaped = sign == '\\' && !escaped;
    }
    // The bar that closes the line opens no cell.
    if cells.len() > 1 && cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

/// A cell's words. Slack shows no markdown in a table, so marks that come in pairs go.
fn shown(cell: &str) -> String {
    let mut text = harmless(cell);
    for mark in ["**", "`"] {
        if text.matches(mark).count() % 2 == 0 {
            text = text.replace(mark, "");
        }
    }
    if text.trim().is_empty() { " ".to_owned() } else { text }
}

/// What a line says of the table below it. A caption is plain text: one with an address in it would be read out as such.
fn announced(line: &str) -> Option<String> {
    let words = shown(line);
    let words = words.trim();
    let heading = words.trim_start_matches('#');
    let is_heading = heading.len() < words.len() && heading.starts_with(' ');
    let about = if is_heading { heading.trim_end_matches('#') } else { words.strip_suffix(':')? };
    let about = about.trim().trim_end_matches(':');
    (!about.is_empty() && !about.contains("](")).then(|| cut(about, limits::CAPTION))
}

fn cell(text: String) -> SlackDataTableCell {
    match number(&text) {
        Some(value) => SlackDataTableRawNumberCell::new(value, text).into(),
        None => text.into(),
    }
}

/// A number that is written the way it is counted with: no zeros in front, which would make it a name, and no signs
/// between, which mean one thing here and another there.
fn number(text: &str) -> Option<serde_json::Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').map_or((digits, None), |(whole, part)| (whole, Some(part)));
    let counts = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let plain = whole == "0" || !whole.starts_with('0');
    if !(counts(whole) && part.is_none_or(counts) && plain && digits.len() <= 15) {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        Table::read(&text.split_inclusive('\n').collect::<Vec<_>>())
    }

    #[test]
    fn numbers_are_numbers_and_the_rest_is_text() {
        let (block, _) =
            table("| What | How many |\n|---|---|\n| **Pens** | 12 |\n| Ink | 007 |\n").block().unwrap();
        let rows = serde_json::to_value(block).unwrap()["rows"].clone();
        assert_eq!(rows[1][0], serde_json::json!({"type": "raw_text", "text": "Pens"}));
        assert_eq!(rows[1][1], serde_json::json!({"type": "raw_number", "value": 12, "text": "12"}));
        assert_eq!(rows[2][1]["type"], "raw_text");
    }

    #[test]
    fn a_table_is_called_what_announces_it() {
        let long = "x".repeat(300);
        for (before, caption) in [
            ("", "Table"),
            ("Here it is.\n\n", "Table"),
            ("Pens:\n\nThey are blue.\n", "Table"),
            ("See [the list](https://a.example):\n", "Table"),
            ("#\n", "Table"),
            ("#1\n", "Table"),
            (":\n", "Table"),
            ("I looked.\n\n## What we have: ##\n\n", "What we have"),
            ("**Pens in stock:**\n\n", "Pens in stock"),
            ("Hello.\nThese are for <!here>:\n", "These are for <\u{2060}!here>"),
            (&format!("# {long}\n"), &format!("{}…", &long[..limits::CAPTION - 1])),
        ] {
            let (block, _) = table("|a|\n|-|\n|1|\n").under(before).block().unwrap();
            assert_eq!(serde_json::to_value(block).unwrap()["caption"], caption, "{before}");
        }
    }

    #[test]
    fn a_row_that_is_too_short_is_filled_and_one_that_is_too_long_is_no_block() {
        assert!(table("|a|b|\n|-|-|\n|1|\n").block().is_some());
        let long = table("|a|b|\n|-|-|\n|1|2|3|\n");
        assert!(long.block().is_none());
        assert!(long.fenced().contains("1  2  3") || long.fenced().contains('3'), "{}", long.fenced());
    }

    #[test]
    fn what_is_too_wide_or_too_long_is_no_block() {
        let wide = format!("{}\n{}\n{}\n", "|x".repeat(21), "|-".repeat(21), "|y".repeat(21));
        assert!(table(&wide).block().is_none());
        assert!(table(&format!("|x|\n|-|\n{}", "|y|\n".repeat(101))).block().is_none());
        assert!(table(&format!("|x|\n|-|\n{}", "|y|\n".repeat(100))).block().is_some());
    }

    #[test]
    fn a_bar_after_a_backslash_is_a_bar_and_a_fence_is_longer_than_what_is_in_it() {
        let table = table("| a |\n|---|\n| x \\| ```y |\n");
        assert_eq!(table.rows[1], ["x | ```y"]);
        assert!(table.fenced().starts_with("````\n"), "{}", table.fenced());
    }

    #[test]
    fn nothing_in_a_file_is_calculated() {
        let csv = table("| a | b |\n|---|---|\n| =1+1 | -2 |\n| -x | say \"hi\" |\n").csv();
        assert_eq!(csv, "\"a\",\"b\"\r\n\"'=1+1\",\"-2\"\r\n\"'-x\",\"say \"\"hi\"\"\"\r\n");
    }
}
