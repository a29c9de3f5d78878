//! Tool calls: preparing, running, closing.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use kernel::ports::{Approval, ChatError};
use kernel::{
    ApprovalId, Asking, Call, CallId, Code, ConsentId, Entry, Failure, Kind, Label, PersonId, PlannedCall,
    Reply, SharedFile, Standing, ToolCall, TurnId,
};
use uuid::Uuid;

use super::grouping::Asked;
use super::wording::Wording;
use super::{Moment, Trouble, Worker};
use crate::countersign::{self, Approved, Gate};
use crate::editing::{as_edited, edits};
use crate::finish::{self, Finished, Ran};
use crate::interrupt::{Race, race};
use crate::judge::Order;
use crate::next::Closing;
use crate::notes::JournalNotes;
use crate::policy::Autonomy;
use crate::prepare::{self, Edited, Ground, Halt, Refusal, Surroundings};
use crate::progress::{CardKind, CardProgress, Turn, withdrawn_messages};
use crate::{speech, tasks};

/// How far a call came.
pub(super) enum Prepared {
    /// It was answered, and that is written down.
    Answered,
    /// It must be countersigned, and that is written down.
    Asked(Asked),
    /// The person was asked something, and that is written down.
    AwaitsAnswer,
    /// The person must sign in first.
    NeedsConsent(Lacking),
}

/// A call that cannot go on until its person has signed in.
pub(super) struct Lacking {
    call: CallId,
    person: PersonId,
    needs: Vec<Vec<String>>,
    why: String,
}

impl Worker {
    /// Prepares all calls of a reply side by side, and runs those that need no question. Each is brought to its end
    /// even if another one fails.
    pub(super) async fn prepare(&self, fresh: &[CallId], moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some(turn) = &moment.progress.turn else { return Ok(()) };
        let wording = self.wording(turn, moment);
        let calls = newest_calls(moment, turn.id);
        let wanted = fresh.iter().enumerate().map(|(place, id)| {
            let call = calls.iter().find(|call| call.id == *id).cloned();
            let wording = &wording;
            async move {
                match call {
                    Some(call) if place >= self.desk.limits.calls_at_once => {
                        self.answer(turn.id, &call.id, too_many(&call)).await
                    }
                    Some(call) if self.asks_a_person(&call) => self.ask_person(&call, turn).await,
                    Some(call) => {
                        if let Some(tool) = self.mentioned(&call) {
                            self.sight.board.begin_task(&call.id.0, tasks::title(tool.definition()));
                        }
                        self.prepare_one(call, wording, moment).await
                    }
                    None => self.answer(turn.id, id, deleted()).await,
                }
            }
        });
        let mut halted = Vec::new();
        let mut asked = Vec::new();
        let mut trouble = None;
        for prepared in self.in_sight(turn, join_all(wanted)).await? {
            match prepared {
                Ok(Prepared::NeedsConsent(lacking)) => halted.push(lacking),
                Ok(Prepared::Asked(question)) => asked.push(question),
                Ok(Prepared::Answered | Prepared::AwaitsAnswer) => {}
                Err(error) => trouble = Some(error),
            }
        }
        if let Some(error) = trouble {
            return Err(error);
        }
        self.group(asked).await?;
        // One sign-in serves all calls of a reply.
        let consent = ConsentId(Uuid::new_v4().simple().to_string());
        let entries: Vec<Entry> = halted
            .into_iter()
            .map(|Lacking { call, person, needs, why }| Entry::AwaitsConsent {
                turn: turn.id,
                call,
                consent: consent.clone(),
                person,
                needs,
                why,
            })
            .collect();
        if entries.is_empty() { Ok(()) } else { Ok(self.append(entries).await?) }
    }

