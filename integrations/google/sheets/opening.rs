//! From what somebody calls a spreadsheet to the spreadsheet itself, and who can open it.

use kernel::{Call, Code, Effect, Failure, Label, Readers, Sink, SinkKind, Target};
use serde::{Deserialize, Serialize};
use url::Url;

use super::book::{Book, SheetName};
use crate::Google;
use crate::api::Trouble;
use crate::drive::file::kind;
use crate::drive::{Called, File, Handle, Permission, everybody, reader_sinks};
use crate::gmail::visible_line;
use crate::scopes::{READ_ALL_SHEETS, SEE_FILES, WRITE_ALL_SHEETS};

/// A spreadsheet that was found.
pub(crate) struct Opened {
    pub(crate) handle: Handle,
    pub(crate) book: Book,
    /// What Drive says about it, where we may ask.
    file: Option<File>,
    /// The sheet that a link leads to.
    linked: Option<SheetName>,
}

/// A spreadsheet that something is to happen to, as it was when that was planned.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Subject {
    pub(crate) handle: Handle,
    name: String,
    pub(crate) link: String,
    /// Who can open it; nothing where that is not known.
    readers: Option<Vec<Permission>>,
    /// Whose account it is done with.
    account: String,
}

impl Google {
    /// By its id, its link, or its title. Only a title needs a permission for Drive.
    pub(crate) async fn spreadsheet(&self, given: &str, call: &Call) -> Result<Opened, Failure> {
        let linked = sheet_in_link(given);
        let opened = match Called::parse(given)? {
            Called::Handle(handle) => match self.open(handle, call).await {
                Err(trouble) if is_no_spreadsheet(&trouble) => self.behind(given, trouble, call).await?,
                found => found?,
            },
            Called::Word(handle) => match self.open(handle, call).await {
                Err(trouble) if is_no_spreadsheet(&trouble) && self.drive(call).sees(SEE_FILES).await => {
                    self.titled(given, call).await?
                }
                Err(Trouble::Missing(_)) => return Err(self.unseen(call).await),
                found => found?,
            },
            Called::Root | Called::Path(_) | Called::Name(_) => self.titled(given, call).await?,
        };
        Ok(Opened { linked, ..opened })
    }

    /// The same for something that is to be written.
    pub(crate) async fn spreadsheet_to_write(&self, given: &str, call: &Call) -> Result<Opened, Failure> {
        let opened = self.spreadsheet(given, call).await?;
        let unseen = File::default();
        let file = opened.file.as_ref().unwrap_or(&unseen);
        self.drive(call).check_within_reach(file, WRITE_ALL_SHEETS).await?;
        Ok(opened)
    }

    /// Sheets knows nothing of shortcuts. Drive knows what they lead to.
    async fn behind(&self, given: &str, trouble: Trouble, call: &Call) -> Result<Opened, Failure> {
        let found = if self.drive(call).sees(SEE_FILES).await {
            self.titled(given, call).await
        } else {
            Err(trouble.into())
        };
        match found {
            Err(failure) if matches!(failure.code, Code::NotFound | Code::ScopeMissing) => {
                Err(self.unseen(call).await)
            }
            found => found,
        }
    }

    async fn open(&self, handle: Handle, call: &Call) -> Result<Opened, Trouble> {
        let book = self.sheets(call).book(&handle).await?;
        let drive = self.drive(call);
        // Who can read it is good to know; where it cannot be known, it counts as shared with anybody.
        let file = if drive.sees(SEE_FILES).await { drive.get(&handle).await.ok() } else { None };
        Ok(Opened { handle, book, file, linked: None })
    }

