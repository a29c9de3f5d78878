//! Blocks as requests: how something comes to stand at a place in a document.
//!
//! Everything is written at one place, the last block first, so that nothing written moves what is still to be written,
//! and each request counts from that place only.

use std::ops::Range;

use serde_json::Value;

use super::block::{Block, Entry, Kind, Look, Paragraph, Run, Sign, Words, units};
use super::pen::Pen;
use super::spot::{Beside, Spot, Way};

/// Requests that write something, and where it stands afterwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Written {
    pub(crate) requests: Vec<Value>,
    pub(crate) range: Range<usize>,
}

pub(crate) fn write(blocks: &[Block], spot: &Spot, tab: &str) -> Written {
    let mut writing = Writing { pen: Pen::new(tab), beside: spot.beside };
    let start = spot.index;
    let end = match spot.way {
        Way::Before | Way::Above => End::Own,
        Way::Into | Way::After => End::There,
    };
    let length = match (spot.way, blocks.split_first()) {
        (_, None) => 0,
        (Way::Before | Way::Into, _) => writing.blocks(blocks, start, end),
        // A table brings the line break before it.
        (Way::After | Way::Above, Some((Block::Table(rows), rest))) => {
            let frame = writing.frame(rows, start);
            let after = start + frame;
            let rest = if rest.is_empty() && end == End::There {
                writing.fresh(&(after..after + 1), Kind::Text);
                0
            } else {
                writing.blocks(rest, after, end)
            };
            frame + rest + writing.cells(rows, start)
        }
        (Way::After | Way::Above, Some(_)) => {
            writing.pen.text(start, "\n");
            1 + writing.blocks(blocks, start + 1, end)
        }
    };
    Written { requests: writing.pen.requests, range: start..start + length }
}

/// Takes what stands in a range away.
pub(crate) fn erase(range: &Range<usize>, tab: &str) -> Vec<Value> {
    let mut pen = Pen::new(tab);
    pen.erase(range);
    pen.requests
}

/// Makes the paragraph at an index one without any look, which it had taken on.
pub(crate) fn reset(index: usize, tab: &str) -> Vec<Value> {
    let mut writing = Writing { pen: Pen::new(tab), beside: Beside::Bulleted };
    writing.fresh(&(index..index + 1), Kind::Text);
    writing.pen.requests
}

/// What ends the last paragraph written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Own,
    There,
}

struct Writing<'a> {
    pen: Pen<'a>,
    beside: Beside,
}

