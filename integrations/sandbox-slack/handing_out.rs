//! Handing out what Slack owes the app, over sockets or to its request URLs, and taking what it says in return.

use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};

use sandbox_world::{TransportSeed, durable::Durable};
use serde_json::Value;
use tokio::task::JoinSet;

use super::{
    Slack,
    callbacks::Callback,
    deliveries::{Failure, GivenUp, Kind, Stage},
    message::{Content, Ephemeral},
    response_urls::Use,
    sockets::{Outgoing, Sockets},
    subscriptions::Fate,
    ts::Ts,
    workspace::Workspace,
};

/// Hands out what is due, for ever; drop the future to end it.
///
/// Nothing leaves before it is durable: an app must not hear of a message that a crash could take back.
pub(crate) async fn hand_out_for_ever(slack: Arc<Slack>, durable: Durable) {
    let mut bell = slack.changes.listen();
    let mut requests = JoinSet::new();
    loop {
        let count = *bell.borrow_and_update();
        durable.written(count).await;
        let (pause, callbacks) = slack.hand_out();
        for callback in callbacks {
            let slack = Arc::clone(&slack);
            requests.spawn(async move { slack.call_back(callback).await });
        }
        tokio::select! {
            rung = bell.changed() => if rung.is_err() { return },
            () = tokio::time::sleep(pause) => {}
            Some(_) = requests.join_next() => {}
        }
    }
}

impl Slack {
    /// Sends what waits and moves on what was not acknowledged; says how long there is nothing to do, and which
    /// requests are to be made.
    fn hand_out(&self) -> (Duration, Vec<Callback>) {
        let now = Ts::now();
        let mut workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let timing = sockets.timing.clone();
        let transport = workspace.configuration.transport;
        let expired = workspace.deliveries.expire(&timing, transport, now);
        let mut moved = expired.moved;
        for _ in 0..expired.events {
            workspace.count(Fate::Failed, now);
        }
        for given_up in &expired.given_up {
            workspace.tell_given_up(given_up);
        }
        let mut callbacks = Vec::new();
        for index in workspace.deliveries.open() {
            let due = workspace.deliveries.all().get(index).map(|it| it.stage);
            if !matches!(due, Some(Stage::Waiting(not_before)) if not_before <= now) {
                continue;
            }
            match transport {
                TransportSeed::Http => callbacks.extend(workspace.call(index)),
                TransportSeed::Socket if !workspace.send(index, &mut sockets) => break,
                TransportSeed::Socket => {}
            }
            moved = true;
        }
        let next = workspace.deliveries.next_deadline(&timing, now);
        drop((sockets, workspace));
        if moved {
            self.changes.ring();
        }
        let pause = next.map_or(Duration::from_mins(1), |next| {
            Duration::from_micros(next.microseconds().saturating_sub(Ts::now().microseconds()))
        });
        (pause, callbacks)
    }

    /// Takes an acknowledgement from a client.
    pub(super) fn acknowledged(&self, envelope_id: &str, response: Option<&Value>) {
        let mut workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        let delivery = workspace.deliveries.acknowledge(envelope_id).cloned();
        if let Some(form) = delivery.as_ref().filter(|delivery| delivery.about == "view_submission") {
            workspace.submission_answered(&form.id, response);
        }
        if let Some(asked) = delivery.as_ref().filter(|delivery| delivery.about == "block_suggestion") {
            workspace.menus.answered(&asked.id, response);
        }
        if delivery.as_ref().is_some_and(|delivery| delivery.kind == Kind::EventsApi) {
            workspace.count(Fate::Taken, Ts::now());
        }
        drop(workspace);
        let command = delivery
            .filter(|delivery| delivery.kind == Kind::SlashCommands)
            .and_then(|delivery| delivery.response_url);
        self.changes.ring();
        if let (Some(address), Some(response)) = (command, response) {
            let answered = self.answer_response_url(&address, response, Use::Free);
            tracing::debug!(?answered, "a command was answered in its acknowledgement");
        }
    }
}

impl Workspace {
    /// Counts how a delivery to the request URL went; sockets are not judged.
    pub(super) fn count(&mut self, fate: Fate, now: Ts) {
        if self.configuration.transport == TransportSeed::Http {
            self.subscriptions.count(fate, now);
        }
    }

    /// Sends a delivery over one of the sockets. Says whether there was one.
    fn send(&mut self, index: usize, sockets: &mut Sockets) -> bool {
        let Some(delivery) = self.deliveries.get_mut(index) else { return true };
        let Some((number, outgoing)) = sockets.next() else { return false };
        match delivery.envelope(number) {
            // A connection that has just ended reports its loss itself, and the envelope waits again.
            Ok(frame) => drop(outgoing.send(Outgoing::Frame(frame))),
            Err(error) => tracing::error!(%error, id = delivery.id, "an envelope cannot be written"),
        }
        true
    }

    /// The request that tells the app of a delivery; without an address it is given up.
    fn call(&mut self, index: usize) -> Option<Callback> {
        let delivery = self.deliveries.get_mut(index)?;
        let stopped = self.subscriptions.disabled && delivery.kind == Kind::EventsApi;
        if let Some(url) = self.configuration.url(delivery.kind, &delivery.about).filter(|_| !stopped) {
            return Some(Callback::new(delivery, url, &self.app.signing_secret));
        }
        let given_up = self.deliveries.give_up(index, Failure::ConnectionFailed)?;
        self.tell_given_up(&given_up);
        None
    }

    /// Slack says to whoever gave a command that it did not work. Of a click, they see a warning sign.
    pub(super) fn tell_given_up(&mut self, given_up: &GivenUp) {
        let delivery = &given_up.delivery;
        if delivery.kind != Kind::SlashCommands {
            return;
        }
        let payload: Value = serde_json::from_str(delivery.payload().get()).unwrap_or_default();
        let text = |name: &str| payload.get(name).and_then(Value::as_str).unwrap_or_default();
        let channel = self.channel(text("channel_id")).map(|channel| channel.id.clone());
        let person = self.person(text("user_id")).map(|person| person.id.clone());
        let (Some(channel), Some(recipient)) = (channel, person) else { return };
        let error = match given_up.reason {
            Failure::Timeout | Failure::HttpTimeout if !delivery.attempts.is_empty() => "operation_timeout",
            Failure::UnknownError => "dispatch_unknown_error",
            _ => "dispatch_failed",
        };
        let words = format!("{} failed with the error \"{error}\"", delivery.about);
        let content = Content { text: words, ..Content::default() };
        let ts = self.next_ts();
        self.slackbot.push(Ephemeral { ts, channel, recipient, thread: None, content });
    }
}
