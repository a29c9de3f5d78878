//! Puts the sandbox together, starts it and stops it.

use std::{fmt, io, net::Ipv4Addr, path::PathBuf, sync::Arc, time::Duration};

use sandbox_google::{Credentials, Google, GoogleClient, NoKey};
use sandbox_page::Page;
use sandbox_slack::Slack;
use sandbox_world::{
    Changes, SandboxError, World,
    durable::{self, Durable, Writer},
};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

use crate::{
    card::Card,
    control::{self, Desk},
    front::{self, Front},
    serve::serve,
};

/// How a sandbox is started.
#[derive(Clone, Debug)]
pub struct Settings {
    pub port: PortChoice,
    /// Where the state is kept; without it the sandbox forgets everything when it stops.
    pub state: Option<PathBuf>,
    /// What it starts with, unless the state says how it went on.
    pub world: World,
    /// Where Google's sign-in may return to, compared letter by letter.
    pub redirect_uris: Vec<String>,
}

/// Which port of 127.0.0.1 to listen on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortChoice {
    Exact(u16),
    /// This one, or the next that nobody listens on.
    NextFree(u16),
    Any,
}

/// A running sandbox.
pub struct Sandbox {
    card: Card,
    slack: Arc<Slack>,
    changes: Changes,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    handing_out: JoinHandle<()>,
    keeping: Option<Keeping>,
}

/// The task that writes the state file, and the means to write it one last time.
struct Keeping {
    task: JoinHandle<()>,
    writer: Arc<Writer<State>>,
}

/// Everything that outlives a restart.
#[derive(Serialize, Deserialize)]
struct State {
    /// The world it began with: whoever restarts with another one still finds this one.
    world: Arc<RawValue>,
    slack: Box<RawValue>,
    google: Arc<RawValue>,
    google_client: GoogleClient,
}

const STOPPING: Duration = Duration::from_secs(2);

/// Starts the stand-ins for Slack and Google, and all that belongs to them, on one port.
pub async fn start(settings: Settings) -> Result<Sandbox, SandboxError> {
    settings.world.check()?;
    let listener = settings.port.listen().await?;
    let base = format!("http://{}", listener.local_addr().map_err(SandboxError::Listen)?);
    let changes = Changes::default();
    let saved: Option<State> = settings.state.as_deref().map(durable::load).transpose()?.flatten();
    let parts = Parts::new(&settings, saved, &changes, &base)?;
    let card = Card::new(&base, &parts.slack, &parts.google, &parts.google_client)
        .map_err(|_: NoKey| SandboxError::NoKey)?;
    let (durable, keeping) = match settings.state {
        None => (Durable::nowhere(), None),
        Some(path) => {
            let (durable, keeping) = keep(path, &changes, parts.clone()).await?;
            (durable, Some(keeping))
        }
    };
    let desk = Arc::new(Desk::new(
        card.clone(),
        Arc::clone(&parts.slack),
        Arc::clone(&parts.google),
        changes.clone(),
    ));
    let front = Arc::new(Front {
        requests: Arc::clone(&desk.requests),
        faults: Arc::clone(&desk.faults),
        google: Arc::clone(&parts.google),
        changes: changes.clone(),
        durable: durable.clone(),
    });
    let (stop, stopping) = watch::channel(false);
    let page = Arc::new(Page::new(
        Arc::clone(&parts.slack),
        Arc::clone(&parts.google),
        changes.clone(),
        stopping.clone(),
    ));
    let router = sandbox_slack::routes(Arc::clone(&parts.slack))
        .merge(sandbox_google::routes(parts.google))
        .merge(control::routes(desk))
        .merge(sandbox_page::routes(page))
        .layer(axum::middleware::from_fn_with_state(front, front::pass));
    Ok(Sandbox {
        card,
        changes,
        serving: tokio::spawn(serve(listener, router, stopping)),
        handing_out: tokio::spawn(sandbox_slack::work_for_ever(Arc::clone(&parts.slack), durable)),
        slack: parts.slack,
        stop,
        keeping,
    })
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sandbox").field("page_url", &self.card.page_url).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Every address and credential of this sandbox.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// Closes every connection, ends every task and writes the state a last time.
    pub async fn stop(self) -> Result<(), SandboxError> {
        self.stop.send_replace(true);
        self.slack.close_connections();
        let mut bell = self.changes.listen();
        let all_gone = async {
            while !self.slack.connections().is_empty() && bell.changed().await.is_ok() {}
            if let Err(error) = self.serving.await {
                tracing::warn!(%error, "the listener did not end well");
            }
        };
        if tokio::time::timeout(STOPPING * 2, all_gone).await.is_err() {
            tracing::warn!("some connections were cut off");
        }
        self.handing_out.abort();
        match self.keeping {
            None => Ok(()),
            Some(keeping) => {
                keeping.task.abort();
                keeping.writer.write().await
            }
        }
    }
}

