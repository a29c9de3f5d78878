//! Series: one occurrence, the rest, or all.

use kernel::Code;
use serde_json::{Value, json};

use super::book::{Book, Shared, with};
use super::{act, effect, plan, run, shown, undo};

const MASTER: &str = "standup";

fn occurrence(day: &str, utc: &str, changes: &Value) -> Value {
    let mut event = json!({
        "id": format!("standup_{day}T{utc}Z"), "summary": "Standup", "recurringEventId": MASTER, "iCalUID": "s@google.com",
        "organizer": { "email": "ana@example.com", "self": true },
        "originalStartTime": { "dateTime": time(day, utc), "timeZone": "Europe/Berlin" },
        "start": { "dateTime": time(day, utc), "timeZone": "Europe/Berlin" },
        "end": { "dateTime": time(day, utc).replace(":00:00Z", ":15:00Z"), "timeZone": "Europe/Berlin" },
        "attendees": [{ "email": "ben@example.com", "responseStatus": "accepted" }],
    });
    event.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    event
}

fn time(day: &str, utc: &str) -> String {
    format!("{}-{}-{}T{}:00:00Z", &day[..4], &day[4..6], &day[6..], &utc[..2])
}

/// Every Monday at ten in Berlin, ten times, across the end of summer time.
fn standups() -> Shared {
    let none = json!({});
    Book::of([
        json!({
            "id": MASTER, "summary": "Standup", "iCalUID": "s@google.com", "colorId": "3",
            "organizer": { "email": "ana@example.com", "self": true },
            "start": { "dateTime": "2023-10-09T10:00:00+02:00", "timeZone": "Europe/Berlin" },
            "end": { "dateTime": "2023-10-09T10:15:00+02:00", "timeZone": "Europe/Berlin" },
            "recurrence": ["RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=10"],
            "attendees": [{ "email": "ben@example.com", "responseStatus": "accepted" }],
        }),
        occurrence("20231009", "080000", &none),
        occurrence("20231016", "080000", &none),
        occurrence("20231023", "080000", &none),
        occurrence("20231030", "090000", &none),
        occurrence("20231106", "090000", &none),
        occurrence("20231113", "090000", &none),
        occurrence("20231120", "090000", &none),
        occurrence("20231127", "090000", &json!({ "status": "cancelled" })),
        occurrence("20231204", "090000", &json!({ "summary": "Long standup" })),
    ])
}

const NAMED: &str = "standup_20231120T090000Z";

#[tokio::test]
async fn one_occurrence_is_changed_alone() {
    let book = standups();
    let world = with(&book).await;
    act(&world, "calendar.update_event", json!({ "event": NAMED, "title": "Short" })).await.unwrap();
    assert_eq!(book.lock().unwrap().events[NAMED]["summary"], "Short");
    assert_eq!(book.lock().unwrap().events[MASTER]["summary"], "Standup");
    let whole =
        plan(&world, "calendar.update_event", json!({ "event": MASTER, "title": "X" })).await.unwrap_err();
    assert!(whole.words.contains("whole series"), "{}", whole.words);
}

#[tokio::test]
async fn the_rest_becomes_a_series_of_its_own() {
    let book = standups();
    let world = with(&book).await;
    let args = json!({ "event": NAMED, "scope": "following", "start": "2023-11-20T11:00", "title": "Later" });
    let planned = plan(&world, "calendar.update_event", args).await.unwrap();
    let card = effect(&world, "calendar.update_event", &planned);
    assert!(shown(&card, "Note").contains("“Long standup”"), "{card:?}");
    let done = run(&world, "calendar.update_event", planned).await.unwrap();
    let (head, rest) = halves(&book);
    assert_eq!(head["recurrence"], json!(["RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20231120T085959Z"]));
    assert_eq!(
        rest["start"],
        json!({ "dateTime": "2023-11-20T11:00:00+01:00", "timeZone": "Europe/Berlin" })
    );
    assert_eq!(
        rest["recurrence"],
        json!(["RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4", "EXDATE;TZID=Europe/Berlin:20231127T110000"])
    );
    assert_eq!((&rest["summary"], &rest["colorId"]), (&json!("Later"), &json!("3")));
    assert_eq!(rest["attendees"][0]["responseStatus"], "accepted");

    undo(&world, done).await.unwrap();
    let (head, rest) = halves(&book);
    assert_eq!(head["recurrence"], json!(["RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=10"]));
    assert_eq!(rest["status"], "cancelled");
}

fn halves(book: &Shared) -> (Value, Value) {
    let events = &book.lock().unwrap().events;
    let rest = events.values().find(|event| event["id"] != MASTER && !event["recurrence"].is_null());
    (events[MASTER].clone(), rest.cloned().unwrap_or_default())
}

#[tokio::test]
async fn a_cut_whose_second_half_fails_is_turned_round() {
    let book = standups();
    let world = with(&book).await;
    book.lock().unwrap().refusing = Some("POST");
    let args = json!({ "event": NAMED, "scope": "following", "title": "Later" });
    let failure = act(&world, "calendar.update_event", args).await.unwrap_err();
    assert!(failure.words.contains("turned round again"), "{}", failure.words);
    assert_eq!(halves(&book).0["recurrence"], json!(["RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=10"]));
}

