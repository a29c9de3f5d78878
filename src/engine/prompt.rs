//! Makes the request to the model out of the journal.

pub(crate) mod attachments;
pub(crate) mod context;
