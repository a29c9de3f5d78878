//! Changing a call. While its form is still open it is planned as it will be, and what stands against that is said at the
//! line it is about: nothing of that is written down.

use std::sync::Arc;
use std::time::Duration;

use kernel::ports::{ApprovalState, Proof, Response, Settlement, Soon, StoreError, Wrong};
use kernel::{
    ApprovalId, Body, Code, Definition, Delivery, Failure, FilledIn, Inbound, InboundId, Notes, PersonId,
    Purpose, Stop, ToolCall, View,
};
use serde_json::Value;

use crate::base::within;
use crate::call::prepare::{Halt, Refusal, Surroundings};
use crate::call::{argument_form, prepare};
use crate::inbound::InboundHandler;
use crate::inbound::card_presses::{Known, Pressing};
use crate::inbound::context::EditForms;
use crate::thread::{CardKind, CardState};
use crate::view::{forms, speech};
use crate::worker::attached;

/// Whoever sent the form waits, and so does the chat: no longer than this.
const PATIENCE: Duration = Duration::from_secs(2);

impl Proof for InboundHandler {
    fn wrong<'a>(&'a self, delivery: &'a Delivery) -> Soon<'a, Wrong> {
        Box::pin(async move {
            let reader = self.readers.iter().find(|reader| reader.from() == delivery.from);
            let Some(Inbound::Filled { by, purpose: Purpose::Edits(approval), answers }) =
                reader.and_then(|reader| reader.read(&delivery.raw.read()?))
            else {
                return Wrong::new();
            };
            let clock = &self.ctx.engine.ports.clock;
            let forms = self.ctx.edit_forms();
            let looking = forms.wrong_in_edit(&by, &approval, &answers);
            // What takes longer is found out when the call is planned; the card then comes again as it was.
            within(looking, &**clock, clock.now().plus(PATIENCE)).await.unwrap_or_default()
        })
    }
}

