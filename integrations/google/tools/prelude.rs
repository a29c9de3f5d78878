//! The names that nearly every tool needs.

pub(super) use kernel::{
    Call, Code, Deed, Done, Effect, Failure, Label, Probe, Readers, Reversible, Scope, Sink, SinkKind, Spec,
    Target, Term, TermKind, Time, Undo,
};
pub(super) use schemars::JsonSchema;
pub(super) use serde::{Deserialize, Serialize};
pub(super) use serde_json::json;

pub(super) use crate::Google;
pub(super) use crate::answer::{Fields, labeled, trusted};
pub(super) use crate::tool::{ActionTool, ChangeTool, ReadTool, holds_change};
