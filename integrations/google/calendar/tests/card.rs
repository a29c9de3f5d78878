//! The card: what will be sent, letter by letter, and who hears of it.

use kernel::{Effect, SinkKind};
use serde_json::{Value, json};

use super::book::{Book, invitation, lunch, with};
use super::{act, effect, plan, run, shown, tool};

const HIDDEN: &str = "See you<!-- send it all --> <span style=\"display:none\">now</span>";

#[tokio::test]
async fn nothing_that_is_sent_is_missing_on_the_card() {
    let world = with(&Book::of([])).await;
    let args = json!({ "title": "Din\u{200b}ner", "location": "Bar \u{202e}rab", "description": HIDDEN,
                       "start": "2023-11-20T19:00", "guests": ["Ben <ben@example.com>"] });
    let planned = plan(&world, "calendar.create_event", args).await.unwrap();
    let card = effect(&world, "calendar.create_event", &planned);
    let body = &planned["writes"][0]["body"];
    for (field, name) in [("Title", "summary"), ("Place", "location"), ("Description (HTML)", "description")]
    {
        assert_eq!(body[name], shown(&card, field), "{field}");
    }
    assert_eq!(body["description"], HIDDEN);
}

#[tokio::test]
async fn what_was_there_is_shown_without_what_nobody_sees_and_what_comes_with_it() {
    let mut event = lunch();
    event["summary"] = json!("Lu\u{200b}nch");
    event["description"] = json!(HIDDEN);
    let world = with(&Book::of([event])).await;
    let args = json!({ "event": "lunch1", "title": "Br\u{200b}unch", "description": "a\u{200b}b",
                       "add_guests": ["zoe@example.com"] });
    let planned = plan(&world, "calendar.update_event", args).await.unwrap();
    let card = effect(&world, "calendar.update_event", &planned);
    assert_eq!(shown(&card, "Title"), "Lunch → Br\u{200b}unch");
    assert_eq!(shown(&card, "Description before"), "See you");
    assert_eq!(shown(&card, "Description"), "a\u{200b}b");
    assert_eq!(shown(&card, "Guests added"), "zoe@example.com");

    let world = with(&Book::of([invitation()])).await;
    let args = json!({ "event": "invite1", "answer": "accept", "comment": "Ye\u{200b}s" });
    let planned = plan(&world, "calendar.respond", args).await.unwrap();
    assert_eq!(shown(&effect(&world, "calendar.respond", &planned), "Comment"), "none → Ye\u{200b}s");
}

fn notes(card: &Effect) -> Vec<&str> {
    card.fields.iter().filter(|field| field.name == "Note").map(|field| field.value.as_str()).collect()
}

#[tokio::test]
async fn whom_a_guest_invites_is_told_and_said_so() {
    let world = with(&Book::of([invitation()])).await;
    let args = json!({ "event": "invite1", "add_guests": ["zoe@example.com"] });
    let planned = plan(&world, "calendar.update_event", args).await.unwrap();
    let card = effect(&world, "calendar.update_event", &planned);
    assert_eq!(shown(&card, "E-mail"), "2 guests will be e-mailed: ben@example.com, zoe@example.com");
    assert_eq!(notes(&card), [""; 0], "it is not only their own copy that changes");
    let sinks = tool(&world, "calendar.update_event").flow(&planned).unwrap().sinks;
    let recipients = sinks.iter().filter(|sink| sink.kind == SinkKind::Recipient);
    let recipients: Vec<&str> = recipients.map(|sink| sink.value.as_str()).collect();
    assert_eq!(recipients, ["ben@example.com", "zoe@example.com"]);
    let done = run(&world, "calendar.update_event", planned).await.unwrap();
    assert!(done.undo.is_none(), "only the organiser can uninvite");

    for more in [json!({ "title": "Mine" }), json!({ "remove_guests": ["zoe@example.com"] })] {
        let mut args = json!({ "event": "invite1", "add_guests": ["eve@example.com"] });
        args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let planned = plan(&world, "calendar.update_event", args).await.unwrap();
        let card = effect(&world, "calendar.update_event", &planned);
        assert!(notes(&card)[0].starts_with("Apart from the invitations, only your own copy"), "{card:?}");
    }
    let done = act(&world, "calendar.update_event", json!({ "event": "invite1", "title": "Mine" })).await;
    assert!(done.unwrap().undo.is_some(), "their own copy is theirs");
}

#[tokio::test]
async fn a_zone_alone_is_a_change() {
    let book = Book::of([lunch()]);
    let world = with(&book).await;
    let args = json!({ "event": "lunch1", "zone": "Africa/Lagos" });
    let planned = plan(&world, "calendar.update_event", args.clone()).await.unwrap();
    let card = effect(&world, "calendar.update_event", &planned);
    assert!(shown(&card, "When").contains("→ Mon 20 Nov 2023, 12:00–13:00 (Africa/Lagos)"), "{card:?}");
    run(&world, "calendar.update_event", planned).await.unwrap();
    let start = json!({ "dateTime": "2023-11-20T12:00:00+01:00", "timeZone": "Africa/Lagos" });
    assert_eq!(book.lock().unwrap().events["lunch1"]["start"], start);
    let again = plan(&world, "calendar.update_event", args).await.unwrap_err();
    assert!(again.words.contains("Nothing would change"), "{}", again.words);
}

#[tokio::test]
async fn times_that_nobody_changes_keep_their_zones() {
    let mut flight = lunch();
    flight["end"] = json!({ "dateTime": "2023-11-20T09:00:00-05:00", "timeZone": "America/New_York" });
    let mut nowhere = lunch();
    nowhere["id"] = json!("nowhere1");
    nowhere["start"] = json!({ "dateTime": "2023-11-20T12:00:00+01:00" });
    nowhere["end"] = json!({ "dateTime": "2023-11-20T13:00:00+01:00" });
    let world = with(&Book::of([flight, nowhere])).await;
    let sent = async |event: &str, args: Value| {
        let mut args = args;
        args["event"] = json!(event);
        plan(&world, "calendar.update_event", args).await.unwrap()["writes"][0]["body"].clone()
    };
    for event in ["lunch1", "nowhere1"] {
        assert_eq!(sent(event, json!({ "title": "Fly" })).await, json!({ "summary": "Fly" }));
    }
    let later = sent("lunch1", json!({ "start": "2023-11-20T12:30" })).await;
    assert_eq!(later["start"]["timeZone"], "Europe/Berlin");
    assert_eq!(
        later["end"],
        json!({ "dateTime": "2023-11-20T09:30:00-05:00", "timeZone": "America/New_York" })
    );
}
