//! Markdown, written: one blank line between blocks, the entries of a list close together.

mod inline;

use super::block::{Block, Entry, Kind, Paragraph, Sign, Words, text_of};

pub(crate) fn write(blocks: &[Block]) -> String {
    let mut parts: Vec<(Group, String)> = Vec::new();
    let mut list = List::default();
    for block in blocks {
        let mut begins = false;
        let (group, text) = match block {
            Block::Table(rows) => (Group::Alone, table(rows)),
            Block::Paragraph(paragraph) => match paragraph.entry {
                Some(entry) => {
                    if parts.last().is_none_or(|(before, _)| *before != Group::List) {
                        list = List::default();
                    }
                    begins = list.is_left_by(entry);
                    (Group::List, list.line(entry, &entry_text(paragraph)))
                }
                None => (group(paragraph.kind), line(paragraph)),
            },
        };
        match parts.last_mut() {
            Some((before, so_far)) if *before == group && group != Group::Alone && !begins => {
                so_far.push_str(if group == Group::Quote { "\n>\n" } else { "\n" });
                so_far.push_str(&text);
            }
            // Lists of two kinds, one after the other, are two lists; two of one kind would be one.
            _ if text.is_empty() && group == Group::Alone => {}
            _ => parts.push((group, text)),
        }
    }
    let parts = parts.into_iter().map(|(group, text)| match group {
        Group::Code => format!("{0}\n{text}\n{0}", fence(&text)),
        Group::Alone | Group::List | Group::Quote => text,
    });
    parts.collect::<Vec<_>>().join("\n\n")
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
        Kind::Text | Kind::Heading(_) | Kind::Rule => Group::Alone,
    }
}

/// The entries so far: a deeper one stands under the text of the one above it.
#[derive(Debug, Default)]
struct List {
    outermost: Option<Sign>,
    /// How wide the sign of the last entry of each level was, how it signs, and how far it has counted.
    levels: Vec<(usize, Sign, usize)>,
}

impl List {
    /// Whether an entry is the first of another kind of list.
    fn is_left_by(&mut self, entry: Entry) -> bool {
        let before = if entry.level == 0 { self.outermost.replace(entry.sign) } else { None };
        before.is_some_and(|before| before != entry.sign)
    }

    fn line(&mut self, entry: Entry, text: &str) -> String {
        let counted = match self.levels.get(entry.level) {
            Some((_, sign, count)) if *sign == entry.sign => *count,
            _ => 0,
        } + 1;
        let (sign, width) = match entry.sign {
            Sign::Bullet => ("-".to_owned(), 2),
            Sign::Number => (format!("{counted}."), format!("{counted}. ").len()),
            // What stands under a box stands under its bullet's text.
            Sign::Box => ("- [ ]".to_owned(), 2),
        };
        self.levels.truncate(entry.level);
        let indent: usize = self.levels.iter().map(|(width, ..)| width).sum();
        self.levels.resize(entry.level, (2, Sign::Bullet, 1));
        self.levels.push((width, entry.sign, counted));
        let text = text.replace('\n', &format!("\n{}", " ".repeat(indent + width)));
        format!("{}{sign} {text}", " ".repeat(indent)).trim_end().to_owned()
    }
}

fn entry_text(paragraph: &Paragraph) -> String {
    match paragraph.kind {
        Kind::Heading(level) => heading(level, &paragraph.words),
        Kind::Text | Kind::Quote | Kind::Code | Kind::Rule => inline::lines(&paragraph.words),
    }
}

fn line(paragraph: &Paragraph) -> String {
    match paragraph.kind {
        Kind::Rule => "---".to_owned(),
        Kind::Code => text_of(&paragraph.words),
        Kind::Heading(level) => heading(level, &paragraph.words),
        Kind::Quote => format!("> {}", inline::lines(&paragraph.words).replace('\n', "\n> ")),
        Kind::Text => inline::lines(&paragraph.words),
    }
}

/// A heading is one line.
fn heading(level: u8, words: &Words) -> String {
    let text = inline::one_line(words);
    if text.is_empty() { text } else { format!("{} {text}", "#".repeat(usize::from(level))) }
}

