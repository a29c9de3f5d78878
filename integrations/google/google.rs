//! The integration, put together.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{ChatError, Clock, Documents, Files, NewFile, Soon, Vault};
use kernel::{Call, Failure, FileId, ThreadId, Time};
use wire::{Address, Configured};

use crate::api::{Api, Quota, Traffic};
use crate::calendar::{Accesses, Calendar, Zones, access, zone};
use crate::docs::Docs;
use crate::drive::{Drive, Turns};
use crate::gmail::{Gmail, acquainted};
use crate::grant::Grant;
use crate::grants::unreadable;
use crate::remembered::Remembered;
use crate::sheets::Sheets;
use crate::{GrantBook, Settings, scopes};

/// Google as this installation reaches it. Cloning gives another handle on the same.
#[derive(Clone)]
pub struct Google {
    pub(crate) wire: Configured,
    pub(crate) book: Arc<GrantBook>,
    /// Reads the text of files.
    pub(crate) documents: Arc<dyn Documents>,
    /// Files in the chat.
    pub(crate) files: Arc<dyn Files>,
    traffic: Arc<Traffic>,
    /// Changes of one file's sharing wait for each other.
    turns: Arc<Turns>,
    zones: Arc<Zones>,
    accesses: Arc<Accesses>,
    pub(crate) acquainted: Arc<Remembered<()>>,
}

impl Google {
    pub fn new(
        settings: Settings,
        wire: Configured,
        vault: Arc<dyn Vault>,
        clock: Arc<dyn Clock>,
        documents: Arc<dyn Documents>,
    ) -> Self {
        let quota = Quota::new(settings.costs, Arc::clone(&clock));
        let book = GrantBook::new(Arc::new(settings), wire.clone(), vault, clock);
        Self {
            wire,
            book: Arc::new(book),
            documents,
            files: Arc::new(NoChat),
            traffic: Arc::new(Traffic::new(quota)),
            turns: Arc::default(),
            zones: Arc::new(Remembered::lasting(zone::REMEMBERED)),
            accesses: Arc::new(Remembered::lasting(access::REMEMBERED)),
            acquainted: Arc::new(Remembered::lasting(acquainted::REMEMBERED)),
        }
    }

    /// The same, where files can be taken from a chat and put into it.
    pub(crate) fn beside(&self, files: &Arc<dyn Files>) -> Self {
        Self { files: Arc::clone(files), ..self.clone() }
    }

    /// The mailbox of the account the call works in.
    pub(crate) fn gmail(&self, call: &Call) -> Gmail {
        Gmail::new(self.api(&self.book.settings.base.gmail, call))
    }

    /// The calendars of the account the call works in.
    pub(crate) fn calendar(&self, call: &Call) -> Calendar {
        let api = self.api(&self.book.settings.base.calendar, call);
        let (zones, accesses) = (Arc::clone(&self.zones), Arc::clone(&self.accesses));
        Calendar::new(api, zones, accesses, Arc::clone(&self.book.clock))
    }

    /// The files of the account the call works in.
    pub(crate) fn drive(&self, call: &Call) -> Drive {
        let base = &self.book.settings.base;
        let (clock, turns) = (Arc::clone(&self.book.clock), Arc::clone(&self.turns));
        Drive::new(self.api(&base.drive, call), self.api(&base.docs, call), clock, turns)
    }

    /// The spreadsheets of the account the call works in.
    pub(crate) fn sheets(&self, call: &Call) -> Sheets {
        Sheets::new(self.api(&self.book.settings.base.sheets, call))
    }

    /// The documents of the account the call works in.
    pub(crate) fn docs(&self, call: &Call) -> Docs {
        Docs::new(self.api(&self.book.settings.base.docs, call), self.drive(call))
    }

    fn api(&self, base: &Address, call: &Call) -> Api {
        Api::new(self.wire.clone(), base.clone(), &self.book, &self.traffic, call)
    }

    /// Every connected account, in words.
    pub async fn connected(&self) -> Result<Vec<String>, Failure> {
        let grants = self.book.all().await.map_err(|error| unreadable(&error))?;
        let line = |grant: &Grant| {
            let state = grant.trouble().unwrap_or_else(|| scopes::all_in_words(&grant.scopes).join(", "));
            format!("{} for {}: {state}", grant.account, grant.person)
        };
        Ok(grants.iter().map(line).collect())
    }

    /// Who connected an account.
    pub async fn owner(&self, account: &str) -> Result<Option<kernel::PersonId>, Failure> {
        let grants = self.book.all().await.map_err(|error| unreadable(&error))?;
        let theirs = |grant: &Grant| grant.account.0.eq_ignore_ascii_case(account);
        Ok(grants.into_iter().find(theirs).map(|grant| grant.person))
    }

    /// Takes back the access to an account, whoever connected it. Gives how many had. One that Google could not be
    /// told about keeps no other from being forgotten.
    pub async fn revoke_account(&self, account: &str) -> Result<usize, Failure> {
        let grants = self.book.all().await.map_err(|error| unreadable(&error))?;
        let (mut count, mut done) = (0, Ok(()));
        for grant in grants.iter().filter(|grant| grant.account.0.eq_ignore_ascii_case(account)) {
            done = done.and(self.book.forget(&grant.person, &grant.account).await);
            count += 1;
        }
        done.map(|()| count)
    }

    /// How long a mail is held back before it goes out.
    pub(crate) fn send_hold(&self) -> Duration {
        self.book.settings.send_hold
    }

    pub(crate) fn now(&self) -> Time {
        self.book.clock.now()
    }
}

/// Where nobody talks to us, as on the command line.
struct NoChat;

impl NoChat {
    fn refusal<T: Send + 'static>() -> Soon<'static, Result<T, ChatError>> {
        Box::pin(std::future::ready(Err(ChatError::Refused("there is no chat here".to_owned()))))
    }
}

impl Files for NoChat {
    fn fetch<'a>(&'a self, _: &'a FileId, _: usize) -> Soon<'a, Result<Vec<u8>, ChatError>> {
        Self::refusal()
    }

    fn share<'a>(&'a self, _: &'a ThreadId, _: &'a NewFile) -> Soon<'a, Result<(), ChatError>> {
        Self::refusal()
    }
}
