//! Where a server is put to be looked at: a shed that takes its tools, a book of pins, a vault.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::ports::{Clock, Pins, Refused, Soon, Toolshed, Vault};
use kernel::{
    AccountId, AnyTool, Call, Done, Failure, Notes, Origin, Person, PersonId, Secret, Standing, Stop,
    ThreadId, Time,
};
use mcp::{McpDeps, Patterns, Program, Reach, ServerSettings, Servers, Ways};
use serde_json::Value;
use store::{PinBook, StorePaths};
use tempfile::TempDir;
use vault::{KeySource, SealedVault};
use wire::{Configured, Timeouts};

use super::notes::{FOLDER, offer};
use super::permits_in_tests::permit;

#[derive(Default)]
pub struct Shed {
    tools: Mutex<BTreeMap<String, Arc<dyn AnyTool>>>,
    pub offers: Mutex<usize>,
    /// Why nothing was brought yet, as often as that was said.
    pub expected: Mutex<Vec<Option<String>>>,
}

impl Toolshed for Shed {
    fn offer(&self, _from: &Origin, tools: Vec<Box<dyn AnyTool>>) -> Vec<Refused> {
        let named = tools.into_iter().map(|tool| (tool.definition().name.clone(), Arc::from(tool)));
        *self.tools.lock().unwrap() = named.collect();
        *self.offers.lock().unwrap() += 1;
        Vec::new()
    }

    fn expect(&self, _from: &Origin, why: Option<String>) {
        self.expected.lock().unwrap().push(why);
    }
}

struct Now;

impl Clock for Now {
    fn now(&self) -> Time {
        Time(0)
    }
    fn sleep_until(&self, _: Time) -> Soon<'_, ()> {
        Box::pin(std::future::pending())
    }
}

struct NoNotes;

impl Notes for NoNotes {
    fn write(&self, _note: Value) -> Soon<'_, Result<(), Failure>> {
        Box::pin(async { Ok(()) })
    }
    fn read(&self) -> Soon<'_, Result<Vec<Value>, Failure>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}

pub struct Bench {
    pub folder: TempDir,
    pub shed: Arc<Shed>,
    pub pins: Arc<PinBook>,
    pub vault: Arc<dyn Vault>,
}

impl Bench {
    /// With a folder in which a server finds these tools.
    pub async fn with(tools: &[Value]) -> Self {
        let folder = TempDir::new().unwrap();
        offer(folder.path(), tools);
        let data = folder.path();
        let pins = Arc::new(PinBook::open(&StorePaths::in_directory(data), Arc::new(Now)).await.unwrap());
        let key = KeySource::File(data.join("vault.key"));
        let vault = Arc::new(SealedVault::open(data.join("vault"), key).await.unwrap());
        Self { folder, shed: Arc::default(), pins, vault }
    }

    pub fn ground(&self) -> McpDeps {
        wire::install_crypto();
        McpDeps {
            shed: Arc::clone(&self.shed) as _,
            pins: Arc::clone(&self.pins) as Arc<dyn Pins>,
            ways: self.ways(),
        }
    }

    pub fn ways(&self) -> Ways {
        let http = Configured::new(Timeouts::default()).unwrap().for_a_library();
        Ways { vault: Arc::clone(&self.vault), http }
    }

    pub fn start(&self, settings: ServerSettings) -> Servers {
        Servers::start(vec![settings], &self.ground())
    }

    /// This binary, as a server that is a program.
    pub fn program(&self) -> ServerSettings {
        let arguments = ["--exact", "a_program_for_the_other_stories", "--nocapture"];
        let variables =
            BTreeMap::from([(FOLDER.to_owned(), Secret::new(self.folder.path().to_str().unwrap()))]);
        settings(Reach::Program(Program {
            command: std::env::current_exe().unwrap().to_str().unwrap().to_owned(),
            arguments: arguments.map(str::to_owned).into(),
            variables,
        }))
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Waits until a tool is there and can be used.
    pub async fn tool(&self, name: &str) -> Arc<dyn AnyTool> {
        self.until(name, || self.look(name).filter(|tool| tool.available())).await
    }

    pub fn look(&self, name: &str) -> Option<Arc<dyn AnyTool>> {
        self.shed.tools.lock().unwrap().get(name).cloned()
    }

    pub fn names(&self) -> Vec<String> {
        self.shed.tools.lock().unwrap().keys().cloned().collect()
    }

    pub async fn until<T>(&self, what: &str, look: impl Fn() -> Option<T>) -> T {
        for _ in 0..2_000 {
            if let Some(found) = look() {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it never came to that: {what}; there are {:?}", self.names())
    }

    /// The road from a permit on.
    pub async fn run(&self, tool: &Arc<dyn AnyTool>, arguments: Value) -> Result<Done, Failure> {
        self.run_until(tool, arguments, &Stop::default()).await
    }

    pub async fn run_until(
        &self,
        tool: &Arc<dyn AnyTool>,
        arguments: Value,
        stop: &Stop,
    ) -> Result<Done, Failure> {
        let call = call(stop);
        tool.validate(&arguments)?;
        let plan = tool.plan(arguments, &call).await?;
        let permit = permit(tool, &plan);
        tool.run(plan, permit, &call).await
    }
}

pub fn call(stop: &Stop) -> Call {
    Call {
        requester: Person {
            id: PersonId("T1:U1".to_owned()),
            name: "Ana".to_owned(),
            address: None,
            zone: None,
            standing: Standing::Member,
            workspace: "T1".to_owned(),
        },
        account: AccountId::none(),
        thread: ThreadId("T1:C1:1".to_owned()),
        key: "k".to_owned(),
        files: Arc::from([]),
        stop: stop.clone(),
        notes: Arc::new(NoNotes),
    }
}

pub fn settings(reach: Reach) -> ServerSettings {
    ServerSettings {
        name: "notes".to_owned(),
        reach,
        read_only: Patterns::default(),
        tools: Patterns::default(),
        except: Patterns::default(),
        timeout: Duration::from_secs(20),
    }
}

pub fn patterns(written: &[&str]) -> Patterns {
    Patterns::parse(&written.iter().map(|pattern| (*pattern).to_owned()).collect::<Vec<_>>()).unwrap()
}
