//! As it is shipped, what comes from an account is posted where others read it only once its person agreed to exactly
//! that.

use sqlx::{Connection as _, SqliteConnection};

use super::*;

/// So that the harness leaves it as it is shipped.
const AS_SHIPPED: &str = "# private_results is not set";
const POST: &str = "Post to #room";
const ALONE: &str = "I answered you in a direct message, because it comes from your account. You can post it here from there.";

impl Scene {
    /// The button in the direct message.
    async fn offer(&self) -> Value {
        let found = async || self.told().await.into_iter().find(|told| button(told, POST).is_some());
        self.town.control.until("an offer to post it", found).await
    }

    /// The offer once it says this.
    async fn offer_says(&self, offer: &Value, words: &str) {
        let says = |told: &Value| told["ts"] == offer["ts"] && all_text(told).contains(words);
        let found = async || self.told().await.iter().find(|told| says(told)).map(|_| ());
        self.town.control.until(&format!("the offer says {words:?}"), found).await;
    }

    async fn press(&self, offer: &Value) {
        let asker = &self.cast.asker;
        let value = button(offer, POST).unwrap()["value"].clone();
        let click = json!({ "person": asker, "channel": "dm", "ts": offer["ts"], "action": POST,
            "value": value });
        self.town.control.post("/slack/click", click).await;
    }

