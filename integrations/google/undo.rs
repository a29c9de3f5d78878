//! The way back from a change, as the button of an [`Undo`] holds it: one tool for every kind.
//!
//! Every kind keeps the name and the arguments that it was stored under, so that a button of an older build still works:
//! the name decides which permissions are asked for and is part of the digest that was approved.

use kernel::{Call, Done, Effect, Failure, Labeled, Plan, Reversible, Sink, Spec, Time, Undo};
use serde::{Deserialize, Serialize};

use crate::Google;
use crate::tool::{ChangeTool, Connected, HoldsChange};
use crate::way_back::WayBack;

/// The change back, as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub(crate) struct Back<B: WayBack>(B::Change);

impl<B: WayBack> HoldsChange for Back<B> {
    type Change = B::Change;

    fn change(&self) -> &B::Change {
        &self.0
    }
}

/// A press of the button is the approval, so there are no words of a request that targets could be compared with.
impl<B: WayBack> Plan for Back<B> {
    fn effect(&self) -> Effect {
        B::effect(&self.0)
    }

    fn sinks(&self) -> Vec<Sink> {
        B::sinks(&self.0)
    }
}

impl<B: WayBack> ChangeTool for B {
    type Plan = Back<B>;

    const SPEC: Spec = <B as WayBack>::SPEC.unlisted();

    async fn plan(self, google: &Google, call: &Call) -> Result<Back<B>, Failure> {
        self.planned(&Connected::to(google, call), call).await.map(Back)
    }

    fn answer(Back(change): &Back<B>, _made: &Made<B>, _call: &Call) -> Result<Done, Failure> {
        Ok(Done::answer(Labeled::trusted(B::told(change))))
    }

    /// An undo is not offered for itself.
    fn undo(_plan: &Back<B>, _made: &Made<B>, _until: Time) -> Result<Option<Undo>, Failure> {
        Ok(None)
    }
}

type Made<B> = <<B as WayBack>::Change as Reversible>::Made;
