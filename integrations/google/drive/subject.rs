//! A file that something is to happen to, as it was when that was planned.

use kernel::{Code, Effect, Failure, Sink, SinkKind, Target};
use serde::{Deserialize, Serialize};

use super::file::File;
use super::handle::Handle;
use super::permission::{Permission, everybody};
use crate::gmail::visible_line;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Subject {
    pub(crate) handle: Handle,
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) link: String,
    modified: String,
    owner: Option<String>,
    /// Who can open it; nothing where Drive does not say.
    pub(crate) readers: Option<Vec<Permission>>,
}

impl Subject {
    pub(crate) fn of(file: &File) -> Result<Self, Failure> {
        Ok(Self {
            handle: file.handle()?,
            name: file.name.clone(),
            kind: file.kind(),
            link: file.web_view_link.clone(),
            modified: file.modified_time.clone(),
            owner: file.owner().map(visible_line),
            readers: file.permissions.clone(),
        })
    }

    pub(crate) fn title(&self) -> String {
        visible_line(&self.name)
    }

    /// What people call it, and who else can open it.
    pub(crate) fn target(&self, pointer: &str, me: &str) -> Target {
        let readers = reader_sinks("", self.readers.as_deref(), me).into_iter().map(|sink| sink.value);
        Target::named(pointer, [self.title()]).with_people(readers).of_class(self.kind.clone())
    }

    /// What every card says about the file.
    pub(crate) fn describe(&self, effect: Effect) -> Effect {
        effect
            .field("File", format!("{} ({})\n{}", self.title(), self.kind, self.link))
            .field("Owner", self.owner.as_deref().unwrap_or("a shared drive"))
            .field("Who can open it now", everybody(self.readers.as_deref()))
    }

    /// Refuses if the file is not what the person saw on the card.
    pub(crate) fn check_unchanged(&self, now: &File) -> Result<(), Failure> {
        if now.name == self.name && now.modified_time == self.modified {
            return Ok(());
        }
        Err(stale("The file was renamed or edited since this was planned."))
    }
}

/// Nothing was done, because something is not what it was.
pub(crate) fn stale(what: &str) -> Failure {
    Failure::model(
        Code::StaleWrite,
        format!("{what} Nothing was done. Look at it again, and ask anew if it is still wanted."),
    )
}

/// Everybody but `me` who can read what is there. Where nobody is named, it may be anybody.
pub(crate) fn reader_sinks(pointer: &str, readers: Option<&[Permission]>, me: &str) -> Vec<Sink> {
    let recipient = |pointer: String, value: &str| Sink::new(SinkKind::Recipient, pointer, value);
    let Some(readers) = readers else {
        return vec![recipient(pointer.to_owned(), "whoever can open the folder, which Drive does not say")];
    };
    let others = readers
        .iter()
        .enumerate()
        .filter(|(_, one)| !one.address().is_some_and(|address| address.eq_ignore_ascii_case(me)));
    others
        .map(|(number, one)| {
            let field = match one.kind.as_str() {
                "domain" => "domain",
                "anyone" => "type",
                _ => "emailAddress",
            };
            recipient(format!("{pointer}/{number}/{field}"), one.grantee().destination())
        })
        .collect()
}