impl Writing<'_> {
    /// Writes blocks at an index, and says how much longer the tab is then.
    fn blocks(&mut self, blocks: &[Block], index: usize, end: End) -> usize {
        let groups: Vec<&[Block]> =
            blocks.chunk_by(|one, next| !one.is_table() && !next.is_table()).collect();
        // Text whose end is there already comes after all else: a look that is only proposed for that end would be
        // taken on by every line that is written above it.
        let (above, tail) = match groups.split_last() {
            Some((tail, above)) if end == End::There && !starts_with_table(tail) => (above, *tail),
            Some(_) | None => (groups.as_slice(), [].as_slice()),
        };
        let mut length = 0;
        for (place, group) in above.iter().enumerate().rev() {
            let last = place + 1 == groups.len();
            length += match group {
                [Block::Table(rows)] => {
                    let frame = self.frame(rows, index);
                    if last && end == End::There {
                        // What had been the end of another paragraph stands empty below the table.
                        self.fresh(&(index + frame..index + frame + 1), Kind::Text);
                    }
                    let before = place.checked_sub(1).and_then(|before| groups.get(before));
                    if before.is_none_or(|before| starts_with_table(before)) {
                        self.fresh(&(index..index + 1), Kind::Text);
                    }
                    frame + self.cells(rows, index)
                }
                // The table below brings the line break.
                group => self.paragraphs(group, index, if last { end } else { End::There }),
            };
        }
        length + self.paragraphs(tail, index + length, End::There)
    }

    /// An empty table, whose size Docs gives: a line break, and for each row and cell a beginning.
    fn frame(&mut self, rows: &[Vec<Words>], index: usize) -> usize {
        let columns = rows.first().map_or(0, Vec::len);
        self.pen.table(index, rows.len(), columns);
        let size = 3 + rows.len() * (1 + 2 * columns);
        self.pen.paragraphs(&(index + 1..index + size), Kind::Text);
        size
    }

    /// Fills a table from its last cell to its first.
    fn cells(&mut self, rows: &[Vec<Words>], index: usize) -> usize {
        let mut length = 0;
        for (row, cells) in rows.iter().enumerate().rev() {
            for (column, words) in cells.iter().enumerate().rev() {
                let at = index + 4 + row * (1 + 2 * cells.len()) + 2 * column;
                let text = text_of(words);
                self.pen.text(at, &text);
                self.pen.plain(&(at..at + units(&text)));
                self.looks(words, at);
                length += units(&text);
            }
        }
        length
    }

    fn paragraphs(&mut self, blocks: &[Block], index: usize, end: End) -> usize {
        let lines: Vec<Line<'_>> = lines(blocks, index);
        let mut text = lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
        if end == End::Own {
            text.push('\n');
        }
        self.pen.text(index, &text);
        for alike in lines.chunk_by(|one, next| one.paragraph.kind == next.paragraph.kind) {
            if let (Some(first), Some(last)) = (alike.first(), alike.last()) {
                self.fresh(&(first.start..last.end()), first.paragraph.kind);
            }
        }
        self.pen.plain(&(index..index + units(&text)));
        for line in &lines {
            let at = line.start + line.tabs();
            if line.paragraph.kind == Kind::Code {
                self.pen.look(&(at..line.end() - 1), &Look { code: true, ..Look::default() });
            } else {
                self.looks(&line.paragraph.words, at);
            }
        }
        for list in lists(&lines).into_iter().rev() {
            self.list(list);
        }
        // Whatever is written above it is written into its first paragraph.
        if lines.first().is_some_and(|first| first.paragraph.entry.is_some()) {
            self.beside = Beside::Bulleted;
        }
        units(&text) - lines.iter().map(Line::tabs).sum::<usize>()
    }

    /// Paragraphs of one kind that are like nothing beside them.
    fn fresh(&mut self, range: &Range<usize>, kind: Kind) {
        if self.beside == Beside::Bulleted {
            self.pen.no_bullets(range);
        }
        self.pen.paragraphs(range, kind);
    }

    fn looks(&mut self, words: &[Run], at: usize) {
        let mut start = at;
        for run in words {
            let end = start + units(&clean(&run.text));
            self.pen.look(&(start..end), &run.look);
            start = end;
        }
    }

    /// One list. Docs reads how deep an entry is from the tabs before it, and takes them away. Entries that sign otherwise
    /// than the first are a list of their own within it, so they get their tabs once more.
    fn list(&mut self, lines: &[Line<'_>]) {
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return };
        let Some(outer) = first.sign() else { return };
        self.pen.bullets(&(first.start..last.end()), outer);
        let mut eaten = 0;
        let shrunk: Vec<(usize, &Line<'_>)> = lines
            .iter()
            .map(|line| {
                let start = line.start - eaten;
                eaten += line.tabs();
                (start, line)
            })
            .collect();
        let alike = shrunk.chunk_by(|(_, one), (_, next)| one.sign() == next.sign());
        for group in alike.collect::<Vec<_>>().into_iter().rev() {
            let (Some((start, line)), Some((last, end))) = (group.first(), group.last()) else { continue };
            let Some(sign) = line.sign().filter(|sign| *sign != outer) else { continue };
            let tabs: usize = group.iter().map(|(_, line)| line.tabs()).sum();
            for (start, line) in group.iter().rev() {
                self.pen.text(*start, &"\t".repeat(line.tabs()));
            }
            self.pen.bullets(&(*start..last + end.length() - end.tabs() + tabs), sign);
        }
    }
}

/// A paragraph on its way into the document.
struct Line<'a> {
    paragraph: &'a Paragraph,
    text: String,
    start: usize,
}

impl Line<'_> {
    /// With the line break.
    fn length(&self) -> usize {
        units(&self.text) + 1
    }

    fn end(&self) -> usize {
        self.start + self.length()
    }

    fn tabs(&self) -> usize {
        self.paragraph.entry.map_or(0, |entry| entry.level)
    }

    fn sign(&self) -> Option<Sign> {
        self.paragraph.entry.map(|entry| entry.sign)
    }
}

fn lines(blocks: &[Block], index: usize) -> Vec<Line<'_>> {
    let (mut lines, mut start): (Vec<Line<'_>>, usize) = (Vec::new(), index);
    for block in blocks {
        let Block::Paragraph(paragraph) = block else { continue };
        let text = text_of(&paragraph.words);
        let text = match paragraph.entry {
            // A tab of its own would make an entry deeper than it is.
            Some(entry) => format!("{}{}", "\t".repeat(entry.level), text.replace('\t', " ")),
            None => text,
        };
        let line = Line { paragraph, text, start };
        start = line.end();
        lines.push(line);
    }
    lines
}

