//! The place and the thread that are open.

use crate::places::Place;

/// What is open: a place, and perhaps one of its threads.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub(crate) place: Place,
    /// The timestamp of the thread's root.
    pub(crate) thread: Option<String>,
}
