//! The integration, put together.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{Clock, Documents, Vault};
use kernel::{Call, Time};
use wire::{Address, Configured, WireError};

use crate::api::{Api, Quota, Traffic};
use crate::calendar::{Calendar, Zones};
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
    zones: Arc<Zones>,
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
        let (traffic, zones) = (Arc::new(Traffic::new(quota)), Arc::default());
        Ok(Self { wire, book: Arc::new(book), documents, traffic, zones })
    }

    /// What people have allowed us.
    pub fn grants(&self) -> Arc<GrantBook> {
        Arc::clone(&self.book)
    }

    /// The mailbox of the account the call works in.
    pub(crate) fn gmail(&self, call: &Call) -> Gmail {
        Gmail::new(self.api(&self.book.settings.base.gmail, call))
    }

    /// The calendars of the account the call works in.
    pub(crate) fn calendar(&self, call: &Call) -> Calendar {
        let api = self.api(&self.book.settings.base.calendar, call);
        Calendar::new(api, Arc::clone(&self.zones), Arc::clone(&self.book.clock))
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
