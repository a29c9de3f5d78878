//! What Slack owes the app: each event or click, its attempts, and whether it was acknowledged.
//!
//! Knows nothing of sockets; `sockets` hands envelopes out and brings acknowledgements back.

mod attempts;
mod timing;

use std::{collections::BTreeSet, sync::Arc};

use sandbox_world::TransportSeed;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use uuid::Uuid;

pub(crate) use self::attempts::{Again, Attempt, Failure};
pub use self::timing::Timing;
use super::ts::Ts;

/// How many settled deliveries outlive a restart, for whoever wants to send one again.
const SETTLED_KEPT: usize = 100;

/// All deliveries of the workspace, oldest first.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Vec<Arc<Delivery>>")]
pub(crate) struct Deliveries {
    /// Shared, so that a snapshot copies pointers.
    all: Vec<Arc<Delivery>>,
    /// Those not yet settled, so that a long history costs nothing.
    open: BTreeSet<usize>,
}

impl Serialize for Deliveries {
    /// What is open and the newest of the rest: the state file does not grow with everything ever said.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let newest = self.all.len().saturating_sub(SETTLED_KEPT);
        let kept = self.all.iter().enumerate().filter(|(at, _)| *at >= newest || self.open.contains(at));
        serializer.collect_seq(kept.map(|(_, delivery)| delivery))
    }
}

impl From<Vec<Arc<Delivery>>> for Deliveries {
    fn from(all: Vec<Arc<Delivery>>) -> Self {
        let unsettled = |delivery: &Arc<Delivery>| matches!(delivery.stage, Stage::Waiting(_) | Stage::Sent);
        let open =
            all.iter().enumerate().filter(|(_, delivery)| unsettled(delivery)).map(|(at, _)| at).collect();
        Self { all, open }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Delivery {
    /// The `event_id`, or the `trigger_id` of a click or command.
    pub(crate) id: String,
    pub(crate) kind: Kind,
    /// `message`, `app_mention`, `block_actions` …
    pub(crate) about: String,
    /// As text from the start: it is sent, sent again and saved, and never looked into.
    payload: Box<RawValue>,
    /// Where the app may answer, if it is something to answer.
    pub(crate) response_url: Option<String>,
    /// The message an event is about.
    pub(crate) channel: Option<String>,
    pub(crate) ts: Option<String>,
    pub(crate) stage: Stage,
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) queued_at: Ts,
    /// When it could first have been handed out: what the sandbox itself takes to save it is nobody's delay.
    #[serde(default)]
    offered_at: Option<Ts>,
    pub(crate) acked_at: Option<Ts>,
    retry_reason: Option<String>,
    retries: u32,
}

/// What was given up, and why.
#[derive(Clone, Debug)]
pub(crate) struct GivenUp {
    pub(crate) delivery: Arc<Delivery>,
    pub(crate) reason: Failure,
}

/// What has waited too long.
#[derive(Debug, Default)]
pub(crate) struct Expired {
    pub(crate) moved: bool,
    /// How many of them were events.
    pub(crate) events: usize,
    pub(crate) given_up: Vec<GivenUp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    EventsApi,
    Interactive,
    SlashCommands,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stage {
    /// To be sent as soon as there is a connection, but not before that time.
    Waiting(Ts),
    Sent,
    Acknowledged,
    /// Slack has stopped trying; of a click, the person has seen a warning sign.
    GivenUp,
}

/// A delivery as it goes over the socket.
#[derive(Serialize)]
struct Envelope<'a> {
    #[serde(rename = "envelope_id")]
    id: &'a str,
    #[serde(rename = "type")]
    kind: Kind,
    payload: &'a RawValue,
    accepts_response_payload: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_attempt: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_reason: Option<&'a str>,
}

impl Deliveries {
    pub(crate) fn queue(&mut self, kind: Kind, id: String, about: &str, payload: &Value) {
        let now = Ts::now();
        let text = |pointer: &str| payload.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        self.open.insert(self.all.len());
        self.all.push(Arc::new(Delivery {
            id,
            kind,
            about: about.to_owned(),
            // A JSON value can always be written as text.
            payload: to_raw_value(payload).unwrap_or_default(),
            response_url: text("/response_url"),
            channel: text("/event/channel"),
            ts: text("/event/ts"),
            stage: Stage::Waiting(now),
            attempts: Vec::new(),
            queued_at: now,
            offered_at: None,
            acked_at: None,
            retry_reason: None,
            retries: 0,
        }));
    }