    async fn prepare_one(
        &self,
        call: ToolCall,
        wording: &Wording<'_>,
        moment: &Moment<'_>,
    ) -> Result<Prepared, Trouble> {
        let turn = wording.turn;
        let (id, name, asked) = (call.id.clone(), call.tool.clone(), call.clone());
        match self.up_to_the_gate(call, wording, moment).await {
            Ok(Gate::Go(approved)) => {
                if approved.tool.definition().kind != Kind::Read {
                    let (planned, waiver) = (approved.planned.clone(), approved.waiver.clone());
                    self.append(vec![Entry::Running { turn: turn.id, planned, waiver }]).await?;
                }
                let share = self.desk.limits.results / turn.calls.len().max(1);
                let (definition, planned) = (approved.tool.definition().clone(), approved.planned.clone());
                let waiver = approved.waiver.clone();
                let ran = self.run(*approved).await;
                if let Some(why) = ran.lacks_consent().filter(|_| definition.kind == Kind::Read) {
                    return Ok(needs_consent(id, turn, self.needs(asked), why));
                }
                let ended = finish::label(finish::reduce(ran, share)).by(waiver.name());
                self.answer_run(turn.id, &planned, ended).await
            }
            Ok(Gate::Ask(question)) => {
                let asked = self.question(*question, wording, moment).await?;
                if self.desk.policy.autonomy == Autonomy::Autonomous {
                    // The card stays for whoever comes; the turn goes on without it.
                    self.answer(turn.id, &id, nobody_there()).await?;
                }
                Ok(Prepared::Asked(asked))
            }
            Err(Halt::Failed(failure)) if failure.lacks_consent() => {
                Ok(needs_consent(id, turn, self.needs(asked), failure.words))
            }
            Err(Halt::Refused(Refusal { gate, failure })) => {
                let ended = finish::reduce(Ran::refused(&name, failure), self.desk.limits.results);
                self.answer(turn.id, &id, finish::label(ended).by(gate)).await
            }
            Err(Halt::Failed(failure)) => {
                let ended = finish::reduce(Ran::refused(&name, failure), self.desk.limits.results);
                self.answer(turn.id, &id, finish::label(ended)).await
            }
            Err(Halt::Consent { requester, needs, words }) => {
                tracing::info!(thread = %self.lane.thread, person = %requester.id, words, "a sign-in is needed");
                let person = requester.id.clone();
                Ok(Prepared::NeedsConsent(Lacking { call: id, person, needs, why: words }))
            }
        }
    }

    /// What must be granted for a call.
    fn needs(&self, mut call: ToolCall) -> Vec<Vec<String>> {
        let tool = self.desk.tools.toolbox().now().meant(&mut call);
        tool.and_then(|tool| tool.needs(&call.args).ok()).unwrap_or_default()
    }

    /// The stages in order. Each takes what the one before it made.
    async fn up_to_the_gate(
        &self,
        call: ToolCall,
        wording: &Wording<'_>,
        moment: &Moment<'_>,
    ) -> Result<Gate, Halt> {
        let (ports, turn) = (&self.desk.ports, wording.turn);
        let around = self.surroundings(&call.id, &turn.requester, moment);
        let (tools, agent) = (&self.desk.tools, self.desk.tools.agent(&self.lane.thread));
        let named = prepare::resolve(call, &tools.toolbox().now())?;
        let valid = prepare::validate(named, &tools.view(&agent))?;
        let usable = prepare::check_rules(valid, tools.rules(), &agent)?;
        let planning = async {
            let allowed = prepare::permit(usable, &turn.requester, &*ports.directory).await?;
            let granted = prepare::check_scopes(allowed, &*ports.grants).await?;
            prepare::plan(granted, around).await
        };
        let deadline = ports.clock.now().plus(self.desk.limits.call);
        let planned = match race(planning, &moment.stop, &*ports.clock, deadline).await {
            Race::Finished(planned) => planned?,
            Race::Stopped => return Err(Failure::model(Code::Cancelled, "The person said stop.").into()),
            Race::Late => return Err(Failure::model(Code::Timeout, "It took too long to prepare.").into()),
        };
        self.check_readers(&planned.flow.sinks).await?;
        let now = ports.clock.now();
        let ordered = moment.progress.cards.iter().any(|card| card.covers(&planned.exactly, now));
        let order = if ordered { Order::Stands } else { Order::None };
        let (wish, objections) = match planned.kind {
            // Nobody's wish makes a mere look freer, nor is it asked for.
            Kind::Read if planned.flow.sinks.is_empty() => (Asking::Always, Vec::new()),
            Kind::Read | Kind::Edit | Kind::Commit => {
                (self.wish(&turn.requester).await, self.objections(&planned, wording, moment).await)
            }
        };
        let (policy, context) = (self.desk.policy, &wording.context);
        let deciders = self.deciders(&planned).await?;
        let changed = moment.progress.cards.iter().any(|card| card.planned.call == planned.exactly.call);
        let edited = if changed { Edited::Yes } else { Edited::No };
        let hook = self.hook(planned.tool.definition());
        let ground = Ground { policy, wish, hook, order, context, objections, deciders, edited };
        let judged = prepare::judge_planned(planned, &ground);
        Ok(countersign::gate(self.by_rule(judged, &ground).await))
    }

