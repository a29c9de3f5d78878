//! Drafts, aliases, signatures, forwarding, and mail that is too large for JSON.

use super::*;

fn aliases() -> Value {
    json!({ "sendAs": [
        { "sendAsEmail": "ana@example.com", "isDefault": true, "signature": "<p>Ana Ruiz</p>" },
        { "sendAsEmail": "sales@example.com", "verificationStatus": "accepted", "signature": "<b>Sales</b>" } ] })
}

fn field(tool: &dyn AnyTool, plan: &Value, name: &str) -> String {
    let effect = tool.effect(plan).unwrap();
    effect.fields.into_iter().find(|field| field.name == name).unwrap().value
}

#[tokio::test]
async fn the_signature_of_the_address_stands_on_the_card_and_under_the_mail() {
    let world = world(|_, _| ok(aliases())).await;
    let send = tool(&world, "gmail.send");
    for (from, signature, shown) in [
        (None, None, ("ana@example.com", "Ana Ruiz")),
        (Some("SALES@example.com"), None, ("sales@example.com", "Sales")),
        (Some("sales@example.com"), Some(false), ("sales@example.com", "none")),
    ] {
        let mut args = letter();
        for (name, value) in [("from", from.map(Value::from)), ("signature", signature.map(Value::from))] {
            if let Some(value) = value {
                args[name] = value;
            }
        }
        let plan = send.plan(args, &a_call("k")).await.unwrap();
        assert_eq!(
            (field(send.as_ref(), &plan, "From").as_str(), field(send.as_ref(), &plan, "Signature").as_str()),
            shown
        );
        assert_eq!(send.hold(&plan).unwrap(), Duration::from_secs(10));
    }
    let mut args = letter();
    args["from"] = json!("eve@example.com");
    assert_eq!(send.plan(args, &a_call("k")).await.unwrap_err().code, Code::InputInvalid);
}

/// A message of Ben's with a file of this size.
fn with_file(size: usize) -> Value {
    let mut message = metadata("p1", "Ben <ben@example.com>");
    message["payload"]["mimeType"] = json!("multipart/mixed");
    message["payload"]["parts"] = json!([
        { "partId": "0", "mimeType": "text/plain", "body": { "data": URL_SAFE_NO_PAD.encode("See the plan.") } },
        { "partId": "1", "mimeType": "application/pdf", "filename": "plan.pdf", "body": { "attachmentId": "A1", "size": size } },
    ]);
    message
}

fn forwarding(size: usize) -> impl Fn(&Seen, usize) -> Answer + Send + Sync + 'static {
    let gmail = Mutex::new(Drafts::default());
    move |seen, _| {
        if seen.target.contains("/attachments/") {
            return ok(json!({ "data": URL_SAFE_NO_PAD.encode(vec![b'x'; size]) }));
        }
        if seen.is("GET", "/gmail/v1/users/me/messages/p1") {
            return ok(with_file(size));
        }
        if seen.is("POST", "/upload/gmail/v1/users/me/drafts") {
            return ok(json!({ "id": "d1", "message": { "id": "m1" } }));
        }
        if seen.is("POST", SEND) {
            return ok(json!({ "id": "s1", "threadId": "t1" }));
        }
        gmail.lock().unwrap().answer(seen)
    }
}

#[tokio::test]
async fn a_forwarded_message_takes_its_files_along_and_the_card_shows_them() {
    let world = world(forwarding(9)).await;
    let (forward, call) = (tool(&world, "gmail.forward"), a_call("k"));
    let args = json!({ "id": "p1", "to": ["eve@example.com"], "note": "For you." });
    let plan = forward.plan(args, &call).await.unwrap();
    assert_eq!(
        field(forward.as_ref(), &plan, "Attachments"),
        "plan.pdf (application/pdf, 9 bytes), from your mailbox"
    );
    let body = field(forward.as_ref(), &plan, "Body");
    assert!(
        body.starts_with("For you.\n\n---------- Forwarded message") && body.ends_with("See the plan."),
        "{body}"
    );
    assert!(plan.to_string().len() < 5_000, "a plan names files, it does not hold them");
    run(forward.as_ref(), plan, &call).await.unwrap();
    let created = world.seen().into_iter().find(|seen| seen.is("POST", DRAFTS)).unwrap();
    let raw =
        serde_json::from_str::<Value>(&created.body).unwrap()["message"]["raw"].as_str().unwrap().to_owned();
    let raw = String::from_utf8(URL_SAFE_NO_PAD.decode(raw).unwrap()).unwrap();
    assert!(raw.contains("filename=\"plan.pdf\"") && raw.contains("Subject: Fwd: About p1"), "{raw}");
}

