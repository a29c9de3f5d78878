//! What a tool is: typed for its author, erased for the engine.

use std::future::Future;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::ports::Soon;
use crate::{
    Call, Code, Deed, Definition, Digest, Done, Effect, Failure, Flow, Kind, Permit, Probe, Scope, Sink,
    Spec, Target, Term,
};

/// One thing the agent can do.
pub trait Tool: Send + Sync + 'static {
    /// What the model must supply. Its doc comment is the description the model reads.
    type Args: DeserializeOwned + JsonSchema + Send + 'static;
    /// What will really happen, with everything resolved. The digest covers it, and it alone is what runs.
    type Plan: Serialize + DeserializeOwned + Send + Sync + 'static;

    const SPEC: Spec;

    /// What must be granted beside [`Spec::needs`] for these arguments, on the same terms.
    fn also_needs(&self, _args: &Self::Args) -> &'static [&'static [Scope]] {
        &[]
    }

    /// Whether it can be used at all just now. What cannot is neither shown nor run.
    fn available(&self) -> bool {
        true
    }

    /// Reads only: resolves names, fetches before-values, builds the final bytes.
    fn plan(&self, args: Self::Args, call: &Call)
    -> impl Future<Output = Result<Self::Plan, Failure>> + Send;

    /// Everything the person countersigns, field by field.
    fn effect(&self, plan: &Self::Plan) -> Effect;

    /// Where words can go.
    fn sinks(&self, _plan: &Self::Plan) -> Vec<Sink> {
        Vec::new()
    }

    /// What it makes, changes or takes away. Whatever changes something and names nothing here is asked about.
    fn targets(&self, _plan: &Self::Plan) -> Vec<Target> {
        Vec::new()
    }

    /// When and how.
    fn terms(&self, _plan: &Self::Plan) -> Vec<Term> {
        Vec::new()
    }

    /// What a person asks for when they ask for this plan, where that depends on what was asked.
    fn deed(&self, _plan: &Self::Plan) -> Deed {
        Self::SPEC.deed
    }

    /// What this plan does to the world, where that depends on what was asked.
    fn kind(&self, _plan: &Self::Plan) -> Kind {
        Self::SPEC.kind
    }

    /// How long it is held back after it was countersigned, so that the person can still take it back.
    fn hold(&self, _plan: &Self::Plan) -> Duration {
        Duration::ZERO
    }

    /// How long it may take, where that is longer or shorter than usual.
    fn patience(&self, _plan: &Self::Plan) -> Option<Duration> {
        None
    }

    fn run(&self, plan: Self::Plan, call: &Call) -> impl Future<Output = Result<Done, Failure>> + Send;

    /// After a crash: did it happen?
    fn probe(&self, _plan: &Self::Plan, _call: &Call) -> impl Future<Output = Probe> + Send {
        std::future::ready(Probe::Unknown(format!("{} cannot tell whether it happened.", Self::SPEC.name)))
    }
}

/// A [`Tool`] with its types erased; what run-time tools implement directly.
pub trait AnyTool: Send + Sync {
    fn definition(&self) -> &Definition;
    /// Whether it can be used at all just now.
    fn available(&self) -> bool {
        true
    }
    fn validate(&self, args: &Value) -> Result<(), Failure>;
    /// What must be granted for these arguments: all of any of.
    fn needs(&self, args: &Value) -> Result<Vec<Vec<String>>, Failure>;
    fn plan<'a>(&'a self, args: Value, call: &'a Call) -> Soon<'a, Result<Value, Failure>>;
    fn effect(&self, plan: &Value) -> Result<Effect, Failure>;
    fn flow(&self, plan: &Value) -> Result<Flow, Failure>;
    fn kind(&self, plan: &Value) -> Result<Kind, Failure>;
    fn hold(&self, plan: &Value) -> Result<Duration, Failure>;
    /// How long it may take, where that is longer or shorter than usual.
    fn patience(&self, _plan: &Value) -> Option<Duration> {
        None
    }
    /// Refuses a plan whose digest is not the permit's.
    fn run<'a>(&'a self, plan: Value, permit: Permit, call: &'a Call) -> Soon<'a, Result<Done, Failure>>;
    fn probe<'a>(&'a self, plan: &'a Value, call: &'a Call) -> Soon<'a, Probe>;
}

