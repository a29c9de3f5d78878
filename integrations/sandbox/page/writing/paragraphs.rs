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

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) depth: usize,
    pub(super) words: String,
}

const FENCE: &str = "```";

pub(super) fn paragraphs(text: &str, dialect: Dialect) -> Vec<Paragraph> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((words, after)) = rest.split_once(FENCE) {
        let Some((code, after)) = after.split_once(FENCE) else { break };
        lines(words, dialect, &mut out);
        out.push(Paragraph::Code(without_language(code, dialect).trim_matches('\n').to_owned()));
        rest = after;
    }
    lines(rest, dialect, &mut out);
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

fn lines(text: &str, dialect: Dialect, out: &mut Vec<Paragraph>) {
    let mut open = false;
    for line in text.lines() {
        if line.trim().is_empty() {
            open = false;
            continue;
        }
        let next = paragraph(line, dialect);
        match (out.last_mut().filter(|_| open), next) {
            (Some(Paragraph::Words(all)), Paragraph::Words(line))
            | (Some(Paragraph::Quote(all)), Paragraph::Quote(line))
            | (Some(Paragraph::Table(all)), Paragraph::Table(line)) => {
                all.push('\n');
                all.push_str(&line);
            }
            (Some(Paragraph::Bullets(all)), Paragraph::Bullets(items))
            | (Some(Paragraph::Numbers(_, all)), Paragraph::Numbers(_, items)) => all.extend(items),
            (_, next) => out.push(next),
        }
        open = true;
    }
}

fn paragraph(line: &str, dialect: Dialect) -> Paragraph {
    let words = line.trim();
    let depth = (line.len() - line.trim_start().len()) / 2;
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
    if let Some(item) = bullets.iter().find_map(|bullet| words.strip_prefix(bullet)) {
        return Paragraph::Bullets(vec![Item { depth, words: item.trim().to_owned() }]);
    }
    match numbered(words) {
        Some((number, item)) => {
            Paragraph::Numbers(number, vec![Item { depth, words: item.trim().to_owned() }])
        }
        None => Paragraph::Words(words.to_owned()),
    }
}

fn numbered(words: &str) -> Option<(u32, &str)> {
    let (number, item) = words.split_once(". ")?;
    let plain = number.len() <= 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| number.parse().ok()).flatten().map(|number| (number, item))
}
