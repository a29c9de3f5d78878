//! A tool that only has a definition, for whoever measures what is done with many of them.

use std::time::Duration;

use kernel::ports::Soon;
use kernel::{AnyTool, Call, Code, Definition, Done, Effect, Failure, Flow, Kind, Permit, Probe};
use serde_json::Value;

pub struct Plain(pub Definition);

impl AnyTool for Plain {
    fn definition(&self) -> &Definition {
        &self.0
    }

    fn validate(&self, _: &Value) -> Result<(), Failure> {
        Ok(())
    }

    fn needs(&self, _: &Value) -> Result<Vec<Vec<String>>, Failure> {
        Ok(Vec::new())
    }

    fn plan<'a>(&'a self, args: Value, _: &'a Call) -> Soon<'a, Result<Value, Failure>> {
        Box::pin(async { Ok(args) })
    }

    fn effect(&self, _: &Value) -> Result<Effect, Failure> {
        Ok(Effect::new("Nothing"))
    }

    fn flow(&self, _: &Value) -> Result<Flow, Failure> {
        Ok(Flow::default())
    }

    fn kind(&self, _: &Value) -> Result<Kind, Failure> {
        Ok(self.0.kind)
    }

    fn hold(&self, _: &Value) -> Result<Duration, Failure> {
        Ok(Duration::ZERO)
    }

    fn run<'a>(&'a self, _: Value, _: Permit, _: &'a Call) -> Soon<'a, Result<Done, Failure>> {
        Box::pin(async { Err(Failure::model(Code::NotAvailable, "It does nothing.")) })
    }

    fn probe<'a>(&'a self, _: &'a Value, _: &'a Call) -> Soon<'a, Probe> {
        Box::pin(async { Probe::DidNot })
    }
}
