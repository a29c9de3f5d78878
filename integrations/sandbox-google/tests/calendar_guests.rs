//! Events with guests: their copies, their answers, their mail; Meet; and who is busy when.

use super::calendar::hour;
use super::*;

fn with_ben(title: &str) -> Value {
    let mut body = hour(title, 20);
    body["id"] = json!("meetben20");
    body["attendees"] = json!([{ "email": "ben@house.example" }, { "email": "mia@harbor.example" }]);
    body["colorId"] = json!("5");
    body
}

const EVENT: &str = "calendars/primary/events/meetben20";

#[tokio::test]
async fn a_guest_has_a_copy_and_answers_in_it() {
    let caller = Caller::new();
    caller.insert("ana", "", with_ben("Plan")).await;
    let copy = caller.calendar("ben", "GET", EVENT, None).await;
    assert_eq!(copy.body["iCalUID"], "meetben20@google.com");
    assert_eq!(
        (copy.body["organizer"]["email"].as_str(), copy.body["organizer"].get("self")),
        (Some("ana@house.example"), None)
    );
    assert_eq!((copy.body["attendees"][0]["self"].clone(), copy.body.get("colorId")), (json!(true), None));
    let answer = json!({ "attendees": [
        { "email": "ben@house.example", "responseStatus": "accepted", "comment": "With pleasure" },
        { "email": "mia@harbor.example", "responseStatus": "accepted" },
    ] });
    assert_eq!(caller.calendar("ben", "PATCH", EVENT, Some(answer)).await.code, 200);
    let organizers = caller.calendar("ana", "GET", EVENT, None).await.body;
    assert_eq!(organizers["attendees"][0]["responseStatus"], "accepted");
    assert_eq!(organizers["attendees"][0]["comment"], "With pleasure");
    assert_eq!(organizers["attendees"][1]["responseStatus"], "needsAction");
    let own = caller.calendar("ben", "GET", EVENT, None).await.body;
    assert_eq!(own["attendees"][1]["responseStatus"], "needsAction", "nobody answers for somebody else");
    assert!(caller.google.calendar_mails().is_empty(), "nobody is mailed unless it is asked for");
}

#[tokio::test]
async fn what_a_guest_changes_is_theirs_and_what_the_organiser_changes_is_everybodys() {
    let caller = Caller::new();
    caller.insert("ana", "", with_ben("Plan")).await;
    let own =
        caller.calendar("ben", "PATCH", EVENT, Some(json!({ "summary": "Boring", "colorId": "3" }))).await;
    assert_eq!(own.body["summary"], "Boring");
    assert_eq!(caller.calendar("ana", "GET", EVENT, None).await.body["summary"], "Plan");
    let rights = caller.calendar("ben", "PATCH", EVENT, Some(json!({ "guestsCanModify": true }))).await;
    assert_eq!((rights.code, rights.reason()), (403, "forbiddenForNonOrganizer"));
    caller
        .calendar("ana", "PATCH", EVENT, Some(json!({ "summary": "Plan B", "guestsCanModify": true })))
        .await;
    let copy = caller.calendar("ben", "GET", EVENT, None).await.body;
    assert_eq!((copy["summary"].as_str(), copy["colorId"].as_str()), (Some("Plan B"), Some("3")));
    caller.calendar("ben", "PATCH", EVENT, Some(json!({ "summary": "Plan C" }))).await;
    assert_eq!(caller.calendar("ana", "GET", EVENT, None).await.body["summary"], "Plan C");
    assert_eq!(caller.calendar("ana", "GET", EVENT, None).await.body["colorId"], "5");
}

