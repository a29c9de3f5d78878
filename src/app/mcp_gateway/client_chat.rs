//! The chat of the counter: nobody reads along, and a card is shown by the client.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kernel::ports::{
    Attachments, Chat, ChatError, Draft, Growth, History, InboundHealth, InboundState, Opened, Places, Post,
    Recalled, Soon, Status, Stretch, Telling, ThreadKind,
};
use kernel::{
    Card, ChannelId, Code, Face, Failure, Form, Home, Inbound, MessageRef, Opening, Part, PersonId, Reach,
    SharedFile, ThreadId, Verdict, View,
};
use mcp::{Answered, Said};
use tracing::warn;

use super::client_model::ANSWERED;
use super::{Inlet, Waiting};

const UNASKED: &str = "confirmation_required: A person must approve this, and your client cannot ask one (it has no elicitation). \
    It was not done. Ask Countersign for it in Slack, where it is approved with a button.";

const CLOSED: &str = "confirmation_required: The form was closed without approving this and without denying it. It was not done. \
    It may be asked for again, if that is what the person wants.";

pub(crate) struct ClientChat {
    pub(crate) waiting: Arc<Waiting>,
    pub(crate) slot: Inlet,
    messages: AtomicU64,
}

impl ClientChat {
    pub(crate) fn new(waiting: Arc<Waiting>, slot: Inlet) -> Self {
        Self { waiting, slot, messages: AtomicU64::new(0) }
    }

    fn next_message(&self) -> MessageRef {
        MessageRef(format!("mcp:ours:{:020}", self.messages.fetch_add(1, Ordering::Relaxed)))
    }

    /// Cards are asked about; words that come while a call still waits are why it ended.
    fn show(&self, thread: &ThreadId, view: &View) {
        for part in &view.parts {
            match part {
                Part::Card(card) if card.face == Face::Pending => self.ask(thread.clone(), (**card).clone()),
                // It comes when the next call may wait already.
                Part::Words(words) if words.starts_with(ANSWERED) => {}
                Part::Words(words) | Part::Plain(words) => {
                    self.waiting.answer_in(thread, Answered { words: words.clone(), failed: true });
                }
                _ => {}
            }
        }
    }

    fn ask(&self, thread: ThreadId, card: Card) {
        let (waiting, slot) = (Arc::clone(&self.waiting), self.slot.clone());
        tokio::spawn(async move {
            let said = match waiting.asker(&thread) {
                Some(asker) => asker.ask(&card).await,
                None => Said::Unasked,
            };
            // Nobody is said to have denied what they were not asked, or did not answer.
            let unsaid = match said {
                Said::Yes | Said::No => None,
                Said::Nothing => Some(CLOSED),
                Said::Unasked => Some(UNASKED),
            };
            if let Some(words) = unsaid {
                waiting.answer_in(&thread, Answered { words: words.to_owned(), failed: true });
            }
            let verdict = if said == Said::Yes { Verdict::Approve } else { Verdict::Deny };
            let click = Inbound::Click { thread, by: card.requester, approval: card.approval, verdict };
            if let Err(error) = slot.put(&click).await {
                warn!(%error, "what a person said about a card is lost; it expires");
            }
        });
    }
}

fn nothing<T: Send + 'static>(value: T) -> Soon<'static, Result<T, ChatError>> {
    Box::pin(std::future::ready(Ok(value)))
}

fn nowhere<T: Send + 'static>() -> Soon<'static, Result<T, ChatError>> {
    Box::pin(std::future::ready(Err(ChatError::Refused("there is no chat here".to_owned()))))
}

impl Chat for ClientChat {
    fn post<'a>(&'a self, post: &'a Post) -> Soon<'a, Result<MessageRef, ChatError>> {
        self.show(&post.thread, &post.view);
        nothing(self.next_message())
    }

