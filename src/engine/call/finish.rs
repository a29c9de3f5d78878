//! The road of a call from the gate to the model: run, reduce, label.

use kernel::ports::Clock;
use kernel::{
    Alarm, AnyTool, Body, Call, Code, Done, Failure, KeptAnswer, Kind, Label, Labeled, Outcome, Probe, Stop,
    Undo,
};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

use crate::base::Limits;
use crate::base::{Race, race, within};
use crate::call::answers::{KEPT, beginning, noted};
use crate::call::countersign::Approved;
use crate::call::reducers::{Given, Reducers};
use crate::guard::{Scan, scan};
use crate::guard::{steady_fence, trim};
use crate::tools::Inventory;

/// No call may take longer, whatever its tool says. What does belongs into the background.
const LONGEST_CALL: Duration = Duration::from_mins(5);
/// Characters of what a failure quotes: no more than an even part of the budget of the most calls there can be.
const LONGEST_QUOTE: usize = 8_000;

/// How a call ended, as its tool said it.
pub(crate) struct Ran {
    tool: String,
    ended: Result<Done, Failure>,
    unknown: bool,
}

/// The same, with what a model is shown of it.
pub(crate) struct Reduced {
    ran: Ran,
    /// Nothing of a failure is kept beyond what is told.
    kept: Option<KeptAnswer>,
}

/// How a call ended, as it goes into the journal and to the model.
pub(crate) struct Finished {
    pub(crate) outcome: Outcome,
    pub(crate) words: Body,
    pub(crate) label: Label,
    /// Where the words are the whole answer, and how much of it is shown.
    pub(crate) kept: Option<Box<KeptAnswer>>,
    /// The way back.
    pub(crate) undo: Option<Undo>,
    /// What let it through or refused it.
    pub(crate) gate: Option<String>,
    /// By its own name, however the model called it.
    pub(crate) tool: Option<String>,
}

impl Finished {
    pub(crate) fn by(self, gate: impl Into<String>) -> Self {
        Self { gate: Some(gate.into()), ..self }
    }
}

/// Runs it. A read is broken off by "stop" and by its deadline; a write is brought to its end, and past its deadline
/// it is found out what happened. Either way whatever the tool has begun elsewhere is told to stop.
pub(crate) async fn run(approved: Approved, clock: &dyn Clock, limits: &Limits) -> Ran {
    let Approved { tool, plan, permit, call, .. } = approved;
    let definition = tool.definition();
    let name = definition.name.clone();
    let patience = tool.patience(&plan).unwrap_or(limits.call).min(LONGEST_CALL);
    let deadline = clock.now().plus(patience);
    let over = Over(call.stop.below());
    let asking = call.clone();
    let call = Call { stop: over.0.clone(), ..call };
    if definition.kind == Kind::Read {
        let work = tool.run(plan, permit, &call);
        let ended = match race(work, &call.stop, clock, deadline).await {
            Race::Finished(ended) => ended,
            Race::Stopped => Err(Failure::model(Code::Cancelled, "The person said stop.")),
            Race::Late => Err(Failure::model(Code::Timeout, format!("{name} took too long. Ask for less."))),
        };
        return Ran { tool: name, ended, unknown: false };
    }
    match within(tool.run(plan.clone(), permit, &call), clock, deadline).await {
        // The tool itself cannot tell whether its last request was carried out.
        Some(Err(Failure { code: Code::Timeout, .. })) | None => {
            drop(over);
            let found = find_out(&*tool, &plan, &asking, clock, limits).await;
            Ran::after_the_deadline(name, found)
        }
        Some(ended) => Ran { tool: name, ended, unknown: false },
    }
}

/// Pulled when a call has ended, in whichever way.
struct Over(Stop);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.pull();
    }
}

/// Asks the tool what happened, and does not wait for ever.
pub(crate) async fn find_out(
    tool: &dyn AnyTool,
    plan: &Value,
    call: &Call,
    clock: &dyn Clock,
    limits: &Limits,
) -> Probe {
    let deadline = clock.now().plus(limits.call);
    let late = || Probe::Unknown("It could not be found out in time whether it was done.".to_owned());
    within(tool.probe(plan, call), clock, deadline).await.unwrap_or_else(late)
}

impl Ran {
    /// Why it would work only if the person signed in again.
    pub(crate) fn lacks_consent(&self) -> Option<String> {
        let failure = self.ended.as_ref().err()?;
        failure.lacks_consent().then(|| failure.words.clone())
    }

