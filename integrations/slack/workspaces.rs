//! The workspaces we are in: each with its own token, its own people and our own name there.
//!
//! Every name begins with its workspace (see [`names`](crate::names)), so whatever is to be done finds the right one. What
//! belongs to a workspace that is not here is refused, and nothing is ever done in another in its place.

mod door;
mod finding;
mod heard;
mod people;
mod ports;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use kernel::ports::{ChatError, Clock, Vault, VaultError};
use kernel::{Person, Secret, Stop};
use serde_json::json;
use tokio::sync::Notify;
use wire::Configured;

pub use door::{CALLBACK, INSTALL};
use heard::Heard;
pub(crate) use people::hears_profiles;

use crate::chat::SlackChat;
use crate::directory::SlackDirectory;
use crate::installation::{Held, Installation, is_over};
use crate::learn_identity::{fetch, learn};
use crate::moves::{AllMoves, Moves};
use crate::oauth::{Granted, Oauth};
use crate::read::SlackReader;
use crate::{BOT_SCOPES, Client, Distribution, Exit, Habits, Identity, Settings, SlackError, Token};

/// In which organisation a workspace is, so that its threads are found again after a restart.
const BRANCH: &str = "slack/workspace/";
/// Followed by the workspace and what a channel was called at first; what is kept there is how it is called by now.
const MOVED: &str = "slack/moved/";

/// What all workspaces share.
pub struct Means {
    pub settings: Settings,
    pub habits: Habits,
    /// Others install the app themselves, if this is set.
    pub distribution: Option<Distribution>,
    pub wire: Configured,
    pub vault: Arc<dyn Vault>,
    pub clock: Arc<dyn Clock>,
}

/// Cloning gives another handle on the same workspaces.
#[derive(Clone)]
pub struct Workspaces(Arc<Inner>);

struct Inner {
    /// Without a token; every workspace uses its connections.
    client: Arc<Client>,
    habits: Habits,
    oauth: Option<Oauth>,
    wire: Configured,
    vault: Arc<dyn Vault>,
    clock: Arc<dyn Clock>,
    /// By the id of the workspace, or of the organisation.
    known: RwLock<HashMap<String, Arc<Workspace>>>,
    /// Whoever begins or ends an installation.
    installing: tokio::sync::Mutex<()>,
    moves: AllMoves,
    /// Rings when the people of a workspace should be looked up.
    people_wanted: Arc<Notify>,
    /// Whether everything that Slack tells reaches us now.
    hears: AtomicBool,
}

/// One workspace, and all that is done in it.
pub(crate) struct Workspace {
    pub(crate) identity: Identity,
    client: Arc<Client>,
    chat: SlackChat,
    directory: SlackDirectory,
    reader: SlackReader,
    moves: Moves,
    heard: Heard,
}

impl Workspaces {
    pub fn new(means: Means) -> Result<Self, SlackError> {
        let Means { settings, habits, distribution, wire, vault, clock } = means;
        let oauth = distribution.map(|app| Oauth::new(settings.api.clone(), wire.clone(), app));
        let client = Arc::new(Client::new(settings, Token::none())?);
        Ok(Self(Arc::new(Inner {
            client,
            habits,
            oauth,
            wire,
            vault,
            clock,
            known: RwLock::default(),
            installing: tokio::sync::Mutex::default(),
            moves: AllMoves::default(),
            people_wanted: Arc::default(),
            hears: AtomicBool::default(),
        })))
    }

    /// What is not of any workspace: opening sockets.
    pub fn client(&self) -> Arc<Client> {
        Arc::clone(&self.0.client)
    }

    /// Begins with the workspace whose token the environment gives.
    pub async fn join(&self, token: Secret, stop: &Stop) -> Result<(), Exit> {
        let client = self.0.client.with(Token::given(token));
        let identity = learn(&client, stop).await?;
        self.add(identity, client);
        Ok(())
    }

