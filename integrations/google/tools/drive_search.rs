//! `drive.search`

use super::prelude::*;
use crate::drive::{Query, Row, Type, zone_of};
use crate::scopes::{SEE_ALL_FILES, SEE_FILES};

/// Searches the user's Google Drive, shared drives included, and lists the files found.
///
/// The query is plain words, looked for in names and in texts; or Drive's own language, e.g.
/// `name contains 'budget' and 'ana@example.com' in writers`. Use drive.read for what is in a file.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    /// What to look for, e.g. `harbour museum budget`. Empty for the files changed last.
    #[serde(default)]
    query: String,
    /// Only files of this kind.
    #[serde(default, rename = "type")]
    kind: Option<Type>,
    /// Only files of this owner: an address, or `me`.
    #[serde(default)]
    owner: Option<String>,
    /// Only files changed since then, e.g. `2026-11-01` or `2026-11-01T09:00:00+01:00`.
    #[serde(default)]
    modified_after: Option<String>,
    /// Only files changed before then.
    #[serde(default)]
    modified_before: Option<String>,
    /// Look in the bin instead.
    #[serde(default)]
    trashed: bool,
    /// How many files to list.
    #[serde(default = "number::<20>")]
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
    /// `next_page` of an earlier answer, to go on from there.
    #[serde(default)]
    page: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    files: Vec<Row>,
    shown: usize,
    next_page: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'static str>,
}

impl ReadTool for Search {
    const SPEC: Spec = Spec::read("drive.search").aka(&["google_drive:search"]).needs(&[SEE_FILES]);

    fn check(&self, call: &Call) -> Result<(), Failure> {
        if !(1..=100).contains(&self.limit) {
            return Err(Failure::invalid("`limit` must be between 1 and 100."));
        }
        query(self, call).map(drop)
    }

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let drive = google.drive(call);
        let query = query(&self, call)?;
        let page = drive.list(&query, "modifiedTime desc", self.limit, self.page.as_deref()).await?;
        if page.files.is_empty() && !drive.sees(SEE_ALL_FILES).await {
            return Err(drive.unseen(String::new()).await);
        }
        let label = page.label(Self::SPEC.name, &call.account.0);
        let answer = Answer {
            remark: drive.remark_on(&page).await,
            shown: page.files.len(),
            files: page.files.iter().map(|file| file.row(&call.requester)).collect(),
            next_page: page.next_page_token,
        };
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("Search your files").field("Query", &self.query)
    }
}

fn query(args: &Search, call: &Call) -> Result<Query, Failure> {
    let zone = zone_of(&call.requester);
    let query = Query::of(&args.query)
        .of_type(args.kind)
        .owned_by(args.owner.as_deref())
        .modified(">=", args.modified_after.as_deref(), zone)?
        .modified("<", args.modified_before.as_deref(), zone)?;
    Ok(if args.trashed { query.in_trash() } else { query })
}