    fn update<'a>(&'a self, _: &'a MessageRef, _: &'a View) -> Soon<'a, Result<(), ChatError>> {
        nothing(())
    }

    fn remove<'a>(&'a self, _: &'a ThreadId, _: &'a MessageRef) -> Soon<'a, Result<(), ChatError>> {
        nothing(())
    }

    fn strip<'a>(&'a self, _: &'a ThreadId, _: &'a MessageRef) -> Soon<'a, Result<(), ChatError>> {
        nothing(())
    }

    fn whisper<'a>(
        &'a self,
        thread: &'a ThreadId,
        _: &'a PersonId,
        view: &'a View,
    ) -> Soon<'a, Result<(), ChatError>> {
        self.show(thread, view);
        nothing(())
    }

    fn whisper_in<'a>(
        &'a self,
        _: &'a ChannelId,
        _: &'a PersonId,
        _: &'a View,
    ) -> Soon<'a, Result<(), ChatError>> {
        nothing(())
    }

    fn ask<'a>(&'a self, _: &'a Opening, _: &'a Form) -> Soon<'a, Result<(), ChatError>> {
        nowhere()
    }

    fn tell<'a>(&'a self, _: &'a PersonId, _: &'a View) -> Soon<'a, Result<MessageRef, ChatError>> {
        nothing(self.next_message())
    }

    fn tell_once<'a>(&'a self, _: &'a Telling) -> Soon<'a, Result<MessageRef, ChatError>> {
        nothing(self.next_message())
    }

    fn posted<'a>(&'a self, _: &'a Post) -> Soon<'a, Result<Option<MessageRef>, ChatError>> {
        nothing(None)
    }

    fn show_status<'a>(&'a self, _: &'a ThreadId, _: Status, _: &'a str) -> Soon<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    fn retitle<'a>(&'a self, _: &'a ThreadId, _: &'a str) -> Soon<'a, Result<(), ChatError>> {
        nothing(())
    }

    fn draft(&self, _: &ThreadId, _: &PersonId) -> Box<dyn Draft> {
        Box::new(Unseen)
    }

    fn complete<'a>(
        &'a self,
        post: &'a Post,
        _: &'a [MessageRef],
    ) -> Soon<'a, Result<MessageRef, ChatError>> {
        self.post(post)
    }

    fn withdraw<'a>(&'a self, _: &'a ThreadId, _: &'a [MessageRef]) -> Soon<'a, Result<(), ChatError>> {
        nothing(())
    }

    fn kind(&self, _: &ThreadId) -> ThreadKind {
        ThreadKind::Direct
    }

    fn channel(&self, _: &ThreadId) -> Option<ChannelId> {
        None
    }
}

/// A draft that nobody sees.
struct Unseen;

impl Draft for Unseen {
    fn grow<'a>(&'a mut self, _: &'a Growth) -> Soon<'a, Result<Option<MessageRef>, ChatError>> {
        nothing(None)
    }
}

impl History for ClientChat {
    fn has_before(&self, _: &ThreadId, _: &MessageRef) -> bool {
        false
    }

    fn recall<'a>(&'a self, _: &'a Stretch) -> Soon<'a, Recalled> {
        Box::pin(std::future::ready(Recalled { messages: Vec::new(), reach: Reach::Whole }))
    }
}

impl Places for ClientChat {
    fn publish<'a>(&'a self, _: &'a PersonId, _: &'a Home) -> Soon<'a, Result<(), ChatError>> {
        nothing(())
    }

    fn suggest<'a>(&'a self, _: &'a ChannelId) -> Soon<'a, Result<(), ChatError>> {
        nothing(())
    }

    fn link<'a>(&'a self, _: &'a ThreadId, _: &'a MessageRef) -> Soon<'a, Result<String, ChatError>> {
        nowhere()
    }

    fn name<'a>(&'a self, _: &'a ThreadId) -> Soon<'a, Result<String, ChatError>> {
        nothing("an outside client".to_owned())
    }
}

impl Attachments for ClientChat {
    fn open<'a>(&'a self, file: &'a SharedFile, _: usize) -> Soon<'a, Opened> {
        let failure = Failure::person(Code::NotAvailable, "There is no chat here to take files from.");
        Box::pin(std::future::ready(Opened { file: file.clone(), holds: Err(failure) }))
    }
}

impl kernel::ports::Files for ClientChat {
    fn fetch<'a>(&'a self, _: &'a kernel::FileId, _: usize) -> Soon<'a, Result<Vec<u8>, ChatError>> {
        nowhere()
    }

    fn share<'a>(
        &'a self,
        _: &'a ThreadId,
        _: &'a kernel::ports::NewFile,
    ) -> Soon<'a, Result<(), ChatError>> {
        nowhere()
    }
}

impl InboundHealth for ClientChat {
    fn state(&self) -> InboundState {
        InboundState::Connected
    }

    fn changed_from(&self, _: InboundState) -> Soon<'_, InboundState> {
        Box::pin(std::future::pending())
    }
}
