//! `docs.append`

use super::prelude::*;
use crate::docs::edit_document::answer::{answer, remarks};
use crate::docs::edit_document::undo::undo;
use crate::docs::parsing::parsed;
use crate::docs::trace::longest;
use crate::docs::{Change, Draft, Guard, Made, Mode, Stretch, Trace, editing, outline};
use crate::scopes::{EDIT_DOCUMENTS, SEE_FILES};

/// Adds Markdown at the end of a Google Doc of the user's, as a suggestion unless `mode` says otherwise.
///
/// Pictures become links.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Append {
    /// The document: its id, its link, or its exact title.
    document: String,
    /// What is added, as Markdown.
    content: String,
    /// The tab, by its title or its id. Needed where there are several.
    #[serde(default)]
    tab: Option<String>,
    #[serde(default)]
    mode: Mode,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    change: Change,
    content: String,
    remarks: Vec<String>,
    stretch: Option<Stretch>,
}

holds_change!(Plan { change: Change });

impl ChangeTool for Append {
    type Plan = Plan;

    const SPEC: Spec = Spec::edit("docs.append")
        .deed(Deed::Write)
        .aka(&["google_docs:append"])
        .needs(&[EDIT_DOCUMENTS, SEE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let content = parsed(&self.content)?;
        let opened = google.docs(call).open_to_write(&self.document).await?;
        let tab = outline::tab(&opened.document, self.tab.as_deref())?;
        let edited = editing::insert(tab, tab.body().len(), &content.blocks, self.mode)?;
        let draft = Draft {
            tab: Some(tab),
            mode: self.mode,
            guard: Guard::Unchanged,
            requests: edited.requests,
            trace: Trace::words(&opened.document, &longest(&content.blocks), ""),
        };
        let change = Change::planned(&opened, &call.account.0, draft)?;
        Ok(Plan { change, content: self.content, remarks: remarks(&content), stretch: edited.stretch })
    }

    fn answer(plan: &Plan, made: &Made, _call: &Call) -> Result<Done, Failure> {
        answer(&plan.change, made, None, &plan.remarks)
    }

    fn undo(plan: &Plan, made: &Made, until: Time) -> Result<Option<Undo>, Failure> {
        undo(&plan.change, made, plan.stretch.as_ref(), until)
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let title = self.change.file.title();
        let effect = Effect::new(match self.change.mode {
            Mode::Suggest => format!("Suggest an addition at the end of “{title}”"),
            Mode::Edit => format!("Write at the end of “{title}”"),
        });
        self.change.describe(effect).content("Added", &self.content)
    }

    fn sinks(&self) -> Vec<Sink> {
        self.change.sinks("/change", &[("/content", &self.content)])
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.change.target("/change/file")]
    }
}
