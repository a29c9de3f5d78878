//! All calendars, whose they are, and who may do what in them.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::conference::{self, Meet};
use super::event::{Event, Party, Window};
use super::notices::Notice;
use super::{instances, refused};
use crate::account::Account;
use crate::calendar::record::{Calendar, Rule, Scope};
use crate::calendar::role::Role;
use crate::refusal::Refusal;

/// Every calendar, by its id.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Book {
    pub(super) calendars: BTreeMap<String, Calendar>,
    /// The mails that went out because of events, oldest first.
    pub(super) notices: Vec<Notice>,
    pub(super) meet: Meet,
    /// Sync tokens from before this are no longer good.
    pub(super) forgotten: Timestamp,
    latest: Timestamp,
}

impl Book {
    /// Somebody's first calendar, empty. Colleagues see when they are busy.
    pub(crate) fn add_primary(&mut self, account: &Account, zone: &str, company: &str) {
        let mut rules = vec![Rule { scope: Scope::User(account.address.clone()), role: Role::Owner }];
        let host = account.address.rsplit('@').next().unwrap_or_default();
        if host.eq_ignore_ascii_case(company) {
            rules.push(Rule { scope: Scope::Domain(company.to_owned()), role: Role::FreeBusyReader });
        }
        let id = account.address.to_lowercase();
        let calendar = Calendar {
            id: id.clone(),
            name: account.address.clone(),
            description: None,
            location: None,
            zone: zone.to_owned(),
            primary_of: Some(account.handle.clone()),
            rules,
            events: BTreeMap::new(),
        };
        self.calendars.entry(id).or_insert(calendar);
    }

    /// Lets somebody, or everybody of a domain, into somebody's first calendar.
    pub(crate) fn share_primary(&mut self, account: &Account, with: &str, role: Role) {
        let with = with.to_lowercase();
        let scope = if with.contains('@') { Scope::User(with) } else { Scope::Domain(with) };
        if let Some(calendar) = self.calendars.get_mut(&account.address.to_lowercase()) {
            calendar.rules.retain(|rule| rule.scope != scope);
            calendar.rules.push(Rule { scope, role });
        }
    }

    /// The calendar that a call names, if the caller has this role in it.
    pub(super) fn open(&self, account: &Account, id: &str, needed: Role) -> Result<&Calendar, Refusal> {
        let calendar = self.calendars.get(&self.id_of(account, id)).ok_or_else(refused::not_found)?;
        match calendar.role_of(&account.address) {
            // Whoever only knows when somebody is busy does not see that there is a calendar.
            None | Some(Role::FreeBusyReader) if needed > Role::FreeBusyReader => Err(refused::not_found()),
            None => Err(refused::not_found()),
            Some(role) if role < needed => Err(refused::needs(needed)),
            Some(_) => Ok(calendar),
        }
    }

    /// `primary` is the caller's own.
    pub(super) fn id_of(&self, account: &Account, id: &str) -> String {
        if id == "primary" {
            return account.address.to_lowercase();
        }
        if self.calendars.contains_key(id) { id.to_owned() } else { id.to_lowercase() }
    }

    /// The time of a change: now, but never the same twice.
    pub(super) fn tick(&mut self) -> Timestamp {
        let next = self.latest.checked_add(SignedDuration::from_millis(1)).unwrap_or(self.latest);
        let now = Timestamp::from_millisecond(sandbox_world::now().as_millisecond()).unwrap_or(next);
        self.latest = now.max(next);
        self.latest
    }

    /// The time of the latest change of anything.
    pub(super) fn latest(&self) -> Timestamp {
        self.latest
    }

    /// The calendars in somebody's list.
    pub(crate) fn listed_for(&self, address: &str) -> impl Iterator<Item = &Calendar> {
        self.calendars.values().filter(move |calendar| calendar.is_listed_for(address))
    }

    /// The mails that went out because of events, oldest first.
    pub(crate) fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// Whether a Meet is there at once; those that were only promised are made when it is.
    pub(crate) fn set_meet(&mut self, meet: Meet) {
        self.meet = meet;
        if meet == Meet::Pending {
            return;
        }
        let mut made = Vec::new();
        for calendar in self.calendars.values() {
            let waiting = calendar.events.values().filter(|event| conference::is_pending(event));
            made.extend(waiting.map(|event| (calendar.id.clone(), event.clone())));
        }
        for (calendar, mut event) in made {
            conference::complete(&mut event);
            self.keep(&calendar, event);
        }
    }

    /// From now on, no sync token given out so far is any good.
    pub(crate) fn forget(&mut self) {
        self.forgotten = self.tick();
    }

    pub(super) fn event(&self, calendar: &str, id: &str) -> Option<&Event> {
        self.calendars.get(calendar)?.events.get(id)
    }

    /// Puts an event into a calendar under its own id, as a change of now.
    pub(super) fn keep(&mut self, calendar: &str, mut event: Event) {
        event.updated = self.tick();
        if let Some(calendar) = self.calendars.get_mut(calendar) {
            calendar.events.insert(event.id.clone(), event);
        }
    }
}

impl Calendar {
    pub(super) fn role_of(&self, address: &str) -> Option<Role> {
        let host = address.rsplit('@').next().unwrap_or_default();
        let mine = self.rules.iter().filter(|rule| match &rule.scope {
            Scope::User(user) => user.eq_ignore_ascii_case(address),
            Scope::Domain(domain) => domain.eq_ignore_ascii_case(host),
        });
        mine.map(|rule| rule.role).max()
    }

    /// Whether it stands in somebody's own list of calendars.
    pub(super) fn is_listed_for(&self, address: &str) -> bool {
        let named =
            |rule: &Rule| matches!(&rule.scope, Scope::User(user) if user.eq_ignore_ascii_case(address));
        self.rules.iter().any(|rule| named(rule) && rule.role >= Role::Reader)
    }

    /// One event by its id, kept or an instance of a series.
    pub(crate) fn event(&self, id: &str) -> Option<Event> {
        self.events.get(id).cloned().or_else(|| instances::by_id(self, id))
    }

    /// What lies in a window, series by their instances, cancelled ones included.
    pub(crate) fn within(&self, window: &Window) -> Vec<Event> {
        let zone = self.time_zone();
        let mut found = Vec::new();
        for event in self.events.values() {
            if event.is_series() && !event.is_cancelled() {
                found.extend(instances::of_series(self, event, window));
            } else if !instances::has_series(self, event) && window.holds(event, &zone) {
                found.push(event.clone());
            }
        }
        found
    }

    pub(super) fn time_zone(&self) -> jiff::tz::TimeZone {
        super::when::zone_named(&self.zone)
    }

    /// Who organises what is made in it: the person, or a calendar of several people itself.
    pub(super) fn party(&self, everybody: &[Account]) -> Party {
        let person = everybody.iter().find(|account| Some(&account.handle) == self.primary_of.as_ref());
        match person {
            Some(person) => Party::of(person),
            None => Party { email: self.id.clone(), name: Some(self.name.clone()) },
        }
    }

    /// The time of its latest change.
    pub(super) fn updated(&self) -> Timestamp {
        self.events.values().map(|event| event.updated).max().unwrap_or_default()
    }
}

impl Party {
    pub(super) fn of(account: &Account) -> Self {
        let name = (!account.name.is_empty()).then(|| account.name.clone());
        Self { email: account.address.clone(), name }
    }
}
