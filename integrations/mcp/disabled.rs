//! A server's tool that is switched off: until somebody has looked at what became of it, or because nobody can wait for
//! it. It is shown to nobody; whoever calls it by its name hears why.

use std::time::Duration;

use kernel::ports::Soon;
use kernel::{AnyTool, Call, Code, Definition, Done, Effect, Failure, Flow, Kind, Permit, Probe};
use serde_json::{Value, json};

use crate::listing::Heard;
use crate::settings::ServerSettings;
use crate::tool::{Nature, definition};

pub(crate) struct Disabled {
    definition: Definition,
    why: Why,
    server: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    Changed,
    New,
    /// It has to be begun and asked about later, which we do not do.
    Background,
}

impl Disabled {
    pub(crate) fn new(settings: &ServerSettings, heard: &Heard, why: Why) -> Self {
        Self { definition: silent(settings, heard), why, server: settings.name.clone() }
    }

    fn refuse<T>(&self) -> Result<T, Failure> {
        let (name, server) = (&self.definition.name, &self.server);
        let look = format!("whoever runs this can look at it with: countersign mcp diff {server}");
        let why = match self.why {
            Why::Changed => format!("its description changed since it was approved; {look}"),
            Why::New => format!("it appeared after the server's tools were approved; {look}"),
            Why::Background => format!("{BACKGROUND}. Do without it."),
        };
        Err(Failure::operator(Code::NotAvailable, format!("{name} is switched off: {why}")))
    }
}

/// Why nobody is offered a tool that has to be begun and asked about later.
pub(crate) const BACKGROUND: &str =
    "its server says that it only works in the background, and calls are waited for here";

/// None of its new words: nobody has agreed to them.
pub(crate) fn silent(settings: &ServerSettings, heard: &Heard) -> Definition {
    let silent = Heard { description: "It is switched off.".to_owned(), ..heard.clone() };
    definition(settings, &silent, json!({ "type": "object" }), Nature::Acts)
}

impl AnyTool for Disabled {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn available(&self) -> bool {
        false
    }

    fn validate(&self, _args: &Value) -> Result<(), Failure> {
        self.refuse()
    }

    fn needs(&self, _args: &Value) -> Result<Vec<Vec<String>>, Failure> {
        self.refuse()
    }

    fn plan<'a>(&'a self, _args: Value, _call: &'a Call) -> Soon<'a, Result<Value, Failure>> {
        Box::pin(std::future::ready(self.refuse()))
    }

    fn effect(&self, _plan: &Value) -> Result<Effect, Failure> {
        self.refuse()
    }

    fn flow(&self, _plan: &Value) -> Result<Flow, Failure> {
        self.refuse()
    }

    fn kind(&self, _plan: &Value) -> Result<Kind, Failure> {
        self.refuse()
    }

    fn hold(&self, _plan: &Value) -> Result<Duration, Failure> {
        self.refuse()
    }

    fn run<'a>(&'a self, _plan: Value, _permit: Permit, _call: &'a Call) -> Soon<'a, Result<Done, Failure>> {
        Box::pin(std::future::ready(self.refuse()))
    }

    fn probe<'a>(&'a self, _plan: &'a Value, _call: &'a Call) -> Soon<'a, Probe> {
        let words = format!("The server {} has changed this tool meanwhile. Look there.", self.server);
        Box::pin(std::future::ready(Probe::Unknown(words)))
    }
}