    /// Goes on with every workspace the app was installed in.
    pub async fn resume(&self) -> Result<(), VaultError> {
        self.resume_moves().await?;
        let Some(oauth) = &self.0.oauth else { return Ok(()) };
        for installation in Installation::all(self.0.vault.as_ref()).await? {
            // What the environment says counts.
            if self.get(installation.identity.key()).is_none() {
                let identity = installation.identity.clone();
                let held = self.held(installation, oauth);
                self.add(identity, self.0.client.with(Token::held(held)));
            }
        }
        for name in self.0.vault.names(BRANCH).await? {
            let organisation = self.0.vault.get(&name).await?.and_then(|bytes| String::from_utf8(bytes).ok());
            let team = name.strip_prefix(BRANCH).unwrap_or_default();
            if let Some(whole) = organisation.and_then(|id| self.get(&id)) {
                self.branch(&whole, team);
            }
        }
        Ok(())
    }

    /// How the workspaces are called.
    pub fn names(&self) -> Vec<String> {
        self.all().iter().map(|workspace| workspace.identity.team_name.clone()).collect()
    }

    /// The one member with this address in their profile, in whichever workspace.
    pub async fn by_address(&self, address: &str) -> Result<Person, ChatError> {
        let mut found = Vec::new();
        let mut trouble = ChatError::from(SlackError::NoSuchName(address.to_owned()));
        for workspace in self.all() {
            match workspace.directory.by_address(address).await {
                Ok(person) => found.push(person),
                Err(error) => trouble = error,
            }
        }
        match (found.pop(), found.pop()) {
            (Some(person), None) => Ok(person),
            (Some(one), Some(other)) => Err(ChatError::Refused(format!(
                "it is in {} and in {}, so connect the account from Slack",
                one.workspace, other.workspace
            ))),
            (None, _) => Err(trouble),
        }
    }

    /// The app has been let in: it works there from this moment on.
    async fn install(&self, oauth: &Oauth, granted: Granted) -> Result<Identity, NotInstalled> {
        let trying = self.0.client.with(Token::given(granted.token.clone()));
        let identity = fetch(&trying).await?;
        if !oauth.allows(identity.key()) {
            // Slack has let us in already; a token that nobody uses is better none.
            if let Err(error) = trying.post_once("auth.revoke", &json!({})).await {
                tracing::warn!(%error, "the token of a workspace that may not install the app cannot be revoked");
            }
            return Err(NotInstalled::NotAllowed(identity.key().to_owned()));
        }
        let missing: Vec<&str> =
            BOT_SCOPES.into_iter().filter(|scope| !granted.scopes.iter().any(|has| has == scope)).collect();
        if !missing.is_empty() {
            tracing::warn!(workspace = identity.team_name, ?missing, "installed with too few scopes");
        }
        let _only_one = self.0.installing.lock().await;
        if self.get(identity.key()).is_some_and(|known| known.client.token().is_given()) {
            return Err(NotInstalled::Given(identity.team_name));
        }
        let installation = Installation::new(identity.clone(), granted, self.0.clock.now());
        let held = self.held(installation, oauth);
        held.seal().await?;
        self.add(identity.clone(), self.0.client.with(Token::held(held)));
        tracing::info!(workspace = identity.team_name, "installed");
        Ok(identity)
    }

    /// Slack has said that we are no longer wanted in a workspace. What it says can be old, so we ask before we go.
    async fn leave(&self, workspace: &Arc<Workspace>) {
        let (name, key) = (&workspace.identity.team_name, workspace.identity.key());
        if workspace.client.token().is_given() {
            tracing::error!(
                workspace = name,
                "the app was removed: install it again and set SLACK_BOT_TOKEN"
            );
            return;
        }
        let _only_one = self.0.installing.lock().await;
        // Installed anew since.
        if !self.knows(workspace) {
            return;
        }
        match workspace.client.post("auth.test", &json!({})).await {
            Ok(_) => tracing::info!(workspace = name, "the app was removed, and is installed again"),
            Err(SlackError::Refused { code, .. }) if is_over(&code) => {
                self.forget(key);
                if let Err(error) = Installation::forget(self.0.vault.as_ref(), &workspace.identity).await {
                    tracing::error!(%error, workspace = name, "an installation cannot be removed from the vault");
                }
                tracing::info!(workspace = name, code, "the app was removed, and is forgotten");
            }
            Err(error) => {
                tracing::warn!(%error, workspace = name, "whether the app was removed is not known");
            }
        }
    }

