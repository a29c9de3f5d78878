//! Threads that a model has no room for any more.

use std::sync::{Arc, Mutex};

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Message, Reply, Request};
use serde_json::json;

use crate::harness::{
    Cast, Plan, Posted, ScriptedModel, Town, call, calls, newest, results, says, small_world,
};

/// Has little room, and is asked to summarise.
struct Cramped {
    heard: Mutex<Vec<Request>>,
    summaries: Mutex<Vec<Request>>,
    /// What it says of what was said before; nothing if it cannot.
    summary: Mutex<Option<&'static str>>,
    /// It refuses a conversation of more letters, whatever it said about its window.
    most: usize,
    refused: Mutex<usize>,
}

impl Cramped {
    fn new(summary: Option<&'static str>) -> Arc<Self> {
        Self::refusing(summary, usize::MAX)
    }

    fn refusing(summary: Option<&'static str>, most: usize) -> Arc<Self> {
        let (heard, summaries, refused) = (Mutex::default(), Mutex::default(), Mutex::default());
        Arc::new(Self { heard, summaries, summary: Mutex::new(summary), most, refused })
    }

    fn heard(&self) -> Vec<Request> {
        self.heard.lock().unwrap().clone()
    }

    fn summaries(&self) -> Vec<Request> {
        self.summaries.lock().unwrap().clone()
    }
}

impl Model for Cramped {
    fn name(&self) -> &'static str {
        "cramped"
    }

    fn window(&self) -> usize {
        16_000
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        _: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        let summarises = request.system.contains("in at most 600 words");
        if !summarises && text(request).len() > self.most {
            *self.refused.lock().unwrap() += 1;
            return Box::pin(async { Err(ModelError::Unusable("prompt is too long".to_owned())) });
        }
        let reply = if summarises {
            self.summaries.lock().unwrap().push(request.clone());
            says(self.summary.lock().unwrap().unwrap_or_default())
        } else {
            self.heard.lock().unwrap().push(request.clone());
            if newest(request).contains("look") && results(request).is_empty() {
                calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))])
            } else {
                says("Noted.")
            }
        };
        Box::pin(async move { Ok(reply) })
    }
}

struct Long {
    town: Town,
    cast: Cast,
    asked: Posted,
}

/// A thread in which the asker has looked something up and told as many long stories.
async fn long(model: Arc<Cramped>, stories: usize) -> (Long, Vec<Posted>) {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(model).build().await;
    town.grant(&cast.asker, &["gmail.readonly"]).await;
    let asked = town.control.say(&cast.asker, "dm", "look", None).await;
    town.control.reply(&asked, 0).await;
    let long = Long { town, cast, asked };
    let mut told = Vec::new();
    for number in 0..stories {
        told.push(long.tells(&story(number), number + 1).await);
    }
    (long, told)
}

/// About a thousand tokens.
fn story(number: usize) -> String {
    format!("story{number} {}", "and then it went on ".repeat(200))
}

impl Long {
    async fn tells(&self, words: &str, seen: usize) -> Posted {
        let posted = self.town.control.say(&self.cast.asker, "dm", words, Some(&self.asked.ts)).await;
        self.town.control.reply(&self.asked, seen).await;
        posted
    }
}

fn text(request: &Request) -> String {
    format!("{:?}", request.messages)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_thread_goes_on_with_a_summary_and_begins_the_same_way_between_two_of_them() {
    let model = Cramped::new(Some("They told stories about the harbour."));
    let (_long, _) = long(model.clone(), 14).await;
    let (heard, summaries) = (model.heard(), model.summaries());
    assert!(!summaries.is_empty(), "it was summarised");
    let first = text(&summaries[0]);
    assert!(first.contains("story0") && first.contains("<<<untrusted:"), "as data: {first}");
    assert!(summaries[0].tools.is_empty() && summaries[0].max_tokens <= 2_000);

    let last = heard.last().unwrap();
    let Message::User(opening) = &last.messages[0] else { panic!("{:?}", last.messages[0]) };
    assert!(opening.contains("They told stories about the harbour."), "{opening}");
    assert!(opening.contains("<<<untrusted:"), "mail was read, so it is not to be believed: {opening}");
    assert!(opening.contains("[an earlier answer of gmail.search,") && opening.contains("result.read id="));
    assert!(!text(last).contains("story0") && text(last).contains("story13"));

    let begins_alike = |pair: &[Request]| pair[1].messages.starts_with(&pair[0].messages);
    let breaks = heard.windows(2).filter(|pair| !begins_alike(pair)).count();
    assert_eq!(breaks, summaries.len(), "a new beginning with every summary, and with nothing else");
    let room = |request: &Request| text(request).len() / 4 < 16_000;
    assert!(heard.iter().all(room));
}

/// Every model counts in its own way, and some are told less of a window than they have.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_model_finds_too_long_is_told_in_fewer_words_and_asked_once_more() {
    let model = Cramped::refusing(Some("They told stories about the harbour."), 18_000);
    let (long, _) = long(model.clone(), 5).await;
    assert!(*model.refused.lock().unwrap() > 0 && !model.summaries().is_empty());
    let replies = long.town.control.replies(&long.asked).await;
    let told: Vec<String> = replies.iter().map(|reply| format!("{reply:?}")).collect();
    assert!(told.iter().all(|reply| !reply.contains("start a new thread")), "{told:?}");
    let last = text(model.heard().last().unwrap());
    assert!(last.contains("about the harbour") && last.contains("story4"), "{last}");
}