#[tokio::test]
async fn whoever_is_no_longer_invited_loses_the_event_and_a_guest_who_deletes_it_declines() {
    let caller = Caller::new();
    caller.insert("ana", "", with_ben("Plan")).await;
    caller
        .calendar("ana", "PATCH", EVENT, Some(json!({ "attendees": [{ "email": "mia@harbor.example" }] })))
        .await;
    assert_eq!(caller.calendar("ben", "GET", EVENT, None).await.body["status"], "cancelled");
    caller
        .calendar("ana", "PATCH", EVENT, Some(json!({ "attendees": [{ "email": "ben@house.example" }] })))
        .await;
    assert_eq!(caller.calendar("ben", "GET", EVENT, None).await.body["status"], "confirmed");
    assert_eq!(caller.calendar("ben", "DELETE", EVENT, None).await.code, 204);
    let organizers = caller.calendar("ana", "GET", EVENT, None).await.body;
    assert_eq!(
        (organizers["status"].as_str(), organizers["attendees"][0]["responseStatus"].as_str()),
        (Some("confirmed"), Some("declined"))
    );
    caller.calendar("ana", "DELETE", EVENT, None).await;
    assert_eq!(caller.calendar("ben", "GET", EVENT, None).await.body["status"], "cancelled");
}

#[tokio::test]
async fn an_answer_to_one_instance_reaches_the_organiser() {
    let caller = Caller::new();
    let mut body = with_ben("Series");
    body["recurrence"] = json!(["RRULE:FREQ=WEEKLY;COUNT=3"]);
    for side in ["start", "end"] {
        body[side]["timeZone"] = json!("Europe/Berlin");
    }
    caller.insert("ana", "", body).await;
    let second = "calendars/primary/events/meetben20_20261127T120000Z";
    let answer = json!({ "attendeesOmitted": true, "attendees": [{ "email": "ben@house.example", "responseStatus": "declined" }] });
    let own = caller.calendar("ben", "PATCH", second, Some(answer)).await;
    assert_eq!(own.body["attendees"].as_array().unwrap().len(), 2, "{}", own.text);
    let seen = caller.calendar("ana", "GET", second, None).await.body;
    assert_eq!(seen["attendees"][0]["responseStatus"], "declined");
    let whole = caller.calendar("ana", "GET", EVENT, None).await.body;
    assert_eq!(whole["attendees"][0]["responseStatus"], "needsAction");
    caller.calendar("ana", "DELETE", second, None).await;
    let left = caller
        .titles("ben", "singleEvents=true&timeMin=2026-11-01T00:00:00Z&timeMax=2027-01-01T00:00:00Z")
        .await;
    assert_eq!(left.len(), 2, "a gap in the series is one for everybody");
}

#[tokio::test]
async fn guests_are_mailed_as_the_client_decides() {
    for (query, told) in [
        ("sendUpdates=all", vec!["ben@house.example", "mia@harbor.example"]),
        ("sendUpdates=externalOnly", vec!["mia@harbor.example"]),
        ("sendUpdates=none", vec![]),
        ("", vec![]),
        ("sendNotifications=true", vec!["ben@house.example", "mia@harbor.example"]),
    ] {
        let caller = Caller::new();
        caller.insert("ana", query, with_ben("Plan")).await;
        let mails = caller.google.calendar_mails();
        assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), told, "{query}");
        let inbox = caller.found("ben", "subject:invitation in:inbox is:unread").await;
        assert_eq!(inbox.len(), usize::from(told.contains(&"ben@house.example")), "{query}");
        assert!(caller.found("ana", "subject:invitation").await.is_empty());
    }
}

