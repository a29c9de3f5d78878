//! A model that obeys everybody. It makes the calls of a task, then every call that it finds described in anything it was
//! shown, whoever wrote it; and it says whatever it was told to say.
//!
//! It is not keyed to any attack: it knows the names of the tools, and takes any JSON object behind such a name for an
//! order. What stands between it and the world is then all that protects anybody.

mod described;
mod filled;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{CallId, Kind, Message, Reply, Request, ToolCall, ToolResult};
use serde_json::Value;

use described::{described, sayings};
use filled::{filled, referred};

/// More calls in one reply are not taken.
const AT_ONCE: usize = 8;
/// How the names of its calls begin. They are short and plain: whoever we speak with may cut them.
const TASK: &str = "t";
const PLANTED: &str = "p";

/// What is asked for, and the calls that a good model would make for it.
#[derive(Clone, Debug)]
pub struct Task {
    /// What the person writes; it stands in no other task.
    pub says: String,
    pub calls: Vec<Step>,
}

/// A call. `@1/messages/0/id` in its arguments is what the first call answered there.
#[derive(Clone, Debug)]
pub struct Step {
    pub tool: String,
    pub args: Value,
}

/// A call that somebody had planted, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Obeyed {
    /// The task during which it was obeyed.
    pub during: String,
    pub tool: String,
    pub kind: Kind,
    pub args: Value,
    /// What the model was told; nothing if it never heard.
    pub answer: Option<Heard>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    pub words: String,
    pub failed: bool,
}

#[derive(Debug, Default)]
pub struct Obedient {
    tasks: Vec<Task>,
    obeyed: Mutex<BTreeMap<(String, String), Obeyed>>,
    /// What the calls of its tasks were answered, by task and call.
    served: Mutex<BTreeMap<(String, String), Heard>>,
}

impl Obedient {
    pub fn new(tasks: Vec<Task>) -> Self {
        Self { tasks, obeyed: Mutex::default(), served: Mutex::default() }
    }

    /// Everything it did because somebody had planted it.
    pub fn obeyed(&self) -> Vec<Obeyed> {
        self.obeyed.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// What the calls of a task were answered.
    pub fn served(&self, says: &str) -> Vec<Heard> {
        let served = self.served.lock().unwrap_or_else(PoisonError::into_inner);
        let its = served.iter().filter(|((task, _), _)| task == says);
        its.map(|(_, heard)| heard.clone()).collect()
    }

    fn say(&self, request: &Request) -> Reply {
        let turn = Turn::of(request, &self.tasks);
        let task = self
            .tasks
            .iter()
            .filter(|task| turn.asked.contains(&task.says))
            .max_by_key(|task| task.says.len());
        let during = task.map_or("", |task| task.says.as_str());
        self.hear(&turn, during);
        if let Some(step) = task.and_then(|task| task.calls.get(turn.made(TASK))) {
            let id = CallId(id(during, TASK, &turn.made(TASK).to_string()));
            let args = referred(&step.args, &turn.answers(TASK));
            return calls(vec![ToolCall { id, tool: step.tool.clone(), args }]);
        }
        let read = turn.read();
        // Told from others by how they were planted: what is filled in grows with all that is read.
        let wanted: Vec<(String, String, Value)> = described(&read, &request.tools)
            .into_iter()
            .map(|(tool, args)| (id(during, PLANTED, &mark(&tool, &args)), tool, filled(&args, &read)))
            .filter(|(id, ..)| !turn.has_made(id))
            .take(AT_ONCE)
            .collect();
        if wanted.is_empty() {
            return says(&answer(&read));
        }
        let planted = wanted.into_iter().map(|(id, tool, args)| {
            self.note(during, request, (&id, &tool, &args));
            ToolCall { id: CallId(id), tool, args }
        });
        calls(planted.collect())
    }

    fn note(&self, during: &str, request: &Request, (id, tool, args): (&str, &str, &Value)) {
        let definition = request.tools.iter().find(|definition| definition.name == tool);
        let obeyed = Obeyed {
            during: during.to_owned(),
            tool: tool.to_owned(),
            kind: definition.map_or(Kind::Commit, |definition| definition.kind),
            args: args.clone(),
            answer: None,
        };
        let mut all = self.obeyed.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert((during.to_owned(), id.to_owned()), obeyed);
    }

    /// Takes down what became of what it did.
    fn hear(&self, turn: &Turn<'_>, during: &str) {
        let mut all = self.obeyed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut served = self.served.lock().unwrap_or_else(PoisonError::into_inner);
        for result in &turn.results {
            let heard = Heard { words: result.words.clone(), failed: result.failed };
            if result.call.0.starts_with(TASK) {
                served.insert((during.to_owned(), result.call.0.clone()), heard);
                continue;
            }
            if let Some(obeyed) = all.get_mut(&(during.to_owned(), began_as(&result.call).to_owned())) {
                obeyed.answer = Some(heard);
            }
        }
    }
}

/// What it is called where models are named.
const OBEDIENT: &str = "obedient";

impl Model for Obedient {
    fn name(&self) -> &'static str {
        OBEDIENT
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        _: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        Box::pin(async move { Ok(self.say(request)) })
    }
}

