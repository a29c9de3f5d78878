//! The tools against a scripted Google.

mod documents;
mod drive;
mod filing;
mod sheets;
mod writing;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::ports::Files;
use kernel::{AnyTool, Call, Code, Digest, Done, Failure, Permit, Probe, Readers, SinkKind};
use serde_json::{Value, json};

use super::*;
use crate::gmail::compose::Mail;
use crate::scopes::GMAIL_MODIFY;
use crate::testing::{Answer, Seen, World, a_call, a_grant, ok, refused};

const MESSAGES: &str = "/gmail/v1/users/me/messages";
const DRAFTS: &str = "/gmail/v1/users/me/drafts";
const SEND_AS: &str = "/gmail/v1/users/me/settings/sendAs";
const SEND: &str = "/gmail/v1/users/me/drafts/send";

/// Whatever the script says; Ana has no other address than her own unless it says so.
async fn world(script: impl Fn(&Seen, usize) -> Answer + Send + Sync + 'static) -> World {
    let world = World::answering(move |seen, before| match script(seen, before) {
        Answer(404, ..) if seen.is("GET", SEND_AS) => ok(json!({})),
        answer => answer,
    })
    .await;
    let mut grant = a_grant(Duration::from_hours(1));
    grant.scopes.insert(GMAIL_MODIFY.0.to_owned());
    world.google.book.keep(grant).await.unwrap();
    world
}

fn tool(world: &World, name: &str) -> Box<dyn AnyTool> {
    let files: Arc<dyn Files> = Arc::clone(&world.files) as _;
    tools(&world.google, &files).into_iter().find(|tool| tool.definition().name == name).unwrap()
}

async fn run(tool: &dyn AnyTool, plan: Value, call: &Call) -> Result<Done, Failure> {
    let definition = tool.definition();
    let digest = Digest::of_call(&definition.name, definition.version, &call.account, &plan);
    #[expect(clippy::disallowed_methods, reason = "a test stands in for the countersign stage")]
    let permit = Permit::mint(digest);
    tool.run(plan, permit, call).await
}

async fn read(tool: &dyn AnyTool, args: Value) -> Result<(Value, Done), Failure> {
    let call = a_call("k");
    let plan = tool.plan(args, &call).await?;
    let done = run(tool, plan, &call).await?;
    Ok((serde_json::from_str(&done.answer.value).unwrap(), done))
}

fn metadata(id: &str, from: &str) -> Value {
    json!({ "id": id, "threadId": "t1", "labelIds": ["INBOX", "UNREAD"], "snippet": "Hello &amp;\u{200b} more",
            "internalDate": "1700000000000",
            "payload": { "headers": [{ "name": "From", "value": from }, { "name": "To", "value": "ana@example.com" },
                                     { "name": "Subject", "value": format!("About {id}") }] } })
}

fn letter() -> Value {
    json!({ "to": ["Ben <ben@example.com>"], "cc": ["eve@example.com"], "subject": "Plan", "body": "Hello,\nAna" })
}

#[tokio::test]
async fn a_search_gives_rows_in_googles_order_with_a_way_to_go_on() {
    let world = world(|seen, _| {
        if seen.is("GET", MESSAGES) {
            let messages: Vec<Value> = (0..20).map(|number| json!({ "id": format!("m{number}") })).collect();
            return ok(json!({ "messages": messages, "nextPageToken": "p2", "resultSizeEstimate": 201 }));
        }
        let id = seen.target.split(['/', '?']).nth(6).unwrap().to_owned();
        if id == "m3" { refused(404, "notFound") } else { ok(metadata(&id, "Ben <ben@example.com>")) }
    })
    .await;
    let (answer, done) =
        read(tool(&world, "gmail.search").as_ref(), json!({ "query": "in:inbox", "limit": 20 }))
            .await
            .unwrap();
    let subjects: Vec<&str> =
        answer["messages"].as_array().unwrap().iter().map(|row| row["subject"].as_str().unwrap()).collect();
    assert_eq!(&subjects[..4], ["About m0", "About m1", "About m2", "About m4"]);
    assert_eq!(
        (&answer["shown"], &answer["total_estimate"], &answer["next_page"]),
        (&json!(19), &json!(201), &json!("p2"))
    );
    assert_eq!(answer["messages"][0]["snippet"], "Hello & more");
    assert_eq!(answer["messages"][0]["unread"], true);
    assert_eq!(
        done.answer.label.readers,
        Readers::Only(["ana@example.com", "ben@example.com"].map(str::to_owned).into())
    );
    let list = &world.seen()[0].target;
    assert!(
        list.contains("q=in%3Ainbox")
            && list.contains("maxResults=20")
            && list.contains("fields=messages%2Fid"),
        "{list}"
    );
}

