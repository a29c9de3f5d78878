//! Every other way to sign in: by a code, by a pasted address, and by nobody at all.

use serde_json::{Value, json};

use crate::harness::{
    Control, Plan, ScriptedModel, Town, all_text, button, call, calls, results, says, small_world,
};

/// Searches mail, and says what came of it.
pub fn searching() -> std::sync::Arc<ScriptedModel> {
    ScriptedModel::new(|request| match results(request).first() {
        Some(result) => says(&result.words),
        None => calls(vec![call(request, "gmail.search", json!({ "query": "" }))]),
    })
}

pub async fn command(control: &Control, person: &str, words: &str) {
    let given = json!({ "person": person, "channel": "dm", "command": "/google", "text": words });
    control.post("/slack/command", given).await;
}

pub async fn told(control: &Control, person: &str, words: &str) -> Value {
    control
        .until(&format!("{person} is told {words:?}"), async || {
            let path = format!("/slack/messages?channel=dm:{person}");
            let mut messages = control.get(&path).await["messages"].as_array().unwrap().clone();
            messages.extend(control.ephemerals(person).await);
            messages.into_iter().rev().find(|message| all_text(message).contains(words))
        })
        .await
}

/// A town in which codes can be typed, and Google answers quickly.
pub async fn with_codes() -> (Town, String) {
    let (world, cast) = small_world();
    let mut town = Town::empty(Plan::new(world).model(searching())).await;
    town.control.post("/google/device/timing", json!({ "interval": 1, "expires_in": 60 })).await;
    open_with_codes(&mut town).await;
    (town, cast.asker)
}

pub async fn open_with_codes(town: &mut Town) {
    let card = town.card();
    let (url, id) = (card.google_device_code_url.clone(), card.device_client_id.clone());
    let secret = card.device_client_secret.clone();
    let more = [
        ("GOOGLE_DEVICE_CODE_URL", url.as_str()),
        ("GOOGLE_DEVICE_CLIENT_ID", id.as_str()),
        ("GOOGLE_DEVICE_CLIENT_SECRET", secret.as_str()),
    ];
    town.open_with(&more).await;
}

