//! The way back from a change, as the button of an [`Undo`](kernel::Undo) holds it: one tool for every kind.
//!
//! Every kind keeps the name and the arguments that it was stored under, so that a button of an older build still works:
//! the name decides which permissions are asked for and is part of the digest that was approved.

use std::marker::PhantomData;

use kernel::{Call, Done, Effect, Failure, Labeled, Plan, Probe, Reversible, Sink, Spec, Tool};
use serde::{Deserialize, Serialize};

use crate::Google;
use crate::calendar::Calendar;
use crate::docs::Docs;
use crate::drive::Drive;
use crate::gmail::Gmail;
use crate::sheets::Sheets;
use crate::way_back::WayBack;

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

type Site<B> = <<B as WayBack>::Change as Reversible>::Site;

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

impl<B: WayBack> Tool for TakeBack<B>
where
    Site<B>: Connected,
{
    type Args = B;
    type Plan = Back<B>;

    const SPEC: Spec = B::SPEC.unlisted();

    async fn plan(&self, args: B, call: &Call) -> Result<Back<B>, Failure> {
        args.planned(&Site::<B>::to(&self.google, call), call).await.map(Back)
    }

    async fn run(&self, Back(change): Back<B>, call: &Call) -> Result<Done, Failure> {
        change.make(&Site::<B>::to(&self.google, call), &call.stop).await?;
        Ok(Done::answer(Labeled::trusted(B::told(&change))))
    }

    async fn probe(&self, Back(change): &Back<B>, call: &Call) -> Probe {
        let done = |_| Ok(Done::answer(Labeled::trusted(B::told(change))));
        change.probe(&Site::<B>::to(&self.google, call), done).await
    }
}
