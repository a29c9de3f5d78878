//! A model that speaks when the story tells it to.

use std::sync::Arc;

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Reply, Request};
use serde_json::Value;
use tokio::sync::{Mutex, mpsc};

use super::models::{call, says};

/// What it does next.
pub enum Beat {
    Say(String),
    Call(&'static str, Value),
    /// The reply is whole.
    End,
    /// The connection to it breaks off.
    Break,
}

/// Its replies are made of the beats it is given, in their order.
pub struct Speaker {
    beats: Mutex<mpsc::UnboundedReceiver<Beat>>,
    hand: mpsc::UnboundedSender<Beat>,
}

impl Speaker {
    pub fn new() -> Arc<Self> {
        let (hand, beats) = mpsc::unbounded_channel();
        Arc::new(Self { beats: Mutex::new(beats), hand })
    }

    pub fn does(&self, beat: Beat) {
        self.hand.send(beat).unwrap();
    }

    pub fn says(&self, words: &str) {
        self.does(Beat::Say(words.to_owned()));
    }

    /// Says the last of it.
    pub fn ends(&self) {
        self.does(Beat::End);
    }
}

impl Model for Speaker {
    fn name(&self) -> &'static str {
        "speaker"
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        Box::pin(async move {
            let mut beats = self.beats.lock().await;
            let mut reply = says("");
            while let Some(beat) = beats.recv().await {
                match beat {
                    Beat::Say(words) => {
                        listener.text(&words);
                        reply.text.push_str(&words);
                    }
                    Beat::Call(tool, args) => reply.calls.push(call(request, tool, args)),
                    Beat::End => return Ok(reply),
                    Beat::Break => break,
                }
            }
            Err(ModelError::Unavailable { words: "it broke off".to_owned(), retry_after: None })
        })
    }
}
