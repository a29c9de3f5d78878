//! A document that somebody named, opened: its file and what is in it.

use kernel::Failure;

use super::document::Document;
use super::{Docs, View};
use crate::drive::file::kind;
use crate::drive::{File, Handle};
use crate::scopes::EDIT_ALL_DOCUMENTS;

pub(crate) struct Opened {
    pub(crate) file: File,
    pub(crate) handle: Handle,
    pub(crate) document: Document,
}

impl Docs {
    /// By its id, its link or its title. Of a shortcut, what it leads to.
    pub(crate) async fn open(&self, given: &str, view: View) -> Result<Opened, Failure> {
        let file = self.drive.find_document(given).await?;
        if file.mime_type != kind::DOCUMENT {
            // Whoever uploaded it chose what it calls itself.
            let words = "That is another kind of file, not a Google Doc. Name a Google Doc.";
            return Err(Failure::invalid(words).quoting(file.kind()));
        }
        let handle = file.handle()?;
        let document = self.document(&handle, view).await?;
        Ok(Opened { file, handle, document })
    }

    /// The same for something that is to be written.
    pub(crate) async fn open_to_write(&self, given: &str) -> Result<Opened, Failure> {
        let opened = self.open(given, View::Everything).await?;
        if opened.file.trashed {
            return Err(Failure::conflict(
                "The document lies in the bin. Ask the user to take it out first.",
            ));
        }
        self.drive.check_within_reach(&opened.file, EDIT_ALL_DOCUMENTS).await?;
        Ok(opened)
    }
}
