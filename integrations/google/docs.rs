//! Docs, typed: what we ask of it and what we read of its answers.
//!
//! Knows documents, and their files by way of Drive; not people: whose documents they are, the client was told before.

mod basis;
mod block;
mod decision;
mod document;
pub(crate) mod edit_document;
pub(crate) mod editing;
pub(crate) mod extent;
mod markdown;
mod mode;
pub(crate) mod occurrence;
mod opened;
pub(crate) mod outline;
pub(crate) mod parsing;
mod pen;
pub(crate) mod pictures;
pub(crate) mod reading;
pub(crate) mod remark;
pub(crate) mod routes;
pub(crate) mod spot;
pub(crate) mod talking;
pub(crate) mod trace;
mod writing;

use serde_json::{Value, json};

use crate::api::{Api, Ask, Trouble};
use crate::drive::{Drive, Handle, keyed};
use crate::json::{google_json, google_name};
use document::FIELDS;

pub(crate) use decision::Decision;
pub(crate) use document::{Document, Tab};
pub(crate) use edit_document::undo::Stretch;
pub(crate) use edit_document::{Change, Draft, Guard, Made};
pub(crate) use editing::Edited;
pub(crate) use extent::Extent;
pub(crate) use mode::Mode;
pub(crate) use occurrence::{Case, Occurrence, every_tab};
pub(crate) use opened::Opened;
pub(crate) use outline::{Heading, Section};
pub(crate) use parsing::Parsed;
pub(crate) use reading::Readable;
pub(crate) use remark::{Comment, Suggestion};
pub(crate) use talking::{Thread, are_some_of};
pub(crate) use trace::Trace;

/// The documents of one account.
#[derive(Clone)]
pub(crate) struct Docs {
    api: Api,
    /// Knows the titles of documents and who can open them.
    pub(crate) drive: Drive,
}

/// Which of what is proposed is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// The text as it is, as if nothing were proposed.
    Current,
    /// With every proposal in its place. Only here do indices mean what they mean to a write; those who may only read
    /// see none of it.
    Everything,
}

google_json! {
    /// The answer to a batch of requests.
    Updated {
        replies: Vec<Value>,
        write_control: WriteControl,
        suggestion_responses: Vec<Suggested>,
    }

    WriteControl {
        /// The revision that came of it.
        required_revision_id: Option<String>,
    }

    Suggested { created_suggestion_ids: Vec<String> }
}

impl Docs {
    pub(crate) fn new(api: Api, drive: Drive) -> Self {
        Self { api, drive }
    }

    pub(crate) async fn document(&self, handle: &Handle, view: View) -> Result<Document, Trouble> {
        let suggestions = match view {
            View::Current => Some("PREVIEW_WITHOUT_SUGGESTIONS"),
            View::Everything => None,
        };
        let ask = keyed(Ask::to(&routes::GET).at(handle), handle)
            .with("includeTabsContent", "true")
            .with_some("suggestionsViewMode", suggestions)
            .only(FIELDS);
        self.api.ask(&ask).await
    }

    /// All of the requests, or none. Asked once only: a second time would write it twice.
    pub(crate) async fn update(
        &self,
        handle: &Handle,
        requests: &[Value],
        mode: Mode,
        revision: Option<&str>,
    ) -> Result<Updated, Trouble> {
        let control = match revision {
            Some(revision) => json!({ "writeMode": google_name(&mode), "requiredRevisionId": revision }),
            None => json!({ "writeMode": google_name(&mode) }),
        };
        let ask = keyed(Ask::to(&routes::BATCH_UPDATE).at(handle), handle)
            .json(json!({ "requests": requests, "writeControl": control }))
            .only(&["replies", "writeControl", "suggestionResponses"]);
        self.api.ask(&ask).await
    }
}

impl Updated {
    pub(crate) fn created(&self) -> Vec<String> {
        let mut ids: Vec<String> =
            self.suggestion_responses.iter().flat_map(|one| one.created_suggestion_ids.clone()).collect();
        ids.dedup();
        ids
    }
}
