//! Cells, as a table in letters of one width.

use super::super::answers::files::Cells;

/// A wider cell is cut.
const WIDEST: usize = 28;
const ROWS: usize = 40;

pub(super) fn cells(found: &Cells) -> String {
    let mut parts = vec![format!("“{}” — {}", found.title, found.link)];
    for range in &found.ranges {
        let lines = drawn(&range.table);
        parts.push(if lines.is_empty() {
            format!("{}: there is nothing in it.", range.range)
        } else {
            format!("{}\n```\n{}\n```", range.range, lines.join("\n"))
        });
        parts.extend(range.next_range.as_ref().map(|_| "There is more below; say “more”.".to_owned()));
    }
    let others: Vec<&str> = found.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    if others.len() > 1 {
        parts.push(format!("Its tabs: {}.", others.join(", ")));
    }
    parts.join("\n")
}

/// The rows of a Markdown table, each column as wide as what is in it.
fn drawn(markdown: &str) -> Vec<String> {
    let rows: Vec<Vec<String>> = markdown.lines().filter(|line| !is_rule(line)).take(ROWS).map(row).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let lengths = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        lengths.max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| {
            let is_number = cell.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
            if is_number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn is_rule(line: &str) -> bool {
    line.chars().all(|letter| matches!(letter, '|' | '-' | ':' | ' '))
}

fn row(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|').replace("\\|", "\u{1}");
    inner.split('|').map(|cell| cut(&cell.replace('\u{1}', "|"))).collect()
}

/// What would end the table's frame is no part of it.
fn cut(cell: &str) -> String {
    let cell = cell.trim().replace("<br>", " ").replace('`', "'");
    if cell.chars().count() <= WIDEST {
        return cell;
    }
    let beginning: String = cell.chars().take(WIDEST - 1).collect();
    format!("{beginning}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other_and_numbers_to_the_right() {
        let table = "|  | A | B |\n|---|---|---|\n| 1 | Part | Planned |\n| 2 | Design \\| type | 13300 |\n| 3 |  | 7 |\n";
        assert_eq!(
            drawn(table),
            [
                "   A              B",
                "1  Part           Planned",
                "2  Design | type    13300",
                "3                       7"
            ]
        );
        assert!(drawn("").is_empty());
    }
}
