//! Who else sees what is in a calendar.
//!
//! Google tells it to the owners of a calendar, for a permission of its own. Where words are put into a calendar that
//! permission is asked for: somebody's main calendar is open to the whole company in many companies, and nothing else
//! says so. Where events are only read, it is used if it is there: who is not known to read something counts as somebody
//! who does not. What cannot be looked up is never taken for private.

use std::time::Duration;

use kernel::Sink;
use serde::{Deserialize, Serialize};

use crate::json::google_json;
use crate::remembered::Remembered;

pub(crate) const REMEMBERED: Duration = Duration::from_mins(10);

/// What others may do in a calendar, as its owner has set it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Access(pub(super) Vec<Rule>);

google_json! {
    #[derive(PartialEq, Eq)]
    Rule { role: String, scope: Scope }

    #[derive(PartialEq, Eq)]
    Scope {
        /// `default` (everybody), `user`, `group` or `domain`.
        #[serde(rename = "type")] kind: String,
        value: String,
    }
}

/// Who sees an event because they see its calendar.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Onlookers {
    /// Nobody has looked: no words are put there.
    #[default]
    Unasked,
    /// These: addresses, domains, or [`Sink::ANYONE`].
    Known(Vec<String>),
    /// Nobody can tell.
    Unknown,
}

/// How much of an event is shown to those who see its calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Discretion {
    /// Shown to those who may change the calendar.
    Private,
    /// Shown to whoever may read the calendar.
    Usual,
    /// Shown also to those who else see only that it is taken.
    Public,
}

impl Discretion {
    pub(crate) fn of(visibility: Option<&str>) -> Self {
        match visibility {
            Some("private" | "confidential") => Self::Private,
            Some("public") => Self::Public,
            Some(_) | None => Self::Usual,
        }
    }
}

impl Access {
    /// Everybody but the account who sees an event.
    pub(crate) fn onlookers(&self, account: &str, discretion: Discretion) -> Vec<String> {
        let sees = |rule: &&Rule| match rule.role.as_str() {
            "none" => false,
            "freeBusyReader" => discretion == Discretion::Public,
            "reader" | "writerWithoutPrivateAccess" => discretion != Discretion::Private,
            // A role that is not known here may be any.
            _ => true,
        };
        let who = |rule: &Rule| match rule.scope.kind.as_str() {
            "default" => Sink::ANYONE.to_owned(),
            _ => rule.scope.value.to_lowercase(),
        };
        let mut found: Vec<String> = self.0.iter().filter(sees).map(who).collect();
        found.retain(|who| !who.eq_ignore_ascii_case(account));
        found.sort();
        found.dedup();
        found
    }
}

pub(crate) type Accesses = Remembered<Access>;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn seen_by(discretion: Discretion) -> Vec<String> {
        let rules = json!([
            { "role": "owner", "scope": { "type": "user", "value": "Ana@firm.example" } },
            { "role": "writer", "scope": { "type": "user", "value": "Ben@firm.example" } },
            { "role": "reader", "scope": { "type": "group", "value": "team@firm.example" } },
            { "role": "freeBusyReader", "scope": { "type": "domain", "value": "firm.example" } },
            { "role": "none", "scope": { "type": "user", "value": "eve@firm.example" } },
            { "role": "reader", "scope": { "type": "default" } },
        ]);
        Access(serde_json::from_value(rules).unwrap()).onlookers("ana@firm.example", discretion)
    }

    #[test]
    fn whoever_may_look_sees_as_much_as_the_event_shows() {
        assert_eq!(seen_by(Discretion::Private), ["ben@firm.example"]);
        assert_eq!(seen_by(Discretion::Usual), ["anyone", "ben@firm.example", "team@firm.example"]);
        let public = ["anyone", "ben@firm.example", "firm.example", "team@firm.example"];
        assert_eq!(seen_by(Discretion::Public), public);
    }
}
