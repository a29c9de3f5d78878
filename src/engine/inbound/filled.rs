//! Forms that somebody filled in.

use kernel::ports::{Response, Settlement};
use kernel::{Body, FilledIn, InboundId, PersonId, Purpose, View};

use super::pointed::{Pointed, QUESTION};
use super::{Reception, unsettled};
use crate::view::ADDRESS;
use crate::view::forms::REASON;

impl Reception {
    pub(super) async fn filled_in(&self, id: InboundId, by: PersonId, purpose: Purpose, filled: FilledIn) {
        let done = match purpose {
            Purpose::PastedAddress(consent) => {
                // Success is told when the sign-in arrives like any other.
                let answer = filled.get(ADDRESS).cloned().unwrap_or_default();
                if let Err(failure) = self.engine.ports.grants.pasted(&by, &consent, &answer).await {
                    self.tell(&by, View::plain(failure.words)).await;
                }
                self.settle(id, Settlement::Ignored).await;
                Ok(())
            }
            Purpose::AskAbout { thread, message } => {
                let question = filled.get(QUESTION).cloned().unwrap_or_default();
                self.ask_about(id, Pointed { by, thread, about: message, question }).await;
                Ok(())
            }
            Purpose::Answers(approval) => self.answered(id, &approval, &by, &filled).await,
            Purpose::Reason(approval) => {
                let words = filled.get(REASON).cloned().unwrap_or_default();
                self.respond(id, &approval, &by, Response::Deny(Body::new(words))).await
            }
            Purpose::Always(approval) => self.approved_always(id, &approval, &by, &filled).await,
            Purpose::Edits(approval) => self.edited(id, &approval, &by, &filled).await,
        };
        if let Err(error) = done {
            unsettled(id, &error);
        }
    }
}
