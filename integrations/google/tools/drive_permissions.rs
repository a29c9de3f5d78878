//! `drive.permissions`

use super::prelude::*;
use crate::drive::file::when;
use crate::drive::{Permission, Row, shareable};
use crate::gmail::visible_line;
use crate::scopes::SEE_FILES;

/// So many people are listed.
const LISTED: usize = 100;

/// Lists who can open a file or a folder of the user's Google Drive, and what they may do with it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Permissions {
    /// The file or folder: its id, its link, or its exact name.
    file: String,
}

#[derive(Serialize)]
struct Answer {
    file: Row,
    people: Vec<Entry>,
    shown: usize,
    total: usize,
}

#[derive(Serialize)]
struct Entry {
    who: String,
    name: Option<String>,
    role: String,
    /// By a folder above it, or by the shared drive it is in.
    inherited: bool,
    until: Option<String>,
}

impl ReadTool for Permissions {
    const SPEC: Spec = Spec::read("drive.permissions").needs(&[SEE_FILES]);

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let file = google.drive(call).find_behind(&self.file).await?;
        let permissions = shareable(&file)?;
        let people = permissions.iter().take(LISTED).map(|one| entry(one, call));
        let people: Vec<Entry> = people.collect();
        let answer =
            Answer { file: file.row(&call.requester), shown: people.len(), total: permissions.len(), people };
        // Whoever has only the link is not told who else can open it.
        let label = file.label(Self::SPEC.name, &call.account.0).read_by(file.named_readers(&call.account.0));
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("See who can open a file of yours").field("File", &self.file)
    }
}

fn entry(permission: &Permission, call: &Call) -> Entry {
    Entry {
        who: visible_line(&permission.grantee().shown()),
        name: permission.display_name.as_deref().map(visible_line),
        role: visible_line(&permission.role),
        inherited: permission.is_inherited(),
        until: permission.expiration_time.as_deref().map(|time| when(time, &call.requester)),
    }
}