struct Erased<T> {
    tool: T,
    definition: Definition,
}

pub fn erase<T: Tool>(tool: T) -> Box<dyn AnyTool> {
    Box::new(Erased { tool, definition: Definition::of_tool::<T>() })
}

/// The same, as one of a group.
pub fn erase_in<T: Tool>(group: &str, tool: T) -> Box<dyn AnyTool> {
    Box::new(Erased { tool, definition: Definition::of_tool::<T>().in_group(group) })
}

impl<T: Tool> AnyTool for Erased<T> {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn available(&self) -> bool {
        self.tool.available()
    }

    fn validate(&self, args: &Value) -> Result<(), Failure> {
        arguments::<T>(args.clone()).map(drop)
    }

    fn needs(&self, args: &Value) -> Result<Vec<Vec<String>>, Failure> {
        let also = self.tool.also_needs(&arguments::<T>(args.clone())?);
        let also = also.iter().map(|any| any.iter().map(|scope| scope.0.to_owned()).collect());
        Ok(self.definition.needs.iter().cloned().chain(also).collect())
    }

    fn plan<'a>(&'a self, args: Value, call: &'a Call) -> Soon<'a, Result<Value, Failure>> {
        Box::pin(async move {
            let plan = self.tool.plan(arguments::<T>(args)?, call).await?;
            serde_json::to_value(plan).map_err(|error| broken::<T>(&error))
        })
    }

    fn effect(&self, plan: &Value) -> Result<Effect, Failure> {
        Ok(self.tool.effect(&stored::<T>(plan.clone())?))
    }

    fn flow(&self, plan: &Value) -> Result<Flow, Failure> {
        let plan = stored::<T>(plan.clone())?;
        let (deed, sinks) = (self.tool.deed(&plan), self.tool.sinks(&plan));
        Ok(Flow { deed, sinks, targets: self.tool.targets(&plan), terms: self.tool.terms(&plan) })
    }

    fn kind(&self, plan: &Value) -> Result<Kind, Failure> {
        Ok(self.tool.kind(&stored::<T>(plan.clone())?))
    }

    fn hold(&self, plan: &Value) -> Result<Duration, Failure> {
        Ok(self.tool.hold(&stored::<T>(plan.clone())?))
    }

    fn patience(&self, plan: &Value) -> Option<Duration> {
        stored::<T>(plan.clone()).ok().and_then(|plan| self.tool.patience(&plan))
    }

    fn run<'a>(&'a self, plan: Value, permit: Permit, call: &'a Call) -> Soon<'a, Result<Done, Failure>> {
        Box::pin(async move {
            let digest = Digest::of_call(T::SPEC.name, T::SPEC.version, &call.account, &plan);
            if !permit.is_for(&digest) {
                return Err(Failure::operator(
                    Code::Denied,
                    format!("The permit is not for this call of {}; nothing was done.", T::SPEC.name),
                ));
            }
            self.tool.run(stored::<T>(plan)?, call).await
        })
    }

    fn probe<'a>(&'a self, plan: &'a Value, call: &'a Call) -> Soon<'a, Probe> {
        Box::pin(async move {
            match stored::<T>(plan.clone()) {
                Ok(plan) => self.tool.probe(&plan, call).await,
                Err(failure) => Probe::Unknown(failure.words),
            }
        })
    }
}

fn arguments<T: Tool>(args: Value) -> Result<T::Args, Failure> {
    serde_json::from_value(args).map_err(|error| {
        Failure::model(Code::InputInvalid, format!("Bad arguments for {}: {error}", T::SPEC.name))
    })
}

fn stored<T: Tool>(plan: Value) -> Result<T::Plan, Failure> {
    serde_json::from_value(plan).map_err(|error| broken::<T>(&error))
}

fn broken<T: Tool>(error: &serde_json::Error) -> Failure {
    Failure::operator(
        Code::ExecutionFailed,
        format!(
            "A stored plan of {} cannot be read by this build ({error}). Ask for it again.",
            T::SPEC.name
        ),
    )
}
