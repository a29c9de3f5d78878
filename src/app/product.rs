//! The product, put together and running.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use engine::{Desk, Office, Ports, Reception, Toolbox};
use kernel::Stop;
use kernel::ports::{Clock, Files, Letter, Reader};
use slack::{Connection, Identity, SlackChat, SlackDirectory, SlackReader};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tracing::{info, warn};

use crate::google_settings::NoAccounts;
use crate::house::House;
use crate::slack_settings::{Doors, slack_client};
use crate::{Config, Environment, Exit, Trouble};

/// What the model is told about itself and its work.
const SYSTEM: &str = include_str!("../../prompts/system.md");

/// A running product. Dropping it does not stop it; [`Product::stop`] does.
pub struct Product {
    stop: Stop,
    standing: watch::Receiver<Standing>,
    running: JoinHandle<Result<(), Trouble>>,
}

/// How far the product is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Starting,
    /// Slack can reach us.
    Connected,
    Ended,
}

/// Everything the product is made from.
pub struct Blueprint<'a> {
    pub config: Config,
    pub environment: Environment,
    pub data: &'a Path,
    /// Our own executable, which is started once more for every document that is read.
    pub program: PathBuf,
    /// Where Google sends people back to; already bound, so that its port is known.
    pub listener: TcpListener,
    pub clock: Arc<dyn Clock>,
}

impl Product {
    pub async fn start(blueprint: Blueprint<'_>) -> Result<Self, Trouble> {
        Self::start_with(blueprint, |ports| ports).await
    }

    /// `adjust` sees the ports before the engine does: a story can put its own model or its own journal in.
    pub async fn start_with(
        blueprint: Blueprint<'_>,
        adjust: impl FnOnce(Ports) -> Ports + Send + 'static,
    ) -> Result<Self, Trouble> {
        let Blueprint { config, environment, data, program, listener, clock } = blueprint;
        let client = slack_client(&config, &environment)?;
        let doors = Doors::of(&environment)?;
        let house = House::open(&config, &environment, data, program, clock).await?;
        let stop = Stop::default();
        let (standing, watching) = watch::channel(Standing::Starting);
        let rooms = Rooms { house, client: Arc::new(client), doors, config, listener, standing };
        let running = tokio::spawn(rooms.run(stop.clone(), adjust));
        Ok(Self { stop, standing: watching, running })
    }

    pub fn standing(&self) -> watch::Receiver<Standing> {
        self.standing.clone()
    }

    /// Tells it to stop. It finishes the steps it is in.
    pub fn stop(&self) {
        self.stop.pull();
    }

    /// Ends when the product has ended.
    pub async fn ended(self) -> Result<(), Trouble> {
        self.running.await.unwrap_or_else(|error| Err(Trouble::new(Exit::Failed, error)))
    }
}

struct Rooms {
    house: House,
    client: Arc<slack::Client>,
    doors: Doors,
    config: Config,
    listener: TcpListener,
    standing: watch::Sender<Standing>,
}

impl Rooms {
    async fn run(self, stop: Stop, adjust: impl FnOnce(Ports) -> Ports) -> Result<(), Trouble> {
        let standing = self.standing.clone();
        let ended = self.work(stop, adjust).await;
        standing.send_replace(Standing::Ended);
        ended
    }

