//! The tools this integration offers. A tool is one file and its line here.

mod calendar_calendars;
mod calendar_create_event;
mod calendar_delete_event;
mod calendar_find_time;
mod calendar_free_busy;
mod calendar_list_events;
mod calendar_respond;
mod calendar_update_event;
mod docs_append;
mod docs_comment;
mod docs_comments;
mod docs_create;
mod docs_decide_suggestion;
mod docs_edit;
mod docs_read;
mod docs_replace;
mod docs_reply_comment;
mod docs_suggestions;
mod drive_copy;
mod drive_create_doc;
mod drive_download;
mod drive_list;
mod drive_move;
mod drive_permissions;
mod drive_read;
mod drive_rename;
mod drive_search;
mod drive_share;
mod drive_trash;
mod drive_unshare;
mod drive_upload;
mod gmail_archive;
mod gmail_attachments;
mod gmail_draft;
mod gmail_forward;
mod gmail_label;
mod gmail_labels;
mod gmail_mark_read;
mod gmail_read;
mod gmail_reply;
mod gmail_save_attachment;
mod gmail_search;
mod gmail_send;
mod gmail_thread;
mod gmail_trash;
mod sheets_append;
mod sheets_create;
mod sheets_format;
mod sheets_list;
mod sheets_read;
mod sheets_write;

use std::sync::Arc;

use kernel::ports::Files;
use kernel::{AnyTool, Definition, Integrity, Label, Readers, Tool, erase_in};

use crate::gmail::address::named_in;
use crate::gmail::authenticated::is_from_company_of;
use crate::gmail::message::Message;
use crate::gmail::recognised::Recognised;
use crate::undo::TakeBack;
use crate::{Google, calendar, docs, drive, gmail, sheets};

/// What policies call them all.
pub(crate) const GROUP: &str = "google";

/// The one list. Everything that is said about our tools, with or without a connection, is derived from it.
macro_rules! tools {
    ([$($file:ident :: $tool:ident),* $(,)?], undone by [$($back:ty),* $(,)?]) => {
        /// The tools, ready to work beside a chat with these files.
        pub(crate) fn tools(google: &Google, files: &Arc<dyn Files>) -> Vec<Box<dyn AnyTool>> {
            let google = google.beside(files);
            vec![
                $(erase_in(GROUP, $file::$tool { google: google.clone() }),)*
                $(erase_in(GROUP, TakeBack::<$back>::new(google.clone())),)*
            ]
        }

        /// The tools as they are declared.
        pub(crate) fn definitions() -> Vec<Definition> {
            vec![
                $(Definition::of_tool::<$file::$tool>().in_group(GROUP),)*
                $(Definition::of_tool::<TakeBack<$back>>().in_group(GROUP),)*
            ]
        }
    };
}

tools!([
    calendar_calendars::Calendars,
    calendar_create_event::CreateEvent,
    calendar_delete_event::DeleteEvent,
    calendar_find_time::FindTime,
    calendar_free_busy::FreeBusy,
    calendar_list_events::ListEvents,
    calendar_respond::Respond,
    calendar_update_event::UpdateEvent,
    docs_append::Append,
    docs_comment::Comment,
    docs_comments::Comments,
    docs_create::Create,
    docs_decide_suggestion::DecideSuggestion,
    docs_edit::Edit,
    docs_read::Read,
    docs_replace::Replace,
    docs_reply_comment::ReplyComment,
    docs_suggestions::Suggestions,
    drive_copy::Copy,
    drive_create_doc::CreateDoc,
    drive_download::Download,
    drive_list::List,
    drive_move::Move,
    drive_permissions::Permissions,
    drive_read::Read,
    drive_rename::Rename,
    drive_search::Search,
    drive_share::Share,
    drive_trash::Trash,
    drive_unshare::Unshare,
    drive_upload::Upload,
    gmail_archive::Archive,
    gmail_attachments::Attachments,
    gmail_draft::Draft,
    gmail_forward::Forward,
    gmail_label::Label,
    gmail_labels::Labels,
    gmail_mark_read::MarkRead,
    gmail_read::Read,
    gmail_reply::Reply,
    gmail_save_attachment::SaveAttachment,
    gmail_search::Search,
    gmail_send::Send,
    gmail_thread::Thread,
    gmail_trash::Trash,
    sheets_append::Append,
    sheets_create::Create,
    sheets_format::Format,
    sheets_list::List,
    sheets_read::Read,
    sheets_write::Write,
], undone by [
    calendar::take_back::Back,
    docs::edit_document::undo::Back,
    drive::change_file::Back,
    drive::share_file::Back,
    gmail::file_message::undo::Changed,
    sheets::format_sheet::Unformat,
    sheets::restore_cells::Back,
]);

/// Those that list what can be asked for one by one: rows with names, of which every one counts.
pub(crate) const LISTS: [&str; 8] = [
    calendar_calendars::Calendars::SPEC.name,
    calendar_list_events::ListEvents::SPEC.name,
    docs_comments::Comments::SPEC.name,
    drive_list::List::SPEC.name,
    drive_permissions::Permissions::SPEC.name,
    drive_search::Search::SPEC.name,
    gmail_labels::Labels::SPEC.name,
    gmail_search::Search::SPEC.name,
];

/// The label of a mail: its readers are the people it names, and the owner of the mailbox it was found in.
fn label_of(message: &Message, through: &str, owner: &str) -> Label {
    let named = named_in(message.payload.header("From").unwrap_or_default());
    let about = Recognised::written_by(&named, message);
    let sender = named.first().map_or("somebody unnamed", |named| named.address.as_str());
    let readers = about.people.iter().map(String::as_str).chain([owner]);
    Label::stranger(through, format!("mail from {sender}"))
        .called([about.subject.clone()])
        .by(about.from.iter().cloned())
        .read_by(Readers::only(readers))
        .believed(if is_from_company_of(message, owner) { Integrity::Org } else { Integrity::External })
}

/// Where events are when nobody says otherwise.
fn main_calendar() -> String {
    "primary".to_owned()
}

/// For what is so unless somebody says otherwise.
fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests;
