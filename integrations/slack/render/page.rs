//! A message as it goes to Slack.

use kernel::ports::NewFile;
use slack_morphism::blocks::SlackBlock;

use super::blocks::{note, pieces};
use super::{literal, markdown, table};
use crate::limits;

/// One message: blocks, and the text that stands for them in a notification.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Page {
    pub(crate) text: String,
    pub(crate) blocks: Vec<SlackBlock>,
}

/// A view as one or more messages, in order, and the files that belong above them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rendered {
    pub(crate) pages: Vec<Page>,
    pub(crate) files: Vec<NewFile>,
}

impl Page {
    /// The same without the kinds of block that not every Slack takes: a model's words and tables as plain text;
    /// nothing if there are none in it.
    pub(crate) fn simpler(&self) -> Option<Self> {
        let native = |block: &SlackBlock| {
            matches!(
                block,
                SlackBlock::Markdown(_)
                    | SlackBlock::DataTable(_)
                    | SlackBlock::ContextActions(_)
                    | SlackBlock::RichText(_)
            )
        };
        if !self.blocks.iter().any(native) {
            return None;
        }
        // Signs that nobody sees are written out in plain text, so it can be longer than what it stands for.
        let others: usize = self.blocks.iter().filter(|block| !native(block)).map(weight).sum();
        let (mut room, mut left_out) = (limits::TEXT.saturating_sub(others), false);
        let mut fitting = |words: &str| -> Vec<SlackBlock> {
            let mut sections = Vec::new();
            for (section, weight) in pieces(&markdown::unjoined(words), limits::SECTION) {
                left_out |= weight > room;
                room = if left_out { 0 } else { room - weight };
                sections.extend((!left_out).then_some(section));
            }
            sections
        };
        let mut blocks: Vec<SlackBlock> = Vec::new();
        for block in &self.blocks {
            match block {
                SlackBlock::Markdown(block) => blocks.extend(fitting(&block.text)),
                SlackBlock::RichText(text) => blocks.extend(fitting(&literal::words(text))),
                SlackBlock::DataTable(table) => blocks.extend(fitting(&table::in_lines(table))),
                SlackBlock::ContextActions(_) => {}
                other => blocks.push(other.clone()),
            }
        }
        if blocks.is_empty() {
            return None;
        }
        if left_out || blocks.len() > limits::BLOCKS {
            blocks.truncate(limits::BLOCKS);
            blocks.push(note("The rest does not fit into this message."));
        }
        Some(Self { text: self.text.clone(), blocks })
    }
}

/// No less than the length of all text in a block.
fn weight(block: &SlackBlock) -> usize {
    serde_json::to_string(block).map_or(limits::TEXT, |json| limits::length(&json))
}
