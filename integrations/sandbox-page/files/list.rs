//! The lists of somebody's files.

use maud::{Markup, html};
use sandbox_google::files::{FileRow, FolderName};

use super::{Drawer, kind, sign};
use crate::{Page, address, dates, reader::Reader};

/// The pane in the middle.
pub(crate) fn pane(page: &Page, reader: &Reader, drawer: Drawer) -> Markup {
    html! {
        div.pane {
            header.pane-head {
                h1 { "Files: " (drawer.title()) }
                p.about { (reader.name) "’s files, as Google has them" }
            }
            div.mail-bar {
                nav aria-label="Files" {
                    ul.tabs {
                        @for one in Drawer::EVERY {
                            li { a href=(address::files(&reader.handle, one)) aria-current=[(one == drawer).then_some("page")] { (one.title()) } }
                        }
                    }
                }
            }
            div.scroll id="files" role="region" aria-label={ "Files: " (drawer.title()) } tabindex="0" data-part="files" {
                (part(page, reader, drawer))
            }
        }
    }
}

/// The list itself, which changes.
pub(crate) fn part(page: &Page, reader: &Reader, drawer: Drawer) -> Markup {
    if drawer == Drawer::Drives {
        return drives(reader, &page.google.shared_drives(&reader.handle));
    }
    let rows = match drawer {
        Drawer::Mine => {
            page.google.file(&reader.handle, "root").map(|root| root.children).unwrap_or_default()
        }
        Drawer::Shared | Drawer::Bin | Drawer::Drives => page.google.files(&reader.handle),
    };
    let wanted = |row: &&FileRow| match drawer {
        Drawer::Bin => row.trashed,
        // What lies in a folder that is shared is found in there.
        Drawer::Shared => !row.trashed && row.parent.is_none() && row.drive.is_none(),
        Drawer::Mine | Drawer::Drives => !row.trashed,
    };
    listed(reader, &rows.iter().filter(wanted).collect::<Vec<_>>())
}

/// Files, one to a line.
pub(super) fn listed(reader: &Reader, rows: &[&FileRow]) -> Markup {
    let now = reader.now();
    html! {
        @if rows.is_empty() {
            p.empty { "Nothing here yet." }
        } @else {
            ul.file-list { @for row in rows { (line(reader, row, &now)) } }
        }
    }
}

fn drives(reader: &Reader, drives: &[FolderName]) -> Markup {
    html! {
        @if drives.is_empty() {
            p.empty { (reader.name) " is in no shared drive." }
        } @else {
            ul.file-list {
                @for drive in drives {
                    li { a.file href=(address::file(&reader.handle, &drive.id)) data-file-id=(drive.id) {
                        span.sign aria-hidden="true" { "🗄" }
                        span.file-name dir="auto" { (drive.name) }
                        span.file-kind { "Shared drive" }
                    } }
                }
            }
        }
    }
}

fn line(reader: &Reader, row: &FileRow, now: &jiff::Zoned) -> Markup {
    let moment = reader.at(row.modified);
    let leads_to = row.shortcut_to.as_ref().unwrap_or(&row.id);
    html! {
        li id={ "file-" (row.id) } {
            a.file href=(address::file(&reader.handle, leads_to)) data-file-id=(row.id) {
                span.sign aria-hidden="true" { (sign(row)) }
                span.file-name dir="auto" {
                    @if row.starred { span.hidden { "Starred. " } span aria-hidden="true" { "★ " } }
                    (row.name)
                }
                span.file-kind { (kind(row)) @if row.shared { ", shared" } }
                span.file-owner { (row.owner.as_deref().or(row.drive.as_deref()).unwrap_or_default()) }
                time datetime=(dates::exact(&moment)) { (dates::short(&moment, now)) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{files::one::tests::sample, only_our_tags};

    proptest! {
        #[test]
        fn no_file_puts_a_tag_into_the_list(words in "[a-z<>&\"'/= ,;#@-]{0,60}") {
            let reader = Reader::sample();
            only_our_tags(&line(&reader, &sample(&words).row, &reader.now()).into_string());
            only_our_tags(&drives(&reader, &sample(&words).path).into_string());
        }
    }
}
