//! Tool calls: preparing, running, closing.

pub(crate) mod approval_cards;
pub(crate) mod questions;
pub(crate) mod read_result;

use std::sync::Arc;

use futures_util::future::join_all;
use kernel::{
    Asking, CallEntry, CallId, Code, DryRun, Entry, Failure, Kind, Label, MessageEntry, PersonId, Record,
    Reply, ReplyEntry, SharedFile, ToolCall, TurnId,
};
use serde_json::Value;

use crate::base::{unless, within};
use crate::call::JournalNotes;
use crate::call::argument_form::{as_edited, as_said, edits};
use crate::call::countersign::{self, Gate};
use crate::call::dry_run;
use crate::call::finish::{self, Finished};
use crate::call::prepare::{self, Edited, Halt, JudgeInput, Surroundings};
use crate::call::{SAME_AGAIN, goes_in_circles};
use crate::guard::SimilarApproval;
use crate::thread::Closing;
use crate::thread::{CardProgress, Turn, files_taken_out, withdrawn_messages};
use crate::view::speech;
use crate::view::tool_title;
use crate::worker::authorization::disclosure_check::{finds_nothing, finds_something, found_in};
use crate::worker::authorization::evidence::{Evidence, completed};
use crate::worker::prepare_calls::approval_cards::Asked;
use crate::worker::run_calls::undo_window::UndoWindow;
use crate::worker::{StepContext, Trouble};

/// How far a call came.
pub(crate) enum Prepared {
    /// It was answered, and that is written down.
    Answered,
    /// It must be countersigned.
    Asked(Box<Asked>),
    /// The person was asked something, and that is written down.
    AwaitsAnswer,
    /// Nothing came of it yet.
    BrokenOff,
    /// The person must sign in first.
    NeedsConsent(Lacking),
}

/// A call that cannot go on until its person has signed in.
pub(crate) struct Lacking {
    pub(crate) call: CallId,
    pub(crate) person: PersonId,
    pub(crate) needs: Vec<Vec<String>>,
    pub(crate) why: String,
}

/// Takes the calls of a reply up to the gate, and answers those that need no run.
pub(crate) struct PrepareCalls<'a> {
    pub(crate) ctx: &'a StepContext<'a>,
}

