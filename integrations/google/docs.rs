//! Docs, typed: what we ask of it and what we read of its answers.
//!
//! Knows documents, and their files by way of Drive; not people: whose documents they are, the client was told before.

mod basis;
pub(crate) mod block;
pub(crate) mod decision;
pub(crate) mod document;
pub(crate) mod edit_document;
pub(crate) mod editing;
pub(crate) mod extent;
pub(crate) mod markdown;
pub(crate) mod mode;
pub(crate) mod occurrence;
pub(crate) mod opened;
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
pub(crate) mod writing;

use serde_json::{Value, json};

use crate::api::{Api, Ask, Trouble};
use crate::drive::handle::Handle;
use crate::drive::{Drive, keyed};
use crate::json::google_json;
use document::{Document, FIELDS};
use mode::Mode;

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
    /// What a batch of requests answers.
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
            Some(revision) => json!({ "writeMode": mode.word(), "requiredRevisionId": revision }),
            None => json!({ "writeMode": mode.word() }),
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
