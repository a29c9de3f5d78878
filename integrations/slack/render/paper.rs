//! Blocks on their way to messages: as many on each as Slack takes, in the order of the view.

use kernel::ports::NewFile;
use kernel::{Part, View};
use slack_morphism::blocks::SlackBlock;

use super::blocks::{self, button_for, link_to, note, pieces};
use super::page::{Page, Rendered};
use super::segments::{Segment, segments};
use super::table::Table;
use super::{
    aside, card, fallback, feedback, group, inert, inquiry, lines, literal, markdown, sharing, undo,
};
use crate::limits::{self, length};

/// Where what is too long to be read in a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooLong {
    InFiles,
    /// There can be no files.
    InText,
}

pub(super) struct Paper {
    long: TooLong,
    full: Vec<Sheet>,
    sheet: Sheet,
    files: Vec<NewFile>,
}

#[derive(Default)]
struct Sheet {
    blocks: Vec<SlackBlock>,
    text: usize,
    /// How much of it stands in tables.
    tables: usize,
    words: Vec<String>,
}

impl Paper {
    pub(super) fn new(long: TooLong) -> Self {
        Self { long, full: Vec::new(), sheet: Sheet::default(), files: Vec::new() }
    }

    pub(super) fn take(mut self, view: &View) -> Rendered {
        for part in &view.parts {
            self.put(part);
        }
        self.finish()
    }

    fn put(&mut self, part: &Part) {
        match part {
            Part::Words(words) => segments(words).into_iter().for_each(|segment| self.segment(segment)),
            Part::Plain(words) => {
                for (block, weight) in pieces(words, limits::SECTION) {
                    self.make_room(1, weight);
                    self.sheet.blocks.push(block);
                }
                self.sheet.words.push(words.clone());
            }
            Part::Guide(words) => {
                self.make_room(1, length(words));
                self.sheet.blocks.push(blocks::line(&inert::escaped(words)));
                self.sheet.words.push(words.clone());
            }
            Part::Card(card) => {
                self.lay(card::blocks(card), limits::CARD, card::in_words(card));
                self.files.extend(card::whole(card).map(|(name, text)| NewFile {
                    name,
                    media_type: "text/plain".to_owned(),
                    content: text.into_bytes(),
                }));
            }
            Part::Undo(line) => {
                let room = 2 * limits::SECTION + limits::CONTEXT;
                self.lay(undo::blocks(line), room, undo::in_words(line));
            }
            Part::Link { label, url } => {
                self.make_room(1, limits::CONTEXT);
                self.sheet.words.push(format!("{label}: {url}"));
                self.sheet.blocks.push(link_to(label, url));
            }
            Part::Button { label, press } => {
                self.make_room(1, length(label).min(limits::CONTEXT));
                self.sheet.words.push(label.clone());
                let number = self.sheet.blocks.len();
                self.sheet.blocks.push(button_for(label, press, number));
            }
            Part::Inquiry(card) => self.lay(inquiry::blocks(card), limits::CARD, inquiry::in_words(card)),
            Part::Group(group) => self.lay(group::blocks(group), limits::CARD, group::in_words(group)),
            Part::Item(item) => {
                self.make_room(lines::MOST_BLOCKS, lines::weight(item));
                let blocks = lines::blocks(item, self.sheet.blocks.len());
                self.sheet.words.push(item.words.clone());
                self.sheet.blocks.extend(blocks);
            }
            Part::Sharing(line) => {
                let room = limits::SECTION + 2 * limits::CONTEXT;
                self.lay(sharing::blocks(line), room, sharing::in_words(line));
            }
            // Only words can be helpful.
            Part::Feedback(_) if self.sheet.blocks.is_empty() => {}
            Part::Feedback(turn) => {
                self.make_room(1, 0);
                self.sheet.blocks.push(feedback::block(*turn));
            }
        }
    }

    /// Blocks that stand together.
    fn lay(&mut self, blocks: Vec<SlackBlock>, text: usize, words: String) {
        self.make_room(blocks.len(), text);
        self.sheet.words.push(words);
        self.sheet.blocks.extend(blocks);
    }

