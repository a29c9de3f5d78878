//! The files of a message, as the model is shown them: texts each in a fence of its own, pictures after the words.

use std::collections::HashSet;

use kernel::{Attached, Attachment, Content, FileId, MessageRef, Picture, SharedFile, WordForm};

use super::recollection::standing_of;
use super::{Audience, name_of};
use crate::guard::steady_fence;
use crate::prompt::attachments::plain;

/// Without what was taken out of its message; nothing if that was all.
pub(super) fn left(attached: &Attached, taken_out: &HashSet<(&MessageRef, &FileId)>) -> Option<Attached> {
    let mut left = attached.clone();
    left.files.retain(|file| !taken_out.contains(&(&attached.message, &file.file.id)));
    (!left.files.is_empty()).then_some(left)
}

/// The same of what it came with.
pub(super) fn left_of(
    message: &MessageRef,
    files: &[SharedFile],
    taken_out: &HashSet<(&MessageRef, &FileId)>,
) -> Vec<SharedFile> {
    files.iter().filter(|file| !taken_out.contains(&(message, &file.id))).cloned().collect()
}

/// What stands before the question they came with.
pub(super) fn before_the_question(attached: &Attached, audience: &Audience<'_>) -> String {
    format!("{}[event] That was all. Now the question:\n", told(attached, audience))
}

pub(super) fn told(attached: &Attached, audience: &Audience<'_>) -> String {
    let person = audience.people.get(&attached.from);
    let mut told = format!(
        "[event] What {}, {}, attached to their message; whoever made it need not be them:\n",
        name_of(person),
        standing_of(person)
    );
    let mut shown = 0;
    for file in &attached.files {
        if matches!(file.content, Content::Picture(_)) {
            shown += 1;
        }
        told.push_str(&one(file, shown));
    }
    told
}

pub(super) fn pictures(attached: &Attached) -> Vec<Picture> {
    let picture = |file: &Attachment| match &file.content {
        Content::Picture(picture) => Some(picture.clone()),
        Content::Text { .. } | Content::LeftOut { .. } => None,
    };
    attached.files.iter().filter_map(picture).collect()
}

fn one(file: &Attachment, shown: usize) -> String {
    let name = format!(
        "File {} “{}” ({}, {} bytes)",
        plain(&file.file.id.0),
        plain(&file.file.name),
        plain(&file.file.media_type),
        file.file.size
    );
    match &file.content {
        Content::LeftOut { why } => format!("{name} was left out: {why}\n"),
        Content::Picture(_) => format!("{name} is picture {shown} of those shown after these words.\n"),
        Content::Text { words, total, form, remark } => {
            let what = match form {
                WordForm::Written => "its text",
                WordForm::Spoken => "what is spoken in it",
            };
            let read = words.words().chars().count();
            let part = if read < *total {
                format!(", the first {read} of {total} characters")
            } else {
                String::new()
            };
            let remark = remark.as_ref().map(|remark| format!(" ({remark})")).unwrap_or_default();
            format!("{name}, {what}{part}{remark}:\n{}\n", steady_fence(words, "file"))
        }
    }
}
