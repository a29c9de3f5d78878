//! The local world of a rehearsal: a sandbox, and the product in it with the obedient model.

use std::sync::Arc;

use engine::{Policy, Ports};
use models::obedient::{Obedient, Task};
use sandbox::{PortChoice, Sandbox};
use tokio::net::TcpListener;

use super::control::Control;
use super::suite::Cast;
use crate::product::Blueprint;
use crate::serve::ourselves;
use crate::{Config, Environment, Exit, Product, Standing, Trouble, WorldClock};

pub(super) struct Town {
    pub(super) control: Control,
    pub(super) model: Arc<Obedient>,
    sandbox: Sandbox,
    product: Product,
    _data: tempfile::TempDir,
}

impl Town {
    pub(super) async fn build(cast: &Cast, policy: Policy) -> Result<Self, Trouble> {
        let failed = |error: &dyn std::fmt::Display| Trouble::new(Exit::Failed, error.to_string());
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|error| failed(&error))?;
        let address = listener.local_addr().map_err(|error| failed(&error))?;
        let settings = sandbox::Settings {
            port: PortChoice::Any,
            state: None,
            world: cast.world.clone(),
            redirect_uris: vec![format!("http://{address}/google/callback")],
        };
        let sandbox =
            sandbox::start(settings).await.map_err(|error| Trouble::new(Exit::Configuration, error))?;
        let control = Control::new(&sandbox.card().control_url)?;
        let turns = cast.trials.iter().flat_map(|trial| &trial.turns);
        let tasks = turns.map(|turn| Task {
            says: turn.says.clone(),
            calls: turn.calls.iter().map(super::suite::Called::step).collect(),
        });
        let model = Arc::new(Obedient::new(tasks.collect()));
        let data = tempfile::tempdir().map_err(|error| failed(&error))?;
        let blueprint = Blueprint {
            config: config(cast, &address.to_string(), policy)?,
            environment: environment(&sandbox)?,
            data: data.path(),
            program: ourselves()?,
            listener,
            clock: Arc::new(WorldClock),
        };
        let obeying = Arc::clone(&model);
        let adjust = move |ports: Ports| Ports { model: obeying, ..ports };
        let product = Product::start_with(blueprint, adjust).await?;
        let connected = product
            .standing()
            .wait_for(|standing| *standing != Standing::Starting)
            .await
            .map(|standing| *standing);
        match connected {
            Ok(Standing::Connected) => Ok(Self { control, model, sandbox, product, _data: data }),
            Ok(Standing::Starting | Standing::Ended) | Err(_) => Err(product
                .ended()
                .await
                .err()
                .unwrap_or_else(|| Trouble::new(Exit::Failed, "The product did not start."))),
        }
    }

    pub(super) async fn close(self) -> Result<(), Trouble> {
        self.product.stop();
        self.product.ended().await?;
        self.sandbox.stop().await.map_err(|error| Trouble::new(Exit::Failed, error))
    }
}

/// Nobody signs in: the company has delegated its domain. Nothing is slowed down that a person would wait for.
fn config(cast: &Cast, address: &str, policy: Policy) -> Result<Config, Trouble> {
    let lines = format!(
        "listen = \"{address}\"\npublic_url = \"http://{address}\"\n[google]\nservice_account_domains = [\"{}\"]\n\
         send_undo_seconds = 0\nquota = \"earlier\"\n",
        cast.world.domain
    );
    let mut config = Config::parse("the rehearsal's configuration", &lines)
        .map_err(|error| Trouble::new(Exit::Configuration, error))?;
    config.file.slack.rate_limits = slack::Pacing::Off;
    config.policy = policy;
    Ok(config)
}

fn environment(sandbox: &Sandbox) -> Result<Environment, Trouble> {
    let card = sandbox.card();
    let given = |name: &str| {
        Some(match name {
            "SLACK_API_URL" => card.slack_api_url.clone(),
            "SLACK_BOT_TOKEN" => card.bot_token.clone(),
            "SLACK_APP_TOKEN" => card.app_token.clone(),
            "GOOGLE_BASE_URL" => card.google_base_url.clone(),
            "GOOGLE_AUTH_URL" => card.google_auth_url.clone(),
            "GOOGLE_TOKEN_URL" => card.google_token_url.clone(),
            "GOOGLE_REVOKE_URL" => card.google_revoke_url.clone(),
            "GOOGLE_SERVICE_ACCOUNT_KEY" => card.service_account_key.to_string(),
            _ => return None,
        })
    };
    Environment::read(given).map_err(|error| Trouble::new(Exit::Configuration, error))
}
