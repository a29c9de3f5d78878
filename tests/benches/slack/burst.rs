//! A thousand questions at once over two hundred channels, all of them worked on at the same time, with a model that thinks
//! for two seconds and a Google that takes a tenth of one. What is acknowledged late is sent again, so nothing that works may
//! stand in the way of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Reply, Request};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use crate::harness::{Plan, Posted, ScriptedModel, Town, all_text, call, calls, posted, results, says};
use crate::served::{a_larger_world, everybody_signs_in};
use crate::{Measure, Verdict};

const QUESTIONS: usize = 1000;
const CHANNELS: usize = 200;
const MODEL: Duration = Duration::from_secs(2);
const GOOGLE: Duration = Duration::from_millis(100);
const LATEST: u64 = 100;
const ANSWER: &str = "Here you are.";

pub async fn measures() -> Vec<Measure> {
    let model = ScriptedModel::slow(MODEL, |request| match results(request).len() {
        0 => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))]),
        _ => says(ANSWER),
    });
    let thinking = Arc::new(Thinking { model, now: AtomicUsize::new(0), most: AtomicUsize::new(0) });
    let config = format!("[limits]\nthreads = {QUESTIONS}");
    let plan = Plan::new(a_larger_world()).config(&config).model(thinking.clone());
    // Slack has threads of its own: it is not the product's work that keeps it from hearing an acknowledgement.
    let slack = Builder::new_multi_thread().enable_all().build().unwrap();
    let mut town = a_slow_town(plan, &slack).await;

    let began = Instant::now();
    let burst = json!({ "messages": QUESTIONS, "channels": CHANNELS, "text": "@countersign what is new?" });
    let burst = town.control.post("/slack/burst", burst).await;
    let asked: Vec<_> = burst["posted"].as_array().unwrap().iter().map(posted).collect();
    wait_for_answers(&town, &asked).await;
    let took = began.elapsed();

    for question in &asked {
        let replies = town.control.replies(question).await;
        assert_eq!(replies.len(), 1, "{question:?} was answered {} times", replies.len());
    }
    let mut acknowledged = acknowledgements(&town).await;
    // Otherwise the product would go on without the threads its socket belongs to.
    town.close().await;
    drop(town);
    slack.shutdown_background();
    acknowledged.sort_unstable();
    let at = |share: f64| {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "small"
        )]
        let place = ((acknowledged.len() - 1) as f64 * share) as usize;
        acknowledged[place]
    };
    vec![
        Measure {
            what: format!(
                "acknowledgement, p99 of {} events, {QUESTIONS} turns at once (model {MODEL:?}, Google {GOOGLE:?})",
                acknowledged.len()
            ),
            bound: format!("≤ {LATEST} ms"),
            measured: format!(
                "{} ms (median {} ms, longest {} ms; {} of the models thought at the same moment)",
                at(0.99),
                at(0.5),
                at(1.0),
                thinking.most.load(Ordering::Relaxed)
            ),
            verdict: Verdict::kept(at(0.99) <= LATEST),
        },
        Measure {
            what: "every question answered exactly once, the last after".to_owned(),
            bound: String::new(),
            measured: format!("{:.1} s", took.as_secs_f64()),
            verdict: Verdict::NoBound,
        },
    ]
}

/// Everybody has signed in, and Google takes its time from then on.
async fn a_slow_town(plan: Plan, slack: &Runtime) -> Town {
    let mut town = slack.spawn(Town::empty(plan)).await.unwrap();
    town.open().await;
    everybody_signs_in(&town).await;
    let slow =
        json!({ "service": "google", "method": "*", "kind": { "latency": { "ms": GOOGLE.as_millis() } } });
    town.control.fault(slow).await;
    town
}

/// Counts how many are asked at the same time.
struct Thinking {
    model: Arc<ScriptedModel>,
    now: AtomicUsize,
    most: AtomicUsize,
}

impl Model for Thinking {
    fn name(&self) -> &'static str {
        "thinking"
    }

    fn window(&self) -> usize {
        self.model.window()
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        Box::pin(async move {
            let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
            self.most.fetch_max(now, Ordering::Relaxed);
            let reply = self.model.reply(request, listener).await;
            self.now.fetch_sub(1, Ordering::Relaxed);
            reply
        })
    }
}

async fn wait_for_answers(town: &Town, asked: &[Posted]) {
    let began = Instant::now();
    for question in asked {
        while !town.control.replies(question).await.iter().any(|reply| all_text(reply).contains(ANSWER)) {
            assert!(began.elapsed() < Duration::from_mins(10), "{question:?} is not answered");
            // Looking at every change would take the processor from those who work.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

/// Of every event, our own posts that come back included.
async fn acknowledgements(town: &Town) -> Vec<u64> {
    let began = Instant::now();
    loop {
        let deliveries = town.control.get("/slack/deliveries").await;
        let deliveries: &Vec<Value> = deliveries["deliveries"].as_array().unwrap();
        let times: Vec<u64> = deliveries.iter().filter_map(|delivery| delivery["ack_ms"].as_u64()).collect();
        if times.len() == deliveries.len() {
            return times;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "{} of {}", times.len(), deliveries.len());
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
