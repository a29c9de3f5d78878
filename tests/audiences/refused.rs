//! Guests and people of other companies: whatever they press, nothing happens, and they are told why.

use super::*;

const OUTSIDERS: [(&str, &str); 2] = [(GUEST, "guest"), (STRANGER, "external")];

async fn asks_a_day() -> Scene {
    scene_with(|_, request| match results(request).last() {
        None => {
            let day = json!({ "question": "Which day?", "options": ["Thursday", "Friday"] });
            calls(vec![call(request, "user.ask", day)])
        }
        Some(result) => says(&format!("Heard: {}", result.words)),
    })
    .await
}

impl Scene {
    async fn join_all(&self) {
        let sharing = json!({ "channel": "room", "company": COMPANY });
        self.town.control.post("/slack/channels/share", sharing).await;
        for (handle, standing) in OUTSIDERS {
            self.joins(handle, standing).await;
        }
    }

    /// The message of ours in the thread that has this button.
    async fn with_button(&self, asked: &Posted, label: &str) -> Value {
        let found = async || {
            let replies = self.town.control.replies(asked).await;
            replies.into_iter().find(|reply| button(reply, label).is_some())
        };
        self.town.control.until(&format!("a button {label:?}"), found).await
    }

    async fn becomes_a_guest(&self) {
        let standing = json!({ "person": self.cast.asker, "standing": "guest" });
        self.town.control.post("/slack/people/standing", standing).await;
    }

    async fn views(&self, person: &str) -> Vec<Value> {
        let views = self.town.control.get(&format!("/slack/views?person={person}")).await;
        views["views"].as_array().unwrap().clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_to_a_member_is_answered_by_nobody_else() {
    let scene = asks_a_day().await;
    scene.join_all().await;
    let asked = scene.ask().await;
    // It draws on nobody's account, so it stands where it was asked.
    let question = scene.with_button(&asked, "Friday").await;
    for (outsider, _) in OUTSIDERS {
        scene.town.control.click(outsider, &question, "Friday").await;
        scene.town.control.ephemeral_saying(outsider, "Only Ada Asker can answer this.").await;
    }
    scene.town.control.click(&scene.cast.asker, &question, "Thursday").await;
    let answer = scene.town.control.reply(&asked, 0).await;
    assert!(answer.contains("Thursday") && !answer.contains("Friday"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_asked_and_is_a_guest_since_is_refused() {
    let scene = asks_a_day().await;
    let asked = scene.ask().await;
    let question = scene.with_button(&asked, "Friday").await;
    scene.becomes_a_guest().await;
    scene.town.control.click(&scene.cast.asker, &question, "Friday").await;
    scene.town.control.ephemeral_saying(&scene.cast.asker, "Only full members of this workspace").await;
    assert!(button(&scene.with_button(&asked, "Friday").await, "Friday").is_some(), "it was not taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_from_outside_approves_reads_or_undoes_anything() {
    let scene = scene_with(look_and_send).await;
    let asked = scene.ask().await;
    let card = scene.town.control.live_card(&asked).await;
    // The card stood there before they came.
    scene.join_all().await;
    for (outsider, _) in OUTSIDERS {
        for press in ["View all", "Approve"] {
            let seen = scene.town.control.ephemerals(outsider).await.len();
            scene.town.control.click(outsider, &card, press).await;
            let newer = async || scene.town.control.ephemerals(outsider).await.get(seen).cloned();
            let told = all_text(&scene.town.control.until("a refusal", newer).await);
            assert!(told.contains("Only Ada Asker can decide this"), "{press}: {told}");
        }
        assert!(scene.views(outsider).await.is_empty());
    }
    assert!(scene.town.control.mailbox(&scene.cast.asker, "SENT").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_button_is_its_persons_alone() {
    let scene = scene_with(|_, request| match results(request).len() {
        0 => calls(vec![call(request, "gmail.search", json!({ "query": "subject:Lunch" }))]),
        1 => {
            let found = &results(request)[0].words;
            let id = found.split("\"id\"").nth(1).and_then(|rest| rest.split('"').nth(1)).unwrap();
            calls(vec![call(request, "gmail.archive", json!({ "id": id }))])
        }
        _ => says("Archived."),
    })
    .await;
    let inbox = scene.town.control.mailbox(&scene.cast.asker, "INBOX").await.len();
    let asked = scene.ask().await;
    let offer = match scene.with_either(&asked).await {
        (card, "Approve") => {
            scene.town.control.click(&scene.cast.asker, &card, "Approve").await;
            scene.with_button(&asked, "Undo").await
        }
        (offer, _) => offer,
    };
    scene.join_all().await;
    for (outsider, _) in OUTSIDERS {
        scene.town.control.click(outsider, &offer, "Undo").await;
        scene.town.control.ephemeral_saying(outsider, "Only Ada Asker can decide this").await;
    }
    assert_eq!(scene.town.control.mailbox(&scene.cast.asker, "INBOX").await.len(), inbox - 1);
    scene.town.control.click(&scene.cast.asker, &offer, "Undo").await;
    let now = scene.town.control.card_says(&asked, &offer, "*Undone*").await;
    assert!(!all_text(&now).contains("Lunch"), "outsiders read it: {}", all_text(&now));
}

impl Scene {
    async fn with_either(&self, asked: &Posted) -> (Value, &'static str) {
        let found = async || {
            let replies = self.town.control.replies(asked).await;
            replies.into_iter().find_map(|reply| {
                let label = ["Approve", "Undo"].into_iter().find(|label| button(&reply, label).is_some())?;
                Some((reply, label))
            })
        };
        self.town.control.until("a card or an offer", found).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_message_shortcut_opens_nothing_for_guests() {
    let scene = scene().await;
    scene.join_all().await;
    let root = scene.town.control.say(&scene.cast.colleague, "room", "the boat leaves at nine", None).await;
    // Other companies do not have it in their menus.
    let used =
        json!({ "person": GUEST, "callback_id": "ask_about_message", "channel": "room", "ts": root.ts });
    scene.town.control.post("/slack/shortcut", used).await;
    scene.town.control.ephemeral_saying(GUEST, "Only full members of this workspace").await;
    assert!(scene.views(GUEST).await.is_empty());
    assert!(scene.town.control.replies(&root).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_of_ones_own_shows_nothing_more_to_a_guest() {
    let scene = scene_with(look_and_send).await;
    let asked = scene.ask().await;
    let card = scene.town.control.live_card(&asked).await;
    scene.becomes_a_guest().await;
    for press in ["View all", "Edit…"] {
        let seen = scene.town.control.ephemerals(&scene.cast.asker).await.len();
        scene.town.control.click(&scene.cast.asker, &card, press).await;
        let newer = async || scene.town.control.ephemerals(&scene.cast.asker).await.get(seen).cloned();
        let told = all_text(&scene.town.control.until("a refusal", newer).await);
        assert!(told.contains("Only full members of this workspace"), "{press}: {told}");
    }
    assert!(scene.views(&scene.cast.asker).await.is_empty());
}
