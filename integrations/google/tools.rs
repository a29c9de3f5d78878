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
mod prelude;
mod sheets_append;
mod sheets_create;
mod sheets_format;
mod sheets_list;
mod sheets_read;
mod sheets_write;

use std::sync::Arc;

use kernel::ports::Files;
use kernel::{AnyTool, Definition, erase_in};

use crate::tool::{Acts, Changes, OnGoogle, ReadTool as _, Reads};
use crate::{Google, calendar, docs, drive, gmail, sheets};

/// What policies call them all.
pub(crate) const GROUP: &str = "google";

/// The one list. Everything that is said about our tools, with or without a connection, is derived from it.
macro_rules! tools {
    ($($tool:ty),* $(,)?) => {
        /// The tools, ready to work beside a chat with these files.
        pub(crate) fn tools(google: &Google, files: &Arc<dyn Files>) -> Vec<Box<dyn AnyTool>> {
            let google = google.beside(files);
            vec![$(erase_in(GROUP, OnGoogle::<$tool>::new(&google))),*]
        }

        /// The tools as they are declared.
        pub(crate) fn definitions() -> Vec<Definition> {
            vec![$(Definition::of_tool::<OnGoogle<$tool>>().in_group(GROUP)),*]
        }
    };
}

tools![
    Reads<calendar_calendars::Calendars>,
    Changes<calendar_create_event::CreateEvent>,
    Changes<calendar_delete_event::DeleteEvent>,
    Reads<calendar_find_time::FindTime>,
    Reads<calendar_free_busy::FreeBusy>,
    Reads<calendar_list_events::ListEvents>,
    Changes<calendar_respond::Respond>,
    Changes<calendar_update_event::UpdateEvent>,
    Changes<docs_append::Append>,
    Changes<docs_comment::AddComment>,
    Reads<docs_comments::Comments>,
    Acts<docs_create::Create>,
    Changes<docs_decide_suggestion::DecideSuggestion>,
    Changes<docs_edit::Edit>,
    Reads<docs_read::Read>,
    Changes<docs_replace::ReplaceWords>,
    Changes<docs_reply_comment::ReplyComment>,
    Reads<docs_suggestions::Suggestions>,
    Acts<drive_copy::Copy>,
    Acts<drive_create_doc::CreateDoc>,
    Acts<drive_download::Download>,
    Reads<drive_list::List>,
    Changes<drive_move::Move>,
    Reads<drive_permissions::Permissions>,
    Reads<drive_read::Read>,
    Changes<drive_rename::Rename>,
    Reads<drive_search::Search>,
    Changes<drive_share::Share>,
    Changes<drive_trash::Trash>,
    Changes<drive_unshare::Unshare>,
    Acts<drive_upload::Upload>,
    Changes<gmail_archive::Archive>,
    Reads<gmail_attachments::Attachments>,
    Acts<gmail_draft::WriteDraft>,
    Acts<gmail_forward::Forward>,
    Acts<gmail_label::Label>,
    Reads<gmail_labels::Labels>,
    Changes<gmail_mark_read::MarkRead>,
    Reads<gmail_read::Read>,
    Acts<gmail_reply::Reply>,
    Acts<gmail_save_attachment::SaveAttachment>,
    Reads<gmail_search::Search>,
    Acts<gmail_send::Send>,
    Reads<gmail_thread::Thread>,
    Changes<gmail_trash::Trash>,
    Acts<sheets_append::Append>,
    Acts<sheets_create::Create>,
    Changes<sheets_format::Format>,
    Reads<sheets_list::List>,
    Reads<sheets_read::Read>,
    Changes<sheets_write::Write>,
    Changes<calendar::take_back::Back>,
    Changes<docs::edit_document::undo::Back>,
    Changes<drive::Back>,
    Changes<drive::share_file::Back>,
    Changes<gmail::file_message::undo::Changed>,
    Changes<sheets::format_sheet::Unformat>,
    Changes<sheets::restore_cells::Back>,
];

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

#[cfg(test)]
mod tests;
