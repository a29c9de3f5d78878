//! Buttons, forms, commands, and the ends of sign-ins. They need answers from outside, so each goes its own way.

use std::sync::Arc;

use kernel::ports::{ApprovalState, ChatError, Decision, Settlement, StoreError};
use kernel::{
    AccountId, ApprovalId, ChannelId, Connection, Entry, Inbound, InboundId, Part, PersonId, Press, Purpose,
    ThreadId, Verdict, View,
};
use tracing::warn;

use super::on_card::{Known, Pressing};
use super::{Reception, unsettled};
use crate::base::spawn;
use crate::home::accounts;
use crate::home::take_back;
use crate::inbound::commands::{self, Given};
use crate::thread::CardKind;
use crate::view::paste_form;
use crate::view::speech;

/// A press of Approve, Deny or Undo.
pub(super) struct Click {
    pub(super) thread: ThreadId,
    pub(super) by: PersonId,
    pub(super) approval: ApprovalId,
    pub(super) verdict: Verdict,
    pub(super) answer: Answer,
}

/// Where somebody is told why their press had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    InThread,
    /// They pressed it on their own page, where no thread is seen.
    Directly,
}

impl Reception {
    pub(super) async fn pressed(&self, id: InboundId, inbound: Inbound) {
        match inbound {
            Inbound::Click { thread, by, approval, verdict } => {
                let click = Click { thread, by, approval, verdict, answer: Answer::InThread };
                if let Err(error) = self.clicked(id, &click).await {
                    unsettled(id, &error);
                }
            }
            Inbound::Connected { person, account, connection, allowed, consent } => {
                if self.told_of_connection(&person, &account, connection, &allowed).await {
                    self.engine.homes.touch(&person);
                    self.settle(id, Settlement::Connected { person, account, consent }).await;
                }
            }
            Inbound::Declined { thread: Some(thread), consent, why, .. } => {
                let entry = Box::new(Entry::Declined { consent, why });
                self.settle(id, Settlement::Journal { thread, entry, once: None }).await;
            }
            Inbound::Declined { thread: None, person, why, .. } => {
                self.tell(&person, View::plain(why)).await;
                self.settle(id, Settlement::Ignored).await;
            }
            Inbound::Pressed { by, press: Press::OnCard(press), message, opening } => {
                self.pressed_on_card(id, press, Pressing { by, message, opening }).await;
            }
            Inbound::Pressed { by, press, message, opening } => {
                let pressing = Pressing { by, message, opening };
                self.press(id, press, &pressing).await;
                self.engine.homes.touch(&pressing.by);
                self.settle(id, Settlement::Ignored).await;
            }
            Inbound::AskAbout { by, thread, message, opening } => {
                if let Err(failure) = accounts::member(&self.engine, &by).await {
                    self.whisper(&thread, &by, View::plain(failure.words)).await;
                } else {
                    self.offer_question(&by, &opening, Purpose::AskAbout { thread, message }).await;
                }
                self.settle(id, Settlement::Ignored).await;
            }
            Inbound::Filled { by, purpose, answers } => self.filled_in(id, by, purpose, answers).await,
            Inbound::OursDeleted { message } => self.deleted(id, &message).await,
            Inbound::Command { by, channel, command, words } => {
                let given = Given { by: &by, command: &command, words: &words, inbound: id };
                self.commanded(&given, &channel).await;
            }
            Inbound::HomeOpened { by, channel, tab } => self.home_opened(id, &by, &channel, tab).await,
            Inbound::PressedAtHome { by, press } => self.pressed_at_home(id, by, press).await,
            Inbound::Rated { thread, by, turn, rating } => {
                self.noted(id, thread, Entry::Rated { turn, by, rating }).await;
            }
            Inbound::Titled { thread, by } => self.noted(id, thread, Entry::Titled { by }).await,
            Inbound::Message { .. }
            | Inbound::Stop { .. }
            | Inbound::LooksAt { .. }
            | Inbound::Revised { .. }
            | Inbound::Withdrawn { .. }
            | Inbound::Deleted { .. }
            | Inbound::Overheard { .. } => {}
        }
    }

    async fn commanded(&self, given: &Given<'_>, channel: &ChannelId) {
        let answer = commands::obey(&self.engine, given).await;
        self.engine.homes.touch(given.by);
        if let Err(error) = self.engine.ports.chat.whisper_in(channel, given.by, &answer).await {
            warn!(by = %given.by, %error, "a command could not be answered");
        }
        self.settle(given.inbound, Settlement::Ignored).await;
    }

