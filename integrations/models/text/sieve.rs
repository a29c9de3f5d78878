//! Separates what a model says from the calls it writes into its words, piece by piece. What may become a call is held back
//! until it is known: a half-written call is never shown.

use std::sync::Arc;

use kernel::{Definition, Ended, ToolCall};

use super::shape::{Read, Shape, Stream};
use crate::thoughts::Thoughts;

pub(super) struct Sieve {
    tools: Arc<[Definition]>,
    thoughts: Thoughts,
    /// What is not decided yet.
    held: String,
    shown: String,
    calls: Vec<ToolCall>,
    place: Place,
    touched: bool,
}

/// Where in the text the next sign stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Nothing but space came before.
    Beginning,
    LineStart,
    WithinLine,
    /// In a block of code that is for people; nothing in it is a call.
    Code,
    /// Behind a call after which nothing counts.
    Over,
}

/// The next thing that could be a call.
struct Found {
    at: usize,
    shape: Shape,
}

impl Sieve {
    pub(super) fn new(tools: Arc<[Definition]>) -> Self {
        Self {
            tools,
            thoughts: Thoughts::default(),
            held: String::new(),
            shown: String::new(),
            calls: Vec::new(),
            place: Place::Beginning,
            touched: false,
        }
    }

    /// The next piece; what may be shown because of it.
    pub(super) fn take(&mut self, piece: &str) -> String {
        self.touched |= !piece.is_empty();
        self.held.push_str(&self.thoughts.take(piece));
        self.settle(Stream::GoesOn)
    }

    /// Nothing more comes; what may still be shown.
    pub(super) fn end(&mut self, ended: Ended) -> String {
        self.held.push_str(&self.thoughts.end(ended));
        match ended {
            Ended::Complete | Ended::Refused => self.settle(Stream::Over),
            Ended::Length => self.settle(Stream::Cut),
        }
    }

    pub(super) fn is_untouched(&self) -> bool {
        !self.touched
    }

    /// Everything that was shown, and every call.
    pub(super) fn result(self) -> (String, Vec<ToolCall>) {
        (self.shown, self.calls)
    }

    fn settle(&mut self, stream: Stream) -> String {
        let before = self.shown.len();
        loop {
            // Nothing is said with space before the first word, or around calls.
            if self.shown.is_empty() {
                let blank = self.held.len() - self.held.trim_start().len();
                self.held.drain(..blank);
            }
            if self.place == Place::Over {
                self.held.clear();
            }
            if self.held.is_empty() {
                break;
            }
            if self.place == Place::Code {
                if self.leave_code(stream) {
                    continue;
                }
                break;
            }
            let Some(Found { at, shape }) = self.find() else {
                let safe = match stream {
                    // Half a sign that there was no room for is nothing.
                    Stream::GoesOn | Stream::Cut => self.held.len() - unsure(&self.held),
                    Stream::Over => self.held.len(),
                };
                self.show(safe);
                break;
            };
            self.show(at);
            match shape.read(&self.held, &self.tools, stream) {
                Read::Calls(length, calls) => {
                    self.drop_held(length);
                    let tools = Arc::clone(&self.tools);
                    if shape.ends_a_reply() && !calls.is_empty() {
                        self.place = Place::Over;
                    }
                    self.calls.extend(calls.into_iter().map(|call| call.called(&tools)));
                }
                Read::Words(length) => self.show(length.max(1)),
                Read::Code(opening) => {
                    self.show(opening);
                    self.place = Place::Code;
                }
                Read::Unfinished => break,
            }
        }
        self.shown.get(before..).unwrap_or_default().to_owned()
    }

    /// Shows a block of code up to its end; `false` if it has not come.
    fn leave_code(&mut self, stream: Stream) -> bool {
        let end = self.held.find("```").map(|at| at + 3);
        let length = match (end, stream) {
            (Some(end), _) => end,
            (None, Stream::Over | Stream::Cut) => self.held.len(),
            (None, Stream::GoesOn) => {
                let marks = self.held.len() - self.held.trim_end_matches('`').len();
                self.held.len() - marks
            }
        };
        self.show(length);
        if end.is_some() {
            self.place = Place::WithinLine;
        }
        end.is_some()
    }

    fn find(&self) -> Option<Found> {
        let bare = self.bare_at().map(|at| Found { at, shape: Shape::Bare });
        let marked = Shape::MARKED.iter().filter_map(|(sign, shape)| {
            let mut places = self.held.match_indices(sign).map(|(at, _)| at);
            let at = places.find(|at| !shape.begins_a_line() || self.begins_a_line(*at))?;
            Some(Found { at, shape: *shape })
        });
        marked.chain(bare).min_by_key(|found| found.at)
    }

    /// Where a line begins with an object or a list that is no list of calls under its own sign, nor may become one.
    fn bare_at(&self) -> Option<usize> {
        let listed = |at: usize| {
            let rest = self.held.get(at..).unwrap_or_default();
            rest.starts_with(LISTED) || LISTED.starts_with(rest)
        };
        let mut places = self.held.match_indices(['{', '[']).map(|(at, _)| at);
        places.find(|at| self.begins_a_line(*at) && !listed(*at))
    }

    /// Whether only space stands between a place and the beginning of its line.
    fn begins_a_line(&self, at: usize) -> bool {
        let before = self.held.get(..at).unwrap_or_default();
        match before.rsplit_once('\n') {
            Some((_, line)) => line.trim().is_empty(),
            None => before.trim().is_empty() && self.place != Place::WithinLine,
        }
    }

    fn show(&mut self, length: usize) {
        let length = ceiling(&self.held, length);
        let words: String = self.held.drain(..length).collect();
        self.place = match (words.rsplit_once('\n'), self.place) {
            (_, Place::Code) => Place::Code,
            (_, Place::Beginning) if words.trim().is_empty() => Place::Beginning,
            (Some((_, line)), _) if line.trim().is_empty() => Place::LineStart,
            (None, Place::LineStart) if words.trim().is_empty() => Place::LineStart,
            _ => Place::WithinLine,
        };
        self.shown.push_str(&words);
    }

    fn drop_held(&mut self, length: usize) {
        let length = ceiling(&self.held, length);
        self.held.drain(..length);
        if self.place == Place::Beginning {
            self.place = Place::LineStart;
        }
    }
}

/// What stands before a list of calls.
const LISTED: &str = "[TOOL_CALLS]";

/// How much at the end of a text could be the beginning of a sign.
fn unsure(text: &str) -> usize {
    let signs = Shape::MARKED.iter().map(|(sign, _)| sign);
    let longest = signs.filter_map(|sign| {
        let ends = (1..sign.len()).rev().filter(|length| sign.is_char_boundary(*length));
        ends.into_iter().find(|length| sign.get(..*length).is_some_and(|start| text.ends_with(start)))
    });
    longest.max().unwrap_or(0)
}

fn ceiling(text: &str, length: usize) -> usize {
    let mut length = length.min(text.len());
    while !text.is_char_boundary(length) {
        length += 1;
    }
    length
}
