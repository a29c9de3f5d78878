//! What already stands in a thread when outsiders come to read it, and what is not only text.

use super::*;
use crate::harness::{Beat, Speaker};

/// What nobody from outside may read of a card.
fn is_an_outline(scene: &Scene, card: &Value) {
    let text = all_text(card);
    for private in [&scene.secret, "ben@elsewhere.example", &scene.cast.domain] {
        assert!(!text.contains(private), "{private}: {text}");
    }
    assert!(text.contains("gmail.send: what it would do is shown only to whoever asked."), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_stood_there_is_an_outline_once_a_guest_can_read_it() {
    let scene = scene_with(look_and_send).await;
    let asked = scene.ask().await;
    let card = scene.town.control.live_card(&asked).await;
    assert!(all_text(&card).contains("ben@elsewhere.example"), "{card}");
    scene.joins(GUEST, "guest").await;
    // All of it is still before the requester alone.
    scene.town.control.click(&scene.cast.asker, &card, "View all").await;
    let path = format!("/slack/views?person={}", scene.cast.asker);
    let opened = async || {
        let views = scene.town.control.get(&path).await.to_string();
        views.contains(&format!("It is {}", scene.secret)).then_some(())
    };
    scene.town.control.until("the whole card", opened).await;
    scene.town.control.click(&scene.cast.asker, &card, "Approve").await;
    let done = scene.town.control.card_says(&asked, &card, "✅ *Done*").await;
    is_an_outline(&scene, &done);
    assert_eq!(scene.town.control.mailbox(&scene.cast.asker, "SENT").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_is_an_outline_once_its_channel_is_shared() {
    let scene = scene_with(look_and_send).await;
    let asked = scene.ask().await;
    let card = scene.town.control.live_card(&asked).await;
    let sharing = json!({ "channel": "room", "company": COMPANY });
    scene.town.control.post("/slack/channels/share", sharing).await;
    scene.town.control.click(&scene.cast.asker, &card, "Deny").await;
    let denied = scene.town.control.card_says(&asked, &card, "Denied by").await;
    is_an_outline(&scene, &denied);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_in_a_direct_message_shows_all_of_it() {
    let scene = scene_with(look_and_send).await;
    scene.joins(GUEST, "guest").await;
    scene.ask().await;
    let card = all_text(&scene.told_card().await);
    assert!(card.contains(&format!("It is {}", scene.secret)), "{card}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_got_through_unheard_of_is_not_put_up_again_elsewhere() {
    let mut scene = scene_with(look_and_send).await;
    let lost =
        json!({ "service": "slack", "method": "chat.postMessage", "kind": "drop_after_commit", "times": 1 });
    scene.town.control.fault(lost).await;
    let blind = json!({ "service": "slack", "method": "conversations.replies", "kind": { "status": { "code": 503 } } });
    scene.town.control.fault(blind).await;
    let asked = scene.ask().await;
    let card = scene.town.control.live_card(&asked).await;
    scene.town.close().await;
    scene.joins(GUEST, "guest").await;
    scene.town.control.delete("/faults").await;
    scene.town.open().await;
    scene.town.control.click(&scene.cast.asker, &card, "Deny").await;
    let denied = scene.town.control.card_says(&asked, &card, "Denied by").await;
    is_an_outline(&scene, &denied);
    let told = json!(scene.told().await).to_string();
    assert!(!told.contains("ben@elsewhere.example"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_got_through_unheard_of_is_not_told_again_elsewhere() {
    let mut scene = scene().await;
    let lost =
        json!({ "service": "slack", "method": "chat.postMessage", "kind": "drop_after_commit", "times": 1 });
    scene.town.control.fault(lost).await;
    let blind = json!({ "service": "slack", "method": "conversations.replies", "kind": { "status": { "code": 503 } } });
    scene.town.control.fault(blind).await;
    let asked = scene.ask().await;
    scene.town.control.reply(&asked, 0).await;
    scene.town.close().await;
    scene.joins(GUEST, "guest").await;
    scene.town.control.delete("/faults").await;
    scene.town.open().await;
    // What comes next is answered after it, so it has ended.
    let again = "@countersign thanks";
    scene.town.control.say(&scene.cast.asker, "room", again, Some(&asked.ts)).await;
    let pointer = scene.town.control.reply(&asked, 1).await;
    assert_eq!(without_way(&pointer), POINTER);
    assert_eq!(scene.told().await.len(), 1, "only the second answer is told");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_answers_and_tables_go_where_the_answer_goes() {
    let scene = scene_with(|secret, request| {
        if results(request).is_empty() {
            return look_and_tell(secret, request);
        }
        let rows = format!("| a number | {secret} and more words |\n").repeat(2000);
        let prose = format!("The word is {secret}, said at length. ").repeat(1500);
        says(&format!("| number | word |\n|---|---|\n{rows}\n\n{prose}"))
    })
    .await;
    scene.joins(GUEST, "guest").await;
    let asked = scene.ask().await;
    assert_eq!(without_way(&scene.town.control.reply(&asked, 0).await), POINTER);
    scene.nothing_leaked(&asked).await;
    assert!(!scene.told().await.is_empty());
    let mut put = scene.town.control.requests("slack", "canvases.access.set").await;
    put.extend(scene.town.control.requests("slack", "files.completeUploadExternal").await);
    assert!(!put.is_empty(), "so much is no message");
    assert!(put.iter().all(|request| !request["body"].as_str().unwrap().contains(&asked.channel)), "{put:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_an_account_is_streamed_where_outsiders_read() {
    let (world, cast) = small_world();
    let (speaker, secret) = (Speaker::new(), cast.secret_word.clone());
    let town = Plan::new(world).model(speaker.clone()).build().await;
    town.grant(&cast.asker, &MAIL).await;
    let room = json!({ "name": "room", "members": [cast.asker, cast.colleague], "agent": true });
    town.control.post("/slack/channels", room).await;
    let scene = Scene { town, cast, secret };
    scene.joins(GUEST, "guest").await;
    let asked = scene.ask().await;
    speaker.does(Beat::Call("gmail.search", json!({ "query": "in:inbox", "limit": 5 })));
    speaker.ends();
    // So much at once is shown at once where it may be.
    speaker.says(&format!("The word is {}. ", scene.secret).repeat(40));
    let searched = async || {
        let searched = scene.town.control.requests("google", "gmail.users.messages.list").await;
        (!searched.is_empty()).then_some(())
    };
    scene.town.control.until("the mailbox is searched", searched).await;
    speaker.ends();
    assert_eq!(without_way(&scene.town.control.reply(&asked, 0).await), POINTER);
    for request in scene.town.control.requests("slack", "chat.*").await {
        let body: Value = serde_json::from_str(request["body"].as_str().unwrap()).unwrap_or_default();
        let there = body["channel"] == asked.channel.as_str();
        assert!(!there || !body.to_string().contains(&scene.secret), "{request}");
    }
}
