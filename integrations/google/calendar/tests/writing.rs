//! Writing single events: made once, found again, refused when stale, turned round.

use kernel::{Code, Probe, SinkKind};
use serde_json::{Value, json};

use super::book::{Book, EVENTS, invitation, lunch, with};
use super::{act, effect, plan, run, shown, tool, undo};
use crate::testing::a_call;

fn dinner() -> Value {
    json!({
        "title": "Dinner", "start": "2023-11-20T19:00", "duration_minutes": 90, "guests": ["Ben <ben@example.com>"],
        "optional_guests": ["eve@example.com"], "description": "Bring cake", "location": "Bar", "meet": true,
    })
}

#[tokio::test]
async fn an_event_is_made_as_the_card_says() {
    let book = Book::of([]);
    let world = with(&book).await;
    let planned = plan(&world, "calendar.create_event", dinner()).await.unwrap();
    let card = effect(&world, "calendar.create_event", &planned);
    for (name, value) in [
        ("Title", "Dinner"),
        ("When", "Mon 20 Nov 2023, 19:00–20:30 (Europe/Berlin)"),
        ("Guests", "Ben <ben@example.com>, eve@example.com (optional)"),
        ("E-mail", "2 guests will be e-mailed: ben@example.com, eve@example.com"),
        ("Repeats", "never"),
        ("Meeting link", "a new Google Meet link"),
        ("Description", "Bring cake"),
        ("Calendar", "your main calendar"),
    ] {
        assert_eq!(shown(&card, name), value);
    }
    let sinks = tool(&world, "calendar.create_event").flow(&planned).unwrap().sinks;
    for sink in &sinks {
        assert_eq!(planned.pointer(&sink.pointer).unwrap(), sink.value.as_str(), "{}", sink.pointer);
    }
    assert_eq!(sinks.iter().filter(|sink| sink.kind == SinkKind::Recipient).count(), 2);
    assert_eq!(sinks.iter().filter(|sink| sink.is_words()).count(), 3);
    assert_eq!(world.count("POST", EVENTS), 0, "a plan only reads");

    let done = run(&world, "calendar.create_event", planned).await.unwrap();
    assert!(!done.answer.label.has_a_strangers_words());
    let seen = world.seen();
    let sent = seen.iter().find(|seen| seen.is("POST", EVENTS)).unwrap();
    assert!(sent.target.contains("sendUpdates=all") && sent.target.contains("conferenceDataVersion=1"));
    let body: Value = serde_json::from_str(&sent.body).unwrap();
    assert_eq!(
        body["start"],
        json!({ "dateTime": "2023-11-20T19:00:00+01:00", "timeZone": "Europe/Berlin" })
    );
    assert_eq!(body["conferenceData"]["createRequest"]["requestId"], body["id"]);

    undo(&world, done).await.unwrap();
    let id = body["id"].as_str().unwrap();
    assert_eq!(book.lock().unwrap().events[id]["status"], "cancelled");
}

#[tokio::test]
async fn an_answer_that_gets_lost_makes_no_second_event() {
    let book = Book::of([]);
    book.lock().unwrap().losing = 1;
    let world = with(&book).await;
    act(&world, "calendar.create_event", dinner()).await.unwrap();
    assert_eq!(book.lock().unwrap().events.len(), 1);
}

#[tokio::test]
async fn after_a_crash_it_is_known_whether_it_happened() {
    let book = Book::of([lunch()]);
    let world = with(&book).await;
    for (name, args) in [
        ("calendar.create_event", dinner()),
        ("calendar.update_event", json!({ "event": "lunch1", "title": "Brunch" })),
        ("calendar.delete_event", json!({ "event": "lunch1" })),
    ] {
        let planned = plan(&world, name, args).await.unwrap();
        let before = tool(&world, name).probe(&planned, &a_call("k")).await;
        assert_eq!(before, Probe::DidNot, "{name}");
        run(&world, name, planned.clone()).await.unwrap();
        let after = tool(&world, name).probe(&planned, &a_call("k")).await;
        let Probe::Happened(done) = after else { panic!("{name}: {after:?}") };
        assert!(done.undo.is_some(), "{name}");
    }
}

