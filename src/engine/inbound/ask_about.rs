//! Questions about a message that somebody pointed at.

use kernel::ports::{ChatError, Post, Settlement};
use kernel::{
    Body, Entry, Form, InboundId, Line, LineTakes, MessageEntry, MessageRef, Opening, PersonId, Purpose,
    Sending, ThreadId, View,
};
use tracing::warn;

use crate::home::accounts;
use crate::inbound::context::Presses;

/// What the line of the form goes by.
pub(crate) const QUESTION: &str = "question";

/// A message somebody pointed at, and what they want to know.
pub(crate) struct Pointed {
    pub(crate) by: PersonId,
    pub(crate) thread: ThreadId,
    pub(crate) about: MessageRef,
    pub(crate) question: String,
}

impl Presses<'_> {
    pub(crate) async fn offer_question(&self, by: &PersonId, opening: &Opening, about: Purpose) {
        let form = Form {
            title: "Ask about this".to_owned(),
            words: "I read the thread of this message and answer there.".to_owned(),
            lines: vec![Line::required(QUESTION, "What do you want to know?", LineTakes::Text)],
            sending: Sending::Button { label: "Ask".to_owned(), purpose: about },
        };
        if let Err(error) = self.ctx.engine.ports.chat.ask(opening, &form).await {
            warn!(%by, %error, "a form could not be opened");
            let words = "The form could not be opened just now. Choose “Ask about this message” again, or mention me \
                         in its thread.";
            self.ctx.tell(by, View::plain(words)).await;
        }
    }

    /// The question is put into the thread in the name of whoever asks, so that everybody there can see what is
    /// answered.
    pub(crate) async fn ask_about(&self, id: InboundId, pointed: Pointed) {
        let Pointed { by, thread, about, question } = pointed;
        let ports = &self.ctx.engine.ports;
        let name = match accounts::member(&self.ctx.engine, &by).await {
            Ok(person) => person.name,
            Err(failure) => {
                self.ctx.whisper(&thread, &by, View::plain(failure.words)).await;
                return self.ctx.settle(id, Settlement::Ignored).await;
            }
        };
        let post = Post {
            key: format!("{thread}/question/{}", id.0),
            thread: thread.clone(),
            view: View::plain(format!("{name} asks: {question}")),
            // It may have got through before a crash.
            maybe_posted: true,
        };
        match ports.chat.post(&post).await {
            Ok(message) => {
                let once = Some(format!("asked/{message}"));
                let (words, files, about) = (Body::new(question), Vec::new(), Some(about));
                let (quoted, mentions) = (None, Vec::new());
                let entry = Entry::Message(MessageEntry::Asked {
                    message,
                    from: by,
                    words,
                    files,
                    about,
                    quoted,
                    mentions,
                });
                let entry = Box::new(entry);
                self.ctx.settle(id, Settlement::Journal { thread, entry, once }).await;
            }
            Err(error @ ChatError::Unavailable { .. }) => later(&by, &error),
            Err(ChatError::Refused(why)) => {
                warn!(%thread, %by, why, "a question cannot be put where it belongs");
                let words = "I cannot write where that message is. Invite me there (type /invite and my name), then \
                             ask again.";
                self.ctx.tell(&by, View::plain(words)).await;
                self.ctx.settle(id, Settlement::Ignored).await;
            }
        }
    }
}

/// It stays in the backlog, and is asked by a later sweep.
fn later(by: &PersonId, error: &ChatError) {
    warn!(%by, %error, "a question is asked later");
}
