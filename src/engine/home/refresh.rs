//! Whose own page must be shown anew. A page is published at most once a second, however often it changes.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::{Either, join_all, select};
use kernel::{Entry, PersonId, Record, Stop};
use tokio::sync::Notify;

use crate::home;
use crate::runtime::engine::Desk;
use crate::thread::progress::Progress;

const PAUSE: Duration = Duration::from_secs(1);
/// How long an end waits for what is still to be shown.
const FAREWELL: Duration = Duration::from_secs(10);

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
    fn touch_everybody(&self) {
        let mut people = self.people();
        let People { looking, stale } = &mut *people;
        stale.extend(looking.iter().cloned());
        self.bell.notify_one();
    }

    fn looking(&self) -> Vec<PersonId> {
        self.people().looking.iter().cloned().collect()
    }

    /// Everybody whose cards or sign-ins these records of a thread are about.
    pub(crate) fn touch_all(&self, news: &[Record], progress: &Progress) {
        for record in news {
            let card = match &record.entry {
                Entry::AwaitsApproval { approval, .. }
                | Entry::CardShown { approval, .. }
                | Entry::UndoOffered { approval, .. }
                | Entry::Undone { approval, .. } => progress.card(approval),
                _ => None,
            };
            let person = match &record.entry {
                Entry::AwaitsConsent { person, .. } => Some(person),
                Entry::Connected { .. } | Entry::Declined { .. } => {
                    progress.turn.as_ref().map(|turn| &turn.requester)
                }
                // What ran by a rule has no card.
                Entry::Finished { turn, .. } => {
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

    fn take(&self) -> HashSet<PersonId> {
        std::mem::take(&mut self.people().stale)
    }

    fn people(&self) -> MutexGuard<'_, People> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Every page says whether we hear its person.
pub(crate) async fn listen(desk: &Desk, stop: &Stop) {
    let ears = &desk.ports.ears;
    let mut known = ears.hearing();
    while !stop.is_pulled() {
        let Either::Left((now, _)) = select(ears.other_than(known), stop.pulled()).await else { return };
        known = now;
        desk.homes.touch_everybody();
    }
}

/// What stands on the pages that people have looked at when we can hear them no more.
pub(crate) async fn take_leave(desk: &Desk, why: &str) {
    let (people, clock) = (desk.homes.looking(), &desk.ports.clock);
    let leaving = join_all(people.iter().map(|person| home::take_leave(desk, person, why)));
    select(pin!(leaving), clock.sleep_until(clock.now().plus(FAREWELL))).await;
}

/// Shows what is stale, until told to stop.
pub(crate) async fn keep(desk: &Desk, stop: &Stop) {
    let clock = &desk.ports.clock;
    while !stop.is_pulled() {
        select(pin!(desk.homes.bell.notified()), stop.pulled()).await;
        let stale = desk.homes.take();
        join_all(stale.iter().map(|person| home::publish(desk, person))).await;
        select(clock.sleep_until(clock.now().plus(PAUSE)), stop.pulled()).await;
    }
}
