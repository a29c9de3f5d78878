//! Reading, finding and ordering mail.

use super::*;

fn three() -> Value {
    json!([
        { "key": "first", "from": "ben", "to": ["ana"], "subject": "Website relaunch", "when": "3d 1h",
          "text": "Shall we start? It's \"time\" & <now>.", "unread": true, "labels": ["STARRED", "Clients/Northlight"] },
        { "from": "ana", "to": ["ben"], "subject": "Re: Website relaunch", "when": "2d 1h", "text": "Yes.",
          "replies_to": "first" },
        { "from": "Northlight <billing@northlight.example>", "to": ["ana"], "subject": "Invoice 12", "when": "1d 1h",
          "text": "Attached.", "html": "<p>Attached.</p>",
          "attachments": [{ "name": "invoice.pdf", "kind": "application/pdf", "text": "%PDF-1.4 x" }] },
    ])
}

#[tokio::test]
async fn lists_hold_ids_only_newest_first() {
    let caller = Caller::with_mail(&three());
    let answer = caller.gmail("ana", "GET", "messages", None).await;
    let rows = answer.body["messages"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0].as_object().unwrap().keys().collect::<Vec<_>>(), ["id", "threadId"]);
    assert_eq!(rows[0]["id"].as_str().unwrap().len(), 16);
    let newest = caller.message("ana", rows[0]["id"].as_str().unwrap()).await;
    assert_eq!(header(&newest, "Subject"), Some("Invoice 12"));
    assert_eq!(answer.body["resultSizeEstimate"], 3);
    let nothing = caller.gmail("ana", "GET", "messages?q=unicorn", None).await;
    assert_eq!(nothing.body, json!({ "resultSizeEstimate": 0 }));
}

#[tokio::test]
async fn a_list_is_read_page_by_page_and_new_mail_shifts_nothing() {
    let caller = Caller::with_mail(&three());
    let first = caller.gmail("ana", "GET", "messages?maxResults=2", None).await;
    let token = first.body["nextPageToken"].as_str().unwrap().to_owned();
    let seed = json!({ "from": "ben", "to": ["ana"], "subject": "New", "text": "x" });
    caller.google.deliver(&serde_json::from_value(seed).unwrap()).unwrap();
    let second = caller.gmail("ana", "GET", &format!("messages?maxResults=2&pageToken={token}"), None).await;
    assert_eq!(second.body["messages"].as_array().unwrap().len(), 1);
    assert!(second.body.get("nextPageToken").is_none());
    assert_eq!(caller.gmail("ana", "GET", "messages?pageToken=x", None).await.code, 400);
}

#[tokio::test]
async fn search_operators_find_what_they_name() {
    let caller = Caller::with_mail(&three());
    let cases = [
        ("from:ben", 1),
        ("from:me", 1),
        ("to:ben", 1),
        ("subject:\"website relaunch\"", 2),
        ("is:unread", 1),
        ("is:read", 2),
        ("is:starred", 1),
        ("in:inbox", 2),
        ("in:sent", 1),
        ("label:clients-northlight", 1),
        ("has:attachment", 1),
        ("filename:pdf", 1),
        ("filename:invoice.pdf", 1),
        ("newer_than:2d", 1),
        ("older_than:1d", 3),
        ("newer_than:2d -from:northlight", 0),
        ("invoice OR website", 3),
        ("{from:ben from:northlight} is:unread", 1),
        ("(attached) from:billing@northlight.example", 1),
        ("after:2020/01/01", 3),
        ("before:2020/01/01", 0),
        ("", 3),
    ];
    for (query, count) in cases {
        assert_eq!(caller.found("ana", query).await.len(), count, "{query}");
    }
    let id = caller.found("ana", "is:unread").await.remove(0);
    let message = caller.message("ana", &id).await;
    let message_id = header(&message, "Message-ID").unwrap();
    assert_eq!(caller.found("ana", &format!("rfc822msgid:{message_id}")).await, [id]);
}

