//! The sockets of an app, before any of them is opened.

use std::sync::Arc;

use kernel::Secret;
use kernel::ports::{Inbox, Letter, Proof};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;

use super::duplicate_process::DuplicateProcess;
use super::health::InboundHealth;
use crate::{Client, Connection, Workspaces};

/// Several sockets at once: while one is renewed, or is dead and not yet known to be, Slack has another.
pub struct Sockets {
    pub(super) client: Arc<Client>,
    pub(super) app_token: Secret,
    pub(super) inbox: Arc<dyn Inbox>,
    pub(super) letters: UnboundedSender<Letter>,
    pub(super) connection: watch::Sender<Connection>,
    pub(super) company: DuplicateProcess,
    pub(super) inbound_health: Arc<InboundHealth>,
    pub(super) proof: Option<Arc<dyn Proof>>,
    pub(super) workspaces: Option<Workspaces>,
}

impl Sockets {
    /// What is new goes to `letters`, already acknowledged and safe in the inbox.
    pub fn new(
        client: Arc<Client>,
        app_token: Secret,
        inbox: Arc<dyn Inbox>,
        letters: UnboundedSender<Letter>,
    ) -> Self {
        let connection = watch::Sender::new(Connection::Connecting);
        let company = DuplicateProcess::new(client.settings().timing.recount);
        let inbound_health = Arc::new(InboundHealth::listening());
        Self {
            client,
            app_token,
            inbox,
            letters,
            connection,
            company,
            inbound_health,
            proof: None,
            workspaces: None,
        }
    }

    /// Where it is said how well we hear.
    #[must_use]
    pub fn with_inbound_health(self, inbound_health: Arc<InboundHealth>) -> Self {
        Self { inbound_health, ..self }
    }

    /// Who looks at forms before they are acknowledged.
    #[must_use]
    pub fn with_proof(self, proof: Arc<dyn Proof>) -> Self {
        Self { proof: Some(proof), ..self }
    }

    /// The workspaces whose people are kept true by the events that arrive.
    #[must_use]
    pub fn with_workspaces(self, workspaces: Workspaces) -> Self {
        Self { workspaces: Some(workspaces), ..self }
    }

    pub fn connection(&self) -> watch::Receiver<Connection> {
        self.connection.subscribe()
    }
}
