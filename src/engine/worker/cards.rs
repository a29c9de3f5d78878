//! Cards: shown, kept true, and taken back.

use crate::worker::StepContext;

/// Shows cards and keeps them true.
pub(crate) struct Cards<'a> {
    pub(crate) ctx: &'a StepContext<'a>,
}