#[tokio::test]
async fn a_message_comes_in_four_formats() {
    let caller = Caller::with_mail(&three());
    let id = caller.found("ana", "is:unread").await.remove(0);
    let full = caller.message("ana", &id).await;
    assert_eq!(full["snippet"], "Shall we start? It&#39;s &quot;time&quot; &amp; &lt;now&gt;.");
    assert_eq!(full["payload"]["partId"], "");
    let data = URL_SAFE.decode(full["payload"]["body"]["data"].as_str().unwrap()).unwrap();
    assert_eq!(String::from_utf8(data).unwrap().trim(), "Shall we start? It's \"time\" & <now>.");
    let metadata = caller
        .gmail("ana", "GET", &format!("messages/{id}?format=metadata&metadataHeaders=subject"), None)
        .await;
    assert_eq!(metadata.body["payload"]["headers"].as_array().unwrap().len(), 1);
    assert!(metadata.body["payload"].get("body").is_none());
    let minimal = caller.gmail("ana", "GET", &format!("messages/{id}?format=minimal"), None).await;
    assert!(minimal.body.get("payload").is_none());
    let raw = caller.gmail("ana", "GET", &format!("messages/{id}?format=raw"), None).await;
    let bytes = URL_SAFE.decode(raw.body["raw"].as_str().unwrap()).unwrap();
    assert!(String::from_utf8(bytes).unwrap().contains("Subject: Website relaunch\r\n"));
}

#[tokio::test]
async fn attachments_are_fetched_apart_by_ids_that_change() {
    let caller = Caller::with_mail(&three());
    let id = caller.found("ana", "has:attachment").await.remove(0);
    let attachment = |message: &Value| {
        let part = message["payload"]["parts"][1].clone();
        assert_eq!(part["filename"], "invoice.pdf");
        assert!(part["body"].get("data").is_none());
        part["body"]["attachmentId"].as_str().unwrap().to_owned()
    };
    let one = attachment(&caller.message("ana", &id).await);
    let other = attachment(&caller.message("ana", &id).await);
    assert_ne!(one, other);
    for token in [&one, &other] {
        let answer = caller.gmail("ana", "GET", &format!("messages/{id}/attachments/{token}"), None).await;
        assert_eq!(answer.body, json!({ "size": 10, "data": "JVBERi0xLjQgeA==" }));
    }
    let wrong = caller.gmail("ana", "GET", &format!("messages/{id}/attachments/ANGjdJabc"), None).await;
    assert_eq!((wrong.code, wrong.message()), (400, "Invalid attachment token"));
}

#[tokio::test]
async fn the_body_is_utf_8_while_the_header_claims_something_else() {
    let caller = Caller::with_mail(&json!([
        { "from": "ben", "to": ["ana"], "subject": "会議", "text": "木曜日です", "charset": "iso-2022-jp" },
    ]));
    let message = caller.message("ana", &caller.found("ana", "木曜日").await[0]).await;
    assert_eq!(header(&message, "Subject"), Some("会議"));
    assert!(header(&message, "Content-Type").unwrap().contains("iso-2022-jp"));
    let data = URL_SAFE.decode(message["payload"]["body"]["data"].as_str().unwrap()).unwrap();
    assert_eq!(String::from_utf8(data).unwrap(), "木曜日です");
}

