//! Connecting a Google account: only one's own, once, and told about it.

use serde_json::json;

use crate::harness::{Plan, ScriptedModel, all_text, button, call, calls, results, says, small_world};

#[tokio::test(flavor = "multi_thread")]
async fn the_waiting_question_goes_on_by_itself_and_the_person_is_told_by_direct_message() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    let asked = control
        .say(&cast.asker, &cast.channel, &format!("@countersign find mail from {}", cast.friend), None)
        .await;
    town.connect(&cast.asker).await;
    assert!(control.reply(&asked, 0).await.contains(&cast.subject));

    let notice = control
        .until("a direct message about the connection", async || {
            let path = format!("/slack/messages?channel=dm:{}", cast.asker);
            let messages = control.get(&path).await["messages"].as_array().unwrap().clone();
            messages.into_iter().find(|message| all_text(message).contains("is connected"))
        })
        .await;
    assert!(all_text(&notice).contains(&format!("{}@{}", cast.asker, cast.domain)));
    assert!(button(&notice, "Disconnect").is_some());

    let click = json!({ "person": cast.asker, "channel": "dm", "ts": notice["ts"], "action": "Disconnect" });
    control.post("/slack/click", click).await;
    control
        .until("the account is disconnected", async || {
            let revokes = control.requests("google", "oauth.revoke").await;
            revokes.into_iter().find(|request| request["status"] == 200)
        })
        .await;
    let again = control.say(&cast.asker, "dm", &format!("find mail from {}", cast.friend), None).await;
    let offers = control
        .until("a new offer", async || {
            let whispers = control.ephemerals(&cast.asker).await;
            (whispers.iter().filter(|whisper| button(whisper, "Connect Google").is_some()).count() == 2)
                .then_some(())
        })
        .await;
    assert_eq!(offers, ());
    assert!(control.replies(&again).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_sign_in_says_what_it_allows_and_nothing_where_nothing_changed() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    for scope in ["gmail.readonly", "gmail.readonly", "calendar.readonly"] {
        town.grant(&cast.asker, &[scope]).await;
    }
    let messages = town.control.get(&format!("/slack/messages?channel=dm:{}", cast.asker)).await;
    let told: Vec<String> = messages["messages"].as_array().unwrap().iter().map(all_text).collect();
    let [first, second] = told.as_slice() else { panic!("{told:#?}") };
    let account = format!("Google account {}@{}", cast.asker, cast.domain);
    assert!(first.starts_with(&format!("{account} is connected. I may read your mail. ")), "{first}");
    let also = format!("In {account} I may now also see your calendars and events.");
    assert!(second.starts_with(&also), "{second}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_bind_somebody_elses_mailbox() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(searching_then_repeating()).build().await;
    let asked = town.control.say(&cast.asker, "dm", "what's new?", None).await;
    // The asker's link is opened by the colleague, who signs in with their own account.
    let (status, page) = town.come_back_as(&cast.asker, &cast.colleague).await;
    assert!((400..500).contains(&status), "{status}");
    assert!(
        page.contains(&cast.colleague) && page.contains(&cast.asker),
        "the page names both accounts: {page}"
    );
    let told = town.control.reply(&asked, 0).await;
    assert!(told.starts_with("auth_required: Another Google account was chosen"), "{told}");
    assert!(town.control.requests("google", "gmail.*").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_sign_in_serves_everything_that_waits_for_it() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    let question = format!("find mail from {}", cast.friend);
    let first = control.say(&cast.asker, "dm", &question, None).await;
    let second = control.say(&cast.asker, "dm", &question, None).await;
    let mention = format!("@countersign {question}");
    let third = control.say(&cast.asker, &cast.channel, &mention, None).await;
    let others = control.say(&cast.colleague, &cast.channel, &mention, None).await;
    control
        .until("three offers", async || {
            let offers = control.ephemerals(&cast.asker).await;
            (offers.iter().filter(|offer| button(offer, "Connect Google").is_some()).count() == 3)
                .then_some(())
        })
        .await;
    town.connect_again(&cast.asker, 1).await;
    for asked in [&first, &second, &third] {
        assert!(control.reply(asked, 0).await.contains(&cast.subject));
    }
    assert!(control.replies(&others).await.is_empty(), "somebody else's question still waits for them");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_for_something_else_repeats_no_offer_and_ends_no_link() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    let offers = async || {
        let whispers = control.ephemerals(&cast.asker).await;
        whispers.iter().filter(|whisper| button(whisper, "Connect Google").is_some()).count()
    };
    let mail = control.say(&cast.asker, "dm", &format!("find mail from {}", cast.friend), None).await;
    control.until("the first offer", async || (offers().await == 1).then_some(())).await;
    let day = control.say(&cast.asker, "dm", "What's on my calendar tomorrow?", None).await;
    control.until("the second offer", async || (offers().await == 2).then_some(())).await;
    town.connect_again(&cast.asker, 0).await;
    assert!(control.reply(&mail, 0).await.contains(&cast.subject));
    town.connect_again(&cast.asker, 1).await;
    control.reply(&day, 0).await;
    assert_eq!(
        offers().await,
        2,
        "the first sign-in did not let her calendar be read, and she had a link for that"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_sign_in_is_said_in_the_thread() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(searching_then_repeating()).build().await;
    let asked = town.control.say(&cast.asker, "dm", "what is new?", None).await;
    town.cancel_sign_in(&cast.asker).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(told.starts_with("auth_required: The sign-in was cancelled on Google's page."), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_token_is_renewed_without_anybody_noticing() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    let asked = control.say(&cast.asker, "dm", &format!("find mail from {}", cast.friend), None).await;
    town.connect(&cast.asker).await;
    control.reply(&asked, 0).await;
    control.post("/google/expire", json!({ "person": cast.asker })).await;
    control.say(&cast.asker, "dm", "read the first one", Some(&asked.ts)).await;
    assert!(control.reply(&asked, 1).await.contains(&cast.secret_word));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_grant_leads_to_a_reconnect_button_and_not_to_an_error() {
    let (world, cast) = small_world();
    let town = Plan::new(world).build().await;
    let control = &town.control;
    let asked = control.say(&cast.asker, "dm", &format!("find mail from {}", cast.friend), None).await;
    town.connect(&cast.asker).await;
    control.reply(&asked, 0).await;
    control.post("/google/revoke", json!({ "person": cast.asker })).await;
    control.say(&cast.asker, "dm", "read the first one", Some(&asked.ts)).await;
    town.connect_again(&cast.asker, 1).await;
    let read = control.reply(&asked, 1).await;
    assert!(read.contains(&cast.secret_word), "{read}");
}

/// Searches once, then repeats what it was told about that.
fn searching_then_repeating() -> std::sync::Arc<ScriptedModel> {
    ScriptedModel::new(|request| match results(request).first() {
        None => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox" }))]),
        Some(result) => says(&result.words),
    })
}
