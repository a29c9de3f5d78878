//! `drive.read`

use super::prelude::*;
use crate::drive::Row;
use crate::gmail::hygiene::visible;
use crate::gmail::{Continue, Excerpt};
use crate::scopes::{READ_ALL_FILES, READ_FILES};

const LONGEST: usize = 12_000;

/// Reads the text of a file in the user's Google Drive: Google Docs as Markdown, Slides, text files, PDF, and the files
/// of Word, Excel and the like.
///
/// Of a Google Sheet it gives the first rows only; use sheets.read for it. A long text comes in parts: `continue_with`
/// says how to get the next one.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    /// The file: its id, its link, or its exact name.
    file: String,
    /// Where in the text to begin, in characters.
    #[serde(default)]
    from_char: usize,
}

#[derive(Serialize)]
struct Answer {
    file: Row,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
    text: String,
    text_shown: String,
    continue_with: Option<Continue>,
    hidden_removed: usize,
}

impl ReadTool for Read {
    const SPEC: Spec = Spec::read("drive.read").aka(&["google_drive:read"]).needs(&[READ_FILES]);

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let drive = google.drive(call);
        let file = drive.find_behind(&self.file).await?;
        drive.check_within_reach(&file, READ_ALL_FILES).await?;
        let text = drive.text_of(&file, google.documents.as_ref()).await?;
        let cleaned = visible(&text.words);
        let part = Excerpt::of(&cleaned.words, self.from_char, LONGEST)?;
        let answer = Answer {
            file: file.row(&call.requester),
            remark: text.remark,
            text_shown: part.shown(),
            continue_with: part.next(),
            text: part.words,
            hidden_removed: text.hidden.saturating_add(cleaned.removed),
        };
        let label = file.label(Self::SPEC.name, &call.account.0);
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("Read a file of yours").field("File", &self.file)
    }
}