#[tokio::test]
async fn every_change_is_told_for_what_it_is() {
    let caller = Caller::new();
    caller.insert("ana", "", with_ben("Plan")).await;
    let all = format!("{EVENT}?sendUpdates=all");
    let guests =
        json!({ "attendees": [{ "email": "ben@house.example" }, { "email": "zoe@elsewhere.example" }] });
    caller.calendar("ana", "PATCH", &all, Some(guests)).await;
    let answer = json!({ "attendeesOmitted": true, "attendees": [{ "email": "ben@house.example", "responseStatus": "tentative" }] });
    caller.calendar("ben", "PATCH", &all, Some(answer)).await;
    caller.calendar("ana", "DELETE", &all, None).await;
    let told: Vec<String> = caller
        .google
        .calendar_mails()
        .iter()
        .map(|mail| format!("{:?} {}", mail.occasion, mail.to))
        .collect();
    assert_eq!(
        told,
        [
            "Invitation zoe@elsewhere.example",
            "Update ben@house.example",
            "Cancellation mia@harbor.example",
            "Answer ana@house.example",
            "Cancellation ben@house.example",
            "Cancellation zoe@elsewhere.example",
        ]
    );
    assert_eq!(caller.found("ana", "subject:tentatively").await.len(), 1);
}

#[tokio::test]
async fn a_long_list_of_guests_is_left_out_and_a_secret_one_is_kept() {
    let caller = Caller::new();
    let mut body = with_ben("Plan");
    body["guestsCanSeeOtherGuests"] = json!(false);
    caller.insert("ana", "", body).await;
    let own = caller.calendar("ben", "GET", EVENT, None).await.body;
    assert_eq!(own["attendees"].as_array().unwrap().len(), 1);
    let short = caller.calendar("ana", "GET", &format!("{EVENT}?maxAttendees=1"), None).await.body;
    assert_eq!((short["attendeesOmitted"].clone(), short.get("attendees")), (json!(true), None));
}

#[tokio::test]
async fn a_meet_is_made_once_for_a_request() {
    let caller = Caller::new();
    let request = json!({ "createRequest": { "requestId": "r1", "conferenceSolutionKey": { "type": "hangoutsMeet" } } });
    let mut body = with_ben("Plan");
    body["conferenceData"] = request.clone();
    let without = caller.insert("ana", "", body.clone()).await;
    assert_eq!(without.body.get("conferenceData"), None, "an old client gets none");
    let path = format!("{EVENT}?conferenceDataVersion=1");
    let made = caller.calendar("ana", "PATCH", &path, Some(json!({ "conferenceData": request }))).await;
    assert_eq!(
        made.body["conferenceData"]["createRequest"]["status"]["statusCode"], "success",
        "{}",
        made.text
    );
    assert!(made.body["hangoutLink"].as_str().unwrap().starts_with("https://meet.google.com/"));
    let again = caller.calendar("ana", "PATCH", &path, Some(json!({ "conferenceData": request }))).await;
    assert_eq!(again.body["hangoutLink"], made.body["hangoutLink"]);
    assert_eq!(
        caller.calendar("ben", "GET", EVENT, None).await.body["hangoutLink"],
        made.body["hangoutLink"]
    );
    let phone =
        json!({ "createRequest": { "requestId": "r2", "conferenceSolutionKey": { "type": "phone" } } });
    for (wrong, message) in [
        (phone, "Invalid conference type value."),
        (json!({ "createRequest": {} }), "Missing conference create request id."),
        (json!({ "notes": "Call me" }), "Invalid conference data."),
    ] {
        let mut body = hour("Wrong", 21);
        body["conferenceData"] = wrong;
        let refused = caller.insert("ana", "conferenceDataVersion=1", body).await;
        assert_eq!((refused.code, refused.message()), (400, message));
    }
    caller.google.set_meet(crate::inspect::Meet::Pending);
    let other = json!({ "createRequest": { "requestId": "r3" } });
    let pending = caller.calendar("ana", "PATCH", &path, Some(json!({ "conferenceData": other }))).await;
    assert_eq!(pending.body["conferenceData"]["createRequest"]["status"]["statusCode"], "pending");
    assert_eq!(pending.body.get("hangoutLink"), None);
    caller.google.set_meet(crate::inspect::Meet::Success);
    let ready = caller.calendar("ana", "GET", EVENT, None).await.body;
    assert_eq!(ready["hangoutLink"], caller.calendar("ben", "GET", EVENT, None).await.body["hangoutLink"]);
    assert!(ready["hangoutLink"].is_string());
}

