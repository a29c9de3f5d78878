//! Words with their looks, as Markdown that means nothing else.

use super::super::block::{Block, Look, Words, text_of};
use super::super::parsing::parse;

/// Over several lines where the words break.
pub(super) fn lines(words: &Words) -> String {
    checked(words, Frame::Lines)
}

/// On one line, whatever breaks there are.
pub(super) fn one_line(words: &Words) -> String {
    checked(words, Frame::Line)
}

/// In a table.
pub(super) fn cell(words: &Words) -> String {
    checked(words, Frame::Cell)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    Lines,
    Line,
    Cell,
}

/// What stands between runs: a comment parts the signs on both sides of it, so that each is taken for what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seams {
    Bare,
    Commented,
}

/// Markdown has many rules about what can stand beside what; reading it again shows whether one of them was hurt.
fn checked(words: &Words, frame: Frame) -> String {
    let bare = written(words, frame, Seams::Bare);
    if reads_as(&bare, words, frame) { bare } else { written(words, frame, Seams::Commented) }
}

fn reads_as(markdown: &str, words: &Words, frame: Frame) -> bool {
    let framed = match frame {
        Frame::Lines => markdown.to_owned(),
        Frame::Line => format!("# {markdown}"),
        Frame::Cell => format!("| {markdown} |\n| --- |"),
    };
    match parse(&framed).blocks.as_slice() {
        [] => text_of(words).trim().is_empty(),
        [Block::Paragraph(paragraph)] => paragraph.entry.is_none() && paragraph.words == *words,
        [Block::Table(rows)] => rows.first().and_then(|row| row.first()) == Some(words),
        _ => false,
    }
}

fn written(words: &Words, frame: Frame, seams: Seams) -> String {
    let mut page = String::new();
    let mut open: Vec<Mark> = Vec::new();
    for run in words {
        let marks = marks(&run.look);
        let common = match seams {
            Seams::Bare => open.iter().zip(&marks).take_while(|(one, other)| one == other).count(),
            Seams::Commented => 0,
        };
        close(&mut page, &mut open, common);
        // At the beginning of a line it would be a block of its own, and would hide what begins there from `escape`.
        if seams == Seams::Commented && !page.is_empty() {
            page.push_str(SEAM);
        }
        for mark in marks.into_iter().skip(common) {
            page.push_str(mark.start());
            open.push(mark);
        }
        if run.look.code {
            page.push_str(&code(&run.text, frame));
        } else {
            escape(&run.text, frame, &mut page);
        }
    }
    close(&mut page, &mut open, 0);
    page
}

const SEAM: &str = "<!-- -->";

fn close(page: &mut String, open: &mut Vec<Mark>, down_to: usize) {
    while open.len() > down_to {
        if let Some(mark) = open.pop() {
            page.push_str(&mark.end());
        }
    }
}

/// From the outside in.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mark {
    Link(String),
    Bold,
    Italic,
    Struck,
}

impl Mark {
    fn start(&self) -> &'static str {
        match self {
            Self::Link(_) => "[",
            Self::Bold => "**",
            Self::Italic => "*",
            Self::Struck => "~~",
        }
    }

    fn end(&self) -> String {
        match self {
            Self::Link(url) => format!("]({})", address(url)),
            Self::Bold | Self::Italic | Self::Struck => self.start().to_owned(),
        }
    }
}

fn marks(look: &Look) -> Vec<Mark> {
    let mut marks: Vec<Mark> = look.link.iter().cloned().map(Mark::Link).collect();
    let rest = [(look.bold, Mark::Bold), (look.italic, Mark::Italic), (look.struck, Mark::Struck)];
    marks.extend(rest.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark));
    marks
}

fn address(url: &str) -> String {
    let mut written = String::with_capacity(url.len());
    for letter in url.chars() {
        match letter {
            ' ' => written.push_str("%20"),
            '<' => written.push_str("%3C"),
            '>' => written.push_str("%3E"),
            '|' => written.push_str("%7C"),
            '(' | ')' | '\\' | '*' | '`' => written.extend(['\\', letter]),
            letter if letter.is_control() => {}
            letter => written.push(letter),
        }
    }
    written
}

fn code(text: &str, frame: Frame) -> String {
    let text = text.replace('\n', " ");
    let text = if frame == Frame::Cell { text.replace('|', "\\|") } else { text };
    let longest = text.split(|one| one != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let blank = text.trim().is_empty();
    let pad = !blank && (text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']));
    let pad = if pad { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn escape(text: &str, frame: Frame, page: &mut String) {
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let next = rest.peek().copied();
        let before = page.chars().next_back();
        let begins = before.is_none_or(|before| before == '\n');
        match letter {
            '\n' => page.push_str(match frame {
                Frame::Lines => "\\\n",
                Frame::Line => " ",
                Frame::Cell => "<br>",
            }),
            '\\' | '`' | '*' | '[' | ']' | '<' | '~' => page.extend(['\\', letter]),
            // Within a word it means nothing.
            '_' if !(before.is_some_and(char::is_alphanumeric)
                && next.is_some_and(char::is_alphanumeric)) =>
            {
                page.push_str("\\_");
            }
            '|' if frame == Frame::Cell => page.push_str("\\|"),
            '!' if next.is_none() => page.push_str("\\!"),
            '&' if next.is_none_or(|next| next == '#' || next.is_ascii_alphabetic()) => page.push_str("\\&"),
            '#' | '>' | '+' | '-' | '=' if begins => page.extend(['\\', letter]),
            '#' if frame == Frame::Line => page.push_str("\\#"),
            '.' | ')' if numbers_the_line(page) => page.extend(['\\', letter]),
            letter => page.push(letter),
        }
    }
}

/// Whether the line so far is a number, which would be that of an entry.
fn numbers_the_line(page: &str) -> bool {
    let line = page.rsplit('\n').next().unwrap_or_default();
    (1..=9).contains(&line.len()) && line.bytes().all(|byte| byte.is_ascii_digit())
}