#[tokio::test]
async fn a_long_message_is_read_in_parts() {
    let text = "ä".repeat(9_000);
    let data = URL_SAFE_NO_PAD.encode(&text);
    let world = world(move |_, _| {
        let mut message = metadata("m1", "Ben <ben@example.com>");
        message["payload"]["mimeType"] = json!("text/plain");
        message["payload"]["body"] = json!({ "data": data });
        ok(message)
    })
    .await;
    let read_tool = tool(&world, "gmail.read");
    let (first, done) = read(read_tool.as_ref(), json!({ "id": "m1" })).await.unwrap();
    assert_eq!(
        (&first["body_shown"], &first["continue_with"]),
        (&json!("0-8000 of 9000"), &json!({ "from_char": 8000 }))
    );
    assert!(done.answer.label.has_a_strangers_words());
    let (rest, _) = read(read_tool.as_ref(), json!({ "id": "m1", "from_char": 8000 })).await.unwrap();
    assert_eq!(
        (rest["body"].as_str().unwrap().chars().count(), &rest["continue_with"]),
        (1000, &Value::Null)
    );
    let beyond = read(read_tool.as_ref(), json!({ "id": "m1", "from_char": 9001 })).await.unwrap_err();
    assert_eq!(beyond.code, Code::InputInvalid);
}

#[tokio::test]
async fn a_text_that_google_keeps_apart_is_fetched() {
    let world = world(|seen, _| {
        if seen.target.contains("/attachments/") {
            return ok(json!({ "data": URL_SAFE_NO_PAD.encode("A long story") }));
        }
        let mut message = metadata("m1", "ben@example.com");
        message["payload"]["mimeType"] = json!("text/plain");
        message["payload"]["body"] = json!({ "attachmentId": "A-1", "size": 12 });
        ok(message)
    })
    .await;
    let (answer, _) = read(tool(&world, "gmail.read").as_ref(), json!({ "id": "m1" })).await.unwrap();
    assert_eq!(answer["body"], "A long story");
}

#[tokio::test]
async fn an_id_that_climbs_is_never_asked_for() {
    let world = world(|_, _| ok(json!({}))).await;
    for id in ["..", "../../drive/v3/about", "m1/../x", "m1?alt=media"] {
        let refused = tool(&world, "gmail.read").plan(json!({ "id": id }), &a_call("k")).await.unwrap_err();
        assert_eq!(refused.code, Code::InputInvalid, "{id}");
        let args = json!({ "id": id, "body": "Hello" });
        let refused = tool(&world, "gmail.reply").plan(args, &a_call("k")).await.unwrap_err();
        assert_eq!(refused.code, Code::InputInvalid, "{id}");
    }
    assert!(world.seen().is_empty());
}

