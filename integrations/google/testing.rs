//! What the tests of this crate share: a Google that answers by script, and ports that live in memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use kernel::ports::{
    Accepted, ChatError, Clock, Document, Documents, Extract, Files, Inbox, Letter, NewFile, Settled,
    Settlement, Soon, StoreError, Vault, VaultError,
};
use kernel::{
    Call, Delivery, Failure, FileId, InboundId, Notes, Person, Secret, Standing, Stop, ThreadId, Time,
};
use serde_json::{Value, json};
use wire::{Address, Configured, Timeouts};

use crate::api::Route;
use crate::grant::{Access, Grant, State as GrantState};
use crate::scopes::{self, DRIVE, DRIVE_METADATA_READONLY, GMAIL_COMPOSE, GMAIL_READONLY, READ_FILES};
use crate::{Bases, ClientKey, CostTable, Google, Identity, Settings, UsualWay};

pub(crate) const NOW: Time = Time(1_700_000_000_000);

/// One request that reached the scripted Google.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) method: Method,
    /// Path and query as they came.
    pub(crate) target: String,
    pub(crate) bearer: String,
    /// Which version of it the request is about.
    pub(crate) if_match: Option<String>,
    pub(crate) body: String,
}

impl Seen {
    pub(crate) fn is(&self, method: &str, path: &str) -> bool {
        self.method == method && self.target.split('?').next() == Some(path)
    }
}

