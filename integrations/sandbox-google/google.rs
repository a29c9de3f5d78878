//! The sandbox's Google as one value: its accounts, its state and its snapshots, and the routes to it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use jiff::Timestamp;
use sandbox_world::{Changes, World, WorldFault};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::account::Account;
use crate::contract::Contract;
use crate::oauth::{Bearer, Duration, Grant, ServiceAccount};
use crate::state::State;
use crate::traffic::Traffic;
use crate::{calendar, drive, gmail, oauth};

/// The sandbox's Google: its accounts, their mail and what they have granted.
#[derive(Debug)]
pub struct Google {
    pub(crate) contract: &'static Contract,
    pub(crate) accounts: Vec<Account>,
    pub(crate) domain: String,
    /// The address it is served at, without a slash at its end.
    pub(crate) base: String,
    client: RwLock<GoogleClient>,
    pub(crate) service_account: OnceLock<ServiceAccount>,
    pub(crate) traffic: Traffic,
    pub(crate) changes: Changes,
    state: Mutex<State>,
    /// How often the state may have changed.
    touched: AtomicU64,
    written: Mutex<Written>,
}

/// The last snapshot: mail is large and most of what happens here happens in Slack.
#[derive(Debug, Default)]
struct Written {
    touched: u64,
    text: Option<Arc<RawValue>>,
}

/// The web client of the project; `oauth` knows the others.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GoogleClient {
    /// What the consent page calls it.
    #[serde(default = "registered_name")]
    pub name: String,
    pub id: String,
    pub secret: String,
    pub redirect_uris: Vec<String>,
}

/// The name under which the client is registered.
pub fn registered_name() -> String {
    "Countersign".to_owned()
}

/// Whether the client's project may use an API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    On,
    Off,
}

impl Google {
    /// A Google with the people and the mail of a world.
    pub fn new(world: &World, changes: Changes, client: GoogleClient) -> Result<Self, WorldFault> {
        Self::begun(world, changes, client, sandbox_world::now())
    }

    /// The same, laid out around another time.
    pub fn begun(
        world: &World,
        changes: Changes,
        client: GoogleClient,
        now: Timestamp,
    ) -> Result<Self, WorldFault> {
        let mut state = State { mailboxes: gmail::mailboxes(world), ..State::default() };
        gmail::seed(&mut state, world, now)?;
        calendar::seed(&mut state, world, now)?;
        drive::seed(&mut state, world, now)?;
        Ok(Self::with_state(world, changes, client, state))
    }

    /// The Google of an earlier snapshot; people who have joined the world since get an empty
    /// mailbox and an empty drive.
    pub fn restore(
        snapshot: &RawValue,
        world: &World,
        changes: Changes,
        client: GoogleClient,
    ) -> Result<Self, serde_json::Error> {
        let mut state: State = serde_json::from_str(snapshot.get())?;
        for (handle, mailbox) in gmail::mailboxes(world) {
            state.mailboxes.entry(handle).or_insert(mailbox);
        }
        calendar::welcome(&mut state, world);
        state.drive.settle(&Account::all(world));
        Ok(Self::with_state(world, changes, client, state))
    }

