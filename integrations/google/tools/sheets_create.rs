//! `sheets.create`

use super::drive_upload::file_name;
use super::prelude::*;
use crate::drive::{File, Mark, Place};
use crate::scopes::MAKE_FILES;
use crate::sheets::card::exactly;
use crate::sheets::create_spreadsheet::checked;
use crate::sheets::{Creating, NewSheet};

/// Makes a new Google Sheet in the user's Google Drive.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Create {
    /// What the spreadsheet is called.
    title: String,
    /// Its sheets, e.g. `[{ "title": "Costs", "header": ["Date", "Item", "Amount"] }]`. Left out, one empty sheet.
    #[serde(default)]
    sheets: Vec<NewSheet>,
    /// The folder it goes into: its id, its link, its name, or a path. Left out, the top of My Drive.
    #[serde(default)]
    folder: Option<String>,
}

impl ActionTool for Create {
    type Plan = Creating;

    const SPEC: Spec =
        Spec::edit("sheets.create").deed(Deed::Make).aka(&["google_sheets:create"]).needs(&[MAKE_FILES]);

    fn also_needs(&self) -> &'static [&'static [Scope]] {
        Place::needs(self.folder.as_deref())
    }

    async fn plan(self, google: &Google, call: &Call) -> Result<Creating, Failure> {
        let title = file_name(&self.title)?;
        checked(&self.sheets)?;
        let place = Place::named(&google.drive(call), self.folder.as_deref()).await?;
        let account = call.account.0.clone();
        Ok(Creating { title, sheets: self.sheets, place, mark: Mark::note(call), account })
    }

    async fn run(google: &Google, plan: Creating, call: &Call) -> Result<Done, Failure> {
        let file = plan.run(google, call).await?;
        let done = done(&plan, &file)?;
        // Setting it up has changed it; the way back begins from what it is now.
        Ok(match google.drive(call).get(&file.handle()?).await {
            Ok(left) => done.with_undo(plan.undo(&left, google)?),
            Err(_) => done,
        })
    }

    async fn probe(google: &Google, plan: &Creating, call: &Call) -> Probe {
        // Nobody knows who has changed it since we were interrupted, so there is no way back from here.
        plan.probe(google, call, |file| done(plan, file)).await
    }
}

impl kernel::Plan for Creating {
    fn effect(&self) -> Effect {
        let sheet = |sheet: &NewSheet| match sheet.header.as_slice() {
            [] => sheet.title.clone(),
            header => {
                let names: Vec<String> = header.iter().map(|name| exactly(name)).collect();
                format!("{}: {}", sheet.title, names.join(" | "))
            }
        };
        let sheets: Vec<String> = self.sheets.iter().map(sheet).collect();
        let sheets = if sheets.is_empty() { "one empty sheet".to_owned() } else { sheets.join("\n") };
        Effect::new(format!("Make a new Google Sheet in {}", self.place.title()))
            .content("Title", &self.title)
            .field("Folder", self.place.shown())
            .field("Who will be able to open it", self.place.audience())
            .content("Sheets", sheets)
    }

    fn sinks(&self) -> Vec<Sink> {
        let mut sinks = self.place.sinks("/place", &self.account);
        if sinks.is_empty() {
            return sinks;
        }
        sinks.push(Sink::new(SinkKind::Title, "/title", &self.title));
        for (number, sheet) in self.sheets.iter().enumerate() {
            sinks.push(Sink::new(SinkKind::Title, format!("/sheets/{number}/title"), &sheet.title));
            for (column, name) in sheet.header.iter().enumerate() {
                sinks.push(Sink::new(SinkKind::Words, format!("/sheets/{number}/header/{column}"), name));
            }
        }
        sinks
    }

    fn targets(&self) -> Vec<Target> {
        vec![Target::new("/title", &self.title), self.place.target("/place", &self.account)]
    }
}

/// Its title is the requester's own.
fn done(plan: &Creating, file: &File) -> Result<Done, Failure> {
    trusted(&Fields([
        ("created", json!(true)),
        ("id", json!(file.id)),
        ("title", json!(plan.title)),
        ("sheets", json!(plan.sheets.iter().map(|sheet| sheet.title.as_str()).collect::<Vec<_>>())),
        ("link", json!(file.web_view_link)),
    ]))
}
