//! `sheets.list`

use super::prelude::*;
use crate::drive::{Query, Row, Type};
use crate::scopes::SEE_FILES;

/// Lists the Google Sheets that the user can open, the one changed last first.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct List {
    /// Words that begin in the title, e.g. `budget`. Left out, all of them.
    #[serde(default)]
    title: Option<String>,
    /// How many to list.
    #[serde(default = "number::<20>")]
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
    /// `next_page` of an earlier answer, to go on from there.
    #[serde(default)]
    page: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    spreadsheets: Vec<Row>,
    shown: usize,
    next_page: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'static str>,
}

impl ReadTool for List {
    const SPEC: Spec = Spec::read("sheets.list").aka(&["google_sheets:list"]).needs(&[SEE_FILES]);

    fn check(&self, _call: &Call) -> Result<(), Failure> {
        if !(1..=100).contains(&self.limit) {
            return Err(Failure::invalid("`limit` must be between 1 and 100."));
        }
        Ok(())
    }

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let titled = self.title.as_deref().map_or_else(|| Query::of(""), Query::name_like);
        let query = titled.of_type(Some(Type::Spreadsheet));
        let drive = google.drive(call);
        let page = drive.list(&query, "modifiedTime desc", self.limit, self.page.as_deref()).await?;
        let label = page.label(Self::SPEC.name, &call.account.0);
        let answer = Answer {
            remark: drive.remark_on(&page).await,
            shown: page.files.len(),
            spreadsheets: page.files.iter().map(|file| file.row(&call.requester)).collect(),
            next_page: page.next_page_token,
        };
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("List your spreadsheets").field("Title", self.title.as_deref().unwrap_or("any"))
    }
}
