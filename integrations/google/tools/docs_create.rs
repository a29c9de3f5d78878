//! `docs.create`

use super::drive_create_doc::{self, CreateDoc};
use super::prelude::*;
use crate::drive::Place;
use crate::scopes::MAKE_FILES;

/// Makes a new Google Doc of the user's from Markdown, and says where it is.
///
/// Headings, lists, tables, links, bold and italics become those of the document. Pictures become links.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Create {
    /// What it is called, e.g. `Minutes of 3 November`.
    title: String,
    /// What is in it, as Markdown. Empty for an empty document.
    #[serde(default)]
    content: String,
    /// The folder it goes into: its id, its link, its name, or a path. Without it, the top of My Drive.
    #[serde(default)]
    folder: Option<String>,
}

/// A document is a file: Drive makes it.
impl ActionTool for Create {
    type Plan = drive_create_doc::Plan;

    const SPEC: Spec =
        Spec::commit("docs.create").deed(Deed::Make).aka(&["google_docs:create"]).needs(&[MAKE_FILES]);

    fn also_needs(&self) -> &'static [&'static [Scope]] {
        Place::needs(self.folder.as_deref())
    }

    async fn plan(self, google: &Google, call: &Call) -> Result<Self::Plan, Failure> {
        CreateDoc { title: self.title, content: self.content, folder: self.folder }.plan(google, call).await
    }

    async fn run(google: &Google, plan: Self::Plan, call: &Call) -> Result<Done, Failure> {
        CreateDoc::run(google, plan, call).await
    }

    async fn probe(google: &Google, plan: &Self::Plan, call: &Call) -> Probe {
        CreateDoc::probe(google, plan, call).await
    }
}