    /// Everything that has happened, for a later [`Google::restore`].
    pub fn snapshot(&self) -> Result<Arc<RawValue>, serde_json::Error> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        // Read before the state is: what is touched meanwhile is written once more, not forgotten.
        let touched = self.touched.load(Ordering::Acquire);
        if let Some(text) = written.text.as_ref().filter(|_| written.touched == touched) {
            return Ok(Arc::clone(text));
        }
        let text: Arc<RawValue> = self.look_at(serde_json::value::to_raw_value)?.into();
        *written = Written { touched, text: Some(Arc::clone(&text)) };
        Ok(text)
    }

    /// The same Google, served at this address.
    #[must_use]
    pub fn at(self, base: impl Into<String>) -> Self {
        Self { base: base.into(), ..self }
    }

    /// The name of the method a request is for, before it is answered.
    pub fn method_name(&self, request: &http::request::Parts) -> Option<String> {
        let path = request.uri.path();
        if path == "/batch" || path.starts_with("/batch/") {
            return Some("batch".to_owned());
        }
        let meant = request.headers.get("x-http-method-override").and_then(|value| value.to_str().ok());
        let found = self.contract.find(meant.unwrap_or(request.method.as_str()), path).ok().flatten();
        found.map(|found| found.method.id.clone()).or_else(|| oauth::name(path).map(str::to_owned))
    }

    /// Registers one more redirect URI for the client.
    pub fn add_redirect_uri(&self, uri: impl Into<String>) {
        let mut client = self.client.write().unwrap_or_else(PoisonError::into_inner);
        let uri = uri.into();
        if !client.redirect_uris.contains(&uri) {
            client.redirect_uris.push(uri);
        }
        drop(client);
        self.changes.ring();
    }

    /// Every redirect URI of the client.
    pub fn redirect_uris(&self) -> Vec<String> {
        self.client(|client| client.redirect_uris.clone())
    }

    /// Every scope that any of the five APIs knows.
    pub fn every_scope(&self) -> Vec<&'static str> {
        self.contract.scopes().into_iter().collect()
    }

    /// A ready access token for somebody; `None` for a handle nobody has.
    pub fn token_for(&self, handle: &str, scopes: &[&str]) -> Option<String> {
        let account = self.account(handle)?;
        let scopes: BTreeSet<String> = scopes.iter().map(|&scope| scope.to_owned()).collect();
        let client = self.client(|client| client.id.clone());
        let grant = Grant { person: account.handle.clone(), client, scopes };
        Some(self.with(|state| {
            let now = state.clock.now();
            state.grants.tokens.access(grant, Duration::Online, "", now).access_token
        }))
    }

    /// Lets somebody's access tokens expire now.
    pub fn expire_tokens(&self, handle: &str) {
        self.with(|state| state.grants.tokens.expire(handle, state.clock.now()));
        self.changes.ring();
    }

    /// Somebody takes back everything they have granted, as on their account page.
    pub fn revoke(&self, handle: &str) {
        self.with(|state| state.grants.revoke_person(handle));
        self.changes.ring();
    }

    /// Switches an API on or off for the client's project, as in the developer console.
    pub fn switch(&self, api: &str, position: Switch) {
        self.with(|state| match position {
            Switch::On => state.disabled.remove(api),
            Switch::Off => state.disabled.insert(api.to_owned()),
        });
        self.changes.ring();
    }

    fn with_state(world: &World, changes: Changes, client: GoogleClient, state: State) -> Self {
        Self {
            contract: Contract::shared(),
            accounts: Account::all(world),
            domain: world.domain.clone(),
            base: String::new(),
            service_account: OnceLock::new(),
            traffic: Traffic::default(),
            client: RwLock::new(client),
            changes,
            state: Mutex::new(state),
            touched: AtomicU64::new(0),
            written: Mutex::default(),
        }
    }

    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Before the work, which may ring the bell: whoever hears it must not take the last snapshot for this one.
        self.touched.fetch_add(1, Ordering::AcqRel);
        work(&mut state)
    }

    pub(crate) fn look_at<T>(&self, work: impl FnOnce(&State) -> T) -> T {
        work(&self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn client<T>(&self, work: impl FnOnce(&GoogleClient) -> T) -> T {
        work(&self.client.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn account(&self, handle: &str) -> Option<&Account> {
        let robot = || self.service_account.get().map(|robot| &robot.account);
        let person = self.accounts.iter().find(|account| account.handle == handle);
        person.or_else(|| robot().filter(|account| account.handle == handle))
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.look_at(|state| state.clock.now())
    }

    pub(crate) fn bearer(&self, token: &str) -> Option<Bearer> {
        self.look_at(|state| state.grants.tokens.bearer(token, state.clock.now()))
    }
}
