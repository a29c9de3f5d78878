//! The way back from a change, as the button of an [`Undo`](kernel::Undo) holds it: one tool for every kind.
//!
//! Every kind keeps the name and the arguments that it was stored under, so that a button of an older build still works:
//! the name decides which permissions are asked for and is part of the digest that was approved.

use std::marker::PhantomData;

use kernel::{Call, Done, Effect, Failure, Labeled, Plan, Probe, Reversible, Sink, Spec, Tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::Google;
use crate::api::Trouble;

/// What is kept of a change, from which the change back is planned.
pub(crate) trait WayBack: Serialize + DeserializeOwned + JsonSchema + Send + 'static {
    type Change: Reversible + Serialize + DeserializeOwned + Send + 'static;

    const SPEC: Spec;

    fn site(google: &Google, call: &Call) -> <Self::Change as Reversible>::Site;

    /// Refuses where somebody changed the thing in between.
    fn planned(
        self,
        site: &<Self::Change as Reversible>::Site,
        call: &Call,
    ) -> impl Future<Output = Result<Self::Change, Failure>> + Send;

    fn effect(change: &Self::Change) -> Effect;

    fn sinks(_change: &Self::Change) -> Vec<Sink> {
        Vec::new()
    }

    fn told(_change: &Self::Change) -> String {
        "It is as it was before.".to_owned()
    }
}

pub(crate) struct TakeBack<B> {
    google: Google,
    way: PhantomData<fn() -> B>,
}

impl<B> TakeBack<B> {
    pub(crate) fn new(google: Google) -> Self {
        Self { google, way: PhantomData }
    }
}

/// The change back, as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub(crate) struct Back<B: WayBack>(B::Change);

/// A press of the button is the approval, so there are no words of a request that targets could be compared with.
impl<B: WayBack> Plan for Back<B> {
    fn effect(&self) -> Effect {
        B::effect(&self.0)
    }

    fn sinks(&self) -> Vec<Sink> {
        B::sinks(&self.0)
    }
}

impl<B: WayBack> Tool for TakeBack<B> {
    type Args = B;
    type Plan = Back<B>;

    const SPEC: Spec = B::SPEC.unlisted();

    async fn plan(&self, args: B, call: &Call) -> Result<Back<B>, Failure> {
        args.planned(&B::site(&self.google, call), call).await.map(Back)
    }

    async fn run(&self, Back(change): Back<B>, call: &Call) -> Result<Done, Failure> {
        change.make(&B::site(&self.google, call), &call.stop).await?;
        Ok(Done::answer(Labeled::trusted(B::told(&change))))
    }

    async fn probe(&self, Back(change): &Back<B>, call: &Call) -> Probe {
        let done = |_| Ok(Done::answer(Labeled::trusted(B::told(change))));
        change.probe(&B::site(&self.google, call), done).await
    }
}

/// Only a lost answer leaves a doubt: the client reports an earlier attempt that may have acted as lost, too.
impl From<Trouble> for kernel::Unmade {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Lost(failure) => Self::Doubtful(failure),
            Trouble::Unsent(failure)
            | Trouble::Later { failure, .. }
            | Trouble::Missing(failure)
            | Trouble::Refused(failure) => Self::Refused(failure),
        }
    }
}