impl EditForms<'_> {
    pub(crate) async fn open_edit(
        &self,
        id: InboundId,
        approval: &ApprovalId,
        pressing: &Pressing,
    ) -> Result<(), StoreError> {
        let Some(known) = self.ctx.known(approval).await? else {
            return self.ctx.presses().unknown(id, &pressing.by, CardKind::Question).await;
        };
        self.ctx.settle(id, Settlement::Ignored).await;
        match self.editable(&known) {
            Ok((tool, args)) => {
                let left_out = argument_form::left_out(&tool, &args);
                let form = forms::edit(approval, argument_form::lines(&tool, &args), &left_out);
                self.ctx.presses().open_for(&known, pressing, form).await;
            }
            Err(failure) => {
                self.ctx.whisper(&known.row.thread, &pressing.by, View::plain(failure.words)).await;
            }
        }
        Ok(())
    }

    pub(crate) async fn edited(
        &self,
        id: InboundId,
        approval: &ApprovalId,
        by: &PersonId,
        filled: &FilledIn,
    ) -> Result<(), StoreError> {
        let Some(known) = self.ctx.known(approval).await? else {
            return self.ctx.presses().unknown(id, by, CardKind::Question).await;
        };
        match self.editable(&known) {
            Ok((tool, args)) => match argument_form::changed(&tool, &args, filled) {
                Ok(changed) => {
                    let arguments = Body::new(changed.to_string());
                    self.ctx.presses().respond(id, approval, by, Response::Edit(arguments)).await?;
                    self.check_not_left(approval, by).await
                }
                // What is wrong was said at the form if there was time; the card is as it was.
                Err(wrong) => {
                    let words: Vec<String> = wrong.into_values().collect();
                    self.ctx.whisper(&known.row.thread, by, View::plain(words.join("\n"))).await;
                    self.ctx.ignore(id).await
                }
            },
            Err(failure) => {
                self.ctx.whisper(&known.row.thread, by, View::plain(failure.words)).await;
                self.ctx.ignore(id).await
            }
        }
    }

    /// The turn may have ended while the change came in: then no card comes of it, and its person is told.
    async fn check_not_left(&self, approval: &ApprovalId, by: &PersonId) -> Result<(), StoreError> {
        let Some(known) = self.ctx.known(approval).await? else { return Ok(()) };
        if known.card.closed && matches!(known.card.state, CardState::Changed { .. }) {
            self.ctx.whisper(&known.row.thread, by, View::plain(speech::CHANGED_TOO_LATE)).await;
        }
        Ok(())
    }

    /// The tool and the arguments of a call that can be changed.
    fn editable(&self, known: &Known) -> Result<(Definition, Value), Failure> {
        let card = &known.card;
        let refuse = |words: &str| Failure::person(Code::NotAvailable, words);
        if card.closed {
            return Err(refuse(
                "The conversation has gone on since. Deny this, and ask for it again as you want it.",
            ));
        }
        let tool = self.ctx.engine.tools.toolbox().get(&card.planned.tool);
        let tool = tool.ok_or_else(|| refuse("The tool is no longer there."))?.definition().clone();
        let args = argument_form::arguments(&known.journal, card)
            .ok_or_else(|| refuse("What was asked for has been deleted. Ask for it again."))?;
        if argument_form::lines(&tool, &args).is_empty() {
            return Err(refuse("Nothing in this can be written. Deny it, and say what you want instead."));
        }
        Ok((tool, args))
    }

    async fn wrong_in_edit(&self, by: &PersonId, approval: &ApprovalId, filled: &FilledIn) -> Wrong {
        let Ok(Some(known)) = self.ctx.known(approval).await else { return Wrong::new() };
        // Whoever comes too late, or has no say in it, is told so in the thread.
        if known.row.requester != *by || known.row.state != ApprovalState::Pending {
            return Wrong::new();
        }
        let Ok((tool, before)) = self.editable(&known) else { return Wrong::new() };
        let failure = match argument_form::changed(&tool, &before, filled) {
            Err(wrong) => return wrong,
            Ok(args) => self.unplannable(&known, &tool, args).await,
        };
        let Some(Failure { words, quote, .. }) = failure else { return Wrong::new() };
        // A person may read what a stranger says is wrong.
        let said = quote.as_deref().and_then(|quote| quote.lines().next());
        let words = said.map_or_else(|| words.clone(), |said| format!("{words} {said}"));
        let line = argument_form::at_line(&argument_form::lines(&tool, &before), filled, &words);
        line.map(|line| (line, words)).into_iter().collect()
    }

    /// Why a call with these arguments could not be planned. A sign-in is asked for where it always is.
    async fn unplannable(&self, known: &Known, tool: &Definition, args: Value) -> Option<Failure> {
        let (tools, ports) = (&self.ctx.engine.tools, &self.ctx.engine.ports);
        let (thread, planned) = (&known.row.thread, &known.card.planned);
        let around = Surroundings {
            thread: thread.clone(),
            key: format!("{thread}/{}", planned.call),
            files: attached(&known.journal, &planned.requester),
            stop: Stop::default(),
            notes: Arc::new(Unwritten),
        };
        let call = ToolCall { id: planned.call.clone(), tool: tool.name.clone(), args };
        let agent = tools.agent(thread);
        let planning = async {
            let named = prepare::resolve(call, &tools.toolbox().now(), tools.rules(), &agent)?;
            let usable = prepare::check_rules(named, tools.rules(), &agent)?;
            let valid = prepare::validate(usable, &tools.view(&agent))?;
            let allowed = prepare::permit(valid, &planned.requester, &*ports.directory).await?;
            let granted = prepare::check_scopes(allowed, &*ports.grants).await?;
            prepare::plan(granted, around).await
        };
        match planning.await {
            Err(
                Halt::Failed(failure) | Halt::Unplanned(_, failure) | Halt::Refused(Refusal { failure, .. }),
            ) => (!failure.lacks_consent()).then_some(failure),
            Ok(_) | Err(Halt::Consent { .. } | Halt::OnlyTold(_)) => None,
        }
    }
}

/// What is only tried leaves no note.
struct Unwritten;

impl Notes for Unwritten {
    fn write(&self, _: Value) -> Soon<'_, Result<(), Failure>> {
        Box::pin(async { Ok(()) })
    }

    fn read(&self) -> Soon<'_, Result<Vec<Value>, Failure>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}
