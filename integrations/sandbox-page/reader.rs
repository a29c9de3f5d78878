//! Whoever looks at the page: their name, their clock, and the names of those they read about.

use std::collections::BTreeMap;

use jiff::{Timestamp, Zoned, civil::Date, tz::TimeZone};
use sandbox_slack::Slack;
use serde_json::Value;

pub(super) struct Reader {
    pub(super) handle: String,
    pub(super) id: String,
    pub(super) name: String,
    pub(super) app: Named,
    zone: TimeZone,
    people: BTreeMap<String, String>,
    handles: BTreeMap<String, String>,
    /// Guests and strangers, and the word for what they are.
    badges: BTreeMap<String, &'static str>,
    channels: BTreeMap<String, String>,
    /// The addresses of the channels this person is in.
    places: BTreeMap<String, String>,
    archives: String,
}

/// Somebody's or something's id and name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) id: String,
    pub(super) name: String,
}

impl Reader {
    /// The person of a handle, without the places they are in.
    pub(super) fn placeless(slack: &Slack, handle: &str) -> Option<Self> {
        let people = slack.people();
        let me = people.iter().find(|person| person.handle == handle)?;
        let app = slack.app();
        let text = |channel: &Value, field: &str| {
            channel.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let channels = slack.channels();
        Some(Self {
            handle: me.handle.clone(),
            id: me.slack_user_id.clone(),
            name: me.name.clone(),
            app: Named { id: app.user.to_string(), name: app.name },
            zone: TimeZone::get(&me.zone).unwrap_or(TimeZone::UTC),
            handles: people
                .iter()
                .map(|person| (person.slack_user_id.clone(), person.handle.clone()))
                .collect(),
            badges: people
                .iter()
                .filter_map(|person| Some((person.slack_user_id.clone(), person.badge?)))
                .collect(),
            people: people.into_iter().map(|person| (person.slack_user_id, person.name)).collect(),
            channels: channels.iter().map(|channel| (text(channel, "id"), text(channel, "name"))).collect(),
            places: BTreeMap::new(),
            archives: slack.archives(),
        })
    }

    /// The same person, with the addresses of the channels they are in.
    pub(super) fn with_places(self, places: BTreeMap<String, String>) -> Self {
        Self { places, ..self }
    }

    /// How the address of every message of this workspace begins.
    pub(super) fn archives(&self) -> &str {
        &self.archives
    }

    /// Where a channel is found; `None` unless this person is in it.
    pub(super) fn place(&self, channel: &str) -> Option<&str> {
        self.places.get(channel).map(String::as_str)
    }

    /// What a user id is called; an unknown one stays an id.
    pub(super) fn person<'a>(&'a self, id: &'a str) -> &'a str {
        if id == self.app.id { &self.app.name } else { self.people.get(id).map_or(id, String::as_str) }
    }

    /// What somebody with a handle is called.
    pub(super) fn name_of<'a>(&'a self, handle: &'a str) -> &'a str {
        let id = self.handles.iter().find(|(_, known)| *known == handle).map(|(id, _)| id);
        id.and_then(|id| self.people.get(id)).map_or(handle, String::as_str)
    }

    /// What one types after `@` to mention somebody.
    pub(super) fn handle_of(&self, id: &str) -> String {
        if id == self.app.id {
            self.app.name.to_lowercase()
        } else {
            self.handles.get(id).map_or(id, String::as_str).to_owned()
        }
    }

    /// The word for somebody who is not simply a member.
    pub(super) fn badge(&self, id: &str) -> Option<&'static str> {
        self.badges.get(id).copied()
    }

    /// Everybody's id and name.
    pub(super) fn people(&self) -> Vec<(String, String)> {
        self.people.iter().map(|(id, name)| (id.clone(), name.clone())).collect()
    }

    /// The id and the name of every channel that has one.
    pub(super) fn named_channels(&self) -> Vec<(String, String)> {
        let named = self.channels.iter().filter(|(_, name)| !name.is_empty());
        named.map(|(id, name)| (id.clone(), format!("#{name}"))).collect()
    }

    pub(super) fn channel<'a>(&'a self, id: &'a str) -> &'a str {
        self.channels.get(id).map_or(id, String::as_str)
    }

    /// A moment on this person's clock.
    pub(super) fn at_seconds(&self, seconds: i64) -> Option<Zoned> {
        Some(Timestamp::from_second(seconds).ok()?.to_zoned(self.zone.clone()))
    }

    /// A moment on this person's clock; the beginning of time for what is no moment.
    pub(super) fn at_microseconds(&self, microseconds: u64) -> Zoned {
        let known = i64::try_from(microseconds).ok().and_then(|at| Timestamp::from_microsecond(at).ok());
        known.unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(self.zone.clone())
    }

    /// A moment on this person's clock.
    pub(super) fn at(&self, moment: Timestamp) -> Zoned {
        moment.to_zoned(self.zone.clone())
    }

    /// When a day begins for this person.
    pub(super) fn midnight(&self, day: Date) -> Timestamp {
        day.to_zoned(self.zone.clone()).map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
    }

    pub(super) fn now(&self) -> Zoned {
        sandbox_world::now().to_zoned(self.zone.clone())
    }
}

#[cfg(test)]
impl Reader {
    /// Somebody who knows Ana, Countersign and one channel.
    pub(super) fn sample() -> Self {
        Self {
            handle: "ana".to_owned(),
            id: "U1".to_owned(),
            name: "Ana Ruiz".to_owned(),
            app: Named { id: "UAPP".to_owned(), name: "Countersign".to_owned() },
            zone: TimeZone::UTC,
            people: BTreeMap::from([("U1".to_owned(), "Ana Ruiz".to_owned())]),
            handles: BTreeMap::from([("U1".to_owned(), "ana".to_owned())]),
            badges: BTreeMap::new(),
            channels: BTreeMap::from([("C1".to_owned(), "general".to_owned())]),
            places: BTreeMap::from([("C1".to_owned(), "/as/ana/channel/general".to_owned())]),
            archives: "https://fernwood.slack.com/archives/".to_owned(),
        }
    }
}
