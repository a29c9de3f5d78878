//! Our view, as Slack's blocks.
//!
//! **Invariant:** no text that somebody else wrote – a model, a mail, a tool – can mention anybody, broadcast, load
//! an image, or look like a part of a card. Only this folder builds blocks.

mod blocks;
mod card;
mod fallback;
mod fields;
mod home;
mod inert;
mod lines;
mod markdown;
mod undo;

use kernel::ports::NewFile;
use kernel::{Part, View};
use slack_morphism::blocks::SlackBlock;

use crate::limits;
use blocks::{button_for, link_to, note, pieces, plain};
pub(crate) use home::home;

/// One message: blocks, and the text that stands for them in a notification.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Page {
    pub(crate) text: String,
    pub(crate) blocks: Vec<SlackBlock>,
}

impl Page {
    /// The same with a model's words as plain text, for a Slack that does not take our markdown; nothing if there
    /// is none in it.
    pub(crate) fn simpler(&self) -> Option<Self> {
        let is_markdown = |block: &SlackBlock| matches!(block, SlackBlock::Markdown(_));
        if !self.blocks.iter().any(is_markdown) {
            return None;
        }
        let simpler = |block: &SlackBlock| match block {
            SlackBlock::Markdown(block) => plain(&markdown::unjoined(&block.text)),
            other => vec![other.clone()],
        };
        let mut blocks: Vec<SlackBlock> = self.blocks.iter().flat_map(simpler).collect();
        if blocks.len() > limits::BLOCKS {
            blocks.truncate(limits::BLOCKS);
            blocks.push(note("The rest does not fit into this message."));
        }
        Some(Self { text: self.text.clone(), blocks })
    }
}

/// Every word of a card that cannot show them all, as a file to stand above it.
pub(crate) fn whole(view: &View) -> Option<NewFile> {
    let (name, text) = view.parts.iter().find_map(|part| match part {
        Part::Card(card) => card::whole(card),
        Part::Words(_)
        | Part::Plain(_)
        | Part::Undo(_)
        | Part::Link { .. }
        | Part::Button { .. }
        | Part::Item(_) => None,
    })?;
    Some(NewFile { name, media_type: "text/plain".to_owned(), content: text.into_bytes() })
}

/// A view as one or more messages, in order.
pub(crate) fn pages(view: &View) -> Vec<Page> {
    let mut paper = Paper::default();
    for part in &view.parts {
        paper.put(part);
    }
    paper.pages()
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

/// Blocks on their way to pages.
#[derive(Default)]
struct Paper {
    full: Vec<Sheet>,
    sheet: Sheet,
}

#[derive(Default)]
struct Sheet {
    blocks: Vec<SlackBlock>,
    text: usize,
    words: Vec<String>,
}

impl Paper {
    fn put(&mut self, part: &Part) {
        match part {
            Part::Words(words) => {
                for piece in markdown::pieces(words) {
                    let weight = limits::length(&piece);
                    self.make_room(1, weight);
                    self.sheet.words.push(piece.clone());
                    self.sheet.blocks.push(blocks::markdown(piece));
                }
            }
            Part::Plain(words) => {
                for (block, weight) in pieces(words, limits::SECTION) {
                    self.make_room(1, weight);
                    self.sheet.blocks.push(block);
                }
                self.sheet.words.push(words.clone());
            }
            Part::Card(card) => {
                let blocks = card::blocks(card);
                self.make_room(blocks.len(), limits::CARD);
                self.sheet.words.push(card::in_words(card));
                self.sheet.blocks.extend(blocks);
            }
            Part::Undo(line) => {
                let blocks = undo::blocks(line);
                self.make_room(blocks.len(), 2 * limits::SECTION + limits::CONTEXT);
                self.sheet.words.push(undo::in_words(line));
                self.sheet.blocks.extend(blocks);
            }
            Part::Link { label, url } => {
                self.make_room(1, limits::CONTEXT);
                self.sheet.words.push(format!("{label}: {url}"));
                self.sheet.blocks.push(link_to(label, url));
            }
            Part::Button { label, press } => {
                self.make_room(1, limits::CONTEXT);
                self.sheet.words.push(label.clone());
                let number = self.sheet.blocks.len();
                self.sheet.blocks.push(button_for(label, press, number));
            }
            Part::Item(line) => {
                self.make_room(lines::MOST_BLOCKS, limits::SECTION + limits::CONTEXT);
                let blocks = lines::blocks(line, self.sheet.blocks.len());
                self.sheet.words.push(line.words.clone());
                self.sheet.blocks.extend(blocks);
            }
        }
    }

    fn make_room(&mut self, blocks: usize, text: usize) {
        let full = self.sheet.blocks.len() + blocks > limits::BLOCKS || self.sheet.text + text > limits::TEXT;
        if full && !self.sheet.blocks.is_empty() {
            self.full.push(std::mem::take(&mut self.sheet));
        }
        self.sheet.text += text;
    }

    fn pages(mut self) -> Vec<Page> {
        if !self.sheet.blocks.is_empty() {
            self.full.push(self.sheet);
        }
        let count = self.full.len();
        let numbered = |(number, sheet): (usize, Sheet)| {
            let mut page = Page { text: fallback::text(&sheet.words), blocks: sheet.blocks };
            if count > 1 {
                page.blocks.push(note(&format!("{} / {count}", number + 1)));
            }
            page
        };
        self.full.into_iter().enumerate().map(numbered).collect()
    }
}

#[cfg(test)]
mod tests;
