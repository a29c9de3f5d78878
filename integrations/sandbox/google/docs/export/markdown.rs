//! Markdown, as Google writes it: one blank line between blocks, entries of a list close together.

use std::mem::discriminant;

use crate::google::docs::paper::{Block, Entry, EntrySign, Ink, Kind, Mark, Paragraph, Piece};

pub(super) fn write(blocks: &[Block]) -> String {
    let mut parts: Vec<(Group, String)> = Vec::new();
    let mut list = None;
    for block in blocks {
        let (group, text) = match block {
            Block::Paragraph(paragraph) => (group(paragraph), line(paragraph)),
            Block::Table(rows) => (Group::Alone, table(rows)),
        };
        let outermost = match block {
            Block::Paragraph(Paragraph { entry: Some(Entry { level: 0, sign }), .. }) => {
                Some(discriminant(sign))
            }
            Block::Paragraph(_) | Block::Table(_) => None,
        };
        let other_list =
            outermost.is_some_and(|sign| list.replace(sign).is_some_and(|before| before != sign));
        match parts.last_mut() {
            Some((before, so_far)) if *before == group && group != Group::Alone && !other_list => {
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

fn group(paragraph: &Paragraph) -> Group {
    match (paragraph.entry, paragraph.kind) {
        (Some(_), _) => Group::List,
        (None, Kind::Quote) => Group::Quote,
        (None, Kind::Code) => Group::Code,
        (None, Kind::Text | Kind::Title | Kind::Subtitle | Kind::Heading(_)) => Group::Alone,
    }
}

fn line(paragraph: &Paragraph) -> String {
    if paragraph.is_rule() {
        return "---".to_owned();
    }
    if paragraph.kind == Kind::Code {
        return paragraph.text();
    }
    let text: String = inline(&paragraph.pieces);
    if let Some(entry) = paragraph.entry {
        let sign = match entry.sign {
            EntrySign::Bullet => "-".to_owned(),
            EntrySign::Number(number) => format!("{number}."),
            EntrySign::Box { ticked: true } => "- [x]".to_owned(),
            EntrySign::Box { ticked: false } => "- [ ]".to_owned(),
        };
        return format!("{}{sign} {text}", "    ".repeat(entry.level));
    }
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

fn inline(pieces: &[Piece]) -> String {
    pieces.iter().map(piece).collect()
}

fn piece(piece: &Piece) -> String {
    let text = match &piece.ink {
        Ink::Text(text) => text,
        Ink::Image(uri) => return format!("![]({uri})"),
        Ink::Chip { title, uri } => return format!("[{}]({uri})", escaped(title)),
        Ink::Rule | Ink::PageBreak => return String::new(),
    };
    let is_code = piece.marks.contains(&Mark::Code);
    let mut words = if is_code { code(text) } else { escaped(text).replace('\u{b}', "  \n") };
    for mark in &piece.marks {
        words = match mark {
            Mark::Struck => marked(&words, "~~"),
            Mark::Italic => marked(&words, "*"),
            Mark::Bold => marked(&words, "**"),
            // Markdown cannot underline.
            Mark::Code | Mark::Underlined => words,
        };
    }
    match &piece.link {
        Some(uri) => format!("[{words}]({uri})"),
        None => words,
    }
}

/// Marks stand at the words, not at the spaces around them.
fn marked(text: &str, mark: &str) -> String {
    let words = text.trim();
    if words.is_empty() {
        return text.to_owned();
    }
    text.replacen(words, &format!("{mark}{words}{mark}"), 1)
}

fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for one in text.chars() {
        if matches!(one, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '~' | '|') {
            out.push('\\');
        }
        out.push(one);
    }
    out
}

/// A fence longer than any in the code.
fn fence(code: &str) -> String {
    let longest = code.lines().map(|line| line.chars().take_while(|one| *one == '`').count()).max();
    "`".repeat(longest.unwrap_or_default().max(2) + 1)
}

fn table(rows: &[Vec<Vec<Block>>]) -> String {
    let cell = |blocks: &Vec<Block>| {
        let lines = blocks.iter().map(|block| match block {
            Block::Paragraph(paragraph) => inline(&paragraph.pieces),
            Block::Table(rows) => table(rows),
        });
        lines.collect::<Vec<_>>().join("<br>").replace("  \n", "<br>").replace('\n', " ")
    };
    let mut lines: Vec<String> = rows
        .iter()
        .map(|row| format!("| {} |", row.iter().map(cell).collect::<Vec<_>>().join(" | ")))
        .collect();
    let columns = rows.first().map(Vec::len).unwrap_or_default();
    lines.insert(1.min(lines.len()), format!("|{}", " --- |".repeat(columns)));
    lines.join("\n")
}
