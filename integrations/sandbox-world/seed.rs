//! Reads worlds: the seeded company that comes with the program, or a file of one's own.
//!
//! Knows what makes a world sound; how its mail is stored is Google's business, its channels Slack's.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

use crate::world::{ChannelSeed, ConnectSeed, PersonSeed, World};

/// What is wrong with a world.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorldFault {
    #[error("the world file is not what its schema says: {0}. Correct that place and start again.")]
    Format(#[from] serde_json::Error),
    #[error("the world has nobody in it. Add at least one entry to `people`.")]
    Nobody,
    #[error("two people have the handle `{0}`. Give one of them another.")]
    TwoOfOneHandle(String),
    #[error(
        "`{0}` is neither a handle of the world nor an address. Write `Name <name@host.example>` for somebody outside."
    )]
    UnknownPerson(String),
    #[error("`{0}` is no time. Write `2d`, `3h`, `45m`, or a time such as `2026-11-05T09:30:00Z`.")]
    UnknownTime(String),
    #[error(
        "no earlier message has the key `{0}`. Give the message that is answered this `key`, and an earlier time."
    )]
    UnknownKey(String),
    #[error(
        "`{0}` is no time of an event. Write `+1d 09:00`, `mon 10:00`, `fri+1w`, a date or an RFC 3339 time."
    )]
    UnknownDay(String),
    #[error("no calendar has the key `{0}`. Add it to `calendars`, or leave `calendar` out.")]
    UnknownCalendar(String),
    #[error(
        "Google would refuse the event `{0}`. It must end after it starts, and its `repeats` must be an RRULE."
    )]
    BrokenEvent(String),
    #[error("the charset `{0}` is not known. Write one such as `iso-2022-jp` or `windows-1252`.")]
    UnknownCharset(String),
    #[error("the attachment `{0}` is no base64. Encode its content again.")]
    BrokenAttachment(String),
    #[error("the file `{0}` is no base64. Encode its content again.")]
    BrokenFile(String),
    #[error(
        "no earlier file has the key `{0}`. Give the file the shortcut leads to this `key`, and put it before."
    )]
    UnknownFileKey(String),
    #[error(
        "the document `{file}` has no “{words}” to be spoken of. Write words of one of its paragraphs as they stand there."
    )]
    UnknownWords { file: String, words: String },
    #[error(
        "two comments or suggestions of the document `{file}` have the id `{id}`. Give one of them another."
    )]
    TwoOfOneId { file: String, id: String },
    #[error("the message `{subject}` could not be written: {source}. Simplify it and start again.")]
    Unwritable { subject: String, source: std::io::Error },
}

impl World {
    /// The company that comes with the program.
    ///
    /// # Panics
    /// Only in a program that was built with a broken world file.
    #[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
    pub fn fernwood() -> Self {
        Self::read(include_str!("worlds/fernwood.json")).expect("the embedded world")
    }

    /// The same company, and who comes to it from outside: a guest, a channel that is shared with another company, and a
    /// group message beside them, so that all of it can be looked at.
    ///
    /// # Panics
    /// Only in a program that was built with a broken world file.
    #[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
    pub fn fernwood_with_visitors() -> Self {
        let visitors: Visitors =
            serde_json::from_str(include_str!("worlds/visitors.json")).expect("the embedded visitors");
        let mut world = Self::fernwood();
        world.people.extend(visitors.people);
        world.channels.extend(visitors.channels);
        world.connects.extend(visitors.connects);
        world
    }

    /// Reads a world file.
    pub fn read(text: &str) -> Result<Self, WorldFault> {
        let world: Self = serde_json::from_str(text)?;
        if world.people.is_empty() {
            return Err(WorldFault::Nobody);
        }
        let mut handles = BTreeSet::new();
        for person in &world.people {
            if !handles.insert(person.handle.as_str()) {
                return Err(WorldFault::TwoOfOneHandle(person.handle.clone()));
            }
        }
        for handle in world.channels.iter().flat_map(|channel| &channel.members) {
            if !handles.contains(handle.as_str()) {
                return Err(WorldFault::UnknownPerson(handle.clone()));
            }
        }
        Ok(world)
    }
}

