//! A town: the sandbox, the product in it, and a hand on the sandbox's controls.

#[path = "harness/acting.rs"]
mod acting;
#[path = "harness/clock.rs"]
mod clock;
#[path = "harness/control.rs"]
mod control;
#[path = "harness/granting.rs"]
mod granting;
#[path = "harness/least.rs"]
mod least;
#[path = "harness/models.rs"]
mod models;
#[path = "harness/published.rs"]
mod published;
#[path = "harness/signing.rs"]
mod signing;
#[path = "harness/speaker.rs"]
mod speaker;
#[path = "harness/weather.rs"]
mod weather;
#[path = "harness/worlds.rs"]
mod worlds;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use app::{Blueprint, Config, Environment, Product, Standing};
use engine::Ports;
use kernel::ports::Model;
use sandbox::{Card, PortChoice, Sandbox, World};
use serde_json::json;
use tempfile::TempDir;
use tokio::net::TcpListener;

pub use acting::{Act, Acting, Answer, Asked, Met};
pub use clock::set_clock;
pub use control::{Control, Posted, all_text, button, is_card, posted};
pub use models::{HesitantModel, ScriptedModel, call, calls, newest, results, says};
pub use published::{Published, run};
pub use speaker::{Beat, Speaker};
pub use weather::{Action, a_read_weathers, a_write_weathers};
pub use worlds::{Cast, small_world};

use clock::Ahead;
use granting::Accounts;

/// What a town is built with.
pub struct Plan {
    pub world: World,
    /// Lines of TOML.
    pub config: String,
    /// In place of the rehearsal model.
    pub model: Option<Arc<dyn Model>>,
    /// Puts something else in the place of other ports.
    pub ports: fn(Ports) -> Ports,
}

impl Plan {
    pub fn new(world: World) -> Self {
        Self { world, config: String::new(), model: None, ports: |ports| ports }
    }

    pub fn config(self, config: &str) -> Self {
        Self { config: config.to_owned(), ..self }
    }

    pub fn model(self, model: Arc<dyn Model>) -> Self {
        Self { model: Some(model), ..self }
    }

    pub async fn build(self) -> Town {
        let mut town = Town::empty(self).await;
        town.open().await;
        town
    }

    /// The same where Slack does not list its people, so that each of them is looked up when needed.
    pub async fn build_without_list_of_people(self) -> Town {
        let mut town = Town::empty(self).await;
        let body = json!({ "ok": false, "error": "fatal_error" });
        let kind = json!({ "status": { "code": 200, "body": body } });
        town.control.fault(json!({ "service": "slack", "method": "users.list", "kind": kind })).await;
        town.open().await;
        town
    }
}

pub struct Town {
    pub control: Control,
    plan: Plan,
    sandbox: Sandbox,
    data: TempDir,
    /// The port people come back to after signing in stays the same over restarts.
    port: u16,
    /// Keeps the port from everybody else until somebody listens there.
    reserved: Mutex<Option<TcpListener>>,
    product: Option<Product>,
    /// While the product runs.
    accounts: Arc<Mutex<Option<Accounts>>>,
    clock: Arc<Ahead>,
}

impl Town {
    /// The sandbox alone.
    pub async fn empty(plan: Plan) -> Self {
        app::install_crypto();
        set_clock();
        // `RUST_LOG=debug cargo test NAME -- --nocapture` shows what the product thinks.
        let filter = tracing_subscriber::EnvFilter::from_default_env();
        drop(tracing_subscriber::fmt().with_env_filter(filter).with_test_writer().try_init());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let sandbox = sandbox::start(sandbox::Settings {
            port: PortChoice::Any,
            state: None,
            world: plan.world.clone(),
            redirect_uris: vec![format!("http://127.0.0.1:{port}/google/callback")],
        })
        .await
        .unwrap();
        let control = Control::new(&sandbox.card().control_url);
        let data = TempDir::new().unwrap();
        Self {
            control,
            plan,
            sandbox,
            data,
            port,
            reserved: Mutex::new(Some(listener)),
            product: None,
            accounts: Arc::default(),
            clock: Arc::default(),
        }
    }

    /// Starts the product and waits until Slack can reach it.
    pub async fn open(&mut self) {
        self.open_with(&[]).await;
    }

