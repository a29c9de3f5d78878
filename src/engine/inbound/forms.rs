//! Forms that somebody filled in.

use kernel::ports::{Response, Settlement};
use kernel::{Body, FilledIn, InboundId, PersonId, Purpose, View};

use crate::inbound::ask_about::{Pointed, QUESTION};
use crate::inbound::context::Presses;
use crate::inbound::unsettled;
use crate::view::ADDRESS;
use crate::view::forms::REASON;

impl Presses<'_> {
    pub(crate) async fn filled_in(&self, id: InboundId, by: PersonId, purpose: Purpose, filled: FilledIn) {
        let done = match purpose {
            Purpose::PastedAddress(consent) => {
                // Success is told when the sign-in arrives like any other.
                let answer = filled.get(ADDRESS).cloned().unwrap_or_default();
                if let Err(failure) = self.ctx.engine.ports.grants.pasted(&by, &consent, &answer).await {
                    self.ctx.tell(&by, View::plain(failure.words)).await;
                }
                self.ctx.settle(id, Settlement::Ignored).await;
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
            Purpose::Edits(approval) => self.ctx.edit_forms().edited(id, &approval, &by, &filled).await,
        };
        if let Err(error) = done {
            unsettled(id, &error);
        }
    }
}