#[tokio::test]
async fn threads_hold_question_and_answer() {
    let caller = Caller::with_mail(&three());
    let list = caller.gmail("ana", "GET", "threads?q=relaunch", None).await;
    let threads = list.body["threads"].as_array().unwrap();
    assert_eq!(threads.len(), 1);
    assert_eq!(threads[0]["snippet"], "Yes.");
    let id = threads[0]["id"].as_str().unwrap();
    let thread = caller.gmail("ana", "GET", &format!("threads/{id}?format=metadata"), None).await;
    let messages = thread.body["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 2);
    assert_eq!(labels(&messages[1]), ["SENT"]);
    let archive = json!({ "removeLabelIds": ["INBOX", "UNREAD"] });
    assert_eq!(caller.gmail("ana", "POST", &format!("threads/{id}/modify"), Some(archive)).await.code, 200);
    assert_eq!(caller.found("ana", "in:inbox").await.len(), 1);
    assert_eq!(caller.gmail("ana", "POST", &format!("threads/{id}/trash"), None).await.code, 200);
    assert_eq!(caller.found("ana", "").await.len(), 1);
    assert_eq!(caller.found("ana", "in:trash").await.len(), 2);
    assert_eq!(caller.found("ana", "in:anywhere relaunch").await.len(), 2);
}

#[tokio::test]
async fn ids_that_cannot_be_and_ids_that_are_not_there_are_told_apart() {
    let caller = Caller::new();
    let wrong = caller.gmail("ana", "GET", "messages/not-an-id", None).await;
    assert_eq!((wrong.code, wrong.message()), (400, "Invalid id value"));
    let missing = caller.gmail("ana", "GET", "messages/0123456789abcdef", None).await;
    assert_eq!((missing.code, missing.reason()), (404, "notFound"));
    assert_eq!(missing.message(), "Requested entity was not found.");
}

#[tokio::test]
async fn labels_are_changed_one_by_one_and_in_batches() {
    let caller = Caller::with_mail(&three());
    let ids = caller.found("ana", "in:inbox").await;
    let change = json!({ "addLabelIds": ["STARRED"], "removeLabelIds": ["UNREAD"] });
    let one = caller.gmail("ana", "POST", &format!("messages/{}/modify", ids[1]), Some(change)).await;
    assert!(labels(&one.body).contains(&"STARRED") && !labels(&one.body).contains(&"UNREAD"));
    let batch = json!({ "ids": ids, "removeLabelIds": ["INBOX"] });
    assert_eq!(caller.gmail("ana", "POST", "messages/batchModify", Some(batch)).await.code, 204);
    assert!(caller.found("ana", "in:inbox").await.is_empty());
    for wrong in [
        json!({}),
        json!({ "addLabelIds": ["SENT"] }),
        json!({ "addLabelIds": ["Label_99"] }),
        json!({ "addLabelIds": ["INBOX"], "removeLabelIds": ["INBOX"] }),
    ] {
        let answer = caller.gmail("ana", "POST", &format!("messages/{}/modify", ids[0]), Some(wrong)).await;
        assert_eq!(answer.code, 400);
    }
}

#[tokio::test]
async fn labels_are_counted_only_one_by_one() {
    let caller = Caller::with_mail(&three());
    let list = caller.gmail("ana", "GET", "labels", None).await;
    let all = list.body["labels"].as_array().unwrap();
    assert!(all.iter().all(|label| label.get("messagesTotal").is_none()));
    let own = all.iter().find(|label| label["name"] == "Clients/Northlight").unwrap();
    assert_eq!(own["type"], "user");
    let inbox = caller.gmail("ana", "GET", "labels/INBOX", None).await;
    assert_eq!(
        (inbox.body["messagesTotal"].as_u64(), inbox.body["messagesUnread"].as_u64()),
        (Some(2), Some(1))
    );
    let made = caller.gmail("ana", "POST", "labels", Some(json!({ "name": "Taxes" }))).await;
    let id = made.body["id"].as_str().unwrap().to_owned();
    let taken = caller.gmail("ana", "POST", "labels", Some(json!({ "name": "taxes" }))).await;
    assert_eq!((taken.code, taken.message()), (409, "Label name exists or conflicts"));
    let renamed = caller.gmail("ana", "PATCH", &format!("labels/{id}"), Some(json!({ "name": "Tax" }))).await;
    assert_eq!(renamed.body["name"], "Tax");
    assert_eq!(caller.gmail("ana", "DELETE", &format!("labels/{id}"), None).await.code, 204);
    assert_eq!(caller.gmail("ana", "GET", &format!("labels/{id}"), None).await.code, 404);
    assert_eq!(caller.gmail("ana", "DELETE", "labels/INBOX", None).await.code, 400);
}

#[tokio::test]
async fn a_label_has_a_colour_of_the_palette() {
    let caller = Caller::new();
    let create = async |color: Value| {
        caller.gmail("ana", "POST", "labels", Some(json!({ "name": "Taxes", "color": color }))).await
    };
    for (background, text) in [("#123456", "#ffffff"), ("#16a766", "#FFFFFF"), ("white", "#ffffff")] {
        let refused = create(json!({ "backgroundColor": background, "textColor": text })).await;
        let wrong = if text == "#FFFFFF" { text } else { background };
        assert_eq!(
            (refused.code, refused.reason(), refused.message()),
            (
                400,
                "invalidArgument",
                format!("Label color {wrong} is not on the allowed color palette").as_str()
            )
        );
    }
    assert_eq!(create(json!({ "textColor": "#ffffff" })).await.code, 400, "both halves are needed");
    let green = json!({ "backgroundColor": "#16a766", "textColor": "#083018" });
    let made = create(green.clone()).await;
    assert_eq!((made.code, &made.body["color"]), (200, &green));
    let path = format!("labels/{}", made.body["id"].as_str().unwrap());
    let red = json!({ "color": { "backgroundColor": "#ff0000", "textColor": "#ffffff" } });
    assert_eq!(caller.gmail("ana", "PATCH", &path, Some(red)).await.code, 400);
    assert_eq!(caller.gmail("ana", "GET", &path, None).await.body["color"], green);
}

#[tokio::test]
async fn history_tells_what_has_changed_since() {
    let caller = Caller::with_mail(&three());
    let profile = caller.gmail("ana", "GET", "profile", None).await;
    let start = profile.body["historyId"].as_str().unwrap().to_owned();
    let quiet = caller.gmail("ana", "GET", &format!("history?startHistoryId={start}"), None).await;
    assert!(quiet.body.get("history").is_none());
    let id = caller.found("ana", "is:unread").await.remove(0);
    let read = json!({ "removeLabelIds": ["UNREAD"] });
    caller.gmail("ana", "POST", &format!("messages/{id}/modify"), Some(read)).await;
    let news = caller.gmail("ana", "GET", &format!("history?startHistoryId={start}"), None).await;
    let record = &news.body["history"][0];
    assert_eq!(record["labelsRemoved"][0]["labelIds"], json!(["UNREAD"]));
    assert_eq!(record["messages"][0]["id"], id);
    assert!(news.body["historyId"].as_str().unwrap().parse::<u64>().unwrap() > start.parse().unwrap());
    let old = caller.gmail("ana", "GET", "history?startHistoryId=1", None).await;
    assert_eq!(old.code, 404);
}

#[tokio::test]
async fn calls_are_metered_and_the_insiders_view_agrees_with_the_api() {
    let caller = Caller::with_mail(&three());
    let id = caller.found("ana", "has:attachment").await.remove(0);
    caller.message("ana", &id).await;
    assert_eq!(caller.google.units("ana")["gmail"], 25);
    let view = caller.google.message("ana", &id).unwrap();
    assert_eq!((view.row.subject.as_str(), view.files[0].name.as_str()), ("Invoice 12", "invoice.pdf"));
    assert_eq!(view.html.unwrap().trim(), "<p>Attached.</p>");
    assert_eq!(caller.google.attachment("ana", &id, &view.files[0].part).unwrap(), b"%PDF-1.4 x");
    assert_eq!(caller.google.messages("ana", "INBOX").len(), 2);
    let starred = caller.google.labels("ana").into_iter().find(|label| label.id == "STARRED").unwrap();
    assert_eq!((starred.messages, starred.unread), (1, 1));
    assert!(caller.google.mark("ana", &id, &["STARRED".to_owned()], &[]));
    assert_eq!(caller.google.search("ana", "is:starred").len(), 2);
}

#[tokio::test]
async fn mail_of_one_moment_keeps_the_order_it_came_in() {
    let caller = Caller::new();
    for number in 0..50 {
        let seed = json!({ "from": "ben", "to": ["ana"], "subject": format!("No {number}"), "text": "x" });
        caller.google.deliver(&serde_json::from_value(seed).unwrap()).unwrap();
    }
    let subjects: Vec<String> =
        caller.google.messages("ana", "INBOX").into_iter().map(|row| row.subject).collect();
    let expected: Vec<String> = (0..50).rev().map(|number| format!("No {number}")).collect();
    assert_eq!(subjects, expected);
}
