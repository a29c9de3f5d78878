//! Tokens that end: renewed in time, once for all who wait, and never lost.

use serde_json::json;

use super::telling::{about, findings};
use super::{Towns, open};
use crate::harness::Control;

async fn rotating() -> Towns {
    let towns = Towns::new().await;
    towns.first.post("/slack/app", json!({ "token_rotation": true })).await;
    towns.install(1).await;
    towns
}

/// How often Slack was asked for a token.
async fn asked(control: &Control) -> usize {
    control.requests("slack", "oauth.v2.access").await.len()
}

async fn end_tokens(towns: &Towns) {
    towns.second.post("/slack/app/expire_tokens", json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_has_ended_is_renewed_once_for_all_who_wait() {
    let towns = rotating().await;
    end_tokens(&towns).await;
    let mut greetings = Vec::new();
    for _ in 0..20 {
        greetings.push(towns.second.say(&towns.cast.asker, "dm", "hello", None).await);
    }
    for greeting in &greetings {
        towns.second.reply(greeting, 0).await;
    }
    assert_eq!(asked(&towns.first).await, 2, "one to install, one to renew");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_renewed_before_it_ends() {
    let towns = rotating().await;
    towns.town.days_pass(1).await;
    towns.greets(&towns.second).await;
    assert_eq!(asked(&towns.first).await, 2);
    towns.greets(&towns.second).await;
    assert_eq!(asked(&towns.first).await, 2, "and not with every call");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_renewed_outlives_a_restart() {
    let mut towns = rotating().await;
    for _ in 0..3 {
        end_tokens(&towns).await;
        towns.greets(&towns.second).await;
        towns.town.close().await;
        open(&mut towns.town).await;
    }
    towns.greets(&towns.second).await;
    assert_eq!(asked(&towns.first).await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_slack_renews_nothing_any_more_a_new_installation_helps() {
    let towns = rotating().await;
    // Slack has taken the refresh token, and its answer is lost on the way: the worst moment to die.
    let lost =
        json!({ "service": "slack", "method": "oauth.v2.access", "kind": "drop_after_commit", "times": 1 });
    towns.first.fault(lost).await;
    end_tokens(&towns).await;
    let unanswered = towns.second.say(&towns.cast.asker, "dm", "hello", None).await;
    towns.first.until("Slack refuses", async || (asked(&towns.first).await >= 3).then_some(())).await;
    towns
        .first
        .until("the doctor says what mends it", async || {
            let found = findings(&towns).await;
            let finding = about(&found, "the installation in Harbour Works");
            assert!(towns.second.replies(&unanswered).await.is_empty());
            (finding["health"] == "broken" && finding["words"].as_str().unwrap().contains("renews"))
                .then_some(())
        })
        .await;
    assert_eq!(towns.install(1).await.status, 200);
    towns.greets(&towns.second).await;
}
