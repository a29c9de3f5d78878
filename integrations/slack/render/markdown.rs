//! A model's markdown, made harmless and cut into pieces that Slack takes.

use super::emphasis::Edges;
use crate::limits::{self, between_words, length};

/// Room for closing a code fence and opening it again.
const FENCE_ROOM: usize = 200;
/// Joins without a gap and without a trace, and stops Slack from seeing a sequence.
const JOINER: char = '\u{2060}';
/// A space of no width.
const EDGE: char = '\u{200b}';

/// Harmless markdown in pieces of at most [`limits::TEXT`], cut between paragraphs where that is possible and
/// between lines otherwise. A code fence that is cut is closed and opened again.
pub(super) fn pieces(markdown: &str) -> Vec<String> {
    let mut cutter = Cutter::default();
    for line in harmless(markdown).split_inclusive('\n') {
        cutter.take(line);
    }
    cutter.finish()
}

/// The same without what keeps Slack from seeing sequences, for places where it sees none.
pub(super) fn unjoined(markdown: &str) -> String {
    markdown.replace([JOINER, EDGE], "")
}

/// The harmless beginning of markdown that is still being written, up to where what comes next cannot change it.
pub(crate) fn settled(markdown: &str) -> String {
    harmless(markdown.trim_end_matches(['<', '!']))
}

/// The line that opened the fence in which a text ends.
pub(crate) fn open_fence(markdown: &str) -> Option<String> {
    let mut cutter = Cutter::default();
    for line in markdown.lines() {
        cutter.mark(line);
    }
    cutter.fence
}

#[derive(Default)]
struct Cutter {
    done: Vec<String>,
    piece: String,
    length: usize,
    /// How much of it is a fence that was opened again.
    reopened: usize,
    /// Where the last paragraph outside a fence ended.
    paragraph: usize,
    /// The line that opened the fence we are in.
    fence: Option<String>,
    /// Nothing but a heading has come since the last paragraph.
    after_heading: bool,
}

impl Cutter {
    fn take(&mut self, line: &str) {
        const ROOM: usize = limits::TEXT - FENCE_ROOM;
        let mut rest = line;
        while self.length + length(rest) > ROOM {
            if self.length > self.reopened {
                self.cut();
            } else {
                // The line alone is too long.
                let (head, tail) = between_words(rest, ROOM - self.length);
                self.append(head);
                rest = tail;
            }
        }
        self.append(rest);
        self.mark(line);
    }

    fn append(&mut self, text: &str) {
        self.piece.push_str(text);
        self.length += length(text);
    }

    /// Notices fences, headings and the ends of paragraphs. A heading stays with what it stands over.
    fn mark(&mut self, line: &str) {
        let trimmed = line.trim();
        match &self.fence {
            Some(opened) if closes(opened, trimmed) => self.fence = None,
            None if fence_sign(trimmed).is_some() => self.fence = Some(limits::cut(trimmed, FENCE_ROOM / 4)),
            Some(_) | None => {}
        }
        let heading = self.fence.is_none() && trimmed.starts_with('#');
        if heading {
            self.paragraph = self.piece.len().saturating_sub(line.len());
        } else if self.fence.is_none() && trimmed.is_empty() && !self.after_heading {
            self.paragraph = self.piece.len();
        }
        self.after_heading = heading || self.after_heading && trimmed.is_empty();
    }

    /// Ends the piece at its last paragraph, or here.
    fn cut(&mut self) {
        let at = if self.fence.is_none() && self.paragraph > self.piece.len() / 2 {
            self.paragraph
        } else {
            self.piece.len()
        };
        let rest = self.piece.split_off(at);
        let mut piece = std::mem::take(&mut self.piece);
        if let Some(opened) = &self.fence {
            if !piece.ends_with('\n') {
                piece.push('\n');
            }
            piece.push_str(fence_sign(opened).unwrap_or("```"));
            self.piece = format!("{opened}\n");
        }
        self.reopened = length(&self.piece);
        self.piece.push_str(&rest);
        self.length = length(&self.piece);
        self.paragraph = 0;
        self.push(&piece);
    }

    fn push(&mut self, piece: &str) {
        let piece = piece.trim_matches('\n').trim_end();
        if !piece.trim().is_empty() {
            self.done.push(piece.to_owned());
        }
    }

    fn finish(mut self) -> Vec<String> {
        let last = std::mem::take(&mut self.piece);
        self.push(&last);
        self.done
    }
}

/// The run of signs that opens a fence.
pub(super) fn fence_sign(line: &str) -> Option<&str> {
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let run = line.len() - line.trim_start_matches(sign).len();
    // A line like ```x``` is code within a line.
    let inline = sign == '`' && line.get(run..).is_some_and(|rest| rest.contains('`'));
    if !(3..=20).contains(&run) || inline { None } else { line.get(..run) }
}

pub(super) fn closes(opened: &str, line: &str) -> bool {
    let Some(sign) = fence_sign(opened) else { return true };
    line.starts_with(sign) && line.trim_start_matches(sign.chars().next().unwrap_or('`')).is_empty()
}

