//! `countersign mcp serve`: our own tools for other people's clients. May run while the product does: accounts are those of
//! its vault, journal and audit are its own, below the same directory.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use engine::{Agent, Catalogue, Dispatcher, Engine, InboundHandler, Ports, ToolSettings, Toolbox};
use google::Google;
use kernel::ports::{Clock, Directory, Letter, Reader, Vault};
use kernel::{Definition, Person, PersonId, Secret, Standing, Stop};
use models::NoTranscription;
use store::{PinBook, Store};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tracing::warn;
use wire::{Accounts, Opened, PackRuntime, PackServices};

use crate::cli::Common;
use crate::log::{self, Loudness};
use crate::mcp_gateway::{ClientChat, ClientModel, Gateway, Inlet, InletReader, Register, Signed, Waiting};
use crate::no_accounts::NoAccounts;
use crate::product::configured;
use crate::sandboxed::say;
use crate::serve::{data_directory, ourselves, told_to_stop};
use crate::slack_settings::workspaces;
use crate::{Config, Environment, Exit, Place, PlaceError, SystemClock, Trouble, packs};

/// So many clients may each have started one of us.
const PLACES: usize = 32;

pub(crate) async fn serve(
    common: &Common,
    config: Config,
    address: &str,
    http: Option<SocketAddr>,
) -> Result<(), Trouble> {
    log::start(Loudness::Quiet);
    let environment = Environment::of_process().map_err(|error| Trouble::new(Exit::Configuration, error))?;
    environment.secrets().for_each(|secret| log::hide(secret.reveal()));
    let data = data_directory(common, &config)?;
    let place = a_place_below(&data)?;
    let shop = Shop::open(&config, &environment, &data, place.path()).await?;
    let token = http.map(|_| shop.shared.vault.clone());
    let register = shop.register(&config, &environment, address).await?;
    let person = register.person.clone();
    let (letters, arriving) = unbounded_channel::<Letter>();
    let slot = Inlet { inbox: Arc::clone(&shop.store) as _, letters: letters.clone() };
    let waiting = Arc::<Waiting>::default();
    let window = Arc::new(ClientChat::new(Arc::clone(&waiting), slot.clone()));
    let toolbox = Arc::new(Toolbox::default());
    let runtime = PackRuntime {
        files: Arc::clone(&window) as _,
        inbox: Arc::clone(&shop.store) as _,
        letters,
        shed: Arc::clone(&toolbox) as _,
    };
    let Opened { tools, accounts, .. } = packs::open(&config, &shop.shared, &runtime)?;
    toolbox
        .register(tools.into_iter().chain([engine::result_reader()]).collect())
        .map_err(|error| Trouble::new(Exit::Failed, error))?;
    let offered = offered(&toolbox, &config);
    let accounts = accounts.unwrap_or_else(NoAccounts::accounts);
    let ports = shop.ports(&window, &waiting, register, accounts);
    let settings = ToolSettings {
        rules: config.rules(),
        providers: [CLIENT.to_owned()].into(),
        autonomy: config.policy.autonomy,
        roles: config.roles.clone(),
        ..ToolSettings::default()
    };
    let tools = Catalogue::open(toolbox, settings).map_err(|error| Trouble::new(Exit::Failed, error))?;
    let engine = Arc::new(configured(Engine::new(ports, tools, config.limits.clone()), &config)?);
    let counter = Arc::new(Gateway {
        offered,
        waiting,
        slot,
        journal: Arc::clone(&shop.store) as _,
        person: person.id.clone(),
        sessions: std::sync::Mutex::default(),
        messages: AtomicU64::new(first_message(&shop.shared.clock)),
    });
    let ending = Stop::default();
    let working = work(engine, arriving, ending.clone());
    let served = match (http, token) {
        (Some(at), Some(vault)) => over_http(counter, at, &*vault).await,
        _ => over_stdio(counter).await,
    };
    ending.pull();
    working.await;
    shop.store.close().await;
    served
}

/// Who serves the model, as the rules about tools know it.
pub(crate) const CLIENT: &str = "mcp";

