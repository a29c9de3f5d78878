//! A text under construction: words, the gaps between them, and what each line begins with.
//!
//! Knows lines and marks. Doesn't know HTML.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Nobody reads a quote within so many others as what it is; and a page could have a hundred thousand of them.
const DEEPEST: usize = 20;

/// What stands between two words. Of several asked for, the widest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    #[default]
    Nothing,
    Space,
    /// Between two cells of a row.
    Cell,
    Line,
    Paragraph,
}

/// What the lines of a quote, an item or a heading begin with.
pub(crate) struct Margin {
    first: Cow<'static, str>,
    rest: &'static str,
    begun: bool,
}

impl Margin {
    pub(crate) fn new(first: impl Into<Cow<'static, str>>, rest: &'static str) -> Self {
        Self { first: first.into(), rest, begun: false }
    }
}

#[derive(Default)]
pub(crate) struct Page {
    words: String,
    gap: Gap,
    /// Those of everything that is open, the outermost first.
    margins: Vec<Margin>,
    /// Marks that wait for the first word they stand before.
    opening: Vec<&'static str>,
    links: Vec<String>,
}

impl Page {
    pub(crate) fn gap(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    /// A second one leaves a line free.
    pub(crate) fn line_break(&mut self) {
        self.gap = if self.gap >= Gap::Line { Gap::Paragraph } else { Gap::Line };
    }

    pub(crate) fn text(&mut self, text: &str) {
        for (number, word) in text.split(is_space).enumerate() {
            if number > 0 {
                self.gap(Gap::Space);
            }
            if !word.is_empty() {
                self.word(word);
            }
        }
    }

    /// With its lines and the spaces in them as they are.
    pub(crate) fn text_as_it_is(&mut self, text: &str) {
        for (number, line) in text.split('\n').map(str::trim_end).enumerate() {
            if number > 0 {
                self.line_break();
            }
            if !line.is_empty() {
                self.word(line);
            }
        }
    }

    pub(crate) fn enter(&mut self, margin: Margin) {
        self.margins.push(margin);
    }

    pub(crate) fn leave(&mut self) {
        self.margins.pop();
    }

    /// Every mark is closed, the last one opened first.
    pub(crate) fn open(&mut self, mark: &'static str) {
        self.opening.push(mark);
    }

    /// Around nothing there are no marks.
    pub(crate) fn close(&mut self, mark: &str) {
        if self.opening.pop().is_none() {
            self.words.push_str(mark);
        }
    }

    /// Where it leads stands at the end of the text.
    pub(crate) fn close_link(&mut self, target: &str) {
        if self.opening.pop().is_none() {
            self.links.push(target.to_owned());
            self.put(format_args!("][{}]", self.links.len()));
        }
    }

    pub(crate) fn finished(mut self) -> String {
        for (number, target) in (1..).zip(std::mem::take(&mut self.links)) {
            let gap = if number == 1 { "\n\n" } else { "\n" };
            self.put(format_args!("{gap}[{number}]: {target}"));
        }
        self.words
    }

    fn word(&mut self, word: &str) {
        match std::mem::take(&mut self.gap) {
            _ if self.words.is_empty() => self.begin_line(),
            Gap::Nothing => {}
            Gap::Space => self.words.push(' '),
            Gap::Cell => self.words.push_str(" | "),
            Gap::Line => {
                self.words.push('\n');
                self.begin_line();
            }
            Gap::Paragraph => {
                self.words.push('\n');
                self.free_line();
                self.begin_line();
            }
        }
        for mark in self.opening.drain(..) {
            self.words.push_str(mark);
        }
        self.words.push_str(word);
    }

    fn begin_line(&mut self) {
        for margin in self.margins.iter_mut().take(DEEPEST) {
            self.words.push_str(if margin.begun { margin.rest } else { &margin.first });
            margin.begun = true;
        }
    }

    /// Between two lines of a quote, a free one belongs to it too.
    fn free_line(&mut self) {
        for margin in self.margins.iter().take(DEEPEST).filter(|margin| margin.begun) {
            self.words.push_str(margin.rest);
        }
        self.words.truncate(self.words.trim_end_matches(' ').len());
        self.words.push('\n');
    }

    fn put(&mut self, words: std::fmt::Arguments<'_>) {
        // A string takes whatever is written to it.
        self.words.write_fmt(words).ok();
    }
}

/// What a browser makes one space of, and the space that fills empty cells.
fn is_space(letter: char) -> bool {
    letter.is_ascii_whitespace() || letter == '\u{a0}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_gap_counts_and_none_stands_at_the_ends() {
        let mut page = Page::default();
        page.gap(Gap::Paragraph);
        page.text(" one\n two");
        page.gap(Gap::Cell);
        page.text(" three ");
        page.gap(Gap::Paragraph);
        page.gap(Gap::Line);
        page.text("four ");
        page.line_break();
        page.text("five");
        page.gap(Gap::Paragraph);
        assert_eq!(page.finished(), "one two | three\n\nfour\nfive");
    }

    #[test]
    fn marks_stand_at_words_and_never_around_nothing() {
        let mut page = Page::default();
        page.text("so ");
        page.open("**");
        page.open("[");
        page.text(" it ");
        page.close_link("https://x.example/");
        page.close("**");
        page.open("*");
        page.text(" ");
        page.close("*");
        page.text("is");
        assert_eq!(page.finished(), "so **[it][1]** is\n\n[1]: https://x.example/");
    }

    #[test]
    fn every_line_of_a_quote_begins_as_one() {
        let mut page = Page::default();
        page.text("above");
        page.gap(Gap::Paragraph);
        page.enter(Margin::new("> ", "> "));
        page.enter(Margin::new("1. ", "   "));
        page.text("first");
        page.gap(Gap::Paragraph);
        page.text_as_it_is("a\n  b\n");
        page.leave();
        page.gap(Gap::Line);
        page.text("last");
        page.leave();
        page.gap(Gap::Paragraph);
        page.text("below");
        assert_eq!(page.finished(), "above\n\n> 1. first\n>\n>    a\n>      b\n> last\n\nbelow");
    }

    #[test]
    fn a_thousand_quotes_in_one_another_stay_readable() {
        let mut page = Page::default();
        for _ in 0..1_000 {
            page.enter(Margin::new("> ", "> "));
        }
        page.text("deep down");
        assert_eq!(page.finished(), format!("{}deep down", "> ".repeat(DEEPEST)));
    }
}
