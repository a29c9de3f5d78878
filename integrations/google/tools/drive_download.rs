//! `drive.download`

use kernel::ports::NewFile;

use super::prelude::*;
use crate::drive::{Format, Leaving, Subject};
use crate::scopes::{READ_ALL_FILES, READ_FILES};

/// Puts a file of the user's Google Drive into this conversation, where everybody in it can download it.
///
/// Use it only when the user asked for the file itself; to read it, use `drive.read`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Download {
    /// The file: its id, its link, or its exact name.
    file: String,
    /// What a Google Doc, Sheet or Slides becomes. Without it, a PDF.
    #[serde(default)]
    format: Option<Format>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    file: Subject,
    leaving: Leaving,
}

impl ActionTool for Download {
    type Plan = Plan;

    const SPEC: Spec = Spec::commit("drive.download").deed(Deed::Post).needs(&[READ_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let drive = google.drive(call);
        let file = drive.find_behind(&self.file).await?;
        drive.check_within_reach(&file, READ_ALL_FILES).await?;
        Ok(Plan { file: Subject::of(&file)?, leaving: Leaving::of(&file, self.format)? })
    }

    async fn run(google: &Google, plan: Plan, call: &Call) -> Result<Done, Failure> {
        let drive = google.drive(call);
        plan.file.check_unchanged(&drive.get(&plan.file.handle).await?)?;
        let content = plan.leaving.content(&drive, &plan.file.handle).await?.to_vec();
        let (name, media_type) = (plan.leaving.name.clone(), plan.leaving.media_type.clone());
        // From here on it may be there.
        call.notes.write(json!({ "sharing": name })).await?;
        let file = NewFile { name, media_type, content };
        google.files.share(&call.thread, &file).await.map_err(|error| {
            let words = "The file could not be put into the conversation. Look whether it is there before asking again.";
            Failure::person(Code::NotAvailable, words).quoting(error.to_string())
        })?;
        done(&plan)
    }

    /// Nothing is put there without a note before it.
    async fn probe(_google: &Google, _plan: &Plan, call: &Call) -> Probe {
        match call.notes.read().await {
            Ok(notes) if notes.is_empty() => Probe::DidNot,
            Ok(_) => Probe::Unknown(
                "The file may have been put into this conversation. Look whether it is there before asking again."
                    .to_owned(),
            ),
            Err(failure) => Probe::Unknown(failure.words),
        }
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        self.file
            .describe(Effect::new(format!("Put “{}” into this conversation", self.file.title())))
            .field("Who newly can", "everybody in this conversation")
            .field("As", format!("{} ({})", self.leaving.name, self.leaving.media_type))
    }

    fn sinks(&self) -> Vec<Sink> {
        vec![
            Sink::new(SinkKind::Thread, "/leaving", "everybody in this conversation"),
            Sink::new(SinkKind::Title, "/leaving/name", &self.leaving.name),
        ]
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.file.target("/file", "")]
    }
}

/// Its name may be a stranger's, so it is left out.
fn done(plan: &Plan) -> Result<Done, Failure> {
    trusted(&Fields([
        ("shared_here", json!(true)),
        ("id", json!(plan.file.handle.id())),
        ("link", json!(plan.file.link)),
    ]))
}
