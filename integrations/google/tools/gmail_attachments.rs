//! `gmail.attachments`

use kernel::ports::Document;

use super::prelude::*;
use crate::api::Id;
use crate::gmail::choosing::chosen;
use crate::gmail::mime::files;
use crate::gmail::{Continue, Excerpt, File, hygiene, message_label};
use crate::scopes::READ_MAIL;

const LONGEST: usize = 8_000;

/// Lists what is attached to a message of the user's own Gmail mailbox, or reads the text of one attached file: PDF,
/// Word, slides, sheets, web pages and plain text.
///
/// A long text comes in parts: `continue_with` says how to get the next one. To keep a file, use
/// `gmail.save_attachment`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attachments {
    /// The `id` of a message, from gmail.search.
    id: String,
    /// The name or the number of the file to read, from the list. Without it the files are listed.
    #[serde(default)]
    file: Option<String>,
    /// Where in the text to begin, in characters.
    #[serde(default)]
    from_char: usize,
}

#[derive(Serialize)]
struct Listed {
    id: String,
    files: Vec<Row>,
    shown: usize,
    total: usize,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    size: u64,
}

#[derive(Serialize)]
struct Content {
    id: String,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    size: u64,
    text: String,
    text_shown: String,
    /// Pages, sheets or slides.
    parts: Option<u32>,
    /// The file holds more text than can be read.
    cut: bool,
    remark: Option<String>,
    hidden_removed: usize,
    continue_with: Option<Continue>,
}

impl ReadTool for Attachments {
    const SPEC: Spec = Spec::read("gmail.attachments").aka(&["google_gmail:attachments"]).needs(&[READ_MAIL]);

    fn check(&self, _call: &Call) -> Result<(), Failure> {
        Id::parse("message", &self.id)?;
        Ok(())
    }

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let id = Id::parse("message", &self.id)?;
        let gmail = google.gmail(call);
        let message = gmail.whole(&id).await?;
        let files = files(&message.payload);
        let label = message_label(&message, Self::SPEC.name, &call.account.0);
        match &self.file {
            None => labeled(&listed(&self.id, files), label),
            Some(wanted) => {
                let file = chosen(&files, wanted)?;
                let bytes = gmail.file(&id, &file).await?;
                labeled(&text(google, &self, file, bytes).await?, label)
            }
        }
    }

    fn effect(&self) -> Effect {
        Effect::new("Look at what is attached to a message of yours")
            .field("Message", &self.id)
            .field("File", self.file.as_deref().unwrap_or("all, listed"))
    }
}

async fn text(google: &Google, plan: &Attachments, file: File, bytes: Vec<u8>) -> Result<Content, Failure> {
    let document =
        Document { name: file.name.clone(), media_type: Some(file.kind.clone()), bytes: bytes.into() };
    let extract = google.documents.text(&document).await?;
    let cleaned = hygiene::visible(&extract.text);
    let part = Excerpt::of(&cleaned.words, plan.from_char, LONGEST)?;
    Ok(Content {
        id: plan.id.clone(),
        name: file.name,
        kind: file.kind,
        size: file.size,
        text_shown: part.shown(),
        continue_with: part.next(),
        text: part.words,
        parts: extract.parts,
        cut: extract.cut,
        remark: extract.remark,
        hidden_removed: extract.hidden.saturating_add(cleaned.removed),
    })
}

fn listed(id: &str, files: Vec<File>) -> Listed {
    let rows: Vec<Row> = files
        .into_iter()
        .zip(1..)
        .map(|(file, number)| Row { number, name: file.name, kind: file.kind, size: file.size })
        .collect();
    Listed { id: id.to_owned(), shown: rows.len(), total: rows.len(), files: rows }
}
