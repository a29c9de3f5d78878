//! `drive.unshare`

use super::prelude::*;
use crate::drive::share_file::direct;
use crate::drive::{Given, Grantee, Notice, Sharing, Subject, shareable};
use crate::scopes::{CHANGE_ALL_FILES, CHANGE_FILES};

/// Stops sharing a file or a folder of the user's Google Drive with somebody.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unshare {
    /// Which file or folder: its id, its link, or its exact name.
    file: String,
    /// With whom not any more: an address, a domain, or `anyone` for the link.
    with: String,
}

impl ChangeTool for Unshare {
    type Plan = Sharing;

    const SPEC: Spec = Spec::commit("drive.unshare").deed(Deed::Destroy).needs(&[CHANGE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Sharing, Failure> {
        let wanted = Grantee::parse(&self.with)?;
        let drive = google.drive(call);
        let file = drive.find_behind(&self.file).await?;
        drive.check_within_reach(&file, CHANGE_ALL_FILES).await?;
        let permissions = shareable(&file)?;
        match direct(permissions, &wanted) {
            Some(known) if known.role == "owner" => Err(Failure::conflict(
                "They own it. An owner can only hand it over to somebody else, in Drive itself.",
            )),
            Some(known) => Ok(Sharing {
                file: Subject::of(&file)?,
                grantee: known.grantee(),
                before: Some(Given::of(known)),
                after: None,
                notice: Notice::NotPossible,
            }),
            None if permissions.iter().any(|one| one.is_for(&wanted)) => Err(Failure::conflict(
                "They can open it by a folder it is in. Stop sharing that folder, or move the file out of it.",
            )),
            None => Err(Failure::conflict(
                "It is not shared with them; there is nothing to do. See drive.permissions.",
            )),
        }
    }

    fn answer(plan: &Sharing, (): &(), _call: &Call) -> Result<Done, Failure> {
        let file = &plan.file;
        trusted(&Fields([
            ("unshared", json!(true)),
            ("id", json!(file.handle.id())),
            ("with", json!(plan.grantee.destination())),
            ("link", json!(file.link)),
        ]))
    }
}

impl kernel::Plan for Sharing {
    fn effect(&self) -> Effect {
        let before = self.before.as_ref().map_or_else(String::new, Given::shown);
        let sentence = format!("Stop sharing “{}” with {}", self.file.title(), self.grantee.shown());
        self.file
            .describe(Effect::new(sentence))
            .field("Who no longer can", self.grantee.shown())
            .field("What they may do", format!("{before} → nothing"))
            .field("Email", "nobody is told")
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.file.target("/file", "")]
    }

    fn terms(&self) -> Vec<Term> {
        let what = TermKind::Loses(self.grantee.destination().to_owned());
        vec![Term { pointer: "/grantee".to_owned(), what }]
    }
}
