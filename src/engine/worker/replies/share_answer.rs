//! Posting what was told one person where others read it, once they agreed to exactly that.

use std::time::Duration;

use kernel::ports::{ApprovalState, Audience, ChatError};
use kernel::{
    AccountId, ApprovalId, Body, CallId, Code, Digest, Entry, MessageRef, Outcome, Part, PlaceEntry,
    PlannedCall, View,
};
use serde_json::{Value, json};
use tracing::{debug, warn};
use uuid::Uuid;

use crate::thread::{CardProgress, Turn};
use crate::view::speech;
use crate::worker::replies::text_of;
use crate::worker::{Replies, Trouble};

/// What is agreed to is written down like a call.
const POST: &str = "thread.post";
const VERSION: u32 = 1;
/// How long an answer can still be posted.
const UNTIL: Duration = Duration::from_hours(24);

impl Replies<'_> {
    /// The button that posts an answer in the thread, for whoever was told it.
    pub(crate) async fn offer_to_share(&self, turn: &Turn, reply: &Body) -> Entry {
        let (account, plan) = (AccountId(String::new()), self.plan(&text_of(reply, self.ctx.journal)));
        let planned = PlannedCall {
            call: CallId(format!("share_{}", turn.id.0)),
            tool: POST.to_owned(),
            version: VERSION,
            digest: Digest::of_call(POST, VERSION, &account, &plan),
            account,
            requester: turn.requester.clone(),
            plan: Body::new(plan.to_string()),
        };
        let ports = &self.ctx.engine.ports;
        let place = ports.places.name(&self.ctx.lane.thread).await.unwrap_or_else(|error| {
            debug!(thread = %self.ctx.lane.thread, %error, "a place has no name");
            "the thread".to_owned()
        });
        let approval = ApprovalId(Uuid::new_v4().simple().to_string());
        let until = ports.clock.now().plus(UNTIL);
        Entry::Place(PlaceEntry::SharingOffered { turn: turn.id, approval, planned, place, until })
    }

    /// Posts what was agreed to, if nobody has come to read along who must not.
    pub(crate) async fn share(&self, card: &CardProgress) -> Result<(), Trouble> {
        let approval = card.approval.clone();
        let shared = match self.agreed(card).await? {
            Some(text) => self.post_agreed(card, text).await?,
            None => Err(speech::NOT_WHAT_WAS_AGREED.to_owned()),
        };
        let entry = match shared {
            Ok(message) => Entry::Place(PlaceEntry::Shared {
                approval,
                outcome: Outcome::Done,
                message: Some(message),
                why: String::new(),
            }),
            Err(why) => Entry::Place(PlaceEntry::Shared {
                approval,
                outcome: Outcome::Failed(Code::Denied),
                message: None,
                why,
            }),
        };
        Ok(self.ctx.append(vec![entry]).await?)
    }

    /// The words, if they are what the claimed row was made for.
    async fn agreed(&self, card: &CardProgress) -> Result<Option<String>, Trouble> {
        let planned = &card.planned;
        let Some(row) = self.ctx.engine.ports.approvals.approval(&card.approval).await? else {
            return Ok(None);
        };
        let Ok(plan) = serde_json::from_str::<Value>(planned.plan.words()) else { return Ok(None) };
        let Some(text) = plan.get("text").and_then(Value::as_str) else { return Ok(None) };
        let digest = Digest::of_call(POST, VERSION, &planned.account, &self.plan(text));
        let same = digest == planned.digest && digest == row.digest && row.requester == planned.requester;
        Ok((same && row.state == ApprovalState::Claimed).then(|| text.to_owned()))
    }

    async fn post_agreed(
        &self,
        card: &CardProgress,
        text: String,
    ) -> Result<Result<MessageRef, String>, Trouble> {
        let turns = self.ctx.progress.turn.iter().chain(&self.ctx.progress.past);
        let whose = match turns.into_iter().find(|turn| turn.id == card.turn) {
            Some(turn) => self.whose(turn).await,
            None => String::new(),
        };
        let view = View::words(text).with(Part::Plain(whose)).with(Part::Feedback(card.turn));
        let post = self.ctx.a_post(&format!("shared/{}", card.approval), view);
        let posted = match self.ctx.audience().await {
            Audience::Requester | Audience::Members => self.ctx.engine.ports.chat.post(&post).await,
            Audience::Outsiders => match self.ctx.stands(&post).await? {
                Some(message) => Ok(message),
                None => return Ok(Err(speech::NOT_SHARED.to_owned())),
            },
        };
        match posted {
            Ok(message) => Ok(Ok(message)),
            Err(error @ ChatError::Unavailable { .. }) => Err(error.into()),
            Err(ChatError::Refused(why)) => {
                warn!(thread = %self.ctx.lane.thread, why, "an answer cannot be posted");
                Ok(Err("It could not be posted there. Copy it yourself if you want it there.".to_owned()))
            }
        }
    }

    fn plan(&self, text: &str) -> Value {
        json!({ "text": text, "thread": self.ctx.lane.thread })
    }
}
