//! First contact: a card says when somebody outside would be written to for the first time.

use serde_json::{Value, json};

use crate::harness::{Acting, all_text};

const FIRST: &str = "First contact";
const UNCHECKED: &str = "could not be checked";
const MAIL: [&str; 2] = ["gmail.readonly", "gmail.compose"];

fn letter(to: &str) -> Value {
    json!({ "to": [to], "subject": "The quay", "body": "Is it free on Friday?" })
}

async fn card(acting: &Acting, tool: &str, args: Value) -> String {
    all_text(&acting.act(tool, args).await.card().await)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_letter_to_somebody_says_so_and_the_next_does_not() {
    let acting = Acting::as_ana(&MAIL).await;
    let first = acting.act("gmail.send", letter("Noor <noor@quay.example>")).await;
    let shown = all_text(&first.card().await);
    assert!(shown.contains("First contact: you have never written to noor@quay.example."), "{shown}");
    assert!(!first.approved().await.failed);
    let next = acting.act("gmail.send", letter("noor@QUAY.example")).await;
    let shown = all_text(&next.card().await);
    assert!(!shown.contains(FIRST) && !shown.contains(UNCHECKED), "{shown}");
    assert!(shown.contains("Outside your organisation"), "{shown}");
    assert_eq!(next.requests_to("gmail.users.messages.list").await.len(), 1);
    let again = acting.act("gmail.send", letter("noor@quay.example")).await;
    assert!(!all_text(&again.card().await).contains(FIRST));
    assert_eq!(again.requests_to("gmail.users.messages.list").await.len(), 0, "it is known for a while");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_only_has_a_part_of_a_known_address_is_not_known() {
    let acting = Acting::as_ana(&MAIL).await;
    assert!(!acting.perform("gmail.send", letter("jo.noor@quay.example")).await.failed);
    for address in ["noor@quay.example", "jo.noor@quay.example.evil.example"] {
        assert!(card(&acting, "gmail.send", letter(address)).await.contains(FIRST), "{address}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn colleagues_are_not_looked_up() {
    let acting = Acting::as_ana(&MAIL).await;
    let act = acting.act("gmail.send", letter("ben@fernwood.example")).await;
    let shown = all_text(&act.card().await);
    assert!(!shown.contains(FIRST) && !shown.contains(UNCHECKED), "{shown}");
    assert!(act.requests_to("gmail.users.messages.list").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_looked_up_is_never_taken_for_known() {
    let acting = Acting::as_ana(&MAIL).await;
    assert!(!acting.perform("gmail.send", letter("noor@quay.example")).await.failed);
    acting.fault_always("gmail.users.messages.list", &json!({ "status": { "code": 403 } })).await;
    let shown = card(&acting, "gmail.send", letter("noor@quay.example")).await;
    assert!(shown.contains(UNCHECKED), "{shown}");
    acting.calm().await;
    let crowd: Vec<String> = (0..7).map(|number| format!("guest{number}@quay.example")).collect();
    let many = json!({ "to": crowd, "subject": "The quay", "body": "Is it free on Friday?" });
    let act = acting.act("gmail.send", many).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains(FIRST) && shown.contains(UNCHECKED), "{shown}");
    assert_eq!(act.requests_to("gmail.users.messages.list").await.len(), 5, "a card costs only so much");
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_and_shared_files_say_so_too() {
    let calendar = [
        "calendar.events",
        "calendar.calendarlist.readonly",
        "calendar.settings.readonly",
        "calendar.acls.readonly",
    ];
    let event = json!({ "title": "Quay", "start": "2027-03-01T10:00", "guests": ["noor@quay.example"] });
    let acting = Acting::as_ana(&calendar).await;
    let shown = card(&acting, "calendar.create_event", event.clone()).await;
    assert!(shown.contains(UNCHECKED), "the mailbox was not opened to us: {shown}");
    acting.town.grant("ana", &["gmail.readonly", "drive"]).await;
    assert!(card(&acting, "calendar.create_event", event).await.contains(FIRST));
    let share = json!({ "file": "Team meeting notes", "with": "noor@quay.example" });
    assert!(card(&acting, "drive.share", share).await.contains(FIRST));
}