    pub(crate) fn all(&self) -> &[Arc<Delivery>] {
        &self.all
    }

    /// How the newest delivery of that id stands.
    pub(crate) fn stage(&self, id: &str) -> Option<Stage> {
        self.all.iter().rev().find(|delivery| delivery.id == id).map(|delivery| delivery.stage)
    }

    /// Everything not yet settled, oldest first.
    pub(crate) fn open(&self) -> Vec<usize> {
        self.open.iter().copied().collect()
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Delivery> {
        self.all.get_mut(index).map(Arc::make_mut)
    }

    /// Takes an acknowledgement, of whichever attempt it is, and says what it was for.
    pub(crate) fn acknowledge(&mut self, envelope_id: &str) -> Option<&Delivery> {
        let index = self.open.iter().copied().find(|index| {
            self.all
                .get(*index)
                .is_some_and(|delivery| delivery.attempts.iter().any(|a| a.envelope_id == envelope_id))
        })?;
        self.open.remove(&index);
        let delivery = self.get_mut(index)?;
        delivery.stage = Stage::Acknowledged;
        delivery.acked_at = Some(Ts::now());
        Some(delivery)
    }

    pub(crate) fn connection_lost(&mut self, connection: u64) {
        self.lost(|attempt| attempt.connection == Some(connection));
    }

    /// No connection survives a restart of Slack.
    pub(crate) fn all_connections_lost(&mut self) {
        self.lost(|_| true);
    }

    /// An event whose attempt is lost goes to another connection. A click or command does not: whoever made it sees in
    /// time that nobody answered.
    fn lost(&mut self, gone: impl Fn(&Attempt) -> bool) {
        for index in self.open() {
            let Some(delivery) = self.get_mut(index) else { continue };
            let sent = delivery.stage == Stage::Sent && delivery.attempts.last().is_some_and(&gone);
            if sent && delivery.kind == Kind::EventsApi {
                delivery.stage = Stage::Waiting(Ts::now());
                delivery.retry_reason = Some("connection_failed".to_owned());
            }
        }
    }

    /// Moves on whatever has waited too long for its acknowledgement, or for a connection at all.
    pub(crate) fn expire(&mut self, timing: &Timing, transport: TransportSeed, now: Ts) -> Expired {
        let reason = Failure::late(transport);
        let mut expired = Expired::default();
        for index in self.open() {
            let Some(delivery) = self.all.get_mut(index) else { continue };
            if delivery.offered_at.is_none() {
                Arc::make_mut(delivery).offered_at = Some(now);
            }
            if delivery.deadline(timing).is_none_or(|deadline| deadline > now) {
                continue;
            }
            expired.moved = true;
            expired.events += usize::from(delivery.kind == Kind::EventsApi);
            expired.given_up.extend(self.failed_at(index, reason, timing, now));
        }
        expired
    }

    /// An attempt over HTTP has failed. What has moved on since is left alone.
    pub(crate) fn failed(
        &mut self,
        attempt: &str,
        reason: Failure,
        again: Again,
        timing: &Timing,
    ) -> Option<GivenUp> {
        let index = self.last_attempt(attempt)?;
        match again {
            Again::Yes => self.failed_at(index, reason, timing, Ts::now()),
            Again::No => self.give_up(index, reason),
        }
    }

    /// Nobody is there to be told.
    pub(crate) fn give_up(&mut self, index: usize, reason: Failure) -> Option<GivenUp> {
        self.open.remove(&index);
        self.get_mut(index)?.stage = Stage::GivenUp;
        let delivery = Arc::clone(self.all.get(index)?);
        Some(GivenUp { delivery, reason })
    }

    /// Notes how an attempt over HTTP ended, and says whether it was in time.
    pub(crate) fn ended(&mut self, attempt: &str, outcome: String, timing: &Timing) -> bool {
        let Some(delivery) =
            self.all.iter_mut().rev().find(|it| it.attempts.iter().any(|a| a.envelope_id == attempt))
        else {
            return false;
        };
        let Some(attempt) = Arc::make_mut(delivery).attempts.iter_mut().find(|it| it.envelope_id == attempt)
        else {
            return false;
        };
        attempt.outcome = Some(outcome);
        attempt.sent_at.plus_milliseconds(timing.ack()) > Ts::now()
    }

    /// The open delivery whose newest attempt this is.
    fn last_attempt(&self, attempt: &str) -> Option<usize> {
        self.open.iter().copied().find(|index| {
            self.all.get(*index).is_some_and(|delivery| {
                delivery.stage == Stage::Sent
                    && delivery.attempts.last().is_some_and(|it| it.envelope_id == attempt)
            })
        })
    }

    /// A person sees at once that a click went unanswered, so Slack repeats only events.
    fn failed_at(&mut self, index: usize, reason: Failure, timing: &Timing, now: Ts) -> Option<GivenUp> {
        let delivery = self.get_mut(index)?;
        let (Kind::EventsApi, Some(wait)) = (delivery.kind, timing.retry(delivery.retries)) else {
            return self.give_up(index, reason);
        };
        delivery.stage = Stage::Waiting(now.plus_milliseconds(wait));
        delivery.retry_reason = Some(reason.word().to_owned());
        delivery.retries += 1;
        None
    }

    /// When something has to be looked at next. What is due already waits for a connection, not for a time.
    pub(crate) fn next_deadline(&self, timing: &Timing, now: Ts) -> Option<Ts> {
        self.open
            .iter()
            .filter_map(|index| self.all.get(*index))
            .filter_map(|delivery| match delivery.stage {
                Stage::Waiting(not_before) if not_before > now => Some(not_before),
                Stage::Waiting(_) | Stage::Sent | Stage::Acknowledged | Stage::GivenUp => {
                    delivery.deadline(timing)
                }
            })
            .min()
    }

    /// Sends something again although it was settled. Says whether there was such a thing.
    pub(crate) fn again(&mut self, id: &str, times: u32, reason: Failure) -> bool {
        let Some(delivery) = self.all.iter().find(|delivery| delivery.id == id).cloned() else {
            return false;
        };
        for retry in 1..=times {
            let mut copy = Delivery::clone(&delivery);
            copy.stage = Stage::Waiting(Ts::now());
            copy.queued_at = Ts::now();
            copy.offered_at = None;
            copy.acked_at = None;
            copy.attempts = Vec::new();
            copy.retry_reason = Some(reason.word().to_owned());
            copy.retries = retry;
            self.open.insert(self.all.len());
            self.all.push(Arc::new(copy));
        }
        true
    }
}

impl Delivery {
    /// Makes the next envelope and marks it as sent.
    pub(crate) fn envelope(&mut self, connection: u64) -> Result<String, serde_json::Error> {
        let repeated = self.repeated();
        let envelope_id = Uuid::new_v4().to_string();
        let is_event = self.kind == Kind::EventsApi;
        let frame = serde_json::to_string(&Envelope {
            id: &envelope_id,
            kind: self.kind,
            payload: &self.payload,
            accepts_response_payload: self.kind == Kind::SlashCommands
                || matches!(self.about.as_str(), "view_submission" | "block_suggestion"),
            retry_attempt: is_event.then_some(repeated),
            retry_reason: is_event.then_some(self.retry_reason.as_deref().unwrap_or_default()),
        })?;
        self.sent(envelope_id, Some(connection));
        Ok(frame)
    }

