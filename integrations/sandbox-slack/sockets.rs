//! Socket Mode: tickets, connections, and which of them gets an envelope.

mod connections;
mod conversation;
mod faults;
mod lots;

use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};

use axum::{
    extract::{Query, State, WebSocketUpgrade},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use sandbox_world::{Noted, TransportSeed};
use serde::{Deserialize, Serialize};

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

pub(crate) use self::connections::{Outgoing, Sockets};
pub use self::{connections::Reason, faults::SocketFault};
use self::{connections::Socket, faults::InForce, lots::Lots};
use super::{Slack, deliveries::Timing, ids, ts::Ts};

const MOST_CONNECTIONS: usize = 10;
const TICKET_LIVES_MS: u64 = 30_000;
/// In seconds.
const CONNECTION_LIVES: u64 = 18_060;
const CONNECTION_LIVES_BRIEFLY: u64 = 360;

/// A connection as the control API lists it.
#[derive(Clone, Debug, Serialize)]
pub struct Connected {
    pub(crate) socket: u64,
    pub(crate) opened_at: String,
    pub(crate) leaving: bool,
}

#[derive(Deserialize)]
pub(super) struct Ticket {
    #[serde(default)]
    ticket: String,
    /// `true` for a client that wants to try its reconnecting.
    #[serde(default)]
    debug_reconnects: String,
}

impl Ticket {
    /// How many seconds the connection lives.
    fn lives(&self) -> u64 {
        if self.debug_reconnects == "true" { CONNECTION_LIVES_BRIEFLY } else { CONNECTION_LIVES }
    }
}

pub(super) async fn connect(
    State(slack): State<Arc<Slack>>,
    Query(ticket): Query<Ticket>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let mut response = if slack.redeem(&ticket.ticket) {
        upgrade.on_upgrade(move |socket| conversation::hold(slack, socket, ticket.lives()))
    } else {
        (StatusCode::UNAUTHORIZED, "invalid_ticket").into_response()
    };
    response.extensions_mut().insert(Noted { method: "link".to_owned(), caller: Some("app".to_owned()) });
    response
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

    /// Lets a connection in, unless there are too many or none are wanted; gives its number, its orders and how many
    /// there are.
    fn connected(&self) -> Result<(u64, UnboundedReceiver<Outgoing>, usize), Reason> {
        if self.read(|workspace| workspace.configuration.transport) == TransportSeed::Http {
            return Err(Reason::LinkDisabled);
        }
        let let_in = self.sockets(|sockets| {
            if sockets.open.len() >= MOST_CONNECTIONS {
                return Err(Reason::TooManyWebsockets);
            }
            let (outgoing, orders) = unbounded_channel();
            sockets.last += 1;
            let socket = Socket { outgoing, opened_at: Ts::now(), leaving: false };
            sockets.open.insert(sockets.last, socket);
            Ok((sockets.last, orders, sockets.open.len()))
        });
        self.changes.ring();
        let_in
    }

    fn disconnected(&self, connection: u64) {
        self.sockets(|sockets| sockets.open.remove(&connection));
        self.connection_lost(connection);
        self.changes.ring();
    }

    pub fn connections(&self) -> Vec<Connected> {
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
    pub fn disconnect(&self, only: Option<u64>, reason: Reason, after: Duration) -> usize {
        self.order(only, |socket| {
            socket.leaving |= reason != Reason::Warning;
            Outgoing::Disconnect(reason, after)
        })
    }

    /// Asks a connection to go when its seconds are over.
    async fn age(&self, connection: u64, seconds: u64) {
        tokio::time::sleep(Duration::from_millis(self.timing().connection(seconds))).await;
        let reason = Reason::RefreshRequested;
        self.disconnect(Some(connection), reason, reason.usual_wait());
        std::future::pending::<()>().await;
    }

    /// Cuts one connection, or all, without a word.
    pub fn drop_connections(&self, only: Option<u64>) -> usize {
        self.order(only, |_| Outgoing::Drop)
    }

    /// Lets something go wrong on one connection, or on all, for so many envelopes or for good.
    pub fn break_connections(&self, only: Option<u64>, fault: &SocketFault, times: Option<u32>) -> usize {
        self.order(only, |_| Outgoing::Fault(InForce::new(fault.clone(), times)))
    }

    /// From now on the lots of this seed say which connection gets an envelope.
    pub fn draw_lots_of(&self, seed: u64) {
        self.sockets(|sockets| sockets.lots = Lots::of(seed));
    }

    /// Closes every connection properly.
    pub fn close_connections(&self) {
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

    pub fn timing(&self) -> Timing {
        self.sockets(|sockets| sockets.timing.clone())
    }

    pub fn set_timing(&self, timing: Timing) {
        self.sockets(|sockets| sockets.timing = timing);
        self.changes.ring();
    }
}
