use std::sync::Mutex;

use kernel::ports::Soon;
use kernel::{
    AccountId, CallId, Digest, Effect, Notes, Person, PersonId, PlannedCall, Spec, Standing, ThreadId, Time,
    Tool, Waiver, erase,
};
use serde::{Deserialize, Serialize};

use super::*;
use crate::call::countersign;

/// Ends every sleep at once, and remembers until when it would have been.
#[derive(Default)]
struct Hasty(Mutex<Vec<Time>>);

impl Clock for Hasty {
    fn now(&self) -> Time {
        Time(0)
    }

    fn sleep_until(&self, time: Time) -> Soon<'static, ()> {
        self.0.lock().unwrap().push(time);
        Box::pin(std::future::ready(()))
    }
}

/// Never ends by itself, and leaves something behind that goes on until it is told to stop.
struct Endless(Arc<Mutex<Option<Stop>>>);

#[derive(Serialize, Deserialize, schemars::JsonSchema)]
struct Args {
    seconds: u64,
}

impl Tool for Endless {
    type Args = Args;
    type Plan = Args;

    const SPEC: Spec = Spec::read("test.endless");

    async fn plan(&self, args: Args, _call: &Call) -> Result<Args, Failure> {
        Ok(args)
    }

    async fn run(&self, _plan: Args, call: &Call) -> Result<Done, Failure> {
        *self.0.lock().unwrap() = Some(call.stop.clone());
        std::future::pending().await
    }
}

impl kernel::Plan for Args {
    fn effect(&self) -> Effect {
        Effect::new("Take for ever")
    }

    fn patience(&self) -> Option<Duration> {
        (self.seconds > 0).then(|| Duration::from_secs(self.seconds))
    }
}

struct NoNotes;

impl Notes for NoNotes {
    fn write(&self, _: Value) -> Soon<'_, Result<(), Failure>> {
        Box::pin(async { Ok(()) })
    }

    fn read(&self) -> Soon<'_, Result<Vec<Value>, Failure>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}

fn approved(seconds: u64, left: &Arc<Mutex<Option<Stop>>>) -> (Approved, Stop) {
    let plan = serde_json::json!({ "seconds": seconds });
    let (account, requester) = (AccountId::none(), PersonId::from("ana"));
    let planned = PlannedCall {
        call: CallId::from("c"),
        tool: "test.endless".to_owned(),
        version: 1,
        digest: Digest::of_call("test.endless", 1, &account, &plan),
        account: account.clone(),
        requester: requester.clone(),
        plan: Body::new(plan.to_string()),
    };
    let stop = Stop::default();
    let person = Person {
        id: requester,
        name: "Ana".to_owned(),
        workspace: "Firm".to_owned(),
        address: None,
        zone: None,
        standing: Standing::Member,
    };
    let call = Call {
        requester: person,
        account,
        thread: ThreadId::from("t"),
        key: "k".to_owned(),
        files: Arc::new([]),
        stop: stop.clone(),
        notes: Arc::new(NoNotes),
    };
    let tool: Arc<dyn AnyTool> = erase(Endless(Arc::clone(left))).into();
    let Ok(approved) = countersign::go_on(tool, planned, Waiver::Policy(Kind::Read), call) else {
        panic!("it is what was planned");
    };
    (approved, stop)
}

#[tokio::test]
async fn a_call_past_its_time_is_cancelled_with_all_that_it_began_and_nothing_else_is() {
    let limits = Limits::default();
    for (wanted, seconds) in [(0, 120), (30, 30), (200, 200), (9_000, 300)] {
        let (left, clock) = (Arc::default(), Hasty::default());
        let (approved, turn) = approved(wanted, &left);
        let finished = label(Reduced { ran: run(approved, &clock, &limits).await, kept: None });
        assert_eq!(finished.outcome, Outcome::Failed(Code::Timeout));
        assert_eq!(
            *clock.0.lock().unwrap(),
            [Time(seconds * 1_000)],
            "its tool says how long, up to five minutes"
        );
        let stop = left.lock().unwrap().take().unwrap();
        assert!(stop.is_pulled(), "what it began is told to stop");
        assert!(!turn.is_pulled(), "the turn goes on");
    }
}
