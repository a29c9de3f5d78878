//! What arrives is taken in here: it goes into a thread's journal, or decides a card, or is not for us.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::{Either, select};
use kernel::ports::{ChatError, Decision, Letter, Reader, Settlement, StoreError};
use kernel::{
    AccountId, Body, Connection, Entry, Inbound, InboundId, MessageRef, Opening, Part, PersonId, Press,
    Purpose, ThreadId, View,
};
use tokio::sync::mpsc;
use tracing::warn;

use crate::accounts;
use crate::desk::Desk;
use crate::invitation::paste_form;
use crate::spawn::spawn;
use crate::speech;

/// How often it is looked for something that was accepted and not taken in.
const SWEEP: Duration = Duration::from_secs(30);

pub struct Reception {
    desk: Arc<Desk>,
    readers: Vec<Arc<dyn Reader>>,
    /// What is being taken in right now.
    in_hand: Mutex<HashSet<InboundId>>,
}

impl Reception {
    pub fn new(desk: Arc<Desk>, readers: Vec<Arc<dyn Reader>>) -> Arc<Self> {
        Arc::new(Self { desk, readers, in_hand: Mutex::default() })
    }

    /// Takes in what a crash left behind, then what arrives, until nobody can send any more.
    pub async fn run(self: Arc<Self>, mut letters: mpsc::UnboundedReceiver<Letter>) {
        let clock = &self.desk.ports.clock;
        self.sweep(&HashSet::new(), Sweep::Everything).await;
        let mut left_over = HashSet::new();
        let mut sweep = clock.now().plus(SWEEP);
        loop {
            match select(pin!(letters.recv()), clock.sleep_until(sweep)).await {
                Either::Left((Some(letter), _)) => Arc::clone(&self).take(letter).await,
                Either::Left((None, _)) => return,
                Either::Right(_) => {
                    left_over = self.sweep(&left_over, Sweep::LeftOver).await;
                    sweep = clock.now().plus(SWEEP);
                }
            }
        }
    }

    /// Takes in what was accepted and never handed over: a store that wrote it down and then failed to say so. What
    /// has only just arrived is left to its own way; gives what is to be looked at next time.
    async fn sweep(self: &Arc<Self>, before: &HashSet<InboundId>, sweep: Sweep) -> HashSet<InboundId> {
        let backlog = match self.desk.ports.inbox.backlog().await {
            Ok(backlog) => backlog,
            Err(error) => {
                warn!(%error, "what has arrived cannot be read");
                return HashSet::new();
            }
        };
        let waiting = backlog.iter().map(|letter| letter.id).collect();
        for letter in backlog {
            let wanted = sweep == Sweep::Everything || before.contains(&letter.id);
            if wanted && !self.in_hand().contains(&letter.id) {
                Arc::clone(self).take(letter).await;
            }
        }
        waiting
    }

    /// Messages are taken in one after the other, so that a thread keeps its order. What needs an answer from
    /// outside goes its own way, so that nobody waits for it.
    async fn take(self: Arc<Self>, letter: Letter) {
        let Letter { id, from, raw } = letter;
        let reader = self.readers.iter().find(|reader| reader.from() == from);
        match reader.and_then(|reader| reader.read(&raw)) {
            None => self.settle(id, Settlement::Ignored).await,
            Some(inbound @ (Inbound::Message { .. } | Inbound::Stop { .. })) => {
                self.spoken(id, inbound).await;
            }
            Some(inbound) => {
                self.in_hand().insert(id);
                spawn(async move {
                    self.pressed(id, inbound).await;
                    self.in_hand().remove(&id);
                });
            }
        }
    }

    fn in_hand(&self) -> MutexGuard<'_, HashSet<InboundId>> {
        self.in_hand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn spoken(&self, id: InboundId, inbound: Inbound) {
        match inbound {
            Inbound::Message { thread, message, from, words, addressed, files } => {
                if !addressed {
                    match self.desk.ports.inbox.knows(&thread).await {
                        Ok(true) => {}
                        Ok(false) => return self.settle(id, Settlement::Ignored).await,
                        Err(error) => return unsettled(id, &error),
                    }
                }
                // The same message can come as two events: only the first that starts something uses it up.
                let once = Some(format!("asked/{message}"));
                let entry = Box::new(Entry::Asked { message, from, words: Body::new(words), files });
                self.settle(id, Settlement::Journal { thread, entry, once }).await;
            }
            Inbound::Stop { thread, message, by } => {
                match self.desk.ports.inbox.knows(&thread).await {
                    Ok(true) => {}
                    Ok(false) => return self.settle(id, Settlement::Ignored).await,
                    Err(error) => return unsettled(id, &error),
                }
                let once = message.map(|message| format!("stopped/{message}"));
                let entry = Box::new(Entry::Stopped { by: by.clone() });
                self.settle(id, Settlement::Journal { thread: thread.clone(), entry, once }).await;
                self.desk.interrupt(&thread, &by);
            }
            Inbound::Click { .. }
            | Inbound::Pressed { .. }
            | Inbound::Filled { .. }
            | Inbound::Command { .. }
            | Inbound::Connected { .. }
            | Inbound::Declined { .. } => {}
        }
    }