#[tokio::test]
async fn guests_are_merged_and_the_card_says_who_comes_and_goes() {
    let book = Book::of([lunch()]);
    let world = with(&book).await;
    let args = json!({ "event": "lunch1", "add_guests": ["zoe@example.com"], "remove_guests": ["eve@example.com"],
                       "start": "2023-11-20T12:30", "location": "", "notify": "none" });
    let planned = plan(&world, "calendar.update_event", args).await.unwrap();
    let card = effect(&world, "calendar.update_event", &planned);
    assert_eq!(shown(&card, "Guests added"), "zoe@example.com");
    assert_eq!(shown(&card, "Guests removed"), "eve@example.com (optional)");
    assert_eq!(shown(&card, "Place"), "Bar → none");
    assert_eq!(
        shown(&card, "When"),
        "Mon 20 Nov 2023, 12:00–13:00 (Europe/Berlin) → Mon 20 Nov 2023, 12:30–13:30 (Europe/Berlin)"
    );
    assert!(shown(&card, "E-mail").starts_with("Nobody will be e-mailed. 3 guests"));
    let done = run(&world, "calendar.update_event", planned).await.unwrap();
    let changed = book.lock().unwrap().events["lunch1"].clone();
    assert_eq!(changed["attendees"][1], lunch()["attendees"][1], "Ben keeps his answer and his comment");
    assert_eq!(changed["attendees"].as_array().unwrap().len(), 3);
    let seen = world.seen();
    let patch = seen.iter().find(|seen| seen.method == "PATCH").unwrap();
    assert_eq!(patch.if_match.as_deref(), Some("\"v1\""));
    assert!(patch.target.contains("sendUpdates=none"));

    undo(&world, done).await.unwrap();
    let back = book.lock().unwrap().events["lunch1"].clone();
    for name in ["summary", "location", "start", "end", "attendees"] {
        assert_eq!(back[name], lunch()[name], "{name}");
    }
}

#[tokio::test]
async fn what_changed_while_it_waited_is_not_overwritten() {
    let book = Book::of([lunch()]);
    let world = with(&book).await;
    for (name, args) in [
        ("calendar.update_event", json!({ "event": "lunch1", "title": "Brunch" })),
        ("calendar.delete_event", json!({ "event": "lunch1" })),
    ] {
        let planned = plan(&world, name, args).await.unwrap();
        book.lock().unwrap().change("lunch1", "location", json!(format!("Elsewhere before {name}")));
        let stale = run(&world, name, planned).await.unwrap_err();
        assert_eq!(stale.code, Code::StaleWrite);
        assert!(stale.words.contains("(place)"), "{}", stale.words);
        assert!(stale.quote.unwrap().contains("Elsewhere before"));
    }
    assert_eq!(book.lock().unwrap().events["lunch1"]["summary"], "Lunch");
}

#[tokio::test]
async fn an_undo_overwrites_nothing_that_was_changed_since() {
    let book = Book::of([lunch()]);
    let world = with(&book).await;
    let done =
        act(&world, "calendar.update_event", json!({ "event": "lunch1", "title": "Brunch" })).await.unwrap();
    book.lock().unwrap().change("lunch1", "summary", json!("Supper"));
    let refused = undo(&world, done).await.unwrap_err();
    assert_eq!((refused.code, refused.heard_by), (Code::Conflict, kernel::Hearer::Person));
    assert_eq!(book.lock().unwrap().events["lunch1"]["summary"], "Supper");
}

#[tokio::test]
async fn what_was_deleted_comes_back() {
    let book = Book::of([lunch()]);
    let world = with(&book).await;
    let planned = plan(&world, "calendar.delete_event", json!({ "event": "Lunch" })).await.unwrap();
    let card = effect(&world, "calendar.delete_event", &planned);
    assert_eq!(shown(&card, "E-mail"), "2 guests will be e-mailed: ben@example.com, eve@example.com");
    let done = run(&world, "calendar.delete_event", planned).await.unwrap();
    assert_eq!(book.lock().unwrap().events["lunch1"]["status"], "cancelled");
    let gone = plan(&world, "calendar.delete_event", json!({ "event": "lunch1" })).await.unwrap_err();
    assert_eq!(gone.code, Code::NotFound);
    undo(&world, done).await.unwrap();
    assert_eq!(book.lock().unwrap().events["lunch1"]["status"], "confirmed");
}

