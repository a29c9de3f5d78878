//! Drafts: made, changed, sent once, gone.

use super::*;

async fn draft(caller: &Caller, text: &str) -> String {
    let body = json!({ "message": { "raw": raw(text) } });
    let answer = caller.gmail("ana", "POST", "drafts", Some(body)).await;
    assert_eq!(answer.code, 200, "{}", answer.text);
    assert_eq!(labels(&answer.body["message"]), ["DRAFT"]);
    answer.body["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn sending_a_draft_uses_it_up() {
    let caller = Caller::new();
    let id = draft(&caller, "To: ben@house.example\nSubject: Plan\n\nHere it is").await;
    let seen = caller.gmail("ana", "GET", &format!("drafts/{id}"), None).await;
    assert_eq!(header(&seen.body["message"], "Subject"), Some("Plan"));
    let list = caller.gmail("ana", "GET", "drafts", None).await;
    assert_eq!(list.body["drafts"][0]["id"], id);
    assert!(caller.found("ben", "subject:plan").await.is_empty());
    let sent = caller.gmail("ana", "POST", "drafts/send", Some(json!({ "id": id }))).await;
    assert_eq!(labels(&sent.body), ["SENT"]);
    assert_eq!(caller.found("ben", "subject:plan").await.len(), 1);
    assert_eq!(caller.found("ana", "subject:plan").await, [sent.body["id"].as_str().unwrap()]);
    let gone = caller.gmail("ana", "GET", &format!("drafts/{id}"), None).await;
    assert_eq!((gone.code, gone.message()), (404, "Requested entity was not found."));
    let twice = caller.gmail("ana", "POST", "drafts/send", Some(json!({ "id": id }))).await;
    assert_eq!(twice.code, 404);
    assert_eq!(caller.found("ben", "subject:plan").await.len(), 1);
}

#[tokio::test]
async fn a_draft_that_cannot_be_sent_stays() {
    let caller = Caller::new();
    let id = draft(&caller, "Subject: To nobody\n\nx").await;
    let refused = caller.gmail("ana", "POST", "drafts/send", Some(json!({ "id": id }))).await;
    assert_eq!((refused.code, refused.message()), (400, "Recipient address required"));
    assert_eq!(caller.gmail("ana", "GET", &format!("drafts/{id}"), None).await.code, 200);
}

#[tokio::test]
async fn a_draft_is_replaced_and_deleted() {
    let caller = Caller::new();
    let id = draft(&caller, "To: ben@house.example\nSubject: One\n\nx").await;
    let body = json!({ "message": { "raw": raw("To: ben@house.example\nSubject: Two\n\ny") } });
    let updated = caller.gmail("ana", "PUT", &format!("drafts/{id}"), Some(body)).await;
    assert_eq!(updated.body["id"], id);
    assert_eq!(caller.google.drafts("ana").len(), 1);
    assert_eq!(caller.google.drafts("ana")[0].message.subject, "Two");
    assert_eq!(caller.gmail("ana", "DELETE", &format!("drafts/{id}"), None).await.code, 204);
    assert!(caller.google.drafts("ana").is_empty());
}

#[tokio::test]
async fn a_draft_of_an_answer_stays_in_its_thread_when_sent() {
    let caller = Caller::with_mail(&json!([
        { "from": "ben", "to": ["ana"], "subject": "Thursday", "text": "Does it work?" },
    ]));
    let original = caller.message("ana", &caller.found("ana", "subject:thursday").await[0]).await;
    let (thread, message_id) = (&original["threadId"], header(&original, "Message-ID").unwrap());
    let text = format!("To: ben@house.example\nSubject: Re: Thursday\nIn-Reply-To: {message_id}\n\nYes");
    let body = json!({ "message": { "raw": raw(&text), "threadId": thread } });
    let made = caller.gmail("ana", "POST", "drafts", Some(body)).await;
    assert_eq!(&made.body["message"]["threadId"], thread);
    let sent = caller.gmail("ana", "POST", "drafts/send", Some(json!({ "id": made.body["id"] }))).await;
    assert_eq!(&sent.body["threadId"], thread);
}
