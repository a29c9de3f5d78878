//! What a tool is: typed for its author, erased for the engine.

use std::future::Future;
use std::time::Duration;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::ports::Soon;
use crate::{
    Call, Code, Definition, Digest, Done, Effect, Failure, Flow, Kind, Permit, Plan, Probe, Scope, Spec,
};

/// One thing the agent can do.
pub trait Tool: Send + Sync + 'static {
    /// What the model must supply. Its doc comment is the description the model reads.
    type Args: DeserializeOwned + JsonSchema + Send + 'static;
    type Plan: Plan;

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
        Ok(stored::<T>(plan.clone())?.effect())
    }

    fn flow(&self, plan: &Value) -> Result<Flow, Failure> {
        let plan = stored::<T>(plan.clone())?;
        let deed = plan.deed().unwrap_or(T::SPEC.deed);
        Ok(Flow { deed, sinks: plan.sinks(), targets: plan.targets(), terms: plan.terms() })
    }

    fn kind(&self, plan: &Value) -> Result<Kind, Failure> {
        Ok(stored::<T>(plan.clone())?.kind().unwrap_or(T::SPEC.kind))
    }

    fn hold(&self, plan: &Value) -> Result<Duration, Failure> {
        Ok(stored::<T>(plan.clone())?.hold())
    }

    fn patience(&self, plan: &Value) -> Option<Duration> {
        stored::<T>(plan.clone()).ok().and_then(|plan| plan.patience())
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