    fn held(&self, installation: Installation, oauth: &Oauth) -> Arc<Held> {
        let (vault, clock) = (Arc::clone(&self.0.vault), Arc::clone(&self.0.clock));
        Arc::new(Held::new(installation, oauth.clone(), vault, clock))
    }

    fn add(&self, identity: Identity, client: Client) {
        let mut known = self.0.known.write().unwrap_or_else(PoisonError::into_inner);
        // The workspaces of an organisation go with it.
        let ours = |other: &&Arc<Workspace>| {
            identity.organisation.is_some() && other.identity.organisation == identity.organisation
        };
        let teams: Vec<String> =
            known.values().filter(ours).map(|branch| branch.identity.team.clone()).collect();
        for team in teams.into_iter().filter(|team| *team != identity.team) {
            let branch = self.workspace(identity.in_workspace(&team), client.in_workspace(&team));
            known.insert(team, branch);
        }
        known.insert(identity.key().to_owned(), self.workspace(identity, client));
    }

    /// One workspace of an organisation.
    fn branch(&self, whole: &Workspace, team: &str) -> Arc<Workspace> {
        let branch = self.workspace(whole.identity.in_workspace(team), whole.client.in_workspace(team));
        let mut known = self.0.known.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(team.to_owned()).or_insert(branch))
    }

    fn workspace(&self, identity: Identity, client: Client) -> Arc<Workspace> {
        let moves = self.0.moves.of(&identity.team);
        let client = Arc::new(client.knowing(moves.clone()));
        let directory = self.directory(&client, &identity);
        let channels = Arc::clone(directory.channels());
        Arc::new(Workspace {
            chat: SlackChat::new(Arc::clone(&client), identity.clone(), self.0.wire.clone(), channels),
            directory,
            reader: SlackReader::new(identity.clone(), self.0.habits.clone()),
            identity,
            client,
            moves,
            heard: Heard::default(),
        })
    }

    fn directory(&self, client: &Arc<Client>, identity: &Identity) -> SlackDirectory {
        let directory = SlackDirectory::new(Arc::clone(client), identity.clone());
        directory.hears(self.0.hears.load(Ordering::Relaxed));
        self.0.people_wanted.notify_one();
        directory.ringing(Arc::clone(&self.0.people_wanted))
    }

    fn forget(&self, key: &str) {
        let mut known = self.0.known.write().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, workspace| workspace.identity.key() != key);
    }

    fn get(&self, id: &str) -> Option<Arc<Workspace>> {
        self.0.known.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    fn knows(&self, workspace: &Arc<Workspace>) -> bool {
        let known = self.0.known.read().unwrap_or_else(PoisonError::into_inner);
        known.values().any(|it| Arc::ptr_eq(it, workspace))
    }

    /// Every workspace, those of an organisation by themselves.
    fn every_one(&self) -> Vec<Arc<Workspace>> {
        self.0.known.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Every installation once.
    fn all(&self) -> Vec<Arc<Workspace>> {
        let known = self.0.known.read().unwrap_or_else(PoisonError::into_inner);
        known.iter().filter(|(id, it)| *id == it.identity.key()).map(|(_, it)| Arc::clone(it)).collect()
    }
}

/// Why the app works no better than before in a workspace.
#[derive(Debug, thiserror::Error)]
enum NotInstalled {
    #[error(transparent)]
    Slack(#[from] SlackError),
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The environment has a token for it, which counts.
    #[error("the workspace {0} is the one of SLACK_BOT_TOKEN")]
    Given(String),
    /// By whoever runs us.
    #[error("the workspace {0} is not among those that may install the app")]
    NotAllowed(String),
}