/// A fence longer than any in the code.
fn fence(code: &str) -> String {
    let longest =
        code.lines().map(|line| line.trim_start().chars().take_while(|one| *one == '`').count()).max();
    "`".repeat(longest.unwrap_or_default().max(2) + 1)
}

fn table(rows: &[Vec<Words>]) -> String {
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let mut lines: Vec<String> =
        rows.iter().map(|cells| row(cells.iter().map(inline::cell).collect())).collect();
    let columns = rows.first().map_or(0, Vec::len);
    lines.insert(lines.len().min(1), row(vec!["---".to_owned(); columns]));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::block::{Look, Run, tidy};
    use super::super::parsing::parse;
    use super::*;

    #[test]
    fn canonical_markdown_comes_back_as_it_was() {
        let markdown = "# Plan 計画\n\nA **bold** word, *one* in italics, ~~gone~~, `code`, [a link](https://x.example/?a=1&b=2).\n\n\
            - one\n- two\n  1. deep\n  2. deeper\n     - deepest 🚀\n- three\n\n1. first\n2. second\n\n- [ ] todo\n\n\
            | Name | Preis |\n| --- | --- |\n| 猫\\|犬 | **5** |\n\n> said\n>\n> again\n\n```\nlet x = 1;\n\n  y\n```\n\n---\n\n1\\. no list";
        assert_eq!(write(&parse(markdown).blocks), markdown);
    }

    #[test]
    fn what_stands_first_is_escaped_where_seams_are_needed_too() {
        let struck = Look { struck: true, ..Look::default() };
        let words = vec![Run::plain(">é"), Run { text: "(".to_owned(), look: struck }];
        let blocks = vec![Block::Paragraph(Paragraph { kind: Kind::Text, entry: None, words })];
        assert_eq!(parse(&write(&blocks)).blocks, blocks);
    }

    fn run() -> impl Strategy<Value = Run> {
        let text = "[ a-c1.!*_~`\\[\\]<>&|#+()\\\\=-]{1,6}|[猫の。]{1,3}|🚀|é";
        let look = (any::<[bool; 4]>(), prop::option::weighted(0.2, "https://x\\.example/[a-z()]{0,4}"));
        (text, look).prop_map(|(text, ([bold, italic, struck, code], link))| Run {
            // In a table there is no way to write code with a backslash before a bar.
            text: if code { text.replace('\\', "/") } else { text },
            look: Look { bold, italic, struck, code, link },
        })
    }

    fn words() -> impl Strategy<Value = Words> {
        prop::collection::vec(run(), 1..5).prop_map(trimmed)
    }

    /// As a paragraph can hold it: no blank at either end, also not in a run before one that was only blanks.
    fn trimmed(words: Words) -> Words {
        let mut words = tidy(words);
        loop {
            let before = words.clone();
            if let Some(first) = words.first_mut() {
                first.text = first.text.trim_start().to_owned();
            }
            if let Some(last) = words.last_mut() {
                last.text = last.text.trim_end().to_owned();
            }
            words = tidy(words);
            if words == before {
                break;
            }
        }
        if words.is_empty() { vec![Run::plain("x")] } else { words }
    }

    fn block() -> impl Strategy<Value = Block> {
        let kind = prop_oneof![Just(Kind::Text), (1_u8..=6).prop_map(Kind::Heading), Just(Kind::Quote)];
        let paragraph = (kind, words())
            .prop_map(|(kind, words)| Block::Paragraph(Paragraph { kind, entry: None, words }));
        let table = (1_usize..4, 1_usize..4).prop_flat_map(|(rows, columns)| {
            prop::collection::vec(prop::collection::vec(words(), columns), rows).prop_map(Block::Table)
        });
        prop_oneof![4 => paragraph, 1 => table]
    }

    proptest! {
        #[test]
        fn whatever_is_written_is_read_again_as_it_was(blocks in prop::collection::vec(block(), 1..5)) {
            let markdown = write(&blocks);
            let again = parse(&markdown).blocks;
            prop_assert_eq!(&again, &blocks, "{}", markdown);
        }
    }
}
