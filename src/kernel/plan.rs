//! A call with everything resolved. The digest covers it, and it alone runs.

use std::time::Duration;

use serde::{Serialize, de::DeserializeOwned};

use crate::{Deed, Effect, Kind, Sink, Target, Term};

/// The guard and the card read the plan alone, so a tool has no say in them once it has planned. Tools that plan the
/// same share the type.
pub trait Plan: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The card that the person countersigns, field by field.
    fn effect(&self) -> Effect;

    /// Where words can go.
    fn sinks(&self) -> Vec<Sink> {
        Vec::new()
    }

    /// Things that it makes, changes or takes away. A plan that changes something and names none is asked about.
    fn targets(&self) -> Vec<Target> {
        Vec::new()
    }

    /// When and how.
    fn terms(&self) -> Vec<Term> {
        Vec::new()
    }

    /// The deed that a person asks for when they ask for this plan; none for that of the tool's [`Spec`](crate::Spec).
    fn deed(&self) -> Option<Deed> {
        None
    }

    /// How harmless it is; none for the kind of the tool's [`Spec`](crate::Spec).
    fn kind(&self) -> Option<Kind> {
        None
    }

    /// How long it is held back after it was countersigned, so that the person can still take it back.
    fn hold(&self) -> Duration {
        Duration::ZERO
    }

    /// How long it may take, where that is longer or shorter than usual.
    fn patience(&self) -> Option<Duration> {
        None
    }
}