/// Mentions, broadcasts and channel links become plain characters everywhere, because Slack sees them even in code;
/// code with such signs in it is shown as it was written by [`literal`](super::literal), where it can be told apart.
/// An image becomes a link outside code: nothing is loaded by itself. Invisible control characters go.
pub(super) fn harmless(markdown: &str) -> String {
    guarded(markdown, Sequences::Everywhere)
}

/// The same for a canvas, where code is nothing but code.
pub(super) fn for_canvas(markdown: &str) -> String {
    guarded(markdown, Sequences::OutsideCode)
}

/// Where signs can be taken for a mention.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sequences {
    Everywhere,
    OutsideCode,
}

fn guarded(markdown: &str, sequences: Sequences) -> String {
    let mut safe = String::with_capacity(markdown.len());
    let mut before = ' ';
    let (mut in_code, mut edges) = (Code::default(), Edges::default());
    for sign in markdown.chars() {
        if sign.is_control() && sign != '\n' && sign != '\t' {
            continue;
        }
        let code = in_code.step(sign);
        if !code && edges.gap_before(sign) {
            safe.push(EDGE);
        }
        match (before, sign) {
            ('<', '@' | '#' | '!') if !code || sequences == Sequences::Everywhere => safe.push(JOINER),
            ('!', '[') if !code => {
                safe.pop();
            }
            _ => {}
        }
        safe.push(sign);
        before = sign;
    }
    safe
}

/// Whether we are between backticks: a run of them opens, a run of the same length closes.
#[derive(Default)]
struct Code {
    open: usize,
    run: usize,
}

impl Code {
    fn step(&mut self, sign: char) -> bool {
        if sign == '`' {
            self.run += 1;
            return self.open > 0;
        }
        if self.run > 0 {
            if self.open == 0 {
                self.open = self.run;
            } else if self.open == self.run {
                self.open = 0;
            }
            self.run = 0;
        }
        // Code within a line does not outlive its paragraph; a stray backtick must not keep images alive.
        if sign == '\n' && self.open < 3 {
            self.open = 0;
        }
        self.open > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_models_words_is_a_mention_or_an_image() {
        let safe = harmless("<!here> <@U1> `<!channel>` ![x](https://a.example/?q=1) `vec![1]`");
        for live in ["<!", "<@", "![x"] {
            assert!(!safe.contains(live), "{safe}");
        }
        assert!(safe.contains("`vec![1]`") && safe.contains("[x](https://a.example/?q=1)"), "{safe}");
    }

    #[test]
    fn code_on_a_canvas_is_as_it_was_written() {
        let text = "`arr<@T>`\n```html\n<!DOCTYPE html>\n```\n";
        assert_eq!(for_canvas(text), text);
        assert!(!for_canvas("<@U1> <!here>").contains("<@"));
    }

    #[test]
    fn emphasis_beside_wide_signs_is_seen_as_such() {
        let shown = |text: &str| harmless(text).replace(EDGE, "|");
        assert_eq!(shown("これは**「重要」**です。"), "これは**|「重要」|**です。");
        assert_eq!(shown("**“重要”**的 *（注）*也"), "**“重要”|**的 *（注）|*也");
        assert_eq!(shown("请看**“重要”**的"), "请看**|“重要”|**的");
        for plain in ["**重要**です", "a **“word”** b", "`**「x」**`", "* 「x」\n* 「y」", "3 * 4（x）*"]
        {
            assert_eq!(harmless(plain), plain);
        }
        for (end, _) in "これは**「重要」**です".char_indices() {
            let whole = settled("これは**「重要」**です");
            assert!(whole.starts_with(&settled(&"これは**「重要」**です"[..end])), "{end}");
        }
    }

    #[test]
    fn a_long_text_is_cut_between_paragraphs() {
        let paragraph = "word ".repeat(500);
        let text = format!("{paragraph}\n\n").repeat(12);
        let pieces = pieces(&text);
        assert!(pieces.len() > 1);
        for piece in &pieces {
            assert!(length(piece) <= limits::TEXT);
            assert!(piece.ends_with("word"), "{}", &piece[piece.len() - 20..]);
        }
        let count = |text: &str| text.matches("word").count();
        assert_eq!(pieces.iter().map(|piece| count(piece)).sum::<usize>(), count(&text));
    }

    #[test]
    fn a_code_fence_that_is_cut_is_closed_and_opened_again() {
        let text = format!("before\n\n```rust\n{}```\nafter", "let x = 1;\n".repeat(2000));
        let pieces = pieces(&text);
        assert!(pieces.len() > 1);
        for piece in &pieces {
            assert!(length(piece) <= limits::TEXT);
            assert_eq!(piece.lines().filter(|line| line.starts_with("```")).count() % 2, 0, "{piece}");
        }
        assert!(pieces[1].starts_with("```rust\n"));
        let lines: usize = pieces.iter().map(|piece| piece.matches("let x").count()).sum();
        assert_eq!(lines, 2000);
    }
}
