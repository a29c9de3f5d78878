//! The names that nearly every tool needs, and what their arguments are by default.

pub(super) use kernel::{
    Call, Code, Deed, Done, Effect, Failure, Label, Probe, Readers, Reversible, Scope, Sink, SinkKind, Spec,
    Target, Term, TermKind, TermRole, Time, Undo,
};
pub(super) use schemars::JsonSchema;
pub(super) use serde::{Deserialize, Serialize};
pub(super) use serde_json::json;

pub(super) use crate::Google;
pub(super) use crate::answer::{Fields, labeled, trusted};
pub(super) use crate::tool::{ActionTool, ChangeTool, ReadTool, holds_change};

/// An option that is on unless somebody says otherwise.
pub(super) fn yes() -> bool {
    true
}

/// A number, unless somebody gives another.
pub(super) fn number<const USUAL: u32>() -> u32 {
    USUAL
}

/// A count, unless somebody gives another.
pub(super) fn count<const USUAL: usize>() -> usize {
    USUAL
}

/// The calendar of events when nobody says otherwise.
pub(super) fn main_calendar() -> String {
    "primary".to_owned()
}
