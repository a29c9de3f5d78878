mod called;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use axum::extract::ws::{Message, WebSocket};
use kernel::ports::{Accepted, Inbox, Letter, Proof, Settled, Settlement, Soon, StoreError, Wrong};
use kernel::{Delivery, InboundId, Secret, ThreadId};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;

use std::time::Duration;

use tokio::sync::mpsc;

use super::*;
use crate::Timing;
use crate::scripted::{Answer, LONG, ScriptedSlack, hear, quick, say, soon, time_passes};

const OPEN: &str = "apps.connections.open";

/// Remembers keys; refuses those that contain `unwritable`.
#[derive(Default)]
struct Notebook(Mutex<HashSet<String>>);

impl Inbox for Notebook {
    fn accept<'a>(&'a self, delivery: &'a Delivery) -> Soon<'a, Result<Accepted, StoreError>> {
        Box::pin(async move {
            if delivery.key.contains("unwritable") {
                return Err(StoreError::Unreachable("the disk is full".to_owned()));
            }
            let mut keys = self.0.lock().unwrap();
            let new = keys.insert(delivery.key.clone());
            let id = i64::try_from(keys.len()).unwrap();
            Ok(if new { Accepted::New(InboundId(id)) } else { Accepted::Seen })
        })
    }

    fn backlog(&self) -> Soon<'_, Result<Vec<Letter>, StoreError>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn settle(&self, _: InboundId, _: Settlement) -> Soon<'_, Result<Settled, StoreError>> {
        Box::pin(async { Ok(Settled::Now) })
    }

    fn tidy(&self) -> Soon<'_, Result<(), StoreError>> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn knows<'a>(&'a self, _: &'a ThreadId) -> Soon<'a, Result<bool, StoreError>> {
        Box::pin(async { Ok(false) })
    }

    fn used_in<'a>(&'a self, _: &'a str) -> Soon<'a, Result<Option<ThreadId>, StoreError>> {
        Box::pin(async { Ok(None) })
    }
}

/// Finds something wrong in forms about `bad`.
struct Strict;

impl Proof for Strict {
    fn wrong<'a>(&'a self, delivery: &'a Delivery) -> Soon<'a, Wrong> {
        let bad = delivery.raw.read().unwrap()["payload"]["view"]["private_metadata"] == "bad";
        Box::pin(async move { bad.then(|| ("to".into(), "No address.".into())).into_iter().collect() })
    }
}

struct Running {
    inbox: Arc<Notebook>,
    letters: UnboundedReceiver<Letter>,
    connection: watch::Receiver<Connection>,
    stop: Stop,
    exit: JoinHandle<Exit>,
}

fn run(slack: &ScriptedSlack, timing: Timing) -> Running {
    run_several(slack, timing, 1)
}

fn run_several(slack: &ScriptedSlack, timing: Timing, how_many: usize) -> Running {
    run_on(IngestRuntime::open(), slack, timing, how_many)
}

/// With limits that run out when the test moves its clock.
fn run_here(slack: &ScriptedSlack, timing: Timing) -> Running {
    run_on(IngestRuntime::here(), slack, timing, 1)
}

fn run_on(doorstep: IngestRuntime, slack: &ScriptedSlack, timing: Timing, how_many: usize) -> Running {
    let (sender, letters) = mpsc::unbounded_channel();
    let inbox = Arc::new(Notebook::default());
    let socket = Sockets::new(
        slack.client(timing),
        Secret::new("xapp-1"),
        Arc::clone(&inbox) as Arc<dyn Inbox>,
        sender,
    );
    let socket = socket.with_proof(Arc::new(Strict));
    let (connection, stop) = (socket.connection(), Stop::default());
    let exit = tokio::spawn(socket.run_on(doorstep, how_many, stop.clone()));
    Running { inbox, letters, connection, stop, exit }
}

impl Running {
    async fn is(&mut self, connection: Connection) {
        soon(self.connection.wait_for(|now| *now == connection)).await.unwrap();
    }
}

