//! Models that say what a story wants them to say.

use std::sync::{Arc, Mutex};

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Message, Reply, Request, ToolCall, ToolResult};
use serde_json::Value;

/// Nothing that a story tells is too much for it.
const ROOMY: usize = 200_000;

type Script = dyn Fn(&Request) -> Reply + Send + Sync;

/// Answers by a function of the conversation, and remembers what it was asked.
pub struct ScriptedModel {
    script: Box<Script>,
    pub heard: Mutex<Vec<Request>>,
    /// How long it thinks.
    pub latency: std::time::Duration,
    /// How much it can read at once.
    window: usize,
}

impl ScriptedModel {
    pub fn new(script: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Arc<Self> {
        Self::slow(std::time::Duration::ZERO, script)
    }

    pub fn slow(
        latency: std::time::Duration,
        script: impl Fn(&Request) -> Reply + Send + Sync + 'static,
    ) -> Arc<Self> {
        Arc::new(Self { script: Box::new(script), heard: Mutex::default(), latency, window: ROOMY })
    }

    pub fn cramped(window: usize, script: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Arc<Self> {
        let (heard, latency) = (Mutex::default(), std::time::Duration::ZERO);
        Arc::new(Self { script: Box::new(script), heard, latency, window })
    }
}

impl Model for ScriptedModel {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn window(&self) -> usize {
        self.window
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        _: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        self.heard.lock().unwrap().push(request.clone());
        Box::pin(async move {
            tokio::time::sleep(self.latency).await;
            Ok((self.script)(request))
        })
    }
}

/// A last word.
pub fn says(text: &str) -> Reply {
    Reply::of(text, Vec::new())
}

/// A reply that asks for calls.
pub fn calls(calls: Vec<ToolCall>) -> Reply {
    Reply { calls, ..says("") }
}

/// A call with an id that fits its place in the conversation.
pub fn call(request: &Request, tool: &str, args: Value) -> ToolCall {
    let id = format!("call_{}_{}", request.messages.len(), tool.replace('.', "_"));
    ToolCall { id: kernel::CallId(id), tool: tool.to_owned(), args }
}

/// The results since the newest words of a person.
pub fn results(request: &Request) -> Vec<ToolResult> {
    let newest =
        request.messages.iter().rposition(|message| matches!(message, Message::User(_))).unwrap_or(0);
    request.messages[newest..]
        .iter()
        .filter_map(|message| match message {
            Message::Results(results) => Some(results.clone()),
            Message::User(_) | Message::Assistant { .. } | Message::Pictures(_) => None,
        })
        .flatten()
        .collect()
}

type Hesitation = dyn Fn(&Request) -> Option<Reply> + Send + Sync;

/// Answers at once, or never: a script that gives nothing is a model that thinks for ever.
pub struct HesitantModel {
    script: Box<Hesitation>,
    pub heard: Mutex<Vec<Request>>,
}

impl HesitantModel {
    pub fn new(script: impl Fn(&Request) -> Option<Reply> + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { script: Box::new(script), heard: Mutex::default() })
    }

    /// Everything it was shown, request after request.
    pub fn shown(&self) -> Vec<String> {
        self.heard.lock().unwrap().iter().map(|request| format!("{:?}", request.messages)).collect()
    }
}

impl Model for HesitantModel {
    fn name(&self) -> &'static str {
        "hesitant"
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        _: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        self.heard.lock().unwrap().push(request.clone());
        Box::pin(async move {
            match (self.script)(request) {
                Some(reply) => Ok(reply),
                None => std::future::pending().await,
            }
        })
    }
}

/// The newest words of a person, or of the system.
pub fn newest(request: &Request) -> &str {
    let newest = request.messages.iter().rev().find_map(|message| match message {
        Message::User(words) => Some(words.as_str()),
        Message::Assistant { .. } | Message::Results(_) | Message::Pictures(_) => None,
    });
    newest.unwrap_or_default()
}
