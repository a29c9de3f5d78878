//! A server's tool, as one of ours. Nothing is known of it but what its server says, and that is not believed: unless
//! somebody configured that it only looks, it is asked about every time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kernel::ports::Soon;
use kernel::{
    AnyTool, Asking, Call, Capability, Code, Deed, Definition, Digest, Done, Effect, Failure, Flow, Kind,
    Origin, Permit, Probe,
};
use serde_json::{Map, Value, json};

use crate::answer;
use crate::line::{Line, Missed};
use crate::listing::Heard;
use crate::schema::Schema;
use crate::settings::{Reach, ServerSettings};
use crate::sinks::sinks;
use crate::unreached::{SignIn, Unreached};
use crate::words::{visible, visible_up_to};

/// Maximum length of the scopes that a server names, because a person reads them.
const LONGEST_SCOPE: usize = 500;

/// A tool that somebody agreed to.
pub(crate) struct ServerTool {
    line: Arc<Line>,
    settings: Arc<ServerSettings>,
    /// As the server calls it.
    tool: String,
    schema: Schema,
    definition: Definition,
    /// The fingerprint of what its server said of it when this was made.
    pin: Digest,
    /// Whether its server has said that it cannot be called as we call tools. Not every server says so beforehand.
    unsupported: AtomicBool,
}

/// What a server's tool does, as somebody configured it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    Looks,
    /// Anything.
    Acts,
}

impl Nature {
    pub(crate) fn of(settings: &ServerSettings, heard: &Heard) -> Self {
        if settings.read_only.fit(&heard.tool) { Self::Looks } else { Self::Acts }
    }
}

impl ServerTool {
    pub(crate) fn new(
        line: Arc<Line>,
        settings: &Arc<ServerSettings>,
        heard: &Heard,
        schema: Schema,
    ) -> Self {
        let definition = definition(settings, heard, schema.shown.clone(), Nature::of(settings, heard));
        let pin = Digest::of_words(&heard.said);
        let unsupported = AtomicBool::new(false);
        let settings = Arc::clone(settings);
        Self { line, settings, tool: heard.tool.clone(), schema, definition, pin, unsupported }
    }

    fn looks(&self) -> bool {
        self.definition.kind == Kind::Read
    }

    fn missed(&self, missed: Missed) -> Failure {
        let (server, name) = (&self.line.server, &self.definition.name);
        match missed {
            Missed::NotSent(why) => self.not_sent(why),
            Missed::SignIn(refusal) => self.lacks_sign_in(&SignIn::to(&self.settings, &refusal)),
            Missed::NotTaken(said) => Failure::operator(
                Code::NotAvailable,
                format!(
                    "The server {server} did not take this call; nothing was done. It is connected anew; ask again in a \
                     moment."
                ),
            )
            .quoting(said),
            Missed::Unsupported(said) => {
                self.unsupported.store(true, Ordering::Relaxed);
                let words = format!(
                    "The server {server} does not take {name} as it can be called here; nothing was done. It may only work in \
                     the background. It is not offered any more."
                );
                Failure::operator(Code::NotAvailable, words).quoting(said)
            }
            Missed::Refused(said) => {
                Failure::model(Code::ExecutionFailed, format!("The server {server} refuses this call of {name}."))
                    .quoting(said)
            }
            Missed::Unknown(said) if self.looks() => Failure::model(
                Code::NotAvailable,
                format!("The line to the server {server} broke. Ask again in a moment."),
            )
            .quoting(said),
            Missed::TooLarge if self.looks() => Failure::model(
                Code::ExecutionFailed,
                format!("What the server {server} answers to {name} is too large to be read. Ask for less."),
            ),
            Missed::Overlong(why) if self.looks() => Failure::model(
                Code::ExecutionFailed,
                format!("The line to the server {server} was ended: {why}. It is connected anew; ask for less."),
            ),
            Missed::Late if self.looks() => {
                Failure::model(Code::Timeout, format!("{name} took too long and was cancelled. Ask for less."))
            }
            // The engine asks `probe`, which cannot tell either, and says so.
            Missed::Overlong(why) => Failure::model(
                Code::Timeout,
                format!("The line to the server {server} was ended: {why}. {}", self.unknown()),
            ),
            Missed::Unknown(_) | Missed::TooLarge | Missed::Late => Failure::model(Code::Timeout, self.unknown()),
        }
    }

    fn not_sent(&self, why: Unreached) -> Failure {
        let server = &self.line.server;
        let words = why.to_string();
        match why {
            Unreached::SignIn(sign_in) => self.lacks_sign_in(&sign_in),
            Unreached::NoCommonVersion(_) => Failure::operator(
                Code::NotAvailable,
                format!(
                    "The server {server} speaks no version of the protocol that is spoken here. Whoever runs this can look \
                     with: countersign doctor"
                ),
            )
            .quoting(words),
            Unreached::Away(why) => Failure::operator(
                Code::NotAvailable,
                format!(
                    "The server {server} cannot be reached just now. It is tried again by itself; ask again in a moment. \
                     Whoever runs this can look with: countersign mcp list"
                ),
            )
            .quoting(why),
        }
    }

    /// The scope is the server's word, and is quoted like all of its words.
    fn lacks_sign_in(&self, sign_in: &SignIn) -> Failure {
        let server = &self.line.server;
        let failure = |words: String| Failure::operator(Code::NotAvailable, words);
        match &sign_in.scope {
            Some(scope) => failure(format!(
                "The server {server} wants a sign-in that allows more; nothing was done. Whoever runs this signs in again \
                 with the scope that it names. Run: countersign mcp login {server} --scope \"SCOPE\""
            ))
            .quoting(visible_up_to(scope, LONGEST_SCOPE)),
            None => failure(format!(
                "Somebody has to sign in to the server {server}; nothing was done. {}",
                sign_in.remedy()
            )),
        }
    }

