//! When people and calendars are busy. What Google does not tell is unknown, never free.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::{Failure, Integrity, Label, Readers};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Calendar, Place, routes, zone::name_of};
use crate::api::{Ask, Trouble};
use crate::json::google_json;

/// Google takes no more at once.
pub(crate) const MOST: usize = 50;

google_json! {
    Answer { calendars: BTreeMap<String, Times>, groups: BTreeMap<String, Group> }
    Times { busy: Vec<Period>, errors: Vec<Problem> }
    Group { calendars: Vec<String>, errors: Vec<Problem> }
    Problem { reason: String }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Period {
    pub(crate) start: Timestamp,
    pub(crate) end: Timestamp,
}

/// What is known of somebody's time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whose {
    pub(crate) id: String,
    pub(crate) times: Result<Vec<Period>, Unseen>,
}

/// Google counts the hours itself: there is nobody's word in them.
pub(crate) fn busy_label(through: &str, account: &str) -> Label {
    Label::stranger(through, "busy times of people")
        .read_by(Readers::only([account]))
        .believed(Integrity::Directory)
}

/// Why somebody's time is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unseen {
    #[error("not shared with you, or there is no such calendar")]
    NotShared,
    #[error("the group has too many members to look at")]
    GroupTooBig,
    #[error("too many calendars were asked for at once")]
    TooMany,
    #[error("Google says nothing about it")]
    Unsaid,
    #[error("Google could not look at it just now")]
    JustNow,
}

impl Calendar {
    /// In the order asked for; the members of a group stand where it was named.
    pub(crate) async fn busy(
        &self,
        whose: &[Place],
        span: Period,
        zone: &TimeZone,
    ) -> Result<Vec<Whose>, Failure> {
        if whose.is_empty() || whose.len() > MOST {
            return Err(Failure::invalid(format!("Name between 1 and {MOST} people or calendars.")));
        }
        let items: Vec<_> = whose.iter().map(|place| json!({ "id": place.id })).collect();
        let body = json!({
            "timeMin": span.start.to_string(),
            "timeMax": span.end.to_string(),
            "timeZone": name_of(zone),
            "items": items,
            "groupExpansionMax": 100,
            "calendarExpansionMax": MOST,
        });
        let ask = Ask::to(&routes::BUSY_QUERY).json(body).repeatable();
        let answer: Answer = self.api.ask(&ask).await.map_err(|trouble: Trouble| Failure::from(trouble))?;
        Ok(whose.iter().flat_map(|place| told(place, &answer)).collect())
    }
}

fn told(place: &Place, answer: &Answer) -> Vec<Whose> {
    let unknown = |id: &str, reason: &str| Whose { id: id.to_owned(), times: Err(Unseen::of(reason)) };
    let single = |id: &str| match answer.calendars.get(id) {
        None => unknown(id, ""),
        Some(times) => match times.errors.first() {
            Some(problem) => unknown(id, &problem.reason),
            None => Whose { id: id.to_owned(), times: Ok(times.busy.clone()) },
        },
    };
    match answer.groups.get(&place.id) {
        None => vec![single(&place.id)],
        Some(group) => match group.errors.first() {
            Some(problem) => vec![unknown(&place.id, &problem.reason)],
            None => group.calendars.iter().map(|member| single(member)).collect(),
        },
    }
}

impl Unseen {
    fn of(reason: &str) -> Self {
        match reason {
            "notFound" => Self::NotShared,
            "groupTooBig" => Self::GroupTooBig,
            "tooManyCalendarsRequested" => Self::TooMany,
            "" => Self::Unsaid,
            _ => Self::JustNow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_google_does_not_tell_is_unknown() {
        let answer: Answer = serde_json::from_value(json!({
            "calendars": {
                "ben@example.com": { "busy": [{ "start": "2026-11-20T09:00:00Z", "end": "2026-11-20T10:00:00Z" }] },
                "eve@example.com": { "errors": [{ "domain": "global", "reason": "notFound" }], "busy": [] },
            },
            "groups": { "team@example.com": { "calendars": ["ben@example.com", "eve@example.com", "zoe@example.com"] },
                        "all@example.com": { "errors": [{ "reason": "groupTooBig" }] } },
        }))
        .unwrap();
        let place = |id: &str| Place { id: id.to_owned(), name: id.to_owned() };
        let team = told(&place("team@example.com"), &answer);
        let known: Vec<bool> = team.iter().map(|whose| whose.times.is_ok()).collect();
        assert_eq!(known, [true, false, false]);
        assert!(told(&place("all@example.com"), &answer)[0].times.is_err());
        assert!(told(&place("nobody@example.com"), &answer)[0].times.is_err());
    }
}
