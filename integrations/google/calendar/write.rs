//! One change to one event: made once, found again by looking, and turned round.

use kernel::{Code, Failure};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::event::{Known, picked};
use super::same::{differences, is_held, put_back};
use super::{Calendar, CalendarId, routes};
use crate::api::{Ask, Id, Trouble};

/// What is sent to Google, exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "write", rename_all = "snake_case")]
pub(crate) enum Write {
    /// The id is our own choice, so that a second attempt makes no second event.
    Insert {
        event: String,
        #[schemars(schema_with = "kernel::any_object")]
        body: Value,
    },
    /// Only as long as the event is the one that was seen.
    Patch {
        event: String,
        etag: String,
        #[schemars(schema_with = "kernel::any_object")]
        was: Value,
        #[schemars(schema_with = "kernel::any_object")]
        body: Value,
    },
    Delete {
        event: String,
        etag: String,
        #[schemars(schema_with = "kernel::any_object")]
        was: Value,
    },
}

/// What is found when one looks whether a change was made.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// It was. What was deleted may be gone altogether.
    Made(Option<Known>),
    /// The event is as it was seen.
    NotMade,
    /// The event has become something else.
    Changed(Known),
    /// The words say where to look.
    Unknown(String),
}

impl Calendar {
    /// Sends one write. It carries an id or an etag, so that a second attempt is refused rather than made twice.
    async fn send(&self, at: &CalendarId, write: &Write, updates: &str) -> Result<Option<Known>, Trouble> {
        let id = Id::parse("event", write.event())?;
        let ask = match write {
            Write::Insert { body, .. } => Ask::to(&routes::EVENTS_INSERT).at(at).json(body.clone()),
            Write::Patch { etag, body, .. } => {
                Ask::to(&routes::EVENTS_PATCH).at(at).at(&id).if_match(etag).json(body.clone())
            }
            Write::Delete { etag, .. } => Ask::to(&routes::EVENTS_DELETE).at(at).at(&id).if_match(etag),
        };
        let ask = ask.with("sendUpdates", updates).repeatable();
        let has = |name: &str| write.body().is_some_and(|body| body.get(name).is_some());
        let ask = if has("conferenceData") { ask.with("conferenceDataVersion", "1") } else { ask };
        let ask = if has("attachments") { ask.with("supportsAttachments", "true") } else { ask };
        if matches!(write, Write::Delete { .. }) {
            self.api.tell(&ask).await?;
            // Google keeps enough of it to restore it.
            return Ok(self.event(at, &id).await.ok());
        }
        Ok(Some(Known::read(self.api.ask(&ask).await?)?))
    }
}

impl Write {
    pub(crate) fn patch(known: &Known, body: Map<String, Value>) -> Self {
        Self::Patch {
            event: known.event.id.clone(),
            etag: known.event.etag.clone(),
            was: known.watched(),
            body: Value::Object(body),
        }
    }

    pub(crate) fn delete(known: &Known) -> Self {
        Self::Delete { event: known.event.id.clone(), etag: known.event.etag.clone(), was: known.watched() }
    }

    pub(crate) fn event(&self) -> &str {
        match self {
            Self::Insert { event, .. } | Self::Patch { event, .. } | Self::Delete { event, .. } => event,
        }
    }

    /// What it writes; nothing when it deletes.
    pub(crate) fn body(&self) -> Option<&Value> {
        match self {
            Self::Insert { body, .. } | Self::Patch { body, .. } => Some(body),
            Self::Delete { .. } => None,
        }
    }

    /// What was there before; nothing when it makes something new.
    pub(crate) fn was(&self) -> Option<&Value> {
        match self {
            Self::Insert { .. } => None,
            Self::Patch { was, .. } | Self::Delete { was, .. } => Some(was),
        }
    }

    /// Makes the change, or finds that it was made already. Whatever is in doubt is looked at.
    pub(crate) async fn make(
        &self,
        calendar: &Calendar,
        at: &CalendarId,
        updates: &str,
    ) -> Result<Option<Known>, Failure> {
        let failure = match calendar.send(at, self, updates).await {
            Ok(known) => return Ok(known),
            // One of several attempts may have got through although the last one did not.
            Err(Trouble::Lost(failure) | Trouble::Missing(failure) | Trouble::Later { failure, .. }) => {
                failure
            }
            Err(Trouble::Refused(failure)) if matches!(failure.code, Code::Conflict | Code::StaleWrite) => {
                failure
            }
            Err(trouble) => return Err(trouble.into()),
        };
        match self.look(calendar, at).await {
            Found::Made(known) => Ok(known),
            Found::NotMade => Err(failure),
            Found::Changed(now) => Err(self.stale(&now)),
            Found::Unknown(words) => Err(Failure::person(Code::Timeout, words)),
        }
    }

    pub(crate) async fn look(&self, calendar: &Calendar, at: &CalendarId) -> Found {
        let Ok(id) = Id::parse("event", self.event()) else { return Found::NotMade };
        let now = match calendar.event(at, &id).await {
            Ok(known) => known,
            Err(Trouble::Missing(_)) => {
                return match self {
                    Self::Insert { .. } => Found::NotMade,
                    Self::Delete { .. } => Found::Made(None),
                    Self::Patch { .. } => Found::Unknown("The event is not there any more.".to_owned()),
                };
            }
            Err(_) => {
                let words = "Google could not be asked whether it was done. Look at the calendar before asking again.";
                return Found::Unknown(words.to_owned());
            }
        };
        match self {
            Self::Insert { .. } if now.event.is_cancelled() => {
                Found::Unknown("The event was made, and has been deleted since.".to_owned())
            }
            Self::Insert { body, .. } if is_held(&picked(body, &["summary", "start"]), &now.raw) => {
                Found::Made(Some(now))
            }
            Self::Insert { .. } => {
                Found::Unknown("The event was made, and has been changed since.".to_owned())
            }
            Self::Patch { etag, .. } | Self::Delete { etag, .. } if *etag == now.event.etag => Found::NotMade,
            Self::Patch { body, .. } if is_held(body, &now.raw) => Found::Made(Some(now)),
            Self::Delete { .. } if now.event.is_cancelled() => Found::Made(Some(now)),
            Self::Patch { .. } | Self::Delete { .. } => Found::Changed(now),
        }
    }

    /// What turns it round again, as long as nobody changes the event in between.
    pub(crate) fn inverse(&self, made: Option<&Known>) -> Option<Self> {
        let made = made?;
        match self {
            Self::Insert { .. } => Some(Self::delete(made)),
            Self::Patch { was, body, .. } => Some(Self::patch(made, put_back(was, body, &made.raw))),
            Self::Delete { .. } => {
                let mut body = Map::new();
                body.insert("status".to_owned(), json!("confirmed"));
                Some(Self::patch(made, body))
            }
        }
    }

    /// What somebody else changed, by name; how, in their own words.
    pub(crate) fn stale(&self, now: &Known) -> Failure {
        let was = self.was().unwrap_or(&Value::Null);
        let changed = differences(was, &now.watched());
        let names: Vec<&str> = changed.iter().map(|(name, _)| *name).collect();
        let what =
            if names.is_empty() { "something that is not shown here".to_owned() } else { names.join(", ") };
        let quote: Vec<String> = changed.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let words = format!(
            "The event was changed in the meantime ({what}), so nothing was done. Look at it again, then ask for what \
             still is to be changed."
        );
        let failure = Failure::model(Code::StaleWrite, words);
        if quote.is_empty() { failure } else { failure.quoting(quote.join("\n")) }
    }
}