    async fn work(self, stop: Stop, adjust: impl FnOnce(Ports) -> Ports) -> Result<(), Trouble> {
        let Self { house, client, doors, config, listener, standing } = self;
        let identity = match Identity::learn(&client, &stop).await {
            Ok(identity) => identity,
            Err(exit) => return ended(exit),
        };
        info!(workspace = identity.team_name, model = house.model.name(), "at work");
        let (letters, arriving) = mpsc::unbounded_channel::<Letter>();
        let sign_ins = house
            .google
            .as_ref()
            .map(|google| google::SignIns::new(google, Arc::clone(&house.store) as _, letters.clone()));
        let chat = Arc::new(SlackChat::new(Arc::clone(&client), identity.clone(), house.wire.clone()));
        let files: Arc<dyn Files> = Arc::clone(&chat) as _;
        let directory = Arc::new(SlackDirectory::new(Arc::clone(&client), identity.clone()));
        let ports = adjust(ports(&house, chat, directory, sign_ins.as_ref()));
        let inbox = Arc::clone(&ports.inbox);
        let toolbox = Toolbox::new(house.tools(&files)).map_err(|error| Trouble::new(Exit::Failed, error))?;
        let desk = Desk::new(ports, toolbox, config.limits.clone(), SYSTEM);
        let desk = Arc::new(desk.with_private_results(config.slack.private_results));
        let people = SlackReader::new(identity, config.slack.habits.clone());
        let readers: Vec<Arc<dyn Reader>> = vec![Arc::new(people), Arc::new(google::SignInReader)];
        let reception = Reception::new(Arc::clone(&desk), readers);
        let reception = tokio::spawn(reception.run(arriving));
        let routes = match &sign_ins {
            Some(sign_ins) => {
                sign_ins.resume().await;
                sign_ins.routes()
            }
            None => Router::new(),
        };
        let routes = routes.merge(doors.hook(&inbox, &letters));
        let pages = tokio::spawn(pages(listener, routes, stop.clone()));
        let office_stop = stop.clone();
        let office = tokio::spawn(async move { Office::new(desk).run(office_stop).await });
        let exit = listen(doors.sockets(client, inbox, letters), &config, &stop, standing).await;
        stop.pull();
        if let Some(sign_ins) = sign_ins {
            sign_ins.rest();
        }
        for task in [office, pages] {
            if let Err(error) = task.await {
                warn!(%error, "a part of the product did not end well");
            }
        }
        reception.abort();
        house.store.close().await;
        ended(exit)
    }
}

/// Until we are told to stop, or Slack refuses us for good. Without sockets it is Slack that calls.
async fn listen(
    sockets: Option<slack::Sockets>,
    config: &Config,
    stop: &Stop,
    standing: watch::Sender<Standing>,
) -> slack::Exit {
    let Some(sockets) = sockets else {
        standing.send_replace(Standing::Connected);
        stop.pulled().await;
        return slack::Exit::Stopped;
    };
    let announcing = tokio::spawn(announce(sockets.connection(), standing));
    let exit = sockets.run(config.slack.sockets, stop.clone()).await;
    announcing.abort();
    exit
}

fn ports(
    house: &House,
    chat: Arc<SlackChat>,
    directory: Arc<SlackDirectory>,
    sign_ins: Option<&google::SignIns>,
) -> Ports {
    let store = &house.store;
    Ports {
        journal: Arc::clone(store) as _,
        lanes: Arc::clone(store) as _,
        approvals: Arc::clone(store) as _,
        inbox: Arc::clone(store) as _,
        history: Arc::clone(&chat) as _,
        places: Arc::clone(&chat) as _,
        dossiers: Arc::clone(store) as _,
        preferences: Arc::clone(store) as _,
        attachments: Arc::clone(&chat) as _,
        documents: Arc::clone(&house.documents),
        transcriber: Arc::clone(&house.transcriber),
        chat,
        directory,
        grants: match sign_ins {
            Some(sign_ins) => Arc::new(sign_ins.clone()),
            None => Arc::new(NoAccounts),
        },
        model: Arc::clone(&house.model),
        clock: Arc::clone(&house.clock),
    }
}

/// Why Slack let us go.
fn ended(exit: slack::Exit) -> Result<(), Trouble> {
    match exit {
        slack::Exit::Stopped => Ok(()),
        slack::Exit::Refused { code, words } => {
            Err(Trouble::new(Exit::SlackRefused, format!("Slack refused us ({code}). {words}")))
        }
    }
}

async fn pages(listener: TcpListener, routes: Router, stop: Stop) {
    let served = axum::serve(listener, routes).with_graceful_shutdown(stop.pulled());
    if let Err(error) = served.await {
        warn!(%error, "the pages are no longer served");
    }
}

async fn announce(mut connection: watch::Receiver<Connection>, standing: watch::Sender<Standing>) {
    loop {
        let now = match *connection.borrow_and_update() {
            Connection::Connecting => Standing::Starting,
            Connection::Connected => Standing::Connected,
            Connection::Ended => return,
        };
        standing.send_replace(now);
        if connection.changed().await.is_err() {
            return;
        }
    }
}
