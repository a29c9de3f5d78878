//! The mail Google sends because of what people do: written into a log, and put into mailboxes that are here.

mod notice;

use sandbox_world::MailSeed;

pub(crate) use self::notice::Notice;
use super::account::Account;
use super::drive::Role;
use super::{State, gmail};

/// Who writes for Drive.
const DRIVE: &str = "drive-shares-dm-noreply@google.com";

/// A file that was shared with somebody.
pub(crate) struct Sharing<'a> {
    /// Its id.
    pub(crate) file: &'a str,
    pub(crate) by: &'a Account,
    /// An address.
    pub(crate) to: &'a str,
    pub(crate) role: Role,
    /// What the sharer writes with it.
    pub(crate) message: &'a str,
}

/// Tells somebody that a file was shared with them.
pub(crate) fn shared(state: &mut State, accounts: &[Account], sharing: &Sharing<'_>) {
    let Some(file) = state.drive.files.get(sharing.file) else { return };
    let kind = if file.is_folder() { "Folder" } else { "Item" };
    let subject = format!("{kind} shared with you: \"{}\"", file.name);
    let may = match sharing.role {
        Role::Reader => "view",
        Role::Commenter => "comment on",
        Role::Writer | Role::FileOrganizer | Role::Organizer | Role::Owner => "edit",
    };
    let Account { name, address, .. } = sharing.by;
    let mut text =
        format!("{name} ({address}) has invited you to {may} the following item:\n\n{}\n", file.name);
    text += &super::drive::link(file);
    if !sharing.message.is_empty() {
        text += "\n\n";
        text += sharing.message;
    }
    let mail = MailSeed {
        from: format!("\"{name} (via Google Drive)\" <{DRIVE}>"),
        to: vec![sharing.to.to_owned()],
        subject: subject.clone(),
        text: Some(text.clone()),
        unread: true,
        headers: [("Reply-To".to_owned(), address.clone())].into(),
        ..MailSeed::default()
    };
    let now = sandbox_world::now();
    if let Err(fault) = gmail::deliver(state, accounts, &mail, now) {
        tracing::warn!(%fault, "a notice could not be put into a mailbox");
    }
    state.notices.push(Notice {
        at: now,
        service: "drive".to_owned(),
        by: address.clone(),
        to: sharing.to.to_owned(),
        subject,
        text,
        about: sharing.file.to_owned(),
    });
}
