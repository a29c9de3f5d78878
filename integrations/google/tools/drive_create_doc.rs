//! `drive.create_doc`

use serde_json::Value;

use super::drive_upload::{file_name, readable};
use super::prelude::*;
use crate::docs::pictures;
use crate::drive::file::kind;
use crate::drive::{File, Mark, Place, Upload};
use crate::scopes::MAKE_FILES;

/// Makes a new Google Doc from Markdown in the user's Google Drive.
///
/// Headings, lists, tables, links, bold and italics become those of the document. Pictures become links.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateDoc {
    /// What it is called, e.g. `Minutes of 3 November`.
    pub(super) title: String,
    /// What is in it, as Markdown. Empty for an empty document.
    #[serde(default)]
    pub(super) content: String,
    /// The folder it goes into: its id, its link, its name, or a path. Without it, the top of My Drive.
    #[serde(default)]
    pub(super) folder: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    title: String,
    /// Without pictures.
    content: String,
    pictures: usize,
    place: Place,
    mark: Mark,
    account: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    created: bool,
    id: &'a str,
    title: &'a str,
    link: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
}

impl ActionTool for CreateDoc {
    type Plan = Plan;

    const SPEC: Spec = Spec::commit("drive.create_doc")
        .deed(Deed::Make)
        .aka(&["google_drive:create_doc"])
        .needs(&[MAKE_FILES]);

    fn also_needs(&self) -> &'static [&'static [Scope]] {
        Place::needs(self.folder.as_deref())
    }

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let title = file_name(&self.title)?;
        let place = Place::named(&google.drive(call), self.folder.as_deref()).await?;
        let account = call.account.0.clone();
        readable(&self.content)?;
        let (content, pictures) = pictures::linked(&self.content)?;
        Ok(Plan { title, content, pictures, place, mark: Mark::note(call), account })
    }

    async fn run(google: &Google, plan: Plan, call: &Call) -> Result<Done, Failure> {
        let drive = google.drive(call);
        let metadata = plan.mark.metadata(&plan.title, Some(kind::DOCUMENT), &plan.place);
        let upload = Upload {
            metadata: Value::Object(metadata),
            media_type: "text/markdown".to_owned(),
            content: plan.content.clone().into(),
        };
        plan.mark.begin(&drive, call).await?;
        let made = drive.upload(&upload).await;
        done(&plan, &plan.mark.settle(&drive, made).await?)
    }

    async fn probe(google: &Google, plan: &Plan, call: &Call) -> Probe {
        plan.mark.probe(&google.drive(call), call, |file| done(plan, file)).await
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let effect = Effect::new(format!("Make a new Google Doc in {}", self.place.title()))
            .content("Title", &self.title)
            .field("Folder", self.place.shown())
            .field("Who will be able to open it", self.place.audience());
        effect.content("Content", &self.content)
    }

    fn sinks(&self) -> Vec<Sink> {
        let mut sinks = self.place.sinks("/place", &self.account);
        if !sinks.is_empty() {
            sinks.extend([
                Sink::new(SinkKind::Title, "/title", &self.title),
                Sink::new(SinkKind::Words, "/content", &self.content),
            ]);
        }
        sinks
    }

    fn targets(&self) -> Vec<Target> {
        vec![Target::new("/title", &self.title), self.place.target("/place", &self.account)]
    }
}

/// Its title is the requester's own, countersigned.
fn done(plan: &Plan, file: &File) -> Result<Done, Failure> {
    let answer = Answer {
        created: true,
        id: &file.id,
        title: &plan.title,
        link: &file.web_view_link,
        remark: pictures::remark(plan.pictures),
    };
    trusted(&answer)
}