    fn segment(&mut self, segment: Segment) {
        match segment {
            Segment::Prose(text) => self.prose(&text),
            Segment::Table(table) => self.table(&table),
            Segment::Fence(code) => self.fence(&code),
            Segment::Lines(text) => {
                self.make_room(1, length(&text));
                self.sheet.blocks.push(literal::lines(&text));
                self.sheet.words.push(text);
            }
            Segment::Code { language, code, .. } if self.long == TooLong::InFiles => {
                self.aside("The code", &aside::file("code", aside::extension(&language), &code));
            }
            Segment::Code { code, .. } if literal::has_sequence(&code) => self.fence(&code),
            Segment::Code { source, .. } => self.prose(&source),
        }
    }

    fn fence(&mut self, code: &str) {
        for (block, weight) in literal::code(code) {
            self.make_room(1, weight);
            self.sheet.blocks.push(block);
        }
        self.sheet.words.push(code.to_owned());
    }

    fn prose(&mut self, text: &str) {
        for piece in markdown::pieces(text) {
            let weight = length(&piece);
            self.make_room(1, weight);
            self.sheet.words.push(piece.clone());
            self.sheet.blocks.push(blocks::markdown(piece));
        }
    }

    fn table(&mut self, table: &Table) {
        if let Some((block, weight)) = table.block() {
            if self.sheet.tables + weight > limits::TABLE {
                self.turn_over();
            }
            self.make_room(1, weight);
            self.sheet.tables += weight;
            self.sheet.words.push(table.source.clone());
            self.sheet.blocks.push(block);
            return;
        }
        let fenced = table.fenced();
        match self.long {
            TooLong::InFiles if length(&fenced) > limits::SNIPPET => {
                self.aside("The table", &aside::file("table", "csv", &table.csv()));
            }
            TooLong::InFiles | TooLong::InText => {
                for segment in segments(&fenced) {
                    self.segment(segment);
                }
            }
        }
    }

    fn aside(&mut self, what: &str, file: &NewFile) {
        self.make_room(1, limits::CONTEXT);
        let words = format!("{what} is in the file {}.", file.name);
        self.sheet.blocks.push(note(&words));
        self.sheet.words.push(words);
        // The same again is the same file.
        if !self.files.contains(file) {
            self.files.push(file.clone());
        }
    }

    fn make_room(&mut self, blocks: usize, text: usize) {
        let full = self.sheet.blocks.len() + blocks > limits::BLOCKS || self.sheet.text + text > limits::TEXT;
        if full {
            self.turn_over();
        }
        self.sheet.text += text;
    }

    fn turn_over(&mut self) {
        if !self.sheet.blocks.is_empty() {
            self.full.push(std::mem::take(&mut self.sheet));
        }
    }

    fn finish(mut self) -> Rendered {
        self.turn_over();
        let count = self.full.len();
        let numbered = |(number, sheet): (usize, Sheet)| {
            let mut page = Page { text: fallback::text(&sheet.words), blocks: sheet.blocks };
            if count > 1 {
                page.blocks.push(note(&format!("({}/{count})", number + 1)));
            }
            page
        };
        let pages = self.full.into_iter().enumerate().map(numbered).collect();
        Rendered { pages, files: self.files }
    }
}

/// A view where files can stand beside it.
pub(crate) fn rendered(view: &View) -> Rendered {
    Paper::new(TooLong::InFiles).take(view)
}

/// A view where there is nothing but messages.
pub(crate) fn pages(view: &View) -> Vec<Page> {
    Paper::new(TooLong::InText).take(view).pages
}

/// A view as the one message that an edit can be; says so if not everything fits.
pub(crate) fn single(view: &View) -> Page {
    let mut pages = pages(view).into_iter();
    let mut page = pages.next().unwrap_or_else(|| Page { text: String::new(), blocks: Vec::new() });
    if pages.next().is_some() {
        // The page number that was here would promise another message.
        page.blocks.pop();
        page.blocks.push(note("The rest does not fit into this message."));
    }
    page
}
