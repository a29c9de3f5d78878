//! How Slack reaches us: over sockets that we keep open ([`Sockets`]), or by calling us ([`Hook`]).
//!
//! Whatever arrives is written into the inbox before it is acknowledged, and acknowledged before anybody works on it.
//! Knows connections. Doesn't know what an envelope means.

mod duplicate_process;
mod envelope;
mod health;
mod hook;
mod ingest_runtime;
mod line;
mod proof;
mod sockets;
mod supervisor;

use futures_util::future::{join_all, select_all};
use kernel::Stop;
use kernel::ports::InboundState;
use tokio::sync::watch;

use crate::{Connection, Exit};
use duplicate_process::Others;
pub use health::InboundHealth;
pub use hook::{Hook, PATH};
use ingest_runtime::IngestRuntime;
pub use sockets::Sockets;
use supervisor::Supervisor;

impl Sockets {
    /// Keeps so many open until it is stopped, or refused for good.
    pub async fn run(self, how_many: usize, stop: Stop) -> Exit {
        self.run_on(IngestRuntime::open(), how_many, stop).await
    }

    async fn run_on(self, doorstep: IngestRuntime, how_many: usize, stop: Stop) -> Exit {
        let standing = watch::Sender::new(0);
        let mut supervisors: Vec<_> =
            (0..how_many.max(1)).map(|_| Supervisor::new(&self, &doorstep, &standing)).collect();
        let exit = tokio::select! {
            () = stop.pulled() => Exit::Stopped,
            exit = self.announce(standing.subscribe()) => exit,
            (exit, ..) = select_all(supervisors.iter_mut().map(|each| Box::pin(each.supervise()))) => exit,
        };
        // What a line was just writing into the inbox is either there, and found by the next start, or is not, and
        // delivered again.
        join_all(supervisors.iter_mut().map(Supervisor::end)).await;
        self.connection.send_replace(Connection::Ended);
        self.inbound_health.hear(InboundState::Interrupted);
        match &exit {
            Exit::Stopped => tracing::info!("disconnected from Slack"),
            Exit::Refused { code, words } => tracing::error!(code, "Slack refuses us for good: {words}"),
            Exit::Crowded => tracing::error!("another process is connected as this app, and was before us"),
        }
        exit
    }

    /// Slack can reach us while any socket stands, and all of it does while nobody else listens.
    async fn announce(&self, mut standing: watch::Receiver<usize>) -> Exit {
        let mut others = self.company.others();
        loop {
            let (now, hearing) = match (*standing.borrow_and_update(), *others.borrow_and_update()) {
                (_, Others::Stayed) => return Exit::Crowded,
                (0, _) => (Connection::Connecting, InboundState::Interrupted),
                (_, Others::Came) => (Connection::Connected, InboundState::Shared),
                (_, Others::Nobody) => (Connection::Connected, InboundState::Connected),
            };
            self.inbound_health.hear(hearing);
            if let Some(workspaces) = &self.workspaces {
                // Where another process listens too, it gets a part of the events.
                workspaces.hears(hearing == InboundState::Connected);
            }
            if self.connection.send_replace(now) != now && now == Connection::Connected {
                tracing::info!("connected to Slack");
            }
            let changed = tokio::select! {
                changed = standing.changed() => changed,
                changed = others.changed() => changed,
            };
            if changed.is_err() {
                return Exit::Stopped;
            }
        }
    }
}

#[cfg(test)]
mod tests;