impl PrepareCalls<'_> {
    /// Prepares all calls of a reply side by side, and runs those that need no question. Each is brought to its end
    /// even if another one fails.
    pub(crate) async fn prepare(&self, fresh: &[CallId]) -> Result<(), Trouble> {
        let Some(turn) = &self.ctx.progress.turn else { return Ok(()) };
        let evidence = self.ctx.authorization().evidence(turn);
        let calls = newest_calls(self.ctx, turn.id);
        let wanted = fresh.iter().enumerate().map(|(place, id)| {
            let call = calls.iter().find(|call| call.id == *id).cloned();
            let evidence = &evidence;
            async move {
                match call {
                    Some(call) if place >= self.ctx.engine.limits.calls_at_once => {
                        self.ctx.run_calls().answer(turn.id, &call.id, too_many(&self.own_name(&call))).await
                    }
                    Some(call) => self.begin(call, evidence).await,
                    None => self.ctx.run_calls().answer(turn.id, id, deleted()).await,
                }
            }
        });
        let mut halted = Vec::new();
        let mut asked = Vec::new();
        let mut trouble = None;
        for prepared in self.ctx.replies().in_sight(turn, join_all(wanted)).await? {
            match prepared {
                Ok(Prepared::NeedsConsent(lacking)) => halted.push(lacking),
                Ok(Prepared::Asked(question)) => asked.push(*question),
                Ok(Prepared::Answered | Prepared::AwaitsAnswer | Prepared::BrokenOff) => {}
                Err(error) => trouble = Some(error),
            }
        }
        // Nobody is asked about what is no longer wanted.
        if self.ctx.is_wanted() {
            self.ask_all(asked, turn.id).await?;
        }
        if let Some(error) = trouble {
            return Err(error);
        }
        let entries = self.ctx.consents().sign_in_for(halted, turn.id, self.ctx.journal);
        if entries.is_empty() { Ok(()) } else { Ok(self.ctx.append(entries).await?) }
    }

    /// What the engine answers itself is answered; anything else takes the road of a call, before people's eyes.
    async fn begin(&self, call: ToolCall, evidence: &Evidence<'_>) -> Result<Prepared, Trouble> {
        let turn = evidence.turn;
        if goes_in_circles(&call, turn.id, self.ctx.journal, &self.ctx.engine.tools.toolbox().now()) {
            let failure = Failure::model(Code::Denied, SAME_AGAIN);
            let refused = finish::refused(&self.own_name(&call), failure).by("repeats");
            return self.ctx.run_calls().answer(turn.id, &call.id, refused).await;
        }
        if self.asks_a_person(&call) {
            return self.ask_person(&call, turn).await;
        }
        if self.reads_on(&call) {
            return self.read_on(&call, turn).await;
        }
        if let Some(tool) = self.ctx.authorization().mentioned(&call) {
            self.ctx.live_draft.progress_feed.begin_task(&call.id.0, tool_title::title(tool.definition()));
        }
        self.prepare_one(call, evidence).await
    }

    async fn prepare_one(&self, call: ToolCall, evidence: &Evidence<'_>) -> Result<Prepared, Trouble> {
        let turn = evidence.turn;
        let (id, name, asked) = (call.id.clone(), self.own_name(&call), call.clone());
        let weighing = Box::pin(self.up_to_the_gate(call, evidence));
        let Some(weighed) = unless(self.ctx.no_longer_wanted(), weighing).await else {
            return Ok(Prepared::BrokenOff);
        };
        match weighed {
            Ok(Gate::Go(approved, hold)) => {
                match self.ctx.run_calls().think_again(&approved, hold).await? {
                    UndoWindow::GoOn => {}
                    UndoWindow::BrokenOff => return Ok(Prepared::BrokenOff),
                    UndoWindow::NoLonger(failure) => {
                        return self
                            .ctx
                            .run_calls()
                            .answer(turn.id, &id, finish::refused(&name, failure))
                            .await;
                    }
                }
                if approved.tool.definition().kind != Kind::Read {
                    let (planned, waiver) = (approved.planned.clone(), approved.waiver.clone());
                    let patterns = completed(&approved, evidence, self.ctx);
                    self.ctx
                        .append(vec![Entry::Call(CallEntry::Running {
                            turn: turn.id,
                            planned,
                            waiver,
                            patterns,
                        })])
                        .await?;
                }
                let (definition, planned) = (approved.tool.definition().clone(), approved.planned.clone());
                let waiver = approved.waiver.clone();
                let shows =
                    definition.kind != Kind::Read && finds_something(&approved, &asked.args, self.ctx);
                let ran = self.ctx.run_calls().run(*approved).await;
                if let Some(why) = ran.lacks_consent().filter(|_| definition.kind == Kind::Read) {
                    return Ok(needs_consent(id, turn, self.needs(asked), why));
                }
                let reduced = finish::reduce(ran, &self.ctx.run_calls().reduction(&asked.args));
                let mut ended = finish::label(reduced).by(waiver.name());
                if shows || (definition.kind == Kind::Read && finds_nothing(&planned.account, &ended)) {
                    ended.label = found_in(&planned.account, ended.label);
                }
                self.ctx.run_calls().answer_run(turn.id, &planned, ended).await
            }
            Ok(Gate::Ask(question)) => {
                Ok(Prepared::Asked(Box::new(self.question(*question, evidence).await)))
            }
            Err(halt) => self.ctx.run_calls().halted(halt, asked, turn).await,
        }
    }

    /// The tool's own name, however the model called it.
    pub(crate) fn own_name(&self, call: &ToolCall) -> String {
        let tool = self.ctx.engine.tools.toolbox().now().meant(&mut call.clone());
        tool.map_or_else(|| call.tool.clone(), |tool| tool.definition().name.clone())
    }

    /// What must be granted for a call.
    pub(crate) fn needs(&self, mut call: ToolCall) -> Vec<Vec<String>> {
        let tool = self.ctx.engine.tools.toolbox().now().meant(&mut call);
        tool.and_then(|tool| tool.needs(&call.args).ok()).unwrap_or_default()
    }

    /// The stages in similar. Each takes what the one before it made.
    async fn up_to_the_gate(&self, call: ToolCall, evidence: &Evidence<'_>) -> Result<Gate, Halt> {
        let (ports, turn) = (&self.ctx.engine.ports, evidence.turn);
        let around = self.ctx.surroundings(&call.id, &turn.requester);
        let (tools, agent) = (&self.ctx.engine.tools, self.ctx.engine.tools.agent(&self.ctx.lane.thread));
        let named = prepare::resolve(call, &tools.toolbox().now(), tools.rules(), &agent)?;
        let usable = prepare::check_rules(named, tools.rules(), &agent)?;
        let valid = prepare::validate(usable, &tools.view(&agent))?;
        let planning = async {
            let allowed = prepare::permit(valid, &turn.requester, &*ports.directory).await?;
            let granted = prepare::check_scopes(allowed, &*ports.grants).await?;
            prepare::plan(granted, around).await
        };
        let deadline = ports.clock.now().plus(self.ctx.engine.limits.call);
        let late = || Failure::model(Code::Timeout, "It took too long to prepare.");
        let planned = within(planning, &*ports.clock, deadline).await.ok_or_else(late)??;
        prepare::check_kind(&planned, tools.rules(), &agent)?;
        self.ctx.check_readers(&planned.flow.sinks).await?;
        if dry_run::is_only_told(&planned) && self.rehearses(&turn.requester).await {
            return Err(Halt::OnlyTold(Box::new(dry_run::told(&planned))));
        }
        let now = ports.clock.now();
        let ordered = self.ctx.progress.cards.iter().any(|card| card.covers(&planned.exactly, now));
        let similar = if ordered { SimilarApproval::Stands } else { SimilarApproval::None };
        let (wish, (reason, objections)) = match planned.kind {
            // Nobody's wish makes a mere look freer, nor is it asked for.
            Kind::Read if planned.flow.sinks.is_empty() => (Asking::Always, (String::new(), Vec::new())),
            Kind::Read | Kind::Edit | Kind::Commit => (
                self.wish(&turn.requester).await,
                self.ctx.authorization().objections(&planned, evidence).await,
            ),
        };
        let (policy, context) = (self.ctx.engine.policy, &evidence.context);
        let deciders = self.ctx.authorization().deciders(&planned).await?;
        let changed = self.ctx.progress.cards.iter().any(|card| card.planned.call == planned.exactly.call);
        let edited = if changed { Edited::Yes } else { Edited::No };
        let hook = self.ctx.authorization().hook(planned.tool.definition());
        let ground =
            JudgeInput { policy, wish, hook, similar, context, reason, objections, deciders, edited };
        let judged = prepare::judge_planned(planned, &ground);
        Ok(countersign::gate(self.ctx.authorization().by_rule(judged, &ground).await))
    }

    /// Whether what would be changed for this person is only told. If nobody can tell, it is.
    pub(crate) async fn rehearses(&self, person: &PersonId) -> bool {
        let chosen = self.ctx.engine.ports.preferences.rehearses(person);
        self.ctx.engine.dry_run == DryRun::On
            || chosen.await.unwrap_or_else(|error| {
                tracing::warn!(%person, %error, "a preference cannot be read");
                DryRun::On
            }) == DryRun::On
    }

    /// When the person wants to be asked. If nobody can tell, they are.
    async fn wish(&self, person: &PersonId) -> Asking {
        self.ctx.engine.ports.preferences.asking(person).await.unwrap_or_else(|error| {
            tracing::warn!(%person, %error, "a preference cannot be read");
            Asking::Always
        })
    }

    /// Answers a call that will not run.
    pub(crate) async fn close(&self, call: &CallId, closing: &Closing) -> Result<(), Trouble> {
        let card = self.ctx.progress.card_of(call);
        let by_another = |card: &CardProgress| match closing {
            Closing::Denied { by, why: Some(_) } => *by != card.planned.requester,
            _ => false,
        };
        // What an approver writes is not what the requester says.
        let (words, label) = if card.is_some_and(by_another) {
            (speech::denied_by_approver(closing), Label::stranger("chat", "what an approver wrote"))
        } else {
            (speech::closing(closing), Label::trusted())
        };
        let (kept, undo, gate, tool) = (None, None, None, None);
        let ended = Finished { outcome: closing.outcome(), words, label, kept, undo, gate, tool };
        let turn = card.map(|card| card.turn);
        let Some(turn) = turn.or(self.ctx.progress.turn.as_ref().map(|turn| turn.id)) else { return Ok(()) };
        self.ctx.run_calls().record(call, turn, ended).await
    }
}

