//! Names of calendars and events as people and models give them: ids, and the links of events.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Call, Failure};
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::api::{Id, Segment};

const LONGEST: usize = 254;

/// An address, `primary`, or such as `en.german#holiday@group.v.calendar.google.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CalendarId(String);

impl CalendarId {
    pub(crate) fn parse(given: &str) -> Result<Self, Failure> {
        let plain = |letter: u8| letter.is_ascii_alphanumeric() || b".@#_-+'&=!~".contains(&letter);
        let climbs = given.bytes().all(|letter| letter == b'.');
        if given.is_empty() || given.len() > LONGEST || climbs || !given.bytes().all(plain) {
            return Err(Failure::invalid(
                "That is not the id of a calendar. Use `primary`, an address, or an id from calendar.calendars.",
            ));
        }
        Ok(Self(given.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Segment for CalendarId {
    fn segment(&self) -> &str {
        &self.0
    }
}

/// What an event is called by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EventName {
    pub(crate) id: String,
    /// The calendar that a link names beside it.
    pub(crate) calendar: Option<String>,
}

impl EventName {
    /// An id, or the link of an event. Nothing for what can only be a title.
    pub(crate) fn read(given: &str) -> Option<Self> {
        let given = given.trim();
        if let Some(found) = Url::parse(given).ok().and_then(|url| Self::of_link(&url)) {
            return Some(found);
        }
        Id::parse("event", given).ok().map(|id| Self { id: id.as_str().to_owned(), calendar: None })
    }

    /// `…/event?eid=…` and `…/eventedit/…` carry the id and the calendar, in base64.
    fn of_link(url: &Url) -> Option<Self> {
        let host = url.host_str()?;
        if host != "google.com" && !host.ends_with(".google.com") {
            return None;
        }
        let of_query = url.query_pairs().find(|(name, _)| name == "eid").map(|(_, value)| value.into_owned());
        let mut segments = url.path_segments()?;
        let eid = of_query.or_else(|| {
            segments.find(|segment| *segment == "eventedit")?;
            segments.next().map(str::to_owned)
        })?;
        let eid = eid.trim_end_matches('=').replace('+', "-").replace('/', "_");
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(eid).ok()?).ok()?;
        let (id, calendar) = match text.split_once(' ') {
            Some((id, calendar)) => (id, Some(unabbreviated(calendar))),
            None => (text.as_str(), None),
        };
        Id::parse("event", id).ok().map(|id| Self { id: id.as_str().to_owned(), calendar })
    }
}

/// Links shorten the domains that most calendars have.
fn unabbreviated(calendar: &str) -> String {
    let domains =
        [("@m", "@gmail.com"), ("@g", "@group.calendar.google.com"), ("@i", "@import.calendar.google.com")];
    let found = domains.iter().find_map(|(short, long)| Some((calendar.strip_suffix(short)?, *long)));
    found.map_or_else(|| calendar.to_owned(), |(name, long)| format!("{name}{long}"))
}

/// The id of an event this call makes: the same in every attempt, and no other call's. Google takes `a`–`v` and digits.
pub(crate) fn own_id(call: &Call, part: &str) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
    let digest = Sha256::digest(format!("{}\n{}\n{part}", call.account.0, call.key));
    let letter = |byte: &u8| LETTERS.get(usize::from(byte & 31)).copied().map_or('0', char::from);
    digest.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::STANDARD_NO_PAD;

    use super::*;
    use crate::testing::a_call;

    #[test]
    fn a_calendar_is_one_segment_whatever_it_is_called() {
        for good in
            ["primary", "ana@example.com", "en.german#holiday@group.v.calendar.google.com", "o'neil+x@b.ie"]
        {
            assert!(CalendarId::parse(good).is_ok(), "{good}");
        }
        for bad in ["", ".", "..", "a/b", "a?b", "a b", "ä@example.com", "a%2fb", "a\n"] {
            assert!(CalendarId::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn an_event_is_known_by_its_id_and_by_its_links() {
        let id = "abc123_20261120T090000Z";
        let name = |calendar: &str| EventName { id: id.to_owned(), calendar: Some(calendar.to_owned()) };
        let eid = STANDARD_NO_PAD.encode(format!("{id} ana@example.com"));
        let link = format!("https://www.google.com/calendar/event?eid={eid}");
        assert_eq!(EventName::read(&link), Some(name("ana@example.com")));
        let eid = STANDARD_NO_PAD.encode(format!("{id} team@g"));
        let link = format!("https://calendar.google.com/calendar/u/0/r/eventedit/{eid}");
        assert_eq!(EventName::read(&link), Some(name("team@group.calendar.google.com")));
        assert_eq!(EventName::read(id).map(|name| name.id), Some(id.to_owned()));
        assert_eq!(EventName::read("Lunch with Ben"), None);
        assert_eq!(EventName::read(&link.replace("google.com", "example.com")), None);
    }

    #[test]
    fn the_id_of_a_new_event_is_the_calls_own() {
        let id = own_id(&a_call("k"), "event");
        assert_eq!(id, own_id(&a_call("k"), "event"));
        assert_ne!(id, own_id(&a_call("l"), "event"));
        assert_ne!(id, own_id(&a_call("k"), "rest"));
        assert!(
            id.len() == 32
                && id.bytes().all(|letter| letter.is_ascii_digit() || (b'a'..=b'v').contains(&letter))
        );
    }
}
