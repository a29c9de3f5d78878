//! Where everything on the page is found. The person is part of every address, so that two tabs can be two people.

use std::fmt::Write as _;

use jiff::civil::Date;

use super::{files::Drawer, mail::Tab, reader::Reader};

pub(super) fn direct(handle: &str) -> String {
    format!("/as/{handle}/dm")
}

/// `name` as in `general`.
pub(super) fn channel(handle: &str, name: &str) -> String {
    format!("/as/{handle}/channel/{}", segment(name))
}

/// A thread of the conversation that is found at `conversation`.
pub(super) fn thread(conversation: &str, root: &str) -> String {
    format!("{conversation}/{root}")
}

pub(super) fn post(reader: &Reader) -> String {
    format!("/as/{}/post", reader.handle)
}

pub(super) fn click(reader: &Reader) -> String {
    format!("/as/{}/click", reader.handle)
}

/// Where something on the Home tab or in a form is pressed.
pub(super) fn press(reader: &Reader) -> String {
    format!("/as/{}/press", reader.handle)
}

/// Where one's own message is edited, where it is deleted, and where a shortcut of it is used.
pub(super) fn edit(reader: &Reader) -> String {
    format!("/as/{}/edit", reader.handle)
}

pub(super) fn delete(reader: &Reader) -> String {
    format!("/as/{}/delete", reader.handle)
}

pub(super) fn shortcut(reader: &Reader) -> String {
    format!("/as/{}/shortcut", reader.handle)
}

/// Where a session gets another title.
pub(super) fn rename(reader: &Reader) -> String {
    format!("/as/{}/rename", reader.handle)
}

/// The app's Home tab.
pub(super) fn home(handle: &str) -> String {
    format!("/as/{handle}/home")
}

pub(super) fn canvas(handle: &str, id: &str) -> String {
    format!("/as/{handle}/canvas/{}", segment(id))
}

pub(super) fn stop(reader: &Reader) -> String {
    format!("/as/{}/stop", reader.handle)
}

/// Where a form is sent, and where it is closed.
pub(super) fn submit(reader: &Reader) -> String {
    format!("/as/{}/submit", reader.handle)
}

pub(super) fn close(reader: &Reader) -> String {
    format!("/as/{}/close", reader.handle)
}

/// A file of a message.
pub(super) fn attachment(reader: &Reader, id: &str) -> String {
    format!("/as/{}/file/{}", reader.handle, segment(id))
}

pub(super) fn mailbox(handle: &str, tab: Tab) -> String {
    format!("/as/{handle}/mail?tab={}", tab.word())
}

pub(super) fn letter(handle: &str, id: &str, tab: Tab) -> String {
    format!("/as/{handle}/mail/{}?tab={}", segment(id), tab.word())
}

/// The HTML of a letter, for its frame.
pub(super) fn letter_html(handle: &str, id: &str) -> String {
    format!("/as/{handle}/mail/{}/html", segment(id))
}

pub(super) fn letter_file(handle: &str, id: &str, part: &str) -> String {
    format!("/as/{handle}/mail/{}/file/{}", segment(id), segment(part))
}

/// The week of today.
pub(super) fn calendar(handle: &str) -> String {
    format!("/as/{handle}/calendar")
}

/// The week of a day.
pub(super) fn week(handle: &str, day: Date) -> String {
    format!("/as/{handle}/calendar?week={day}")
}

pub(super) fn event(handle: &str, id: &str) -> String {
    format!("/as/{handle}/calendar/{}", segment(id))
}

/// The description of an event, for its frame, which is renewed when its address is another.
pub(super) fn event_html(handle: &str, id: &str, version: &str) -> String {
    format!("/as/{handle}/calendar/{}/html?version={}", segment(id), segment(version))
}

/// A spreadsheet, at its first sheet.
pub(super) fn spreadsheet(handle: &str, id: &str) -> String {
    format!("/as/{handle}/sheet/{}", segment(id))
}

/// A sheet of a spreadsheet.
pub(super) fn sheet(handle: &str, id: &str, title: &str) -> String {
    format!("/as/{handle}/sheet/{}?tab={}", segment(id), segment(title))
}

/// A document of Google's.
pub(super) fn document(handle: &str, id: &str) -> String {
    format!("/as/{handle}/document/{}", segment(id))
}

pub(super) fn files(handle: &str, drawer: Drawer) -> String {
    format!("/as/{handle}/files?drawer={}", drawer.word())
}

/// One file or folder.
pub(super) fn file(handle: &str, id: &str) -> String {
    format!("/as/{handle}/files/{}", segment(id))
}

pub(super) fn file_content(handle: &str, id: &str) -> String {
    format!("/as/{handle}/files/{}/content", segment(id))
}

/// A style sheet or a script.
pub(super) fn asset(name: &str) -> String {
    format!("/assets/{name}")
}

/// Any text as one segment of a path, which is also fit to be an id.
pub(super) fn segment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            out.push(char::from(byte));
        } else if write!(out, "%{byte:02X}").is_err() {
            // A String takes everything that is written to it.
            return out;
        }
    }
    out
}