/// Our own tools, as far as the house lets them be used, and what reads on in a long answer of theirs. What only finds others is of no use to whoever has the list.
fn offered(toolbox: &Toolbox, config: &Config) -> Vec<Definition> {
    let (rules, agent) =
        (config.rules(), Agent { role: config.roles.usual.clone(), providers: [CLIENT.to_owned()].into() });
    let now = toolbox.now();
    let usable = now.available().map(|tool| tool.definition());
    usable.filter(|tool| rules.checks(tool, &agent).all(|check| check.passes)).cloned().collect()
}

/// Later than whatever stands in a journal from before.
fn first_message(clock: &Arc<dyn Clock>) -> u64 {
    u64::try_from(clock.now().0).unwrap_or_default().saturating_mul(1_000)
}

/// The engine at work, until it is told to stop.
fn work(engine: Arc<Engine>, arriving: UnboundedReceiver<Letter>, stop: Stop) -> impl Future<Output = ()> {
    let readers: Vec<Arc<dyn Reader>> = vec![Arc::new(InletReader)];
    let reception = tokio::spawn(InboundHandler::new(Arc::clone(&engine), readers).run(arriving));
    let working = tokio::spawn(async move { Dispatcher::new(engine).run(stop).await });
    async move {
        if let Err(error) = working.await {
            warn!(%error, "the work did not end well");
        }
        reception.abort();
    }
}

async fn over_stdio(counter: Arc<Gateway>) -> Result<(), Trouble> {
    tokio::select! {
        served = mcp::over_stdio(counter) => served.map_err(|error| Trouble::new(Exit::Failed, error)),
        () = told_to_stop() => Ok(()),
    }
}

const TOKEN: &str = "mcp-serve/token";
/// Maximum wait for open connections at the end, because an event stream that a client holds never ends by itself.
const GRACE: Duration = Duration::from_millis(500);

/// On this machine only: whoever is elsewhere comes through something that encrypts.
async fn over_http(counter: Arc<Gateway>, at: SocketAddr, vault: &dyn Vault) -> Result<(), Trouble> {
    if !at.ip().is_loopback() {
        let words = format!("{at} can be reached from elsewhere, and this is not encrypted. Use 127.0.0.1.");
        return Err(Trouble::new(Exit::Configuration, words));
    }
    let sealed = |error: kernel::ports::VaultError| Trouble::new(Exit::Vault, error);
    let kept = vault.get(TOKEN).await.map_err(sealed)?.and_then(|kept| String::from_utf8(kept).ok());
    let token = if let Some(token) = kept {
        token
    } else {
        let made = format!("{}{}", uuid::Uuid::new_v4().simple(), uuid::Uuid::new_v4().simple());
        vault.put(TOKEN, made.as_bytes()).await.map_err(sealed)?;
        made
    };
    let failed = |error: std::io::Error| {
        Trouble::new(Exit::Configuration, format!("{at} cannot be listened on: {error}."))
    };
    let listener = TcpListener::bind(at).await.map_err(failed)?;
    let at = listener.local_addr().map_err(failed)?;
    say(&format!(
        "Clients reach it at http://{at}/mcp with the header\nAuthorization: Bearer {token}\nCtrl-C ends it."
    ));
    let routes = mcp::routes(counter, &Secret::new(token));
    let serving = axum::serve(listener, routes).with_graceful_shutdown(told_to_stop());
    let given_up = async {
        told_to_stop().await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        served = serving => served.map_err(|error| Trouble::new(Exit::Failed, error)),
        () = given_up => Ok(()),
    }
}

/// Each has its own journal: threads belong to whoever works on them.
fn a_place_below(data: &Path) -> Result<Place, Trouble> {
    for number in 1..=PLACES {
        let name = if number == 1 { "mcp".to_owned() } else { format!("mcp-{number}") };
        match Place::take(&data.join(name)) {
            Ok(place) => return Ok(place),
            Err(PlaceError::Busy(_)) => {}
            Err(error) => return Err(Trouble::new(Exit::Configuration, error)),
        }
    }
    let words = format!("{PLACES} of these run already. End some of the clients that started them.");
    Err(Trouble::new(Exit::AlreadyRunning, words))
}

