//! The way back from a change: suggestions are withdrawn, and what was written is taken out, if nothing happened since.

use kernel::{Call, ChangeState, Code, Effect, Failure, Reversible, Spec, Time, Undo, Unmade};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::docs::document::Document;
use crate::docs::edit_document::{Change, Made};
use crate::docs::mode::Mode;
use crate::docs::spot::{Spot, Way};
use crate::docs::writing::{Written, erase};
use crate::docs::{Docs, View};
use crate::drive::Handle;
use crate::scopes::EDIT_DOCUMENTS;
use crate::way_back::WayBack;

/// Takes back what was done to a document, as long as nobody has changed or decided it since.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    file: Handle,
    title: String,
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
    until: Time,
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
    Undo::new(words, Back::SPEC.name, &back, until).map(Some)
}

impl Reversible for Back {
    type Site = Docs;
    type Seen = Document;
    type Made = ();

    async fn look(&self, docs: &Docs) -> Result<Document, Failure> {
        Ok(docs.document(&self.file, View::Everything).await?)
    }

    /// Refuses when somebody changed or decided it since.
    fn check(&self, now: &Document) -> Result<(), Failure> {
        if self.standing(now) == ChangeState::Before {
            return Ok(());
        }
        Err(Failure::person(
            Code::Conflict,
            "The document was changed in the meantime, so I left it as it is. Change it in Google Docs if you want it \
             otherwise.",
        ))
    }

    fn stands(&self, now: Document) -> ChangeState<()> {
        self.standing(&now)
    }

    async fn send(&self, docs: &Docs, _now: Option<Document>) -> Result<(), Unmade> {
        let revision = match &self.what {
            What::Suggested(_) => None,
            What::Written { revision, .. } => Some(revision.as_str()),
        };
        Ok(docs.update(&self.file, &self.requests(), Mode::Edit, revision).await.map(drop)?)
    }

    fn unknown(&self) -> String {
        "It is not known whether it was undone. Look at the document before asking again.".to_owned()
    }
}

impl WayBack for Back {
    type Change = Self;

    const SPEC: Spec = Spec::edit("docs.take_back").needs(&[EDIT_DOCUMENTS]);

    async fn planned(self, docs: &Docs, _call: &Call) -> Result<Self, Failure> {
        self.checked(docs).await
    }

    fn effect(change: &Self) -> Effect {
        Effect::new("Take back what was done to a document").field("Document", &change.title).field(
            "Taken back",
            match &change.what {
                What::Suggested(_) => "the suggestions made",
                What::Written { .. } => "the words written",
            },
        )
    }
}

impl Back {
    /// As we left it, which is before it is taken back.
    fn standing(&self, document: &Document) -> ChangeState<()> {
        match &self.what {
            What::Suggested(ids) => {
                let known = |id: &&String| document.suggestions.iter().any(|one| one.suggestion_id == **id);
                let open = |id: &String| {
                    document.suggestions.iter().any(|one| one.suggestion_id == *id && one.is_open())
                };
                if ids.iter().all(open) {
                    ChangeState::Before
                } else if ids.iter().filter(known).count() == 0 {
                    ChangeState::After(())
                } else {
                    ChangeState::Neither
                }
            }
            What::Written { revision, .. } if document.revision_id.as_ref() == Some(revision) => {
                ChangeState::Before
            }
            What::Written { .. } => ChangeState::Neither,
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