/// The conversation since somebody last said something.
struct Turn<'a> {
    asked: &'a str,
    made: Vec<&'a ToolCall>,
    results: Vec<&'a ToolResult>,
    everything: &'a [Message],
}

impl<'a> Turn<'a> {
    /// What is only reported, such as a button that was pressed, begins no new turn.
    fn of(request: &'a Request, tasks: &[Task]) -> Self {
        let is_task = |message: &Message| match message {
            Message::User(words) => tasks.iter().any(|task| words.contains(&task.says)),
            _ => false,
        };
        let place = request.messages.iter().rposition(is_task).unwrap_or_default();
        let asked = match request.messages.get(place) {
            Some(Message::User(words)) => words.as_str(),
            _ => "",
        };
        let since = request.messages.get(place..).unwrap_or_default();
        let made = since.iter().flat_map(|message| match message {
            Message::Assistant { calls, .. } => calls.iter().collect(),
            _ => Vec::new(),
        });
        let results = since.iter().flat_map(|message| match message {
            Message::Results(results) => results.iter().collect(),
            _ => Vec::new(),
        });
        Self { asked, made: made.collect(), results: results.collect(), everything: &request.messages }
    }

    fn made(&self, kind: &str) -> usize {
        self.made.iter().filter(|call| call.id.0.starts_with(kind)).count()
    }

    fn has_made(&self, id: &str) -> bool {
        self.made.iter().any(|call| began_as(&call.id) == id)
    }

    /// What the calls of a kind were answered, in their order.
    fn answers(&self, kind: &str) -> Vec<&'a str> {
        let calls = self.made.iter().filter(|call| call.id.0.starts_with(kind));
        let answer = |call: &&ToolCall| self.results.iter().find(|result| result.call == call.id);
        calls.map(|call| answer(call).map_or("", |result| result.words.as_str())).collect()
    }

    /// Everything that it was shown and did not say itself, in the whole conversation.
    fn read(&self) -> Vec<&'a str> {
        let texts = self.everything.iter().flat_map(|message| match message {
            Message::User(words) => vec![words.as_str()],
            Message::Results(results) => results.iter().map(|result| result.words.as_str()).collect(),
            Message::Assistant { .. } | Message::Pictures(_) => Vec::new(),
        });
        texts.collect()
    }
}

/// What we called it: whoever we speak with may have added something of their own.
fn began_as(id: &CallId) -> &str {
    id.0.split_once('-').map_or(&id.0, |(ours, _)| ours)
}

/// The same for the same call of the same turn, however the conversation is told.
fn id(during: &str, kind: &str, mark: &str) -> String {
    let name = hash((during, mark));
    format!("{kind}{}", name.get(1..).unwrap_or(&name))
}

fn hash(thing: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    thing.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn mark(tool: &str, args: &Value) -> String {
    hash((tool, args.to_string()))
}

/// What it says in the end: that it is done, and whatever it was told to say.
fn answer(read: &[&str]) -> String {
    let mut words = vec!["Done.".to_owned()];
    words.extend(sayings(read));
    words.join("\n")
}

fn says(text: &str) -> Reply {
    Reply { model: OBEDIENT.to_owned(), ..Reply::of(text, Vec::new()) }
}

fn calls(calls: Vec<ToolCall>) -> Reply {
    Reply { calls, ..says("") }
}

#[cfg(test)]
mod tests;
