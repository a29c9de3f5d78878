//! What stands in the audit for what our types say. Whoever reads it later must find the same names.

use crate::{Alarm, Code, Ending, Integrity, Outcome, Verdict};

/// Whether a call that ends so was kept from running, or from going on, by one of our gates.
pub(super) fn refuses(code: Code) -> bool {
    match code {
        Code::InputInvalid
        | Code::NotAvailable
        | Code::Denied
        | Code::ConfirmationRequired
        | Code::AuthRequired
        | Code::ScopeMissing => true,
        Code::Timeout
        | Code::Cancelled
        | Code::ExecutionFailed
        | Code::StaleWrite
        | Code::RateLimited
        | Code::NotFound
        | Code::Conflict => false,
    }
}

/// A model can call whatever it likes; what no tool could be called is its words.
pub(crate) fn tool_name(called: &str) -> &str {
    let fits = |char: char| char.is_ascii_alphanumeric() || "._-".contains(char);
    if called.len() <= 64 && called.chars().all(fits) { called } else { "no such name" }
}

pub(super) fn integrity_name(integrity: Integrity) -> &'static str {
    match integrity {
        Integrity::External => "external",
        Integrity::Org => "org",
        Integrity::Directory => "directory",
        Integrity::Requester => "requester",
    }
}

pub(super) fn alarm_name(alarm: Alarm) -> Option<&'static str> {
    match alarm {
        Alarm::Quiet => None,
        Alarm::Odd => Some("odd"),
        Alarm::Loud => Some("loud"),
    }
}

pub(super) fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Done => "done",
        Outcome::Failed(code) => code.name(),
        Outcome::Unknown => "unknown",
    }
}

pub(crate) fn ending_name(ending: &Ending) -> &'static str {
    match ending {
        Ending::Replied => "replied",
        Ending::Superseded => "superseded",
        Ending::Stopped => "stopped",
        Ending::Limit(_) => "limit",
        Ending::Failed(_) => "failed",
        Ending::Withdrawn => "withdrawn",
    }
}

pub(crate) fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Approve => "approve",
        Verdict::ApproveAlike => "approve, and the like of it",
        Verdict::Deny => "deny",
    }
}
