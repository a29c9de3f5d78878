//! Sending once, whatever gets lost on the way.

use super::*;

#[tokio::test]
async fn a_letter_is_drafted_noted_and_sent() {
    let gmail = Mutex::new(Drafts::default());
    let world = world(move |seen, _| gmail.lock().unwrap().answer(seen)).await;
    let (send, call) = (tool(&world, "gmail.send"), a_call("k"));
    let plan = send.plan(letter(), &call).await.unwrap();
    assert_eq!(send.probe(&plan, &call).await, Probe::DidNot);
    let done = run(send.as_ref(), plan.clone(), &call).await.unwrap();
    let answer: Value = serde_json::from_str(&done.answer.value).unwrap();
    assert_eq!(
        answer,
        json!({ "sent": true, "id": "s1", "thread": "t9", "to": ["Ben <ben@example.com>"], "subject": "Plan", "files": 0,
            "link": "https://mail.google.com/mail/?authuser=ana@example.com#all/s1" })
    );
    assert!(!done.answer.label.has_a_strangers_words());
    let note = json!({ "draft": "d1", "message": "m1", "sent_before": null });
    assert_eq!(call.notes.read().await.unwrap(), [note]);
    assert_eq!(send.probe(&plan, &call).await, Probe::Happened(Box::new(done.clone())));
    assert_eq!(run(send.as_ref(), plan, &call).await.unwrap(), done, "a further attempt finds it sent");
    assert_eq!(world.count("POST", DRAFTS), 1);
}

#[tokio::test]
async fn a_lost_answer_is_looked_into_not_sent_again() {
    let gmail = Mutex::new(Drafts::default());
    let world = world(move |seen, _| {
        let answer = gmail.lock().unwrap().answer(seen);
        if seen.is("POST", SEND) { Answer(502, json!("lost"), None) } else { answer }
    })
    .await;
    let (send, call) = (tool(&world, "gmail.send"), a_call("k"));
    let plan = send.plan(letter(), &call).await.unwrap();
    let done = run(send.as_ref(), plan, &call).await.unwrap();
    assert!(done.answer.value.contains("\"s1\""), "{}", done.answer.value);
    assert_eq!(world.count("POST", SEND), 1);
}

#[tokio::test]
async fn a_send_that_was_not_done_is_done_once_more() {
    let gmail = Mutex::new(Drafts::default());
    let world = world(move |seen, before| {
        if seen.is("POST", SEND) && before == 0 {
            return Answer(502, json!("lost"), None);
        }
        gmail.lock().unwrap().answer(seen)
    })
    .await;
    let (send, call) = (tool(&world, "gmail.send"), a_call("k"));
    let plan = send.plan(letter(), &call).await.unwrap();
    run(send.as_ref(), plan, &call).await.unwrap();
    assert_eq!(world.count("POST", SEND), 2);
}

#[tokio::test]
async fn a_draft_that_a_crash_left_behind_is_adopted() {
    let gmail = Mutex::new(Drafts::default());
    let world = world(move |seen, _| gmail.lock().unwrap().answer(seen)).await;
    let send = tool(&world, "gmail.send");
    let plan = send.plan(letter(), &a_call("k")).await.unwrap();
    let mail: Mail = serde_json::from_value(plan.clone()).unwrap();
    let bytes = mail.bytes(&[]).unwrap();
    world.google.gmail(&a_call("k")).create_draft(&bytes, None).await.unwrap();
    let call = a_call("k");
    assert_eq!(send.probe(&plan, &call).await, Probe::DidNot);
    run(send.as_ref(), plan, &call).await.unwrap();
    assert_eq!((world.count("POST", DRAFTS), world.count("POST", SEND)), (1, 1));
}