#[tokio::test]
async fn the_whole_series_moves_by_what_one_occurrence_moves() {
    let book = standups();
    let world = with(&book).await;
    let args = json!({ "event": NAMED, "scope": "all", "start": "2023-11-21T09:30", "duration_minutes": 30 });
    act(&world, "calendar.update_event", args).await.unwrap();
    let master = book.lock().unwrap().events[MASTER].clone();
    assert_eq!(master["start"]["dateTime"], "2023-10-10T09:30:00+02:00", "the time on the clocks is kept");
    assert_eq!(master["end"]["dateTime"], "2023-10-10T10:00:00+02:00");
    assert_eq!(
        master["recurrence"],
        json!(["RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10", "EXDATE;TZID=Europe/Berlin:20231128T093000"])
    );
}

#[tokio::test]
async fn a_series_gets_other_clocks_and_nothing_else() {
    let book = standups();
    let world = with(&book).await;
    let args = json!({ "event": NAMED, "scope": "all", "zone": "Pacific/Auckland" });
    let planned = plan(&world, "calendar.update_event", args).await.unwrap();
    let card = effect(&world, "calendar.update_event", &planned);
    assert!(shown(&card, "When").contains("(Pacific/Auckland)"), "{card:?}");
    let done = run(&world, "calendar.update_event", planned).await.unwrap();
    let master = book.lock().unwrap().events[MASTER].clone();
    // Ten in Berlin is ten in the evening there in November, as it then is all year.
    assert_eq!(
        master["start"],
        json!({ "dateTime": "2023-10-09T22:00:00+13:00", "timeZone": "Pacific/Auckland" })
    );
    assert_eq!(
        master["recurrence"],
        json!(["RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=10", "EXDATE;TZID=Pacific/Auckland:20231127T220000"])
    );
    undo(&world, done).await.unwrap();
    assert_eq!(book.lock().unwrap().events[MASTER]["start"]["timeZone"], "Europe/Berlin");
}

#[tokio::test]
async fn deleting_reaches_as_far_as_was_said() {
    let book = standups();
    let world = with(&book).await;
    act(&world, "calendar.delete_event", json!({ "event": NAMED, "scope": "following" })).await.unwrap();
    let head = book.lock().unwrap().events[MASTER].clone();
    assert_eq!(head["recurrence"], json!(["RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20231120T085959Z"]));
    act(&world, "calendar.delete_event", json!({ "event": NAMED })).await.unwrap();
    assert_eq!(book.lock().unwrap().events[NAMED]["status"], "cancelled");
    let args = json!({ "event": "standup_20231009T080000Z", "scope": "following" });
    let planned = plan(&world, "calendar.delete_event", args).await.unwrap();
    assert_eq!(planned["writes"][0]["write"], "delete", "from the first one on is all of it");
    run(&world, "calendar.delete_event", planned).await.unwrap();
    assert_eq!(book.lock().unwrap().events[MASTER]["status"], "cancelled");
}

#[tokio::test]
async fn an_answer_for_the_rest_is_given_occurrence_by_occurrence() {
    let book = standups();
    let events = book.lock().unwrap().events.clone();
    for mut event in events.into_values() {
        event["organizer"] = json!({ "email": "ben@example.com" });
        event["attendees"] =
            json!([{ "email": "ana@example.com", "self": true, "responseStatus": "needsAction" }]);
        book.lock().unwrap().keep(event);
    }
    let world = with(&book).await;
    let args = json!({ "event": NAMED, "scope": "following", "answer": "decline" });
    let planned = plan(&world, "calendar.respond", args).await.unwrap();
    let card = effect(&world, "calendar.respond", &planned);
    assert!(shown(&card, "Also on").starts_with("Mon 4 Dec 2023"), "{card:?}");
    run(&world, "calendar.respond", planned).await.unwrap();
    let answers: Vec<(String, String)> = book
        .lock()
        .unwrap()
        .events
        .iter()
        .map(|(id, event)| (id.clone(), event["attendees"][0]["responseStatus"].as_str().unwrap().to_owned()))
        .filter(|(_, answer)| answer == "declined")
        .collect();
    let ids: Vec<&str> = answers.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, [NAMED, "standup_20231204T090000Z"]);
    let refused =
        plan(&world, "calendar.update_event", json!({ "event": NAMED, "scope": "following", "title": "X" }));
    assert_eq!(refused.await.unwrap_err().code, Code::NotAvailable);
}

#[tokio::test]
async fn a_series_is_made_with_its_zone() {
    let book = Book::of([]);
    let world = with(&book).await;
    let args = json!({ "title": "Gym", "start": "2023-11-20T10:00", "zone": "America/New_York",
                       "repeats": { "every": "week", "on": ["monday", "thursday"], "until": "2023-12-31" } });
    let planned = plan(&world, "calendar.create_event", args).await.unwrap();
    let card = effect(&world, "calendar.create_event", &planned);
    assert_eq!(shown(&card, "Repeats"), "every week on Monday, Thursday, until Sun 31 Dec 2023");
    assert_eq!(
        shown(&card, "When"),
        "Mon 20 Nov 2023, 10:00–11:00 (America/New_York) = Mon 20 Nov 2023, 16:00–17:00 (Europe/Berlin)"
    );
    let body = &planned["writes"][0]["body"];
    assert_eq!(body["start"]["timeZone"], "America/New_York");
    assert_eq!(body["recurrence"], json!(["RRULE:FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20240101T045959Z"]));
    assert_eq!(shown(&card, "E-mail"), "Nobody will be e-mailed");
}
