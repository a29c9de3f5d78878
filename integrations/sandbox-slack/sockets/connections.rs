//! The open connections of the app, and what each is told to do.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::{faults::InForce, lots::Lots};
use crate::{deliveries::Timing, ts::Ts};

pub(crate) const HOST: &str = "applink-sandbox-1";

/// The live side of Socket Mode; nothing of it survives a restart.
#[derive(Default)]
pub(crate) struct Sockets {
    pub(super) open: BTreeMap<u64, Socket>,
    pub(super) tickets: BTreeMap<String, Ts>,
    pub(super) last: u64,
    pub(super) lots: Lots,
    pub(crate) timing: Timing,
}

pub(super) struct Socket {
    pub(super) outgoing: UnboundedSender<Outgoing>,
    pub(super) opened_at: Ts,
    /// Told to go: it gets nothing new.
    pub(super) leaving: bool,
}

/// What a connection is told to do.
pub(crate) enum Outgoing {
    Frame(String),
    Disconnect(Reason, Duration),
    Fault(InForce),
    Close,
    /// Gone without a closing handshake, as when a cable is pulled.
    Drop,
}

/// Why Slack asks a client to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Warning,
    RefreshRequested,
    LinkDisabled,
    TooManyWebsockets,
}

impl Sockets {
    /// Any of them; Slack promises no particular connection.
    pub(crate) fn next(&mut self) -> Option<(u64, &UnboundedSender<Outgoing>)> {
        let staying: Vec<u64> =
            self.open.iter().filter(|(_, socket)| !socket.leaving).map(|(number, _)| *number).collect();
        let number = *staying.get(self.lots.draw(staying.len())?)?;
        self.open.get(&number).map(|socket| (number, &socket.outgoing))
    }
}

impl Reason {
    pub(crate) fn frame(self) -> Value {
        json!({"type": "disconnect", "reason": self, "debug_info": {"host": HOST}})
    }

    /// How long Slack usually leaves between the frame and the end.
    pub fn usual_wait(self) -> Duration {
        match self {
            Self::Warning => Duration::from_secs(10),
            Self::RefreshRequested => Duration::from_secs(2),
            Self::LinkDisabled | Self::TooManyWebsockets => Duration::ZERO,
        }
    }
}