/// What the sandbox is made of, new or restored.
#[derive(Clone)]
struct Parts {
    /// As the state file has it.
    world: Arc<RawValue>,
    slack: Arc<Slack>,
    google: Arc<Google>,
    google_client: GoogleClient,
}

impl Parts {
    fn new(
        settings: &Settings,
        saved: Option<State>,
        changes: &Changes,
        base: &str,
    ) -> Result<Self, SandboxError> {
        let (world, slack, google, google_client) = match saved {
            None => {
                let world = settings.world.clone();
                let client = a_client(settings.redirect_uris.clone());
                let slack = Slack::new(&world, changes, base);
                let google = Google::new(&world, changes.clone(), client.clone())
                    .map_err(|fault| SandboxError::World { problem: fault.to_string() })?;
                let world = to_raw_value(&world)
                    .map_err(|error| SandboxError::World { problem: error.to_string() })?;
                (world.into(), slack, google, client)
            }
            Some(State { world, slack, google, google_client }) => {
                let unreadable = |error: serde_json::Error| SandboxError::StateUnreadable {
                    path: settings.state.clone().unwrap_or_default(),
                    source: error.into(),
                };
                let known: World = serde_json::from_str(world.get()).map_err(unreadable)?;
                let mut client = google_client;
                client.redirect_uris.extend(settings.redirect_uris.iter().cloned());
                let slack = Slack::restore(&slack, changes, base).map_err(unreadable)?;
                let google = Google::restore(&google, &known, changes.clone(), client.clone());
                (world, slack, google.map_err(unreadable)?, client)
            }
        };
        Ok(Self { world, slack: Arc::new(slack), google: Arc::new(google.at(base)), google_client })
    }

    fn state(&self) -> Result<State, serde_json::Error> {
        Ok(State {
            world: Arc::clone(&self.world),
            slack: self.slack.snapshot()?,
            google: self.google.snapshot()?,
            google_client: GoogleClient {
                redirect_uris: self.google.redirect_uris(),
                ..self.google_client.clone()
            },
        })
    }
}

/// A client as Google's console makes one.
fn a_client(redirect_uris: Vec<String>) -> GoogleClient {
    let Credentials { id, secret } = Credentials::fresh();
    GoogleClient { name: sandbox_google::registered_name(), id, secret, redirect_uris }
}

async fn keep(path: PathBuf, changes: &Changes, parts: Parts) -> Result<(Durable, Keeping), SandboxError> {
    let (writer, durable) = Writer::new(path, changes.clone(), move || parts.state());
    let writer = Arc::new(writer);
    // The first snapshot is written before anybody comes, so that a bad path is told at the start.
    writer.write().await?;
    let task = tokio::spawn({
        let writer = Arc::clone(&writer);
        async move { writer.go_on().await }
    });
    Ok((durable, Keeping { task, writer }))
}

impl PortChoice {
    async fn listen(self) -> Result<TcpListener, SandboxError> {
        let (first, last) = match self {
            Self::Exact(port) => (port, port),
            Self::NextFree(port) => (port, port.saturating_add(200)),
            Self::Any => (0, 0),
        };
        for port in first..=last {
            match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
                Ok(listener) => return Ok(listener),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => return Err(SandboxError::Listen(error)),
            }
        }
        Err(SandboxError::PortTaken { port: first })
    }
}