/// An answer of the scripted Google.
pub(crate) struct Answer(pub(crate) u16, pub(crate) Value, pub(crate) Option<&'static str>);

pub(crate) fn ok(body: Value) -> Answer {
    Answer(200, body, None)
}

pub(crate) fn refused(status: u16, reason: &str) -> Answer {
    let errors = json!([{ "reason": reason }]);
    Answer(status, json!({ "error": { "code": status, "message": "said Google", "errors": errors } }), None)
}

type Script = Arc<dyn Fn(&Seen, usize) -> Answer + Send + Sync>;

#[derive(Clone)]
struct Stage {
    script: Script,
    seen: Arc<Mutex<Vec<Seen>>>,
}

/// Everything a test looks at.
pub(crate) struct World {
    pub(crate) google: Google,
    pub(crate) vault: Arc<MemoryVault>,
    pub(crate) clock: Arc<FakeClock>,
    pub(crate) files: Arc<MemoryFiles>,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl World {
    /// The script gets a request, and how often its method and path came before.
    pub(crate) async fn answering(script: impl Fn(&Seen, usize) -> Answer + Send + Sync + 'static) -> Self {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let stage = Stage { script: Arc::new(script), seen: Arc::clone(&seen) };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let root = format!("http://{}/", listener.local_addr().unwrap());
        tokio::spawn(async move {
            let unlimited = axum::extract::DefaultBodyLimit::disable();
            let routes = axum::Router::new().fallback(play).with_state(stage).layer(unlimited);
            axum::serve(listener, routes).await.unwrap();
        });
        wire::install_crypto();
        let wire = Configured::new(Timeouts::default()).unwrap();
        let (vault, clock) = (Arc::new(MemoryVault::default()), Arc::new(FakeClock(AtomicI64::new(NOW.0))));
        let google = Google::new(settings(&root), wire, vault.clone(), clock.clone(), Arc::new(Plainly));
        Self { google, vault, clock, files: Arc::default(), seen }
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    pub(crate) fn count(&self, method: &str, path: &str) -> usize {
        self.seen().iter().filter(|seen| seen.is(method, path)).count()
    }

    /// Ana has connected her account; her access token lasts this much longer.
    pub(crate) async fn connected(&self, lasts: Duration) {
        self.google.book.keep(a_grant(lasts)).await.unwrap();
    }
}

pub(crate) fn a_grant(lasts: Duration) -> Grant {
    Grant {
        person: ana().id,
        account: "ana@example.com".into(),
        refresh: Secret::new("refresh-1"),
        access: Some(Access { token: Secret::new("access-1"), expires: NOW.plus(lasts) }),
        scopes: [GMAIL_COMPOSE, GMAIL_READONLY, DRIVE].map(|scope| scope.0.to_owned()).into(),
        connected: NOW,
        issued: NOW,
        state: GrantState::Alive,
        to: crate::grant::Registered::Usual,
    }
}

async fn play(
    State(stage): State<Stage>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = header("authorization").unwrap_or_default();
    let seen = Seen {
        method,
        target: uri.to_string(),
        bearer: bearer.trim_start_matches("Bearer ").to_owned(),
        if_match: header("if-match").map(str::to_owned),
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    let before = {
        let mut all = stage.seen.lock().unwrap();
        let before = all.iter().filter(|other| other.is(seen.method.as_str(), uri.path())).count();
        all.push(seen.clone());
        before
    };
    let Answer(status, body, retry_after) = (stage.script)(&seen, before);
    let mut response = (StatusCode::from_u16(status).unwrap(), axum::Json(body)).into_response();
    if let Some(seconds) = retry_after {
        response.headers_mut().insert("retry-after", seconds.parse().unwrap());
    }
    response
}

fn settings(root: &str) -> Settings {
    let at = |path: &str| Address::parse("TEST", &format!("{root}{path}")).unwrap();
    Settings {
        base: Bases::all_at(&at("")),
        auth: at("auth"),
        token: at("token"),
        revoke: at("revoke"),
        userinfo: Some(at("userinfo")),
        device: at("device/code"),
        client: Some(ClientKey { id: "client".to_owned(), secret: Secret::new("hush") }),
        device_client: Some(ClientKey { id: "tv".to_owned(), secret: Secret::new("hush-tv") }),
        service_account: None,
        way: UsualWay::Callback,
        scopes: std::collections::BTreeSet::new(),
        device_scopes: crate::BY_DEVICE.map(str::to_owned).into(),
        public_url: Address::parse("TEST", "http://127.0.0.1:1/").unwrap(),
        identity: Identity::SameAddress,
        costs: CostTable::Since2026,
        send_hold: Duration::from_secs(10),
    }
}

pub(crate) fn ana() -> Person {
    Person {
        id: "T1/U1".into(),
        name: "Ana Ruiz".to_owned(),
        workspace: "Acme".to_owned(),
        address: Some("Ana@example.com".to_owned()),
        zone: None,
        standing: Standing::Member,
    }
}

pub(crate) fn a_call(key: &str) -> Call {
    Call {
        requester: ana(),
        account: "ana@example.com".into(),
        thread: "T1/C1/1".into(),
        key: key.to_owned(),
        files: Arc::default(),
        stop: Stop::default(),
        notes: Arc::new(MemoryNotes::default()),
    }
}

/// A chat's files.
#[derive(Default)]
pub(crate) struct MemoryFiles {
    pub(crate) there: Mutex<BTreeMap<String, Vec<u8>>>,
    pub(crate) shared: Mutex<Vec<(ThreadId, NewFile)>>,
}

impl Files for MemoryFiles {
    fn fetch<'a>(&'a self, file: &'a FileId, _at_most: usize) -> Soon<'a, Result<Vec<u8>, ChatError>> {
        let found = self.there.lock().unwrap().get(&file.0).cloned();
        Box::pin(std::future::ready(found.ok_or_else(|| ChatError::Refused("file_not_found".to_owned()))))
    }

    fn share<'a>(&'a self, thread: &'a ThreadId, file: &'a NewFile) -> Soon<'a, Result<(), ChatError>> {
        self.shared.lock().unwrap().push((thread.clone(), file.clone()));
        Box::pin(std::future::ready(Ok(())))
    }
}

/// Takes every file for text.
struct Plainly;

impl Documents for Plainly {
    fn text<'a>(&'a self, document: &'a Document) -> Soon<'a, Result<Extract, Failure>> {
        let text = String::from_utf8_lossy(&document.bytes).into_owned();
        Box::pin(std::future::ready(Ok(Extract { text, parts: None, cut: false, hidden: 0, remark: None })))
    }
}

pub(crate) struct FakeClock(pub(crate) AtomicI64);

impl Clock for FakeClock {
    fn now(&self) -> Time {
        Time(self.0.load(Ordering::SeqCst))
    }

    /// It is that time at once.
    fn sleep_until(&self, time: Time) -> Soon<'_, ()> {
        self.0.fetch_max(time.0, Ordering::SeqCst);
        Box::pin(std::future::ready(()))
    }
}

impl FakeClock {
    pub(crate) fn pass(&self, duration: Duration) {
        self.0.store(self.now().plus(duration).0, Ordering::SeqCst);
    }
}

#[derive(Default)]
pub(crate) struct MemoryNotes(Mutex<Vec<Value>>);

impl Notes for MemoryNotes {
    fn write(&self, note: Value) -> Soon<'_, Result<(), Failure>> {
        self.0.lock().unwrap().push(note);
        Box::pin(std::future::ready(Ok(())))
    }

    fn read(&self) -> Soon<'_, Result<Vec<Value>, Failure>> {
        Box::pin(std::future::ready(Ok(self.0.lock().unwrap().clone())))
    }
}

#[derive(Default)]
pub(crate) struct MemoryVault(Mutex<BTreeMap<String, Vec<u8>>>);

