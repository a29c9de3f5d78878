//! `docs.suggestions`

use super::prelude::*;
use crate::docs::extent::shown;
use crate::docs::remark::suggestions;
use crate::docs::{Extent, Suggestion, View};
use crate::drive::Row;
use crate::scopes::{READ_DOCUMENTS, SEE_FILES};

/// Lists the suggestions in a Google Doc of the user's that nobody has decided yet: what each would change, and who made it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Suggestions {
    /// The document: its id, its link, or its exact title.
    document: String,
    /// How many to leave out at the beginning.
    #[serde(default)]
    from: usize,
}

#[derive(Serialize)]
struct Answer {
    file: Row,
    suggestions: Vec<Suggestion>,
    #[serde(flatten)]
    extent: Extent,
}

impl ReadTool for Suggestions {
    const SPEC: Spec =
        Spec::read("docs.suggestions").aka(&["google_docs:suggestions"]).needs(&[READ_DOCUMENTS, SEE_FILES]);

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let opened = google.docs(call).open(&self.document, View::Everything).await?;
        let all = suggestions(&opened.document, &call.requester);
        let (suggestions, extent) = shown(all, self.from);
        let answer = Answer { file: opened.file.row(&call.requester), suggestions, extent };
        let label = opened.file.label_with_remarks(Self::SPEC.name, &call.account.0);
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("List the open suggestions in a document of yours").field("Document", &self.document)
    }
}
