//! Cells, as a table.

use super::super::answers::files::Cells;

const ROWS: usize = 40;

pub(super) fn cells(found: &Cells) -> String {
    let mut parts = vec![format!("“{}” — {}", found.title, found.link)];
    for range in &found.ranges {
        parts.push(match table(&range.table) {
            Some(table) => format!("{}\n\n{table}\n", range.range),
            None => format!("{}: there is nothing in it.", range.range),
        });
        parts.extend(range.next_range.as_ref().map(|_| "There is more below; say “more”.".to_owned()));
    }
    let others: Vec<&str> = found.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    if others.len() > 1 {
        parts.push(format!("Its tabs: {}.", others.join(", ")));
    }
    parts.join("\n")
}

/// As it was given, as far as it is shown; nothing if it has no cells.
fn table(markdown: &str) -> Option<String> {
    let lines: Vec<&str> = markdown.lines().filter(|line| !line.trim().is_empty()).collect();
    // Letters of columns and the rule below them are no cells.
    if lines.len() <= 2 {
        return None;
    }
    let shown = lines.iter().take(2 + ROWS).copied().collect::<Vec<_>>().join("\n");
    let rows = lines.len() - 2;
    Some(if rows > ROWS { format!("{shown}\n\nThese are the first {ROWS} of {rows} rows.") } else { shown })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_stays_one_and_says_what_it_leaves_out() {
        let head = "|  | A | B |\n|---|---|---|";
        let row = |row: usize| format!("\n| {row} | Design \\| type | 13300 |");
        let rows = |number: usize| (1..=number).map(row).collect::<Vec<_>>().concat();
        assert_eq!(table(&format!("{head}{}\n", rows(2))), Some(format!("{head}{}", rows(2))));
        let long = table(&format!("{head}{}", rows(ROWS + 3))).unwrap();
        assert_eq!(long, format!("{head}{}\n\nThese are the first 40 of 43 rows.", rows(ROWS)));
        assert_eq!(table(""), None);
    }
}
