//! What Slack owes the app: each event or click, its attempts, and whether it was acknowledged.
//!
//! Knows nothing of sockets; `sockets` hands envelopes out and brings acknowledgements back.

use std::{collections::BTreeSet, sync::Arc};

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use uuid::Uuid;

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
    pub(crate) acked_at: Option<Ts>,
    retry_reason: Option<String>,
    retries: u32,
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

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attempt {
    pub(crate) envelope_id: String,
    pub(crate) connection: u64,
    pub(crate) sent_at: Ts,
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

/// How long Slack waits for an acknowledgement, and before each retry, and how long a trigger lives.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the control API takes them under these names")]
pub(crate) struct Timing {
    pub(crate) ack_ms: u64,
    pub(crate) retry_ms: Vec<u64>,
    #[serde(default = "trigger_ms")]
    pub(crate) trigger_ms: u64,
    /// How long a message may be streamed, however much is said meanwhile.
    #[serde(default = "stream_ms")]
    pub(crate) stream_ms: u64,
}

fn stream_ms() -> u64 {
    300_000
}

fn trigger_ms() -> u64 {
    3000
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            ack_ms: 3000,
            retry_ms: vec![0, 60_000, 300_000],
            trigger_ms: trigger_ms(),
            stream_ms: stream_ms(),
        }
    }
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

    /// What was sent over a connection that is gone goes to another.
    pub(crate) fn connection_lost(&mut self, connection: u64) {
        for index in self.open() {
            let Some(delivery) = self.get_mut(index) else { continue };
            let last = delivery.attempts.last().map(|attempt| attempt.connection);
            if delivery.stage == Stage::Sent && last == Some(connection) {
                delivery.stage = Stage::Waiting(Ts::now());
                delivery.retry_reason = Some("connection_failed".to_owned());
            }
        }
    }

    /// No connection survives a restart of Slack.
    pub(crate) fn all_connections_lost(&mut self) {
        for index in self.open() {
            if let Some(delivery) = self.get_mut(index).filter(|delivery| delivery.stage == Stage::Sent) {
                delivery.stage = Stage::Waiting(Ts::now());
                delivery.retry_reason = Some("connection_failed".to_owned());
            }
        }
    }

    /// Moves on whatever has waited too long for its acknowledgement. Says whether anything moved.
    pub(crate) fn expire(&mut self, timing: &Timing, now: Ts) -> bool {
        let mut moved = false;
        for index in self.open() {
            let Some(delivery) = self.all.get_mut(index) else { continue };
            if delivery.deadline(timing).is_none_or(|deadline| deadline > now) {
                continue;
            }
            moved = true;
            let delivery = Arc::make_mut(delivery);
            let wait =
                usize::try_from(delivery.retries).ok().and_then(|retries| timing.retry_ms.get(retries));
            // A person sees at once that a click went unanswered, so Slack repeats only events.
            if let (Kind::EventsApi, Some(wait)) = (delivery.kind, wait) {
                delivery.stage = Stage::Waiting(now.plus_milliseconds(*wait));
                delivery.retry_reason = Some("timeout".to_owned());
                delivery.retries += 1;
            } else {
                delivery.stage = Stage::GivenUp;
                self.open.remove(&index);
            }
        }
        moved
    }

    /// When something has to be looked at next. What is due already waits for a connection, not for a time.
    pub(crate) fn next_deadline(&self, timing: &Timing, now: Ts) -> Option<Ts> {
        self.open
            .iter()
            .filter_map(|index| self.all.get(*index))
            .filter_map(|delivery| match delivery.stage {
                Stage::Waiting(not_before) => Some(not_before).filter(|not_before| *not_before > now),
                Stage::Sent | Stage::Acknowledged | Stage::GivenUp => delivery.deadline(timing),
            })
            .min()
    }

    /// Sends something again although it was settled. Says whether there was such a thing.
    pub(crate) fn again(&mut self, id: &str, times: u32) -> bool {
        let Some(delivery) = self.all.iter().find(|delivery| delivery.id == id).cloned() else {
            return false;
        };
        for retry in 1..=times {
            let mut copy = Delivery::clone(&delivery);
            copy.stage = Stage::Waiting(Ts::now());
            copy.queued_at = Ts::now();
            copy.acked_at = None;
            copy.attempts = Vec::new();
            copy.retry_reason = Some("timeout".to_owned());
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
        let repeated = u32::try_from(self.attempts.len()).unwrap_or(u32::MAX);
        let envelope_id = Uuid::new_v4().to_string();
        let is_event = self.kind == Kind::EventsApi;
        let frame = serde_json::to_string(&Envelope {
            id: &envelope_id,
            kind: self.kind,
            payload: &self.payload,
            accepts_response_payload: self.kind == Kind::SlashCommands || self.about == "view_submission",
            retry_attempt: is_event.then_some(repeated.max(self.retries)),
            retry_reason: is_event.then_some(self.retry_reason.as_deref().unwrap_or_default()),
        })?;
        self.attempts.push(Attempt { envelope_id, connection, sent_at: Ts::now() });
        self.stage = Stage::Sent;
        Ok(frame)
    }

    fn deadline(&self, timing: &Timing) -> Option<Ts> {
        let last = self.attempts.last().filter(|_| self.stage == Stage::Sent)?;
        Some(last.sent_at.plus_milliseconds(timing.ack_ms))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sent(deliveries: &mut Deliveries, index: usize, connection: u64) -> Value {
        let frame = deliveries.get_mut(index).unwrap().envelope(connection).unwrap();
        serde_json::from_str(&frame).unwrap()
    }

    fn queued(kind: Kind) -> Deliveries {
        let mut deliveries = Deliveries::default();
        deliveries.queue(kind, "Ev1".into(), "message", &json!({}));
        deliveries
    }

    #[test]
    fn an_event_is_retried_with_its_attempt_counted_and_then_given_up() {
        let mut deliveries = queued(Kind::EventsApi);
        let timing = Timing { ack_ms: 10, retry_ms: vec![0], ..Timing::default() };
        assert_eq!(sent(&mut deliveries, 0, 1)["retry_attempt"], 0);
        let later = Ts::now().plus_milliseconds(20);
        assert!(deliveries.expire(&timing, later));
        let again = sent(&mut deliveries, 0, 1);
        assert_eq!(again["retry_attempt"], 1);
        assert_eq!(again["retry_reason"], "timeout");
        assert!(deliveries.expire(&timing, later.plus_milliseconds(60)));
        assert_eq!(deliveries.all()[0].stage, Stage::GivenUp);
    }

    #[test]
    fn a_click_is_not_repeated_when_it_times_out_but_is_when_its_connection_is_lost() {
        let mut deliveries = queued(Kind::Interactive);
        sent(&mut deliveries, 0, 7);
        deliveries.connection_lost(7);
        assert!(matches!(deliveries.all()[0].stage, Stage::Waiting(_)));
        sent(&mut deliveries, 0, 8);
        deliveries.expire(&Timing::default(), Ts::now().plus_milliseconds(4000));
        assert_eq!(deliveries.all()[0].stage, Stage::GivenUp);
    }

    #[test]
    fn a_late_acknowledgement_of_an_earlier_attempt_settles_the_delivery() {
        let mut deliveries = queued(Kind::EventsApi);
        let first = sent(&mut deliveries, 0, 1)["envelope_id"].as_str().unwrap().to_owned();
        deliveries.connection_lost(1);
        sent(&mut deliveries, 0, 2);
        assert!(deliveries.acknowledge(&first).is_some());
        assert!(deliveries.open().is_empty());
    }
    #[test]
    fn the_state_file_keeps_what_is_open_however_old_and_only_the_newest_of_the_rest() {
        let mut deliveries = queued(Kind::EventsApi);
        for n in 0..300 {
            deliveries.queue(Kind::EventsApi, format!("EvN{n}"), "message", &json!({}));
            let last = deliveries.all().len() - 1;
            let envelope = sent(&mut deliveries, last, 1);
            deliveries.acknowledge(envelope["envelope_id"].as_str().unwrap());
        }
        let saved = serde_json::to_string(&deliveries).unwrap();
        let restored: Deliveries = serde_json::from_str(&saved).unwrap();
        assert_eq!(restored.all().len(), 1 + SETTLED_KEPT);
        assert_eq!(restored.open(), [0]);
        assert_eq!(restored.all()[0].id, "Ev1");
    }
}
