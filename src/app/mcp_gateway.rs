//! The counter at which outside clients are served (`countersign mcp serve`).
//!
//! A session is a thread, and its client is the model of that thread: what the client calls is what the model says, and
//! from there a call takes the road of every other – the same engine, journal, audit and cards. Only the card is shown
//! somewhere else.

mod client_chat;
mod client_model;
mod register;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::ports::{Accepted, Inbox, Journal, Letter, Reader, Soon, StoreError};
use kernel::{
    CallId, Definition, Delivery, Ends, Entry, Inbound, MessageEntry, MessageRef, PersonId, Raw, Record,
    ReplyEntry, ThreadId, ToolCall, TurnId,
};
use mcp::{Answered, Asker, Errand};
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use uuid::Uuid;

pub(crate) use client_chat::ClientChat;
pub(crate) use client_model::ClientModel;
pub(crate) use register::{Register, Signed};

/// `Delivery::from` of what comes in here.
const FROM: &str = "mcp";

/// Calls that somebody waits for, by the words that stand for them in the conversation.
#[derive(Default)]
pub(crate) struct Waiting(Mutex<HashMap<String, Call>>);

struct Call {
    thread: ThreadId,
    made: ToolCall,
    asker: Arc<dyn Asker>,
    answer: oneshot::Sender<Answered>,
}

impl Waiting {
    fn all(&self) -> std::sync::MutexGuard<'_, HashMap<String, Call>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is called in this conversation.
    fn call(&self, token: &str) -> Option<ToolCall> {
        self.all().get(token).map(|waiting| waiting.made.clone())
    }

    fn asker(&self, thread: &ThreadId) -> Option<Arc<dyn Asker>> {
        self.all()
            .values()
            .find(|waiting| waiting.thread == *thread)
            .map(|waiting| Arc::clone(&waiting.asker))
    }

    /// Only the first answer counts.
    fn answer(&self, token: &str, answered: Answered) {
        if let Some(waiting) = self.all().remove(token) {
            drop(waiting.answer.send(answered));
        }
    }

    fn answer_in(&self, thread: &ThreadId, answered: Answered) {
        let token =
            self.all().iter().find(|(_, waiting)| waiting.thread == *thread).map(|(token, _)| token.clone());
        if let Some(token) = token {
            self.answer(&token, answered);
        }
    }
}

/// The slot through which everything comes in: written down first, then handed on.
#[derive(Clone)]
pub(crate) struct Inlet {
    pub(crate) inbox: Arc<dyn Inbox>,
    pub(crate) letters: UnboundedSender<Letter>,
}

impl Inlet {
    async fn put(&self, inbound: &Inbound) -> Result<(), StoreError> {
        let raw = Raw::of(inbound).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let delivery = Delivery { key: Uuid::new_v4().simple().to_string(), from: FROM.to_owned(), raw };
        if let Accepted::New(id) = self.inbox.accept(&delivery).await? {
            drop(self.letters.send(Letter { id, from: delivery.from, raw: delivery.raw }));
        }
        Ok(())
    }
}

/// Reads what was put through the slot.
pub(crate) struct InletReader;

impl Reader for InletReader {
    fn from(&self) -> &str {
        FROM
    }

    fn read(&self, raw: &Value) -> Option<Inbound> {
        serde_json::from_value(raw.clone()).ok()
    }
}

pub(crate) struct Gateway {
    pub(crate) offered: Vec<Definition>,
    pub(crate) waiting: Arc<Waiting>,
    pub(crate) slot: Inlet,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) person: PersonId,
    /// Calls of one session are made one after the other: each may change what the next is asked about.
    pub(crate) sessions: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    pub(crate) messages: AtomicU64,
}

impl mcp::Gateway for Gateway {
    fn tools(&self) -> Vec<Definition> {
        self.offered.clone()
    }

    fn call(&self, errand: Errand) -> Soon<'_, Answered> {
        Box::pin(async move {
            let place = self.session(&errand.session).lock_owned().await;
            let message = self.next_message(&errand.session);
            let answered = self.take(errand, message.clone()).await;
            // The client has its answer; the thread has still to come to rest before the next call is taken.
            let (journal, thread) = (Arc::clone(&self.journal), message.thread);
            tokio::spawn(async move {
                rested(&*journal, &thread, &message.message).await;
                drop(place);
            });
            answered
        })
    }
}

impl Gateway {
    fn session(&self, id: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(sessions.entry(id.to_owned()).or_default())
    }

    fn next_message(&self, session: &str) -> Message {
        let thread = ThreadId(format!("mcp:{session}"));
        let number = self.messages.fetch_add(1, Ordering::Relaxed);
        Message { message: MessageRef(format!("{thread}:{number:020}")), thread }
    }

    async fn take(&self, errand: Errand, Message { thread, message }: Message) -> Answered {
        let Errand { tool, arguments, stop, asker, .. } = errand;
        let token = Uuid::new_v4().simple().to_string();
        let (answer, answered) = oneshot::channel();
        let made = ToolCall { id: CallId(format!("call_{token}")), tool, args: arguments };
        let waiting = Call { thread: thread.clone(), made, asker, answer };
        self.waiting.all().insert(token.clone(), waiting);
        let message = Inbound::Message {
            thread: thread.clone(),
            message,
            from: self.person.clone(),
            words: client_model::words(&token),
            addressed: true,
            files: Vec::new(),
            quoted: None,
            mentions: Vec::new(),
        };
        if let Err(error) = self.slot.put(&message).await {
            self.waiting.all().remove(&token);
            return failed(&format!("It could not be written down, so it was not done ({error})."));
        }
        let mut answered = answered;
        tokio::select! {
            answer = &mut answered => answer.unwrap_or_else(|_| failed("It was broken off.")),
            () = stop.pulled() => {
                let stopping =
                    Inbound::Stop { thread, message: None, by: self.person.clone(), ends: Ends::Thread };
                drop(self.slot.put(&stopping).await);
                // What cannot be broken off is brought to its end, and says so.
                answered.await.unwrap_or_else(|_| failed("It was broken off."))
            }
        }
    }
}

/// Where a call stands in the conversation.
#[derive(Clone)]
struct Message {
    thread: ThreadId,
    message: MessageRef,
}

/// How often it is looked whether a thread has come to rest, and how many times at most.
const LOOK: Duration = Duration::from_millis(5);
const LOOKS: usize = 2_000;

/// Ends when the turn that a message has opened is over.
async fn rested(journal: &dyn Journal, thread: &ThreadId, message: &MessageRef) {
    for _ in 0..LOOKS {
        let records = journal.read(thread, 0).await.unwrap_or_default();
        let opened = records.iter().rev().find_map(|record| match &record.entry {
            Entry::Message(MessageEntry::Asked { message: of, .. }) if of == message => {
                Some(TurnId(record.number))
            }
            _ => None,
        });
        let over = |record: &Record| matches!(&record.entry, Entry::Reply(ReplyEntry::Finished { turn, .. }) if Some(*turn) == opened);
        if records.iter().rev().any(over) {
            return;
        }
        tokio::time::sleep(LOOK).await;
    }
}

fn failed(words: &str) -> Answered {
    Answered { words: words.to_owned(), failed: true }
}
