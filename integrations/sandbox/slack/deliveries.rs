//! What Slack owes the app: each event or click, its attempts, and whether it was acknowledged.
//!
//! Knows nothing of sockets; `sockets` hands envelopes out and brings acknowledgements back.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::ts::Ts;

/// All deliveries of the workspace, oldest first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Deliveries {
    all: Vec<Delivery>,
    /// Those not yet settled, so that a long history costs nothing.
    open: BTreeSet<usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Delivery {
    /// The `event_id`, or the `trigger_id` of a click or command.
    pub(crate) id: String,
    pub(crate) kind: Kind,
    /// `message`, `app_mention`, `block_actions` …
    pub(crate) about: String,
    pub(crate) payload: Value,
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

/// How long Slack waits for an acknowledgement, and before each retry.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Timing {
    pub(crate) ack_ms: u64,
    pub(crate) retry_ms: Vec<u64>,
}

impl Default for Timing {
    fn default() -> Self {
        Self { ack_ms: 3000, retry_ms: vec![0, 60_000, 300_000] }
    }
}

impl Deliveries {
    pub(crate) fn queue(&mut self, kind: Kind, id: String, about: &str, payload: Value) {
        let now = Ts::now();
        self.open.insert(self.all.len());
        self.all.push(Delivery {
            id,
            kind,
            about: about.to_owned(),
            payload,
            stage: Stage::Waiting(now),
            attempts: Vec::new(),
            queued_at: now,
            acked_at: None,
            retry_reason: None,
            retries: 0,
        });
    }

    pub(crate) fn all(&self) -> &[Delivery] {
        &self.all
    }

    /// Everything not yet settled, oldest first.
    pub(crate) fn open(&self) -> Vec<usize> {
        self.open.iter().copied().collect()
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Delivery> {
        self.all.get_mut(index)
    }

    /// Takes an acknowledgement, of whichever attempt it is, and says what it was for.
    pub(crate) fn acknowledge(&mut self, envelope_id: &str) -> Option<&Delivery> {
        let index = self.open.iter().copied().find(|index| {
            self.all
                .get(*index)
                .is_some_and(|delivery| delivery.attempts.iter().any(|a| a.envelope_id == envelope_id))
        })?;
        self.open.remove(&index);
        let delivery = self.all.get_mut(index)?;
        delivery.stage = Stage::Acknowledged;
        delivery.acked_at = Some(Ts::now());
        Some(delivery)
    }

    /// What was sent over a connection that is gone goes to another.
    pub(crate) fn connection_lost(&mut self, connection: u64) {
        for index in self.open() {
            let Some(delivery) = self.all.get_mut(index) else { continue };
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
            if let Some(delivery) = self.all.get_mut(index).filter(|delivery| delivery.stage == Stage::Sent) {
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
            let mut copy = delivery.clone();
            copy.stage = Stage::Waiting(Ts::now());
            copy.queued_at = Ts::now();
            copy.acked_at = None;
            copy.attempts = Vec::new();
            copy.retry_reason = Some("timeout".to_owned());
            copy.retries = retry;
            self.open.insert(self.all.len());
            self.all.push(copy);
        }
        true
    }
}

impl Delivery {
    /// Makes the next envelope and marks it as sent.
    pub(crate) fn envelope(&mut self, connection: u64) -> Value {
        let envelope_id = Uuid::new_v4().to_string();
        let repeated = u32::try_from(self.attempts.len()).unwrap_or(u32::MAX);
        self.attempts.push(Attempt { envelope_id: envelope_id.clone(), connection, sent_at: Ts::now() });
        self.stage = Stage::Sent;
        match self.kind {
            Kind::EventsApi => json!({
                "envelope_id": envelope_id, "type": "events_api", "payload": self.payload,
                "accepts_response_payload": false, "retry_attempt": repeated.max(self.retries),
                "retry_reason": self.retry_reason.clone().unwrap_or_default(),
            }),
            Kind::Interactive => json!({
                "envelope_id": envelope_id, "type": "interactive", "payload": self.payload,
                "accepts_response_payload": false,
            }),
            Kind::SlashCommands => json!({
                "envelope_id": envelope_id, "type": "slash_commands", "payload": self.payload,
                "accepts_response_payload": true,
            }),
        }
    }

    fn deadline(&self, timing: &Timing) -> Option<Ts> {
        let last = self.attempts.last().filter(|_| self.stage == Stage::Sent)?;
        Some(last.sent_at.plus_milliseconds(timing.ack_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queued(kind: Kind) -> Deliveries {
        let mut deliveries = Deliveries::default();
        deliveries.queue(kind, "Ev1".into(), "message", json!({}));
        deliveries
    }

    #[test]
    fn an_event_is_retried_with_its_attempt_counted_and_then_given_up() {
        let mut deliveries = queued(Kind::EventsApi);
        let timing = Timing { ack_ms: 10, retry_ms: vec![0] };
        assert_eq!(deliveries.get_mut(0).unwrap().envelope(1)["retry_attempt"], 0);
        let later = Ts::now().plus_milliseconds(20);
        assert!(deliveries.expire(&timing, later));
        let again = deliveries.get_mut(0).unwrap().envelope(1);
        assert_eq!(again["retry_attempt"], 1);
        assert_eq!(again["retry_reason"], "timeout");
        assert!(deliveries.expire(&timing, later.plus_milliseconds(60)));
        assert_eq!(deliveries.all()[0].stage, Stage::GivenUp);
    }

    #[test]
    fn a_click_is_not_repeated_when_it_times_out_but_is_when_its_connection_is_lost() {
        let mut deliveries = queued(Kind::Interactive);
        deliveries.get_mut(0).unwrap().envelope(7);
        deliveries.connection_lost(7);
        assert!(matches!(deliveries.all()[0].stage, Stage::Waiting(_)));
        deliveries.get_mut(0).unwrap().envelope(8);
        deliveries.expire(&Timing::default(), Ts::now().plus_milliseconds(4000));
        assert_eq!(deliveries.all()[0].stage, Stage::GivenUp);
    }

    #[test]
    fn a_late_acknowledgement_of_an_earlier_attempt_settles_the_delivery() {
        let mut deliveries = queued(Kind::EventsApi);
        let first = deliveries.get_mut(0).unwrap().envelope(1)["envelope_id"].as_str().unwrap().to_owned();
        deliveries.connection_lost(1);
        deliveries.get_mut(0).unwrap().envelope(2);
        assert!(deliveries.acknowledge(&first).is_some());
        assert!(deliveries.open().is_empty());
    }
}
