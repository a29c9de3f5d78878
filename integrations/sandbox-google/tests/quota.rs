//! The quota meter where it refuses.

use jiff::SignedDuration;

use super::*;
use crate::{Excess, Table};

async fn profile(caller: &Caller, person: &str) -> Answer {
    caller.gmail(person, "GET", "profile", None).await
}

/// Calls until it is refused; how many were answered, and the refusal.
async fn exhaust(caller: &Caller, path: &str) -> (u32, Answer) {
    // However slow this machine is, it is all one minute.
    caller.google.stop_clock();
    let token = caller.google.token_for("ana", &caller.google.every_scope()).unwrap();
    let mut answered = 0;
    loop {
        let answer = caller.with_token(&token, "GET", path, None).await;
        if matches!(answer.code, 429 | 403) {
            return (answered, answer);
        }
        answered += 1;
    }
}

#[tokio::test]
async fn a_person_reads_three_hundred_messages_a_minute_and_no_more() {
    let caller = Caller::with_mail(&json!([{ "from": "ben", "to": ["ana"], "subject": "Hi", "text": "x" }]));
    let id = caller.found("ana", "hi").await.remove(0);
    caller.google.limit(Table::Newer, Excess::TooManyRequests);
    let path = format!("/gmail/v1/users/me/messages/{id}?format=minimal");
    let (answered, refused) = exhaust(&caller, &path).await;
    assert_eq!(answered, 6_000 / 20);
    assert_eq!((refused.code, refused.reason()), (429, "rateLimitExceeded"));
    assert_eq!(refused.body["error"]["status"], "RESOURCE_EXHAUSTED");
    assert_eq!(refused.body["error"]["details"][0]["reason"], "RATE_LIMIT_EXCEEDED");
    assert!(!refused.headers.contains_key("retry-after"), "Gmail says nothing of when");
    assert_eq!(profile(&caller, "ben").await.code, 200, "everybody has a minute of their own");
    caller.google.advance(SignedDuration::from_secs(59));
    assert_eq!(profile(&caller, "ana").await.code, 429);
    caller.google.advance(SignedDuration::from_secs(1));
    assert_eq!(profile(&caller, "ana").await.code, 200, "the window slides");
}

#[tokio::test]
async fn the_earlier_table_and_the_older_refusal_can_be_chosen() {
    let caller = Caller::new();
    caller.google.limit(Table::Earlier, Excess::Forbidden);
    let (answered, refused) = exhaust(&caller, "/gmail/v1/users/me/threads?maxResults=1").await;
    assert_eq!(answered, 15_000 / 10);
    assert_eq!((refused.code, refused.reason()), (403, "userRateLimitExceeded"));
    assert_eq!(refused.body["error"]["errors"][0]["domain"], "usageLimits");
    caller.google.limit(Table::Off, Excess::TooManyRequests);
    assert_eq!(profile(&caller, "ana").await.code, 200);
}

#[tokio::test]
async fn the_other_apis_have_their_own_minutes() {
    let caller = Caller::new();
    caller.google.limit(Table::Newer, Excess::TooManyRequests);
    for (path, most) in [
        ("/calendar/v3/calendars/primary/events", 600),
        ("/v1/documents/abc", 300),
        ("/v4/spreadsheets/abc", 60),
        ("/drive/v3/files", 3_250),
    ] {
        let (answered, refused) = exhaust(&caller, path).await;
        assert_eq!((answered, refused.code), (most, 429), "{path}");
        let told = refused.headers.contains_key("retry-after");
        assert_eq!(told, path.starts_with("/calendar"), "only Calendar says when");
    }
    let spent = caller.google.units("ana");
    assert_eq!((spent["calendar"], spent["docs"], spent["drive"]), (600, 300, 325_000));
}

#[tokio::test]
async fn every_part_of_a_batch_is_metered_and_one_can_be_refused_alone() {
    let caller = Caller::new();
    caller.google.stop_clock();
    caller.google.limit(Table::Newer, Excess::TooManyRequests);
    let part =
        "--b\r\nContent-Type: application/http\r\n\r\nGET /gmail/v1/users/me/threads HTTP/1.1\r\n\r\n\r\n";
    for _ in 0..6 {
        batch(&caller, &format!("{}--b--", part.repeat(99))).await;
    }
    let last = batch(&caller, &format!("{}--b--", part.repeat(7))).await;
    assert_eq!((last.matches("HTTP/1.1 200 OK").count(), last.matches("HTTP/1.1 429").count()), (6, 1));
}

async fn batch(caller: &Caller, body: &str) -> String {
    let request = Request::builder()
        .method("POST")
        .uri("/batch/gmail/v1")
        .header("Authorization", format!("Bearer {}", caller.token("ana")))
        .header("Content-Type", "multipart/mixed; boundary=b")
        .body(Body::from(body.to_owned()));
    let answer = caller.call(request.unwrap()).await;
    assert_eq!(answer.code, 200, "{}", answer.text);
    answer.text
}
