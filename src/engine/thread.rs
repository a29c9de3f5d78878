//! What the journal of a thread means, and what is next. Pure.

mod next;
mod progress;

pub use next::{Closing, Step, Wait, next};
pub(crate) use next::{beside, following};
#[cfg(test)]
pub(crate) use progress::to_forget;
pub(crate) use progress::{
    Apart, CallStatus, CardKind, CardProgress, CardState, Copy, Coverage, Posting, Progress, ReplyProgress,
    Turn, files_taken_out, is_news, label_of, newest_withdrawal, ours_withdrawn, withdrawn_messages,
};
