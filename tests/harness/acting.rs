//! One act: a model that calls one tool and ends, in a town where somebody has granted what the story says.
//!
//! Every act is a direct message of its own, so that nothing from an earlier one stands in the conversation.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use kernel::{Message, Reply, Request};
use sandbox::World;
use serde_json::{Value, json};

use super::control::{Control, Posted, all_text, button, posted};
use super::models::{ScriptedModel, call, calls, results, says};
use super::{Plan, Town};

/// The stage: a town, the person who acts in it, and the model that does as it is told.
pub struct Acting {
    pub town: Town,
    /// The handle of the person.
    pub person: String,
    script: Arc<Mutex<HashMap<usize, Scripted>>>,
    acts: AtomicUsize,
}

struct Scripted {
    tool: String,
    args: Value,
    answer: Option<Answer>,
}

/// What the model was told about its call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub words: String,
    pub failed: bool,
}

/// An act under way.
pub struct Act<'a> {
    acting: &'a Acting,
    number: usize,
    posted: Posted,
    /// The number of the last request before it.
    before: u64,
}

/// What an act meets first.
#[derive(Clone, Debug)]
pub enum Met {
    /// It must be countersigned.
    Card(Value),
    /// A sign-in is offered.
    Offer(Value),
    Answer(Answer),
}

/// A request that Google got.
#[derive(Clone, Debug)]
pub struct Asked {
    /// e.g. `gmail.users.threads.modify`.
    pub method: String,
    pub path: String,
    pub query: Vec<(String, String)>,
    /// JSON where it is JSON, else the text.
    pub body: Value,
}

impl Acting {
    /// Ana of Fernwood has granted these scopes, given by their short names, e.g. `gmail.modify`.
    pub async fn as_ana(scopes: &[&str]) -> Self {
        Self::of(World::fernwood(), "ana", scopes).await
    }

    pub async fn of(world: World, person: &str, scopes: &[&str]) -> Self {
        Self::on(Plan::new(world), person, scopes).await
    }

    /// In a town of this plan; its model is the one that acts.
    pub async fn on(plan: Plan, person: &str, scopes: &[&str]) -> Self {
        let script: Arc<Mutex<HashMap<usize, Scripted>>> = Arc::default();
        let told = Arc::clone(&script);
        let model = ScriptedModel::new(move |request| speak(&mut told.lock().unwrap(), request));
        let town = plan.model(model).build().await;
        if !scopes.is_empty() {
            town.grant(person, scopes).await;
        }
        Self { town, person: person.to_owned(), script, acts: AtomicUsize::new(0) }
    }

    pub fn control(&self) -> &Control {
        &self.town.control
    }

    /// The person asks, and the model calls this tool with these arguments.
    pub async fn act(&self, tool: &str, args: Value) -> Act<'_> {
        self.act_on(tool, args, json!([])).await
    }

    /// The same with files attached to what the person writes: `[{ "name": "notes.txt", "text": "…" }]`.
    pub async fn act_on(&self, tool: &str, args: Value, files: Value) -> Act<'_> {
        self.act_at(tool, args, json!({ "channel": "dm", "files": files })).await
    }

    /// The same where others are.
    pub async fn act_in(&self, channel: &str, tool: &str, args: Value) -> Act<'_> {
        self.act_at(tool, args, json!({ "channel": channel })).await
    }

    /// The same in the thread of an earlier act.
    pub async fn act_after(&self, earlier: &Act<'_>, tool: &str, args: Value) -> Act<'_> {
        let said = json!({ "channel": "dm", "thread_ts": earlier.posted.ts });
        Act { posted: earlier.posted.clone(), ..self.act_at(tool, args, said).await }
    }

    async fn act_at(&self, tool: &str, args: Value, mut said: Value) -> Act<'_> {
        let number = self.acts.fetch_add(1, Ordering::SeqCst);
        let scripted = Scripted { tool: tool.to_owned(), args, answer: None };
        self.script.lock().unwrap().insert(number, scripted);
        let before =
            self.requests_after(0).await.last().map_or(0, |request| request["number"].as_u64().unwrap());
        said["person"] = self.person.clone().into();
        said["text"] = format!("@countersign act-{number};").into();
        let posted = posted(&self.control().post("/slack/post", said).await);
        let posted = Posted { by: self.person.clone(), ..posted };
        Act { acting: self, number, posted, before }
    }

    /// The same, countersigned if that is asked for.
    pub async fn perform(&self, tool: &str, args: Value) -> Answer {
        self.act(tool, args).await.approved().await
    }

    /// What the model was told about an act, once it was.
    pub async fn told(&self, act: &Act<'_>) -> String {
        act.until(async || act.told()).await.words
    }

    /// Plays a fault on the next request to a method or a path of Google's, e.g. `{ "status": { "code": 503 } }`.
    pub async fn fault_once(&self, target: &str, kind: &Value) {
        self.fault(json!({ "method": target, "kind": kind, "times": 1 })).await;
    }

    /// Plays it on every request, until [`Acting::calm`].
    pub async fn fault_always(&self, target: &str, kind: &Value) {
        self.fault(json!({ "method": target, "kind": kind })).await;
    }

    async fn fault(&self, mut fault: Value) {
        fault["service"] = "google".into();
        self.control().fault(fault).await;
    }

    pub async fn calm(&self) {
        self.control().delete("/faults").await;
    }

    async fn requests_after(&self, number: u64) -> Vec<Value> {
        let path = format!("/requests?service=google&since={number}");
        self.control().get(&path).await["requests"].as_array().unwrap().clone()
    }
}