#[tokio::test]
async fn busy_times_are_merged_and_say_nothing_more() {
    let caller = Caller::new();
    let at = |from: &str, to: &str| {
        json!({
            "start": { "dateTime": format!("2026-11-20T{from}:00Z") }, "end": { "dateTime": format!("2026-11-20T{to}:00Z") },
        })
    };
    caller.insert("ben", "", at("09:00", "10:00")).await;
    caller.insert("ben", "", at("09:30", "11:00")).await;
    let mut free = at("14:00", "15:00");
    free["transparency"] = json!("transparent");
    caller.insert("ben", "", free).await;
    let mut declined = at("16:00", "17:00");
    declined["attendees"] = json!([{ "email": "ben@house.example", "responseStatus": "declined" }]);
    caller.insert("ana", "", declined).await;
    let ask = |ids: &[&str]| {
        json!({
            "timeMin": "2026-11-20T09:15:00Z", "timeMax": "2026-11-20T18:00:00Z",
            "items": ids.iter().map(|id| json!({ "id": id })).collect::<Vec<_>>(),
        })
    };
    let answer = caller
        .calendar(
            "ana",
            "POST",
            "freeBusy",
            Some(ask(&["ben@house.example", "zoe@elsewhere.example", "primary"])),
        )
        .await;
    let calendars = &answer.body["calendars"];
    assert_eq!(
        calendars["ben@house.example"]["busy"],
        json!([{ "start": "2026-11-20T09:15:00Z", "end": "2026-11-20T11:00:00Z" }])
    );
    assert_eq!(calendars["zoe@elsewhere.example"]["errors"][0]["reason"], "notFound");
    assert_eq!(calendars["primary"]["busy"].as_array().unwrap().len(), 1);
    let many: Vec<String> = (0..51).map(|number| format!("p{number}@house.example")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let answer = caller.calendar("ana", "POST", "freeBusy", Some(ask(&many))).await;
    assert_eq!(
        answer.body["calendars"]["p7@house.example"]["errors"][0]["reason"],
        "tooManyCalendarsRequested"
    );
    let mut backwards = ask(&[]);
    backwards["timeMax"] = json!("2026-11-19T00:00:00Z");
    let refused = caller.calendar("ana", "POST", "freeBusy", Some(backwards)).await;
    assert_eq!((refused.code, refused.reason()), (400, "timeRangeEmpty"));
    for (field, value, message) in [
        ("timeZone", json!("Nowhere"), "Invalid time zone value."),
        ("calendarExpansionMax", json!(51), "Invalid calendar expansion maximum."),
    ] {
        let mut body = ask(&[]);
        body[field] = value;
        let refused = caller.calendar("ana", "POST", "freeBusy", Some(body)).await;
        assert_eq!((refused.code, refused.message()), (400, message));
    }
    let refused = caller.calendar("ana", "POST", "freeBusy", Some(json!({ "items": [] }))).await;
    assert_eq!((refused.code, refused.reason()), (400, "required"));
}

#[tokio::test]
async fn busy_times_are_asked_for_ninety_days_at_most() {
    let caller = Caller::new();
    for (end, code, reason) in
        [("2027-02-18T09:15:00Z", 200, ""), ("2027-02-18T09:15:01Z", 400, "timeRangeTooLong")]
    {
        let body =
            json!({ "timeMin": "2026-11-20T09:15:00Z", "timeMax": end, "items": [{ "id": "primary" }] });
        let answer = caller.calendar("ana", "POST", "freeBusy", Some(body)).await;
        assert_eq!((answer.code, answer.reason()), (code, reason), "{end}: {}", answer.text);
        if code == 400 {
            assert_eq!(answer.message(), "The requested time range is too long.");
        }
    }
}
