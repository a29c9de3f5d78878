//! The integration, put together.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{Clock, Documents, Vault};
use kernel::{Call, Time};
use wire::{Address, Configured, WireError};

use crate::api::{Api, Quota, Traffic};
use crate::docs::Docs;
use crate::drive::{Drive, Turns};
use crate::gmail::Gmail;
use crate::{GrantBook, Settings};

/// Google as this installation reaches it. Cloning gives another handle on the same.
#[derive(Clone)]
pub struct Google {
    pub(crate) wire: Configured,
    pub(crate) book: Arc<GrantBook>,
    /// Reads the text of files.
    pub(crate) documents: Arc<dyn Documents>,
    traffic: Arc<Traffic>,
    /// Who shares a file waits for whoever is just sharing it.
    pub(crate) turns: Arc<Turns>,
}

impl Google {
    pub fn new(
        settings: Settings,
        wire: Configured,
        vault: Arc<dyn Vault>,
        clock: Arc<dyn Clock>,
        documents: Arc<dyn Documents>,
    ) -> Result<Self, WireError> {
        let quota = Quota::new(settings.costs, Arc::clone(&clock));
        let book = GrantBook::new(Arc::new(settings), wire.clone(), vault, clock)?;
        let (traffic, turns) = (Arc::new(Traffic::new(quota)), Arc::default());
        Ok(Self { wire, book: Arc::new(book), documents, traffic, turns })
    }

    /// What people have allowed us.
    pub fn grants(&self) -> Arc<GrantBook> {
        Arc::clone(&self.book)
    }

    /// The mailbox of the account the call works in.
    pub(crate) fn gmail(&self, call: &Call) -> Gmail {
        Gmail::new(self.api(&self.book.settings.base.gmail, call))
    }

    /// The files of the account the call works in.
    pub(crate) fn drive(&self, call: &Call) -> Drive {
        let base = &self.book.settings.base;
        Drive::new(self.api(&base.drive, call), self.api(&base.docs, call))
    }

    /// The documents of the account the call works in.
    pub(crate) fn docs(&self, call: &Call) -> Docs {
        Docs::new(self.api(&self.book.settings.base.docs, call), self.drive(call))
    }

    fn api(&self, base: &Address, call: &Call) -> Api {
        Api::new(self.wire.clone(), base.clone(), &self.book, &self.traffic, call)
    }

    /// How long a countersigned mail is held back.
    pub(crate) fn send_hold(&self) -> Duration {
        self.book.settings.send_hold
    }

    pub(crate) fn now(&self) -> Time {
        self.book.clock.now()
    }
}
