//! Buttons, forms, commands, and the ends of sign-ins. They need answers from outside, so each goes its own way.

use kernel::ports::{ApprovalState, ChatError, Settlement, StoreError};
use kernel::{
    AccountId, ApprovalId, CallEntry, ChannelId, Connection, Entry, Inbound, InboundId, Part, PersonId,
    PlaceEntry, Press, Purpose, ReplyEntry, ThreadId, Verdict, View,
};
use tracing::warn;

use crate::home::{accounts, take_back};
use crate::inbound::card_presses::{Known, Pressing};
use crate::inbound::commands::Given;
use crate::inbound::context::Presses;
use crate::inbound::{commands, unsettled};
use crate::thread::CardKind;
use crate::view::{paste_form, speech};

/// A press of Approve, Deny or Undo.
pub(crate) struct Click {
    pub(crate) thread: ThreadId,
    pub(crate) by: PersonId,
    pub(crate) approval: ApprovalId,
    pub(crate) verdict: Verdict,
    pub(crate) answer: Answer,
}

/// Where somebody is told why their press had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    InThread,
    /// They pressed it on their own page, where no thread is seen.
    Directly,
}

impl Presses<'_> {
    pub(crate) async fn pressed(&self, id: InboundId, inbound: Inbound) {
        match inbound {
            Inbound::Click { thread, by, approval, verdict } => {
                let click = Click { thread, by, approval, verdict, answer: Answer::InThread };
                if let Err(error) = self.clicked(id, &click).await {
                    unsettled(id, &error);
                }
            }
            Inbound::Connected { person, account, connection, allowed, consent } => {
                if self.told_of_connection(&person, &account, connection, &allowed).await {
                    self.ctx.engine.homes.touch(&person);
                    self.ctx.settle(id, Settlement::Connected { person, account, consent }).await;
                }
            }
            Inbound::Declined { thread: Some(thread), consent, why, .. } => {
                let entry = Box::new(Entry::Call(CallEntry::Declined { consent, why }));
                self.ctx.settle(id, Settlement::Journal { thread, entry, once: None }).await;
            }
            Inbound::Declined { thread: None, person, why, .. } => {
                self.ctx.tell(&person, View::plain(why)).await;
                self.ctx.settle(id, Settlement::Ignored).await;
            }
            Inbound::Pressed { by, press: Press::OnCard(press), message, opening } => {
                self.pressed_on_card(id, press, Pressing { by, message, opening }).await;
            }
            Inbound::Pressed { by, press, message, opening } => {
                let pressing = Pressing { by, message, opening };
                self.press(id, press, &pressing).await;
                self.ctx.engine.homes.touch(&pressing.by);
                self.ctx.settle(id, Settlement::Ignored).await;
            }
            Inbound::AskAbout { by, thread, message, opening } => {
                if let Err(failure) = accounts::member(&self.ctx.engine, &by).await {
                    self.ctx.whisper(&thread, &by, View::plain(failure.words)).await;
                } else {
                    self.offer_question(&by, &opening, Purpose::AskAbout { thread, message }).await;
                }
                self.ctx.settle(id, Settlement::Ignored).await;
            }
            Inbound::Filled { by, purpose, answers } => self.filled_in(id, by, purpose, answers).await,
            Inbound::OursDeleted { message } => self.deleted(id, &message).await,
            Inbound::Command { by, channel, command, words } => {
                let given = Given { by: &by, command: &command, words: &words, inbound: id };
                self.commanded(&given, &channel).await;
            }
            Inbound::HomeOpened { by, channel, tab } => {
                self.ctx.home_presses().home_opened(id, &by, &channel, tab).await;
            }
            Inbound::PressedAtHome { by, press } => {
                self.ctx.home_presses().pressed_at_home(id, by, press).await;
            }
            Inbound::Rated { thread, by, turn, rating } => {
                self.ctx.noted(id, thread, Entry::Reply(ReplyEntry::Rated { turn, by, rating })).await;
            }
            Inbound::Titled { thread, by } => {
                self.ctx.noted(id, thread, Entry::Place(PlaceEntry::Titled { by })).await;
            }
            Inbound::Message { .. }
            | Inbound::Stop { .. }
            | Inbound::Views { .. }
            | Inbound::Revised { .. }
            | Inbound::Withdrawn { .. }
            | Inbound::Deleted { .. }
            | Inbound::Overheard { .. } => {}
        }
    }

    async fn commanded(&self, given: &Given<'_>, channel: &ChannelId) {
        let answer = commands::obey(&self.ctx.engine, given).await;
        self.ctx.engine.homes.touch(given.by);
        if let Err(error) = self.ctx.engine.ports.chat.whisper_in(channel, given.by, &answer).await {
            warn!(by = %given.by, %error, "a command could not be answered");
        }
        self.ctx.settle(given.inbound, Settlement::Ignored).await;
    }

    /// A press decides only if whoever pressed could still ask for it now.
    pub(crate) async fn clicked(&self, id: InboundId, click: &Click) -> Result<(), StoreError> {
        let Click { thread, by, approval, verdict, answer } = click;
        let approvals = &self.ctx.engine.ports.approvals;
        if verdict.approves()
            && let Some(Known { row, card, .. }) = self.ctx.known(approval).await?
            && row.state == ApprovalState::Pending
            && row.deciders.include(&row.requester, by)
        {
            if card.kind == CardKind::Undo {
                if let Some(view) = take_back::hindrance(&self.ctx.engine, by, &row, &card).await {
                    match answer {
                        Answer::InThread => self.ctx.whisper(thread, by, view).await,
                        Answer::Directly => self.ctx.tell(by, view).await,
                    }
                    return self.ctx.ignore(id).await;
                }
            } else if !self.ctx.still_may(id, by, std::slice::from_ref(approval), &row).await? {
                return Ok(());
            }
        }
        let decision = approvals.decide(approval, by, *verdict, id).await?;
        let name = self.ctx.decider(&decision).await;
        if let Some(words) = speech::refusal(&decision, &name) {
            self.ctx.whisper(thread, by, View::plain(words)).await;
        }
        Ok(())
    }

    async fn press(&self, id: InboundId, press: Press, pressing: &Pressing) {
        let Pressing { by, message, opening } = pressing;
        let (engine, ports) = (&*self.ctx.engine, &self.ctx.engine.ports);
        let done = match press {
            Press::Disconnect(account) => ports.grants.disconnect(by, &account).await.map(|()| {
                View::plain(format!("{} account {account} is disconnected.", ports.grants.provider()))
            }),
            Press::DisconnectAsAsked(account, asked) => {
                accounts::disconnect_as_asked(engine, by, &account, asked).await
            }
            Press::StopAsAsked(asked) => commands::stop_as_asked(engine, by, id, asked).await,
            Press::TakeBack(approval) => take_back::chosen(engine, by, id, &approval).await,
            Press::CancelSignIn(consent) => ports
                .grants
                .cancel(by, &consent)
                .await
                .map(|()| View::plain("Given up. Ask again when you want to connect.")),
            Press::PasteAddress(consent) => {
                let Some(opening) = opening else { return };
                if let Err(error) =
                    ports.chat.ask(opening, &paste_form(ports.grants.provider(), &consent)).await
                {
                    warn!(%by, %error, "a form could not be opened");
                    self.ctx
                        .tell(by, View::plain("The form could not be opened just now. Press again."))
                        .await;
                }
                return;
            }
            Press::OnCard(_) => return,
        };
        let view = done.unwrap_or_else(|failure| View::plain(failure.words));
        match ports.chat.update(message, &view).await {
            Ok(()) => {}
            // What only one person saw cannot be changed afterwards.
            Err(ChatError::Refused(_)) => self.ctx.tell(by, view).await,
            Err(error @ ChatError::Unavailable { .. }) => {
                warn!(%by, %error, "a pressed button could not be answered");
            }
        }
    }

    /// It is how a person learns that somebody else did it, so it is told before anything goes on; `false` if it must be
    /// tried again.
    async fn told_of_connection(
        &self,
        person: &PersonId,
        account: &AccountId,
        connection: Connection,
        allowed: &[String],
    ) -> bool {
        let provider = self.ctx.engine.ports.grants.provider();
        let list = allowed.join(", ");
        let words = match connection {
            Connection::New => {
                let may = if list.is_empty() { String::new() } else { format!(" I may {list}.") };
                format!(
                    "{provider} account {account} is connected.{may} I use it only when you ask me for something. If \
                     this was not you, disconnect it."
                )
            }
            // They signed in again and allowed nothing that was not allowed before.
            Connection::Again if list.is_empty() => return true,
            Connection::Again => format!("In {provider} account {account} I may now also {list}."),
        };
        let press = Press::Disconnect(account.clone());
        let view = View::plain(words).with(Part::Button { label: "Disconnect".to_owned(), press });
        match self.ctx.engine.ports.chat.tell(person, &view).await {
            Ok(_) => true,
            Err(ChatError::Refused(why)) => {
                warn!(%person, why, "somebody cannot be told that their account is connected");
                true
            }
            Err(error @ ChatError::Unavailable { .. }) => {
                warn!(%person, %error, "somebody is told later that their account is connected");
                false
            }
        }
    }
}
