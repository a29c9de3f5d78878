//! Changing a call, and saying why not.

use serde_json::{Value, json};

use super::{one_mail, scene};
use crate::harness::{Acting, Town, all_text, button};

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
async fn an_edit_that_makes_no_sense_is_refused_at_its_line_and_the_card_stays_as_it_was() {
    let scene = scene("dm", one_mail("The keys")).await;
    let card = scene.card().await;
    scene.click(&card, "Edit…").await;
    scene.form().await;
    let to = |address: &str| json!({ "to": { "line": address }, "body": { "line": "The locks" } });
    scene.submit(to("not an address")).await;
    let wrong = refused(&scene.town, &scene.cast.asker).await;
    assert!(wrong["to"].as_str().unwrap().contains("address"), "{wrong}");
    assert_eq!(scene.card().await["ts"], card["ts"]);
    assert!(!all_text(&scene.card().await).contains("Changed by"), "it can still be approved as it is");
    scene.submit(to("cara@elsewhere.example")).await;
    scene.says(&card, "Changed by").await;
    let new = scene.card().await;
    assert!(all_text(&new).contains("cara@elsewhere.example"), "{}", all_text(&new));
    assert!(scene.sent().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_fails_once_its_form_is_gone_brings_the_card_back_and_says_why() {
    let scene = scene("dm", one_mail("The keys")).await;
    let card = scene.card().await;
    let method = "gmail.users.settings.sendAs.list";
    let slow =
        json!({ "service": "google", "method": method, "kind": { "latency": { "ms": 2800 } }, "times": 1 });
    let gone = json!({ "status": { "code": 404 } });
    scene.town.control.fault(slow).await;
    scene
        .town
        .control
        .fault(json!({ "service": "google", "method": method, "kind": gone, "after": 1 }))
        .await;
    scene.click(&card, "Edit…").await;
    scene.form().await;
    scene.submit(json!({ "body": { "line": "The locks" } })).await;
    scene.says(&card, "Changed by").await;
    let again = scene.card().await;
    assert_ne!(again["ts"], card["ts"]);
    let shown = all_text(&again);
    assert!(shown.contains("Your change could not be made") && shown.contains("The keys"), "{shown}");
    assert_eq!(digest(&again), digest(&card), "it is what it was");
    scene.town.control.delete("/faults").await;
    scene.click(&again, "Approve").await;
    scene.says(&again, "Done").await;
    assert_eq!(scene.sent().await.len(), 1);
    assert!(!scene.told().await.contains("The person changed this call"), "nothing was changed");
}

const CALENDAR: [&str; 4] = [
    "calendar.calendarlist.readonly",
    "calendar.settings.readonly",
    "calendar.acls.readonly",
    "calendar.events",
];

#[tokio::test(flavor = "multi_thread")]
async fn how_long_an_event_lasts_and_who_sees_it_can_be_changed_in_the_form() {
    let acting = Acting::as_ana(&CALENDAR).await;
    let args = json!({ "title": "Tide tables", "start": "2027-03-04T10:00", "duration_minutes": 30,
        "guests": ["ben@fernwood.example"] });
    let act = acting.act("calendar.create_event", args).await;
    let card = act.card().await;
    let control = acting.control();
    control.click("ana", &card, "Edit…").await;
    let form = control
        .until("a form", async || {
            let views = control.get("/slack/views?person=ana").await["views"].clone();
            views[0]["view"].is_object().then(|| views[0]["view"].clone())
        })
        .await;
    assert!(!form.to_string().contains("Not here:"), "all of it can be written: {form}");
    let submit = async |values: Value| {
        control.post("/slack/submit", json!({ "person": "ana", "values": values })).await;
    };
    submit(json!({ "end": { "line": "2027-03-04T11:00" } })).await;
    let wrong = refused(&acting.town, "ana").await;
    assert!(wrong["end"].as_str().unwrap().contains("duration_minutes"), "{wrong}");
    submit(json!({ "end": { "line": "" }, "duration_minutes": { "line": "45" }, "meet": { "line": "0" },
        "visibility": { "line": "1" } }))
    .await;
    control.card_says(act.posted(), &card, "Changed by").await;
    let new = control.live_card(act.posted()).await;
    let shown = all_text(&new);
    for part in ["10:00–10:45", "only its guests", "a new Google Meet link"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    control.click("ana", &new, "Approve").await;
    control.card_says(act.posted(), &new, "Done").await;
    let path = "/google/calendar/events?person=ana&from=2027-03-04T00:00:00Z&to=2027-03-04T23:59:59Z";
    let events = control.get(path).await["events"].clone();
    let made =
        events.as_array().unwrap().iter().find(|event| event["title"] == "Tide tables").unwrap().clone();
    assert_eq!(
        (&made["start"], &made["end"]),
        (&json!("2027-03-04T09:00:00Z"), &json!("2027-03-04T09:45:00Z")),
        "{made}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_room_in_the_form_is_named_there() {
    let scene = scene("dm", one_mail(&"The keys are under the mat. ".repeat(1000))).await;
    let card = scene.card().await;
    scene.click(&card, "Edit…").await;
    let form = scene.form().await.to_string();
    assert!(form.contains("Not here: Body (28000 characters)"), "{form}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_longer_than_a_line_of_slacks_is_changed_in_pieces() {
    let text = "The keys are under the mat. ".repeat(170);
    let scene = scene("dm", one_mail(&text)).await;
    let card = scene.card().await;
    scene.click(&card, "Edit…").await;
    let form = scene.form().await.to_string();
    assert!(form.contains("Body (part 2 of 2)") && !form.contains("Not here: Body"), "{form}");
    scene.submit(json!({ "body part 2": { "line": "Or in the shed." } })).await;
    scene.says(&card, "Changed by").await;
    let new = scene.card().await;
    scene.click(&new, "Approve").await;
    scene.says(&new, "Done").await;
    let sent = scene.sent().await;
    let [mail] = &sent[..] else { panic!("{sent:?}") };
    let mail = scene.town.control.message(&scene.cast.asker, mail["id"].as_str().unwrap()).await;
    let words: Vec<&str> = mail["text"].as_str().unwrap().split_whitespace().collect();
    assert!(words.ends_with(&["mat.", "Or", "in", "the", "shed."]), "{mail}");
    let mats = words.iter().filter(|word| **word == "mat.").count();
    assert_eq!(mats, 2500 / "The keys are under the mat. ".len(), "the first piece, and nothing else");
}

/// What is said to be wrong in the form that somebody has open.
async fn refused(town: &Town, person: &str) -> Value {
    let path = format!("/slack/views?person={person}");
    town.control
        .until("what is wrong in the form", async || {
            let errors = town.control.get(&path).await["views"][0]["errors"].clone();
            errors.as_object().is_some_and(|errors| !errors.is_empty()).then_some(errors)
        })
        .await
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
    assert!(button(&now, "Approve").is_none() && all_text(&now).contains("Ask Cara first"), "{now}");
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
    let now = scene.says(&card, "The keys").await;
    assert!(button(&now, "Approve").is_some(), "{now}");
}

/// The short digest that stands on a card.
fn digest(card: &Value) -> String {
    let text = all_text(card);
    text.split('`').nth(1).unwrap_or_default().to_owned()
}
