//! Decides whether a call may run, and what a person must see first.

pub(crate) mod addresses;
pub(crate) mod early;
pub(crate) mod fence;
pub(crate) mod flow;
pub(crate) mod judge;
pub(crate) mod lookalike;
pub(crate) mod policy;
pub(crate) mod reach;
pub(crate) mod rules;
pub(crate) mod scanner;
pub(crate) mod tracker;
