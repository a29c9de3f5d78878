//! The way back from a change, as its button keeps it.

use kernel::{Call, Effect, Failure, Reversible, Sink, Spec};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use crate::tool::Connected;

/// The rest of a change, from which the change back is planned.
pub(crate) trait WayBack: Serialize + DeserializeOwned + JsonSchema + Send + 'static {
    type Change: Reversible<Site: Connected> + Serialize + DeserializeOwned + Send + 'static;

    const SPEC: Spec;

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