    /// A press decides only if whoever pressed could still ask for it now.
    pub(super) async fn clicked(&self, id: InboundId, click: &Click) -> Result<(), StoreError> {
        let Click { thread, by, approval, verdict, answer } = click;
        let approvals = &self.engine.ports.approvals;
        if verdict.approves()
            && let Some(Known { row, card, .. }) = self.known(approval).await?
            && row.state == ApprovalState::Pending
            && row.deciders.include(&row.requester, by)
        {
            if card.kind == CardKind::Undo {
                if let Some(view) = take_back::hindrance(&self.engine, by, &row, &card).await {
                    match answer {
                        Answer::InThread => self.whisper(thread, by, view).await,
                        Answer::Directly => self.tell(by, view).await,
                    }
                    return self.ignore(id).await;
                }
            } else if !self.still_may(id, by, std::slice::from_ref(approval), &row).await? {
                return Ok(());
            }
        }
        let decision = approvals.decide(approval, by, *verdict, id).await?;
        let name = self.decider(&decision).await;
        if let Some(words) = speech::refusal(&decision, &name) {
            self.whisper(thread, by, View::plain(words)).await;
        }
        Ok(())
    }

    /// Of a thread that we know.
    async fn noted(&self, id: InboundId, thread: ThreadId, entry: Entry) {
        match self.engine.ports.inbox.knows(&thread).await {
            Ok(true) => {
                let settlement = Settlement::Journal { thread, entry: Box::new(entry), once: None };
                self.settle(id, settlement).await;
            }
            Ok(false) => self.settle(id, Settlement::Ignored).await,
            Err(error) => unsettled(id, &error),
        }
    }

    async fn press(&self, id: InboundId, press: Press, pressing: &Pressing) {
        let Pressing { by, message, opening } = pressing;
        let (engine, ports) = (&*self.engine, &self.engine.ports);
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
                    self.tell(by, View::plain("The form could not be opened just now. Press again.")).await;
                }
                return;
            }
            Press::OnCard(_) => return,
        };
        let view = done.unwrap_or_else(|failure| View::plain(failure.words));
        match ports.chat.update(message, &view).await {
            Ok(()) => {}
            // What only one person saw cannot be changed afterwards.
            Err(ChatError::Refused(_)) => self.tell(by, view).await,
            Err(error @ ChatError::Unavailable { .. }) => {
                warn!(%by, %error, "a pressed button could not be answered");
            }
        }
    }

    pub(super) async fn tell(&self, to: &PersonId, view: View) {
        if let Err(error) = self.engine.ports.chat.tell(to, &view).await {
            warn!(%to, %error, "somebody could not be told");
        }
    }

    /// The name of the person a click was too late for or reserved to.
    pub(super) async fn decider(&self, decision: &Decision) -> String {
        let person = match decision {
            Decision::NotYours { requester } => Some(requester),
            Decision::TooLate { by, .. } => by.as_ref(),
            Decision::Taken | Decision::Signed | Decision::NoSuch => None,
        };
        let Some(person) = person else { return String::new() };
        let looked_up = self.engine.ports.directory.person(person).await;
        looked_up.map_or_else(|_| "the person who asked".to_owned(), |person| person.name)
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
        let provider = self.engine.ports.grants.provider();
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
        match self.engine.ports.chat.tell(person, &view).await {
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

    /// The same, and nothing that comes in waits for it.
    pub(super) fn whisper_later(self: &Arc<Self>, thread: &ThreadId, to: &PersonId, view: View) {
        let (reception, thread, to) = (Arc::clone(self), thread.clone(), to.clone());
        spawn(async move { reception.whisper(&thread, &to, view).await });
    }

    /// Where they cannot be whispered to – they may not be there – they are told.
    pub(super) async fn whisper(&self, thread: &ThreadId, to: &PersonId, view: View) {
        match self.engine.ports.chat.whisper(thread, to, &view).await {
            Ok(()) => {}
            Err(ChatError::Refused(_)) => self.tell(to, view).await,
            Err(error @ ChatError::Unavailable { .. }) => {
                warn!(%thread, %to, %error, "a click could not be answered");
            }
        }
    }
}
