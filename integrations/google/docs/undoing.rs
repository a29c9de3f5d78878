//! The way back from a change: suggestions are withdrawn, and what was written is taken out, if nothing happened since.

use kernel::{Code, Failure, Probe, Time, Undo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::change::{Change, Made};
use super::document::Document;
use super::mode::Mode;
use super::spot::{Spot, Way};
use super::writing::{Written, erase};
use super::{Docs, View};
use crate::api::Trouble;
use crate::drive::handle::Handle;

/// How long something can be taken back.
const LASTS: std::time::Duration = std::time::Duration::from_hours(24);

const UNSURE: &str = "It is not known whether it was undone. Look at the document before asking again.";

/// Takes back what was done to a document, as long as nobody has changed or decided it since.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    file: Handle,
    pub(crate) title: String,
    what: What,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum What {
    /// The ids of suggestions.
    Suggested(Vec<String>),
    /// The revision that came of it, and where it stands in it.
    Written { revision: String, stretch: Stretch },
}

/// What was put into a document and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stretch {
    tab: String,
    start: usize,
    end: usize,
    way: Way,
    /// The named style of the paragraph that it was put into.
    style: String,
}

impl Stretch {
    /// Nothing where taking it out would not leave exactly what was there.
    pub(crate) fn of(written: &Written, spot: &Spot, tab: &str) -> Option<Self> {
        let style = spot.ordinary.clone()?;
        let (start, end) = (written.range.start, written.range.end);
        (start < end).then(|| Self { tab: tab.to_owned(), start, end, way: spot.way, style })
    }
}

/// The undo of a change, if there is one.
pub(crate) fn undo(
    change: &Change,
    made: &Made,
    stretch: Option<&Stretch>,
    now: Time,
) -> Result<Option<Undo>, Failure> {
    let what = match (change.mode, &made.revision, stretch) {
        (Mode::Suggest, ..) if !made.suggestions.is_empty() => What::Suggested(made.suggestions.clone()),
        (Mode::Edit, Some(revision), Some(stretch)) => {
            What::Written { revision: revision.clone(), stretch: stretch.clone() }
        }
        (Mode::Suggest | Mode::Edit, ..) => return Ok(None),
    };
    let words = match change.mode {
        Mode::Suggest => format!("Suggested a change in “{}”.", change.file.title()),
        Mode::Edit => format!("Wrote in “{}”.", change.file.title()),
    };
    let back = Back { file: change.file.handle.clone(), title: change.file.title(), what };
    let arguments = serde_json::to_value(back).map_err(|error| {
        Failure::operator(Code::ExecutionFailed, format!("The way back could not be written down: {error}."))
    })?;
    Ok(Some(Undo { words, tool: "docs.take_back".to_owned(), arguments, until: now.plus(LASTS) }))
}

impl Back {
    /// What it takes back, for a card.
    pub(crate) fn shown(&self) -> &'static str {
        match &self.what {
            What::Suggested(_) => "the suggestions made",
            What::Written { .. } => "the words written",
        }
    }

    /// Refuses when somebody changed or decided it since.
    pub(crate) async fn check(&self, docs: &Docs) -> Result<(), Failure> {
        let document = docs.document(&self.file, View::Everything).await?;
        match self.standing(&document) {
            Standing::AsLeft => Ok(()),
            Standing::Gone | Standing::Changed => Err(Failure::person(
                Code::Conflict,
                "The document was changed in the meantime, so I left it as it is. Change it in Google Docs if you want \
                 it otherwise.",
            )),
        }
    }

    pub(crate) async fn take(&self, docs: &Docs) -> Result<(), Failure> {
        self.check(docs).await?;
        let revision = match &self.what {
            What::Suggested(_) => None,
            What::Written { revision, .. } => Some(revision.as_str()),
        };
        match docs.update(&self.file, &self.requests(), Mode::Edit, revision).await {
            Ok(_) => Ok(()),
            Err(Trouble::Lost(failure)) => {
                let document = docs.document(&self.file, View::Everything).await?;
                match self.standing(&document) {
                    Standing::Gone => Ok(()),
                    Standing::AsLeft => Err(failure),
                    Standing::Changed => Err(Failure::person(Code::Timeout, UNSURE)),
                }
            }
            Err(trouble) => Err(trouble.into()),
        }
    }

    pub(crate) async fn find_out(&self, docs: &Docs) -> Result<bool, Probe> {
        let unknown = || Probe::Unknown(UNSURE.to_owned());
        let document = docs.document(&self.file, View::Everything).await.map_err(|_| unknown())?;
        match self.standing(&document) {
            Standing::Gone => Ok(true),
            Standing::AsLeft => Ok(false),
            Standing::Changed => Err(unknown()),
        }
    }

    fn standing(&self, document: &Document) -> Standing {
        match &self.what {
            What::Suggested(ids) => {
                let known = |id: &&String| document.suggestions.iter().any(|one| one.suggestion_id == **id);
                let open = |id: &String| {
                    document.suggestions.iter().any(|one| one.suggestion_id == *id && one.is_open())
                };
                if ids.iter().all(open) {
                    Standing::AsLeft
                } else if ids.iter().filter(known).count() == 0 {
                    Standing::Gone
                } else {
                    Standing::Changed
                }
            }
            What::Written { revision, .. } if document.revision_id.as_ref() == Some(revision) => {
                Standing::AsLeft
            }
            What::Written { .. } => Standing::Changed,
        }
    }

    fn requests(&self) -> Vec<Value> {
        match &self.what {
            What::Suggested(ids) => {
                ids.iter().map(|id| json!({ "deleteSuggestion": { "suggestionId": id } })).collect()
            }
            What::Written { stretch, .. } => stretch.taken_out(),
        }
    }
}

impl Stretch {
    fn taken_out(&self) -> Vec<Value> {
        let mut requests = erase(&(self.start..self.end), &self.tab);
        if matches!(self.way, Way::Into | Way::After) {
            // The paragraph that was written into had taken on the look of the last one written.
            let start = if self.way == Way::After { self.start - 1 } else { self.start };
            let range = json!({ "startIndex": start, "endIndex": start + 1, "tabId": self.tab });
            requests.push(json!({ "deleteParagraphBullets": { "range": range } }));
            requests.push(json!({ "updateParagraphStyle": {
                "range": range,
                "paragraphStyle": { "namedStyleType": self.style },
                "fields": "namedStyleType,borderBottom,borderLeft,indentFirstLine,indentStart,shading",
            } }));
        }
        requests
    }
}

/// How things stand with what was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    AsLeft,
    Gone,
    Changed,
}
