//! One life of the engine: from a start to a crash. What it leaves behind is what the store has.

use std::path::Path;
use std::sync::Arc;

use engine::{
    ApproversRule, Catalogue, Dispatcher, Engine, HouseRules, InboundHandler, Limits, Policy, Ports,
    ToolSettings, Toolbox,
};
use kernel::ports::{Accepted, Inbox as _, Letter, Reader};
use kernel::{Delivery, Inbound, Needed, Raw, Stop};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::mpsc;

use super::ports::{Outside, account_of, people};
use super::stored::Stored;
use super::tools::{PAY, tools};
use super::world::World;

const FROM: &str = "story";
/// So often everybody had a turn, and nobody did anything.
const QUIET: u32 = 24;

pub struct Life {
    pub stored: Arc<Stored>,
    world: Arc<World>,
    letters: mpsc::UnboundedSender<Letter>,
    runtime: Runtime,
}

impl Life {
    pub fn begin(directory: &Path, world: &Arc<World>, beside: &Handle) -> Self {
        world.is_born();
        let stored = Stored::open(directory, world, beside);
        let outside = Arc::new(Outside(Arc::clone(world)));
        let ports = Ports {
            journal: stored.clone(),
            lanes: stored.clone(),
            approvals: stored.clone(),
            timers: stored.clone(),
            inbox: stored.clone(),
            chat: outside.clone(),
            directory: outside.clone(),
            history: outside.clone(),
            grants: outside.clone(),
            acquaintances: outside.clone(),
            model: outside.clone(),
            clock: world.clone(),
            places: outside.clone(),
            person_index: stored.clone(),
            preferences: stored.clone(),
            rules: stored.clone(),
            spending: stored.clone(),
            attachments: outside.clone(),
            documents: outside.clone(),
            transcriber: outside.clone(),
            inbound_health: outside,
        };
        let toolbox = Arc::new(Toolbox::new(tools(world)).unwrap());
        let toolbox = Catalogue::open(toolbox, ToolSettings::default()).unwrap();
        let engine = Engine::new(ports, toolbox, Limits::default());
        let engine = Arc::new(engine.with_policy(Policy::default(), house()));
        let reception = InboundHandler::new(Arc::clone(&engine), vec![Arc::new(Plain)]);
        let (letters, arriving) = mpsc::unbounded_channel();
        let runtime = Builder::new_current_thread().build().unwrap();
        runtime.spawn(reception.run(arriving));
        runtime.spawn(async move { Dispatcher::new(engine).run(Stop::default()).await });
        Self { stored, world: Arc::clone(world), letters, runtime }
    }

    /// Lets everybody work until there is nothing to do, or the process is dead.
    pub fn works(&self) {
        self.runtime.block_on(async {
            let (mut calls, mut quiet) = (0, 0);
            while quiet < QUIET {
                tokio::task::yield_now().await;
                let now = self.world.state().calls;
                quiet = if now == calls { quiet + 1 } else { 0 };
                calls = now;
            }
        });
    }

    /// Written down, acknowledged, handed over.
    pub fn hears(&self, heard: &[(String, Inbound)]) {
        let delivery = |(key, inbound): &(String, Inbound)| Delivery {
            key: key.clone(),
            from: FROM.to_owned(),
            raw: Raw::from(&json!(inbound)),
        };
        let deliveries: Vec<Delivery> = heard.iter().map(delivery).collect();
        let accepted = self.stored.look(|store| store.accept_all(&deliveries));
        for (accepted, Delivery { from, raw, .. }) in accepted.into_iter().zip(deliveries) {
            if let Accepted::New(id) = accepted {
                self.letters.send(Letter { id, from, raw }).unwrap_or_default();
            }
        }
    }
}

/// Everybody is named, also whoever may not be.
fn house() -> HouseRules {
    let named = people().iter().map(|(person, _)| account_of(person).0).collect();
    let rule = ApproversRule::new(&[PAY.to_owned()], named, Needed::Both).unwrap();
    HouseRules { approvers: vec![rule], ..HouseRules::default() }
}

struct Plain;

impl Reader for Plain {
    fn from(&self) -> &str {
        FROM
    }

    fn read(&self, raw: &Value) -> Option<Inbound> {
        serde_json::from_value(raw.clone()).ok()
    }
}
