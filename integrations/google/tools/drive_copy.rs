//! `drive.copy`

use serde_json::Value;

use super::drive_upload::file_name;
use super::prelude::*;
use crate::drive::{File, Mark, Place, Subject, call_strange};
use crate::scopes::{CHANGE_ALL_FILES, CHANGE_FILES};

/// Makes a copy of a file in the user's Google Drive. The copy is not shared with those the file is shared with.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Copy {
    /// The file: its id, its link, or its exact name.
    file: String,
    /// What the copy is called. Without it, `Copy of …`.
    #[serde(default)]
    name: Option<String>,
    /// The folder the copy goes into: its id, its link, its name, or a path. Without it, the top of My Drive.
    #[serde(default)]
    folder: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    file: Subject,
    name: String,
    place: Place,
    mark: Mark,
    account: String,
    #[serde(default)]
    strange: Strange,
}

/// Whether somebody outside may have written what is copied.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Strange {
    #[default]
    Not,
    Words,
    /// Its formulas go on working in the copy, on whatever is written there.
    Formulas,
}

impl Strange {
    fn of(file: &File, account: &str) -> Self {
        match file.is_strange(account) {
            false => Self::Not,
            true if file.is_spreadsheet() => Self::Formulas,
            true => Self::Words,
        }
    }
}

impl ActionTool for Copy {
    type Plan = Plan;

    const SPEC: Spec = Spec::edit("drive.copy").deed(Deed::Make).needs(&[CHANGE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let drive = google.drive(call);
        let file = drive.find_behind(&self.file).await?;
        drive.check_within_reach(&file, CHANGE_ALL_FILES).await?;
        if file.is_folder() {
            return Err(Failure::invalid(
                "Drive copies files, not folders. Copy the files in it one by one.",
            ));
        }
        let name = match self.name {
            Some(name) => file_name(&name)?,
            None => format!("Copy of {}", file.title()),
        };
        let place = Place::named(&drive, self.folder.as_deref()).await?;
        let mark = Mark::for_kind(&file.mime_type, &drive, call).await?;
        let account = call.account.0.clone();
        let strange = Strange::of(&file, &account);
        Ok(Plan { file: Subject::of(&file)?, name, place, mark, account, strange })
    }

    async fn run(google: &Google, plan: Plan, call: &Call) -> Result<Done, Failure> {
        let drive = google.drive(call);
        plan.file.check_unchanged(&drive.get(&plan.file.handle).await?)?;
        let mut metadata = plan.mark.metadata(&plan.name, None, &plan.place);
        if plan.strange != Strange::Not {
            call_strange(&mut metadata);
        }
        plan.mark.begin(&drive, call).await?;
        let made = drive.copy(&plan.file.handle, Value::Object(metadata)).await;
        done(&plan, &plan.mark.settle(&drive, made).await?)
    }

    async fn probe(google: &Google, plan: &Plan, call: &Call) -> Probe {
        plan.mark.probe(&google.drive(call), call, |file| done(plan, file)).await
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        self.file
            .describe(Effect::new(format!("Copy “{}”", self.file.title())))
            .content("Name of the copy", &self.name)
            .field("Folder of the copy", self.place.shown())
            .field("Who will be able to open the copy", self.place.audience())
    }

    fn sinks(&self) -> Vec<Sink> {
        let mut sinks = self.place.sinks("/place", &self.account);
        if self.strange == Strange::Formulas {
            let formulas = format!("the formulas of “{}”, which somebody else wrote", self.file.title());
            sinks.push(Sink::new(SinkKind::Fetch, "/file", formulas));
        }
        sinks
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.file.target("/file", &self.account), self.place.target("/place", &self.account)]
    }
}

/// The names of both may be a stranger's, so they are left out.
fn done(plan: &Plan, file: &File) -> Result<Done, Failure> {
    trusted(&Fields([
        ("copied", json!(true)),
        ("id", json!(file.id)),
        ("copy_of", json!(plan.file.handle.id())),
        ("link", json!(file.web_view_link)),
    ]))
}
