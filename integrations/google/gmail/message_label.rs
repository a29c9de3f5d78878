//! The label of a mail.

use kernel::{Integrity, Label, Readers};

use super::address::named_in;
use super::authenticated::is_from_company_of;
use super::message::Message;
use super::recognised::Recognised;

/// Its readers are the people it names, and the owner of the mailbox it was found in.
pub(crate) fn message_label(message: &Message, through: &str, owner: &str) -> Label {
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