/// What the counter stands on.
struct Shop {
    store: Arc<Store>,
    /// What people have chosen for themselves, where the product keeps it.
    choices: Arc<PinBook>,
    shared: PackServices,
    google: Google,
}

impl Shop {
    async fn open(
        config: &Config,
        environment: &Environment,
        data: &Path,
        own: &Path,
    ) -> Result<Self, Trouble> {
        let failed = |error: store::OpenError| Trouble::new(Exit::Failed, error);
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let shared = packs::services(config, environment, data, ourselves()?, Arc::clone(&clock)).await?;
        let google = config.file.google.google(&shared);
        let google = google.map_err(|error| Trouble::new(Exit::Configuration, error))?.ok_or_else(|| {
            let words = "Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. The README shows where to get them.";
            Trouble::new(Exit::Configuration, words)
        })?;
        let own = store::StorePaths::in_directory(own);
        let store = Store::open(&own, Arc::clone(&shared.vault), Arc::clone(&clock));
        let store = Arc::new(store.await.map_err(failed)?);
        let choices = PinBook::open(&store::StorePaths::in_directory(data), clock).await.map_err(failed)?;
        Ok(Self { store, choices: Arc::new(choices), shared, google })
    }

    /// Whom it is for. Where Slack is set up, it says who has that address and whether they are still a member.
    async fn register(
        &self,
        config: &Config,
        environment: &Environment,
        address: &str,
    ) -> Result<Register, Trouble> {
        if let Some(token) = &environment.slack_bot_token {
            let workspaces = workspaces(config, environment, &self.shared)?;
            let refused = |error: &dyn std::fmt::Debug| {
                Trouble::new(Exit::SlackRefused, format!("Slack cannot be asked who {address} is: {error:?}"))
            };
            workspaces.join(token.clone(), &Stop::default()).await.map_err(|exit| refused(&exit))?;
            let person = workspaces.by_address(address).await.map_err(|error| refused(&error))?;
            let chat: Arc<dyn Directory> = Arc::new(workspaces);
            return Ok(Register { person, chat: Some(chat) });
        }
        let owner = self.google.owner(address).await;
        let owner = owner.map_err(|failure| Trouble::new(Exit::Vault, failure.words))?;
        let id = match owner {
            Some(owner) => owner,
            None if self.google.has_service_account() => PersonId(format!("mcp:{address}")),
            None => {
                let words = format!("{address} is not connected. Run: countersign auth google");
                return Err(Trouble::new(Exit::Failed, words));
            }
        };
        let person = Person {
            id,
            name: address.to_owned(),
            workspace: "this machine".to_owned(),
            address: Some(address.to_owned()),
            zone: None,
            standing: Standing::Member,
        };
        Ok(Register { person, chat: None })
    }

    fn ports(
        &self,
        window: &Arc<ClientChat>,
        waiting: &Arc<Waiting>,
        register: Register,
        Accounts { grants, acquaintances }: Accounts,
    ) -> Ports {
        let store = &self.store;
        Ports {
            journal: Arc::clone(store) as _,
            lanes: Arc::clone(store) as _,
            approvals: Arc::clone(store) as _,
            timers: Arc::clone(store) as _,
            inbox: Arc::clone(store) as _,
            person_index: Arc::clone(store) as _,
            preferences: Arc::clone(&self.choices) as _,
            rules: Arc::clone(store) as _,
            spending: Arc::clone(store) as _,
            history: Arc::clone(window) as _,
            places: Arc::clone(window) as _,
            attachments: Arc::clone(window) as _,
            chat: Arc::clone(window) as _,
            inbound_health: Arc::clone(window) as _,
            documents: Arc::clone(&self.shared.documents),
            transcriber: Arc::new(NoTranscription),
            directory: Arc::new(register),
            grants: Arc::new(Signed(grants)),
            acquaintances,
            model: Arc::new(ClientModel(Arc::clone(waiting))),
            clock: Arc::clone(&self.shared.clock),
        }
    }
}
