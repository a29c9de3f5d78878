//! Makes the request to the model out of the journal.

pub(crate) mod attachments;
mod context;

pub(crate) use context::{
    Audience, Conversation, Outgrown, attached, conversation, local, mentioned, overheard, speakers,
    standing, with_addresses, with_names,
};