#[tokio::test]
async fn the_card_shows_every_field_and_a_line_break_makes_none() {
    let world = world(|_, _| ok(json!({}))).await;
    let send = tool(&world, "gmail.send");
    let plan = send.plan(letter(), &a_call("k")).await.unwrap();
    let effect = send.effect(&plan).unwrap();
    let fields: Vec<(&str, &str)> =
        effect.fields.iter().map(|field| (field.name.as_str(), field.value.as_str())).collect();
    assert_eq!(
        fields,
        [
            ("From", "ana@example.com"),
            ("To", "Ben <ben@example.com>"),
            ("Cc", "eve@example.com"),
            ("Bcc", "nobody"),
            ("Subject", "Plan"),
            ("Body", "Hello,\nAna"),
            ("Signature", "none"),
            ("Attachments", "none"),
        ]
    );
    for sink in send.sinks(&plan).unwrap() {
        assert_eq!(plan.pointer(&sink.pointer).unwrap(), sink.value.as_str(), "{}", sink.pointer);
    }
    let recipients =
        send.sinks(&plan).unwrap().iter().filter(|sink| sink.kind == SinkKind::Recipient).count();
    assert_eq!(recipients, 2);
    for (field, value) in
        [("to", json!(["ben@example.com\r\nBcc: eve@example.com"])), ("subject", json!("a\nb"))]
    {
        let mut args = letter();
        args[field] = value;
        assert_eq!(send.plan(args, &a_call("k")).await.unwrap_err().code, Code::InputInvalid);
    }
    assert!(world.seen().iter().all(|seen| seen.is("GET", SEND_AS)), "planning only reads");
}

/// A Gmail that knows one draft and what was sent.
#[derive(Default)]
struct Drafts {
    draft: Option<Value>,
    sent: Vec<Value>,
}

impl Drafts {
    fn answer(&mut self, seen: &Seen) -> Answer {
        let gone = || refused(404, "notFound");
        if seen.is("POST", DRAFTS) {
            let raw = serde_json::from_str::<Value>(&seen.body).unwrap()["message"]["raw"]
                .as_str()
                .unwrap()
                .to_owned();
            self.draft = Some(draft(&raw));
            ok(json!({ "id": "d1", "message": { "id": "m1", "threadId": "t9" } }))
        } else if seen.is("GET", DRAFTS) {
            ok(json!({ "drafts": self.draft.iter().map(|_| json!({ "id": "d1" })).collect::<Vec<_>>() }))
        } else if seen.is("GET", "/gmail/v1/users/me/drafts/d1") {
            self.draft.clone().map_or_else(gone, ok)
        } else if seen.is("POST", SEND) {
            let Some(mut draft) = self.draft.take() else { return gone() };
            // Gmail gives what it sends an id of its own.
            let headers = draft["message"]["payload"]["headers"].as_array_mut().unwrap();
            headers.retain(|header| header["name"] != "Message-ID");
            draft["message"]["id"] = json!("s1");
            draft["message"]["threadId"] = json!("t9");
            draft["message"]["internalDate"] = json!("1700000000000");
            self.sent.push(draft["message"].clone());
            ok(json!({ "id": "s1", "threadId": "t9" }))
        } else if seen.is("GET", MESSAGES) {
            ok(
                json!({ "messages": self.sent.iter().map(|message| json!({ "id": message["id"] })).collect::<Vec<_>>() }),
            )
        } else {
            self.sent.first().cloned().map_or_else(gone, ok)
        }
    }
}

fn draft(raw: &str) -> Value {
    let raw = String::from_utf8(URL_SAFE_NO_PAD.decode(raw).unwrap()).unwrap();
    let (head, body) = raw.split_once("\r\n\r\n").unwrap();
    let headers: Vec<Value> = head
        .split("\r\n")
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect();
    let body = json!({ "data": URL_SAFE_NO_PAD.encode(body) });
    let payload = json!({ "mimeType": "text/plain", "headers": headers, "body": body });
    json!({ "id": "d1", "message": { "id": "m1", "threadId": "t0", "payload": payload } })
}

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
        json!({ "sent": true, "id": "s1", "thread": "t9", "to": ["Ben <ben@example.com>"], "subject": "Plan" })
    );
    assert!(!done.answer.label.has_a_strangers_words());
    assert_eq!(call.notes.read().await.unwrap(), [json!({ "draft": "d1" })]);
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