    /// When the person wants to be asked. If nobody can tell, they are.
    async fn wish(&self, person: &PersonId) -> Asking {
        self.desk.ports.preferences.asking(person).await.unwrap_or_else(|error| {
            tracing::warn!(%person, %error, "a preference cannot be read");
            Asking::Always
        })
    }

    /// Runs what was countersigned: intent first, then the call, then its outcome.
    pub(super) async fn run_approved(&self, id: &ApprovalId, moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some(card) = moment.progress.card(id) else { return Ok(()) };
        match card.kind {
            CardKind::Undo => return self.undo(card, moment).await,
            CardKind::Sharing => return self.share(card, moment).await,
            CardKind::Question | CardKind::Inquiry => {}
        }
        let (planned, turn) = (card.planned.clone(), card.turn);
        let ended = match self.approved(id, &planned, moment).await? {
            Ok(approved) => {
                let waiver = approved.waiver.clone();
                self.append(vec![Entry::Running { turn, planned: planned.clone(), waiver }]).await?;
                self.run(approved).await
            }
            Err(failure) => Ran::refused(&planned.tool, failure),
        };
        self.outcome(&planned.call, turn, ended, moment).await
    }

    /// Runs what was let through. A read can be broken off; of anything else its person hears that it goes on.
    pub(super) async fn run(&self, approved: Approved) -> Ran {
        let (clock, limits) = (&*self.desk.ports.clock, &self.desk.limits);
        let definition = approved.tool.definition();
        if definition.kind == Kind::Read {
            return finish::run(approved, clock, limits).await;
        }
        let what = approved.tool.effect(&approved.plan);
        let what = what.map_or_else(|_| tasks::title(definition), |effect| effect.sentence);
        let person = approved.planned.requester.clone();
        self.in_earshot(&person, &what, finish::run(approved, clock, limits)).await
    }

    /// Answers a call that will not run.
    pub(super) async fn close(
        &self,
        call: &CallId,
        closing: &Closing,
        moment: &Moment<'_>,
    ) -> Result<(), Trouble> {
        let card = moment.progress.card_of(call);
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
        let ended = Finished { outcome: closing.outcome(), words, label, undo: None, gate: None };
        let turn = card.map(|card| card.turn);
        let Some(turn) = turn.or(moment.progress.turn.as_ref().map(|turn| turn.id)) else { return Ok(()) };
        self.record(call, turn, ended, moment).await
    }

    /// How long ago it was countersigned.
    pub(super) fn decided_ago(&self, id: &ApprovalId, moment: &Moment<'_>) -> Duration {
        let decided = moment.progress.card(id).and_then(|card| card.decided).unwrap_or_default();
        self.desk.ports.clock.now().since(decided)
    }

    /// The claimed approval, turned into the right to run; or why not.
    pub(super) async fn approved(
        &self,
        id: &ApprovalId,
        planned: &PlannedCall,
        moment: &Moment<'_>,
    ) -> Result<Result<Approved, Failure>, Trouble> {
        let approval: Option<Approval> = self.desk.ports.approvals.approval(id).await?;
        let Some(approval) = approval else {
            return Ok(Err(Failure::person(Code::Denied, "The approval is not known. Ask for it again.")));
        };
        let Some(tool) = self.desk.tools.toolbox().get(&planned.tool) else {
            return Ok(Err(Failure::person(Code::NotAvailable, "The tool is no longer there.")));
        };
        if let Err(failure) = self.still_allowed(&*tool) {
            return Ok(Err(failure));
        }
        let context = match self.call(planned, moment).await? {
            Ok(context) => context,
            Err(failure) => return Ok(Err(failure)),
        };
        if let Err(failure) = self.still_signed(planned, &approval).await? {
            return Ok(Err(failure));
        }
        let ago = self.decided_ago(id, moment);
        let approved = match countersign::claim(tool, planned.clone(), &approval, context, ago) {
            Ok(approved) => approved,
            Err(failure) => return Ok(Err(failure)),
        };
        // Others may read there since it was asked for.
        let checked = match approved.tool.flow(&approved.plan) {
            Ok(flow) => self.check_readers(&flow.sinks).await,
            Err(failure) => Err(failure),
        };
        Ok(checked.map(|()| approved))
    }

