//! What is said in a thread of ours without a mention, and whether it is for us.

use std::pin::Pin;
use std::sync::Arc;

use futures_util::FutureExt;
use kernel::ports::{ApprovalState, ChatError, StoreError};
use kernel::{Inbound, InboundId, Person, PersonId, ThreadId};

use crate::inbound::{InboundHandler, unsettled};
use crate::runtime::FollowUps;
use crate::thread::{CardKind, Progress};

impl InboundHandler {
    /// Whom we met lately we know; nobody else's words wait while it is looked up who the others are.
    pub(crate) async fn said_among_us(self: &Arc<Self>, id: InboundId, inbound: Inbound) {
        let Inbound::Message { from, .. } = &inbound else { return };
        if self.ctx.engine.follow_ups != FollowUps::Thread {
            return self.follow_up(id, inbound, Known::OneOfUs).await;
        }
        let (engine, from) = (Arc::clone(&self.ctx.engine), from.clone());
        let mut looking: Looking =
            Box::pin(async move { Known::of(engine.ports.directory.person_lately(&from).await) });
        match (&mut looking).now_or_never() {
            Some(known) => self.follow_up(id, inbound, known).await,
            None => self.meet(id, inbound, looking),
        }
    }

    /// What guests and strangers say among the others is theirs: it neither asks us nor ends what goes on.
    pub(crate) async fn follow_up(self: &Arc<Self>, id: InboundId, inbound: Inbound, known: Known) {
        let Inbound::Message { thread, message, from, .. } = &inbound else { return };
        let is_for_us = match known {
            Known::OneOfUs => self.is_for_us(thread, from).await,
            Known::Stranger => Ok(false),
        };
        match is_for_us {
            Ok(true) => self.asked(id, inbound).await,
            Ok(false) => {
                let beside = Inbound::Overheard { thread: thread.clone(), message: message.clone() };
                self.revised(id, beside).await;
            }
            Err(error) => unsettled(id, &error),
        }
    }

    async fn is_for_us(&self, thread: &ThreadId, from: &PersonId) -> Result<bool, StoreError> {
        if self.ctx.engine.follow_ups == FollowUps::Thread {
            return Ok(true);
        }
        let ports = &self.ctx.engine.ports;
        let journal = ports.journal.read(thread, 0).await?;
        let cards = Progress::of(&journal).cards;
        for asked in cards.iter().filter(|card| card.kind == CardKind::Inquiry) {
            let row = ports.approvals.approval(&asked.approval).await?;
            if row.is_some_and(|row| row.state == ApprovalState::Pending && row.requester == *from) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What is known of whoever said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    OneOfUs,
    Stranger,
}

/// Somebody who is being looked up.
pub(crate) type Looking = Pin<Box<dyn Future<Output = Known> + Send>>;

impl Known {
    /// Who cannot be looked up just now is taken for one of us: it is looked up again before anything is done for them. Whom the
    /// chat does not know is nobody.
    fn of(person: Result<Person, ChatError>) -> Self {
        match person {
            Ok(person) if person.standing.may_ask() => Self::OneOfUs,
            Ok(_) | Err(ChatError::Refused(_)) => Self::Stranger,
            Err(ChatError::Unavailable { .. }) => Self::OneOfUs,
        }
    }
}
