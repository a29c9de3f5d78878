//! Who and what lets a call run: the words of the requester, rules, co-signers, and the hooks of the operator.

use crate::worker::StepContext;
pub(crate) mod co_signers;
pub(crate) mod contacts;
pub(crate) mod disclosure_check;
pub(crate) mod evidence;
pub(crate) mod operator_hooks;
pub(crate) mod standing_rules;

/// Decides who and what lets a call run.
pub(crate) struct Authorization<'a> {
    pub(crate) ctx: &'a StepContext<'a>,
}
