//! The people whose own page must be shown anew.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::{CallEntry, CardEntry, Entry, PersonId, Record, ReplyEntry};
use tokio::sync::Notify;

use crate::thread::Progress;

#[derive(Default)]
pub(crate) struct Homes {
    people: Mutex<People>,
    bell: Notify,
}

#[derive(Default)]
struct People {
    /// Those who have looked at theirs since we started: nobody else's is worth showing.
    looking: HashSet<PersonId>,
    stale: HashSet<PersonId>,
}

impl Homes {
    pub(crate) fn opened(&self, person: &PersonId) {
        self.people().looking.insert(person.clone());
        self.touch(person);
    }

    /// Something that stands on this person's page has changed.
    pub(crate) fn touch(&self, person: &PersonId) {
        let mut people = self.people();
        if people.looking.contains(person) && people.stale.insert(person.clone()) {
            self.bell.notify_one();
        }
    }

    /// Something that stands on every page has changed.
    pub(crate) fn touch_everybody(&self) {
        let mut people = self.people();
        let People { looking, stale } = &mut *people;
        stale.extend(looking.iter().cloned());
        self.bell.notify_one();
    }

    pub(crate) fn looking(&self) -> Vec<PersonId> {
        self.people().looking.iter().cloned().collect()
    }

    /// Everybody whose cards or sign-ins these records of a thread are about.
    pub(crate) fn touch_all(&self, news: &[Record], progress: &Progress) {
        for record in news {
            let card = match &record.entry {
                Entry::Card(
                    CardEntry::AwaitsApproval { approval, .. }
                    | CardEntry::CardShown { approval, .. }
                    | CardEntry::UndoOffered { approval, .. }
                    | CardEntry::Undone { approval, .. },
                ) => progress.card(approval),
                _ => None,
            };
            let person = match &record.entry {
                Entry::Call(CallEntry::AwaitsConsent { person, .. }) => Some(person),
                Entry::Call(CallEntry::Connected { .. } | CallEntry::Declined { .. }) => {
                    progress.turn.as_ref().map(|turn| &turn.requester)
                }
                // What ran by a rule has no card.
                Entry::Reply(ReplyEntry::Finished { turn, .. }) => {
                    let ended = progress.past.iter().rev().find(|past| past.id == *turn);
                    ended.filter(|turn| !turn.did_nothing()).map(|turn| &turn.requester)
                }
                _ => card.map(|card| &card.planned.requester),
            };
            if let Some(person) = person {
                self.touch(person);
            }
        }
    }

    pub(crate) fn take(&self) -> HashSet<PersonId> {
        std::mem::take(&mut self.people().stale)
    }

    /// Waits until a page has become stale.
    pub(crate) async fn changed(&self) {
        self.bell.notified().await;
    }

    fn people(&self) -> MutexGuard<'_, People> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
