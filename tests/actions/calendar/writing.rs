//! Single events: made, changed, deleted, answered.

use serde_json::{Value, json};

use super::{BEN, WRITING, fresh, kept, lunch, made, mails, on, text};
use crate::harness::{Acting, all_text};

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_made_with_what_is_usual() {
    let acting = Acting::as_ana(&WRITING).await;
    ben_sees_the_calendar(&acting).await;
    let act =
        acting.act("calendar.create_event", json!({ "title": "Alone", "start": "2027-02-01T09:00" })).await;
    let card = all_text(&act.card().await);
    assert!(card.contains("Alone") && card.contains("Nobody will be e-mailed"), "{card}");
    assert!(
        act.requests_to("calendar.events.insert").await.is_empty(),
        "nothing is made before it is countersigned"
    );
    let answer = act.approved().await.json();
    assert_eq!(answer["event"]["end"], "2027-02-01T10:00:00+01:00", "an hour");
    let sent = &act.requests_to("calendar.events.insert").await[0];
    assert_eq!((sent.values("sendUpdates"), sent.values("conferenceDataVersion").len()), (vec!["none"], 0));
    let fields: Vec<&String> = sent.body.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["end", "id", "start", "summary"]);
    let kept = kept(&acting, "ana", text(&answer["event"]["id"])).await;
    assert_eq!((&kept["title"], &kept["start"]), (&json!("Alone"), &json!("2027-02-01T08:00:00Z")));
    assert!(mails(&acting, "Alone").await.is_empty());
}

