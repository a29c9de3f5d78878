//! Text cut into paragraphs, lists, quotes, headings, tables and code.

use super::Dialect;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Paragraph {
    Words(String),
    Heading(usize, String),
    Quote(String),
    Bullets(Vec<Item>),
    /// With the first number.
    Numbers(u32, Vec<Item>),
    Code(String),
    Table(String),
    Rule,
}

/// What stands behind one mark of a list: the words beside the mark, then whatever is indented below them.
pub(super) type Item = Vec<Paragraph>;

/// Deeper than anybody writes.
const DEEPEST: usize = 8;

const FENCE: &str = "```";

pub(super) fn paragraphs(text: &str, dialect: Dialect) -> Vec<Paragraph> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((words, after)) = rest.split_once(FENCE) {
        let Some((code, after)) = after.split_once(FENCE) else { break };
        lines(&words.lines().collect::<Vec<_>>(), Level { dialect, depth: 0 }, &mut out);
        out.push(Paragraph::Code(without_language(code, dialect).trim_matches('\n').to_owned()));
        rest = after;
    }
    lines(&rest.lines().collect::<Vec<_>>(), Level { dialect, depth: 0 }, &mut out);
    out
}

/// In Markdown the rest of the fence's own line names a language.
fn without_language(code: &str, dialect: Dialect) -> &str {
    match code.split_once('\n') {
        Some((first, rest))
            if dialect == Dialect::Markdown && first.trim().chars().all(char::is_alphanumeric) =>
        {
            rest
        }
        _ => code,
    }
}

/// Which signs count, and how many lists are around.
#[derive(Clone, Copy)]
struct Level {
    dialect: Dialect,
    depth: usize,
}

fn lines(mut rest: &[&str], level: Level, out: &mut Vec<Paragraph>) {
    let mut open = true;
    while let Some((line, after)) = rest.split_first() {
        rest = after;
        if line.trim().is_empty() {
            open = false;
            continue;
        }
        let mut next = paragraph(line, level.dialect);
        if let Paragraph::Bullets(items) | Paragraph::Numbers(_, items) = &mut next
            && level.depth < DEEPEST
        {
            let below = rest.iter().take_while(|below| belongs(below, line)).count();
            let (inside, after) = rest.split_at(below);
            rest = after;
            for item in items {
                lines(inside, Level { depth: level.depth + 1, ..level }, item);
            }
        }
        match (out.last_mut(), next) {
            (Some(Paragraph::Words(all)), Paragraph::Words(line))
            | (Some(Paragraph::Quote(all)), Paragraph::Quote(line))
            | (Some(Paragraph::Table(all)), Paragraph::Table(line))
                if open =>
            {
                all.push('\n');
                all.push_str(&line);
            }
            // A list goes on after a blank line.
            (Some(Paragraph::Bullets(all)), Paragraph::Bullets(items))
            | (Some(Paragraph::Numbers(_, all)), Paragraph::Numbers(_, items)) => all.extend(items),
            (_, next) => out.push(next),
        }
        open = true;
    }
}

/// Whether a line is part of the item above it: all that is indented further is, with the blank lines between.
fn belongs(line: &str, item: &str) -> bool {
    line.trim().is_empty() || indent(line) >= indent(item) + 2
}

fn indent(line: &str) -> usize {
    let blank = line.chars().take_while(|sign| sign.is_whitespace());
    blank.map(|sign| if sign == '\t' { 4 } else { 1 }).sum()
}

fn paragraph(line: &str, dialect: Dialect) -> Paragraph {
    let words = line.trim();
    if let Some(quoted) = words.strip_prefix("&gt;").or_else(|| words.strip_prefix('>')) {
        return Paragraph::Quote(quoted.trim_start().to_owned());
    }
    if dialect == Dialect::Markdown {
        let level = words.chars().take_while(|&sign| sign == '#').count();
        if let Some(heading) = words.get(level..).and_then(|rest| rest.strip_prefix(' '))
            && (1..=6).contains(&level)
        {
            return Paragraph::Heading(level, heading.trim().to_owned());
        }
        if words.len() >= 3 && ["-", "*", "_"].iter().any(|sign| words.replace(sign, "").trim().is_empty()) {
            return Paragraph::Rule;
        }
        if words.len() > 1 && words.starts_with('|') && words.ends_with('|') {
            return Paragraph::Table(words.to_owned());
        }
    }
    let bullets: &[&str] =
        if dialect == Dialect::Markdown { &["- ", "* ", "+ ", "• "] } else { &["• ", "◦ ", "- "] };
    let item = |words: &str| vec![vec![Paragraph::Words(words.trim().to_owned())]];
    if let Some(words) = bullets.iter().find_map(|bullet| words.strip_prefix(bullet)) {
        return Paragraph::Bullets(item(words));
    }
    match numbered(words) {
        Some((number, words)) => Paragraph::Numbers(number, item(words)),
        None => Paragraph::Words(words.to_owned()),
    }
}

fn numbered(words: &str) -> Option<(u32, &str)> {
    let (number, item) = words.split_once(". ")?;
    let plain = number.len() <= 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| number.parse().ok()).flatten().map(|number| (number, item))
}
