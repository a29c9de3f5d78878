//! Where Slack does not play along: a place takes nothing from us, a token is refused, nobody hears us.

#[path = "edges/growing.rs"]
mod growing;
#[path = "edges/listening.rs"]
mod listening;
#[path = "edges/looking.rs"]
mod looking;

use kernel::{Reply, Request};
use serde_json::{Value, json};

use crate::harness::{
    Cast, Plan, Posted, ScriptedModel, Speaker, Town, all_text, button, call, calls, is_card, newest,
    results, says, small_world,
};
use crate::ways_in::told;

const MAIL: [&str; 1] = ["gmail.modify"];

/// Says back what it was asked.
fn echo(request: &Request) -> Reply {
    says(&format!("You said: {}", newest(request)))
}

/// Sends what it is asked to send.
fn send(request: &Request) -> Reply {
    match results(request).len() {
        0 => {
            let mail = json!({ "to": ["ben@elsewhere.example"], "subject": "Boat", "body": "At nine." });
            calls(vec![call(request, "gmail.send", mail)])
        }
        _ => says("That was all of it."),
    }
}

async fn town(model: std::sync::Arc<ScriptedModel>) -> (Town, Cast) {
    let (world, cast) = small_world();
    (Plan::new(world).model(model).build().await, cast)
}

/// Slack says no to one call, or to all of them.
async fn refuse(town: &Town, method: &str, code: &str, times: Option<u32>) {
    let status = json!({ "code": 200, "body": { "ok": false, "error": code } });
    let mut fault = json!({ "service": "slack", "method": method, "kind": { "status": status } });
    if let Some(times) = times {
        fault["times"] = times.into();
    }
    town.control.fault(fault).await;
}

async fn ask(town: &Town, cast: &Cast, words: &str) -> Posted {
    town.control.say(&cast.asker, &cast.channel, &format!("@countersign {words}"), None).await
}

/// What we said to the asker directly.
async fn directly(town: &Town, cast: &Cast) -> Vec<Value> {
    let path = format!("/slack/messages?channel=dm:{}", cast.asker);
    let mut messages = town.control.get(&path).await["messages"].as_array().unwrap().clone();
    messages.retain(|message| message["bot_id"].is_string());
    for message in &mut messages {
        message["channel"] = "dm".into();
    }
    messages
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_its_place_refuses_comes_to_its_requester_directly() {
    let (town, cast) = town(ScriptedModel::new(echo)).await;
    for code in ["not_in_channel", "is_archived", "restricted_action", "channel_not_found"] {
        refuse(&town, "chat.postMessage", code, Some(1)).await;
        let asked = ask(&town, &cast, code).await;
        let answer = all_text(&told(&town.control, &cast.asker, code).await);
        let place = format!("You asked this in #{}, where I cannot write any more.", cast.channel);
        assert!(answer.contains("You said:") && answer.contains(&place), "{code}: {answer}");
        assert!(town.control.replies(&asked).await.is_empty(), "{code}");
    }
    assert_eq!(directly(&town, &cast).await.len(), 4, "each of them once");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_puts_us_out_of_a_channel_gets_what_was_begun_there() {
    let ((world, cast), speaker) = (small_world(), Speaker::new());
    let town = Plan::new(world).model(speaker.clone()).build().await;
    let asked = ask(&town, &cast, "about the tide").await;
    town.control.delivered(&asked).await;
    town.control.post("/slack/channels/leave", json!({ "channel": cast.channel })).await;
    speaker.says("High water is at nine, the tide table says.");
    speaker.ends();
    let answer = all_text(&told(&town.control, &cast.asker, "the tide table").await);
    assert!(answer.contains("where I cannot write any more."), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_its_place_refuses_is_decided_directly() {
    let (town, cast) = town(ScriptedModel::new(send)).await;
    town.grant(&cast.asker, &MAIL).await;
    refuse(&town, "chat.postMessage", "is_archived", Some(1)).await;
    let asked = ask(&town, &cast, "send it").await;
    let live = |message: &Value| is_card(message) && button(message, "Approve").is_some();
    let found = async || directly(&town, &cast).await.into_iter().find(live);
    let card = town.control.until("a card in the direct message", found).await;
    let place = format!("This is about what you asked in #{}.", cast.channel);
    assert!(all_text(&card).contains(&place), "{}", all_text(&card));
    assert!(!town.control.replies(&asked).await.iter().any(is_card));
    town.control.click(&cast.asker, &card, "Approve").await;
    let sent = async || town.control.mailbox(&cast.asker, "SENT").await.pop();
    town.control.until("the mail is sent", sent).await;
    assert!(town.control.reply(&asked, 0).await.contains("That was all of it."));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_dropped_while_slack_refuses_the_token() {
    const CODES: [&str; 6] =
        ["invalid_auth", "token_expired", "account_inactive", "token_revoked", "team_disabled", "not_authed"];
    let (town, cast) = town(ScriptedModel::new(echo)).await;
    for code in CODES {
        refuse(&town, "chat.postMessage", code, Some(1)).await;
    }
    let mut asked = Vec::new();
    for code in CODES {
        asked.push((code, ask(&town, &cast, code).await));
    }
    for (code, asked) in asked {
        let answer = town.control.reply(&asked, 0).await;
        assert!(answer.contains(code), "{answer}");
        assert_eq!(town.control.replies(&asked).await.len(), 1, "{code}: once");
    }
    assert!(directly(&town, &cast).await.is_empty(), "the place was never in question");
}
