//! What is answered about a change that was made.

use kernel::{Done, Failure};
use serde::Serialize;

use crate::answer::trusted;
use crate::docs::edit_document::{Change, Made};
use crate::docs::mode::Mode;

/// Titles and texts are left out: they may be a stranger's.
#[derive(Serialize)]
struct Answer<'a> {
    changed: bool,
    document: &'a str,
    link: &'a str,
    mode: Mode,
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced: Option<usize>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    suggestions: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    remarks: &'a [String],
}

/// `replaced` and `remarks` are known to the tool alone; remarks are in our own words.
pub(crate) fn answer(
    change: &Change,
    made: &Made,
    replaced: Option<usize>,
    remarks: &[String],
) -> Result<Done, Failure> {
    let answer = Answer {
        changed: true,
        document: change.file.handle.id(),
        link: &change.file.link,
        mode: change.mode,
        replaced,
        suggestions: &made.suggestions,
        next: change.mode.next(&change.file.link),
        remarks,
    };
    trusted(&answer)
}

/// What of the Markdown could not be kept, in our own words.
pub(crate) fn remarks(parsed: &crate::docs::parsing::Parsed) -> Vec<String> {
    let ticked = (parsed.ticked > 0).then(|| {
        format!("{} ticked boxes came out unticked: Docs lets only people tick them.", parsed.ticked)
    });
    crate::docs::pictures::remark(parsed.images).into_iter().chain(ticked).collect()
}
