//! Records as a table for people.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::{AuditRecord, is_invisible};
use store::{Holds, Line};

use super::Newest;
use super::stored::Stored;

const COLUMNS: [&str; 9] = ["time", "number", "what", "who", "tool", "gate", "outcome", "approval", "digest"];
/// How much of an id or a digest is compared by eye.
const SHORT: usize = 8;
/// How wide a column gets. Nothing of ours is wider than that by much.
const WIDEST: usize = 40;

pub(super) fn table(newest: &Newest) -> String {
    let zone = TimeZone::system();
    if newest.records.is_empty() {
        return "There is no such record.".to_owned();
    }
    let rows: Vec<[String; 9]> =
        newest.records.iter().map(|(line, stored)| row(line, stored, &zone)).collect();
    let all = || std::iter::once(COLUMNS.map(str::to_owned)).chain(rows.iter().cloned());
    let widths: Vec<usize> = (0..COLUMNS.len())
        .map(|column| {
            all().filter_map(|row| row.get(column).map(|cell| cell.chars().count())).max().unwrap_or(0)
        })
        .collect();
    let mut lines: Vec<String> = all()
        .map(|row| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        })
        .collect();
    lines.push(format!("\n{}", footer(newest, &zone)));
    lines.join("\n")
}

fn footer(newest: &Newest, zone: &TimeZone) -> String {
    let shown = newest.records.len();
    let zone = zone.iana_name().unwrap_or("the zone of this machine");
    let mut words = format!("{} · times in {zone}", counted(shown, "record"));
    if newest.earlier > 0 {
        let all = shown + newest.earlier;
        words = format!(
            "{words}\n{} not shown. --last {all} shows all of them, countersign audit export writes them down.",
            counted(newest.earlier, "earlier record")
        );
    }
    if newest.records.iter().any(|(line, _)| line.holds == Holds::No) {
        words = format!("{words}\nA record marked with ! was changed, or does not follow the one before it.");
    }
    words
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn row(line: &Line, stored: &Stored, zone: &TimeZone) -> [String; 9] {
    let mark = match line.holds {
        Holds::Yes => "",
        Holds::No => "!",
    };
    let number = format!("{}{mark}", line.number);
    let Some(record) = &stored.record else {
        let nothing = String::new;
        let unreadable = "(cannot be read)".to_owned();
        return [
            nothing(),
            number,
            unreadable,
            nothing(),
            nothing(),
            nothing(),
            nothing(),
            nothing(),
            nothing(),
        ];
    };
    let cell = |words: &Option<String>| harmless(words.as_deref().unwrap_or_default());
    let short = |words: &Option<String>| cell(words).chars().take(SHORT).collect::<String>();
    [
        in_zone(stored.at, zone),
        number,
        harmless(&record.what),
        cell(&record.who),
        tools(stored, record),
        cell(&record.gate),
        cell(&record.outcome),
        short(&record.approval),
        short(&record.digest),
    ]
}

/// The one it is about, or those the model called.
fn tools(stored: &Stored, record: &AuditRecord) -> String {
    let called: Vec<&str> = record.calls.values().map(String::as_str).collect();
    harmless(stored.tool.as_deref().unwrap_or(&called.join(", ")))
}

fn in_zone(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// On one line and of a bearable width: whoever tampers with a record is not to draw on somebody's terminal.
fn harmless(words: &str) -> String {
    let shown = |char: char| if steers(char) || is_invisible(char) { '\u{fffd}' } else { char };
    let mut cut: String = words.chars().take(WIDEST).map(shown).collect();
    if words.chars().nth(WIDEST).is_some() {
        cut.push('…');
    }
    cut
}

/// What moves the place where the next character stands.
fn steers(char: char) -> bool {
    char.is_control() || matches!(char, '\u{2028}' | '\u{2029}')
}
