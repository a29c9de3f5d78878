//! Killed while an answer is being written: whatever stood there then, in the end there is one answer.

use std::time::Duration;

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Reply, Request};
use serde_json::Value;

use super::child::{Child, Speech};
use super::points::KillPoint;
use crate::harness::{Plan, Posted, Town, all_text, small_world};

const HALF: &str = "half of it";

/// Says half of an answer, and then nothing.
pub struct Unfinished;

impl Model for Unfinished {
    fn name(&self) -> &'static str {
        "unfinished"
    }

    fn reply<'a>(
        &'a self,
        _: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        listener.text(&format!("{HALF} ").repeat(50));
        Box::pin(std::future::pending())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_an_answer_is_written_it_answers_once() {
    let (world, cast) = small_world();
    let town = Town::empty(Plan::new(world)).await;
    let start =
        async |point, speech| Child::start_with(town.card(), &town.data(), town.port(), point, speech).await;
    // The question is the first entry; then that something is begun; then what it is called.
    for point in [KillPoint::Before(2), KillPoint::After(2), KillPoint::Before(3), KillPoint::After(3)] {
        let mut child = start(point, Speech::BreaksOff).await;
        let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
        tokio::time::timeout(Duration::from_mins(5), child.gone()).await.expect("it dies there");
        let begun = ours(&town, &asked).await.len();
        assert_eq!(
            begun,
            usize::from(matches!(point, KillPoint::Before(3) | KillPoint::After(3))),
            "{point:?}"
        );
        let mut child = start(KillPoint::Never, Speech::Whole).await;
        child.entries_until("Finished").await;
        let left = ours(&town, &asked).await;
        assert_eq!(left.len(), 1, "{point:?}: {left:?}");
        assert!(!all_text(&left[0]).contains(HALF), "{point:?}: {left:?}");
        child.kill().await;
    }
}

async fn ours(town: &Town, asked: &Posted) -> Vec<Value> {
    let path = format!("/slack/messages?channel={}&thread_ts={}", asked.channel, asked.ts);
    let mut messages = town.control.get(&path).await["messages"].as_array().unwrap().clone();
    messages.retain(|message| message["bot_id"].is_string());
    messages
}
