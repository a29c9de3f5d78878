//! What an event shall be like: the fields that a call sets, checked, as Google takes them.

use kernel::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::event::Known;
use super::guests::GuestChanges;

const LONGEST_LINE: usize = 1_000;
const LONGEST_DESCRIPTION: usize = 8_000;
/// Four weeks, in minutes.
const EARLIEST_REMINDER: u32 = 40_320;
const MOST_REMINDERS: usize = 5;

/// Who can see more of it than that its time is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Visibility {
    /// As everything in the calendar.
    Default,
    Public,
    Private,
}

/// Whether it takes up the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ShowsAs {
    Busy,
    Free,
}

/// What is set; what is not there stays as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) location: Option<String>,
    pub(crate) visibility: Option<Visibility>,
    pub(crate) shows_as: Option<ShowsAs>,
    pub(crate) reminders: Option<Vec<u32>>,
    pub(crate) meet: Option<bool>,
    pub(crate) guests: GuestChanges,
}

impl Wanted {
    /// Those of the fields that differ from what is there. `request` makes a meeting link that is asked for once.
    pub(crate) fn fields(&self, known: Option<&Known>, request: &str) -> Result<Map<String, Value>, Failure> {
        let mut fields = Map::new();
        let mut set = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        for (name, text) in [("summary", &self.title), ("location", &self.location)] {
            if let Some(text) = text {
                set(name, line(text)?);
            }
        }
        if let Some(text) = &self.description {
            set("description", lines(text)?);
        }
        if let Some(visibility) = self.visibility {
            set("visibility", json!(visibility));
        }
        if let Some(shows_as) = self.shows_as {
            let word = match shows_as {
                ShowsAs::Busy => "opaque",
                ShowsAs::Free => "transparent",
            };
            set("transparency", json!(word));
        }
        if let Some(minutes) = &self.reminders {
            set("reminders", reminders(minutes)?);
        }
        let has_meet = known.is_some_and(|known| known.event.meet().is_some());
        match self.meet {
            Some(true) if !has_meet => {
                let request =
                    json!({ "requestId": request, "conferenceSolutionKey": { "type": "hangoutsMeet" } });
                set("conferenceData", json!({ "createRequest": request }));
            }
            Some(false) if has_meet => {
                set("conferenceData", Value::Null);
            }
            Some(_) | None => {}
        }
        match known {
            _ if self.guests.is_nothing() => {}
            None => {
                set("attendees", Value::Array(self.guests.invited()?));
            }
            Some(known) => {
                set("attendees", Value::Array(self.guests.applied_to(known)?));
            }
        }
        if let Some(known) = known {
            let empty = |value: Option<&Value>| value.is_none_or(|value| value.is_null() || value == "");
            fields.retain(|name, value| {
                let now = known.raw.get(name);
                now != Some(&*value) && !(empty(now) && empty(Some(value)))
            });
        }
        Ok(fields)
    }
}

/// Nothing written clears it.
fn line(text: &str) -> Result<Value, Failure> {
    let text = text.trim();
    if text.chars().count() > LONGEST_LINE || text.contains(char::is_control) {
        let words = format!("Title and place are one line each, of at most {LONGEST_LINE} characters.");
        return Err(Failure::invalid(words));
    }
    Ok(if text.is_empty() { Value::Null } else { json!(text) })
}

fn lines(text: &str) -> Result<Value, Failure> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if text.chars().count() > LONGEST_DESCRIPTION {
        let words =
            format!("A description has at most {LONGEST_DESCRIPTION} characters. Write a shorter one.");
        return Err(Failure::invalid(words));
    }
    Ok(if text.is_empty() { Value::Null } else { json!(text) })
}

fn reminders(minutes: &[u32]) -> Result<Value, Failure> {
    if minutes.len() > MOST_REMINDERS || minutes.iter().any(|minutes| *minutes > EARLIEST_REMINDER) {
        let words = "There are at most 5 reminders, each at most 40320 minutes (four weeks) before.";
        return Err(Failure::invalid(words));
    }
    let overrides: Vec<Value> =
        minutes.iter().map(|minutes| json!({ "method": "popup", "minutes": minutes })).collect();
    Ok(json!({ "useDefault": false, "overrides": overrides }))
}

#[cfg(test)]
mod tests {
    use kernel::Code;

    use super::*;

    #[test]
    fn only_what_differs_is_written() {
        let known = Known::read(
            json!({ "id": "e1", "summary": "Lunch", "hangoutLink": "https://meet.google.com/x", "conferenceData": {} }),
        )
        .unwrap();
        let wanted = Wanted {
            title: Some("Lunch".to_owned()),
            location: Some("Bar".to_owned()),
            description: Some(String::new()),
            meet: Some(true),
            ..Wanted::default()
        };
        let fields = Value::Object(wanted.fields(Some(&known), "r").unwrap());
        assert_eq!(fields, json!({ "location": "Bar" }));
        let wanted = Wanted { meet: Some(false), title: Some(String::new()), ..Wanted::default() };
        let fields = Value::Object(wanted.fields(Some(&known), "r").unwrap());
        assert_eq!(fields, json!({ "summary": null, "conferenceData": null }));
    }

    #[test]
    fn what_google_would_not_take_is_refused_before() {
        for bad in [
            Wanted { title: Some("a\nb".to_owned()), ..Wanted::default() },
            Wanted { location: Some("x".repeat(1_001)), ..Wanted::default() },
            Wanted { description: Some("x".repeat(8_001)), ..Wanted::default() },
            Wanted { reminders: Some(vec![1, 2, 3, 4, 5, 6]), ..Wanted::default() },
            Wanted { reminders: Some(vec![40_321]), ..Wanted::default() },
        ] {
            assert_eq!(
                bad.fields(None, "r").map_err(|failure| failure.code),
                Err(Code::InputInvalid),
                "{bad:?}"
            );
        }
    }
}
