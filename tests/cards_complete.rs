//! The rest of what a card must do: change, explain, several at once, rights that were lost, cards that vanish, and
//! what stands where others read along.

use std::sync::Arc;

use futures_util::future::join_all;
use kernel::{Reply, Request};
use serde_json::{Value, json};

use crate::harness::{
    Acting, Cast, Plan, Posted, ScriptedModel, Town, all_text, button, call, calls, is_card, results, says,
    small_world,
};

const MAIL: [&str; 1] = ["gmail.modify"];

/// A model that makes these calls, then says what it was told about them.
struct Scene {
    town: Town,
    cast: Cast,
    asked: Posted,
    model: Arc<ScriptedModel>,
}

type Script = dyn Fn(&Request) -> Reply + Send + Sync;

async fn scene(place: &str, script: Box<Script>) -> Scene {
    let (world, cast) = small_world();
    let model = ScriptedModel::new(move |request| script(request));
    let town = Plan::new(world).model(model.clone()).build().await;
    town.grant(&cast.asker, &MAIL).await;
    let channel = if place == "dm" { "dm".to_owned() } else { cast.channel.clone() };
    let asked = town.control.say(&cast.asker, &channel, "@countersign do it", None).await;
    Scene { town, cast, asked, model }
}

/// One mail, and then what became of it.
fn one_mail(body: &str) -> Box<Script> {
    let args = json!({ "to": ["ben@elsewhere.example"], "subject": "Keys", "body": body });
    Box::new(move |request| match results(request).last() {
        None => calls(vec![call(request, "gmail.send", args.clone())]),
        Some(result) => says(&format!("Told: {}", result.words)),
    })
}

impl Scene {
    async fn card(&self) -> Value {
        self.town.control.live_card(&self.asked).await
    }

    async fn click(&self, card: &Value, label: &str) {
        self.town.control.click(&self.cast.asker, card, label).await;
    }

    async fn says(&self, card: &Value, words: &str) -> Value {
        self.town.control.card_says(&self.asked, card, words).await
    }

    async fn sent(&self) -> Vec<Value> {
        self.town.control.mailbox(&self.cast.asker, "SENT").await
    }

    /// What the model said it was told.
    async fn told(&self) -> String {
        self.town
            .control
            .until("what the model was told", async || {
                let replies = self.town.control.replies(&self.asked).await;
                replies.iter().map(all_text).find(|words| words.contains("Told:"))
            })
            .await
    }

    async fn form(&self) -> Value {
        self.town
            .control
            .until("a form", async || {
                let path = format!("/slack/views?person={}", self.cast.asker);
                let views = self.town.control.get(&path).await["views"].as_array().unwrap().clone();
                views.last().map(|shown| shown["view"].clone())
            })
            .await
    }

    async fn submit(&self, values: Value) {
        let body = json!({ "person": self.cast.asker, "values": values });
        self.town.control.post("/slack/submit", body).await;
    }

