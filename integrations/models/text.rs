//! Tool calling for models that have none of their own: the tools stand in the prompt, and calls are read out of the
//! words that come back.

mod prompt;
mod shape;
mod sieve;
#[cfg(test)]
mod tests;
mod tool_names;
mod value;

use std::sync::Arc;

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Ended, Reply, Request, Usage};

use crate::thoughts::said_after_thinking;
use sieve::Sieve;

/// A model that is spoken to in words alone.
pub struct TextMode {
    model: Arc<dyn Model>,
}

impl TextMode {
    pub fn new(model: Arc<dyn Model>) -> Self {
        Self { model }
    }
}

impl Model for TextMode {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn window(&self) -> usize {
        self.model.window()
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        Box::pin(async move {
            let mut ear = Sieving { sieve: Sieve::new(Arc::clone(&request.tools)), listener };
            let reply = self.model.reply(&prompt::in_words(request), &mut ear).await?;
            Ok(ear.end(reply))
        })
    }
}

/// Lets through what is meant for people.
struct Sieving<'a> {
    sieve: Sieve,
    listener: &'a mut dyn Listener,
}

impl Listener for Sieving<'_> {
    /// Where nobody sees the pieces, a reply may be begun anew: then only the whole of it counts.
    fn text(&mut self, piece: &str) {
        if self.listener.is_seen() {
            self.sift(piece);
        }
    }

    fn is_seen(&self) -> bool {
        self.listener.is_seen()
    }

    fn took(&mut self, model: &str, usage: Usage) {
        self.listener.took(model, usage);
    }
}

impl Sieving<'_> {
    fn sift(&mut self, piece: &str) {
        let shown = self.sieve.take(piece);
        if !shown.is_empty() {
            self.listener.text(&shown);
        }
    }

    /// What was kept until the end is sieved now.
    fn end(mut self, reply: Reply) -> Reply {
        if self.sieve.is_untouched() {
            self.sift(&reply.text);
        }
        let rest = self.sieve.end(reply.ended);
        if !rest.is_empty() {
            self.listener.text(&rest);
        }
        let (text, calls) = self.sieve.result();
        let text = said_after_thinking(text);
        // Whoever declines has thought better of what it began.
        let calls = if reply.ended == Ended::Refused { Vec::new() } else { calls };
        // What is kept holds the calls as words.
        Reply { text, calls: reply.calls.into_iter().chain(calls).collect(), kept: None, ..reply }
    }
}