    /// The answer is in the direct message; the thread only says so.
    async fn told_alone(&self) -> (Posted, Value) {
        let asked = self.ask().await;
        assert_eq!(without_way(&self.town.control.reply(&asked, 0).await), ALONE);
        self.nothing_leaked(&asked).await;
        (asked, self.offer().await)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_posted_as_it_was_told_once_its_person_agrees() {
    let mut scene = scene_in(AS_SHIPPED, look_and_tell).await;
    let (asked, offer) = scene.told_alone().await;
    // The button stays to be pressed for a while.
    let held = json!({ "service": "slack", "method": "chat.update", "kind": "hold" });
    scene.town.control.fault(held).await;
    scene.press(&offer).await;
    scene.press(&offer).await;
    scene.town.control.ephemeral_saying(&scene.cast.asker, "already approved").await;
    scene.town.control.delete("/faults").await;
    let shared = scene.town.control.reply(&asked, 1).await;
    assert!(shared.contains(&format!("The word is {}.", scene.secret)), "{shared}");
    assert!(shared.contains("From Ada Asker\u{2019}s Google account."), "{shared}");
    scene.offer_says(&offer, "Posted to #room").await;
    assert_eq!(scene.town.control.replies(&asked).await.len(), 2);
    scene.town.close().await;
    let address = format!("sqlite://{}", scene.town.data().join("countersign.db").display());
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    let query = sqlx::query_scalar("SELECT record FROM audit ORDER BY number");
    let audit: Vec<String> = query.fetch_all(&mut connection).await.unwrap();
    for what in ["\"sharing offered\"", "\"decided\"", "\"shared\"", "\"click refused\""] {
        assert!(audit.iter().any(|line| line.contains(what)), "{what}: {audit:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_draws_on_an_account_goes_the_same_way_as_the_answer() {
    let asks = |secret: &str, request: &Request| match results(request).len() {
        1 => {
            let question = json!({ "question": format!("Is {secret} the word?") });
            calls(vec![call(request, "user.ask", question)])
        }
        _ => look_and_tell(secret, request),
    };
    let scene = scene_in(AS_SHIPPED, asks).await;
    let asked = scene.ask().await;
    let secret = scene.secret.clone();
    let found = async || scene.told().await.into_iter().find(|told| all_text(told).contains(&secret));
    scene.town.control.until("the question is asked directly", found).await;
    scene.nothing_leaked(&asked).await;
    scene.town.control.ephemeral_saying(&scene.cast.asker, "I asked you in a direct message").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_goes_on_under_what_they_were_told_is_understood() {
    let knows = |secret: &str, request: &Request| {
        let shown = format!("{:?}", request.messages);
        match (shown.contains("and then?"), shown.contains(secret)) {
            (true, true) => says("Then it was found."),
            (true, false) => says("What is this about?"),
            (false, _) => look_and_tell(secret, request),
        }
    };
    let scene = scene_in(AS_SHIPPED, knows).await;
    scene.told_alone().await;
    let told = scene.told().await.into_iter().find(|told| all_text(told).contains(&scene.secret)).unwrap();
    let root = told["ts"].as_str().unwrap();
    let asked = scene.town.control.say(&scene.cast.asker, "dm", "and then?", Some(root)).await;
    let told = Posted { ts: root.to_owned(), ..asked };
    // What they were told is the first.
    let answer = scene.town.control.reply(&told, 1).await;
    assert!(answer.starts_with("Then it was found."), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_stays_in_the_thread_and_shows_members_no_content() {
    let scene = scene_in(AS_SHIPPED, look_and_send).await;
    let asked = scene.ask().await;
    let card = scene.town.control.live_card(&asked).await;
    assert!(all_text(&card).contains("ben@elsewhere.example"), "{card}");
    scene.nothing_leaked(&asked).await;
    scene.town.control.click(&scene.cast.asker, &card, "Approve").await;
    scene.town.control.card_says(&asked, &card, "✅ *Done*").await;
    // What is said about it afterwards is told apart; there may be more to it than the card shows.
    scene.offer().await;
    scene.nothing_leaked(&asked).await;
    assert_eq!(scene.town.control.mailbox(&scene.cast.asker, "SENT").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_slack_takes_only_in_simpler_blocks_can_be_posted_all_the_same() {
    let scene = scene_in(AS_SHIPPED, look_and_tell).await;
    let refused = json!({ "service": "slack", "method": "chat.postMessage", "times": 1,
        "kind": { "status": { "code": 200, "body": { "ok": false, "error": "invalid_blocks" } } } });
    scene.town.control.fault(refused).await;
    let (asked, offer) = scene.told_alone().await;
    // What was refused comes again in the same place, without what Slack did not take.
    let posts = scene.town.control.requests("slack", "chat.postMessage").await;
    let struck =
        posts.iter().position(|post| post["faults"].as_array().is_some_and(|faults| !faults.is_empty()));
    let mut from_there = posts[struck.unwrap()..].iter().map(|post| post["body"].as_str().unwrap());
    let place = |body: &str| serde_json::from_str::<Value>(body).unwrap()["channel"].clone();
    let refused = place(from_there.next().unwrap());
    let again = from_there.find(|body| place(body) == refused).unwrap();
    assert!(!again.contains("\"markdown\""), "{again}");
    scene.press(&offer).await;
    let shared = scene.town.control.reply(&asked, 1).await;
    assert!(shared.contains(&format!("The word is {}.", scene.secret)), "{shared}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_not_posted_once_an_outsider_can_read_there() {
    let scene = scene_in(AS_SHIPPED, look_and_tell).await;
    let (asked, offer) = scene.told_alone().await;
    scene.joins(GUEST, "guest").await;
    scene.press(&offer).await;
    scene.offer_says(&offer, "People outside the company can read there by now").await;
    scene.nothing_leaked(&asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_offered_where_outsiders_read() {
    let scene = scene_in(AS_SHIPPED, look_and_tell).await;
    scene.joins(GUEST, "guest").await;
    let asked = scene.ask().await;
    scene.answered_apart(&asked).await;
    assert!(scene.told().await.iter().all(|told| button(told, POST).is_none()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_offer_expires() {
    let scene = scene_in(AS_SHIPPED, look_and_tell).await;
    let (asked, offer) = scene.told_alone().await;
    scene.town.days_pass(2).await;
    scene.press(&offer).await;
    scene.town.control.ephemeral_saying(&scene.cast.asker, "has expired").await;
    scene.nothing_leaked(&asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_question_takes_the_answer_away_wherever_it_stands() {
    let scene = scene_in(AS_SHIPPED, look_and_tell).await;
    let (asked, offer) = scene.told_alone().await;
    scene.press(&offer).await;
    scene.town.control.reply(&asked, 1).await;
    scene.offer_says(&offer, "Posted to #room").await;
    scene.town.control.withdraw(&scene.cast.asker, &asked).await;
    let gone = async || {
        let here = scene.town.control.replies(&asked).await;
        let told = json!(scene.told().await).to_string();
        (here.is_empty() && !told.contains(&scene.secret)).then_some(())
    };
    scene.town.control.until("the answer is gone", gone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_agreed_to_before_a_restart_is_posted_once_after_it() {
    let mut scene = scene_in(AS_SHIPPED, look_and_tell).await;
    let (asked, offer) = scene.told_alone().await;
    let lost =
        json!({ "service": "slack", "method": "chat.postMessage", "kind": "drop_after_commit", "times": 1 });
    scene.town.control.fault(lost).await;
    let blind = json!({ "service": "slack", "method": "conversations.replies", "kind": { "status": { "code": 503 } } });
    scene.town.control.fault(blind).await;
    scene.press(&offer).await;
    scene.town.control.reply(&asked, 1).await;
    scene.town.close().await;
    scene.town.control.delete("/faults").await;
    scene.town.open().await;
    scene.offer_says(&offer, "Posted to #room").await;
    assert_eq!(scene.town.control.replies(&asked).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_draws_on_nothing_needs_no_agreement() {
    let scene = scene_in(AS_SHIPPED, |_, _| says("Good morning.")).await;
    let asked = scene.ask().await;
    assert_eq!(scene.town.control.reply(&asked, 0).await, "Good morning.");
    assert!(scene.told().await.is_empty());
}
