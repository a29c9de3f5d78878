//! Making a file once: it carries a mark, chosen beforehand, by which it is recognised.
//!
//! An id is known at once. A note on a file is found by a search, and searches come to know of new files only after a
//! while: what is not found early on is in doubt, never not there.

use std::time::Duration;

use kernel::{Call, Code, Done, Failure, Probe, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Drive;
use super::file::{File, STRANGE};
use super::handle::Handle;
use super::place::Place;
use super::query::Query;
use crate::api::Trouble;
use crate::attempt::{last_note, write_note};
use crate::digest::digest;

/// How often a search is made for a file that may just have been made, and how long is waited in between.
const LOOKS: usize = 3;
const PAUSE: Duration = Duration::from_secs(1);
/// What was made longer ago than this is found.
const KNOWN_AFTER: Duration = Duration::from_mins(10);

/// Where our mark stands among what a program may note on a file. Only that program sees it.
const PROPERTY: &str = "countersign";

/// Notes on a new file that a stranger may have written it.
pub(crate) fn call_strange(metadata: &mut Map<String, Value>) {
    let notes = metadata.entry("appProperties").or_insert_with(|| json!({}));
    if let Value::Object(notes) = notes {
        notes.insert(STRANGE.to_owned(), "yes".into());
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mark {
    /// An id that Drive gave out for it.
    Id(String),
    /// Google's own kinds take no id: a note on the file.
    Note(String),
}

/// Written down before a file is made that is recognised by a note.
#[derive(Serialize, Deserialize)]
struct Begun {
    begun: Time,
}

/// What is found of a file that is to be made once.
#[derive(Debug)]
pub(crate) enum Found {
    There(Box<File>),
    NotThere,
    /// It may be there and not be found yet.
    InDoubt,
}

impl Mark {
    /// The surest one that a file of this kind takes.
    pub(crate) async fn for_kind(kind: &str, drive: &Drive, call: &Call) -> Result<Self, Failure> {
        if kind.starts_with("application/vnd.google-apps.") {
            return Ok(Self::note(call));
        }
        Self::id(drive).await
    }

    pub(crate) async fn id(drive: &Drive) -> Result<Self, Failure> {
        drive.new_id().await.map(Self::Id)
    }

    /// The same for every attempt at this call, and for no other call.
    pub(crate) fn note(call: &Call) -> Self {
        Self::Note(digest(&call.key))
    }

    /// The metadata of the new file, for Drive.
    pub(crate) fn metadata(&self, name: &str, media_type: Option<&str>, place: &Place) -> Map<String, Value> {
        let mut metadata = Map::new();
        metadata.insert("name".to_owned(), name.into());
        metadata.extend(media_type.map(|media_type| ("mimeType".to_owned(), media_type.into())));
        metadata.insert("parents".to_owned(), json!([place.handle.id()]));
        self.put_on(&mut metadata);
        metadata
    }

    fn put_on(&self, metadata: &mut Map<String, Value>) {
        match self {
            Self::Id(id) => metadata.insert("id".to_owned(), id.as_str().into()),
            Self::Note(note) => metadata.insert("appProperties".to_owned(), json!({ PROPERTY: note })),
        };
    }

    /// Writes down that it is made from now on. Without this, nothing was sent.
    pub(crate) async fn begin(&self, drive: &Drive, call: &Call) -> Result<(), Failure> {
        let Self::Note(_) = self else { return Ok(()) };
        write_note(call, &Begun { begun: drive.clock.now() }).await
    }

    /// The file that carries it, after whatever was begun before.
    pub(crate) async fn look(&self, drive: &Drive, call: &Call) -> Result<Found, Failure> {
        let note = match self {
            Self::Id(id) => return by_id(drive, id).await,
            Self::Note(note) => note,
        };
        let Some(Begun { begun }) = last_note(call).await? else { return Ok(Found::NotThere) };
        Ok(match by_note(drive, note).await? {
            Found::NotThere if drive.clock.now() < begun.plus(KNOWN_AFTER) => Found::InDoubt,
            found => found,
        })
    }

    /// What became of it. Where that is in doubt, Drive is looked at.
    pub(crate) async fn settle(&self, drive: &Drive, made: Result<File, Trouble>) -> Result<File, Failure> {
        let trouble = match made {
            Ok(file) => return Ok(file),
            Err(trouble) => trouble,
        };
        let doubtful = match &trouble {
            Trouble::Lost(_) | Trouble::Later { .. } => true,
            // Somebody has made a file with this id: we, before.
            Trouble::Refused(failure) => failure.code == Code::Conflict,
            Trouble::Unsent(_) | Trouble::Missing(_) => false,
        };
        if !doubtful {
            return Err(trouble.into());
        }
        match (self, &trouble) {
            (Self::Id(id), _) => match by_id(drive, id).await {
                Ok(Found::There(file)) => Ok(*file),
                Ok(Found::NotThere | Found::InDoubt) => Err(trouble.into()),
                Err(_) => Err(Failure::person(Code::Timeout, UNREACHED)),
            },
            (Self::Note(note), Trouble::Lost(_)) => match by_note(drive, note).await {
                Ok(Found::There(file)) => Ok(*file),
                Ok(Found::NotThere | Found::InDoubt) => Err(Failure::person(Code::Timeout, IN_DOUBT)),
                Err(_) => Err(Failure::person(Code::Timeout, UNREACHED)),
            },
            (Self::Note(_), _) => Err(trouble.into()),
        }
    }

    /// What the engine is told after a crash; `done` makes the answer of the tool.
    pub(crate) async fn probe(
        &self,
        drive: &Drive,
        call: &Call,
        done: impl FnOnce(&File) -> Result<Done, Failure>,
    ) -> Probe {
        match self.look(drive, call).await {
            Ok(Found::There(file)) => Probe::told(done(&file)),
            Ok(Found::NotThere) => Probe::DidNot,
            Ok(Found::InDoubt) => Probe::Unknown(IN_DOUBT.to_owned()),
            Err(_) => Probe::Unknown(UNREACHED.to_owned()),
        }
    }
}

async fn by_id(drive: &Drive, id: &str) -> Result<Found, Failure> {
    match drive.get(&Handle::new(id, None)?).await {
        Ok(file) => Ok(Found::There(Box::new(file))),
        Err(Trouble::Missing(_)) => Ok(Found::NotThere),
        Err(trouble) => Err(trouble.into()),
    }
}

async fn by_note(drive: &Drive, note: &str) -> Result<Found, Failure> {
    let mut looked_everywhere = true;
    for look in 0..LOOKS {
        if look > 0 {
            drive.clock.sleep_until(drive.clock.now().plus(PAUSE)).await;
        }
        let page = drive.list(&Query::marked(PROPERTY, note), "createdTime", 1, None).await?;
        if let Some(file) = page.files.into_iter().next() {
            return Ok(Found::There(Box::new(file)));
        }
        looked_everywhere = !page.incomplete_search;
    }
    Ok(if looked_everywhere { Found::NotThere } else { Found::InDoubt })
}

const UNREACHED: &str = "Drive could not be asked whether the file was made. Look at https://drive.google.com/drive/recent before asking \
     again.";
pub(crate) const IN_DOUBT: &str = "Drive does not show the file, but it may have been made and not be found yet. Look at \
     https://drive.google.com/drive/recent before asking again.";
