//! Markdown, as Google writes it: one blank line between blocks, entries of a list close together.

mod inline;

use std::mem::discriminant;

use crate::docs::paper::{Block, Entry, EntrySign, Kind, Paragraph};

pub(super) fn write(blocks: &[Block]) -> String {
    let mut parts: Vec<(Group, String)> = Vec::new();
    let mut list = List::default();
    for block in blocks {
        let mut starts_list = false;
        let (group, text) = match block {
            Block::Paragraph(paragraph) => match paragraph.entry {
                Some(entry) => {
                    starts_list = list.is_left_by(entry);
                    (Group::List, list.line(entry, &inline::write(&paragraph.pieces)))
                }
                None => (group(paragraph.kind), line(paragraph)),
            },
            Block::Table(rows) => (Group::Alone, table(rows)),
        };
        match parts.last_mut() {
            Some((before, so_far)) if *before == group && group != Group::Alone && !starts_list => {
                let gap = if group == Group::Quote { "\n>\n" } else { "\n" };
                so_far.push_str(gap);
                so_far.push_str(&text);
            }
            _ if text.is_empty() && group == Group::Alone => {}
            _ => parts.push((group, text)),
        }
    }
    let parts = parts.into_iter().map(|(group, text)| match group {
        Group::Code => format!("{0}\n{text}\n{0}", fence(&text)),
        Group::Alone | Group::List | Group::Quote => text,
    });
    let mut text = parts.collect::<Vec<_>>().join("\n\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// What stands together with its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Alone,
    List,
    Quote,
    Code,
}

fn group(kind: Kind) -> Group {
    match kind {
        Kind::Quote => Group::Quote,
        Kind::Code => Group::Code,
        Kind::Text | Kind::Title | Kind::Subtitle | Kind::Heading(_) => Group::Alone,
    }
}

/// The entries so far: a deeper one stands under the text of the one above it.
#[derive(Debug, Default)]
struct List {
    outermost: Option<EntrySign>,
    /// How wide the sign of the last entry of each level was.
    widths: Vec<usize>,
}

impl List {
    /// Whether an entry is the first of another kind of list.
    fn is_left_by(&mut self, entry: Entry) -> bool {
        let outermost = entry.level == 0;
        let before = if outermost { self.outermost.replace(entry.sign) } else { None };
        before.is_some_and(|before| discriminant(&before) != discriminant(&entry.sign))
    }

    fn line(&mut self, entry: Entry, text: &str) -> String {
        let (sign, width) = match entry.sign {
            EntrySign::Bullet => ("*".to_owned(), 2),
            EntrySign::Number(number) => (format!("{number}."), format!("{number}. ").len()),
            // What stands under a box stands under its bullet's text.
            EntrySign::Box { ticked: true } => ("- [x]".to_owned(), 2),
            EntrySign::Box { ticked: false } => ("- [ ]".to_owned(), 2),
        };
        self.widths.truncate(entry.level);
        let indent: usize = self.widths.iter().sum();
        self.widths.resize(entry.level, 2);
        self.widths.push(width);
        format!("{}{sign} {text}", " ".repeat(indent))
    }
}

fn line(paragraph: &Paragraph) -> String {
    if paragraph.is_rule() {
        return "---".to_owned();
    }
    if paragraph.kind == Kind::Code {
        return paragraph.text();
    }
    let text = inline::write(&paragraph.pieces);
    match paragraph.kind {
        _ if text.is_empty() => text,
        Kind::Title => format!("# {text}"),
        Kind::Heading(level) => format!("{} {text}", "#".repeat(usize::from(level))),
        Kind::Quote => format!("> {}", text.replace('\n', "\n> ")),
        Kind::Text | Kind::Subtitle | Kind::Code => starting_plainly(text),
    }
}

/// Text that must not be taken for a heading, an entry or a rule.
fn starting_plainly(text: String) -> String {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let after = text.get(digits..).unwrap_or_default();
    if digits > 0 && (after.starts_with(". ") || after.starts_with(") ")) {
        let (number, rest) = text.split_at(digits);
        return format!("{number}\\{rest}");
    }
    if text.starts_with(['#', '>', '+', '-', '=']) { format!("\\{text}") } else { text }
}

/// A fence longer than any in the code.
fn fence(code: &str) -> String {
    let longest = code.lines().map(|line| line.chars().take_while(|one| *one == '`').count()).max();
    "`".repeat(longest.unwrap_or_default().max(2) + 1)
}

fn table(rows: &[Vec<Vec<Block>>]) -> String {
    let cell = |blocks: &Vec<Block>| {
        let lines = blocks.iter().map(|block| match block {
            Block::Paragraph(paragraph) => inline::write(&paragraph.pieces),
            Block::Table(rows) => table(rows),
        });
        lines.collect::<Vec<_>>().join("<br>").replace("  \n", "<br>").replace('\n', " ")
    };
    let mut lines: Vec<String> = rows
        .iter()
        .map(|row| format!("| {} |", row.iter().map(cell).collect::<Vec<_>>().join(" | ")))
        .collect();
    let columns = rows.first().map(Vec::len).unwrap_or_default();
    lines.insert(1.min(lines.len()), format!("|{}", " :---- |".repeat(columns)));
    lines.join("\n")
}
