//! What somebody calls a file: `the budget spreadsheet`, `notes.txt`, `it`, `the second one`, an address.

use super::phrase::{Bare, Phrase};
use super::words::Words;
use crate::rehearsal::wish::named::{File, Kind, Named};
use crate::rehearsal::wish::{Place, Which};

/// What a phrase calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Called {
    pub(crate) file: File,
    /// Something in it can be nothing but a file.
    pub(crate) is_sure: bool,
}

const BEFORE: &[&str] = &[
    "the", "a", "an", "my", "our", "this", "that", "google", "new", "whole", "entire", "called", "named",
    "titled", "of", "in", "to", "on", "from", "file", "files", ":",
];
const MAIL: &[&str] = &[
    "mail",
    "mails",
    "email",
    "emails",
    "e-mail",
    "message",
    "messages",
    "thread",
    "conversation",
    "inbox",
    "attachment",
    "attachments",
    "attached",
    "newsletter",
];

impl Called {
    /// Nothing where it speaks of mail, or of nothing at all.
    pub(crate) fn of(words: Words<'_>) -> Option<Self> {
        if words.is_empty() || words.words.iter().any(|word| MAIL.contains(&word.plain.as_str())) {
            return None;
        }
        if let Some(link) =
            words.words.iter().enumerate().find_map(|(at, _)| link(words.part(at..at + 1).original()))
        {
            return Some(Self { file: File { named: Named::Link(link), kind: None }, is_sure: true });
        }
        let (mut start, mut end) = (0, words.words.len());
        let (mut kind, mut names_file) = (None, false);
        while start < end && (BEFORE.contains(&words.plain(start)) || kind_of(words.plain(start)).is_some()) {
            kind = kind.or(kind_of(words.plain(start)));
            names_file |= is_noun(words.plain(start));
            start += 1;
        }
        while end > start + 1 && (is_noun(words.plain(end - 1)) || words.plain(end - 1) == "please") {
            kind = kind.or(kind_of(words.plain(end - 1)));
            names_file |= is_noun(words.plain(end - 1));
            end -= 1;
        }
        let title = words.part(start..end);
        let named = match pointed_at(words, title) {
            Some(named) => named,
            None if title.is_empty() => return None,
            None => Named::Words(title.trimmed().to_owned()),
        };
        let is_sure = names_file || title.words.iter().any(|word| is_file_name(&word.plain));
        Some(Self { file: File { named, kind }, is_sure })
    }

    /// Only what can be nothing but a file.
    pub(crate) fn surely(words: Words<'_>) -> Option<File> {
        Self::of(words).filter(|called| called.is_sure).map(|called| called.file)
    }
}

/// "It", "this document", "the second one".
fn pointed_at(words: Words<'_>, title: Words<'_>) -> Option<Named> {
    let all: Vec<&str> = words.words.iter().map(|word| word.plain.as_str()).collect();
    if matches!(all.as_slice(), ["it" | "this" | "that"]) {
        return Some(Named::It);
    }
    if title.is_empty() && matches!(all.first(), Some(&"it" | &"this" | &"that" | &"the")) {
        return Some(Named::It);
    }
    match Phrase::of(title) {
        phrase @ Phrase { place: Some(Place::Number(_) | Place::Last), .. } if phrase.bare.is_empty() => {
            match phrase.which(Bare::Subject) {
                Which::Nth(place) => Some(Named::Nth(place)),
                Which::It | Which::These | Which::Found { .. } => None,
            }
        }
        _ => None,
    }
}

pub(crate) fn is_noun(plain: &str) -> bool {
    matches!(plain, "file" | "files") || kind_of(plain).is_some()
}

pub(crate) fn kind_of(plain: &str) -> Option<Kind> {
    Some(match plain {
        "document" | "documents" | "doc" | "docs" => Kind::Document,
        "spreadsheet" | "spreadsheets" | "sheet" | "sheets" => Kind::Spreadsheet,
        "presentation" | "presentations" | "slides" => Kind::Presentation,
        "folder" | "folders" | "directory" => Kind::Folder,
        _ => return None,
    })
}

/// `notes.txt`, but neither `10.30` nor `ben@x.de`.
fn is_file_name(plain: &str) -> bool {
    plain.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && !plain.contains(['@', ':', '/'])
            && (2..=5).contains(&ending.len())
            && ending.chars().all(|letter| letter.is_ascii_alphanumeric())
            && ending.chars().any(|letter| letter.is_ascii_alphabetic())
    })
}

/// The chat makes `<https://…|…>` of an address.
fn link(word: &str) -> Option<String> {
    let word = word.trim_matches(['<', '>', '.', ',', '?', '!']);
    let word = word.split('|').next().unwrap_or(word);
    (word.starts_with("https://") || word.starts_with("http://")).then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::words::split;
    use super::*;

    fn called(text: &str) -> Option<(Named, Option<Kind>, bool)> {
        let words = split(text);
        let called = Called::of(Words::new(text, &words))?;
        Some((called.file.named, called.file.kind, called.is_sure))
    }

    fn words(title: &str) -> Named {
        Named::Words(title.to_owned())
    }

    #[test]
    fn files_are_called_in_many_ways() {
        let cases = [
            ("the budget spreadsheet", words("budget"), Some(Kind::Spreadsheet), true),
            (
                "the document “Relaunch: kick-off notes”",
                words("Relaunch: kick-off notes"),
                Some(Kind::Document),
                true,
            ),
            ("Style guide", words("Style guide"), None, false),
            ("the file notes.txt", words("notes.txt"), None, true),
            ("notes.txt", words("notes.txt"), None, true),
            ("the Offsite folder", words("Offsite"), Some(Kind::Folder), true),
            ("it", Named::It, None, false),
            ("this document", Named::It, Some(Kind::Document), true),
            ("the second one", Named::Nth(Place::Number(2)), None, false),
            (
                "<https://docs.google.com/document/d/1abc/edit|the plan>",
                Named::Link("https://docs.google.com/document/d/1abc/edit".to_owned()),
                None,
                true,
            ),
        ];
        for (text, named, kind, is_sure) in cases {
            assert_eq!(called(text), Some((named, kind, is_sure)), "{text}");
        }
        assert_eq!(called("the mail with the file"), None);
    }
}