async fn greeted(slack: &mut ScriptedSlack) -> WebSocket {
    let mut socket = slack.socket().await;
    say(&mut socket, &json!({"type": "hello", "num_connections": 1})).await;
    socket
}

/// Waits until the other side has read all that was sent.
async fn answers_ping(socket: &mut WebSocket) {
    socket.send(Message::Ping("now".into())).await.unwrap();
    while !matches!(soon(socket.recv()).await.unwrap().unwrap(), Message::Pong(said) if said == "now") {}
}

fn event(envelope: &str, event: &str) -> Value {
    json!({"type": "events_api", "envelope_id": envelope, "payload": {"event_id": event, "event": {"n": 1}}})
}

fn disconnect(reason: &str) -> Value {
    json!({"type": "disconnect", "reason": reason})
}

async fn refused(running: Running, expected: &str) {
    let Exit::Refused { code, words } = soon(running.exit).await.unwrap() else { panic!("not refused") };
    assert_eq!(code, expected);
    assert!(words.ends_with('.'), "{words}");
    assert_eq!(*running.connection.borrow(), Connection::Ended);
}

#[tokio::test]
async fn an_event_is_written_down_then_acknowledged_then_handed_over() {
    let mut slack = ScriptedSlack::start().await;
    let mut running = run(&slack, quick());
    let mut socket = greeted(&mut slack).await;
    say(&mut socket, &event("e1", "Ev1")).await;
    // Nobody has taken the letter yet, and the acknowledgement is there.
    assert_eq!(hear(&mut socket).await, json!({"envelope_id": "e1"}));
    assert!(running.inbox.0.lock().unwrap().contains("event:Ev1"));
    let letter = soon(running.letters.recv()).await.unwrap();
    assert_eq!((letter.from.as_str(), letter.raw.read().unwrap()), ("slack", event("e1", "Ev1")));
}

#[tokio::test]
async fn a_form_with_something_wrong_in_it_is_sent_back_and_not_written_down() {
    let mut slack = ScriptedSlack::start().await;
    let mut running = run(&slack, quick());
    let mut socket = greeted(&mut slack).await;
    let form = |envelope: &str, about: &str| {
        let view = json!({"callback_id": crate::action_ids::EDITS, "private_metadata": about, "blocks": [{"block_id": "to"}]});
        json!({"type": "interactive", "envelope_id": envelope,
            "payload": {"type": "view_submission", "trigger_id": envelope, "view": view}})
    };
    say(&mut socket, &form("e1", "bad")).await;
    let errors = json!({"response_action": "errors", "errors": {"to": "No address."}});
    assert_eq!(hear(&mut socket).await, json!({"envelope_id": "e1", "payload": errors}));
    assert!(running.inbox.0.lock().unwrap().is_empty());
    say(&mut socket, &form("e2", "good")).await;
    assert_eq!(hear(&mut socket).await, json!({"envelope_id": "e2"}));
    assert_eq!(soon(running.letters.recv()).await.unwrap().raw.read().unwrap(), form("e2", "good"));
}

#[tokio::test]
async fn a_redelivery_is_acknowledged_and_not_handed_over_again() {
    let mut slack = ScriptedSlack::start().await;
    let mut running = run(&slack, quick());
    let mut socket = greeted(&mut slack).await;
    for (envelope, id) in [("e1", "Ev1"), ("e2", "Ev1"), ("e3", "Ev2")] {
        say(&mut socket, &event(envelope, id)).await;
        assert_eq!(hear(&mut socket).await, json!({ "envelope_id": envelope }));
    }
    assert_eq!(soon(running.letters.recv()).await.unwrap().raw.read().unwrap(), event("e1", "Ev1"));
    assert_eq!(soon(running.letters.recv()).await.unwrap().raw.read().unwrap(), event("e3", "Ev2"));
}