#[tokio::test]
async fn a_draft_that_was_edited_is_not_sent() {
    let gmail = Arc::new(Mutex::new(Drafts::default()));
    let script = Arc::clone(&gmail);
    let world = world(move |seen, _| script.lock().unwrap().answer(seen)).await;
    let (send, call) = (tool(&world, "gmail.send"), a_call("k"));
    let plan = send.plan(letter(), &call).await.unwrap();
    let mail: Mail = serde_json::from_value(plan.clone()).unwrap();
    let made = world.google.gmail(&call).create_draft(&mail.bytes(&[]).unwrap(), None).await.unwrap();
    call.notes.write(json!({ "draft": made.id, "message": made.message.id })).await.unwrap();
    gmail.lock().unwrap().draft.as_mut().unwrap()["message"]["id"] = json!("m2");
    let refused = run(send.as_ref(), plan.clone(), &call).await.unwrap_err();
    assert_eq!(refused.code, Code::StaleWrite);

    // Nor is it adopted by an attempt that knows nothing of it.
    let edited = json!({ "data": URL_SAFE_NO_PAD.encode("Other words") });
    gmail.lock().unwrap().draft.as_mut().unwrap()["message"]["payload"]["parts"][0]["body"] = edited;
    let call = a_call("k");
    run(send.as_ref(), plan, &call).await.unwrap();
    assert_eq!((world.count("POST", DRAFTS), world.count("POST", SEND)), (2, 1));
}

#[tokio::test]
async fn the_same_words_sent_earlier_are_not_taken_for_ours() {
    let gmail = Mutex::new(Drafts::default());
    let world = world(move |seen, _| gmail.lock().unwrap().answer(seen)).await;
    let (send, call) = (tool(&world, "gmail.send"), a_call("k"));
    let plan = send.plan(letter(), &call).await.unwrap();
    run(send.as_ref(), plan.clone(), &call).await.unwrap();
    let second = a_call("k2");
    let note = json!({ "draft": "d1", "message": "m2", "sent_before": "s1" });
    second.notes.write(note).await.unwrap();
    assert!(matches!(send.probe(&plan, &second).await, Probe::Unknown(_)));
}

#[tokio::test]
async fn an_answer_is_not_sent_over_a_message_that_came_meanwhile() {
    let news = Arc::new(Mutex::new(false));
    let script = Arc::clone(&news);
    let gmail = Mutex::new(Drafts::default());
    let world = world(move |seen, _| {
        if seen.target.starts_with("/gmail/v1/users/me/threads/t1") {
            let ids = if *script.lock().unwrap() { &["p1", "p2"][..] } else { &["p1"] };
            let messages: Vec<Value> = ids.iter().map(|id| json!({ "id": id, "labelIds": [] })).collect();
            return ok(json!({ "id": "t1", "messages": messages }));
        }
        if seen.is("GET", "/gmail/v1/users/me/messages/p1") {
            return ok(metadata("p1", "Ben <ben@example.com>"));
        }
        gmail.lock().unwrap().answer(seen)
    })
    .await;
    let (reply, call) = (tool(&world, "gmail.reply"), a_call("k"));
    let plan = reply.plan(json!({ "id": "p1", "body": "Yes." }), &call).await.unwrap();
    *news.lock().unwrap() = true;
    let stale = run(reply.as_ref(), plan, &call).await.unwrap_err();
    assert_eq!(stale.code, Code::StaleWrite);
    assert_eq!(world.count("POST", DRAFTS), 0);
}

#[tokio::test]
async fn a_draft_that_vanished_without_a_trace_is_said_to_be_unknown() {
    let world =
        world(|seen, _| if seen.is("GET", MESSAGES) { ok(json!({})) } else { refused(404, "notFound") })
            .await;
    let (send, call) = (tool(&world, "gmail.send"), a_call("k"));
    let plan = send.plan(letter(), &call).await.unwrap();
    call.notes.write(json!({ "draft": "d1" })).await.unwrap();
    let Probe::Unknown(words) = send.probe(&plan, &call).await else { panic!("it is not known") };
    assert!(words.contains("Look in Sent"), "{words}");
}