fn starts_with_table(group: &[Block]) -> bool {
    group.first().is_some_and(Block::is_table)
}

/// The lists among paragraphs: entries one after the other, until the outermost ones sign differently.
fn lists<'a, 'b>(lines: &'b [Line<'a>]) -> Vec<&'b [Line<'a>]> {
    let outermost = |line: &Line<'_>| matches!(line.paragraph.entry, Some(Entry { level: 0, .. }));
    let mut found = Vec::new();
    for entries in lines.split(|line| line.paragraph.entry.is_none()).filter(|entries| !entries.is_empty()) {
        let (mut start, mut sign) = (0, None);
        for (place, line) in entries.iter().enumerate().filter(|(_, line)| outermost(line)) {
            if sign.is_some() && sign != line.sign() {
                found.extend(entries.get(start..place));
                start = place;
            }
            sign = line.sign();
        }
        found.extend(entries.get(start..));
    }
    found
}

/// Text as Docs keeps it: line breaks within a paragraph are vertical tabs, and what Docs would leave out is left out
/// here, because every index after it would be wrong.
fn clean(text: &str) -> String {
    let kept =
        |letter: &char| !matches!(letter, '\u{0}'..='\u{8}' | '\u{c}'..='\u{1f}' | '\u{e000}'..='\u{f8ff}');
    text.chars().map(|letter| if letter == '\n' { '\u{b}' } else { letter }).filter(kept).collect()
}

fn text_of(words: &[Run]) -> String {
    words.iter().map(|run| clean(&run.text)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::parsing::parse;
    use super::*;

    fn written(markdown: &str, index: usize, way: Way, beside: Beside) -> Written {
        let spot = Spot { index, way, beside, ordinary: None };
        write(&parse(markdown).blocks, &spot, "t.1")
    }

    /// The texts that are put in, in the order they are, each with its index.
    fn texts(written: &Written) -> Vec<(u64, &str)> {
        let of = |request: &'_ Value| request.pointer("/insertText/location/index")?.as_u64();
        let text = |request: &Value| of(request).is_some();
        let inserted = written.requests.iter().filter(|request| text(request));
        inserted
            .filter_map(|request| Some((of(request)?, request.pointer("/insertText/text")?.as_str()?)))
            .collect()
    }

    #[test]
    fn a_table_is_filled_from_its_last_cell_to_its_first() {
        let table = "| a | b |\n| --- | --- |\n| c | d🚀 |";
        let at_one = written(table, 1, Way::Into, Beside::Plain);
        assert_eq!(texts(&at_one), [(12, "d🚀"), (10, "c"), (7, "b"), (5, "a")]);
        assert_eq!(at_one.range, 1..20, "thirteen for the table, and six for what is in it");
    }

    #[test]
    fn the_last_block_is_written_first_and_all_at_one_place() {
        let markdown = "Above 🚀\n\n| a |\n| --- |\n\n- below\n  - deeper";
        let before = written(markdown, 9, Way::Before, Beside::Plain);
        assert_eq!(texts(&before), [(9, "below\n\tdeeper\n"), (13, "a"), (9, "Above 🚀")]);
        // A line break, a table of one cell with a letter, and the tab that Docs takes away.
        assert_eq!(before.range, 9..9 + 13 + 7 + 8);
    }

    #[test]
    fn what_is_written_after_a_paragraph_begins_a_new_one_and_takes_its_bullet_off() {
        let after = written("Words", 5, Way::After, Beside::Bulleted);
        assert_eq!(texts(&after), [(5, "\n"), (6, "Words")]);
        let range = json!({ "startIndex": 6, "endIndex": 12, "tabId": "t.1" });
        assert_eq!(after.requests[2], json!({ "deleteParagraphBullets": { "range": range } }));
        assert_eq!(after.range, 5..11);
    }

    #[test]
    fn what_docs_would_leave_out_moves_no_index() {
        let odd = written("a\u{1}b\u{e000}**c**", 1, Way::Into, Beside::Plain);
        assert_eq!(texts(&odd), [(1, "abc")]);
        let bold = odd.requests.iter().find(|one| one["updateTextStyle"]["fields"] == "bold").unwrap();
        assert_eq!(bold["updateTextStyle"]["range"]["startIndex"], 3);
    }
}
