//! What becomes of a call that got no farther than to the gate.

use kernel::ToolCall;

use crate::call::finish;
use crate::call::prepare::{Halt, Refusal};
use crate::thread::Turn;
use crate::worker::authorization::disclosure_check::{finds_nothing_to_plan, found_in};
use crate::worker::prepare_calls::{Lacking, Prepared, needs_consent};
use crate::worker::{RunCalls, Trouble};

impl RunCalls<'_> {
    /// Says so, or has somebody sign in first.
    pub(crate) async fn halted(&self, halt: Halt, asked: ToolCall, turn: &Turn) -> Result<Prepared, Trouble> {
        let (id, name) = (asked.id.clone(), self.ctx.prepare_calls().own_name(&asked));
        let ended = match halt {
            Halt::Failed(failure) | Halt::Unplanned(_, failure) if failure.lacks_consent() => {
                return Ok(needs_consent(id, turn, self.ctx.prepare_calls().needs(asked), failure.words));
            }
            Halt::Refused(Refusal { failure, .. }) | Halt::Failed(failure) | Halt::Unplanned(_, failure)
                if let Some(entry) = self.ctx.prepare_calls().as_it_was(&id, &failure) =>
            {
                self.ctx.append(vec![entry]).await?;
                return Ok(Prepared::Answered);
            }
            Halt::Refused(Refusal { gate, failure }) => finish::refused(&name, failure).by(gate),
            Halt::Failed(failure) => finish::refused(&name, failure),
            Halt::Unplanned(account, failure) => {
                let mut ended = finish::refused(&name, failure);
                if finds_nothing_to_plan(&account, &ended) {
                    ended.label = found_in(&account, ended.label);
                }
                ended
            }
            Halt::OnlyTold(told) => *told,
            Halt::Consent { requester, needs, words } => {
                tracing::info!(thread = %self.ctx.lane.thread, person = %requester.id, words, "a sign-in is needed");
                let person = requester.id.clone();
                return Ok(Prepared::NeedsConsent(Lacking { call: id, person, needs, why: words }));
            }
        };
        self.answer(turn.id, &id, ended).await
    }
}
