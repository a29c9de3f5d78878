//! Tools that write down exactly what they did, and for whom.

use std::future::pending;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use kernel::ports::Clock as _;
use kernel::{
    AnyTool, Call, Code, Deed as Asked, Done, Effect, Failure, Label, Labeled, Probe, Scope, Sink, SinkKind,
    Spec, Tool, Undo, erase,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::world::{Deed, World};

pub const SEND: &str = "mail.send";
pub const PAY: &str = "bill.pay";
pub const NOTE: &str = "note.write";
pub const LABEL: &str = "mail.label";
pub const BACK: &str = "note.erase";
pub const READ: &str = "mail.read";

pub fn tools(world: &Arc<World>) -> Vec<Box<dyn AnyTool>> {
    fn toy<W: Way>(world: &Arc<World>) -> Box<dyn AnyTool> {
        erase(Toy::<W> { world: Arc::clone(world), way: PhantomData })
    }
    vec![
        toy::<Sends>(world),
        toy::<Pays>(world),
        toy::<Notes>(world),
        toy::<Labels>(world),
        toy::<Erases>(world),
        toy::<Reads>(world),
    ]
}

/// What one of them is.
trait Way: Send + Sync + 'static {
    const SPEC: Spec;
    const REACHES: bool = false;
    const CAN_BE_UNDONE: bool = false;
}

/// Is asked about.
struct Sends;
impl Way for Sends {
    const SPEC: Spec = Spec::commit(SEND).deed(Asked::Send);
    const REACHES: bool = true;
}

/// Two people must sign it.
struct Pays;
impl Way for Pays {
    const SPEC: Spec = Spec::commit(PAY).deed(Asked::Send);
    const REACHES: bool = true;
}

/// Is not.
struct Notes;
impl Way for Notes {
    const SPEC: Spec = Spec::edit(NOTE).deed(Asked::Write);
    const CAN_BE_UNDONE: bool = true;
}

/// Is asked about, and can be approved for an hour.
struct Labels;
impl Way for Labels {
    const SPEC: Spec = Spec::edit(LABEL);
    const CAN_BE_UNDONE: bool = true;
}

/// The way back.
struct Erases;
impl Way for Erases {
    const SPEC: Spec = Spec::edit(BACK).unlisted();
}

struct Reads;
impl Way for Reads {
    const SPEC: Spec = Spec::read(READ);
}

struct Toy<W> {
    world: Arc<World>,
    way: PhantomData<W>,
}

/// Does it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    to: String,
    body: String,
    /// For so many seconds it can be taken back.
    #[serde(default)]
    hold: u64,
}

#[derive(Serialize, Deserialize)]
struct Plan {
    to: String,
    body: String,
    hold: u64,
    /// No two plans are the same, not even of the same arguments.
    stamp: u64,
    tool: String,
    reaches: bool,
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        Effect::new(format!("{} to {}", self.tool, self.to))
            .field("To", &self.to)
            .content("Body", &self.body)
            .field("Held for", self.hold.to_string())
            .field("Stamp", self.stamp.to_string())
    }

    fn sinks(&self) -> Vec<Sink> {
        if !self.reaches {
            return Vec::new();
        }
        vec![Sink::new(SinkKind::Recipient, "/to", &self.to), Sink::new(SinkKind::Words, "/body", &self.body)]
    }

    fn hold(&self) -> Duration {
        Duration::from_secs(self.hold)
    }
}

/// How it goes.
enum Fate {
    Well,
    /// It says that it failed, and did nothing.
    Fails,
    /// It does nothing, and does not come back.
    HangsBefore,
    /// It does it, and does not come back.
    HangsAfter,
    /// It does it, and does not know.
    Forgets,
}

impl<W: Way> Toy<W> {
    fn fate(&self) -> Fate {
        let mut state = self.world.state();
        if state.calm {
            return Fate::Well;
        }
        match state.chance.below(24) {
            0 => Fate::Fails,
            1 => Fate::HangsBefore,
            2 => Fate::HangsAfter,
            3 => Fate::Forgets,
            _ => Fate::Well,
        }
    }

    fn happens(&self, plan: &Plan, call: &Call) {
        let mut state = self.world.state();
        let deed = Deed {
            tool: W::SPEC.name,
            plan: json!(plan),
            account: call.account.0.clone(),
            requester: call.requester.id.clone(),
            key: call.key.clone(),
            at: state.now,
        };
        if state.done.iter().any(|before| before.key == deed.key) {
            state.violations.push(format!("{}: done twice: {deed:?}", deed.key));
        }
        if state.given_up.contains(&deed.key) {
            state.violations.push(format!("{}: done after it was unknown: {deed:?}", deed.key));
        }
        state.done.push(deed);
    }

    fn came_out(&self, plan: &Plan) -> Done {
        let label = if W::SPEC.name == READ {
            Label::stranger(READ, "a mail of x@y.example")
        } else {
            Label::trusted()
        };
        let done = Done::answer(Labeled { value: "It is done.".to_owned(), label });
        if !W::CAN_BE_UNDONE {
            return done;
        }
        let arguments = json!({ "to": plan.to, "body": plan.body });
        let until = self.world.now().plus(Duration::from_mins(10));
        done.with_undo(Undo {
            words: format!("Wrote {}.", plan.body),
            tool: BACK.to_owned(),
            arguments,
            until,
        })
    }
}

impl<W: Way> Tool for Toy<W> {
    type Args = Args;
    type Plan = Plan;
    const SPEC: Spec = W::SPEC.needs(&[&[Scope("toys")]]);

    async fn plan(&self, args: Args, _: &Call) -> Result<Plan, Failure> {
        self.world.passes().await;
        self.world.takes_time().await;
        let stamp = {
            let mut state = self.world.state();
            state.stamps += 1;
            state.stamps
        };
        self.world.passes().await;
        let Args { to, body, hold } = args;
        Ok(Plan { to, body, hold, stamp, tool: W::SPEC.name.to_owned(), reaches: W::REACHES })
    }

    async fn run(&self, plan: Plan, call: &Call) -> Result<Done, Failure> {
        self.world.passes().await;
        if W::SPEC.name == READ {
            return Ok(self.came_out(&plan));
        }
        let fate = self.fate();
        match fate {
            Fate::Fails => return Err(Failure::person(Code::ExecutionFailed, "It did not work.")),
            Fate::HangsBefore => pending().await,
            Fate::Well | Fate::HangsAfter | Fate::Forgets => self.happens(&plan, call),
        }
        self.world.passes().await;
        match fate {
            Fate::HangsAfter => pending().await,
            Fate::Forgets => Err(Failure::person(Code::Timeout, "Nobody answers.")),
            Fate::Well | Fate::Fails | Fate::HangsBefore => Ok(self.came_out(&plan)),
        }
    }

    async fn probe(&self, plan: &Plan, call: &Call) -> Probe {
        self.world.passes().await;
        let happened = {
            let mut state = self.world.state();
            // What nobody could tell once, nobody can tell ever after.
            let known = state.given_up.contains(&call.key);
            if known || (!state.calm && state.chance.percent(25)) {
                state.given_up.push(call.key.clone());
                None
            } else {
                Some(state.done.iter().any(|done| done.key == call.key))
            }
        };
        self.world.passes().await;
        match happened {
            None => Probe::Unknown("Nobody can tell.".to_owned()),
            Some(true) => Probe::Happened(Box::new(self.came_out(plan))),
            Some(false) => Probe::DidNot,
        }
    }
}