    /// Marks it as sent to an address, and names the attempt.
    pub(crate) fn request(&mut self) -> String {
        let attempt = Uuid::new_v4().to_string();
        self.sent(attempt.clone(), None);
        attempt
    }

    fn sent(&mut self, envelope_id: String, connection: Option<u64>) {
        self.attempts.push(Attempt { envelope_id, connection, sent_at: Ts::now(), outcome: None });
        self.stage = Stage::Sent;
    }

    pub(crate) fn payload(&self) -> &RawValue {
        &self.payload
    }

    /// How often it was sent before, and why it is sent again.
    pub(crate) fn retry(&self) -> Option<(u32, &str)> {
        Some((self.repeated(), self.retry_reason.as_deref()?)).filter(|(repeated, _)| *repeated > 0)
    }

    fn repeated(&self) -> u32 {
        u32::try_from(self.attempts.len()).unwrap_or(u32::MAX).max(self.retries)
    }

    /// Until when it has to be acknowledged. Nobody waits longer for a button, though no connection be there.
    fn deadline(&self, timing: &Timing) -> Option<Ts> {
        let since = match (self.stage, self.kind) {
            (Stage::Acknowledged | Stage::GivenUp, _) | (Stage::Waiting(_), Kind::EventsApi) => return None,
            (Stage::Sent, Kind::EventsApi) => self.attempts.last()?.sent_at,
            (Stage::Sent | Stage::Waiting(_), Kind::Interactive | Kind::SlashCommands) => self.offered_at?,
        };
        Some(since.plus_milliseconds(timing.ack()))
    }
}

#[cfg(test)]
mod tests;