    /// Who and which account a planned call works for. Looked up anew: a person may have left and a grant may have
    /// been taken back since.
    pub(super) async fn call(
        &self,
        planned: &PlannedCall,
        moment: &Moment<'_>,
    ) -> Result<Result<Call, Failure>, Trouble> {
        let looked_up = self.desk.ports.directory.person(&planned.requester).await;
        let requester = match looked_up {
            Ok(person) if person.standing == Standing::Member => person,
            Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            Ok(_) | Err(ChatError::Refused(_)) => {
                let words = "The person who asked is no longer a member of this workspace.";
                return Ok(Err(Failure::person(Code::Denied, words)));
            }
        };
        let Surroundings { thread, key, files, stop, notes } =
            self.surroundings(&planned.call, &planned.requester, moment);
        Ok(Ok(Call { requester, account: planned.account.clone(), thread, key, files, stop, notes }))
    }

    fn surroundings(&self, call: &CallId, requester: &PersonId, moment: &Moment<'_>) -> Surroundings {
        let notes = JournalNotes {
            journal: Arc::clone(&self.desk.ports.journal),
            lane: self.lane.clone(),
            call: call.clone(),
        };
        Surroundings {
            thread: self.lane.thread.clone(),
            key: format!("{}/{call}", self.lane.thread),
            files: attached(moment, requester),
            stop: moment.stop.clone(),
            notes: Arc::new(notes),
        }
    }
}

/// What this person has attached to their messages in the thread.
pub(super) fn attached(moment: &Moment<'_>, requester: &PersonId) -> Arc<[SharedFile]> {
    let withdrawn = withdrawn_messages(moment.journal);
    let files = moment.journal.iter().filter_map(|record| match &record.entry {
        Entry::Asked { message, from, files, .. } if from == requester && !withdrawn.contains(message) => {
            Some(files)
        }
        _ => None,
    });
    files.flatten().cloned().collect()
}

/// The calls of the newest reply of this turn, with their arguments.
fn newest_calls(moment: &Moment<'_>, turn: TurnId) -> Vec<ToolCall> {
    let newest = moment.journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Said { turn: of, reply, .. } if *of == turn => Some(reply),
        _ => None,
    });
    let calls = newest
        .and_then(|reply| serde_json::from_str::<Reply>(reply.words()).ok())
        .map(|reply| reply.calls)
        .unwrap_or_default();
    let edits = edits(moment.journal, &moment.progress.cards);
    calls.into_iter().map(|call| as_edited(call, &edits)).collect()
}

/// A grant that died since it was looked up is no error: the person signs in again, and the call goes on.
fn needs_consent(call: CallId, turn: &Turn, needs: Vec<Vec<String>>, why: String) -> Prepared {
    Prepared::NeedsConsent(Lacking { call, person: turn.requester.clone(), needs, why })
}

/// A question to nobody is a no.
fn nobody_there() -> Finished {
    let words = "Nobody is there to approve this, so it was not done. It is kept on a card for whoever asked to decide later. \
                 Go on without it, and do not ask for it again.";
    let failure = Failure::model(Code::ConfirmationRequired, words);
    finish::label(finish::reduce(Ran::refused("call", failure), usize::MAX))
}

fn too_many(call: &ToolCall) -> Finished {
    let failure = Failure::model(Code::RateLimited, "You asked for too many calls at once; ask again.");
    finish::label(finish::reduce(Ran::refused(&call.tool, failure), usize::MAX))
}

fn deleted() -> Finished {
    let failure = Failure::model(Code::InputInvalid, "The arguments of this call have been deleted.");
    finish::label(finish::reduce(Ran::refused("call", failure), usize::MAX))
}
