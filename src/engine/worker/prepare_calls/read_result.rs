//! Reading on in an answer that was too long to be shown whole.

use kernel::{
    Body, CallEntry, Code, Entry, Failure, KeptAnswer, Label, Outcome, PartOf, Record, ToolCall, TurnId,
};

use crate::call::answers::beginning;
use crate::call::finish::{self, Finished};
use crate::thread::Turn;
use crate::tools::reading;
use crate::worker::prepare_calls::Prepared;
use crate::worker::{PrepareCalls, StepContext, Trouble};

/// An answer as it stands in the journal.
struct Found<'a> {
    turn: TurnId,
    words: &'a Body,
    label: &'a Label,
    kept: Option<&'a KeptAnswer>,
}

impl PrepareCalls<'_> {
    pub(crate) fn reads_on(&self, call: &ToolCall) -> bool {
        let tool = self.ctx.engine.tools.toolbox().now().meant(&mut call.clone());
        tool.is_some_and(|tool| tool.definition().name == reading::NAME)
    }

    /// It touches no account, so it needs none.
    pub(crate) async fn read_on(&self, call: &ToolCall, turn: &Turn) -> Result<Prepared, Trouble> {
        let read = reading::wanted(&call.args).and_then(|wanted| {
            rest_of(&wanted, turn, self.ctx, self.ctx.engine.results(&self.ctx.lane.thread))
        });
        let ended = read.unwrap_or_else(|failure| finish::refused(reading::NAME, failure));
        self.ctx.run_calls().answer(turn.id, &call.id, ended).await
    }
}

/// The part of an earlier answer that was asked for, labelled like the whole. What was looked up for somebody else stays
/// with them: for everybody else it is not there.
fn rest_of(
    wanted: &reading::Args,
    turn: &Turn,
    ctx: &StepContext<'_>,
    budget: usize,
) -> Result<Finished, Failure> {
    let record = ctx.journal.iter().find(|record| record.number == wanted.id);
    let found = record.and_then(|record| found(record, ctx)).filter(|found| {
        let turns = ctx.progress.past.iter().chain(&ctx.progress.turn);
        turns.into_iter().any(|of| of.id == found.turn && of.requester == turn.requester && !of.withdrawn)
    });
    let Some(Found { words, label, kept, .. }) = found else {
        let words = format!(
            "There is no answer {} of yours in this thread. Ask for it anew with its tool.",
            wanted.id
        );
        return Err(Failure::model(Code::NotFound, words));
    };
    let Some(text) = &words.words else {
        let words = "The words of this answer have been deleted. Ask for it anew with its tool.";
        return Err(Failure::model(Code::NotFound, words));
    };
    let (has, base) = (text.chars().count(), kept.and_then(|kept| kept.part).map_or(0, |part| part.from));
    let (total, available) = kept.map_or((has, has), |kept| (kept.total, kept.kept));
    let Some(from) = wanted.from.checked_sub(base).filter(|from| *from < has) else {
        let words = format!("This answer is there from {base} up to {} characters.", base + has);
        return Err(Failure::model(Code::InputInvalid, words));
    };
    let skipped = beginning(text, from).len();
    let rest = beginning(text.get(skipped..).unwrap_or_default(), budget);
    let kept = KeptAnswer {
        source: kept.map_or_else(|| reading::NAME.to_owned(), |kept| kept.source.clone()),
        budget,
        most: budget,
        total,
        kept: available,
        reduced: None,
        noticed: kept.map(|kept| kept.noticed.clone()).unwrap_or_default(),
        part: Some(PartOf { record: wanted.id, from: wanted.from }),
    };
    let (words, kept, label) = (Body::new(rest), Some(Box::new(kept)), label.clone());
    let tool = Some(reading::NAME.to_owned());
    Ok(Finished { outcome: Outcome::Done, words, label, kept, undo: None, gate: None, tool })
}

fn found<'a>(record: &'a Record, ctx: &StepContext<'_>) -> Option<Found<'a>> {
    match &record.entry {
        Entry::Call(CallEntry::Answered { turn, words, label, kept, .. }) => {
            Some(Found { turn: *turn, words, label, kept: kept.as_deref() })
        }
        Entry::Call(CallEntry::Resolved { approval, words, label, kept, .. }) => {
            let turn = ctx.progress.card(approval)?.turn;
            Some(Found { turn, words, label, kept: kept.as_deref() })
        }
        _ => None,
    }
}