impl StepContext<'_> {
    pub(crate) fn surroundings(&self, call: &CallId, requester: &PersonId) -> Surroundings {
        let notes = JournalNotes {
            journal: Arc::clone(&self.engine.ports.journal),
            lane: self.lane.clone(),
            call: call.clone(),
        };
        Surroundings {
            thread: self.lane.thread.clone(),
            key: format!("{}/{call}", self.lane.thread),
            files: attached(self.journal, requester),
            stop: self.stop.clone(),
            notes: Arc::new(notes),
        }
    }
}

/// What this person has attached to their messages in the thread.
pub(crate) fn attached(journal: &[Record], requester: &PersonId) -> Arc<[SharedFile]> {
    let (withdrawn, taken_out) = (withdrawn_messages(journal), files_taken_out(journal));
    let files = journal.iter().filter_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Asked { message, from, files, .. })
            if from == requester && !withdrawn.contains(message) =>
        {
            Some(files.iter().filter(|file| !taken_out.contains(&(message, &file.id))))
        }
        _ => None,
    });
    files.flatten().cloned().collect()
}

/// The calls of the newest reply of this turn, with their arguments.
fn newest_calls(ctx: &StepContext<'_>, turn: TurnId) -> Vec<ToolCall> {
    let newest = ctx.journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Reply(ReplyEntry::Said { turn: of, reply, .. }) if *of == turn => Some(reply),
        _ => None,
    });
    let calls = newest
        .and_then(|reply| serde_json::from_str::<Reply>(reply.words()).ok())
        .map(|reply| reply.calls)
        .unwrap_or_default();
    let edits = edits(ctx.journal, &ctx.progress.cards);
    calls.into_iter().map(|call| as_edited(call, &edits)).collect()
}

/// What the model chose for a call, or a person changed it to.
pub(crate) fn arguments_of(call: &CallId, ctx: &StepContext<'_>) -> Value {
    let found = as_said(call, ctx.journal);
    let edits = edits(ctx.journal, &ctx.progress.cards);
    found.map(|found| as_edited(found, &edits).args).unwrap_or_default()
}

/// A grant that died since it was looked up is no error: the person signs in again, and the call goes on.
pub(crate) fn needs_consent(call: CallId, turn: &Turn, needs: Vec<Vec<String>>, why: String) -> Prepared {
    Prepared::NeedsConsent(Lacking { call, person: turn.requester.clone(), needs, why })
}

fn too_many(tool: &str) -> Finished {
    let failure = Failure::model(Code::RateLimited, "You asked for too many calls at once; ask again.");
    finish::refused(tool, failure)
}

fn deleted() -> Finished {
    let failure = Failure::model(Code::InputInvalid, "The arguments of this call have been deleted.");
    Finished { tool: None, ..finish::refused("call", failure) }
}
