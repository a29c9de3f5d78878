//! The sign-ins that are under way, and what they work with.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::ports::{Inbox, Letter};
use kernel::{ConsentId, Stop};
use tokio::sync::mpsc::UnboundedSender;

use crate::{Google, GrantBook};

/// Every sign-in between somebody's first press and a connected account.
#[derive(Clone)]
pub struct SignIns {
    pub(super) google: Google,
    pub(super) book: Arc<GrantBook>,
    pub(super) inbox: Arc<dyn Inbox>,
    pub(super) letters: UnboundedSender<Letter>,
    /// Confirming is several steps; the second press waits for the first.
    pub(super) confirming: Arc<tokio::sync::Mutex<()>>,
    pub(super) typing: Typing,
}

impl SignIns {
    /// News are put into the inbox, then handed on as a letter.
    pub fn new(google: &Google, inbox: Arc<dyn Inbox>, letters: UnboundedSender<Letter>) -> Self {
        Self {
            google: google.clone(),
            book: Arc::clone(&google.book),
            inbox,
            letters,
            confirming: Arc::default(),
            typing: Typing::default(),
        }
    }
}

/// Sign-ins whose code is being waited for, and what ends the waiting.
#[derive(Clone, Default)]
pub(super) struct Typing {
    pub(super) codes: Arc<Mutex<HashMap<ConsentId, Stop>>>,
    /// Ends all of it.
    pub(super) closing: Stop,
}

impl Typing {
    pub(super) fn all(&self) -> MutexGuard<'_, HashMap<ConsentId, Stop>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
