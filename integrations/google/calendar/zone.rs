//! In which zone somebody's times are meant: the setting of their calendar, remembered for a day.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jiff::tz::TimeZone;
use kernel::{AccountId, Call, Failure, PersonId, Time};

const REMEMBERED: Duration = Duration::from_hours(24);

/// The zones asked for already. Nobody is served what somebody else's grant has found out.
#[derive(Default)]
pub(crate) struct Zones(Mutex<HashMap<(PersonId, AccountId), (Time, TimeZone)>>);

impl Zones {
    pub(super) fn known(&self, call: &Call, now: Time) -> Option<TimeZone> {
        let zones = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, zone) = zones.get(&key(call))?;
        (now.since(*since) < REMEMBERED).then(|| zone.clone())
    }

    pub(super) fn remember(&self, call: &Call, zone: &TimeZone, now: Time) {
        let mut zones = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        zones.insert(key(call), (now, zone.clone()));
    }
}

fn key(call: &Call) -> (PersonId, AccountId) {
    (call.requester.id.clone(), call.account.clone())
}

/// A zone that a model named.
pub(crate) fn zone_named(name: &str) -> Result<TimeZone, Failure> {
    TimeZone::get(name).ok().filter(|zone| zone.iana_name().is_some()).ok_or_else(|| {
        Failure::invalid("That is not the name of a time zone. Use an IANA name such as `Europe/Berlin`.")
    })
}

/// How a zone is called.
pub(crate) fn name_of(zone: &TimeZone) -> &str {
    zone.iana_name().unwrap_or("UTC")
}
