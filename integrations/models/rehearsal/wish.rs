//! What somebody wants, as far as the rehearsal model understands it.

pub(crate) mod calendar;
pub(crate) mod files;
pub(crate) mod filing;
mod mail;
pub(crate) mod named;

use calendar::Calendar;
use files::{Docs, Drive, Sharer, Sheets};
use filing::{Act, Filing};
use named::Named;

pub(crate) use mail::{Answer, Hearers, Letter, Place, Recipient, Search, Traits, When, Which};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Greet,
    Thank,
    Help,
    /// Something that no tool here does.
    Cannot(Beyond),
    List(Search),
    /// The search before, with some of it changed.
    Change(Search),
    /// The next page, or the rest of a long mail.
    More,
    /// Who wrote such mail.
    Who(Search),
    /// How many there are.
    Count(Search),
    /// When such mail last came or went.
    LastTime(Search),
    /// Something about the mail last spoken of.
    Tell(Detail),
    /// What was asked before, once more.
    Again,
    /// Words where a card waits for a button.
    Decide,
    Read(Which),
    Summarise(Which),
    Reply(Answer),
    Send(Letter),
    Filing(Filing),
    Calendar(Calendar),
    Drive(Drive),
    Docs(Docs),
    Sheets(Sheets),
    /// To be asked something, with these answers to choose from.
    BeAsked {
        question: String,
        options: Vec<String>,
    },
    /// The same of several questions at once.
    BeAskedAll(Vec<(String, Vec<String>)>),
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// Putting off, blocking, unsubscribing.
    Tidying,
    /// Tables, taxis, reminders.
    OtherThings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    Sender,
    Recipients,
    Moment,
    Attachments,
}

impl Wish {
    /// Whether nothing needs to be done about it but to answer.
    pub(crate) fn is_talk(&self) -> bool {
        matches!(
            self,
            Self::Greet
                | Self::Thank
                | Self::Help
                | Self::Cannot(_)
                | Self::Again
                | Self::Decide
                | Self::Unknown
        )
    }

    /// Whether mail leaves by it.
    pub(crate) fn sends_mail(&self) -> bool {
        let forwards = |filing: &Filing| matches!(filing, Filing::With { act: Act::Forward { .. }, .. });
        matches!(self, Self::Send(_) | Self::Reply(_))
            || matches!(self, Self::Filing(filing) if forwards(filing))
    }

    /// Whether it may be what came with the message that is meant.
    pub(crate) fn can_be_about_files(&self) -> bool {
        match self {
            Self::Unknown | Self::Read(_) | Self::Summarise(_) | Self::Tell(_) | Self::More | Self::Greet => {
                true
            }
            Self::Drive(_) | Self::Docs(_) | Self::Sheets(_) | Self::Filing(_) => !self.changes_something(),
            _ => false,
        }
    }

    /// Whether something is other than before once it is done.
    pub(crate) fn changes_something(&self) -> bool {
        match self {
            Self::Send(_) | Self::Reply(_) => true,
            Self::Filing(filing) => !matches!(
                filing,
                Filing::Labels
                    | Filing::With { act: Act::ListAttachments | Act::ReadAttachment(_) | Act::Thread, .. }
            ),
            Self::Calendar(calendar) => !matches!(
                calendar,
                Calendar::Calendars
                    | Calendar::Agenda(_)
                    | Calendar::Show(_)
                    | Calendar::Free(_)
                    | Calendar::Busy(_)
            ),
            Self::Drive(drive) => !matches!(
                drive,
                Drive::Find { .. } | Drive::Folder(_) | Drive::Read(_) | Drive::WhoCanOpen(_)
            ),
            Self::Docs(docs) => !matches!(docs, Docs::Comments(_) | Docs::Suggestions(_)),
            Self::Sheets(sheets) => !matches!(sheets, Sheets::List | Sheets::Read { .. }),
            _ => false,
        }
    }

    /// The people it names, to be settled where a name is not enough.
    pub(crate) fn people(&mut self) -> Vec<&mut Recipient> {
        match self {
            Self::Send(letter) | Self::Filing(Filing::DraftLetter(letter)) => {
                letter.to.iter_mut().chain(&mut letter.cc).collect()
            }
            Self::Filing(Filing::With { act: Act::Forward { to, .. }, .. }) => to.iter_mut().collect(),
            Self::Calendar(Calendar::Free(meeting) | Calendar::Busy(meeting) | Calendar::Book(meeting)) => {
                meeting.people.iter_mut().collect()
            }
            Self::Calendar(Calendar::Invite { people, .. }) => people.iter_mut().collect(),
            Self::Drive(
                Drive::Share { with: Sharer::Person(person), .. }
                | Drive::Unshare { with: Sharer::Person(person), .. },
            ) => vec![person],
            _ => Vec::new(),
        }
    }

    /// What it calls files and events, to be settled where several are called so.
    pub(crate) fn names(&mut self) -> Vec<&mut Named> {
        match self {
            Self::Calendar(
                Calendar::Show(event)
                | Calendar::Move { event, .. }
                | Calendar::Cancel { event, .. }
                | Calendar::Respond { event, .. }
                | Calendar::Invite { event, .. },
            ) => vec![&mut event.named],
            Self::Drive(drive) => drive.files().into_iter().map(|file| &mut file.named).collect(),
            Self::Docs(docs) => docs.document().map(|file| &mut file.named).into_iter().collect(),
            Self::Sheets(sheets) => sheets.spreadsheet().map(|file| &mut file.named).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}
