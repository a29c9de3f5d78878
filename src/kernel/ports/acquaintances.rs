//! Whom an account has written to before.

use crate::Call;
use crate::ports::Soon;

pub trait Acquaintances: Send + Sync {
    /// What is known of each of these addresses, in their order, to the account that the call works in. Looks only.
    fn written_to<'a>(&'a self, call: &'a Call, addresses: &'a [String]) -> Soon<'a, Vec<Contact>>;
}

/// Whether an account has written to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// At least once.
    Known,
    /// Never.
    First,
    /// Nobody can tell. Counts as never.
    Unchecked,
}
