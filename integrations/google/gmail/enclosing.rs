//! From what somebody wants to go along with a mail to the files themselves.

use kernel::{Call, Failure, Scope, SharedFile};
use schemars::JsonSchema;
use serde::Deserialize;

use super::attached::{Attached, Origin, Sources, check_size};
use super::hygiene::visible_line;
use crate::drive::file::kind;
use crate::drive::source::{fetched, named};
use crate::drive::{ANY_TYPE, File, Format, Leaving, Subject, plain_type};
use crate::scopes::READ_FILES;

/// A file that goes along.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Wanted {
    /// One of the user's Google Drive.
    Drive {
        /// The file: its id, its link, or its exact name.
        file: String,
        /// What a Google Doc, Sheet or Slides becomes. Without it a Sheet becomes an Excel file, the others a PDF.
        #[serde(default)]
        format: Option<Format>,
    },
    /// One that the user has attached in this conversation, by its id or its name.
    Attached(String),
}

/// The same, found.
enum Found<'a> {
    Drive(Box<File>, Leaving),
    Chat(&'a SharedFile),
}

impl Wanted {
    /// Drive is asked for only when something is taken from it.
    pub(crate) fn needs(wanted: &[Self]) -> &'static [&'static [Scope]] {
        let from_drive = wanted.iter().any(|one| matches!(one, Self::Drive { .. }));
        if from_drive { &[READ_FILES] } else { &[] }
    }
}

/// The files, in the order they were asked for. None is fetched when all together are too large.
pub(crate) async fn enclosed(
    sources: &Sources,
    call: &Call,
    wanted: &[Wanted],
) -> Result<Vec<Attached>, Failure> {
    let mut found = Vec::with_capacity(wanted.len());
    for one in wanted {
        found.push(find(sources, call, one).await?);
    }
    check_size(found.iter().map(Found::size).sum())?;
    let mut attached = Vec::with_capacity(found.len());
    for one in found {
        attached.push(one.fetch(sources).await?);
    }
    Ok(attached)
}

async fn find<'a>(sources: &Sources, call: &'a Call, wanted: &Wanted) -> Result<Found<'a>, Failure> {
    match wanted {
        Wanted::Drive { file, format } => {
            let file = sources.drive.find_behind(file).await?;
            let usual = (file.mime_type == kind::SPREADSHEET).then_some(Format::Office);
            let leaving = Leaving::of(&file, format.or(usual))?;
            Ok(Found::Drive(Box::new(file), leaving))
        }
        Wanted::Attached(given) => Ok(Found::Chat(named(call, given)?)),
    }
}

impl Found<'_> {
    /// As far as it is known before it is fetched: Google's own kinds have none.
    fn size(&self) -> u64 {
        match self {
            Self::Drive(file, _) => file.bytes().unwrap_or_default(),
            Self::Chat(file) => file.size,
        }
    }

    async fn fetch(self, sources: &Sources) -> Result<Attached, Failure> {
        let plain = |kind: &str| plain_type(kind).unwrap_or_else(|_| ANY_TYPE.to_owned());
        match self {
            Self::Drive(file, leaving) => {
                let subject = Subject::of(&file)?;
                let bytes = leaving.content(&sources.drive, &subject.handle).await?;
                let (name, kind) = (leaving.name.clone(), plain(&leaving.media_type));
                let origin = Origin::Drive { file: Box::new(subject), leaving };
                Ok(Attached::new(name, kind, &bytes, origin))
            }
            Self::Chat(file) => {
                let bytes = fetched(sources.chat.as_ref(), &file.id).await?;
                let (name, kind) = (visible_line(&file.name), plain(&file.media_type));
                Ok(Attached::new(name, kind, &bytes, Origin::Chat { file: file.id.clone() }))
            }
        }
    }
}