    async fn pressed(&self, id: InboundId, inbound: Inbound) {
        match inbound {
            Inbound::Click { thread, by, approval, verdict } => {
                match self.desk.ports.approvals.decide(&approval, &by, verdict, id).await {
                    Ok(decision) => {
                        let name = self.decider(&decision).await;
                        if let Some(words) = speech::refusal(&decision, &name) {
                            self.whisper(&thread, &by, View::plain(words)).await;
                        }
                    }
                    Err(error) => unsettled(id, &error),
                }
            }
            Inbound::Connected { person, account, connection, .. } => {
                if self.told_of_connection(&person, &account, connection).await {
                    self.settle(id, Settlement::Connected { person, account }).await;
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
            Inbound::Pressed { by, press, message, opening } => {
                self.press(&by, press, &message, opening.as_ref()).await;
                self.settle(id, Settlement::Ignored).await;
            }
            Inbound::Filled { by, purpose: Purpose::PastedAddress(consent), answer } => {
                // Success is told when the sign-in arrives like any other.
                if let Err(failure) = self.desk.ports.grants.pasted(&by, &consent, &answer).await {
                    self.tell(&by, View::plain(failure.words)).await;
                }
                self.settle(id, Settlement::Ignored).await;
            }
            Inbound::Command { by, channel, words, .. } => {
                let answer = accounts::obey(&self.desk, &by, &words).await;
                if let Err(error) = self.desk.ports.chat.whisper_in(&channel, &by, &answer).await {
                    warn!(%by, %error, "a command could not be answered");
                }
                self.settle(id, Settlement::Ignored).await;
            }
            Inbound::Message { .. } | Inbound::Stop { .. } => {}
        }
    }

    async fn press(&self, by: &PersonId, press: Press, message: &MessageRef, opening: Option<&Opening>) {
        let ports = &self.desk.ports;
        let words = match press {
            Press::Disconnect(account) => match ports.grants.disconnect(by, &account).await {
                Ok(()) => format!("{} account {account} is disconnected.", ports.grants.provider()),
                Err(failure) => failure.words,
            },
            Press::CancelSignIn(consent) => match ports.grants.cancel(by, &consent).await {
                Ok(()) => "Given up. Ask again when you want to connect.".to_owned(),
                Err(failure) => failure.words,
            },
            Press::PasteAddress(consent) => {
                let Some(opening) = opening else { return };
                if let Err(error) =
                    ports.chat.ask(opening, &paste_form(ports.grants.provider(), &consent)).await
                {
                    warn!(%by, %error, "a form could not be opened");
                }
                return;
            }
        };
        match ports.chat.update(message, &View::plain(words.clone())).await {
            Ok(()) => {}
            // What only one person saw cannot be changed afterwards.
            Err(ChatError::Refused(_)) => self.tell(by, View::plain(words)).await,
            Err(error @ ChatError::Unavailable { .. }) => {
                warn!(%by, %error, "a pressed button could not be answered");
            }
        }
    }

    async fn tell(&self, to: &PersonId, view: View) {
        if let Err(error) = self.desk.ports.chat.tell(to, &view).await {
            warn!(%to, %error, "somebody could not be told");
        }
    }

    /// The name of the person a click was too late for or reserved to.
    async fn decider(&self, decision: &Decision) -> String {
        let person = match decision {
            Decision::NotYours { requester } => Some(requester),
            Decision::TooLate { by, .. } => by.as_ref(),
            Decision::Taken | Decision::NoSuch => None,
        };
        let Some(person) = person else { return String::new() };
        let looked_up = self.desk.ports.directory.person(person).await;
        looked_up.map_or_else(|_| "the person who asked".to_owned(), |person| person.name)
    }

    /// It is how a person learns that somebody else did it, so it is told before anything goes on; `false` if it must be
    /// tried again.
    async fn told_of_connection(
        &self,
        person: &PersonId,
        account: &AccountId,
        connection: Connection,
    ) -> bool {
        let provider = self.desk.ports.grants.provider();
        let words = match connection {
            Connection::New => format!(
                "{provider} account {account} is connected. I use it only when you ask me for something. If this was not \
                 you, disconnect it."
            ),
            Connection::Widened => {
                format!("You have allowed me to do more with {provider} account {account}.")
            }
        };
        let press = Press::Disconnect(account.clone());
        let view = View::plain(words).with(Part::Button { label: "Disconnect".to_owned(), press });
        match self.desk.ports.chat.tell(person, &view).await {
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

    async fn whisper(&self, thread: &ThreadId, to: &PersonId, view: View) {
        if let Err(error) = self.desk.ports.chat.whisper(thread, to, &view).await {
            match error {
                ChatError::Unavailable { .. } | ChatError::Refused(_) => {
                    warn!(%thread, %to, %error, "a click could not be answered");
                }
            }
        }
    }

    async fn settle(&self, id: InboundId, settlement: Settlement) {
        if let Err(error) = self.desk.ports.inbox.settle(id, settlement).await {
            unsettled(id, &error);
        }
    }
}

/// Which part of the backlog is taken in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sweep {
    Everything,
    LeftOver,
}

/// It stays in the backlog, and is taken in again by a later sweep.
fn unsettled(id: InboundId, error: &StoreError) {
    warn!(id = id.0, %error, "something that arrived could not be taken in");
}