    /// What was under way when its time ended may still arrive: "not yet" is no "not".
    fn after_the_deadline(tool: String, found: Probe) -> Self {
        match found {
            Probe::Happened(done) => Self { tool, ended: Ok(*done), unknown: false },
            Probe::Unknown(words) => Self::unknown(tool, words),
            Probe::DidNot => Self::unknown(
                tool,
                "It took too long. When last looked it had not been done, but it may still happen. Look before asking \
                 again."
                    .to_owned(),
            ),
        }
    }

    /// It did not get as far as running.
    pub(crate) fn refused(tool: &str, failure: Failure) -> Self {
        Self { tool: tool.to_owned(), ended: Err(failure), unknown: false }
    }

    pub(crate) fn happened(tool: &str, done: Done) -> Self {
        Self { tool: tool.to_owned(), ended: Ok(done), unknown: false }
    }

    pub(crate) fn unknown(tool: String, words: String) -> Self {
        Self { tool, ended: Err(Failure::person(Code::ExecutionFailed, words)), unknown: true }
    }
}

/// What an answer is reduced by.
pub(crate) struct Reduction<'a> {
    pub(crate) reducers: &'a Reducers,
    /// As the model chose them.
    pub(crate) arguments: &'a Value,
    /// The number of the turn.
    pub(crate) turn: u64,
    /// Characters that all answers to the reply share.
    pub(crate) budget: usize,
    pub(crate) toolbox: Arc<Inventory>,
}

/// Reduces the answer, before anything is put around it. Nothing is lost by that: it is kept as it came.
pub(crate) fn reduce(mut ran: Ran, by: &Reduction<'_>) -> Reduced {
    let Ok(done) = &mut ran.ended else { return Reduced { ran, kept: None } };
    let total = done.answer.value.chars().count();
    if total > KEPT {
        done.answer.value.truncate(beginning(&done.answer.value, KEPT).len());
    }
    let most = by.toolbox.get(&ran.tool).and_then(|tool| tool.definition().longest_answer);
    let given = Given { words: &done.answer.value, arguments: by.arguments, turn: by.turn };
    let kept = KeptAnswer {
        source: ran.tool.clone(),
        budget: by.budget,
        most: most.unwrap_or(by.budget).min(by.budget),
        total,
        kept: total.min(KEPT),
        reduced: by.reducers.reduce(&ran.tool, &given).map(Body::new),
        noticed: Vec::new(),
        part: None,
    };
    Reduced { ran, kept: Some(kept) }
}

/// A call that did not get as far as running.
pub(crate) fn refused(tool: &str, failure: Failure) -> Finished {
    label(Reduced { ran: Ran::refused(tool, failure), kept: None })
}

/// Says where an answer came from and what is to be noticed in it, and fences what a failure quotes of a stranger's.
pub(crate) fn label(Reduced { ran: Ran { tool, ended, unknown }, kept }: Reduced) -> Finished {
    match ended {
        Ok(Done { answer: Labeled { value, mut label }, undo }) => {
            let mut kept = kept;
            if label.has_a_strangers_words() {
                let noticed = notice(&value, &mut label);
                if let Some(kept) = &mut kept {
                    kept.noticed = noticed;
                }
            }
            let (words, kept) = (Body::new(value), kept.map(Box::new));
            Finished { outcome: Outcome::Done, words, label, kept, undo, gate: None, tool: Some(tool) }
        }
        Err(failure) => {
            let (name, outcome) = if unknown {
                ("unknown", Outcome::Unknown)
            } else {
                (failure.code.name(), Outcome::Failed(failure.code))
            };
            let mut words = format!("{name}: {}", failure.words);
            // A complaint can quote a stranger as well as an answer can: it takes the same road.
            let label = match failure.quote {
                Some(quote) => {
                    let mut label = Label::stranger(&tool, "an error message");
                    words = format!("{words}\n{}", quoted(trim(quote, LONGEST_QUOTE), &tool, &mut label));
                    label
                }
                None => Label::trusted(),
            };
            let words = Body::new(words);
            Finished { outcome, words, label, kept: None, undo: None, gate: None, tool: Some(tool) }
        }
    }
}

/// What is noticed in a stranger's words is put on their label; the loud is told the model too.
fn notice(words: &str, label: &mut Label) -> Vec<String> {
    let Scan { level, found } = scan(words);
    label.alarm = label.alarm.max(level);
    match level {
        Alarm::Quiet | Alarm::Odd => Vec::new(),
        Alarm::Loud => found.into_iter().map(str::to_owned).collect(),
    }
}

/// What a failure quotes, as the model gets it.
fn quoted(quote: String, tool: &str, label: &mut Label) -> String {
    let noticed = notice(&quote, label);
    noted(steady_fence(&Body::new(quote), tool), &noticed)
}

#[cfg(test)]
mod tests;
