//! The places outside threads.

use crate::ports::{ChatError, Soon};
use crate::{ChannelId, Home, MessageRef, PersonId, ThreadId};

pub trait Places: Send + Sync {
    /// Puts somebody's own page in place of the one they see.
    fn publish<'a>(&'a self, to: &'a PersonId, home: &'a Home) -> Soon<'a, Result<(), ChatError>>;
    /// Suggests what can be asked, above somebody's direct messages with us.
    fn suggest<'a>(&'a self, channel: &'a ChannelId) -> Soon<'a, Result<(), ChatError>>;
    /// The address at which a message of a thread is read.
    fn link<'a>(
        &'a self,
        thread: &'a ThreadId,
        message: &'a MessageRef,
    ) -> Soon<'a, Result<String, ChatError>>;
    /// What people call the place of a thread, e.g. `#room`.
    fn name<'a>(&'a self, thread: &'a ThreadId) -> Soon<'a, Result<String, ChatError>>;
}