/// Where nothing can be told in fewer words, whoever asked is told, and not asked for ever.
#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_takes_nothing_is_given_up() {
    let model = Cramped::refusing(Some("They told stories."), 0);
    let (world, cast) = small_world();
    let town = Plan::new(world).model(model.clone()).build().await;
    let asked = town.control.say(&cast.asker, "dm", "look", None).await;
    assert!(town.control.reply(&asked, 0).await.contains("start a new thread"));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_summary_older_turns_are_left_out_and_that_is_said() {
    let model = Cramped::new(None);
    let (_long, _) = long(model.clone(), 14).await;
    assert!(!model.summaries().is_empty());
    let last = text(model.heard().last().unwrap());
    assert!(last.contains("earlier questions of this thread are left out here."), "{last}");
    assert!(!last.contains("story0 ") && last.contains("story13"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_deletes_leaves_the_summary_too() {
    let model = Cramped::new(Some("The secret of story1 is known."));
    let (long, told) = long(model.clone(), 14).await;
    *model.summary.lock().unwrap() = Some("They told stories.");
    let before = model.summaries().len();
    long.town.control.withdraw(&long.cast.asker, &told[1]).await;
    long.town
        .control
        .until("its answer is taken away", async || {
            (long.town.control.replies(&long.asked).await.len() == 14).then_some(())
        })
        .await;
    long.tells("and now?", 14).await;
    assert!(model.summaries().len() > before, "it is made anew");
    let again = text(model.summaries().last().unwrap());
    assert!(!again.contains("story1 ") && !again.contains("secret"), "without what was deleted: {again}");
    let last = text(model.heard().last().unwrap());
    assert!(last.contains("They told stories.") && !last.contains("secret"), "{last}");
}

/// Reads a mail in which every letter takes some of the little room there is.
fn devouring(request: &Request) -> Reply {
    let told = results(request);
    match told.last() {
        None => calls(vec![call(request, "gmail.search", json!({ "query": "subject:Lunch" }))]),
        Some(found) if told.len() == 1 => {
            let id = found.words.split("\"id\": \"").nth(1).and_then(|rest| rest.split('"').next());
            calls(vec![call(request, "gmail.read", json!({ "id": id }))])
        }
        Some(_) => says("Read."),
    }
}

/// As careful as models are: one to a letter that is not Latin, and four of the others to one.
fn taken(request: &Request) -> usize {
    let tools: String = request
        .tools
        .iter()
        .flat_map(|tool| [tool.description().to_owned(), tool.schema().to_string()])
        .collect();
    let words = format!("{}{tools}{}", request.system, text(request));
    words.chars().filter(char::is_ascii).count() / 4
        + words.chars().filter(|letter| !letter.is_ascii()).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_answer_is_never_more_than_a_small_model_has_room_for() {
    let (mut world, cast) = small_world();
    world.mail[1].text = Some("港で話した。".repeat(10_000));
    let model = ScriptedModel::cramped(16_000, devouring);
    let town = Plan::new(world).model(model.clone()).build().await;
    town.grant(&cast.asker, &["gmail.readonly"]).await;
    let asked = town.control.say(&cast.asker, "dm", "read it", None).await;
    assert_eq!(town.control.reply(&asked, 0).await, "Read.");
    let heard = model.heard.lock().unwrap().clone();
    let last = heard.last().unwrap();
    let told = text(last);
    assert!(told.contains("港で話した") && told.contains("rest with result.read id="), "{told}");
    for request in &heard {
        let all = taken(request) + usize::try_from(request.max_tokens).unwrap();
        assert!(all <= 16_000, "{all}");
    }
}