#[tokio::test]
async fn an_answer_goes_into_its_conversation() {
    let gmail = Mutex::new(Drafts::default());
    let world = world(move |seen, _| {
        if seen.is("GET", "/gmail/v1/users/me/messages/p1") {
            let mut parent = metadata("p1", "Ben <ben@example.com>");
            let headers = parent["payload"]["headers"].as_array_mut().unwrap();
            headers.push(json!({ "name": "Message-ID", "value": "<p1@mail.example.com>" }));
            headers.push(json!({ "name": "Cc", "value": "Alias <alias@example.com>, eve@example.com" }));
            return ok(parent);
        }
        if seen.is("GET", "/gmail/v1/users/me/settings/sendAs") {
            return ok(json!({ "sendAs": [{ "sendAsEmail": "alias@example.com" }] }));
        }
        if seen.target.starts_with("/gmail/v1/users/me/threads/t1") {
            return ok(json!({ "id": "t1", "messages": [{ "id": "p1" }] }));
        }
        gmail.lock().unwrap().answer(seen)
    })
    .await;
    let (reply, call) = (tool(&world, "gmail.reply"), a_call("k"));
    let plan = reply.plan(json!({ "id": "p1", "body": "Yes.", "all": true }), &call).await.unwrap();
    let effect = reply.effect(&plan).unwrap();
    let field = |name: &str| effect.fields.iter().find(|field| field.name == name).unwrap().value.clone();
    assert_eq!(
        (field("To"), field("Cc")),
        ("Ben <ben@example.com>".to_owned(), "eve@example.com".to_owned())
    );
    assert!(field("In reply to").contains("About p1"));
    let done = run(reply.as_ref(), plan, &call).await.unwrap();
    assert!(done.answer.value.contains("\"in_reply_to\": \"p1\""));
    assert!(done.answer.label.has_a_strangers_words(), "the subject is Ben's");
    let created = world.seen().into_iter().find(|seen| seen.is("POST", DRAFTS)).unwrap();
    let body: Value = serde_json::from_str(&created.body).unwrap();
    assert_eq!(body["message"]["threadId"], "t1");
    let raw =
        String::from_utf8(URL_SAFE_NO_PAD.decode(body["message"]["raw"].as_str().unwrap()).unwrap()).unwrap();
    assert!(
        raw.contains("In-Reply-To: <p1@mail.example.com>\r\n") && raw.contains("Subject: Re: About p1\r\n"),
        "{raw}"
    );
}

#[tokio::test]
async fn nothing_is_drafted_after_a_stop() {
    let world = world(|_, _| ok(json!({}))).await;
    let (send, call) = (tool(&world, "gmail.send"), a_call("k"));
    let plan = send.plan(letter(), &call).await.unwrap();
    call.stop.pull();
    assert_eq!(run(send.as_ref(), plan, &call).await.unwrap_err().code, Code::Cancelled);
    assert_eq!(world.count("POST", DRAFTS), 0);
}

#[tokio::test]
async fn somebody_elses_mail_in_sent_is_not_taken_for_ours() {
    for (name, value) in [("Subject", "Another"), ("To", "zoe@example.com"), ("body", "Other words")] {
        let world = world(move |seen, _| {
            if seen.is("GET", MESSAGES) {
                return ok(json!({ "messages": [{ "id": "s1" }] }));
            }
            if !seen.is("GET", "/gmail/v1/users/me/messages/s1") {
                return refused(404, "notFound");
            }
            let of = |part: &str, ours: &str| if part == name { value.to_owned() } else { ours.to_owned() };
            let headers = [("To", "ben@example.com"), ("Cc", "eve@example.com"), ("Subject", "Plan")]
                .map(|(header, ours)| json!({ "name": header, "value": of(header, ours) }));
            let body = json!({ "data": URL_SAFE_NO_PAD.encode(of("body", "Hello,\r\nAna\r\n")) });
            let payload = json!({ "mimeType": "text/plain", "headers": headers, "body": body });
            ok(json!({ "id": "s1", "threadId": "t1", "internalDate": "1700000000000", "payload": payload }))
        })
        .await;
        let (send, call) = (tool(&world, "gmail.send"), a_call("k"));
        let plan = send.plan(letter(), &call).await.unwrap();
        call.notes.write(json!({ "draft": "d1" })).await.unwrap();
        assert!(matches!(send.probe(&plan, &call).await, Probe::Unknown(_)), "{name}");
    }
}