/// The code that was whispered.
pub fn code_in(offer: &Value) -> String {
    let text = all_text(offer);
    let words = text.split(|sign: char| !sign.is_ascii_uppercase() && sign != '-');
    words.into_iter().find(|word| word.len() == 11 && word.matches('-').count() == 2).expect(&text).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_typed_on_another_device_connects_what_google_allows_that_way() {
    let (town, asker) = with_codes().await;
    command(&town.control, &asker, "auth device").await;
    let offer = town.control.ephemeral_saying(&asker, "type the code").await;
    let typed = json!({ "user_code": code_in(&offer), "person": asker });
    town.control.post("/google/device", typed).await;
    told(&town.control, &asker, "is connected").await;
    command(&town.control, &asker, "status").await;
    let status = told(&town.control, &asker, "(the one I use)").await;
    assert!(all_text(&status).contains("make files, and work with those I made"), "{}", all_text(&status));
    assert!(!all_text(&status).contains("mail"), "Google gives no mail that way: {}", all_text(&status));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_is_refused_or_given_up_connects_nothing() {
    let (town, asker) = with_codes().await;
    command(&town.control, &asker, "auth device").await;
    let offer = town.control.ephemeral_saying(&asker, "type the code").await;
    let refused = json!({ "user_code": code_in(&offer), "person": asker, "deny": true });
    town.control.post("/google/device", refused).await;
    told(&town.control, &asker, "was cancelled on Google's page").await;

    command(&town.control, &asker, "auth device").await;
    let first = code_in(&offer);
    let offer = town
        .control
        .until("a second code", async || {
            let whispers = town.control.ephemerals(&asker).await;
            whispers
                .into_iter()
                .rev()
                .find(|one| all_text(one).contains("type the code") && code_in(one) != first)
        })
        .await;
    let click = json!({ "person": asker, "channel": "dm", "ts": offer["ts"], "action": "Cancel" });
    town.control.post("/slack/click", click).await;
    told(&town.control, &asker, "Given up").await;
    command(&town.control, &asker, "status").await;
    told(&town.control, &asker, "You have connected no account").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_address_of_our_own_the_one_it_ends_at_is_pasted() {
    let (world, cast) = small_world();
    let plan = Plan::new(world).model(searching()).config("[google]\nsign_in = \"paste_back\"");
    let mut town = Town::empty(plan).await;
    let (id, secret) = (town.card().desktop_client_id.clone(), town.card().desktop_client_secret.clone());
    town.open_with(&[("GOOGLE_CLIENT_ID", id.as_str()), ("GOOGLE_CLIENT_SECRET", secret.as_str())]).await;
    let control = &town.control;
    let asked = control.say(&cast.asker, "dm", "what is new?", None).await;
    let offer = control.ephemeral_saying(&cast.asker, "paste it").await;
    let ended_at = town.consent_ends_at(&offer, &cast.asker).await;
    assert!(ended_at.starts_with("http://127.0.0.1:53682/?"), "{ended_at}");

    let paste = async |text: &str| {
        let click = json!({ "person": cast.asker, "channel": "dm", "ts": offer["ts"], "action": "Paste the address" });
        control.post("/slack/click", click).await;
        control
            .until("the form", async || {
                let views = control.get(&format!("/slack/views?person={}", cast.asker)).await;
                views["views"].as_array().filter(|views| !views.is_empty()).map(|_| ())
            })
            .await;
        control.post("/slack/submit", json!({ "person": cast.asker, "text": text })).await;
        control
            .until("the form is closed", async || {
                let views = control.get(&format!("/slack/views?person={}", cast.asker)).await;
                views["views"].as_array().filter(|views| views.is_empty()).map(|_| ())
            })
            .await;
    };
    paste("4/0AbCdEf").await;
    told(control, &cast.asker, "the code alone is not enough").await;
    paste(&ended_at).await;
    assert!(control.reply(&asked, 0).await.contains(&cast.subject));
    // Used up: whoever finds the address later can do nothing with it.
    paste(&ended_at).await;
    told(control, &cast.asker, "was used before").await;
    town.close().await;
    let query = ended_at.split_once('?').unwrap().1.as_bytes();
    for file in ["countersign.db", "inbox.db"] {
        let kept = std::fs::read(town.data().join(file)).unwrap();
        assert!(!kept.windows(query.len()).any(|bytes| bytes == query), "{file} still has what was pasted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_account_works_for_people_of_our_own_domain_and_nobody_signs_in() {
    let (world, cast) = small_world();
    let config = format!("[google]\nservice_account_domains = [\"{}\"]", cast.domain);
    let mut town = Town::empty(Plan::new(world).model(searching()).config(&config)).await;
    let key = town.card().service_account_key.to_string();
    town.open_with(&[
        ("GOOGLE_CLIENT_ID", ""),
        ("GOOGLE_CLIENT_SECRET", ""),
        ("GOOGLE_SERVICE_ACCOUNT_KEY", key.as_str()),
    ])
    .await;
    let control = &town.control;
    let asked = control.say(&cast.asker, "dm", "what is new?", None).await;
    assert!(control.reply(&asked, 0).await.contains(&cast.subject));
    assert!(control.ephemerals(&cast.asker).await.is_empty(), "nobody was asked to sign in");
    let tokens = control.requests("google", "oauth.token").await;
    assert!(!tokens.is_empty() && tokens.iter().all(|request| request["status"] == 200), "{tokens:?}");
    command(control, &cast.asker, "disconnect").await;
    told(control, &cast.asker, "did not connect").await;
    // Somebody else is worked for in their own mailbox, by a token of their own.
    let other = control.say(&cast.colleague, "dm", "what is new?", None).await;
    assert!(!control.reply(&other, 0).await.contains(&cast.subject));
    let callers = control.requests("google", "gmail.users.messages.list").await;
    let mut callers: Vec<&str> = callers.iter().filter_map(|request| request["caller"].as_str()).collect();
    callers.sort_unstable();
    let mut expected = vec![cast.asker.as_str(), cast.colleague.as_str()];
    expected.sort_unstable();
    assert_eq!(callers, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_of_earlier_days_does_not_stand_in_the_way_of_the_service_account() {
    let (world, cast) = small_world();
    let config = format!("[google]\nservice_account_domains = [\"{}\"]", cast.domain);
    let mut town = Town::empty(Plan::new(world).model(searching()).config(&config)).await;
    town.open().await;
    let asked = town.control.say(&cast.asker, "dm", "what is new?", None).await;
    town.connect(&cast.asker).await;
    assert!(town.control.reply(&asked, 0).await.contains(&cast.subject));
    town.close().await;
    // Her old permission ends on the day on which the organisation's own begins.
    town.control.post("/google/revoke", json!({ "person": cast.asker })).await;
    let key = town.card().service_account_key.to_string();
    town.open_with(&[("GOOGLE_SERVICE_ACCOUNT_KEY", key.as_str())]).await;
    let asked = town.control.say(&cast.asker, "dm", "what is new?", None).await;
    let answer = town.control.reply(&asked, 0).await;
    assert!(answer.contains(&cast.subject), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_account_works_for_nobody_outside_its_domains_and_says_what_is_not_delegated() {
    let (world, cast) = small_world();
    let config = "[google]\nservice_account_domains = [\"elsewhere.example\"]";
    let mut town = Town::empty(Plan::new(world).model(searching()).config(config)).await;
    let key = town.card().service_account_key.to_string();
    let more = [
        ("GOOGLE_CLIENT_ID", ""),
        ("GOOGLE_CLIENT_SECRET", ""),
        ("GOOGLE_SERVICE_ACCOUNT_KEY", key.as_str()),
    ];
    town.open_with(&more).await;
    let asked = town.control.say(&cast.asker, "dm", "what is new?", None).await;
    let answer = town.control.reply(&asked, 0).await;
    assert!(answer.contains("own domains"), "{answer}");
    assert!(town.control.requests("google", "oauth.token").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_connected_listed_chosen_and_disconnected_by_command() {
    let (world, cast) = small_world();
    let town = Plan::new(world).model(searching()).build().await;
    let control = &town.control;
    command(control, &cast.asker, "").await;
    told(control, &cast.asker, "connects an account").await;
    command(control, &cast.asker, "status").await;
    told(control, &cast.asker, "You have connected no account").await;
    command(control, &cast.asker, "auth").await;
    let offer = control.ephemeral_saying(&cast.asker, "Here you can connect").await;
    assert!(button(&offer, "Connect Google").is_some());
    town.connect(&cast.asker).await;
    told(control, &cast.asker, "is connected").await;
    command(control, &cast.asker, "default nobody@nowhere.example").await;
    told(control, &cast.asker, "is not connected").await;
    command(control, &cast.asker, "status").await;
    let status = told(control, &cast.asker, "(the one I use)").await;
    let status = all_text(&status);
    assert!(status.contains("read your mail") && !status.contains("send"), "to read only: {status}");
    command(control, &cast.asker, "disconnect").await;
    let address = town.address_of(&cast.asker);
    let question = told(control, &cast.asker, &format!("Disconnect {address}?")).await;
    assert!(control.requests("google", "oauth.revoke").await.is_empty());
    control.click(&cast.asker, &question, &format!("Disconnect {address}")).await;
    told(control, &cast.asker, "is disconnected").await;

    // The question still stands there after the account was connected again.
    town.grant(&cast.asker, &["gmail.readonly"]).await;
    control.click(&cast.asker, &question, &format!("Disconnect {address}")).await;
    told(control, &cast.asker, "was connected again after this question, so nothing was done").await;
    assert_eq!(control.requests("google", "oauth.revoke").await.len(), 1);
}