#[tokio::test]
async fn what_cannot_be_written_down_is_not_acknowledged() {
    let mut slack = ScriptedSlack::start().await;
    let mut running = run(&slack, quick());
    let mut socket = greeted(&mut slack).await;
    say(&mut socket, &event("e1", "unwritable")).await;
    say(&mut socket, &event("e2", "Ev2")).await;
    assert_eq!(hear(&mut socket).await, json!({"envelope_id": "e2"}));
    assert_eq!(soon(running.letters.recv()).await.unwrap().raw.read().unwrap(), event("e2", "Ev2"));
}

#[tokio::test]
async fn a_slack_that_never_answers_the_open_call_is_asked_again() {
    let mut slack = ScriptedSlack::start().await;
    slack.will(OPEN, Answer::Lost { after: LONG });
    slack.will(OPEN, Answer::Status(500, json!({})));
    slack.will(OPEN, Answer::Busy { seconds: 0 });
    let mut running = run_here(&slack, quick());
    let _socket = greeted(&mut slack).await;
    running.is(Connection::Connected).await;
    assert_eq!(slack.calls(OPEN).len(), 4);
}

#[tokio::test]
async fn a_socket_that_never_opens_or_never_greets_is_given_up() {
    let mut slack = ScriptedSlack::start().await;
    slack.will(OPEN, Answer::Says(slack.address_that_stalls()));
    let mut running = run_here(&slack, quick());
    let mut silent = slack.socket().await;
    answers_ping(&mut silent).await;
    assert_eq!(slack.calls(OPEN).len(), 2);
    time_passes(quick().dial).await;
    let _socket = greeted(&mut slack).await;
    running.is(Connection::Connected).await;
    assert_eq!(slack.calls(OPEN).len(), 3);
}

/// The limits as they are by default.
fn alive() -> Timing {
    let Timing { ping_every, dead_after, .. } = Timing::default();
    Timing { ping_every, dead_after, ..quick() }
}

#[tokio::test]
async fn a_half_open_socket_is_noticed_and_replaced() {
    let mut slack = ScriptedSlack::start().await;
    let mut running = run_here(&slack, alive());
    // Nobody reads this one any more, so no ping is answered.
    let _half_open = greeted(&mut slack).await;
    running.is(Connection::Connected).await;
    time_passes(alive().dead_after).await;
    let _next = greeted(&mut slack).await;
    assert_eq!(slack.calls(OPEN).len(), 2);
}

#[tokio::test]
async fn a_socket_that_answers_pings_lives_on() {
    let mut slack = ScriptedSlack::start().await;
    let mut running = run_here(&slack, alive());
    let mut socket = greeted(&mut slack).await;
    running.is(Connection::Connected).await;
    for _ in 0..5 {
        time_passes(alive().ping_every).await;
        // Reading answers the ping.
        while !matches!(soon(socket.recv()).await.unwrap().unwrap(), Message::Ping(_)) {}
        answers_ping(&mut socket).await;
    }
    assert!(5 * alive().ping_every > alive().dead_after);
    assert_eq!(slack.calls(OPEN).len(), 1);
}

#[tokio::test]
async fn a_dropped_socket_is_replaced() {
    let mut slack = ScriptedSlack::start().await;
    let mut running = run(&slack, quick());
    drop(greeted(&mut slack).await);
    let mut socket = greeted(&mut slack).await;
    say(&mut socket, &event("e1", "Ev1")).await;
    assert_eq!(hear(&mut socket).await, json!({"envelope_id": "e1"}));
    running.is(Connection::Connected).await;
}