    /// The same with more variables in the environment.
    pub async fn open_with(&mut self, more: &[(&'static str, &str)]) {
        let reserved = self.reserved.lock().unwrap().take();
        let listener = match reserved {
            Some(listener) => listener,
            None => self.bind_again().await,
        };
        let blueprint = Blueprint {
            config: self.config(),
            environment: environment(self.card(), more),
            data: self.data.path(),
            program: env!("CARGO_BIN_EXE_countersign").into(),
            listener,
            clock: self.clock.clone(),
        };
        let (model, other) = (self.plan.model.clone(), self.plan.ports);
        let accounts = Arc::clone(&self.accounts);
        let adjust = move |ports: Ports| {
            *accounts.lock().unwrap() = Some(Accounts::of(&ports));
            let ports = other(ports);
            match model {
                Some(model) => Ports { model, ..ports },
                None => ports,
            }
        };
        let product = Product::start_with(blueprint, adjust).await.unwrap();
        product.standing().wait_for(|standing| *standing == Standing::Connected).await.unwrap();
        self.product = Some(product);
    }

    /// Replaces the configuration that the next start reads.
    pub fn configure(&mut self, config: &str) {
        config.clone_into(&mut self.plan.config);
    }

    /// Stops the product; the sandbox and the data stay.
    pub async fn close(&mut self) {
        let product = self.product.take().expect("the product runs");
        self.accounts.lock().unwrap().take();
        product.stop();
        product.ended().await.unwrap();
    }

    pub fn card(&self) -> &Card {
        self.sandbox.card()
    }

    pub fn data(&self) -> PathBuf {
        self.data.path().to_owned()
    }

    /// For a product that listens there in a process of its own.
    pub fn port(&self) -> u16 {
        self.reserved.lock().unwrap().take();
        self.port
    }

    /// Whoever would listen there finds it taken as long as this is kept.
    pub fn occupied(&self) -> TcpListener {
        self.reserved.lock().unwrap().take().expect("nobody listens there yet")
    }

    /// A connection of somebody else may have got the port meanwhile; it ends.
    async fn bind_again(&self) -> TcpListener {
        let bound = async || TcpListener::bind(("127.0.0.1", self.port)).await.ok();
        self.control.until("the port is free again", bound).await
    }

    fn config(&self) -> Config {
        let lines = format!(
            "listen = \"127.0.0.1:{port}\"\npublic_url = \"http://127.0.0.1:{port}\"\n{}",
            self.plan.config,
            port = self.port
        );
        let mut config = Config::parse("the story's configuration", &lines).unwrap();
        // Only a story about it waits before a mail is sent.
        if !lines.contains("send_undo_seconds") {
            config.file.google.send_undo_seconds = Some(0);
        }
        // What is said in quick succession comes over several sockets in any order; only a story about it wants that.
        if !lines.contains("sockets") {
            config.file.slack.sockets = Some(1);
        }
        // Most stories look for the answer where it was asked for; only a story about it is asked before it stands there.
        if !lines.contains("private_results") {
            config.file.slack.private_results = engine::PrivateResults::Thread;
        }
        // Stories say more in a minute than people do; only a story about it keeps to Slack's limits.
        if !lines.contains("rate_limits") {
            config.file.slack.rate_limits = slack::Pacing::Off;
        }
        config
    }
}

/// What the environment of a product in this sandbox says.
pub fn variables(card: &Card) -> Vec<(&'static str, String)> {
    vec![
        ("SLACK_API_URL", card.slack_api_url.clone()),
        ("SLACK_BOT_TOKEN", card.bot_token.clone()),
        ("SLACK_APP_TOKEN", card.app_token.clone()),
        ("GOOGLE_BASE_URL", card.google_base_url.clone()),
        ("GOOGLE_AUTH_URL", card.google_auth_url.clone()),
        ("GOOGLE_TOKEN_URL", card.google_token_url.clone()),
        ("GOOGLE_REVOKE_URL", card.google_revoke_url.clone()),
        ("GOOGLE_CLIENT_ID", card.client_id.clone()),
        ("GOOGLE_CLIENT_SECRET", card.client_secret.clone()),
        // An address without a server: a model is asked, and asked about, only where a story has a server for it.
        ("ANTHROPIC_BASE_URL", "http://127.0.0.1:9/".to_owned()),
        ("OPENAI_BASE_URL", "http://127.0.0.1:9/v1/".to_owned()),
        // Whatever runs on this machine beside us.
        ("OLLAMA_HOST", "off".to_owned()),
    ]
}

fn environment(card: &Card, more: &[(&'static str, &str)]) -> Environment {
    let mut variables = variables(card);
    variables.extend(more.iter().map(|(name, value)| (*name, (*value).to_owned())));
    let get =
        |name: &str| variables.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
    Environment::read(get).unwrap()
}
