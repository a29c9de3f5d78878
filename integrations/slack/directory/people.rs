//! The people of one workspace as they were last seen, and for how long that can be relied on.
//!
//! Slack tells of every change of a profile if the app's manifest asks for it. From the first such event on, people who were
//! looked up since need not be looked up again. Nobody can ask Slack whether an app gets these events, so only an event
//! itself shows it; without one, and after every moment in which an event may have been missed, the age of an entry decides.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::{Person, PersonId, Standing};
use tokio::sync::Notify;
use tokio::time::Instant;

/// How long an entry counts that events keep true. Then everybody is looked up again, in case an event got lost.
const KEPT_TRUE: Duration = Duration::from_hours(1);
/// How long the list for the names in a request is used: putting it together is work, and a new name can wait.
const LISTED: Duration = Duration::from_mins(15);

#[derive(Default)]
pub(super) struct People {
    known: Mutex<Known>,
    /// Rings when everybody should be looked up again.
    wanted: Arc<Notify>,
}

#[derive(Default)]
struct Known {
    people: HashMap<PersonId, Seen>,
    /// The first event of a profile after the last moment in which one may have been missed.
    told_since: Option<Instant>,
    /// When the last lookup of everybody began.
    listed: Option<Instant>,
    /// The list for the names in a request, and when it was put together.
    everybody: Option<(Instant, Arc<[Person]>)>,
}

struct Seen {
    at: Instant,
    /// Slack's number of the profile's version, which tells an event that comes late from a new one.
    version: u64,
    person: Person,
}

/// A person as Slack described them.
pub(super) struct Described {
    pub(super) person: Person,
    pub(super) version: u64,
}

impl People {
    pub(super) fn ringing(wanted: Arc<Notify>) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// A person who was seen no longer ago than this, or whom events have kept true since.
    pub(super) fn seen_within(&self, id: &PersonId, age: Duration) -> Option<Person> {
        self.known().seen_within(id, age).cloned()
    }

    /// The same for the members of a large channel at once, for each member the standing alone.
    pub(super) fn standings(&self, ids: &[PersonId], age: Duration) -> Vec<Option<Standing>> {
        let known = self.known();
        ids.iter().map(|id| known.seen_within(id, age).map(|person| person.standing)).collect()
    }

    /// Takes over an answer of Slack's. It was asked for `at`, so what an event told since counts for more.
    pub(super) fn remember(&self, described: impl IntoIterator<Item = Described>, at: Instant) {
        let mut known = self.known();
        for described in described {
            known.take(described, at);
        }
    }

    /// Takes over an event. The first one shows that changes are told.
    pub(super) fn change(&self, described: Described) {
        let mut known = self.known();
        let now = Instant::now();
        if known.told_since.is_none() {
            known.told_since = Some(now);
            self.wanted.notify_one();
        }
        known.take(described, now);
    }

    /// An event may have been missed.
    pub(super) fn doubt(&self) {
        self.known().told_since = None;
    }

    /// Whether everybody is known, and kept true by events.
    pub(super) fn knows_everybody(&self) -> bool {
        let known = self.known();
        known.listed.is_some_and(|began| known.keeps_true(began))
    }