#[tokio::test]
async fn a_refresh_leaves_no_gap() {
    let mut slack = ScriptedSlack::start().await;
    let mut running = run(&slack, quick());
    let mut old = greeted(&mut slack).await;
    running.is(Connection::Connected).await;
    running.connection.mark_unchanged();
    say(&mut old, &disconnect("warning")).await;
    say(&mut old, &disconnect("refresh_requested")).await;
    let mut new = slack.socket().await;
    // The new one has not greeted: the old one still serves.
    say(&mut old, &event("e1", "Ev1")).await;
    assert_eq!(hear(&mut old).await, json!({"envelope_id": "e1"}));
    say(&mut new, &json!({"type": "hello"})).await;
    say(&mut new, &event("e2", "Ev2")).await;
    assert_eq!(hear(&mut new).await, json!({"envelope_id": "e2"}));
    say(&mut old, &event("e3", "Ev3")).await;
    assert_eq!(hear(&mut old).await, json!({"envelope_id": "e3"}));
    drop(old);
    say(&mut new, &event("e4", "Ev4")).await;
    assert_eq!(hear(&mut new).await, json!({"envelope_id": "e4"}));
    assert_eq!(*running.connection.borrow(), Connection::Connected);
    assert_eq!(slack.calls(OPEN).len(), 2);
    for _ in 0..4 {
        soon(running.letters.recv()).await.unwrap();
    }
}

#[tokio::test]
async fn no_event_of_a_thousand_is_lost_over_ten_refreshes() {
    let mut slack = ScriptedSlack::start().await;
    let mut running = run(&slack, quick());
    let mut current = greeted(&mut slack).await;
    let mut number = 0;
    for _ in 0..10 {
        let mut next = None;
        for half in 0..2 {
            for _ in 0..50 {
                number += 1;
                say(&mut current, &event(&format!("e{number}"), &format!("Ev{number}"))).await;
            }
            if half == 0 {
                say(&mut current, &disconnect("refresh_requested")).await;
                next = Some(greeted(&mut slack).await);
            }
        }
        for _ in 0..100 {
            hear(&mut current).await;
        }
        current = next.unwrap();
    }
    let mut handed_over = HashSet::new();
    for _ in 0..1000 {
        let letter = soon(running.letters.recv()).await.unwrap();
        assert!(handed_over.insert(letter.raw.read().unwrap()["payload"]["event_id"].to_string()));
    }
}

#[tokio::test]
async fn a_token_that_slack_does_not_know_ends_it() {
    for code in ["invalid_auth", "not_authed", "account_inactive", "not_allowed_token_type"] {
        let slack = ScriptedSlack::start().await;
        slack.will(OPEN, Answer::Says(json!({"ok": false, "error": code})));
        refused(run(&slack, quick()), code).await;
        assert_eq!(slack.calls(OPEN).len(), 1);
    }
}

#[tokio::test]
async fn a_disabled_link_ends_it() {
    let mut slack = ScriptedSlack::start().await;
    let running = run(&slack, quick());
    let mut socket = greeted(&mut slack).await;
    say(&mut socket, &disconnect("link_disabled")).await;
    refused(running, "link_disabled").await;
}

#[tokio::test]
async fn our_own_stop_ends_it_at_once() {
    let mut slack = ScriptedSlack::start().await;
    let running = run(&slack, quick());
    let _socket = greeted(&mut slack).await;
    running.stop.pull();
    assert_eq!(soon(running.exit).await.unwrap(), Exit::Stopped);
}

#[tokio::test]
async fn while_one_socket_is_lost_another_is_heard() {
    let mut slack = ScriptedSlack::start().await;
    let mut running = run_several(&slack, quick(), 2);
    let (first, mut second) = (greeted(&mut slack).await, greeted(&mut slack).await);
    running.is(Connection::Connected).await;
    drop(first);
    say(&mut second, &event("e1", "Ev1")).await;
    assert_eq!(hear(&mut second).await, json!({"envelope_id": "e1"}));
    // The lost one is replaced, and nobody was told that we were away.
    let mut third = greeted(&mut slack).await;
    say(&mut third, &event("e2", "Ev2")).await;
    assert_eq!(hear(&mut third).await, json!({"envelope_id": "e2"}));
    assert_eq!(*running.connection.borrow(), Connection::Connected);
    for expected in ["e1", "e2"] {
        let letter = soon(running.letters.recv()).await.unwrap();
        assert_eq!(letter.raw.read().unwrap()["envelope_id"], expected);
    }
}
