//! Somebody with two hundred mails, and a model that searches them page by page and notes how long each search took.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use sandbox::MailSeed;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::harness::{Plan, ScriptedModel, Town, call, calls, results, says, small_world};

/// As many as one search gives out.
pub const PAGE: usize = 50;
pub const MAILS: usize = 200;
/// Of every request to Google.
pub const LATENCY: Duration = Duration::from_millis(30);

pub struct Searches {
    pub town: Town,
    pub person: String,
    told: tokio::sync::Mutex<mpsc::UnboundedReceiver<Found>>,
}

/// What the model was told, and how long after it had asked.
pub struct Found {
    pub took: Duration,
    pub messages: usize,
    pub next_page: Option<String>,
}

impl Searches {
    /// With these lines of configuration.
    pub async fn new(config: &str) -> Self {
        let (mut world, cast) = small_world();
        world.mail = (0..MAILS).map(|number| mail(&cast.asker, number)).collect();
        let (tell, told) = mpsc::unbounded_channel();
        let asked = Mutex::new(Instant::now());
        let model = ScriptedModel::new(move |request| match results(request).last() {
            None => {
                let words = request.messages.iter().rev().find_map(|message| match message {
                    kernel::Message::User(words) => words.split_once("page:"),
                    kernel::Message::Assistant { .. }
                    | kernel::Message::Results(_)
                    | kernel::Message::Pictures(_) => None,
                });
                let page = words
                    .and_then(|(_, page)| page.split_whitespace().next())
                    .filter(|page| *page != "first");
                let search = json!({ "query": "in:inbox", "limit": PAGE, "page": page });
                let call = call(request, "gmail.search", search);
                *asked.lock().unwrap() = Instant::now();
                calls(vec![call])
            }
            Some(result) => {
                let took = asked.lock().unwrap().elapsed();
                assert!(!result.failed, "{}", result.words);
                tell.send(found(took, &result.words)).unwrap();
                says("Here you are.")
            }
        });
        let town = Plan::new(world).config(config).model(model).build().await;
        town.grant(&cast.asker, &["gmail.readonly"]).await;
        let latency = json!({ "latency": { "ms": LATENCY.as_millis() } });
        town.control.fault(json!({ "service": "google", "method": "gmail.*", "kind": latency })).await;
        // An eleventh at the same time would be refused.
        town.control.post("/google/in_flight", json!({ "most": 10 })).await;
        Self { town, person: cast.asker, told: tokio::sync::Mutex::new(told) }
    }

    /// Asks for a page, the first one without a token, and waits until the model knows it.
    pub async fn page(&self, token: Option<&str>) -> Found {
        let words = format!("What is new? page:{} please", token.unwrap_or("first"));
        self.town.control.say(&self.person, "dm", &words, None).await;
        let found = self.told.lock().await.recv().await.unwrap();
        assert_eq!(found.messages, PAGE);
        found
    }

    pub async fn close(mut self) {
        self.town.close().await;
    }

    /// Every request to Gmail so far, refused ones included.
    pub async fn requests(&self) -> Vec<Value> {
        self.town.control.requests("google", "gmail.*").await
    }

    /// Of this person's requests, how many were under way at the same time at most.
    pub async fn most_in_flight(&self) -> u64 {
        let counted = self.town.control.get(&format!("/google/in_flight?person={}", self.person)).await;
        counted["highest"].as_u64().unwrap()
    }
}

fn mail(to: &str, number: usize) -> MailSeed {
    MailSeed {
        from: format!("Writer {number} <writer{number}@harbour.example>"),
        to: vec![to.to_owned()],
        subject: format!("Delivery {number}"),
        text: Some(format!("Hello,\n\ndelivery {number} is on its way.\n")),
        when: format!("{}m", number + 1),
        unread: number.is_multiple_of(3),
        ..MailSeed::default()
    }
}

fn found(took: Duration, words: &str) -> Found {
    let (from, to) = (words.find('{').unwrap(), words.rfind('}').unwrap());
    let answer: Value = serde_json::from_str(&words[from..=to]).unwrap();
    Found {
        took,
        messages: answer["messages"].as_array().unwrap().len(),
        next_page: answer["next_page"].as_str().map(str::to_owned),
    }
}
