//! Making a file once: it carries a mark, chosen beforehand, by which it is recognised.

use kernel::{Call, Code, Done, Failure, Probe};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::Drive;
use super::file::File;
use super::handle::Handle;
use super::query::Query;
use crate::api::Trouble;

/// Where our mark stands among what a program may note on a file. Only that program sees it.
const PROPERTY: &str = "countersign";

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mark {
    /// An id that Drive gave out for it.
    Id(String),
    /// Google's own kinds take no id: a note on the file.
    Note(String),
}

impl Mark {
    pub(crate) async fn id(drive: &Drive) -> Result<Self, Failure> {
        drive.new_id().await.map(Self::Id)
    }

    /// The same for every attempt at this call, and for no other call.
    pub(crate) fn note(call: &Call) -> Self {
        let digest = Sha256::digest(call.key.as_bytes());
        Self::Note(digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Puts the mark into what is told to Drive about the new file.
    pub(crate) fn put_on(&self, metadata: &mut Map<String, Value>) {
        match self {
            Self::Id(id) => metadata.insert("id".to_owned(), id.as_str().into()),
            Self::Note(note) => metadata.insert("appProperties".to_owned(), json!({ PROPERTY: note })),
        };
    }

    async fn look(&self, drive: &Drive) -> Result<Option<File>, Failure> {
        match self {
            Self::Id(id) => match drive.get(&Handle::new(id, None)?).await {
                Ok(file) => Ok(Some(file)),
                Err(Trouble::Missing(_)) => Ok(None),
                Err(trouble) => Err(trouble.into()),
            },
            Self::Note(note) => {
                let page = drive.list(&Query::marked(PROPERTY, note), "createdTime", 1, None).await?;
                Ok(page.files.into_iter().next())
            }
        }
    }

    /// What became of it. Where that is in doubt, Drive is looked at.
    pub(crate) async fn settle(&self, drive: &Drive, made: Result<File, Trouble>) -> Result<File, Failure> {
        let trouble = match made {
            Ok(file) => return Ok(file),
            Err(trouble) => trouble,
        };
        let doubtful = match &trouble {
            Trouble::Lost(_) | Trouble::Later { .. } => true,
            // Somebody has made a file with this id: we, before.
            Trouble::Refused(failure) => failure.code == Code::Conflict,
            Trouble::Unsent(_) | Trouble::Missing(_) => false,
        };
        if !doubtful {
            return Err(trouble.into());
        }
        match self.look(drive).await {
            Ok(Some(file)) => Ok(file),
            Ok(None) => Err(trouble.into()),
            Err(_) => Err(Failure::person(Code::Timeout, UNREACHED)),
        }
    }

    /// What the engine is told after a crash; `done` makes the answer of the tool.
    pub(crate) async fn probe(
        &self,
        drive: &Drive,
        done: impl FnOnce(&File) -> Result<Done, Failure>,
    ) -> Probe {
        match self.look(drive).await {
            Ok(Some(file)) => match done(&file) {
                Ok(done) => Probe::Happened(Box::new(done)),
                Err(failure) => Probe::Unknown(failure.words),
            },
            Ok(None) => Probe::DidNot,
            Err(_) => Probe::Unknown(UNREACHED.to_owned()),
        }
    }
}

const UNREACHED: &str = "Drive could not be asked whether the file was made. Look at https://drive.google.com/drive/recent before asking \
     again.";
