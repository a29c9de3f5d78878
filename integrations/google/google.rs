//! The integration, put together.

use std::sync::Arc;

use kernel::ports::{Clock, Vault};
use kernel::{Call, Time};
use wire::{Configured, WireError};

use crate::api::{Api, Places};
use crate::gmail::Gmail;
use crate::{GrantBook, Settings};

/// Google as this installation reaches it. Cloning gives another handle on the same.
#[derive(Clone)]
pub struct Google {
    pub(crate) wire: Configured,
    pub(crate) book: Arc<GrantBook>,
    places: Arc<Places>,
}

impl Google {
    pub fn new(
        settings: Settings,
        wire: Configured,
        vault: Arc<dyn Vault>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, WireError> {
        let book = GrantBook::new(Arc::new(settings), wire.clone(), vault, clock)?;
        Ok(Self { wire, book: Arc::new(book), places: Arc::default() })
    }

    /// What people have allowed us.
    pub fn grants(&self) -> Arc<GrantBook> {
        Arc::clone(&self.book)
    }

    /// The mailbox of the account the call works in.
    pub(crate) fn gmail(&self, call: &Call) -> Gmail {
        let base = self.book.settings.base.gmail.clone();
        Gmail::new(Api::new(self.wire.clone(), base, &self.book, &self.places, call))
    }

    pub(crate) fn now(&self) -> Time {
        self.book.clock.now()
    }
}
