//! `docs.comments`

use super::prelude::*;
use crate::docs::extent::shown;
use crate::docs::remark::comments;
use crate::docs::{Comment, Extent, View};
use crate::drive::Row;
use crate::scopes::{READ_DOCUMENTS, SEE_FILES};

/// Lists the comments on a Google Doc of the user's with their replies, and the words each is about.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Comments {
    /// The document: its id, its link, or its exact title.
    document: String,
    /// Whether those that are resolved are listed too.
    #[serde(default)]
    include_resolved: bool,
    /// How many to leave out at the beginning.
    #[serde(default)]
    from: usize,
}

#[derive(Serialize)]
struct Answer {
    file: Row,
    comments: Vec<Comment>,
    #[serde(flatten)]
    extent: Extent,
}

impl ReadTool for Comments {
    const SPEC: Spec =
        Spec::read("docs.comments").aka(&["google_docs:comments"]).needs(&[READ_DOCUMENTS, SEE_FILES]);

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let opened = google.docs(call).open(&self.document, View::Current).await?;
        let all = comments(&opened.document, self.include_resolved, &call.requester);
        let (comments, extent) = shown(all, self.from);
        let answer = Answer { file: opened.file.row(&call.requester), comments, extent };
        let label = opened.file.label_with_remarks(Self::SPEC.name, &call.account.0);
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("List the comments on a document of yours").field("Document", &self.document)
    }
}
