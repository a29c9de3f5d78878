//! What becomes of a message between `send` and the inbox.

use super::*;

async fn send(caller: &Caller, person: &str, text: &str) -> Answer {
    caller.gmail(person, "POST", "messages/send", Some(json!({ "raw": raw(text) }))).await
}

#[tokio::test]
async fn a_sent_message_is_in_sent_and_unread_in_the_recipients_inbox() {
    let caller = Caller::new();
    let answer = send(
        &caller,
        "ana",
        "To: Ben <BEN@house.example>\nBcc: zoe@elsewhere.example\nSubject: Lunch\nMessage-ID: <mine@here>\n\nAt noon?\n",
    )
    .await;
    assert_eq!(answer.code, 200, "{}", answer.text);
    assert_eq!(labels(&answer.body), ["SENT"]);
    let sent = caller.message("ana", answer.body["id"].as_str().unwrap()).await;
    assert_eq!(header(&sent, "From"), Some("Ana Ruíz <ana@house.example>"));
    assert_eq!(header(&sent, "Bcc"), Some("zoe@elsewhere.example"));
    let message_id = header(&sent, "Message-ID").unwrap();
    assert!(message_id.ends_with("@mail.gmail.com>"), "{message_id}");
    assert!(header(&sent, "Date").is_some());
    for person in ["ben", "zoe"] {
        let ids = caller.found(person, "subject:lunch").await;
        let received = caller.message(person, &ids[0]).await;
        assert_eq!(labels(&received), ["INBOX", "UNREAD"]);
        assert_eq!(header(&received, "Bcc"), None);
        assert_eq!(header(&received, "Message-ID"), Some(message_id));
    }
}

#[tokio::test]
async fn nobody_sends_in_another_name() {
    let caller = Caller::new();
    let text = "From: Ben <ben@house.example>\nTo: zoe@elsewhere.example\nSubject: x\n\nx";
    let answer = send(&caller, "ana", text).await;
    let sent = caller.message("ana", answer.body["id"].as_str().unwrap()).await;
    assert_eq!(header(&sent, "From"), Some("Ana Ruíz <ana@house.example>"));
    let own = send(&caller, "ana", "From: A. R. <Ana@house.example>\nTo: zoe@elsewhere.example\n\nx").await;
    let sent = caller.message("ana", own.body["id"].as_str().unwrap()).await;
    assert_eq!(header(&sent, "From"), Some("A. R. <Ana@house.example>"));
    let bare = send(&caller, "ana", "From: ana@house.example\nTo: zoe@elsewhere.example\n\nx").await;
    let sent = caller.message("ana", bare.body["id"].as_str().unwrap()).await;
    assert_eq!(header(&sent, "From"), Some("Ana Ruíz <ana@house.example>"));
}

#[tokio::test]
async fn a_message_without_a_deliverable_recipient_is_refused() {
    let caller = Caller::new();
    let none = send(&caller, "ana", "Subject: x\n\nx").await;
    assert_eq!((none.code, none.message()), (400, "Recipient address required"));
    let wrong = send(&caller, "ana", "To: ben\n\nx").await;
    assert_eq!((wrong.code, wrong.message()), (400, "Invalid To header"));
    let empty = caller.gmail("ana", "POST", "messages/send", Some(json!({}))).await;
    assert_eq!(empty.code, 400);
    assert!(empty.message().contains("'raw' RFC822 payload"));
    assert!(caller.google.messages("ana", "SENT").is_empty());
}

#[tokio::test]
async fn an_answer_joins_the_thread_only_if_its_headers_fit() {
    let caller = Caller::with_mail(&json!([
        { "from": "ben", "to": ["ana"], "subject": "Thursday", "text": "Does it work?" },
    ]));
    let original = caller.message("ana", &caller.found("ana", "subject:thursday").await[0]).await;
    let (thread, id) = (original["threadId"].as_str().unwrap(), header(&original, "Message-ID").unwrap());
    let reply = |subject: &str, references: &str| {
        let text = format!("To: ben@house.example\nSubject: {subject}\n{references}\nYes");
        json!({ "raw": raw(&text), "threadId": thread })
    };
    let good = reply("Re: Thursday", &format!("In-Reply-To: {id}\nReferences: {id}\n"));
    let answer = caller.gmail("ana", "POST", "messages/send", Some(good)).await;
    assert_eq!(answer.body["threadId"], thread);
    let bens = caller.found("ben", "in:inbox subject:thursday").await;
    let in_bens = caller.message("ben", &bens[0]).await;
    assert_eq!(caller.google.search("ben", "subject:thursday").len(), 2);
    assert!(
        caller.google.search("ben", "subject:thursday").iter().all(|row| row.thread == in_bens["threadId"])
    );
    for wrong in [reply("Friday", &format!("In-Reply-To: {id}\n")), reply("Re: Thursday", "")] {
        let answer = caller.gmail("ana", "POST", "messages/send", Some(wrong)).await;
        assert_eq!(answer.code, 200);
        assert_ne!(answer.body["threadId"], thread);
    }
    let mut gone = reply("Re: Thursday", &format!("In-Reply-To: {id}\n"));
    gone["threadId"] = json!("0123456789abcdef");
    assert_eq!(caller.gmail("ana", "POST", "messages/send", Some(gone)).await.code, 404);
}

#[tokio::test]
async fn mail_to_oneself_is_sent_and_received_at_once() {
    let caller = Caller::new();
    let answer = send(&caller, "ana", "To: ana@house.example\nSubject: Note\n\nx").await;
    assert_eq!(labels(&answer.body), ["INBOX", "SENT", "UNREAD"]);
    assert_eq!(caller.found("ana", "subject:note").await.len(), 1);
}

#[tokio::test]
async fn a_message_can_be_uploaded_alone_or_behind_its_json() {
    let caller = Caller::with_mail(&json!([{ "from": "ben", "to": ["ana"], "subject": "Up", "text": "?" }]));
    let original = caller.message("ana", &caller.found("ana", "subject:up").await[0]).await;
    let (thread, id) = (original["threadId"].as_str().unwrap(), header(&original, "Message-ID").unwrap());
    let mail = format!("To: ben@house.example\r\nSubject: Re: Up\r\nIn-Reply-To: {id}\r\n\r\nYes\r\n");
    let upload = |kind: &str, content_type: &str, body: String| {
        Request::builder()
            .method("POST")
            .uri(format!("/upload/gmail/v1/users/me/messages/send?uploadType={kind}"))
            .header("Authorization", format!("Bearer {}", caller.token("ana")))
            .header("Content-Type", content_type)
            .body(Body::from(body))
            .unwrap()
    };
    let alone = caller.call(upload("media", "message/rfc822", mail.clone())).await;
    assert_eq!(alone.code, 200, "{}", alone.text);
    let body = format!(
        "--b\r\nContent-Type: application/json\r\n\r\n{{\"threadId\": \"{thread}\"}}\r\n\
         --b\r\nContent-Type: message/rfc822\r\n\r\n{mail}\r\n--b--\r\n"
    );
    let both = caller.call(upload("multipart", "multipart/related; boundary=b", body)).await;
    assert_eq!(both.body["threadId"], thread, "{}", both.text);
    assert_eq!(caller.call(upload("media", "image/png", mail.clone())).await.code, 400);
    assert_eq!(caller.call(upload("resumable", "message/rfc822", mail)).await.code, 400);
}
