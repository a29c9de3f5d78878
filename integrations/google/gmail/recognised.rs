//! What people call a message, and who has it: its subject, who it is from, and whom it names.

use std::collections::BTreeSet;

use kernel::Target;
use serde::{Deserialize, Serialize};

use super::address::{Named, named_in};
use super::hygiene::visible_line;
use super::message::Message;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recognised {
    pub(crate) subject: String,
    /// Names and addresses of whoever it is from, as the message says.
    pub(crate) from: BTreeSet<String>,
    /// Who wrote it and whom it went to. Where answers are to go is not among them: whoever wrote it can name anybody.
    pub(crate) people: BTreeSet<String>,
}

impl Recognised {
    pub(crate) fn of(message: &Message) -> Self {
        Self::written_by(&named_in(message.payload.header("From").unwrap_or_default()), message)
    }

    /// The same where it is known whom the message says it is from.
    pub(crate) fn written_by(from: &[Named], message: &Message) -> Self {
        let named = |header: &str| named_in(message.payload.header(header).unwrap_or_default());
        let readers: Vec<Named> = ["To", "Cc"].into_iter().flat_map(named).collect();
        let people = from.iter().chain(&readers);
        let authors = from.iter().flat_map(|named| {
            [visible_line(named.name.as_deref().unwrap_or_default()), named.address.clone()]
        });
        Self {
            subject: message.shown("Subject"),
            from: authors.filter(|name| !name.is_empty()).collect(),
            people: people.map(|named| named.address.to_ascii_lowercase()).collect(),
        }
    }

    pub(crate) fn target(&self, pointer: &str) -> Target {
        Target::named(pointer, [self.subject.clone()])
            .by(self.from.iter().cloned())
            .with_people(self.people.iter().cloned())
    }
}
