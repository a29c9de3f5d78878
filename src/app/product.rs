//! The product, put together and running.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use engine::{
    Catalogue, Dispatcher, Engine, InboundHandler, Ports, Reducers, TableReducer, ToolSettings, Toolbox,
};
use kernel::ports::{Clock, Letter, Model, Pins, Proof, Reader};
use kernel::{Definition, Secret, Stop};
use slack::{Connection, InboundHealth, Workspaces};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::{info, warn};
use wire::{Accounts, Opened, Pack, PackRuntime};

use crate::known_tools::OfServers;
use crate::no_accounts::NoAccounts;
use crate::services::Services;
use crate::slack_settings::{SlackTransport, bot_token, workspaces};
use crate::{Config, Environment, Exit, Trouble, config, log, model_choice, packs};

/// A running product. Dropping it does not stop it; [`Product::stop`] does.
pub struct Product {
    stop: Stop,
    standing: watch::Receiver<Standing>,
    running: JoinHandle<Result<(), Trouble>>,
    model: String,
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
        Box::pin(Self::start_with(blueprint, |ports| ports)).await
    }

    /// `adjust` sees the ports before the engine does: a story can put its own model or its own journal in.
    pub async fn start_with(
        blueprint: Blueprint<'_>,
        adjust: impl FnOnce(Ports) -> Ports + Send + 'static,
    ) -> Result<Self, Trouble> {
        let Blueprint { config, environment, data, program, listener, clock } = blueprint;
        environment.secrets().for_each(|secret| log::hide(secret.reveal()));
        let bot_token = bot_token(&config, &environment)?;
        let doors = SlackTransport::of(&environment)?;
        // Whoever starts a product need not hold all that is held while it is opened.
        let house = Box::pin(Services::open(&config, &environment, data, program, clock)).await?;
        let workspaces = workspaces(&config, &environment, &house.shared)?;
        let (letters, arriving) = mpsc::unbounded_channel::<Letter>();
        let toolbox = Arc::new(Toolbox::default());
        let runtime = PackRuntime {
            files: Arc::new(workspaces.clone()),
            inbox: Arc::clone(&house.store) as _,
            letters: letters.clone(),
            shed: Arc::clone(&toolbox) as _,
        };
        let opened = packs::open(&config, &house.shared, &runtime)?;
        let (stop, model) = (Stop::default(), house.model.name().to_owned());
        let (standing, watching) = watch::channel(Standing::Starting);
        let mail = (letters, arriving);
        let rooms = Runtime {
            house,
            workspaces,
            opened,
            toolbox,
            mail,
            bot_token,
            doors,
            config,
            listener,
            standing,
        };
        let running = tokio::spawn(rooms.run(stop.clone(), adjust));
        Ok(Self { stop, standing: watching, running, model })
    }

    pub fn standing(&self) -> watch::Receiver<Standing> {
        self.standing.clone()
    }

    /// The name of the language model that answers.
    pub fn model(&self) -> &str {
        &self.model
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

struct Runtime {
    house: Services,
    workspaces: Workspaces,
    opened: Opened,
    toolbox: Arc<Toolbox>,
    /// Both ends of the queue of deliveries: integrations put them in from the start.
    mail: (UnboundedSender<Letter>, UnboundedReceiver<Letter>),
    bot_token: Option<Secret>,
    doors: SlackTransport,
    config: Config,
    listener: TcpListener,
    standing: watch::Sender<Standing>,
}

impl Runtime {
    async fn run(self, stop: Stop, adjust: impl FnOnce(Ports) -> Ports) -> Result<(), Trouble> {
        let standing = self.standing.clone();
        let ended = self.work(stop, adjust).await;
        standing.send_replace(Standing::Ended);
        ended
    }

    async fn work(self, stop: Stop, adjust: impl FnOnce(Ports) -> Ports) -> Result<(), Trouble> {
        let Self { house, workspaces, opened, toolbox, mail, bot_token, doors, config, listener, standing } =
            self;
        if let Err(trouble) = begin(&workspaces, bot_token, &stop).await {
            return trouble;
        }
        info!(workspaces = ?workspaces.names(), model = house.model.name(), "at work");
        let endings = tokio::spawn(model_choice::told(house.models.clone(), house.shared.http.clone()));
        let (letters, arriving) = mail;
        let Opened { tools, routes, readers, accounts, background } = opened;
        let slack = Arc::new(workspaces.clone());
        let inbound_health = Arc::new(doors.inbound_health());
        let ports =
            adjust(ports(&house, &slack, accounts.unwrap_or_else(NoAccounts::accounts), &inbound_health));
        let inbox = Arc::clone(&ports.inbox);
        toolbox
            .register(tools.into_iter().chain(engine::own_tools()).collect())
            .map_err(|error| Trouble::new(Exit::Failed, error))?;
        let tools = Catalogue::open(Arc::clone(&toolbox), tool_settings(&config, &house, &*ports.model))
            .map_err(|error| Trouble::new(Exit::Failed, error))?;
        let rest = Stop::default();
        let background = background.into_iter().map(|run| tokio::spawn(run(rest.clone())));
        let background: Vec<JoinHandle<()>> = background.collect();
        warn_of_idle_rules(&config, &toolbox, house.shared.pins.as_deref()).await;
        let engine = Arc::new(configured(Engine::new(ports, tools, config.limits.clone()), &config)?);
        let readers = readers.into_iter().chain([slack as Arc<dyn Reader>]).collect();
        let reception = InboundHandler::new(Arc::clone(&engine), readers);
        let proof: Arc<dyn Proof> = Arc::clone(&reception) as _;
        let reception = tokio::spawn(reception.run(arriving));
        let hook = doors.hook(&inbox, &letters, &proof, &workspaces);
        let routes = routes.merge(workspaces.routes());
        let pages = tokio::spawn(pages(listener, hook, routes, stop.clone()));
        let dispatcher = Arc::new(Dispatcher::new(engine));
        let (working, told) = (Arc::clone(&dispatcher), stop.clone());
        let working = tokio::spawn(async move { working.run(told).await });
        let sockets = doors
            .sockets(workspaces.clone(), inbox, letters, inbound_health)
            .map(|all| all.with_proof(proof));
        let exit = listen(sockets, &config, &stop, standing).await;
        stop.pull();
        end_well([working, pages]).await;
        if let slack::Exit::Refused { words, .. } = &exit {
            dispatcher.take_leave(words).await;
        }
        reception.abort();
        endings.abort();
        rest.pull();
        end_well(background).await;
        house.store.close().await;
        ended(exit)
    }
}

async fn end_well(tasks: impl IntoIterator<Item = JoinHandle<()>>) {
    for task in tasks {
        if let Err(error) = task.await {
            warn!(%error, "a part of the product did not end well");
        }
    }
}

/// The engine as the configuration wants it.
pub(crate) fn configured(engine: Engine, config: &Config) -> Result<Engine, Trouble> {
    let engine = engine
        .with_private_results(config.file.slack.private_results)
        .with_follow_ups(config.file.slack.follow_ups)
        .with_reducers(reducers(config)?);
    Ok(engine.with_dry_run(config.dry_run).with_policy(config.policy, config.house.clone()))
}

/// What makes long answers shorter.
fn reducers(config: &Config) -> Result<Reducers, Trouble> {
    let reducers = Reducers::default();
    for tool in config.file.packs().into_iter().flat_map(Pack::lists) {
        drop(
            reducers
                .register(tool, Arc::new(TableReducer))
                .map_err(|error| Trouble::new(Exit::Failed, error))?,
        );
    }
    Ok(reducers)
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
    let exit = sockets.run(config.file.slack.sockets(), stop.clone()).await;
    announcing.abort();
    exit
}

async fn warn_of_idle_rules(config: &Config, toolbox: &Toolbox, pins: Option<&dyn Pins>) {
    let idle = |tool: &str| toolbox.get(tool).is_none() && !tool.starts_with("mcp__");
    for rule in config.house.standing.iter().filter(|rule| idle(&rule.tool)) {
        warn!(
            rule = rule.name,
            tool = rule.tool,
            "a standing rule names a tool that is not there, and does nothing"
        );
    }
    // By what was last seen of the servers: they are only being connected.
    let servers = OfServers::of(config, pins).await.unwrap_or_default();
    let seen: Vec<Definition> = servers.tools.into_iter().map(|known| known.definition).collect();
    for what in config::idle(config, &seen) {
        warn!(what, "a rule about tools of servers rules nothing");
    }
}

/// Joins every workspace that the app may be in, and lists their people in the background.
async fn begin(
    workspaces: &Workspaces,
    bot_token: Option<Secret>,
    stop: &Stop,
) -> Result<(), Result<(), Trouble>> {
    if let Some(token) = bot_token {
        workspaces.join(token, stop).await.map_err(ended)?;
    }
    workspaces.resume().await.map_err(|error| Err(Trouble::new(Exit::Vault, error)))?;
    if let Some(address) = workspaces.install_address() {
        info!("the app is installed in further workspaces at {address}");
    }
    let (workspaces, stop) = (workspaces.clone(), stop.clone());
    tokio::spawn(async move { workspaces.keep_people(stop).await });
    Ok(())
}

/// What is said about tools, for the model there is.
fn tool_settings(config: &Config, house: &Services, model: &dyn Model) -> ToolSettings {
    ToolSettings {
        rules: config.rules(),
        disclosure: config.disclosure.clone(),
        providers: house.providers.clone(),
        window: model.window(),
        autonomy: config.policy.autonomy,
        roles: config.roles.clone(),
        skills: house.skills.clone(),
        meanings: house.meanings.clone(),
    }
}

fn ports(
    house: &Services,
    slack: &Arc<Workspaces>,
    Accounts { grants, acquaintances }: Accounts,
    inbound_health: &Arc<InboundHealth>,
) -> Ports {
    let store = &house.store;
    Ports {
        journal: Arc::clone(store) as _,
        lanes: Arc::clone(store) as _,
        approvals: Arc::clone(store) as _,
        timers: Arc::clone(store) as _,
        inbox: Arc::clone(store) as _,
        history: Arc::clone(slack) as _,
        places: Arc::clone(slack) as _,
        person_index: Arc::clone(store) as _,
        preferences: Arc::clone(store) as _,
        rules: Arc::clone(store) as _,
        spending: Arc::clone(store) as _,
        attachments: Arc::clone(slack) as _,
        documents: Arc::clone(&house.shared.documents),
        transcriber: Arc::clone(&house.transcriber),
        chat: Arc::clone(slack) as _,
        directory: Arc::clone(slack) as _,
        grants,
        acquaintances,
        model: Arc::clone(&house.model),
        clock: Arc::clone(&house.shared.clock),
        inbound_health: Arc::clone(inbound_health) as _,
    }
}

/// Why Slack let us go.
fn ended(exit: slack::Exit) -> Result<(), Trouble> {
    match exit {
        slack::Exit::Stopped => Ok(()),
        slack::Exit::Refused { code, words } => {
            Err(Trouble::new(Exit::SlackRefused, format!("Slack refused us ({code}). {words}")))
        }
        slack::Exit::Crowded => Err(Trouble::new(
            Exit::AlreadyRunning,
            "Another process was connected as this app before us, and Slack gives every event to one of us only. Stop it first, \
             or give this one an app of its own.",
        )),
    }
}

/// For people, and for Slack if it may call us.
async fn pages(listener: TcpListener, hook: Option<slack::Hook>, routes: Router, stop: Stop) {
    let served = match hook {
        Some(hook) => hook.serve(listener, routes, stop).await,
        None => axum::serve(listener, routes).with_graceful_shutdown(stop.pulled()).await,
    };
    if let Err(error) = served {
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
