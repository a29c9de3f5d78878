//! What of a message's files the model is shown, and what is said about the rest. Fetches nothing.

mod picture;
mod recording;

use kernel::{
    Alarm, Attachment, Blob, Body, Content, Entry, MessageEntry, Picture, Record, SharedFile, WordForm,
};

use crate::guard::plain_name;
use crate::guard::scan;
use crate::thread::Turn;
use picture::Look;
use recording::Sound;

const MEGABYTE: usize = 1024 * 1024;
/// Files of one message.
pub(crate) const MOST: usize = 8;
/// Bytes of one file.
pub(crate) const LARGEST: usize = 20 * MEGABYTE;
/// Bytes of one picture: models take five megabytes of base64, which is a third longer than what it stands for.
const LARGEST_PICTURE: usize = 5 * MEGABYTE / 4 * 3;
/// Bytes of all pictures in one request to a model, and how many there can be.
const ALL_PICTURES: usize = 20 * MEGABYTE;
const MOST_PICTURES: usize = 20;
/// Pixels, along either side.
const WIDEST_PICTURE: u32 = 8_000;
/// Letters of a file's name, as it is told.
const LONGEST_NAME: usize = 200;

/// What a file is, by its bytes. What it was said to be decides only between kinds the bytes cannot tell apart.
pub(crate) enum Kind {
    Picture(Content),
    Recording,
    Video,
    Document,
}

pub(crate) fn kind_of(file: &SharedFile, bytes: &[u8]) -> Kind {
    match (picture::look(bytes), recording::listen(bytes, &file.media_type)) {
        (Some(look), _) => Kind::Picture(picture_content(&look, bytes)),
        (None, Some(Sound::Alone)) => Kind::Recording,
        (None, Some(Sound::WithPictures)) => Kind::Video,
        (None, None) => Kind::Document,
    }
}

fn picture_content(look: &Look, bytes: &[u8]) -> Content {
    match look {
        Look::OfNoUse => left_out("it is a kind of picture that is not read. Attach it as PNG or JPEG."),
        Look::Damaged => left_out("it is a damaged picture. Attach it again."),
        Look::Sound { .. } if bytes.len() > LARGEST_PICTURE => {
            left_out("it is a picture of more than 3.75 MB. Attach a smaller one.")
        }
        Look::Sound { width, height, .. } if (*width).max(*height) > WIDEST_PICTURE => {
            left_out("it is a picture of more than 8,000 pixels along a side. Attach a smaller one.")
        }
        Look::Sound { media_type, .. } => {
            Content::Picture(Picture { media_type: (*media_type).to_owned(), bytes: Blob::new(bytes) })
        }
    }
}

pub(crate) fn left_out(why: impl Into<String>) -> Content {
    Content::LeftOut { why: why.into() }
}

pub(crate) fn too_large() -> Content {
    left_out("it is larger than 20 MB. Attach a smaller file, or a part of it.")
}

pub(crate) fn too_many() -> Content {
    left_out(format!("I read {MOST} files of one message. Send it with another message."))
}

/// Words as they were read; they are cut when it is known what else there is.
pub(crate) fn text(words: String, form: WordForm, remark: Option<String>) -> Content {
    if words.trim().is_empty() {
        return left_out(match form {
            WordForm::Written => {
                "there is no text in it. If it shows pictures of pages, attach those as PNG or JPEG."
            }
            WordForm::Spoken => "nothing that is spoken was found in it.",
        });
    }
    Content::Text { total: words.chars().count(), words: Body::new(words), form, remark }
}

/// Cuts the texts so that all of them together have at most so many characters, the longest first; and leaves out the
/// pictures for which there is no room.
pub(crate) fn fit(files: &mut [Attachment], most: usize) {
    let mut lengths: Vec<usize> = files.iter().filter_map(length).collect();
    lengths.sort_unstable();
    let (mut left, mut longest) = (most, most);
    for (place, length) in lengths.iter().enumerate() {
        longest = left / (lengths.len() - place);
        left = left.saturating_sub((*length).min(longest));
    }
    let mut room = ALL_PICTURES;
    for file in files {
        match &mut file.content {
            Content::Text { words, total, .. } if *total > longest => {
                *words = Body::new(words.words().chars().take(longest).collect::<String>());
            }
            Content::Picture(picture) => match room.checked_sub(picture.bytes.size) {
                Some(rest) => room = rest,
                None => {
                    file.content =
                        left_out("there are too many large pictures. Send it with another message.");
                }
            },
            Content::Text { .. } | Content::LeftOut { .. } => {}
        }
    }
}

