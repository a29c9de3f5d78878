//! `acceptSuggestion`, `rejectSuggestion` and `deleteSuggestion`.

use serde_json::{Value, json};

use super::{Batch, text};
use crate::docs::problem::Problem;
use crate::docs::threads::Verdict;
use crate::drive::Role;
use crate::refusal::Refusal;

pub(super) fn accept(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    decide(batch, text(request, "suggestionId"), Verdict::Accept)?;
    Ok(json!({}))
}

pub(super) fn reject(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    decide(batch, text(request, "suggestionId"), Verdict::Reject)?;
    Ok(json!({}))
}

/// The suggestion goes as if it had never been made; its author may do that too.
pub(super) fn withdraw(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let id = text(request, "suggestionId");
    check(batch, id)?;
    let own = batch.document.suggestions.iter().any(|one| one.id == id && one.head.author.is(batch.author));
    if !own && batch.role < Role::Writer {
        return Err(forbidden());
    }
    batch.document.decide(id, Verdict::Reject);
    batch.document.suggestions.retain(|one| one.id != id);
    batch.notes.deleted.push(id.to_owned());
    Ok(json!({}))
}

/// Accepts or rejects; only who may edit decides.
pub(super) fn decide(batch: &mut Batch<'_>, id: &str, verdict: Verdict) -> Result<(), Problem> {
    check(batch, id)?;
    if batch.role < Role::Writer {
        return Err(forbidden());
    }
    batch.document.decide(id, verdict);
    match verdict {
        Verdict::Accept => batch.notes.accepted.push(id.to_owned()),
        Verdict::Reject => batch.notes.rejected.push(id.to_owned()),
    }
    Ok(())
}

pub(super) fn forbidden() -> Problem {
    Refusal::forbidden("The caller does not have permission").into()
}

fn check(batch: &Batch<'_>, id: &str) -> Result<(), Problem> {
    if batch.document.is_open(id) {
        return Ok(());
    }
    Err(Problem::invalid(format!("The suggestion with ID {id} was not found.")))
}
