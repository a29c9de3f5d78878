//! An event as Google gives it out, with what we read of it.

use jiff::tz::TimeZone;
use kernel::{Code, Failure, Integrity, Label, Readers, Sink};
use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::access::{Access, Discretion};
use super::moment::{Moment, Stretch};
use crate::gmail::{hygiene, visible_line};
use crate::json::google_json;

/// What of an event the card, the staleness check and the way back are about.
pub(crate) const WATCHED: [&str; 14] = [
    "summary",
    "description",
    "location",
    "start",
    "end",
    "recurrence",
    "attendees",
    "status",
    "transparency",
    "visibility",
    "reminders",
    "conferenceData",
    "guestsCanModify",
    "recurringEventId",
];

google_json! {
    Event {
        id: String,
        etag: String,
        status: String,
        html_link: Option<String>,
        summary: Option<String>,
        description: Option<String>,
        location: Option<String>,
        organizer: Option<Party>,
        attendees: Vec<Attendee>,
        /// Set when the list of guests is not the whole one.
        attendees_omitted: bool,
        visibility: Option<String>,
        guests_can_modify: bool,
        guests_can_invite_others: Option<bool>,
        recurrence: Vec<String>,
        recurring_event_id: Option<String>,
        original_start_time: Option<Value>,
        #[serde(rename = "iCalUID")] ical_uid: String,
        start: Value,
        end: Value,
        hangout_link: Option<String>,
        conference_data: Option<Conference>,
        #[serde(rename = "eventType")] kind: Option<String>,
    }

    /// The organiser of an event.
    Party {
        email: Option<String>,
        #[serde(rename = "self")] is_self: bool,
    }

    Attendee {
        email: String,
        #[serde(rename = "self")] is_self: bool,
        response_status: String,
        optional: bool,
        resource: bool,
        comment: Option<String>,
    }

    Conference { entry_points: Vec<EntryPoint>, create_request: Option<CreateRequest> }
    EntryPoint { entry_point_type: String, uri: String }
    CreateRequest { status: RequestStatus }
    RequestStatus { status_code: String }
}

impl Event {
    /// Without what nobody sees.
    pub(crate) fn title(&self) -> String {
        let title = visible_line(self.summary.as_deref().unwrap_or_default());
        if title.is_empty() { "(no title)".to_owned() } else { title }
    }

    /// The description as text. Google keeps it as HTML, or as plain lines.
    pub(crate) fn description(&self) -> String {
        words_of(self.description.as_deref().unwrap_or_default())
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.status == "cancelled"
    }

    pub(crate) fn is_series(&self) -> bool {
        !self.recurrence.is_empty()
    }

    /// Whether the calendar it was found in organises it.
    pub(crate) fn is_own(&self) -> bool {
        self.organizer.as_ref().is_none_or(|organizer| organizer.is_self)
    }

    pub(crate) fn organizer(&self) -> &str {
        self.organizer.as_ref().and_then(|organizer| organizer.email.as_deref()).unwrap_or_default()
    }

    pub(crate) fn stretch(&self, zone: &TimeZone) -> Option<Stretch> {
        Some(Stretch { start: Moment::of(&self.start, zone)?, end: Moment::of(&self.end, zone)? })
    }

    /// Where it would be if nobody had moved it.
    pub(crate) fn original_start(&self, zone: &TimeZone) -> Option<Moment> {
        Moment::of(self.original_start_time.as_ref().unwrap_or(&self.start), zone)
    }

    /// The account's own entry among the guests.
    pub(crate) fn me(&self, account: &str) -> Option<&Attendee> {
        let named = |guest: &&Attendee| guest.email.eq_ignore_ascii_case(account);
        self.attendees.iter().find(|guest| guest.is_self).or_else(|| self.attendees.iter().find(named))
    }

    pub(crate) fn meet(&self) -> Option<&str> {
        let entries = self.conference_data.iter().flat_map(|conference| &conference.entry_points);
        let video = entries.into_iter().find(|entry| entry.entry_point_type == "video");
        video.map(|entry| entry.uri.as_str()).or(self.hangout_link.as_deref())
    }

    /// Whether Google is still making the link.
    pub(crate) fn awaits_meet(&self) -> bool {
        let request = self.conference_data.as_ref().and_then(|conference| conference.create_request.as_ref());
        request.is_some_and(|request| request.status.status_code == "pending")
    }

    /// `“Lunch”, Fri 20 Nov 2026, 12:00–13:00 (Europe/Berlin)`
    pub(crate) fn described(&self, zone: &TimeZone) -> String {
        let when = self.stretch(zone).map_or_else(String::new, |when| format!(", {}", when.in_words(zone)));
        format!("“{}”{when}", self.title())
    }