impl Act<'_> {
    /// Waits for whatever comes first.
    pub async fn met(&self) -> Met {
        self.until(async || self.meets().await).await
    }

    /// Where it was asked for.
    pub fn posted(&self) -> &Posted {
        &self.posted
    }

    /// Why it failed, once the model has been told.
    pub async fn told_code(&self) -> String {
        let answer = self.until(async || self.told()).await;
        answer.code().unwrap_or_else(|| panic!("it did not fail: {}", answer.words)).to_owned()
    }

    /// The card it must be countersigned on.
    pub async fn card(&self) -> Value {
        match self.met().await {
            Met::Card(card) => card,
            other => panic!("no card is asked for: {other:?}"),
        }
    }

    /// What the model is told, when nothing is to be countersigned.
    pub async fn answer(&self) -> Answer {
        match self.met().await {
            Met::Answer(answer) => answer,
            other => panic!("it is not answered by itself: {other:?}"),
        }
    }

    /// The same, countersigned if that is asked for.
    pub async fn approved(&self) -> Answer {
        match self.met().await {
            Met::Card(card) => self.click(&card, "Approve").await,
            Met::Answer(answer) => answer,
            Met::Offer(offer) => panic!("a sign-in is asked for: {}", all_text(&offer)),
        }
    }

    /// What comes after the sign-in that it met, countersigned if that is asked for.
    pub async fn goes_on(&self) -> Answer {
        let card = |met: &Met| !matches!(met, Met::Offer(_));
        match self.until(async || self.meets().await.filter(card)).await {
            Met::Card(card) => self.click(&card, "Approve").await,
            Met::Answer(answer) => answer,
            Met::Offer(_) => unreachable!("it was left out"),
        }
    }

    pub async fn denied(&self) -> Answer {
        let card = self.card().await;
        self.click(&card, "Deny").await
    }

    /// Presses the button that takes back what was done, and says how that went.
    pub async fn taken_back(&self) -> String {
        let control = self.acting.control();
        let offers = async || {
            let said = control.said_of(&self.posted).await;
            said.into_iter().rev().find(|one| button(one, "Undo").is_some())
        };
        let offer = self.until(offers).await;
        control.click(&self.acting.person, &offer, "Undo").await;
        self.until(async || {
            let said = control.said_of(&self.posted).await;
            let now = said.iter().find(|one| one["ts"] == offer["ts"]).map(all_text)?;
            ["*Undone*", "*Not undone*", "*Unknown"].iter().any(|end| now.contains(end)).then_some(now)
        })
        .await
    }

    async fn click(&self, card: &Value, button: &str) -> Answer {
        self.acting.control().click(&self.acting.person, card, button).await;
        self.until(async || self.told()).await
    }

    /// What Google was asked since this act began, tokens left out.
    pub async fn requests(&self) -> Vec<Asked> {
        let requests = self.acting.requests_after(self.before).await;
        requests.iter().map(Asked::of).filter(|asked| !asked.method.starts_with("oauth.")).collect()
    }

    /// The requests to one method.
    pub async fn requests_to(&self, method: &str) -> Vec<Asked> {
        self.requests().await.into_iter().filter(|asked| asked.method == method).collect()
    }

    /// How often a token was renewed since this act began.
    pub async fn renewals(&self) -> usize {
        let requests = self.acting.requests_after(self.before).await;
        requests.iter().filter(|request| request["method"] == "oauth.token").count()
    }

    async fn until<T>(&self, look: impl AsyncFnMut() -> Option<T>) -> T {
        let what = format!("act {} of {:?}", self.number, self.acting.tool(self.number));
        self.acting.control().until(&what, look).await
    }

    async fn meets(&self) -> Option<Met> {
        if let Some(answer) = self.told() {
            return Some(Met::Answer(answer));
        }
        let control = self.acting.control();
        let said = control.said_of(&self.posted).await;
        if let Some(card) = said.into_iter().rev().find(|one| button(one, "Approve").is_some()) {
            return Some(Met::Card(card));
        }
        let offers = control.ephemerals(&self.acting.person).await;
        // In the thread once there is one, before that beside it.
        let ours = |offer: &Value| {
            let there = offer["thread_ts"].as_str().map_or_else(
                || {
                    offer["channel"] == self.posted.channel.as_str()
                        && offer["ts"].as_str() > Some(&self.posted.ts)
                },
                |thread| thread == self.posted.ts,
            );
            there && button(offer, "Connect Google").is_some()
        };
        offers.into_iter().find(ours).map(Met::Offer)
    }

    fn told(&self) -> Option<Answer> {
        self.acting.script.lock().unwrap().get(&self.number)?.answer.clone()
    }
}