    /// Whether everybody should be looked up: nobody was, or not since changes are told, or too long ago.
    pub(super) fn wants_everybody(&self) -> bool {
        let known = self.known();
        match (known.listed, known.told_since) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(began), Some(_)) => !known.keeps_true(began),
        }
    }

    /// Notes that everybody was looked up, beginning at this moment. People who have been in no list for long are dropped.
    pub(super) fn listed(&self, began: Instant) {
        let mut known = self.known();
        known.people.retain(|_, seen| seen.at >= began || seen.at.elapsed() < KEPT_TRUE);
        known.listed = Some(began);
    }

    /// The list for the names in a request; nothing where it has to be looked up.
    pub(super) fn everybody(&self) -> Option<Arc<[Person]>> {
        let mut known = self.known();
        if let Some((at, everybody)) = known.everybody.as_ref().filter(|(at, _)| at.elapsed() < LISTED) {
            tracing::trace!(age = ?at.elapsed(), "the list of everybody is still known");
            return Some(Arc::clone(everybody));
        }
        let listed = known.listed.is_some_and(|began| known.keeps_true(began));
        if !listed {
            return None;
        }
        // People of other companies are looked up one by one and stand in no list.
        let ours = known.people.values().map(|seen| &seen.person);
        let ours = ours.filter(|person| person.standing != Standing::External);
        let everybody: Arc<[Person]> = ours.cloned().collect();
        known.everybody = Some((Instant::now(), Arc::clone(&everybody)));
        Some(everybody)
    }

    pub(super) fn list_is(&self, everybody: Arc<[Person]>) {
        self.known().everybody = Some((Instant::now(), everybody));
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn seen_within(&self, id: &PersonId, age: Duration) -> Option<&Person> {
        let seen = self.people.get(id)?;
        (seen.at.elapsed() < age || self.keeps_true(seen.at)).then_some(&seen.person)
    }

    /// Whether every change since this moment was told.
    fn keeps_true(&self, since: Instant) -> bool {
        self.told_since.is_some_and(|told| told <= since) && since.elapsed() < KEPT_TRUE
    }

    /// Events can come in another order than they happened in, and a page of a list can be older than an event. A
    /// description without a version counts.
    fn take(&mut self, Described { person, version }: Described, at: Instant) {
        let newer = |seen: &Seen| {
            version != 0 && (seen.version > version || (seen.version == version && seen.at > at))
        };
        if !self.people.get(&person.id).is_some_and(newer) {
            self.people.insert(person.id.clone(), Seen { at, version, person });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ana(standing: Standing, version: u64) -> Described {
        let (name, workspace) = ("Ana".to_owned(), "Harbour".to_owned());
        let person = Person { id: id(), name, workspace, address: None, zone: None, standing };
        Described { person, version }
    }

    fn id() -> PersonId {
        PersonId::from("T1:U1")
    }

    fn standing(people: &People) -> Option<Standing> {
        people.seen_within(&id(), Duration::ZERO).map(|person| person.standing)
    }

    #[test]
    fn an_old_entry_counts_only_while_changes_are_told() {
        let people = People::default();
        people.remember([ana(Standing::Member, 1)], Instant::now());
        assert_eq!(standing(&people), None, "nothing shows that changes are told");
        people.change(ana(Standing::Guest, 2));
        assert_eq!(standing(&people), Some(Standing::Guest));
        people.doubt();
        assert_eq!(standing(&people), None, "an event may have been missed");
        assert!(people.seen_within(&id(), Duration::from_mins(1)).is_some());
    }

    #[test]
    fn whoever_was_looked_up_before_the_first_event_is_not_kept_true_by_it() {
        let people = People::default();
        people.remember([ana(Standing::Member, 1)], Instant::now());
        let other = Described {
            person: Person { id: "T1:U2".into(), ..ana(Standing::Member, 1).person },
            version: 1,
        };
        people.change(other);
        assert_eq!(standing(&people), None);
        assert!(people.wants_everybody());
        let began = Instant::now();
        people.remember([ana(Standing::Member, 1)], began);
        people.listed(began);
        assert_eq!(standing(&people), Some(Standing::Member));
        assert!(people.knows_everybody() && !people.wants_everybody());
    }

    #[test]
    fn an_event_that_comes_late_and_a_page_that_is_older_change_nothing() {
        let people = People::default();
        let before = Instant::now();
        people.change(ana(Standing::Guest, 5));
        people.change(ana(Standing::Member, 4));
        people.remember([ana(Standing::Member, 4)], Instant::now());
        people.remember([ana(Standing::Member, 5)], before);
        assert_eq!(standing(&people), Some(Standing::Guest));
        people.change(ana(Standing::Member, 6));
        assert_eq!(standing(&people), Some(Standing::Member));
    }
}