#[tokio::test]
async fn a_file_that_changed_is_not_sent() {
    let changed = std::sync::atomic::AtomicBool::new(false);
    let script = forwarding(9);
    let world = world(move |seen, before| {
        if seen.target.contains("/attachments/") && changed.swap(true, std::sync::atomic::Ordering::SeqCst) {
            return ok(json!({ "data": URL_SAFE_NO_PAD.encode("something else") }));
        }
        script(seen, before)
    })
    .await;
    let (forward, call) = (tool(&world, "gmail.forward"), a_call("k"));
    let plan = forward.plan(json!({ "id": "p1", "to": ["eve@example.com"] }), &call).await.unwrap();
    assert_eq!(run(forward.as_ref(), plan, &call).await.unwrap_err().code, Code::StaleWrite);
    assert_eq!(world.count("POST", DRAFTS), 0);
}

#[tokio::test]
async fn a_large_mail_is_uploaded_beside_its_json() {
    let world = world(forwarding(6_000_000)).await;
    let (forward, call) = (tool(&world, "gmail.forward"), a_call("k"));
    let plan = forward.plan(json!({ "id": "p1", "to": ["eve@example.com"] }), &call).await.unwrap();
    run(forward.as_ref(), plan, &call).await.unwrap();
    let upload = world.seen().into_iter().find(|seen| seen.target.starts_with("/upload/")).unwrap();
    assert!(upload.target.contains("uploadType=multipart"), "{}", upload.target);
    assert!(
        upload.body.contains("{\"message\":{\"threadId\":\"t1\"}}"),
        "the conversation stands in the JSON"
    );
    assert!(
        upload.body.contains("Content-Type: message/rfc822")
            && upload.body.contains("Subject: Fwd: About p1")
    );
}

#[tokio::test]
async fn a_draft_is_written_found_again_and_changed() {
    let gmail = Mutex::new(Drafts::default());
    let world = world(move |seen, before| {
        if seen.is("PUT", "/gmail/v1/users/me/drafts/d1") {
            let raw = serde_json::from_str::<Value>(&seen.body).unwrap()["message"]["raw"]
                .as_str()
                .unwrap()
                .to_owned();
            let mut changed = draft(&raw);
            changed["message"]["id"] = json!(format!("m{}", before + 2));
            gmail.lock().unwrap().draft = Some(changed.clone());
            return ok(changed);
        }
        gmail.lock().unwrap().answer(seen)
    })
    .await;
    let (write, call) = (tool(&world, "gmail.draft"), a_call("k"));
    let args = json!({ "to": ["ben@example.com"], "subject": "Plan", "body": "Hello" });
    let plan = write.plan(args, &call).await.unwrap();
    assert!(
        write.flow(&plan).unwrap().sinks.iter().any(|sink| sink.kind == SinkKind::Recipient),
        "somebody will send it"
    );
    assert_eq!(write.probe(&plan, &call).await, Probe::DidNot);
    let done = run(write.as_ref(), plan.clone(), &call).await.unwrap();
    let answer: Value = serde_json::from_str(&done.answer.value).unwrap();
    assert_eq!((&answer["draft"], &answer["sent"]), (&json!("d1"), &json!(false)));
    assert!(answer["link"].as_str().unwrap().ends_with("#drafts?compose=m1"), "{answer}");
    assert!(matches!(write.probe(&plan, &call).await, Probe::Happened(_)));

    let change = a_call("another");
    let plan = write.plan(json!({ "draft": "d1", "subject": "A new plan" }), &change).await.unwrap();
    assert_eq!(field(write.as_ref(), &plan, "Subject"), "Plan → A new plan");
    assert_eq!(field(write.as_ref(), &plan, "To"), "ben@example.com");
    assert_eq!(write.probe(&plan, &change).await, Probe::DidNot);
    run(write.as_ref(), plan.clone(), &change).await.unwrap();
    assert!(matches!(write.probe(&plan, &change).await, Probe::Happened(_)));
    let stale = write.plan(json!({ "draft": "d1", "body": "Mine" }), &a_call("third")).await.unwrap();
    gmail_changed(&world).await;
    let refused = run(write.as_ref(), stale, &a_call("third")).await.unwrap_err();
    assert_eq!(refused.code, Code::StaleWrite);
    assert_eq!(world.count("PUT", "/gmail/v1/users/me/drafts/d1"), 2);
}

/// Somebody changes the draft in Gmail itself.
async fn gmail_changed(world: &World) {
    let id = crate::api::Id::parse("draft", "d1").unwrap();
    world.google.gmail(&a_call("k")).update_draft(&id, b"Subject: Theirs\r\n\r\nTheirs", None).await.unwrap();
}
