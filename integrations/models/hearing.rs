//! A reply as it comes over the wire: what was heard and spent, what went wrong, and the events of a stream.

mod ear;
mod missed;
mod stream;

pub(crate) use ear::{Ear, Tokens};
pub(crate) use missed::{Complaint, Missed, Names};
pub(crate) use stream::{collect, events};