    fn unknown(&self) -> String {
        format!(
            "It is not known whether the server {} has done this. Look there before it is asked for again.",
            self.line.server
        )
    }
}

pub(crate) fn definition(
    settings: &ServerSettings,
    heard: &Heard,
    schema: Value,
    nature: Nature,
) -> Definition {
    let server = &settings.name;
    let (kind, asking, deed) = match nature {
        Nature::Looks => (Kind::Read, Asking::ByKind, Deed::Look),
        Nature::Acts => (Kind::Commit, Asking::Always, Deed::Unnamed),
    };
    Definition {
        kind,
        asking,
        deed,
        aliases: vec![crate::names::alias(server, &heard.tool)],
        called: Some(heard.tool.clone()),
        origin: Origin::Server(server.clone()),
        capabilities: reaches_for(&settings.reach),
        ..Definition::unknown(heard.name.clone(), description(server, heard), schema)
    }
}

/// Nobody knows what it reaches for; but where it is a program, it is one on this machine.
fn reaches_for(reach: &Reach) -> Vec<Capability> {
    match reach {
        Reach::Program(_) => vec![Capability::Network, Capability::Processes],
        Reach::Address { .. } => vec![Capability::Network],
    }
}

/// The server's own words first: a line that shows no more than their beginning says what the tool does.
fn description(server: &str, heard: &Heard) -> String {
    match heard.description.trim() {
        "" => format!("A tool of the server {server}, which says nothing of it."),
        words => format!("{words}\n(So says the server {server}.)"),
    }
}

impl AnyTool for ServerTool {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn available(&self) -> bool {
        !self.unsupported.load(Ordering::Relaxed)
    }

    fn validate(&self, args: &Value) -> Result<(), Failure> {
        self.schema.check(&self.definition.name, &self.schema.restored(args.clone()))
    }

    fn needs(&self, _args: &Value) -> Result<Vec<Vec<String>>, Failure> {
        Ok(Vec::new())
    }

    fn plan<'a>(&'a self, args: Value, _call: &'a Call) -> Soon<'a, Result<Value, Failure>> {
        let args = self.schema.restored(args);
        let plan =
            json!({ "server": self.line.server, "tool": self.tool, "arguments": args, "pin": self.pin });
        Box::pin(std::future::ready(self.schema.check(&self.definition.name, &args).map(|()| plan)))
    }

    fn effect(&self, plan: &Value) -> Result<Effect, Failure> {
        let (server, tool) = (&self.line.server, visible(&self.tool));
        let effect =
            Effect::new(format!("Let {server} do {tool}")).field("Server", server).field("Tool", &tool);
        let told = arguments(plan)?.iter();
        Ok(told.fold(effect, |effect, (name, value)| effect.content(&visible(name), written(value))))
    }

    fn flow(&self, plan: &Value) -> Result<Flow, Failure> {
        let arguments = Value::Object(arguments(plan)?.clone());
        let sinks = sinks(&self.line.server, &arguments, &self.schema.meant);
        Ok(Flow { deed: self.definition.deed, sinks, ..Flow::default() })
    }

    fn kind(&self, _plan: &Value) -> Result<Kind, Failure> {
        Ok(self.definition.kind)
    }

    fn hold(&self, _plan: &Value) -> Result<Duration, Failure> {
        Ok(Duration::ZERO)
    }

    /// A moment longer than it takes us to give up and tell the server.
    fn patience(&self, _plan: &Value) -> Option<Duration> {
        Some(self.line.timeout + Duration::from_secs(2))
    }

    fn run<'a>(&'a self, plan: Value, permit: Permit, call: &'a Call) -> Soon<'a, Result<Done, Failure>> {
        Box::pin(async move {
            let Definition { name, version, .. } = &self.definition;
            if !permit.is_for(&Digest::of_call(name, *version, &call.account, &plan)) {
                let words = format!("The permit is not for this call of {name}; nothing was done.");
                return Err(Failure::operator(Code::Denied, words));
            }
            // What was approved was approved of the tool as it was.
            if plan.get("pin").and_then(Value::as_str) != Some(self.pin.as_str()) {
                let words =
                    format!("{name} has changed since this was planned; nothing was done. Ask for it again.");
                return Err(Failure::person(Code::Denied, words));
            }
            let arguments = arguments(&plan)?.clone();
            let answer = self.line.call(&self.tool, arguments);
            let answer = if self.looks() {
                tokio::select! {
                    answer = answer => answer,
                    () = call.stop.pulled() => return Err(Failure::model(Code::Cancelled, "The person said stop.")),
                }
            } else {
                answer.await
            };
            answer::done(&self.line.server, name, answer.map_err(|missed| self.missed(missed))?)
        })
    }

    fn probe<'a>(&'a self, _plan: &'a Value, _call: &'a Call) -> Soon<'a, Probe> {
        Box::pin(std::future::ready(Probe::Unknown(self.unknown())))
    }
}

fn arguments(plan: &Value) -> Result<&Map<String, Value>, Failure> {
    plan.get("arguments").and_then(Value::as_object).ok_or_else(|| {
        Failure::operator(
            Code::ExecutionFailed,
            "A stored plan cannot be read by this build. Ask for it again.",
        )
    })
}

/// A text as it is, anything else as it would be sent.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => format!("{other:#}"),
    }
}