/// Those who come to a company from outside, and where they meet it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Visitors {
    people: Vec<PersonSeed>,
    channels: Vec<ChannelSeed>,
    connects: Vec<ConnectSeed>,
}

/// The moment a `when` means: so long ago, or a time of its own.
pub fn moment(when: &str, now: Timestamp) -> Result<Timestamp, WorldFault> {
    let unknown = || WorldFault::UnknownTime(when.to_owned());
    if let Ok(time) = when.parse::<Timestamp>() {
        return Ok(time);
    }
    let mut ago = SignedDuration::ZERO;
    for part in when.split_whitespace() {
        let unit = part.chars().last().ok_or_else(unknown)?;
        let count: u32 = part.strip_suffix(unit).and_then(|count| count.parse().ok()).ok_or_else(unknown)?;
        let seconds: i64 = match unit {
            'm' => 60,
            'h' => 3_600,
            'd' => 86_400,
            _ => return Err(unknown()),
        };
        let length = SignedDuration::from_secs(i64::from(count).checked_mul(seconds).ok_or_else(unknown)?);
        ago = ago.checked_add(length).ok_or_else(unknown)?;
    }
    now.checked_sub(ago).map_err(|_| unknown())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_so_long_ago_or_a_time_of_its_own() {
        let now: Timestamp = "2026-11-10T12:00:00Z".parse().unwrap();
        let read = |when: &str| moment(when, now).unwrap().to_string();
        assert_eq!(read("2d"), "2026-11-08T12:00:00Z");
        assert_eq!(read("1d 3h 30m"), "2026-11-09T08:30:00Z");
        assert_eq!(read("2026-01-02T03:04:05Z"), "2026-01-02T03:04:05Z");
        for wrong in ["soon", "3w", "-1d", "d"] {
            assert!(moment(wrong, now).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_company_that_comes_along_is_as_promised() {
        let world = World::fernwood();
        assert_eq!(world.people.len(), 4);
        assert!(world.mail.len() >= 60, "{} messages", world.mail.len());
        assert!(world.channels.iter().any(|channel| channel.private));
        let names: Vec<&str> = world.channels.iter().map(|channel| channel.name.as_str()).collect();
        assert!(names.contains(&"general") && names.contains(&"projects"));
        let now = Timestamp::now();
        let oldest = world.mail.iter().map(|mail| moment(&mail.when, now).unwrap()).min().unwrap();
        assert!(now.duration_since(oldest) >= SignedDuration::from_hours(80 * 24));
    }

    #[test]
    fn visitors_come_only_where_they_are_named() {
        let world = World::fernwood_with_visitors();
        world.check().unwrap();
        let visits = |handle: &str| {
            let there = world.channels.iter().filter(|channel| channel.members.contains(handle));
            there.map(|channel| channel.name.as_str()).collect::<Vec<_>>()
        };
        assert_eq!((visits("mara"), visits("jonas")), (vec!["photo-shoot"], vec!["harbour-museum"]));
        assert!(world.channels.iter().any(|channel| channel.group));
    }

    #[test]
    fn a_world_nobody_can_live_in_is_refused() {
        let empty = r#"{ "workspace": "W", "domain": "w.example", "people": [] }"#;
        assert!(matches!(World::read(empty), Err(WorldFault::Nobody)));
        let twice = r#"{ "workspace": "W", "domain": "w.example",
            "people": [{ "handle": "a", "name": "A" }, { "handle": "a", "name": "B" }] }"#;
        assert!(matches!(World::read(twice), Err(WorldFault::TwoOfOneHandle(_))));
        let misspelt = r#"{ "workspace": "W", "domain": "w.example", "peple": [] }"#;
        assert!(matches!(World::read(misspelt), Err(WorldFault::Format(_))));
    }
}
