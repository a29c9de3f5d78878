//! Asking the person, and hearing what they answer.

use kernel::ports::ChatError;
use kernel::{
    AccountId, Answers, ApprovalId, Body, CardEntry, Code, Digest, Entry, Failure, Label, Mention,
    MessageEntry, Outcome, PlannedCall, Questions, SharedFile, Standing, ToolCall, TurnId,
};
use serde_json::json;
use uuid::Uuid;

use crate::call::finish::{self, Finished};
use crate::prompt::attached;
use crate::thread::Turn;
use crate::tools::asking;
use crate::view::speech;
use crate::worker::prepare_calls::Prepared;
use crate::worker::{PrepareCalls, StepContext, Trouble};

impl PrepareCalls<'_> {
    pub(crate) fn asks_a_person(&self, call: &ToolCall) -> bool {
        let tool = self.ctx.engine.tools.toolbox().now().meant(&mut call.clone());
        tool.is_some_and(|tool| tool.definition().name == asking::NAME)
    }

    /// Writes down what the person is asked; the card goes up as any other. It touches no account, so it needs none.
    pub(crate) async fn ask_person(&self, call: &ToolCall, turn: &Turn) -> Result<Prepared, Trouble> {
        let questions = match self.askable(call, turn).await? {
            Ok(questions) => questions,
            Err(failure) => {
                return self
                    .ctx
                    .run_calls()
                    .answer(turn.id, &call.id, finish::refused(asking::NAME, failure))
                    .await;
            }
        };
        let (plan, account) = (json!(questions), AccountId(String::new()));
        let planned = PlannedCall {
            call: call.id.clone(),
            tool: asking::NAME.to_owned(),
            version: 1,
            digest: Digest::of_call(asking::NAME, 1, &account, &plan),
            account,
            requester: turn.requester.clone(),
            plan: Body::new(plan.to_string()),
        };
        let approval = ApprovalId(Uuid::new_v4().simple().to_string());
        let expires = self.ctx.engine.ports.clock.now().plus(self.ctx.engine.limits.approval);
        self.ctx
            .append(vec![Entry::Card(CardEntry::AskedPerson { turn: turn.id, approval, planned, expires })])
            .await?;
        Ok(Prepared::AwaitsAnswer)
    }

    /// A program that asked us something has nobody who could answer.
    async fn askable(&self, call: &ToolCall, turn: &Turn) -> Result<Result<Questions, Failure>, Trouble> {
        let nobody = || Failure::model(Code::NotAvailable, asking::NOBODY_THERE);
        match self.ctx.engine.ports.directory.person(&turn.requester).await {
            Ok(person) => Ok(match person.standing {
                Standing::Bot | Standing::Gone => Err(nobody()),
                Standing::Member | Standing::Guest | Standing::External => asking::questions(&call.args),
            }),
            Err(ChatError::Refused(_)) => Ok(Err(nobody())),
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
        }
    }

    /// A message in the thread is the answer.
    pub(crate) async fn take_reply(&self, approval: &ApprovalId, reply: TurnId) -> Result<(), Trouble> {
        let (Some(card), Some(said)) = (self.ctx.progress.card(approval), said(reply, self.ctx)) else {
            return Ok(());
        };
        let words = self.ctx.named(said.words, said.mentions).await;
        let answers = Answers::from_reply(&card.questions().asked, words.words());
        let answers = Body::new(json!(answers).to_string());
        let (approval, by) = (approval.clone(), card.planned.requester.clone());
        Ok(self
            .ctx
            .append(vec![Entry::Card(CardEntry::PersonAnswered {
                approval,
                by,
                answers,
                reply: Some(reply),
            })])
            .await?)
    }

    /// The model is told what was answered. It is what the person said themselves, so it is believed like their request.
    pub(crate) async fn hear(&self, approval: &ApprovalId) -> Result<(), Trouble> {
        let Some(card) = self.ctx.progress.card(approval) else { return Ok(()) };
        let files: &[SharedFile] =
            card.reply.and_then(|reply| said(reply, self.ctx)).map_or(&[], |said| said.files);
        let answered = card.response.as_ref().map_or_else(String::new, |response| {
            card.answers()
                .map_or_else(|| response.words().to_owned(), |answers| answers.told(&card.questions().asked))
        });
        let words = Body::new(format!("{}{}", speech::answered(&answered), attached(files)));
        let ended = Finished {
            outcome: Outcome::Done,
            words,
            label: Label::trusted(),
            kept: None,
            gate: None,
            undo: None,
            tool: None,
        };
        self.ctx.run_calls().record(&card.planned.call, card.turn, ended).await
    }
}

struct Said<'a> {
    words: &'a Body,
    files: &'a [SharedFile],
    mentions: &'a [Mention],
}

/// The message that would have opened this turn.
fn said<'a>(turn: TurnId, ctx: &StepContext<'a>) -> Option<Said<'a>> {
    ctx.journal.iter().find_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Asked { words, files, mentions, .. }) if record.number == turn.0 => {
            Some(Said { words, files, mentions })
        }
        _ => None,
    })
}
