//! A model's markdown, taken apart into what Slack shows in different ways: prose, tables, and long code.
//!
//! Knows lines and fences. Doesn't know blocks.

use super::literal::{has_sequence, has_sequence_in_code};
use super::markdown::{closes, fence_sign};
use super::table::Table;
use crate::limits::{self, length};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    Prose(String),
    Table(Table),
    /// Code between fences in which Slack would see sequences of its own.
    Fence(String),
    /// Lines of prose with such code in them.
    Lines(String),
    /// Too long to be read in a message. `source` is the same with its fence.
    Code {
        language: String,
        code: String,
        source: String,
    },
}

/// Everything that is in the markdown, in its order.
pub(super) fn segments(markdown: &str) -> Vec<Segment> {
    let lines: Vec<&str> = markdown.split_inclusive('\n').collect();
    let mut sorter = Sorter::default();
    let mut rest = lines.as_slice();
    while let Some((line, after)) = rest.split_first() {
        rest = if let Some((segment, lines)) =
            fenced(rest).or_else(|| table(rest)).or_else(|| with_code(rest))
        {
            sorter.put(segment);
            rest.get(lines..).unwrap_or_default()
        } else {
            sorter.prose.push_str(line);
            after
        };
    }
    sorter.finish()
}

#[derive(Default)]
struct Sorter {
    done: Vec<Segment>,
    prose: String,
}

impl Sorter {
    fn put(&mut self, segment: Segment) {
        if let Segment::Prose(text) = segment {
            self.prose.push_str(&text);
            return;
        }
        let segment = match segment {
            Segment::Table(table) => Segment::Table(table.under(&self.prose)),
            other => other,
        };
        self.close();
        self.done.push(segment);
    }

    fn close(&mut self) {
        let prose = std::mem::take(&mut self.prose);
        if !prose.trim().is_empty() {
            self.done.push(Segment::Prose(prose));
        }
    }

    fn finish(mut self) -> Vec<Segment> {
        self.close();
        self.done
    }
}

/// The fence that begins here, and how many lines it takes. One that is never closed goes on to the end.
fn fenced(lines: &[&str]) -> Option<(Segment, usize)> {
    let opened = lines.first()?.trim();
    let sign = fence_sign(opened)?;
    let inside = lines.iter().skip(1).take_while(|line| !closes(opened, line.trim())).count();
    let taken = (inside + 2).min(lines.len());
    let source: String = lines.iter().take(taken).copied().collect();
    let code: String = lines.iter().skip(1).take(inside).copied().collect();
    if length(&code) <= limits::SNIPPET {
        let segment = if has_sequence(&code) { Segment::Fence(code) } else { Segment::Prose(source) };
        return Some((segment, taken));
    }
    let language = opened.trim_start_matches(sign).trim().to_owned();
    Some((Segment::Code { language, code, source }, taken))
}

/// The lines from here on that have such code in them. One that is too long for a block stays prose.
fn with_code(lines: &[&str]) -> Option<(Segment, usize)> {
    let mut room = limits::SECTION;
    let fits = |line: &&&str| {
        let taken = has_sequence_in_code(line) && length(line) <= room;
        room = room.saturating_sub(length(line));
        taken
    };
    let taken = lines.iter().take_while(fits).count();
    let text: String = lines.iter().take(taken).copied().collect();
    (taken > 0).then_some((Segment::Lines(text), taken))
}

/// The table that begins here, and how many lines it takes.
fn table(lines: &[&str]) -> Option<(Segment, usize)> {
    let (head, rule) = (lines.first()?, lines.get(1)?);
    if !Table::begins(head, rule) {
        return None;
    }
    let is_row = |line: &&&str| line.contains('|') && fence_sign(line.trim()).is_none();
    let taken = 2 + lines.iter().skip(2).take_while(is_row).count();
    Some((Segment::Table(Table::read(lines.get(..taken)?)), taken))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_stands_apart_from_what_is_around_it() {
        let found = segments("Before\n\n| a | b |\n|---|--:|\n| x | 1 |\n\nAfter");
        let kinds: Vec<bool> = found.iter().map(|segment| matches!(segment, Segment::Table(_))).collect();
        assert_eq!(kinds, [false, true, false]);
        let found = segments("Pens:\n\n| a |\n|---|\n| x |\n");
        assert!(
            matches!(&found[1], Segment::Table(table) if *table != table.clone().under("")),
            "it is called by them"
        );
    }

    #[test]
    fn what_looks_like_a_table_in_code_is_code() {
        let text = "```\n| a | b |\n|---|---|\n```\n";
        assert_eq!(segments(text), [Segment::Prose(text.to_owned())]);
        let open = format!("~~~rust\n{}", "let x = 1;\n".repeat(400));
        let found = segments(&open);
        assert!(matches!(&found[..], [Segment::Code { language, .. }] if language == "rust"), "{found:?}");
    }

    #[test]
    fn code_that_slack_would_misread_stands_apart() {
        let text = "A\n```html\n<!DOCTYPE html>\n```\nuse `arr<@T>`\n- or `<#x>`\n`vec![1]` <@U1>\n";
        let fence = Segment::Fence("<!DOCTYPE html>\n".to_owned());
        let lines = Segment::Lines("use `arr<@T>`\n- or `<#x>`\n".to_owned());
        let prose = |text: &str| Segment::Prose(text.to_owned());
        assert_eq!(segments(text), [prose("A\n"), fence, lines, prose("`vec![1]` <@U1>\n")]);
    }

    #[test]
    fn a_line_with_bars_is_no_table() {
        for text in ["a | b\n", "a | b\nc | d\n", "| a |\n|---|---|\n", "a\n---\n"] {
            assert_eq!(segments(text), [Segment::Prose(text.to_owned())], "{text}");
        }
    }
}
