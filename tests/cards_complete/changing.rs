//! Changing a call, and saying why not.

use serde_json::{Value, json};

use super::{one_mail, scene};
use crate::harness::{all_text, button};

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
    assert!(shown.contains("you changed this") && shown.contains("you wrote this"), "whose words: {shown}");
    assert!(!shown.contains("cara@elsewhere.example is nobody you named"), "she typed it: {shown}");
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

/// The short digest that stands on a card.
fn digest(card: &Value) -> String {
    let text = all_text(card);
    text.split('`').nth(1).unwrap_or_default().to_owned()
}