fn length(file: &Attachment) -> Option<usize> {
    match &file.content {
        Content::Text { total, .. } => Some(*total),
        Content::Picture(_) | Content::LeftOut { .. } => None,
    }
}

/// Which of these pictures, newest first, go to the model together.
pub(crate) struct Room {
    bytes: usize,
    count: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self { bytes: ALL_PICTURES, count: MOST_PICTURES }
    }
}

impl Room {
    pub(crate) fn takes(&mut self, pictures: &[Picture]) -> bool {
        let size = pictures.iter().map(|picture| picture.bytes.size).sum();
        match (self.bytes.checked_sub(size), self.count.checked_sub(pictures.len())) {
            (Some(bytes), Some(count)) => {
                *self = Self { bytes, count };
                true
            }
            _ => false,
        }
    }
}

/// What is noticed in the words of files.
pub(crate) fn alarm_of(files: &[Attachment]) -> Alarm {
    let words = files.iter().filter_map(|file| match &file.content {
        Content::Text { words, .. } => Some(words.words()),
        Content::Picture(_) | Content::LeftOut { .. } => None,
    });
    words.map(|words| scan(words).level).max().unwrap_or_default()
}

/// What the person is told under the reply about files that were not read, or not to their end.
pub(crate) fn shortfall(journal: &[Record], turn: &Turn) -> Option<String> {
    let attached = journal.iter().filter_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Attached(attached)) if attached.turn == turn.id => Some(&attached.files),
        _ => None,
    });
    let lines: Vec<String> = attached.flatten().filter_map(missing).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn missing(file: &Attachment) -> Option<String> {
    let name = plain(&file.file.name);
    match &file.content {
        Content::LeftOut { why } => Some(format!("File “{name}” left out: {why}")),
        Content::Text { words, total, .. } => {
            let read = words.words().chars().count();
            (read < *total)
                .then(|| format!("Of the file “{name}” I read the first {read} of {total} characters."))
        }
        Content::Picture(_) => None,
    }
}

/// A name stands outside of fences, so nothing in it can look like what is ours.
pub(crate) fn plain(name: &str) -> String {
    plain_name(name, LONGEST_NAME)
}

#[cfg(test)]
mod tests {
    use kernel::FileId;

    use super::*;

    fn file(content: Content) -> Attachment {
        let file = SharedFile {
            id: FileId::from("F1"),
            name: "a".to_owned(),
            media_type: "text/plain".to_owned(),
            size: 1,
        };
        Attachment { file, content }
    }

    fn letters(count: usize) -> Attachment {
        file(text("x".repeat(count), WordForm::Written, None))
    }

    fn lengths(files: &[Attachment]) -> Vec<usize> {
        let words = files.iter().map(|file| match &file.content {
            Content::Text { words, .. } => words.words().len(),
            Content::Picture(_) | Content::LeftOut { .. } => 0,
        });
        words.collect()
    }

    #[test]
    fn what_fits_stays_whole_and_the_longest_are_cut() {
        let mut files = [letters(10), letters(500), letters(40), letters(300)];
        fit(&mut files, 250);
        assert_eq!(lengths(&files), [10, 100, 40, 100]);
        let mut few = [letters(10), letters(20)];
        fit(&mut few, 250);
        assert_eq!(lengths(&few), [10, 20]);
    }

    #[test]
    fn pictures_beyond_the_room_are_left_out_and_named() {
        let picture = |size| {
            let bytes = Blob { size, ..Blob::new(b"x") };
            file(Content::Picture(Picture { media_type: "image/png".to_owned(), bytes }))
        };
        let mut files = [picture(15 * MEGABYTE), picture(6 * MEGABYTE), picture(5 * MEGABYTE)];
        fit(&mut files, 10);
        assert!(matches!(files[1].content, Content::LeftOut { .. }), "{files:?}");
        assert!(matches!(files[2].content, Content::Picture(_)));
    }
}