#[tokio::test]
async fn an_answer_touches_nothing_but_the_own_entry() {
    let book = Book::of([invitation()]);
    let world = with(&book).await;
    let args = json!({ "event": "invite1", "answer": "tentative", "comment": "Perhaps late" });
    let planned = plan(&world, "calendar.respond", args.clone()).await.unwrap();
    let card = effect(&world, "calendar.respond", &planned);
    assert_eq!(shown(&card, "Your answer"), "no answer yet → tentative");
    assert_eq!(shown(&card, "Comment"), "none → Perhaps late");
    assert_eq!(shown(&card, "E-mail"), "1 guest will be e-mailed: ben@example.com");
    assert!(
        tool(&world, "calendar.respond")
            .flow(&planned)
            .unwrap()
            .sinks
            .iter()
            .any(|sink| sink.value == "Perhaps late")
    );
    let done = run(&world, "calendar.respond", planned).await.unwrap();
    let body: Value = serde_json::from_str(&world.seen().last().unwrap().body).unwrap();
    assert_eq!(body["attendeesOmitted"], true);
    assert_eq!(
        body["attendees"],
        json!([{ "email": "ana@example.com", "self": true, "displayName": "Ana", "responseStatus": "tentative",
                 "comment": "Perhaps late" }])
    );
    let again = plan(&world, "calendar.respond", args).await.unwrap_err();
    assert_eq!(again.code, Code::InputInvalid);
    undo(&world, done).await.unwrap();
    assert_eq!(book.lock().unwrap().events["invite1"]["attendees"], invitation()["attendees"]);
    let stranger = plan(&world, "calendar.respond", json!({ "event": "nothing", "answer": "accept" })).await;
    assert_eq!(stranger.unwrap_err().code, Code::NotFound);
}

#[tokio::test]
async fn a_guests_change_is_said_to_be_only_their_own() {
    let world = with(&Book::of([invitation()])).await;
    let args = json!({ "event": "invite1", "title": "Mine" });
    let planned = plan(&world, "calendar.update_event", args).await.unwrap();
    let card = effect(&world, "calendar.update_event", &planned);
    assert!(shown(&card, "Note").contains("Only your own copy"), "{card:?}");
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_before_anything_is_asked() {
    let world = with(&Book::of([lunch()])).await;
    for (name, args) in [
        ("calendar.create_event", json!({ "title": "X", "start": "2023-03-26T02:30" })),
        ("calendar.create_event", json!({ "title": "X", "start": "2023-11-20", "duration_minutes": 30 })),
        (
            "calendar.create_event",
            json!({ "title": "X", "start": "2023-11-20T10:00", "zone": "Mars/Olympus" }),
        ),
        ("calendar.create_event", json!({ "title": "X", "start": "2023-11-20", "guests": ["nobody"] })),
        ("calendar.create_event", json!({ "title": "X", "start": "2023-11-20", "repeats": "FREQ=SECONDLY" })),
        (
            "calendar.create_event",
            json!({ "title": "X", "start": "2023-11-20", "repeats": { "every": "week", "on": ["friday"] } }),
        ),
        ("calendar.update_event", json!({ "event": "lunch1" })),
        ("calendar.update_event", json!({ "event": "lunch1", "title": "Lunch" })),
        ("calendar.update_event", json!({ "event": "lunch1", "end": "2023-11-20T11:00" })),
        ("calendar.respond", json!({ "event": "lunch1", "answer": "accept" })),
        ("calendar.respond", json!({ "event": "lunch1", "answer": "accept", "comment": "a\nb" })),
    ] {
        let refused = plan(&world, name, args.clone()).await.unwrap_err();
        assert_eq!(refused.code, Code::InputInvalid, "{args}: {}", refused.words);
    }
    assert!(world.seen().iter().all(|seen| seen.method == "GET"));
}
