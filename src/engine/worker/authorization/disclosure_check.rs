//! What a call shows of the account it works in: how a thing is called there, who it is from, what it says. Nobody else in
//! the thread is to hear of it, neither from a card nor from what the model says of it.

use kernel::{AccountId, Code, Entry, Label, MessageEntry, Outcome, PersonId, Readers};
use serde_json::Value;

use crate::call::countersign::Approved;
use crate::call::finish::Finished;
use crate::view::is_found;
use crate::worker::StepContext;

/// Whether a call that nobody was asked about shows such a thing. What cannot be told counts.
pub(crate) fn finds_something(approved: &Approved, arguments: &Value, ctx: &StepContext<'_>) -> bool {
    if approved.planned.account == AccountId::none() {
        return false;
    }
    let said = said_by(&approved.planned.requester, ctx);
    match (approved.tool.effect(&approved.plan), approved.tool.flow(&approved.plan)) {
        (Ok(effect), Ok(flow)) => is_found(&effect, &flow.targets, &said, arguments),
        _ => true,
    }
}

/// That there is nothing of the kind in an account, or how much, is something that was looked up there too. That it could
/// not be looked up is not.
pub(crate) fn finds_nothing(account: &AccountId, ended: &Finished) -> bool {
    let tells = match ended.outcome {
        Outcome::Done => true,
        Outcome::Failed(code) => matches!(
            code,
            Code::NotFound | Code::InputInvalid | Code::Conflict | Code::StaleWrite | Code::ExecutionFailed
        ),
        Outcome::Unknown => false,
    };
    tells && *account != AccountId::none() && ended.label.is_trusted()
}

/// The same where it was looked up to say what a call would do. That something is asked for in a wrong way is seen without
/// looking.
pub(crate) fn finds_nothing_to_plan(account: &AccountId, ended: &Finished) -> bool {
    ended.outcome != Outcome::Failed(Code::InputInvalid) && finds_nothing(account, ended)
}

/// The label of what is said of such a call: only the account itself could read it before.
pub(crate) fn found_in(account: &AccountId, label: Label) -> Label {
    label.join(&Label::trusted().read_by(Readers::only([account.0.as_str()])))
}

/// What this person wrote in the thread.
pub(crate) fn said_by<'a>(person: &PersonId, ctx: &StepContext<'a>) -> Vec<&'a str> {
    let said = ctx.journal.iter().filter_map(|record| match &record.entry {
        Entry::Message(
            MessageEntry::Asked { from, words, .. } | MessageEntry::Revised { from, words, .. },
        ) if from == person => Some(words.words()),
        _ => None,
    });
    said.collect()
}