    /// As Drive finds it, by its title, its id or its link.
    async fn titled(&self, title: &str, call: &Call) -> Result<Opened, Failure> {
        let drive = self.drive(call);
        if !drive.sees(SEE_FILES).await {
            return Err(Failure::invalid(
                "I may not look for files by their names in this Google account yet. Name the spreadsheet by its link \
                 or its id, or call sheets.list, which asks for that permission.",
            ));
        }
        let file = drive.find_spreadsheet(title).await?;
        if file.mime_type != kind::SPREADSHEET {
            let words =
                "That file is no Google Sheet. Look for spreadsheets with sheets.list, or use drive.read.";
            return Err(Failure::invalid(words));
        }
        let handle = file.handle()?;
        match self.sheets(call).book(&handle).await {
            Ok(book) => Ok(Opened { handle, book, file: Some(file), linked: None }),
            Err(Trouble::Missing(_)) => Err(self.unseen(call).await),
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// Why a spreadsheet is not found: it is not there, or we are shown only what we made ourselves.
    async fn unseen(&self, call: &Call) -> Failure {
        if self.sheets(call).sees(READ_ALL_SHEETS).await {
            let words =
                "This account can open no spreadsheet by that id or link. Look for it with sheets.list.";
            return Failure::not_found(words);
        }
        Failure::person(
            Code::ScopeMissing,
            "In this Google account I see only the spreadsheets I made myself, and this is none of them. To go on I \
             need your permission to see the others.",
        )
    }
}

impl Opened {
    /// The sheet that is meant when none is named.
    pub(crate) fn beside<'a>(&'a self, named: Option<&'a SheetName>) -> Option<&'a SheetName> {
        named.or(self.linked.as_ref())
    }

    pub(crate) fn link(&self) -> String {
        if self.book.spreadsheet_url.is_empty() {
            return format!("https://docs.google.com/spreadsheets/d/{}/edit", self.handle.id());
        }
        self.book.spreadsheet_url.clone()
    }

    /// The label of what it says. Where Drive does not tell, only the one whose account it is counts as a reader.
    pub(crate) fn label(&self, through: &str, finder: &str) -> Label {
        if let Some(file) = &self.file {
            return file.label(through, finder);
        }
        let title = self.book.title();
        Label::stranger(through, format!("spreadsheet “{title}”"))
            .called([title])
            .read_by(Readers::only([finder]))
    }

    pub(crate) fn subject(&self, account: &str) -> Subject {
        Subject {
            handle: self.handle.clone(),
            name: self.book.properties.title.clone(),
            link: self.link(),
            readers: self.file.as_ref().and_then(|file| file.permissions.clone()),
            account: account.to_owned(),
        }
    }
}

impl Subject {
    pub(crate) fn title(&self) -> String {
        visible_line(&self.name)
    }

    /// What people call it, and who else can open it.
    pub(crate) fn target(&self, pointer: &str) -> Target {
        let readers =
            reader_sinks("", self.readers.as_deref(), &self.account).into_iter().map(|sink| sink.value);
        Target::named(pointer, [self.title()]).with_people(readers)
    }

    /// What every card says about the spreadsheet.
    pub(crate) fn describe(&self, effect: Effect) -> Effect {
        effect
            .field("Spreadsheet", format!("{}\n{}", self.title(), self.link))
            .field("Who can open it now", everybody(self.readers.as_deref()))
    }

    /// Everybody else who can read what is written there. `pointer` is where this stands in the plan.
    pub(crate) fn sinks(&self, pointer: &str) -> Vec<Sink> {
        match &self.readers {
            Some(readers) => reader_sinks(&format!("{pointer}/readers"), Some(readers), &self.account),
            None => vec![Sink::new(
                SinkKind::Recipient,
                format!("{pointer}/readers"),
                "whoever can open the spreadsheet, which I may not see",
            )],
        }
    }
}

/// Whether there is nothing by that id, or something that Sheets cannot open.
fn is_no_spreadsheet(trouble: &Trouble) -> bool {
    match trouble {
        Trouble::Missing(_) => true,
        Trouble::Refused(failure) => failure.code == Code::InputInvalid,
        Trouble::Unsent(_) | Trouble::Later { .. } | Trouble::Lost(_) => false,
    }
}

/// `…/edit?gid=7` or `…/edit#gid=7`.
fn sheet_in_link(given: &str) -> Option<SheetName> {
    let url = Url::parse(given.trim()).ok()?;
    let after = [url.query(), url.fragment()];
    let mut named = after.into_iter().flatten().flat_map(|part| url::form_urlencoded::parse(part.as_bytes()));
    let (_, id) = named.find(|(name, _)| name == "gid")?;
    id.parse().ok().map(SheetName::Id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_may_lead_to_one_of_the_sheets() {
        let base = "https://docs.google.com/spreadsheets/d/1AbC/edit";
        assert_eq!(sheet_in_link(&format!("{base}?gid=0#gid=0")), Some(SheetName::Id(0)));
        assert_eq!(sheet_in_link(&format!("{base}#gid=77&range=A1")), Some(SheetName::Id(77)));
        assert_eq!(sheet_in_link(base), None);
        assert_eq!(sheet_in_link("Budget"), None);
    }
}
