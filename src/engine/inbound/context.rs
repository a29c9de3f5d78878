//! What everything that takes in presses and forms works with.

use std::sync::Arc;

use kernel::ports::{Approval, ChatError, Decision, Settlement, StoreError};
use kernel::{ApprovalId, Entry, InboundId, PersonId, ThreadId, View};
use tracing::warn;

use crate::base::spawn;
use crate::home::accounts;
use crate::inbound::card_presses::Known;
use crate::inbound::unsettled;
use crate::runtime::rights::Rights;
use crate::runtime::{Engine, rights};
use crate::thread::{CardKind, Progress};
use crate::view::speech;

/// The engine, and how an arrival is settled and its person answered.
#[derive(Clone)]
pub(crate) struct InboundContext {
    pub(crate) engine: Arc<Engine>,
}

/// Presses on cards, forms and commands.
pub(crate) struct Presses<'a> {
    pub(crate) ctx: &'a InboundContext,
}

/// Presses on a person's own page.
pub(crate) struct HomePresses<'a> {
    pub(crate) ctx: &'a InboundContext,
}

/// Forms that change a call.
pub(crate) struct EditForms<'a> {
    pub(crate) ctx: &'a InboundContext,
}

impl InboundContext {
    pub(crate) fn presses(&self) -> Presses<'_> {
        Presses { ctx: self }
    }

    pub(crate) fn home_presses(&self) -> HomePresses<'_> {
        HomePresses { ctx: self }
    }

    pub(crate) fn edit_forms(&self) -> EditForms<'_> {
        EditForms { ctx: self }
    }

    /// The right that was there when the call was asked for may be gone when it is approved. If it is, or cannot be
    /// looked up, the press ends here, and its person is told.
    pub(crate) async fn still_may(
        &self,
        id: InboundId,
        by: &PersonId,
        approvals: &[ApprovalId],
        row: &Approval,
    ) -> Result<bool, StoreError> {
        // Whom the policy names must be a full member when they press, too.
        if row.requester != *by
            && let Err(failure) = accounts::member(&self.engine, by).await
        {
            self.whisper(&row.thread, by, View::plain(failure.words)).await;
            self.settle(id, Settlement::Ignored).await;
            return Ok(false);
        }
        // What was told them may be posted whether or not its account is still connected.
        let known = self.known(&row.id).await?.filter(|known| known.card.kind != CardKind::Sharing);
        let planned = known.map(|known| known.card.planned);
        let lost = match rights::of(&self.engine.ports, row, planned.as_ref()).await {
            Rights::Stand => return Ok(true),
            Rights::Lost(why) => why,
            Rights::Disconnected => speech::DISCONNECTED,
            Rights::Unclear => {
                self.whisper(&row.thread, by, View::plain(speech::RIGHTS_UNCLEAR)).await;
                self.settle(id, Settlement::Ignored).await;
                return Ok(false);
            }
        };
        let words = format!("This was not approved. {lost} Nothing was done.");
        self.engine.ports.approvals.withdraw(approvals, lost, id).await?;
        // The person who pressed is answered, and the owner hears of it.
        for person in
            [Some(&row.requester), Some(by).filter(|by| **by != row.requester)].into_iter().flatten()
        {
            self.whisper(&row.thread, person, View::plain(words.clone())).await;
        }
        Ok(false)
    }

    /// Nothing more is to be done about it.
    pub(crate) async fn ignore(&self, id: InboundId) -> Result<(), StoreError> {
        self.settle(id, Settlement::Ignored).await;
        Ok(())
    }

    pub(crate) async fn known(&self, approval: &ApprovalId) -> Result<Option<Known>, StoreError> {
        let ports = &self.engine.ports;
        let Some(row) = ports.approvals.approval(approval).await? else { return Ok(None) };
        let journal = ports.journal.read(&row.thread, 0).await?;
        let card = Progress::of(&journal).cards.into_iter().find(|card| card.approval == *approval);
        Ok(card.map(|card| Known { row, card, journal }))
    }

    /// Of a thread that we know.
    pub(crate) async fn noted(&self, id: InboundId, thread: ThreadId, entry: Entry) {
        match self.engine.ports.inbox.knows(&thread).await {
            Ok(true) => {
                let settlement = Settlement::Journal { thread, entry: Box::new(entry), once: None };
                self.settle(id, settlement).await;
            }
            Ok(false) => self.settle(id, Settlement::Ignored).await,
            Err(error) => unsettled(id, &error),
        }
    }

    pub(crate) async fn tell(&self, to: &PersonId, view: View) {
        if let Err(error) = self.engine.ports.chat.tell(to, &view).await {
            warn!(%to, %error, "somebody could not be told");
        }
    }

    /// The name of the person a click was too late for or reserved to.
    pub(crate) async fn decider(&self, decision: &Decision) -> String {
        let person = match decision {
            Decision::NotYours { requester } => Some(requester),
            Decision::TooLate { by, .. } => by.as_ref(),
            Decision::Taken | Decision::Signed | Decision::NoSuch => None,
        };
        let Some(person) = person else { return String::new() };
        let looked_up = self.engine.ports.directory.person(person).await;
        looked_up.map_or_else(|_| "the person who asked".to_owned(), |person| person.name)
    }

    /// The same, and nothing that comes in waits for it.
    pub(crate) fn whisper_later(&self, thread: &ThreadId, to: &PersonId, view: View) {
        let (ctx, thread, to) = (self.clone(), thread.clone(), to.clone());
        spawn(async move { ctx.whisper(&thread, &to, view).await });
    }

    /// Where they cannot be whispered to – they may not be there – they are told.
    pub(crate) async fn whisper(&self, thread: &ThreadId, to: &PersonId, view: View) {
        match self.engine.ports.chat.whisper(thread, to, &view).await {
            Ok(()) => {}
            Err(ChatError::Refused(_)) => self.tell(to, view).await,
            Err(error @ ChatError::Unavailable { .. }) => {
                warn!(%thread, %to, %error, "a click could not be answered");
            }
        }
    }

    pub(crate) async fn settle(&self, id: InboundId, settlement: Settlement) {
        if let Err(error) = self.engine.ports.inbox.settle(id, settlement).await {
            unsettled(id, &error);
        }
    }
}
