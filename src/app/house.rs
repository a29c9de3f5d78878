//! The outside of the house, opened: vault, store, Google, model. Everything that does not need Slack to be there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use documents::{Extractor, Limits};
use google::Google;
use kernel::ports::{Clock, Grants, Lack, Model, Soon, Vault};
use kernel::{AccountId, AnyTool, Code, Failure, Person, PersonId};
use models::{Anthropic, Rehearsal, anthropic};
use store::Store;
use vault::{KeySource, SealedVault};
use wire::{Address, Configured, Timeouts};

use crate::{Config, Environment, Exit, SystemClock, Trouble, config::Key};

pub(crate) struct House {
    pub(crate) store: Arc<Store>,
    pub(crate) clock: Arc<dyn Clock>,
    /// Nothing if no Google client is configured.
    pub(crate) google: Option<Google>,
    pub(crate) model: Arc<dyn Model>,
}

impl House {
    pub(crate) async fn open(
        config: &Config,
        environment: &Environment,
        data: &Path,
        program: PathBuf,
    ) -> Result<Self, Trouble> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let vault = open_vault(config, data).await?;
        let place = store::Place::in_directory(data);
        let store = Store::open(&place, Arc::clone(&vault), Arc::clone(&clock)).await.map_err(|error| {
            let exit = if matches!(error, store::OpenError::Audit(_)) { Exit::Audit } else { Exit::Failed };
            Trouble::new(exit, error)
        })?;
        let configured =
            Configured::new(Timeouts::default()).map_err(|error| Trouble::new(Exit::Failed, error))?;
        let documents = Extractor::new(program, vec!["extract-text".into()], Limits::default());
        let google = google_settings(config, environment)?
            .map(|settings| Google::new(settings, configured, vault, Arc::clone(&clock), Arc::new(documents)))
            .transpose()
            .map_err(|error| Trouble::new(Exit::Configuration, error))?;
        let model = model(config, environment)?;
        Ok(Self { store: Arc::new(store), clock, google, model })
    }

    pub(crate) fn tools(&self) -> Vec<Box<dyn AnyTool>> {
        self.google.as_ref().map(google::tools).unwrap_or_default()
    }

    pub(crate) fn grants(&self) -> Arc<dyn Grants> {
        match &self.google {
            Some(google) => google.grants(),
            None => Arc::new(NoAccounts),
        }
    }
}

pub(crate) async fn open_vault(config: &Config, data: &Path) -> Result<Arc<dyn Vault>, Trouble> {
    let source = match &config.key {
        Key::Made => KeySource::File(data.join("vault.key")),
        Key::File(path) => KeySource::ExistingFile(path.clone()),
        Key::Keyring => {
            KeySource::Keyring { service: "countersign".to_owned(), user: data.display().to_string() }
        }
    };
    let vault = SealedVault::open(data.join("vault"), source)
        .await
        .map_err(|error| Trouble::new(Exit::Vault, error))?;
    Ok(Arc::new(vault))
}

fn google_settings(config: &Config, environment: &Environment) -> Result<Option<google::Settings>, Trouble> {
    let wrong = |error: wire::WireError| Trouble::new(Exit::Configuration, error);
    let (client_id, client_secret) = match (&environment.google_client_id, &environment.google_client_secret)
    {
        (Some(id), Some(secret)) => (id.reveal().to_owned(), secret.clone()),
        (None, None) => return Ok(None),
        _ => {
            let words =
                "Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or neither to work without Google.";
            return Err(Trouble::new(Exit::Configuration, words));
        }
    };
    let (base, userinfo) = match &environment.google_base {
        Some(root) => {
            (google::Bases::all_at(root), root.at(&["oauth2", "v3", "userinfo"]).map(|url| url.to_string()))
        }
        None => (
            google::Bases::real().map_err(wrong)?,
            Ok("https://openidconnect.googleapis.com/v1/userinfo".to_owned()),
        ),
    };
    let userinfo = Address::parse("the address of userinfo", &userinfo.map_err(wrong)?).map_err(wrong)?;
    Ok(Some(google::Settings {
        base,
        auth: environment.google_auth.clone(),
        token: environment.google_token.clone(),
        revoke: environment.google_revoke.clone(),
        userinfo: Some(userinfo),
        client_id,
        client_secret,
        public_url: config.public_url.clone(),
        identity: config.google_identity,
        costs: config.google_costs,
    }))
}

/// A key plugs in a real model; without one the rehearsal model answers, and says so.
fn model(config: &Config, environment: &Environment) -> Result<Arc<dyn Model>, Trouble> {
    let Some(key) = &environment.anthropic_key else { return Ok(Arc::new(Rehearsal)) };
    let settings =
        anthropic::Settings::new(environment.anthropic_base.clone(), key.clone(), config.model.clone());
    let model = Anthropic::new(settings).map_err(|error| Trouble::new(Exit::Configuration, error))?;
    Ok(Arc::new(model))
}

/// Stands in where no account can be connected because no Google client is configured.
struct NoAccounts;

impl NoAccounts {
    fn failure() -> Failure {
        Failure::operator(
            Code::NotAvailable,
            "Google is not set up here. Whoever runs this must set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
        )
    }
}

impl Grants for NoAccounts {
    fn for_call<'a>(&'a self, _: &'a Person, _: &'a [Vec<String>]) -> Soon<'a, Result<AccountId, Lack>> {
        Box::pin(std::future::ready(Err(Lack::Failure(Self::failure()))))
    }

    fn offer<'a>(&'a self, _: &'a kernel::ports::ConsentOffer) -> Soon<'a, Result<String, Failure>> {
        Box::pin(std::future::ready(Err(Self::failure())))
    }

    fn disconnect<'a>(&'a self, _: &'a PersonId, _: &'a AccountId) -> Soon<'a, Result<(), Failure>> {
        Box::pin(std::future::ready(Err(Self::failure())))
    }
}
