//! How the person at a client is asked.

use kernel::Card;
use kernel::ports::Soon;

/// How the person at a client is asked.
pub trait Asker: Send + Sync {
    /// Shows them everything that would be done, and waits for what they say.
    fn ask<'a>(&'a self, card: &'a Card) -> Soon<'a, Said>;
}

/// The person's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Yes,
    No,
    /// Neither: they closed the form, or sent it without the tick.
    Nothing,
    /// Their client cannot ask them anything.
    Unasked,
}
