//! Rights that were lost, and cards that vanished.

use serde_json::{Value, json};

use super::{Scene, one_mail, scene};
use crate::harness::button;

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
    let held = json!({ "service": "slack", "method": "users.info", "kind": "hold" });
    scene.town.control.fault(held).await;
    scene.click(&card, "Approve").await;
    scene.town.control.post("/slack/channels/leave", body).await;
    scene.town.control.delete("/faults").await;
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

/// Google says so only when it is asked, so it is found out when the call runs.
#[tokio::test(flavor = "multi_thread")]
async fn a_requester_whose_account_google_has_closed_approves_nothing() {
    let scene = scene("channel", one_mail("The keys")).await;
    let card = scene.card().await;
    scene.town.control.post("/google/revoke", json!({ "person": scene.cast.asker })).await;
    scene.click(&card, "Approve").await;
    let now = scene.says(&card, "no longer").await;
    assert!(button(&now, "Approve").is_none(), "{now}");
    assert!(scene.sent().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn where_rights_cannot_be_looked_up_nothing_is_done_and_nothing_is_lost() {
    let scene = scene("channel", one_mail("The keys")).await;
    let card = scene.card().await;
    let down = json!({ "service": "slack", "method": "conversations.members", "kind": { "status": { "code": 503 } } });
    scene.town.control.fault(down).await;
    scene.click(&card, "Approve").await;
    scene.town.control.ephemeral_saying(&scene.cast.asker, "Press again in a moment").await;
    assert!(scene.sent().await.is_empty());
    scene.town.control.delete("/faults").await;
    scene.click(&card, "Approve").await;
    scene.says(&card, "Done").await;
    assert_eq!(scene.sent().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_card_is_void_and_its_person_is_told() {
    let scene = scene("channel", one_mail("The keys")).await;
    let card = scene.card().await;
    // Slack shows the card a moment before the product knows where it stands.
    let rests = async || (!scene.town.control.is_processing(&scene.asked.ts).await).then_some(());
    scene.town.control.until("the thread rests", rests).await;
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
