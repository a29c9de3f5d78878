//! Socket Mode: tickets, connections, and handing each envelope to one of them.

mod conversation;

use std::{collections::BTreeMap, sync::Arc, sync::PoisonError, time::Duration};

use axum::{
    extract::{Query, State, WebSocketUpgrade},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::{
    Slack,
    deliveries::{Kind, Stage, Timing},
    ids,
    ts::Ts,
};
use crate::{durable::Durable, noted::Noted};

const MOST_CONNECTIONS: usize = 10;
const TICKET_LIVES_MS: u64 = 30_000;
pub(super) const HOST: &str = "applink-sandbox-1";

/// The live side of Socket Mode; nothing of it survives a restart.
#[derive(Default)]
pub(super) struct Sockets {
    open: BTreeMap<u64, Socket>,
    tickets: BTreeMap<String, Ts>,
    last: u64,
    turn: usize,
    timing: Timing,
}

struct Socket {
    outgoing: UnboundedSender<Outgoing>,
    opened_at: Ts,
    /// Told to go: it gets nothing new.
    leaving: bool,
}

/// What a connection is told to do.
pub(super) enum Outgoing {
    Frame(String),
    Disconnect(Reason, Duration),
    Close,
    /// Gone without a closing handshake, as when a cable is pulled.
    Drop,
}

/// Why Slack asks a client to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    Warning,
    RefreshRequested,
    LinkDisabled,
    TooManyWebsockets,
}

/// A connection as the control API lists it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Connected {
    pub(crate) socket: u64,
    pub(crate) opened_at: String,
    pub(crate) leaving: bool,
}

#[derive(Deserialize)]
pub(super) struct Ticket {
    #[serde(default)]
    ticket: String,
}

pub(super) async fn connect(
    State(slack): State<Arc<Slack>>,
    Query(ticket): Query<Ticket>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let mut response = if slack.redeem(&ticket.ticket) {
        upgrade.on_upgrade(move |socket| conversation::hold(slack, socket))
    } else {
        (StatusCode::UNAUTHORIZED, "invalid_ticket").into_response()
    };
    response.extensions_mut().insert(Noted { method: "link".to_owned(), caller: Some("app".to_owned()) });
    response
}

/// Hands out what is due, for ever; drop the future to end it.
///
/// Nothing leaves before it is durable: an app must not hear of a message that a crash could take back.
pub(crate) async fn hand_out_for_ever(slack: Arc<Slack>, durable: Durable) {
    let mut bell = slack.changes.listen();
    loop {
        let count = *bell.borrow_and_update();
        durable.written(count).await;
        let pause = slack.hand_out();
        tokio::select! {
            rung = bell.changed() => if rung.is_err() { return },
            () = tokio::time::sleep(pause) => {}
        }
    }
}

