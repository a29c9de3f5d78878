//! What the control API does to the sign-in: people answer devices, tokens fail, the clock moves on.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};

use super::devices::{Answer, Timing};
use super::scopes;
use super::tokens::{Publishing, RefreshFailure};
use crate::Google;
use crate::oauth::delegation::Delegation;

/// What somebody says to a device, without the page.
#[derive(Clone, Debug)]
pub enum DeviceDecision {
    /// All that it asks for.
    Allow,
    /// Of what it asks for, these.
    AllowOnly(Vec<String>),
    Deny,
}

impl Google {
    /// Somebody answers a device; `false` when none waits under this code.
    pub fn answer_device(&self, user_code: &str, person: &str, decision: &DeviceDecision) -> bool {
        let now = self.now();
        let Some(asked) = self.look_at(|state| state.grants.devices.asked(user_code, now)) else {
            return false;
        };
        let allowed = |scopes: BTreeSet<String>| Answer::Allowed { person: person.to_owned(), scopes };
        let answer = match decision {
            DeviceDecision::Allow => allowed(asked.into_iter().collect()),
            DeviceDecision::AllowOnly(ticked) => {
                let ticked = scopes::split(&ticked.join(" "));
                allowed(asked.into_iter().filter(|scope| ticked.contains(scope)).collect())
            }
            DeviceDecision::Deny => Answer::Denied,
        };
        let known = self.with(|state| state.grants.answer_device(user_code, answer, now));
        self.changes.ring();
        known
    }

    /// Changes what devices are told about waiting, and how long their codes live.
    pub fn set_device_timing(&self, timing: Timing) {
        self.with(|state| state.grants.devices.set_timing(timing));
        self.changes.ring();
    }

    /// What devices are told now.
    pub fn device_timing(&self) -> Timing {
        self.look_at(|state| state.grants.devices.timing())
    }

    /// Lets the admin delegate these scopes to the service account, and no others; all when there is no list.
    pub fn delegate(&self, only: Option<Vec<String>>) {
        self.with(|state| {
            state.grants.delegation = match only {
                None => Delegation::Everything,
                Some(scopes) => Delegation::Only(scopes::split(&scopes.join(" ")).into_iter().collect()),
            };
        });
        self.changes.ring();
    }

    /// Ends somebody's refresh tokens, as a changed password does; their access tokens live on.
    pub fn end_refreshing(&self, person: &str) {
        self.with(|state| state.grants.tokens.end_refreshing_of(person));
        self.changes.ring();
    }

    /// Makes somebody's refresh tokens fail, or work again.
    pub fn fail_refreshing(&self, person: &str, failure: Option<RefreshFailure>) {
        self.with(|state| state.grants.tokens.fail(person, failure));
        self.changes.ring();
    }

    /// Changes the publishing status of the app.
    pub fn publish(&self, publishing: Publishing) {
        self.with(|state| state.grants.tokens.publish(publishing));
        self.changes.ring();
    }

    /// Stops Google's clock, which then moves only when it is moved.
    pub fn stop_clock(&self) {
        self.with(|state| state.clock.stop());
    }

    /// Lets Google's clock go again.
    pub fn start_clock(&self) {
        self.with(|state| state.clock.go());
    }

    /// Moves Google's clock on; the time it then shows.
    pub fn advance(&self, by: SignedDuration) -> Timestamp {
        let now = self.with(|state| {
            state.clock.advance(by);
            state.clock.now()
        });
        self.changes.ring();
        now
    }
}
