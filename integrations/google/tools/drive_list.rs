//! `drive.list`

use super::prelude::*;
use crate::drive::{Drive, File, Query, Row};
use crate::gmail::visible_line;
use crate::scopes::SEE_FILES;

/// Lists what is in a folder of the user's Google Drive, folders first.
///
/// Without a folder it lists the top of My Drive, and which shared drives there are.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct List {
    /// The folder: its id, its link, its name, or a path such as `Clients/Harbour Museum`. A path may begin with the
    /// name of a shared drive.
    #[serde(default)]
    folder: Option<String>,
    /// How many files to list.
    #[serde(default = "number::<50>")]
    #[schemars(range(min = 1, max = 200))]
    limit: u32,
    /// `next_page` of an earlier answer, to go on from there.
    #[serde(default)]
    page: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    folder: Option<Named>,
    files: Vec<Row>,
    shown: usize,
    next_page: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shared_drives: Vec<Named>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'static str>,
}

#[derive(Serialize)]
struct Named {
    id: String,
    name: String,
}

impl ReadTool for List {
    const SPEC: Spec = Spec::read("drive.list").aka(&["google_drive:list"]).needs(&[SEE_FILES]);

    fn check(&self, _call: &Call) -> Result<(), Failure> {
        if !(1..=200).contains(&self.limit) {
            return Err(Failure::invalid("`limit` must be between 1 and 200."));
        }
        Ok(())
    }

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let drive = google.drive(call);
        let folder = match &self.folder {
            Some(given) => Some(drive.find_folder(given).await?),
            None => None,
        };
        let within = folder.as_ref().map_or("root", |folder| folder.id.as_str());
        let query = Query::of("").within(within);
        let page = drive.list(&query, "folder,name_natural", self.limit, self.page.as_deref()).await?;
        let label = folder.iter().fold(page.label(Self::SPEC.name, &call.account.0), |label, folder| {
            label.join(&folder.label(Self::SPEC.name, &call.account.0))
        });
        let answer = Answer {
            remark: drive.remark_on(&page).await,
            shown: page.files.len(),
            files: page.files.iter().map(|file| file.row(&call.requester)).collect(),
            next_page: page.next_page_token,
            shared_drives: if folder.is_none() { shared_drives(&drive).await? } else { Vec::new() },
            folder: folder.as_ref().map(named),
        };
        let label = answer.shared_drives.iter().fold(label, |label, one| {
            label.join(&Label::stranger(Self::SPEC.name, format!("shared drive “{}”", one.name)))
        });
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("List a folder of yours").field("Folder", self.folder.as_deref().unwrap_or("My Drive"))
    }
}

fn named(folder: &File) -> Named {
    Named { id: folder.id.clone(), name: folder.title() }
}

async fn shared_drives(drive: &Drive) -> Result<Vec<Named>, Failure> {
    let drives = drive.shared_drives().await?.unwrap_or_default();
    Ok(drives.into_iter().map(|one| Named { name: visible_line(&one.name), id: one.id }).collect())
}
