//! Messages that are being streamed: what was said so far, how it looks, and how long it may go on.
//!
//! Knows nothing of the Web API; `methods::streaming` reads the calls.

mod chunks;
mod life;
mod limits;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) use self::chunks::{Chunk, Task, read as read_chunks};
pub(crate) use self::limits::{LONGEST, MOST_BLOCKS};
use super::{
    markdown::{self, Translated},
    message::Content,
    ts::Ts,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Stream {
    pub(crate) state: StreamState,
    /// Open until something is said.
    pub(crate) mode: Option<Mode>,
    display: Display,
    pub(crate) started_at: Ts,
    /// What the message said when it was begun, which is all that the app was told until it ends.
    pub(crate) first: Content,
    /// In the order they came.
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StreamState {
    InProgress,
    Completed,
    /// It lived too long; readers see that something went wrong until the message is updated.
    Errored,
    /// Somebody has pressed Stop.
    StoppedByUser,
}

/// A stream that began with `markdown_text` takes nothing else, and one that began with chunks only chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    Text,
    Chunks,
}

/// How tasks are shown: each where it came up, or all of them in one plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Display {
    #[default]
    Timeline,
    Plan,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Piece {
    Text(String),
    Task(Task),
    PlanTitle(String),
    Blocks(Vec<Value>),
}

impl StreamState {
    /// The word that messages carry.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::InProgress => "in_progress",
            Self::Completed | Self::StoppedByUser => "completed",
            Self::Errored => "errored",
        }
    }
}

impl Stream {
    pub(crate) fn new(display: Display, now: Ts) -> Self {
        let (state, first) = (StreamState::InProgress, Content::default());
        Self { state, mode: None, display, started_at: now, first, pieces: Vec::new() }
    }

    /// Takes what comes next. A task that is known is renewed where it stands.
    pub(crate) fn take(&mut self, chunk: Chunk) {
        match chunk {
            Chunk::MarkdownText(text) => match self.pieces.last_mut() {
                Some(Piece::Text(said)) => said.push_str(&text),
                _ => self.pieces.push(Piece::Text(text)),
            },
            Chunk::Task(task) => {
                let known = self.pieces.iter_mut().find_map(|piece| match piece {
                    Piece::Task(known) if known.id == task.id => Some(known),
                    _ => None,
                });
                match known {
                    Some(known) => known.renew(task),
                    None => self.pieces.push(Piece::Task(task)),
                }
            }
            Chunk::PlanTitle(title) => {
                self.pieces.retain(|piece| !matches!(piece, Piece::PlanTitle(_)));
                self.pieces.push(Piece::PlanTitle(title));
            }
            Chunk::Blocks(blocks) => self.pieces.push(Piece::Blocks(blocks)),
        }
    }

    /// The Markdown of it all, as it was sent.
    pub(crate) fn markdown(&self) -> String {
        self.texts().collect()
    }

    /// How many characters were said.
    pub(crate) fn length(&self) -> usize {
        self.texts().map(|text| text.chars().count()).sum()
    }

    pub(crate) fn blocks_sent(&self) -> impl Iterator<Item = &Value> + Clone {
        self.pieces.iter().flat_map(|piece| match piece {
            Piece::Blocks(blocks) => blocks.as_slice(),
            Piece::Text(_) | Piece::Task(_) | Piece::PlanTitle(_) => &[],
        })
    }

    pub(crate) fn tasks(&self) -> impl Iterator<Item = &Task> {
        self.pieces.iter().filter_map(|piece| if let Piece::Task(task) = piece { Some(task) } else { None })
    }

    pub(crate) fn plan_title(&self) -> Option<&str> {
        self.pieces
            .iter()
            .find_map(|piece| if let Piece::PlanTitle(title) = piece { Some(title.as_str()) } else { None })
    }

    /// How the message reads now, with the blocks it was stopped with at its end.
    pub(crate) fn content(&self, last: &[Value], metadata: Option<Value>) -> Content {
        let mut texts = Vec::new();
        let mut blocks = Vec::new();
        let mut planned = false;
        for piece in &self.pieces {
            match piece {
                Piece::Text(markdown) => {
                    let Translated { text, blocks: said } = markdown::translated(markdown);
                    texts.push(text);
                    blocks.extend(said);
                }
                Piece::Blocks(given) => blocks.extend(given.iter().cloned()),
                Piece::Task(task) if self.display == Display::Timeline => blocks.push(task.card()),
                Piece::Task(_) | Piece::PlanTitle(_) if !planned => {
                    blocks.push(self.plan());
                    planned = true;
                }
                Piece::Task(_) | Piece::PlanTitle(_) => {}
            }
        }
        // Slack reads the titles of tasks back as well.
        texts.extend(self.tasks().map(|task| task.title.clone()));
        blocks.extend(last.iter().cloned());
        let text = texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        Content { text, blocks, attachments: Vec::new(), metadata }
    }

    fn plan(&self) -> Value {
        let tasks: Vec<Value> = self.tasks().map(Task::card).collect();
        json!({"type": "plan", "block_id": "plan", "title": self.plan_title().unwrap_or("Plan"), "tasks": tasks})
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.pieces
            .iter()
            .filter_map(|piece| if let Piece::Text(text) = piece { Some(text.as_str()) } else { None })
    }
}
