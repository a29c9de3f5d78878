//! All servers that are configured. None of them is waited for.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Origin, Stop};
use tokio::task::JoinSet;

use crate::connection::{Connection, McpDeps};
use crate::line::Line;
use crate::settings::ServerSettings;

/// The servers, each with its own connection.
pub struct Servers {
    stop: Stop,
    tasks: JoinSet<()>,
}

/// How long they have to end well.
const GOODBYE: Duration = Duration::from_secs(2);

impl Servers {
    /// Begins to connect to all of them, and returns at once.
    pub fn start(settings: Vec<ServerSettings>, ground: &McpDeps) -> Self {
        let (stop, mut tasks) = (Stop::default(), JoinSet::new());
        for settings in settings {
            ground.shed.expect(&Origin::Server(settings.name.clone()), None);
            let line = Arc::new(Line::new(settings.name.clone(), settings.timeout));
            let connection = Connection { settings: Arc::new(settings), line, ground: ground.clone() };
            tasks.spawn(connection.keep(stop.clone()));
        }
        Self { stop, tasks }
    }

    /// Ends every connection, and every program that was started for one.
    pub async fn stop(mut self) {
        self.stop.pull();
        let ended = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(GOODBYE, ended).await.is_err() {
            self.tasks.shutdown().await;
        }
    }
}