/// An event that nobody else sees would have no card.
async fn ben_sees_the_calendar(acting: &Acting) {
    let body = json!({ "person": "ana", "with": BEN, "role": "reader" });
    acting.control().post("/google/calendar/share", body).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_made_with_everything() {
    let acting = Acting::as_ana(&WRITING).await;
    let args = json!({
        "title": "Everything", "start": "2027-02-01T09:00", "end": "2027-02-01T09:45", "zone": "America/New_York",
        "calendar": "Fernwood Studio", "guests": [format!("Ben <{BEN}>")],
        "optional_guests": ["out@elsewhere.example"], "description": "As agreed", "location": "The wall", "meet": true,
        "notify": "all", "visibility": "private", "shows_as": "free", "reminders": [5, 60],
        "repeats": { "every": "week", "interval": 2, "on": ["monday"], "count": 3 },
    });
    let act = acting.act("calendar.create_event", args).await;
    let card = all_text(&act.card().await);
    for words in
        ["2 guests will be e-mailed", BEN, "out@elsewhere.example", "every 2 weeks on Monday, 3 times"]
    {
        assert!(card.contains(words), "{words} in {card}");
    }
    let answer = act.approved().await.json();
    assert!(text(&answer["event"]["meet"]).starts_with("https://meet.google.com/"));
    let sent = &act.requests_to("calendar.events.insert").await[0];
    assert_eq!((sent.values("sendUpdates"), sent.values("conferenceDataVersion")), (vec!["all"], vec!["1"]));
    assert!(sent.path.contains("group.calendar.google.com"), "{}", sent.path);
    let body = &sent.body;
    assert_eq!(
        body["start"],
        json!({ "dateTime": "2027-02-01T09:00:00-05:00", "timeZone": "America/New_York" })
    );
    assert_eq!(body["recurrence"], json!(["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=3"]));
    assert_eq!((&body["visibility"], &body["transparency"]), (&json!("private"), &json!("transparent")));
    assert_eq!(body["reminders"]["overrides"][1], json!({ "method": "popup", "minutes": 60 }));
    assert_eq!(body["conferenceData"]["createRequest"]["conferenceSolutionKey"]["type"], "hangoutsMeet");
    let to: Vec<String> = mails(&acting, "Everything").await.into_iter().map(|(_, to)| to).collect();
    assert_eq!(to, [BEN, "out@elsewhere.example"]);
    assert!(on(&acting, "ben", "2027-02-15").await.iter().any(|event| event["title"] == "Everything"));
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_days_and_clocks_that_jump() {
    let acting = Acting::as_ana(&WRITING).await;
    let args = json!({ "title": "Fair", "start": "2027-02-01", "end": "2027-02-03" });
    let act = acting.act("calendar.create_event", args).await;
    let answer = act.approved().await.json();
    assert_eq!(
        (&answer["event"]["start"], &answer["event"]["end"]),
        (&json!("2027-02-01"), &json!("2027-02-03"))
    );
    let body = &act.requests_to("calendar.events.insert").await[0].body;
    assert_eq!(body["end"], json!({ "date": "2027-02-04" }), "Google's end is the day after");
    for (start, words) in [("2027-03-28T02:30", "does not exist"), ("2027-10-31T02:30", "comes twice")] {
        let answer =
            acting.perform("calendar.create_event", json!({ "title": "Night", "start": start })).await;
        assert_eq!(answer.code(), Some("input_invalid"));
        assert!(answer.words.contains(words), "{}", answer.words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn how_long_it_lasts_is_said_by_minutes_or_by_its_end() {
    let acting = Acting::as_ana(&WRITING).await;
    let title = fresh("Lasting");
    let start = format!("{}T09:00", a_day_soon(&acting).await);
    let args = json!({ "title": title, "start": start, "duration_minutes": 25 });
    let made = acting.perform("calendar.create_event", args).await.json();
    let ends = |event: &Value| text(&event["end"])[11..16].to_owned();
    assert_eq!(ends(&made["event"]), "09:25");
    let end = format!("{}T10:15", &start[..10]);
    let by_title =
        acting.perform("calendar.update_event", json!({ "event": title, "end": end })).await.json();
    assert_eq!(ends(&by_title["event"]), "10:15");
    assert_eq!(by_title["event"]["id"], made["event"]["id"], "the next event of that title");
}

/// A day on which events are known by their titles: the last one that is listed when nothing else is said.
async fn a_day_soon(acting: &Acting) -> String {
    let answer = acting.perform("calendar.list_events", json!({})).await.json();
    text(&answer["to"])[..10].to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_is_still_being_made_is_said_so() {
    let acting = Acting::as_ana(&WRITING).await;
    acting.control().post("/google/calendar/meet", json!({ "status": "pending" })).await;
    // An event in the past has another note before this one.
    let soon = sandbox::now() + jiff::SignedDuration::from_hours(72);
    let start = soon.strftime("%Y-%m-%dT09:00").to_string();
    let args = json!({ "title": "Soon", "start": start, "meet": true });
    let act = acting.act("calendar.create_event", args).await;
    let answer = act.approved().await.json();
    assert!(text(&answer["notes"][0]).contains("still making the meeting link"), "{answer}");
    assert!(act.requests_to("calendar.events.get").await.len() > 1, "it was looked for again");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_changed_in_every_way() {
    let acting = Acting::as_ana(&WRITING).await;
    let event = made(&acting, "ana", lunch("Before")).await;
    let id = text(&event["id"]);
    let args = json!({
        "event": event["htmlLink"], "calendar": "primary", "scope": "this", "title": "After", "description": "New",
        "location": "", "start": "2027-02-01T14:00", "duration_minutes": 30, "zone": "Europe/Berlin",
        "add_guests": ["carla@fernwood.example"], "add_optional_guests": ["out@elsewhere.example"],
        "meet": true, "notify": "external", "visibility": "public", "shows_as": "free", "reminders": [],
        "repeats": "RRULE:FREQ=DAILY;COUNT=2",
    });
    let act = acting.act("calendar.update_event", args).await;
    let card = all_text(&act.card().await);
    for words in ["Before → After", "Bar → none", "carla@fernwood.example", "without Google Calendar"] {
        assert!(card.contains(words), "{words} in {card}");
    }
    act.approved().await.json();
    let sent = &act.requests_to("calendar.events.patch").await[0];
    assert_eq!(sent.values("sendUpdates"), ["externalOnly"]);
    assert_eq!(sent.body["attendees"][0]["comment"], "Hungry", "whoever stays keeps everything");
    let after = kept(&acting, "ana", id).await;
    assert_eq!((&after["title"], &after["location"]), (&json!("After"), &Value::Null));
    assert_eq!(
        (&after["start"], &after["end"]),
        (&json!("2027-02-01T13:00:00Z"), &json!("2027-02-01T13:30:00Z"))
    );
    assert_eq!(after["guests"].as_array().unwrap().len(), 3);
    assert_eq!(after["guests"][0]["answer"], event_answer(&event));
    assert_eq!(after["recurrence"], json!(["RRULE:FREQ=DAILY;COUNT=2"]));
    let to: Vec<String> = mails(&acting, "After").await.into_iter().map(|(_, to)| to).collect();
    assert_eq!(to, ["out@elsewhere.example"]);

    let args =
        json!({ "event": id, "scope": "all", "remove_guests": [BEN], "meet": false, "notify": "none" });
    acting.perform("calendar.update_event", args).await.json();
    let after = kept(&acting, "ana", id).await;
    assert_eq!((after["guests"].as_array().unwrap().len(), &after["meet"]), (2, &Value::Null));
}

fn event_answer(event: &Value) -> Value {
    event["attendees"][0]["responseStatus"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lies_in_another_calendar_is_changed_and_answered_there() {
    let acting = Acting::as_ana(&WRITING).await;
    let title = fresh("Studio");
    let args = json!({ "title": title, "start": "2027-02-01T09:00", "calendar": "Fernwood Studio",
                       "guests": [super::ANA, BEN], "notify": "none" });
    let made = acting.perform("calendar.create_event", args).await.json();
    let id = text(&made["event"]["id"]);
    for (tool, more) in [
        ("calendar.update_event", json!({ "location": "The wall" })),
        ("calendar.respond", json!({ "answer": "accept", "comment": "Gladly" })),
    ] {
        let mut args = json!({ "event": id, "calendar": "fernwood studio" });
        args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let act = acting.act(tool, args).await;
        let card = all_text(&act.card().await);
        assert!(card.contains("Fernwood Studio"), "{card}");
        let answer = act.approved().await.json();
        let sent = &act.requests_to("calendar.events.patch").await[0];
        assert!(sent.path.contains("group.calendar.google.com"), "{}", sent.path);
        assert_eq!(answer["calendar"], "Fernwood Studio");
    }
    let kept = kept(&acting, "ben", id).await;
    assert_eq!(kept["location"], "The wall");
    let me = kept["guests"].as_array().unwrap().iter().find(|guest| guest["address"] == super::ANA).unwrap();
    assert_eq!((&me["answer"], &me["comment"]), (&json!("accepted"), &json!("Gladly")));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_in_a_description_is_on_the_card() {
    let acting = Acting::as_ana(&WRITING).await;
    ben_sees_the_calendar(&acting).await;
    let args = json!({ "title": "Pay\u{200b}day", "start": "2027-02-01T09:00",
                       "description": "See you<!-- the safe is open -->" });
    let act = acting.act("calendar.create_event", args).await;
    let card = all_text(&act.card().await);
    assert!(card.contains("the safe is open"), "{card}");
    assert!(card.contains("Pay⟨U+200B⟩day"), "{card}");
    assert_eq!(act.denied().await.code(), Some("denied"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_while_the_card_waited_is_not_overwritten() {
    let acting = Acting::as_ana(&WRITING).await;
    let event = made(&acting, "ana", lunch("Waiting")).await;
    let act = acting.act("calendar.update_event", json!({ "event": event["id"], "title": "Mine" })).await;
    act.card().await;
    let theirs = json!({ "person": "ana", "id": event["id"], "event": { "location": "Elsewhere" } });
    acting.control().post("/google/calendar/change", theirs).await;
    let answer = act.approved().await;
    assert_eq!(answer.code(), Some("stale_write"));
    assert!(answer.words.contains("(place)"), "{}", answer.words);
    assert_eq!(kept(&acting, "ana", text(&event["id"])).await["title"], "Waiting");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_deleted_and_its_guests_hear_of_it() {
    let acting = Acting::as_ana(&WRITING).await;
    let title = fresh("Gone");
    let event = made(&acting, "ana", lunch(&title)).await;
    let act = acting.act("calendar.delete_event", json!({ "event": event["id"] })).await;
    assert!(all_text(&act.card().await).contains("1 guest will be e-mailed"));
    act.approved().await.json();
    let sent = &act.requests_to("calendar.events.delete").await[0];
    assert_eq!(sent.values("sendUpdates"), ["all"]);
    assert_eq!(kept(&acting, "ana", text(&event["id"])).await["cancelled"], true);
    assert_eq!(mails(&acting, &title).await, [("cancellation".to_owned(), BEN.to_owned())]);

    let quiet = fresh("Quiet");
    let event = made(&acting, "ana", lunch(&quiet)).await;
    let args = json!({ "event": event["id"], "calendar": "primary", "scope": "this", "notify": "none" });
    acting.perform("calendar.delete_event", args).await.json();
    assert!(mails(&acting, &quiet).await.is_empty());
    let again = acting.perform("calendar.delete_event", json!({ "event": event["id"] })).await;
    assert_eq!(again.code(), Some("not_found"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_answered() {
    let acting = Acting::as_ana(&WRITING).await;
    let title = fresh("Invited");
    let mut event = lunch(&title);
    event["attendees"] =
        json!([{ "email": super::ANA }, { "email": "carla@fernwood.example", "responseStatus": "accepted" }]);
    let event = made(&acting, "ben", event).await;
    for (answer, status) in [("accept", "accepted"), ("decline", "declined"), ("tentative", "tentative")] {
        let args = json!({ "event": event["id"], "answer": answer, "comment": format!("I {answer}"), "scope": "this",
                           "calendar": "primary", "notify": "all" });
        let act = acting.act("calendar.respond", args).await;
        assert!(all_text(&act.card().await).contains(&format!("I {answer}")));
        act.approved().await.json();
        let theirs = kept(&acting, "ben", text(&event["id"])).await;
        let guests = theirs["guests"].as_array().unwrap();
        let me = guests.iter().find(|guest| guest["address"] == super::ANA).unwrap();
        assert_eq!((&me["answer"], &me["comment"]), (&json!(status), &json!(format!("I {answer}"))));
        assert_eq!(guests.len(), 2, "nobody is dropped");
    }
    for (notify, updates, answer) in [("none", "none", "accept"), ("external", "externalOnly", "decline")] {
        let args = json!({ "event": event["id"], "answer": answer, "notify": notify });
        let act = acting.act("calendar.respond", args).await;
        let card = all_text(&act.card().await);
        let said = if notify == "none" { "Nobody will be e-mailed" } else { "without Google Calendar" };
        assert!(card.contains(said), "{card}");
        act.approved().await.json();
        assert_eq!(act.requests_to("calendar.events.patch").await[0].values("sendUpdates"), [updates]);
    }
    let told = mails(&acting, &title).await;
    assert!(
        told.len() == 3 && told.iter().all(|mail| *mail == ("answer".to_owned(), BEN.to_owned())),
        "{told:?}"
    );
}