impl Slack {
    fn sockets<T>(&self, act: impl FnOnce(&mut Sockets) -> T) -> T {
        act(&mut self.sockets.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn issue_ticket(&self) -> String {
        let ticket = ids::random(48);
        self.sockets(|sockets| sockets.tickets.insert(ticket.clone(), Ts::now()));
        ticket
    }

    /// A ticket opens one connection, and only for a short while.
    fn redeem(&self, ticket: &str) -> bool {
        self.sockets(|sockets| sockets.tickets.remove(ticket))
            .is_some_and(|issued| issued.plus_milliseconds(TICKET_LIVES_MS) > Ts::now())
    }

    /// Lets a connection in, unless there are too many; gives its number, its orders and how many there are.
    fn connected(&self) -> Option<(u64, UnboundedReceiver<Outgoing>, usize)> {
        let let_in = self.sockets(|sockets| {
            if sockets.open.len() >= MOST_CONNECTIONS {
                return None;
            }
            let (outgoing, orders) = unbounded_channel();
            sockets.last += 1;
            let socket = Socket { outgoing, opened_at: Ts::now(), leaving: false };
            sockets.open.insert(sockets.last, socket);
            Some((sockets.last, orders, sockets.open.len()))
        });
        self.changes.ring();
        let_in
    }

    fn disconnected(&self, connection: u64) {
        self.sockets(|sockets| sockets.open.remove(&connection));
        let mut workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        workspace.deliveries.connection_lost(connection);
        drop(workspace);
        self.changes.ring();
    }

    /// Sends what waits and moves on what was not acknowledged; says how long there is nothing to do.
    fn hand_out(&self) -> Duration {
        let now = Ts::now();
        let mut workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let deliveries = &mut workspace.deliveries;
        let mut moved = deliveries.expire(&sockets.timing, now);
        for index in deliveries.open() {
            let Some(delivery) = deliveries.get_mut(index) else { continue };
            if !matches!(delivery.stage, Stage::Waiting(not_before) if not_before <= now) {
                continue;
            }
            let Some((number, outgoing)) = sockets.next() else { break };
            match delivery.envelope(number) {
                Ok(frame) => {
                    // A connection that has just ended reports its loss itself, and the envelope waits again.
                    let _ended = outgoing.send(Outgoing::Frame(frame));
                    moved = true;
                }
                Err(error) => tracing::error!(%error, id = delivery.id, "an envelope cannot be written"),
            }
        }
        let next = deliveries.next_deadline(&sockets.timing, now);
        drop((sockets, workspace));
        if moved {
            self.changes.ring();
        }
        next.map_or(Duration::from_mins(1), |next| {
            Duration::from_micros(next.microseconds().saturating_sub(Ts::now().microseconds()))
        })
    }

    pub(crate) fn connections(&self) -> Vec<Connected> {
        self.sockets(|sockets| {
            let shown = |(number, socket): (&u64, &Socket)| Connected {
                socket: *number,
                opened_at: socket.opened_at.to_string(),
                leaving: socket.leaving,
            };
            sockets.open.iter().map(shown).collect()
        })
    }

    /// Asks one connection, or all, to go and closes it after a while. Says how many were asked.
    pub(crate) fn disconnect(&self, only: Option<u64>, reason: Reason, after: Duration) -> usize {
        self.order(only, |socket| {
            socket.leaving |= reason != Reason::Warning;
            Outgoing::Disconnect(reason, after)
        })
    }

    /// Cuts one connection, or all, without a word.
    pub(crate) fn drop_connections(&self, only: Option<u64>) -> usize {
        self.order(only, |_| Outgoing::Drop)
    }

    /// Closes every connection properly.
    pub(crate) fn close_connections(&self) {
        self.order(None, |_| Outgoing::Close);
    }

    fn order(&self, only: Option<u64>, mut what: impl FnMut(&mut Socket) -> Outgoing) -> usize {
        self.sockets(|sockets| {
            let mut told = 0;
            for (_, socket) in
                sockets.open.iter_mut().filter(|(number, _)| only.is_none_or(|only| only == **number))
            {
                let outgoing = what(socket);
                told += usize::from(socket.outgoing.send(outgoing).is_ok());
            }
            told
        })
    }

    pub(crate) fn timing(&self) -> Timing {
        self.sockets(|sockets| sockets.timing.clone())
    }

    pub(crate) fn set_timing(&self, timing: Timing) {
        self.sockets(|sockets| sockets.timing = timing);
        self.changes.ring();
    }

    /// Takes an acknowledgement from a client.
    fn acknowledged(&self, envelope_id: &str, response: Option<&Value>) {
        let mut workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        let delivery = workspace.deliveries.acknowledge(envelope_id).cloned();
        if let Some(form) = delivery.as_ref().filter(|delivery| delivery.about == "view_submission") {
            workspace.submission_answered(&form.id, response);
        }
        drop(workspace);
        let command = delivery
            .filter(|delivery| delivery.kind == Kind::SlashCommands)
            .and_then(|delivery| delivery.response_url);
        self.changes.ring();
        if let (Some(address), Some(response)) = (command, response) {
            let answered = self.answer_response_url(&address, response);
            tracing::debug!(?answered, "a command was answered in its acknowledgement");
        }
    }
}

impl Sockets {
    /// Whoever's turn it is; Slack promises no particular connection.
    fn next(&mut self) -> Option<(u64, &UnboundedSender<Outgoing>)> {
        let staying: Vec<u64> =
            self.open.iter().filter(|(_, socket)| !socket.leaving).map(|(number, _)| *number).collect();
        self.turn = self.turn.wrapping_add(1);
        let number = *staying.get(self.turn.checked_rem(staying.len())?)?;
        self.open.get(&number).map(|socket| (number, &socket.outgoing))
    }
}

impl Reason {
    pub(super) fn frame(self) -> Value {
        json!({"type": "disconnect", "reason": self, "debug_info": {"host": HOST}})
    }

    /// How long Slack usually leaves between the frame and the end.
    pub(crate) fn usual_wait(self) -> Duration {
        match self {
            Self::Warning => Duration::from_secs(10),
            Self::RefreshRequested => Duration::from_secs(2),
            Self::LinkDisabled | Self::TooManyWebsockets => Duration::ZERO,
        }
    }
}
