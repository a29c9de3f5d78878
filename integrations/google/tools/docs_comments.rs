//! `docs.comments`

use kernel::{Call, Done, Effect, Failure, Labeled, Spec, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Google;
use crate::answer::written;
use crate::docs::View;
use crate::docs::extent::{Extent, shown};
use crate::docs::remark::{Comment, comments};
use crate::drive::file::Row;
use crate::scopes::{READ_DOCUMENTS, SEE_FILES};

/// Lists the comments on a Google Doc of the user's with their replies, and the words each is about.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
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

pub(crate) struct Comments {
    pub(super) google: Google,
}

impl Tool for Comments {
    type Args = Args;
    type Plan = Args;

    const SPEC: Spec =
        Spec::read("docs.comments").aka(&["google_docs:comments"]).needs(&[READ_DOCUMENTS, SEE_FILES]);

    async fn plan(&self, args: Args, _call: &Call) -> Result<Args, Failure> {
        Ok(args)
    }

    async fn run(&self, plan: Args, call: &Call) -> Result<Done, Failure> {
        let opened = self.google.docs(call).open(&plan.document, View::Current).await?;
        let all = comments(&opened.document, plan.include_resolved, &call.requester);
        let (comments, extent) = shown(all, plan.from);
        let answer = Answer { file: opened.file.row(&call.requester), comments, extent };
        let label = opened.file.label_with_remarks(Self::SPEC.name, &call.account.0);
        Ok(Done::answer(Labeled { value: written(&answer)?, label }))
    }
}

impl kernel::Plan for Args {
    fn effect(&self) -> Effect {
        Effect::new("List the comments on a document of yours").field("Document", &self.document)
    }
}
