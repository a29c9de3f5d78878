//! How soon people see that something is worked on and can be stopped, and how soon "stop" is answered while a model hangs in
//! the middle of a sentence and a Google request hangs too.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Reply, Request};
use serde_json::json;

use crate::harness::{HesitantModel, Plan, Town, call, calls, newest, small_world};
use crate::{Measure, Verdict};

const ROUNDS: usize = 10;
const SEEN_WITHIN: Duration = Duration::from_secs(1);
const STOPPED_WITHIN: Duration = Duration::from_secs(2);

pub async fn measures() -> Vec<Measure> {
    let (world, cast) = small_world();
    let model = HesitantModel::new(|request| {
        let looks = newest(request).contains("look");
        looks.then(|| calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))]))
    });
    let town = Plan::new(world).model(Arc::new(Begins(model.clone()))).build().await;
    town.grant(&cast.asker, &["gmail.readonly"]).await;
    let hangs = json!({ "service": "google", "method": "gmail.users.*", "kind": "hang" });
    town.control.fault(hangs).await;
    let (mut seen, mut stopped) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        let thinks = town.control.say(&cast.asker, "dm", "ponder", None).await;
        let asked = Instant::now();
        let looks = town.control.say(&cast.asker, "dm", "look", None).await;
        town.control.processing(&looks.ts).await;
        seen.push(asked.elapsed());
        let hang = async || {
            let asked = model.heard.lock().unwrap().len() >= 2 * round;
            let begun = town.control.requests("slack", "chat.startStream").await.len() >= round;
            (asked && begun && looked(&town).await >= round).then_some(())
        };
        town.control.until("both hang", hang).await;
        for hanging in [&thinks, &looks] {
            let began = Instant::now();
            town.control.say(&cast.asker, "dm", "stop", Some(&hanging.ts)).await;
            let told = town.control.reply(hanging, 0).await;
            assert!(told.contains("Stopped."), "{told}");
            stopped.push(began.elapsed());
        }
    }
    vec![
        longest("from a question to its status and Stop button while Google hangs", seen, SEEN_WITHIN),
        longest(
            "from \u{201c}stop\u{201d} to \u{201c}Stopped.\u{201d} while a model's stream and Google hang",
            stopped,
            STOPPED_WITHIN,
        ),
    ]
}

fn longest(what: &str, mut waits: Vec<Duration>, bound: Duration) -> Measure {
    waits.sort_unstable();
    let (median, longest) = (waits[waits.len() / 2], waits[waits.len() - 1]);
    Measure {
        what: format!("{what}, longest of {}", waits.len()),
        bound: format!("≤ {bound:?}"),
        measured: format!("{longest:.0?} (median {median:.0?})"),
        verdict: Verdict::kept(longest <= bound),
    }
}

/// Begins to speak, and then does what the other does.
struct Begins(Arc<HesitantModel>);

impl Model for Begins {
    fn name(&self) -> &'static str {
        "begins"
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        if newest(request).contains("ponder") {
            listener.text("Let me think about what ");
        }
        self.0.reply(request, listener)
    }
}

async fn looked(town: &Town) -> usize {
    town.control.requests("google", "gmail.users.*").await.len()
}
