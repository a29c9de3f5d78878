//! What a file becomes when it leaves Drive: its own bytes, or for Google's own kinds an export.

use bytes::Bytes;
use kernel::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Drive;
use super::exporting::LARGEST;
use super::file::{FOLDER, File, kind};
use super::handle::Handle;
use crate::api::Trouble;

/// What a file of Google's own kinds is exported as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    Pdf,
    /// A file of Word, Excel or the like, whichever fits.
    Office,
    Markdown,
    Text,
    Csv,
}

/// How a file leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Leaving {
    pub(crate) name: String,
    pub(crate) media_type: String,
    /// Made by Google for the occasion, so that no two are the same to the byte.
    pub(crate) exported: bool,
}

impl Leaving {
    pub(crate) fn of(file: &File, format: Option<Format>) -> Result<Self, Failure> {
        let google = file.mime_type.starts_with("application/vnd.google-apps.");
        if file.mime_type == FOLDER {
            return Err(Failure::invalid("That is a folder. Name its files one by one."));
        }
        match (google, format) {
            (false, None) => {
                Ok(Self { name: file.title(), media_type: file.mime_type.clone(), exported: false })
            }
            (false, Some(_)) => Err(Failure::invalid(
                "Only Google's own kinds of files have a choice of formats. Leave it out.",
            )),
            (true, format) => match exported(&file.mime_type, format.unwrap_or(Format::Pdf)) {
                Some((media_type, ending)) => Ok(Self {
                    name: format!("{}.{ending}", file.title()),
                    media_type: media_type.to_owned(),
                    exported: true,
                }),
                None => Err(Failure::invalid(
                    "Google exports no file of this kind in that format. Choose another one.",
                )),
            },
        }
    }

    pub(crate) async fn content(&self, drive: &Drive, file: &Handle) -> Result<Bytes, Trouble> {
        if self.exported {
            drive.export(file, &self.media_type).await
        } else {
            drive.content(file, LARGEST).await
        }
    }
}

/// The media type and the ending of a name.
fn exported(kind: &str, format: Format) -> Option<(&'static str, &'static str)> {
    Some(match (kind, format) {
        (kind::DOCUMENT | kind::SPREADSHEET | kind::PRESENTATION | kind::DRAWING, Format::Pdf) => {
            ("application/pdf", "pdf")
        }
        (kind::DOCUMENT, Format::Office) => {
            ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx")
        }
        (kind::SPREADSHEET, Format::Office) => {
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx")
        }
        (kind::PRESENTATION, Format::Office) => {
            ("application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx")
        }
        (kind::DOCUMENT, Format::Markdown) => ("text/markdown", "md"),
        (kind::DOCUMENT | kind::PRESENTATION, Format::Text) => ("text/plain", "txt"),
        (kind::SPREADSHEET, Format::Csv) => ("text/csv", "csv"),
        _ => return None,
    })
}
