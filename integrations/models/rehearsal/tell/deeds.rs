//! What a card was about, where its outcome is news.

/// What it would have been if it had been done: `Your mail was sent`.
pub(super) fn done(tool: &str) -> &'static str {
    match tool {
        "gmail.archive" => "The mail was archived",
        "gmail.trash" => "The mail was put into the trash",
        "gmail.label" | "gmail.mark_read" => "The mail was filed",
        "gmail.draft" => "The draft was kept",
        "calendar.create_event" => "The event was made",
        "calendar.update_event" => "The event was changed",
        "calendar.delete_event" => "The event was cancelled",
        "calendar.respond" => "The invitation was answered",
        "drive.share" => "The file was shared",
        "drive.unshare" => "The file was unshared",
        "drive.move" => "The file was moved",
        "drive.trash" => "The file was put into the bin",
        "drive.download" => "The file was posted here",
        "drive.upload" => "The file was uploaded",
        "docs.create" | "drive.create_doc" => "The document was made",
        "docs.comment" | "docs.reply_comment" => "The comment was written",
        "docs.append" | "docs.edit" | "docs.replace" | "docs.decide_suggestion" => "The document was changed",
        "sheets.create" => "The spreadsheet was made",
        tool if tool.starts_with("sheets.") => "The spreadsheet was changed",
        _ => "What you approved was done",
    }
}

pub(super) fn sends_mail(tool: &str) -> bool {
    matches!(tool, "gmail.send" | "gmail.reply" | "gmail.forward")
}
