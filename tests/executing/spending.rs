//! What models cost: told to whoever asks, and an end to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Reply, Request, Usage};
use serde_json::json;

use crate::harness::{Cast, Plan, ScriptedModel, Town, all_text, says, small_world};

/// Every reply costs thirty cents.
fn a_dear_model() -> Arc<ScriptedModel> {
    let usage = Usage { input: 1_000, output: 200, cache_read: 5_000, cache_write: 300, cost: 300_000 };
    ScriptedModel::new(move |_| Reply { usage, ..says("Here you are.") })
}

async fn town(config: &str) -> (Town, Cast, Arc<ScriptedModel>) {
    let (world, cast) = small_world();
    let model = a_dear_model();
    let town = Plan::new(world).config(config).model(model.clone()).build().await;
    (town, cast, model)
}

async fn status(town: &Town, person: &str) -> String {
    let before = town.control.ephemerals(person).await.len();
    let given = json!({ "person": person, "channel": "dm", "command": "/countersign", "text": "status" });
    town.control.post("/slack/command", given).await;
    let told = async || town.control.ephemerals(person).await.get(before).map(all_text);
    town.control.until("an answer to status", told).await
}

async fn asks(town: &Town, person: &str) -> String {
    let asked = town.control.say(person, "dm", "hello", None).await;
    town.control.reply(&asked, 0).await
}

#[tokio::test(flavor = "multi_thread")]
async fn status_says_what_was_spent_today_and_in_the_newest_thread_also_after_a_restart() {
    let (mut town, cast, _) = town("").await;
    asks(&town, &cast.asker).await;
    asks(&town, &cast.asker).await;
    for life in 0..2 {
        if life == 1 {
            town.close().await;
            town.open().await;
        }
        let told = status(&town, &cast.asker).await;
        let today = "Today, scripted: 2000 tokens in, 400 out, 10000 read from and 600 written to the cache; 0.60 US dollars.";
        assert!(told.contains(today), "{told}");
        assert!(told.contains("In your newest thread, since it began: 1000 tokens in"), "{told}");
    }
    let his = status(&town, &cast.colleague).await;
    assert!(!his.contains("tokens in"), "nobody is told of others: {his}");
    town.days_pass(1).await;
    let tomorrow = status(&town, &cast.asker).await;
    assert!(!tomorrow.contains("Today, scripted") && tomorrow.contains("since it began"), "{tomorrow}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_day_ends_politely_and_begins_anew_and_others_go_on() {
    let (mut town, cast, model) = town("[limits]\nperson_day_cost = 0.5").await;
    assert_eq!(asks(&town, &cast.asker).await, "Here you are.");
    assert_eq!(asks(&town, &cast.asker).await, "Here you are.");
    town.close().await;
    town.open().await;
    let stopped = asks(&town, &cast.asker).await;
    for part in ["your budget of 0.50 US dollars", "free again at ", "Europe/Berlin", "person_day_cost"] {
        assert!(stopped.contains(part), "{part}: {stopped}");
    }
    assert_eq!(model.heard.lock().unwrap().len(), 2, "the model was not asked");
    assert_eq!(asks(&town, &cast.colleague).await, "Here you are.");
    town.days_pass(1).await;
    assert_eq!(asks(&town, &cast.asker).await, "Here you are.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_and_the_day_of_everybody_have_budgets_too() {
    let (town, cast, _) = town("[limits]\nthread_cost = 0.3\nday_cost = 0.9").await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    assert_eq!(town.control.reply(&asked, 0).await, "Here you are.");
    town.control.say(&cast.asker, "dm", "and more", Some(&asked.ts)).await;
    let stopped = town.control.reply(&asked, 1).await;
    assert!(stopped.contains("this thread has used up its budget of 0.30") && stopped.contains("new thread"));
    assert_eq!(asks(&town, &cast.asker).await, "Here you are.");
    assert_eq!(asks(&town, &cast.colleague).await, "Here you are.");
    let everybody = asks(&town, &cast.colleague).await;
    assert!(everybody.contains("everybody together") && everybody.contains("day_cost"), "{everybody}");
}

/// Begins to speak, says what that took, and never comes to an end; or breaks off, if it was told to.
struct Endless {
    breaks_off: bool,
    asked: AtomicUsize,
}

const TAKEN: Usage = Usage { input: 9_000, output: 10, cache_read: 0, cache_write: 0, cost: 400_000 };

impl Model for Endless {
    fn name(&self) -> &'static str {
        "endless"
    }

    fn reply<'a>(
        &'a self,
        _: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        listener.text("Well, ");
        listener.took("endless", TAKEN);
        self.asked.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            if self.breaks_off {
                return Err(ModelError::Misconfigured("the key ran out".to_owned()));
            }
            std::future::pending().await
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_was_stopped_or_broke_off_is_paid_for_too() {
    for breaks_off in [false, true] {
        let (world, cast) = small_world();
        let model = Arc::new(Endless { breaks_off, asked: AtomicUsize::new(0) });
        let plan = Plan::new(world).config("[limits]\nperson_day_cost = 0.4").model(model.clone());
        let town = plan.build().await;
        let asked = town.control.say(&cast.asker, "dm", "tell me everything", None).await;
        if !breaks_off {
            let working = async || (model.asked.load(Ordering::Relaxed) > 0).then_some(());
            town.control.until("it is at work", working).await;
            town.control.say(&cast.asker, "dm", "stop", Some(&asked.ts)).await;
        }
        town.control.reply(&asked, 0).await;
        let told = status(&town, &cast.asker).await;
        assert!(
            told.contains("Today, endless: 9000 tokens in") && told.contains("0.40 US dollars"),
            "{told}"
        );
        let next = asks(&town, &cast.asker).await;
        assert!(next.contains("your budget of 0.40 US dollars"), "{next}");
    }
}