impl Vault for MemoryVault {
    fn put<'a>(&'a self, name: &'a str, value: &'a [u8]) -> Soon<'a, Result<(), VaultError>> {
        self.0.lock().unwrap().insert(name.to_owned(), value.to_vec());
        Box::pin(std::future::ready(Ok(())))
    }

    fn get<'a>(&'a self, name: &'a str) -> Soon<'a, Result<Option<Vec<u8>>, VaultError>> {
        Box::pin(std::future::ready(Ok(self.0.lock().unwrap().get(name).cloned())))
    }

    fn remove<'a>(&'a self, name: &'a str) -> Soon<'a, Result<(), VaultError>> {
        self.0.lock().unwrap().remove(name);
        Box::pin(std::future::ready(Ok(())))
    }

    fn names<'a>(&'a self, prefix: &'a str) -> Soon<'a, Result<Vec<String>, VaultError>> {
        let names = self.0.lock().unwrap().keys().filter(|name| name.starts_with(prefix)).cloned().collect();
        Box::pin(std::future::ready(Ok(names)))
    }

    fn sign(&self, _words: &[u8]) -> [u8; 32] {
        [0; 32]
    }
}

/// Accepts each key once.
#[derive(Default)]
pub(crate) struct MemoryInbox {
    pub(crate) kept: Mutex<Vec<Delivery>>,
    pub(crate) out_of_order: AtomicBool,
}

impl Inbox for MemoryInbox {
    fn accept<'a>(&'a self, delivery: &'a Delivery) -> Soon<'a, Result<Accepted, StoreError>> {
        if self.out_of_order.load(Ordering::SeqCst) {
            return Box::pin(std::future::ready(Err(StoreError::Unreachable("out of order".to_owned()))));
        }
        let mut kept = self.kept.lock().unwrap();
        let accepted = if kept.iter().any(|known| known.key == delivery.key) {
            Accepted::Seen
        } else {
            kept.push(delivery.clone());
            Accepted::New(InboundId(i64::try_from(kept.len()).unwrap()))
        };
        Box::pin(std::future::ready(Ok(accepted)))
    }

    fn backlog(&self) -> Soon<'_, Result<Vec<Letter>, StoreError>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }

    fn settle(&self, _id: InboundId, _settlement: Settlement) -> Soon<'_, Result<Settled, StoreError>> {
        Box::pin(std::future::ready(Ok(Settled::Now)))
    }

    fn tidy(&self) -> Soon<'_, Result<(), StoreError>> {
        Box::pin(std::future::ready(Ok(())))
    }

    fn knows<'a>(&'a self, _thread: &'a ThreadId) -> Soon<'a, Result<bool, StoreError>> {
        Box::pin(std::future::ready(Ok(true)))
    }

    fn used_in<'a>(&'a self, _: &'a str) -> Soon<'a, Result<Option<ThreadId>, StoreError>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}

/// Every route is in Google's own description, with this method and path, takes each of its scopes, and takes none of
/// ours that is narrower than the one it asks for.
pub(crate) fn in_contract(file: &str, routes: &[&Route]) {
    let contract = contract(file);
    let service = contract["servicePath"].as_str().unwrap();
    for route in routes {
        let described = described(&contract, route.id);
        assert_eq!(described["httpMethod"], route.method.as_str(), "{}", route.id);
        // Some APIs name whose it is, others know.
        let path = route.path;
        let named = path.replace("users/me", "users/{userId}");
        let plain = format!("{service}{}", described["path"].as_str().unwrap());
        let uploads = described["mediaUpload"]["protocols"].as_object().into_iter().flatten();
        let mut known = uploads.filter_map(|(_, protocol)| protocol["path"].as_str()).map(|path| &path[1..]);
        let is_known = path == plain || named == plain || known.any(|known| known == named);
        assert!(is_known, "{}: {path} is not {plain}", route.id);
        let accepted = described["scopes"].as_array().unwrap();
        for scope in route.any_of {
            assert!(accepted.contains(&Value::from(scope.0)), "{} does not accept {}", route.id, scope.0);
        }
        let asked = route.any_of[0];
        for narrower in scopes::narrower_than(asked.0) {
            let enough = accepted.contains(&Value::from(narrower)) && !is_too_little(route, narrower);
            assert!(!enough, "{} asks for {} where {narrower} is enough", route.id, asked.0);
        }
    }
}

/// What Google takes for a method, and what does not do for our use of it.
fn is_too_little(route: &Route, scope: &str) -> bool {
    // Who sees the names of files does not see what is in them.
    let content = route.any_of == READ_FILES && scope == DRIVE_METADATA_READONLY.0;
    // Drive is granted already where a document is read in this way.
    content || (route.id == "docs.documents.get" && route.any_of == READ_FILES)
}

/// Google's own description of an API.
pub(crate) fn contract(file: &str) -> Value {
    let contract = format!("{}/../sandbox-google/contract/{file}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_slice(&std::fs::read(contract).unwrap()).unwrap()
}

/// `gmail.users.drafts.get` is `resources.users.resources.drafts.methods.get`.
fn described<'a>(contract: &'a Value, id: &str) -> &'a Value {
    let names: Vec<&str> = id.split('.').skip(1).collect();
    let (last, resources) = names.split_last().unwrap();
    let resource = resources.iter().fold(contract, |at, name| &at["resources"][*name]);
    &resource["methods"][*last]
}