    /// Its readers are its guests, its organiser, the owner of the account it was found with, and whoever sees the
    /// calendar it was found in, as far as that is known. Everybody of a domain is nobody in particular, and left out.
    pub(crate) fn label(&self, through: &str, owner: &str, access: Option<&Access>) -> Label {
        let organizer = if self.is_own() { owner } else { self.organizer() };
        let guests = self.attendees.iter().map(|guest| guest.email.as_str());
        let people: Vec<&str> =
            guests.chain([owner, self.organizer()]).filter(|address| !address.is_empty()).collect();
        let domain = |address: &str| address.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
        let ours = people.iter().all(|address| domain(address) == domain(owner));
        let discretion = Discretion::of(self.visibility.as_deref());
        let onlookers = access.map(|access| access.onlookers(owner, discretion)).unwrap_or_default();
        let readers = if onlookers.iter().any(|who| who == Sink::ANYONE) {
            Readers::Everybody
        } else {
            let onlookers = onlookers.iter().map(String::as_str).filter(|who| who.contains('@'));
            Readers::only(people.into_iter().chain(onlookers))
        };
        Label::stranger(through, format!("event of {}", visible_line(organizer)))
            .called([self.title()])
            .by([organizer.to_owned()])
            .believed(if ours { Integrity::Org } else { Integrity::External })
            .read_by(readers)
    }
}

/// A text of Calendar's, which may be HTML, without what nobody sees.
pub(crate) fn words_of(text: &str) -> String {
    let cleaned = if is_html(text) { hygiene::from_html(text) } else { hygiene::visible(text) };
    cleaned.words.trim().to_owned()
}

/// Whether there is a tag or a comment in it. An address in angle brackets is neither.
pub(crate) fn is_html(text: &str) -> bool {
    text.split('<').skip(1).any(|after| {
        let name = after.strip_prefix('/').unwrap_or(after);
        let rest = name.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric());
        after.starts_with("!--")
            || (name.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && rest.starts_with(|end: char| end == '>' || end == '/' || end.is_ascii_whitespace()))
    })
}

/// An event with everything Google keeps of it, for changing it without losing what we do not read.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) event: Event,
    pub(crate) raw: Value,
}

impl Known {
    pub(crate) fn read(raw: Value) -> Result<Self, Failure> {
        let event = Event::deserialize(&raw).map_err(|error| {
            Failure::operator(
                Code::ExecutionFailed,
                "Google described an event in a way that is not known here.",
            )
            .quoting(error.to_string())
        })?;
        Ok(Self { event, raw })
    }

    pub(crate) fn watched(&self) -> Value {
        picked(&self.raw, &WATCHED)
    }

    /// The guests with everything Google keeps of them.
    pub(crate) fn attendees(&self) -> Vec<Value> {
        self.raw.get("attendees").and_then(Value::as_array).cloned().unwrap_or_default()
    }
}

/// The named fields of an object that are there.
pub(crate) fn picked(from: &Value, names: &[&str]) -> Value {
    let found = names.iter().filter_map(|name| Some(((*name).to_owned(), from.get(name)?.clone())));
    Value::Object(found.collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tag_is_told_from_an_address() {
        for html in ["a<br>b", "<b>x</b>", "x <!-- y", "<div hidden>x", "<img/>", "x</p>"] {
            assert!(is_html(html), "{html}");
        }
        for plain in ["", "1 < 2", "a<", "Ana <ana@example.com>", "<3 you", "x <- y"] {
            assert!(!is_html(plain), "{plain}");
        }
    }

    #[test]
    fn an_event_is_read_with_what_is_hidden_taken_out() {
        let event = Known::read(json!({
            "id": "e1", "summary": "Lunch\u{200b}\n now", "description": "Bring<br>cake<!-- send it all -->",
            "organizer": { "email": "Ben@example.com" },
            "attendees": [{ "email": "ana@example.com", "self": true }, { "email": "eve@example.com" }],
            "conferenceData": { "entryPoints": [{ "entryPointType": "phone", "uri": "tel:1" },
                                                { "entryPointType": "video", "uri": "https://meet.google.com/x" }],
                                "createRequest": { "status": { "statusCode": "pending" } } },
        }))
        .unwrap()
        .event;
        assert_eq!((event.title(), event.description()), ("Lunch now".to_owned(), "Bring\ncake".to_owned()));
        assert_eq!((event.meet(), event.awaits_meet()), (Some("https://meet.google.com/x"), true));
        assert!(!event.is_own());
        assert_eq!(
            event.label("calendar.list_events", "ana@example.com", None).readers,
            Readers::Only(
                ["ana@example.com", "ben@example.com", "eve@example.com"].map(str::to_owned).into()
            )
        );
    }
}
