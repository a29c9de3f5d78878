//! What was done in a calendar, undone by its button; never over what somebody did since.

use serde_json::{Value, json};

use super::{BEN, WRITING, fresh, kept, lunch, made, mails, text};
use crate::harness::Acting;

/// What undoing must bring back.
fn face(event: &Value) -> Value {
    ["title", "start", "end", "location", "guests", "cancelled"].map(|part| event[part].clone()).into()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_and_a_deletion_are_undone_and_the_guests_hear_of_both() {
    let acting = Acting::as_ana(&WRITING).await;
    let (before, after) = (fresh("Before"), fresh("After"));
    let event = made(&acting, "ana", lunch(&before)).await;
    let id = text(&event["id"]);
    let as_it_was = face(&kept(&acting, "ana", id).await);

    let args = json!({
        "event": id, "title": after, "start": "2027-02-01T14:00", "duration_minutes": 30, "location": "",
        "add_guests": ["carla@fernwood.example"], "notify": "all",
    });
    let act = acting.act("calendar.update_event", args).await;
    act.approved().await.json();
    assert_ne!(face(&kept(&acting, "ana", id).await), as_it_was);
    let told = act.taken_back().await;
    assert!(told.contains("*Undone*"), "{told}");
    assert_eq!(face(&kept(&acting, "ana", id).await), as_it_was);
    let to_ben = |mails: Vec<(String, String)>| mails.iter().filter(|(_, to)| to == BEN).count();
    assert_eq!(to_ben(mails(&acting, &after).await), 1, "Ben was told of the change");
    assert_eq!(to_ben(mails(&acting, &before).await), 1, "and that it is as it was");

    let act = acting.act("calendar.delete_event", json!({ "event": id, "notify": "none" })).await;
    act.approved().await.json();
    assert_eq!(kept(&acting, "ana", id).await["cancelled"], true);
    let told = act.taken_back().await;
    assert!(told.contains("*Undone*"), "{told}");
    assert_eq!(face(&kept(&acting, "ana", id).await), as_it_was);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_made_is_undone_by_its_button_too() {
    let acting = Acting::as_ana(&WRITING).await;
    let args = json!({ "title": fresh("Made"), "start": "2027-02-01T09:00" });
    let act = acting.act("calendar.create_event", args).await;
    let id = text(&act.approved().await.json()["event"]["id"]).to_owned();
    let told = act.taken_back().await;
    assert!(told.contains("*Undone*"), "{told}");
    assert_eq!(kept(&acting, "ana", &id).await["cancelled"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_changed_or_deleted_since_is_left_alone() {
    let acting = Acting::as_ana(&WRITING).await;
    for theirs in ["change", "delete"] {
        let event = made(&acting, "ana", lunch(&fresh("Before"))).await;
        let id = text(&event["id"]);
        let act = acting.act("calendar.update_event", json!({ "event": id, "title": fresh("After") })).await;
        act.approved().await.json();
        let mut body = json!({ "person": "ana", "id": id });
        if theirs == "change" {
            body["event"] = json!({ "location": "Elsewhere" });
        }
        acting.control().post(&format!("/google/calendar/{theirs}"), body).await;
        let now = kept(&acting, "ana", id).await;
        let told = act.taken_back().await;
        assert!(told.contains("*Not undone*") && told.contains("nothing was taken back"), "{theirs}: {told}");
        assert_eq!(kept(&acting, "ana", id).await, now, "{theirs}");
    }
}
