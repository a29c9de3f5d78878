//! One folder or file: where it is, what it says, and who can open it.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use maud::{Markup, html};
use sandbox_google::files::{DOCUMENT, FileRow, FileView, ReaderView, RoleName, SPREADSHEET};

use super::{Drawer, kind, list::listed};
use crate::{Page, address, dates, reader::Reader};

/// Longer texts are cut: this is a look into a file, not an editor.
const LONGEST: usize = 200_000;

/// The pane in the middle; `None` when this person sees no such file.
pub(crate) fn pane(page: &Page, reader: &Reader, id: &str) -> Option<Markup> {
    part(page, reader, id).map(|part| html! { div.pane data-part="file" { (part) } })
}

/// All of it, since its name may change too; `None` once this person no longer sees it.
pub(crate) fn part(page: &Page, reader: &Reader, id: &str) -> Option<Markup> {
    page.google.file(&reader.handle, id).map(|file| shown(reader, &file))
}

/// The bytes of a file. Always to be saved, never shown: it may be somebody else's.
pub(crate) fn content(page: &Page, reader: &Reader, id: &str) -> Option<Response> {
    let bytes = page.google.file_bytes(&reader.handle, id)?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CONTENT_DISPOSITION, "attachment"),
        (header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"),
    ];
    Some((headers, bytes).into_response())
}

fn path(reader: &Reader, file: &FileView) -> Markup {
    html! {
        @match file.path.first() {
            None => a.back href=(address::files(&reader.handle, Drawer::Mine)) { "← Files" },
            Some(_) => {
                ol.crumbs {
                    @for folder in &file.path {
                        li { a href=(address::file(&reader.handle, &folder.id)) dir="auto" { (folder.name) } }
                    }
                }
            }
        }
    }
}

/// The way into what has a view of its own.
fn opens(reader: &Reader, row: &FileRow) -> Markup {
    html! {
        @match row.mime_type.as_str() {
            DOCUMENT => a id="open-file" href=(address::document(&reader.handle, &row.id)) { "Open the document" },
            SPREADSHEET => a id="open-file" href=(address::spreadsheet(&reader.handle, &row.id)) { "Open the spreadsheet" },
            _ => {}
        }
    }
}

fn shown(reader: &Reader, file: &FileView) -> Markup {
    html! {
        header.pane-head {
            nav.path aria-label="Folders above" { (path(reader, file)) }
            h1 dir="auto" { (file.row.name) }
            (opens(reader, &file.row))
        }
        div.scroll.letter-pane id="drive-file" role="region" aria-label="File" tabindex="0" data-file-id=(file.row.id) {
            (facts(reader, &file.row))
            @if file.row.is_folder() {
                (listed(reader, &file.children.iter().filter(|row| !row.trashed).collect::<Vec<_>>()))
            } @else {
                (inside(reader, file))
            }
            (readers(reader, &file.readers))
        }
    }
}

fn facts(reader: &Reader, row: &FileRow) -> Markup {
    let moment = reader.at(row.modified);
    html! {
        dl.headers {
            dt { "Kind" } dd { (kind(row)) }
            @if let Some(drive) = &row.drive { dt { "Shared drive" } dd dir="auto" { (drive) } }
            @if let Some(owner) = &row.owner { dt { "Owner" } dd { (owner) } }
            dt { "Changed" } dd { time datetime=(dates::exact(&moment)) { (dates::full(&moment)) } " by " (row.modified_by) }
            dt { "Version" } dd id="file-version" { (row.version) }
            @if row.trashed { dt { "Where" } dd { span.tag.draft { "In the bin" } } }
        }
    }
}

fn inside(reader: &Reader, file: &FileView) -> Markup {
    html! {
        @if let Some(text) = &file.text {
            pre.text-body id="file-text" dir="auto" { (text.chars().take(LONGEST).collect::<String>()) }
        } @else {
            p.empty { "There is nothing to read in this file." }
        }
        @if let Some(size) = file.row.size {
            p.files { a href=(address::file_content(&reader.handle, &file.row.id)) download=(file.row.name) { "Save " (file.row.name) } span.size { " " (size) " bytes" } }
        }
    }
}

fn readers(reader: &Reader, readers: &[ReaderView]) -> Markup {
    html! {
        section.readers aria-labelledby="readers-title" {
            h2 id="readers-title" { "Who can open it" }
            ul id="file-readers" {
                @for one in readers {
                    li {
                        span.reader dir="auto" { (one.who) } " " span.tag { (role(one.role)) }
                        @if one.inherited { " " span.tag { "by a folder above" } }
                        @if let Some(expires) = one.expires { " until " (dates::full(&reader.at(expires))) }
                    }
                }
            }
        }
    }
}

fn role(role: RoleName) -> &'static str {
    match role {
        RoleName::Reader => "reads",
        RoleName::Commenter => "comments",
        RoleName::Writer => "writes",
        RoleName::FileOrganizer => "organises",
        RoleName::Organizer => "manages",
        RoleName::Owner => "owns",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::*;
    use crate::only_our_tags;
    use sandbox_google::files::FolderName;

    /// A file in which everything says the same.
    pub(in crate::files) fn sample(words: &str) -> FileView {
        let row = FileRow {
            id: words.to_owned(),
            name: words.to_owned(),
            mime_type: words.to_owned(),
            parent: None,
            owner: Some(words.to_owned()),
            drive: Some(words.to_owned()),
            modified: Timestamp::UNIX_EPOCH,
            modified_by: words.to_owned(),
            version: 1,
            shared: true,
            starred: true,
            trashed: true,
            size: Some(1),
            shortcut_to: None,
        };
        let reader = ReaderView {
            who: words.to_owned(),
            role: RoleName::Writer,
            inherited: true,
            expires: Some(Timestamp::UNIX_EPOCH),
        };
        FileView {
            children: vec![row.clone()],
            row,
            path: vec![FolderName { id: words.to_owned(), name: words.to_owned() }],
            text: Some(words.to_owned()),
            readers: vec![reader],
        }
    }

    proptest! {
        #[test]
        fn no_file_puts_a_tag_around_itself(words in "[a-z<>&\"'/= ,;#@-]{0,60}") {
            let (reader, mut file) = (Reader::sample(), sample(&words));
            only_our_tags(&shown(&reader, &file).into_string());
            file.row.mime_type = "application/vnd.google-apps.folder".to_owned();
            only_our_tags(&shown(&reader, &file).into_string());
        }
    }
}
