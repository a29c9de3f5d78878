//! The three shapes of our tools: a tool looks something up, makes one change, or acts otherwise.
//!
//! A tool states only its own part. Running a change, finding out after a crash and offering its undo are the same for
//! every change, so they stand here once.

use std::marker::PhantomData;

use kernel::{Call, Done, Effect, Failure, Plan, Probe, Reversible, Scope, Spec, Time, Tool, Undo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::Google;
use crate::calendar::Calendar;
use crate::docs::Docs;
use crate::drive::Drive;
use crate::gmail::Gmail;
use crate::sheets::Sheets;

/// Looks something up. It is what the model must supply, and its own plan.
pub(crate) trait ReadTool: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {
    const SPEC: Spec;

    /// Refuses arguments that no request can be made of.
    fn check(&self, _call: &Call) -> Result<(), Failure> {
        Ok(())
    }

    fn read(self, google: &Google, call: &Call) -> impl Future<Output = Result<Done, Failure>> + Send;

    fn effect(&self) -> Effect;
}

/// Makes one change of a thing that others can change too. It is what the model must supply.
pub(crate) trait ChangeTool: DeserializeOwned + JsonSchema + Send + 'static {
    type Plan: Plan + HoldsChange;

    const SPEC: Spec;

    fn plan(self, google: &Google, call: &Call) -> impl Future<Output = Result<Self::Plan, Failure>> + Send;

    fn answer(plan: &Self::Plan, made: &Made<Self::Plan>, call: &Call) -> Result<Done, Failure>;

    fn undo(plan: &Self::Plan, made: &Made<Self::Plan>, until: Time) -> Result<Option<Undo>, Failure> {
        plan.change().inverse(made, until)
    }
}

/// Does something that is not one change: it makes a file, sends a mail, or does several things in turn.
pub(crate) trait ActionTool: DeserializeOwned + JsonSchema + Send + 'static {
    type Plan: Plan;

    const SPEC: Spec;

    fn also_needs(&self) -> &'static [&'static [Scope]] {
        &[]
    }

    fn plan(self, google: &Google, call: &Call) -> impl Future<Output = Result<Self::Plan, Failure>> + Send;

    fn run(
        google: &Google,
        plan: Self::Plan,
        call: &Call,
    ) -> impl Future<Output = Result<Done, Failure>> + Send;

    fn probe(google: &Google, plan: &Self::Plan, call: &Call) -> impl Future<Output = Probe> + Send;
}

/// A plan that is a change, or holds one beside what its card shows.
pub(crate) trait HoldsChange {
    type Change: Reversible<Site: Connected>;

    fn change(&self) -> &Self::Change;
}

type Made<P> = <<P as HoldsChange>::Change as Reversible>::Made;

impl<C: Reversible<Site: Connected>> HoldsChange for C {
    type Change = Self;

    fn change(&self) -> &Self {
        self
    }
}

macro_rules! holds_change {
    ($plan:ty { $field:ident: $change:ty }) => {
        impl $crate::tool::HoldsChange for $plan {
            type Change = $change;

            fn change(&self) -> &$change {
                &self.$field
            }
        }
    };
}

pub(crate) use holds_change;

/// A service as it is reached for one call.
pub(crate) trait Connected {
    fn to(google: &Google, call: &Call) -> Self;
}

macro_rules! connected {
    ($($service:ty: $method:ident),*) => {$(
        impl Connected for $service {
            fn to(google: &Google, call: &Call) -> Self {
                google.$method(call)
            }
        }
    )*};
}

connected!(Gmail: gmail, Calendar: calendar, Drive: drive, Docs: docs, Sheets: sheets);

/// A tool of one of the three shapes, ready to work.
pub(crate) struct OnGoogle<T> {
    google: Google,
    tool: PhantomData<fn() -> T>,
}

impl<T> OnGoogle<T> {
    pub(crate) fn new(google: &Google) -> Self {
        Self { google: google.clone(), tool: PhantomData }
    }
}

/// They tell the shapes apart, since one type can be a tool in one way only.
pub(crate) struct Reads<T>(PhantomData<T>);
pub(crate) struct Changes<T>(PhantomData<T>);
pub(crate) struct Acts<T>(PhantomData<T>);

/// A [`ReadTool`] as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub(crate) struct Lookup<T: ReadTool>(T);

impl<T: ReadTool> Plan for Lookup<T> {
    fn effect(&self) -> Effect {
        self.0.effect()
    }
}

impl<T: ReadTool> Tool for OnGoogle<Reads<T>> {
    type Args = T;
    type Plan = Lookup<T>;

    const SPEC: Spec = T::SPEC;

    async fn plan(&self, args: T, call: &Call) -> Result<Lookup<T>, Failure> {
        args.check(call)?;
        Ok(Lookup(args))
    }

    async fn run(&self, Lookup(args): Lookup<T>, call: &Call) -> Result<Done, Failure> {
        args.read(&self.google, call).await
    }
}

impl<T: ChangeTool> Tool for OnGoogle<Changes<T>> {
    type Args = T;
    type Plan = T::Plan;

    const SPEC: Spec = T::SPEC;

    async fn plan(&self, args: T, call: &Call) -> Result<T::Plan, Failure> {
        args.plan(&self.google, call).await
    }

    async fn run(&self, plan: T::Plan, call: &Call) -> Result<Done, Failure> {
        let made = plan.change().make(&Connected::to(&self.google, call), &call.stop).await?;
        done::<T>(&self.google, &plan, &made, call)
    }

    async fn probe(&self, plan: &T::Plan, call: &Call) -> Probe {
        let done = |made| done::<T>(&self.google, plan, &made, call);
        plan.change().probe(&Connected::to(&self.google, call), done).await
    }
}

fn done<T: ChangeTool>(
    google: &Google,
    plan: &T::Plan,
    made: &Made<T::Plan>,
    call: &Call,
) -> Result<Done, Failure> {
    let undo = T::undo(plan, made, google.now().plus(Undo::LASTS))?;
    Ok(T::answer(plan, made, call)?.with_undo(undo))
}

impl<T: ActionTool> Tool for OnGoogle<Acts<T>> {
    type Args = T;
    type Plan = T::Plan;

    const SPEC: Spec = T::SPEC;

    fn also_needs(&self, args: &T) -> &'static [&'static [Scope]] {
        args.also_needs()
    }

    async fn plan(&self, args: T, call: &Call) -> Result<T::Plan, Failure> {
        args.plan(&self.google, call).await
    }

    async fn run(&self, plan: T::Plan, call: &Call) -> Result<Done, Failure> {
        T::run(&self.google, plan, call).await
    }

    async fn probe(&self, plan: &T::Plan, call: &Call) -> Probe {
        T::probe(&self.google, plan, call).await
    }
}