impl Acting {
    fn tool(&self, number: usize) -> Option<String> {
        self.script.lock().unwrap().get(&number).map(|scripted| scripted.tool.clone())
    }
}

impl Answer {
    /// What was answered, out of its fence.
    pub fn json(&self) -> Value {
        assert!(!self.failed, "{}", self.words);
        let fenced = self.words.strip_prefix("<<<untrusted:").and_then(|rest| rest.split_once(">>>\n"));
        let words = match fenced.and_then(|(_, rest)| rest.rsplit_once("\n<<<end:")) {
            Some((words, _)) => words,
            None => &self.words,
        };
        serde_json::from_str(words).unwrap_or_else(|error| panic!("{error}: {}", self.words))
    }

    /// Why it failed, if it did.
    pub fn code(&self) -> Option<&str> {
        self.failed.then(|| self.words.split(':').next().unwrap_or_default())
    }

    /// Whether a stranger could have written some of it.
    pub fn is_fenced(&self) -> bool {
        self.words.contains("<<<untrusted:")
    }
}

impl Asked {
    fn of(request: &Value) -> Self {
        let text = |name: &str| request[name].as_str().unwrap().to_owned();
        let body = text("body");
        Self {
            method: text("method"),
            path: text("path"),
            query: url::form_urlencoded::parse(text("query").as_bytes()).into_owned().collect(),
            body: serde_json::from_str(&body).unwrap_or(Value::String(body)),
        }
    }

    /// Every value of a parameter.
    pub fn values(&self, name: &str) -> Vec<&str> {
        let named = self.query.iter().filter(|(known, _)| known == name);
        named.map(|(_, value)| value.as_str()).collect()
    }
}

/// Calls what the script says for the newest words, and keeps what it is told about it.
fn speak(script: &mut HashMap<usize, Scripted>, request: &Request) -> Reply {
    let newest = request.messages.iter().rev().find_map(|message| match message {
        Message::User(words) => Some(words),
        Message::Assistant { .. } | Message::Results(_) | Message::Pictures(_) => None,
    });
    let number =
        newest.and_then(|words| words.split_once("act-")?.1.split(';').next()?.parse::<usize>().ok());
    let Some(scripted) = number.and_then(|number| script.get_mut(&number)) else {
        return says("Nothing to do.");
    };
    match results(request).last() {
        None => calls(vec![call(request, &scripted.tool, scripted.args.clone())]),
        Some(result) => {
            scripted.answer = Some(Answer { words: result.words.clone(), failed: result.failed });
            says("That is all.")
        }
    }
}