    /// What was said to the person directly.
    async fn told_directly(&self, words: &str) {
        let path = format!("/slack/messages?channel=dm:{}", self.cast.asker);
        self.town
            .control
            .until(&format!("a direct message that says {words:?}"), async || {
                let messages = self.town.control.get(&path).await["messages"].as_array().unwrap().clone();
                messages.iter().any(|message| all_text(message).contains(words)).then_some(())
            })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn edit_makes_a_new_card_with_a_new_digest_and_only_that_one_can_be_approved() {
    let scene = scene("dm", one_mail("The keys are under the mat")).await;
    let card = scene.card().await;
    scene.click(&card, "Edit…").await;
    let form = scene.form().await;
    assert!(form.to_string().contains("The keys are under the mat"), "{form}");
    scene
        .submit(json!({ "to": { "line": "cara@elsewhere.example" }, "subject": { "line": "Keys" },
            "body": { "line": "The keys are with the porter" } }))
        .await;
    let old = scene.says(&card, "Changed by").await;
    assert!(button(&old, "Approve").is_none());
    let new = scene.card().await;
    assert_ne!(new["ts"], card["ts"]);
    let shown = all_text(&new);
    assert!(shown.contains("with the porter") && shown.contains("cara@elsewhere.example"), "{shown}");
    assert!(!shown.contains("under the mat"), "{shown}");
    assert_ne!(digest(&new), digest(&card));
    assert!(scene.sent().await.is_empty());
    scene.click(&new, "Approve").await;
    scene.says(&new, "Done").await;
    let sent = scene.sent().await;
    assert_eq!(sent.len(), 1);
    let id = sent[0]["id"].as_str().unwrap();
    let mail = scene.town.control.message(&scene.cast.asker, id).await;
    assert!(mail["text"].as_str().unwrap().contains("with the porter"), "{mail}");
    assert!(mail["to"].as_str().unwrap().contains("cara@"), "{mail}");
    assert!(scene.told().await.contains("The person changed this call"), "the model knows");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_that_makes_no_sense_is_answered_and_nothing_is_done() {
    let scene = scene("dm", one_mail("The keys")).await;
    let card = scene.card().await;
    scene.click(&card, "Edit…").await;
    scene.form().await;
    scene
        .submit(json!({ "to": { "line": "nobody at all" }, "subject": { "line": "Keys" }, "body": { "line": "x" } }))
        .await;
    scene.says(&card, "Changed by").await;
    assert!(scene.told().await.contains("input_invalid"), "the new plan took the same road");
    assert!(scene.sent().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_else_cannot_open_the_edit_of_a_card() {
    let scene = scene("channel", one_mail("The keys")).await;
    let card = scene.card().await;
    scene.town.control.click(&scene.cast.colleague, &card, "Edit…").await;
    scene.town.control.ephemeral_saying(&scene.cast.colleague, "Only Ada Asker can decide").await;
    let path = format!("/slack/views?person={}", scene.cast.colleague);
    assert_eq!(scene.town.control.get(&path).await["views"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn deny_with_a_reason_goes_to_the_agent_in_the_persons_own_words() {
    let scene = scene("dm", one_mail("The keys")).await;
    let card = scene.card().await;
    scene.click(&card, "Deny, and say why…").await;
    scene.form().await;
    let text = json!({ "person": scene.cast.asker, "text": "Ask Cara first" });
    scene.town.control.post("/slack/submit", text).await;
    let now = scene.says(&card, "Denied by").await;
    assert!(button(&now, "Approve").is_none());
    let told = scene.told().await;
    assert!(told.contains("said why") && told.contains("Ask Cara first"), "{told}");
    assert!(scene.sent().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_typed_in_the_thread_is_no_approval() {
    let scene = scene("dm", one_mail("The keys")).await;
    let card = scene.card().await;
    scene.town.control.say(&scene.cast.asker, "dm", "yes, approve it", Some(&scene.asked.ts)).await;
    scene
        .town
        .control
        .until("the model hears it", async || {
            let heard = scene.model.heard.lock().unwrap();
            heard
                .iter()
                .any(|request| format!("{:?}", request.messages).contains("yes, approve it"))
                .then_some(())
        })
        .await;
    assert!(scene.sent().await.is_empty());
    assert!(button(&card, "Approve").is_some());
}

/// Several calls of one tool in one reply.
async fn several(tool: &'static str, args: Vec<Value>) -> Scene {
    let script: Box<Script> = Box::new(move |request| match results(request).as_slice() {
        [] => {
            let each = args.iter().enumerate().map(|(number, args)| {
                let mut call = call(request, tool, args.clone());
                call.id = kernel::CallId(format!("c{number}"));
                call
            });
            calls(each.collect())
        }
        results => says(&format!("Told: {}", results.iter().filter(|result| !result.failed).count())),
    });
    scene("dm", script).await
}

fn mail_to(address: &str, subject: &str) -> Value {
    json!({ "to": [address], "subject": subject, "body": "Hello" })
}

#[tokio::test(flavor = "multi_thread")]
async fn similar_writes_stand_on_one_card_and_each_runs_exactly_once() {
    let to = "ben@elsewhere.example";
    let scene =
        several("gmail.send", vec![mail_to(to, "One"), mail_to(to, "Two"), mail_to(to, "Three")]).await;
    let card = scene.group().await;
    let shown = all_text(&card);
    for part in ["Subject: One", "Subject: Two", "Subject: Three"] {
        assert!(shown.contains(part), "{shown}");
    }
    let replies = scene.town.control.replies(&scene.asked).await;
    assert_eq!(replies.iter().filter(|reply| is_card(reply)).count(), 1, "one card for all");
    assert!(scene.sent().await.is_empty());
    let presses = (0..5).map(|_| scene.click(&card, "Approve all (3)"));
    join_all(presses).await;
    assert!(scene.told().await.contains("Told: 3"));
    assert_eq!(scene.sent().await.len(), 3);
    let sends = scene.town.control.requests("google", "gmail.users.drafts.send").await;
    assert_eq!(sends.len(), 3);
    let now = scene.says(&card, "(decided)").await;
    assert!(button(&now, "Deny all").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_can_be_denied_at_once() {
    let to = "ben@elsewhere.example";
    let scene = several("gmail.send", vec![mail_to(to, "One"), mail_to(to, "Two")]).await;
    let card = scene.group().await;
    scene.click(&card, "Deny all").await;
    assert!(scene.told().await.contains("Told: 0"));
    assert!(scene.sent().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_can_be_decided_one_by_one() {
    let to = "ben@elsewhere.example";
    let scene = several("gmail.send", vec![mail_to(to, "One"), mail_to(to, "Two")]).await;
    let group = scene.group().await;
    scene.click(&group, "One by one").await;
    let apart = scene.says(&group, "card of its own").await;
    assert!(button(&apart, "Approve all (2)").is_none());
    let single = async |subject: &str| {
        scene
            .town
            .control
            .until(&format!("the card of {subject}"), async || {
                let replies = scene.town.control.replies(&scene.asked).await;
                let ours =
                    |reply: &Value| button(reply, "Approve").is_some() && all_text(reply).contains(subject);
                replies.into_iter().find(ours)
            })
            .await
    };
    let (one, two) = (single("One").await, single("Two").await);
    scene.click(&one, "Approve").await;
    scene.click(&two, "Deny").await;
    assert!(scene.told().await.contains("Told: 1"));
    assert_eq!(scene.sent().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn different_recipients_are_never_decided_with_one_press() {
    let calls = vec![mail_to("ben@elsewhere.example", "One"), mail_to("eve@elsewhere.example", "Two")];
    let scene = several("gmail.send", calls).await;
    let cards = scene
        .town
        .control
        .until("two cards", async || {
            let replies = scene.town.control.replies(&scene.asked).await;
            let cards: Vec<Value> =
                replies.into_iter().filter(|reply| button(reply, "Approve").is_some()).collect();
            (cards.len() == 2).then_some(cards)
        })
        .await;
    assert!(cards.iter().all(|card| !all_text(card).contains("Approve all")));
}

impl Scene {
    async fn group(&self) -> Value {
        self.town
            .control
            .until("a card for several", async || {
                let replies = self.town.control.replies(&self.asked).await;
                replies.into_iter().find(|reply| button(reply, "Deny all").is_some())
            })
            .await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_requester_who_became_a_guest_approves_nothing() {
    let scene = scene("channel", one_mail("The keys")).await;
    let card = scene.card().await;
    let path = "/slack/people/standing";
    scene.town.control.post(path, json!({ "person": scene.cast.asker, "standing": "guest" })).await;
    scene.click(&card, "Approve").await;
    let now = scene.says(&card, "no longer a full member").await;
    assert!(button(&now, "Approve").is_none());
    assert!(scene.sent().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_requester_whose_account_was_closed_approves_nothing() {
    let scene = scene("channel", one_mail("The keys")).await;
    let card = scene.card().await;
    // The press arrives when the product is down; by the time it is taken in, the account is closed.
    let Scene { mut town, cast, asked, .. } = scene;
    town.close().await;
    town.control.click(&cast.asker, &card, "Approve").await;
    let closed = json!({ "person": cast.asker, "standing": "deactivated" });
    town.control.post("/slack/people/standing", closed).await;
    town.open().await;
    let now = town.control.card_says(&asked, &card, "has been closed").await;
    assert!(button(&now, "Approve").is_none());
    assert!(town.control.mailbox(&cast.asker, "SENT").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_requester_who_left_the_channel_approves_nothing() {
    let scene = scene("channel", one_mail("The keys")).await;
    let card = scene.card().await;
    let body = json!({ "channel": scene.cast.channel, "person": scene.cast.asker });
    // The press is under way while the person leaves.
    let slow = json!({ "service": "slack", "method": "users.info", "kind": { "latency": { "ms": 1500 } }, "times": 1 });
    scene.town.control.fault(slow).await;
    scene.click(&card, "Approve").await;
    scene.town.control.post("/slack/channels/leave", body).await;
    let now = scene.says(&card, "has left this channel").await;
    assert!(button(&now, "Approve").is_none());
    assert!(scene.sent().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_requester_whose_account_is_disconnected_approves_nothing() {
    let scene = scene("channel", one_mail("The keys")).await;
    let card = scene.card().await;
    let address = format!("{}@{}", scene.cast.asker, scene.cast.domain);
    let command = json!({ "person": scene.cast.asker, "channel": scene.cast.channel, "command": "/google",
        "text": format!("disconnect {address}") });
    scene.town.control.post("/slack/command", command).await;
    scene.town.control.ephemeral_saying(&scene.cast.asker, "disconnected").await;
    scene.click(&card, "Approve").await;
    scene.says(&card, "no longer connected").await;
    assert!(scene.sent().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_card_is_void_and_its_person_is_told() {
    let scene = scene("channel", one_mail("The keys")).await;
    let card = scene.card().await;
    scene.delete(&card).await;
    scene.told_directly("was deleted, so it cannot be approved any more").await;
    assert!(scene.told().await.contains("no longer there"));
    assert!(scene.sent().await.is_empty());
}

impl Scene {
    /// The card is deleted by the app's own token, as an administrator would have it done.
    async fn delete(&self, card: &Value) {
        let url = wire::Url::parse(&format!("{}chat.delete", self.town.card().slack_api_url)).unwrap();
        let token = kernel::Secret::new(self.town.card().bot_token.clone());
        let body = json!({ "channel": card["channel"], "ts": card["ts"] });
        let request = self.town.control.wire().request(wire::Method::POST, url).bearer(&token).json(&body);
        let answer: Value = request.send().await.unwrap().json().unwrap();
        assert_eq!(answer["ok"], true, "{answer}");
    }
}

/// Reads the friend's mail, then writes about it.
fn tells_what_it_read(secret: String) -> Box<Script> {
    let mail = mail_with(&format!("They wrote: {secret}"));
    Box::new(move |request| match results(request).len() {
        0 => calls(vec![call(request, "gmail.search", json!({ "query": "in:inbox", "limit": 5 }))]),
        1 => calls(vec![call(request, "gmail.send", mail.clone())]),
        _ => says("Told: all"),
    })
}

fn mail_with(body: &str) -> Value {
    json!({ "to": ["ben@elsewhere.example"], "subject": "Keys", "body": body })
}

#[tokio::test(flavor = "multi_thread")]
async fn private_data_in_a_public_thread_is_a_summary_and_all_of_it_is_for_the_requester() {
    let scene = scene("channel", tells_what_it_read("the lantern word".to_owned())).await;
    let card = scene.card().await;
    let shown = all_text(&card);
    assert!(shown.contains("Keys") && shown.contains("ben@elsewhere.example"), "{shown}");
    assert!(!shown.contains("lantern"), "what was read stands in the channel: {shown}");
    scene.town.control.click(&scene.cast.colleague, &card, "View all").await;
    scene.town.control.ephemeral_saying(&scene.cast.colleague, "Only Ada Asker").await;
    scene.click(&card, "View all").await;
    let form = scene.form().await;
    assert!(form.to_string().contains("They wrote: the lantern word"), "{form}");
    scene.click(&card, "Approve").await;
    let done = scene.says(&card, "Done").await;
    assert!(!all_text(&done).contains("lantern"));
    assert_eq!(scene.sent().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_card_in_a_direct_message_shows_everything() {
    let scene = scene("dm", tells_what_it_read("the lantern word".to_owned())).await;
    assert!(all_text(&scene.card().await).contains("They wrote: the lantern word"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_body_can_be_read_whole_in_a_form() {
    let body = format!("{} the very end", "word ".repeat(4000));
    let scene = scene("dm", one_mail(&body)).await;
    let card = scene.card().await;
    scene.click(&card, "View all").await;
    let form = scene.form().await;
    assert!(form.to_string().contains("the very end"));
    assert!(form.get("submit").is_none_or(Value::is_null), "it is only read");
}

#[tokio::test(flavor = "multi_thread")]
async fn high_risk_asks_once_more_before_the_press_counts() {
    let to: Vec<String> = (0..12).map(|number| format!("p{number}@elsewhere.example")).collect();
    let args = json!({ "to": to, "subject": "All", "body": "Hello" });
    let script: Box<Script> = Box::new(move |request| match results(request).last() {
        None => calls(vec![call(request, "gmail.send", args.clone())]),
        Some(_) => says("Told: all"),
    });
    let many = scene("dm", script).await;
    assert!(button(&many.card().await, "Approve").unwrap()["confirm"].is_object());
    let one = scene("dm", one_mail("The keys")).await;
    assert!(button(&one.card().await, "Approve").unwrap()["confirm"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_has_a_link_to_it() {
    let acting = Acting::as_ana(&["documents", "drive"]).await;
    let args = json!({ "title": "Harbour notes", "content": "Hello" });
    let act = acting.act("docs.create", args).await;
    let card = act.card().await;
    acting.control().click("ana", &card, "Approve").await;
    let done = acting.control().card_says(act.posted(), &card, "Done").await;
    assert!(all_text(&done).contains("|Open it>"), "{}", all_text(&done));
}

/// The short digest that stands on a card.
fn digest(card: &Value) -> String {
    let text = all_text(card);
    text.split('`').nth(1).unwrap_or_default().to_owned()
}
