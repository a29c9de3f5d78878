//! The tools against a scripted Google.

mod documents;
mod drive;
mod enclosing;
mod filing;
mod scopes;
mod sending;
mod sheets;
mod undo;
mod writing;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::ports::Files;
use kernel::{AnyTool, Call, Code, Digest, Done, Failure, Permit, Probe, Readers, SinkKind};
use mail_parser::{MessageParser, PartType};
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
async fn a_message_of_too_much_html_is_said_to_be_cut() {
    let html = format!("<p>Seen</p><!--{}--><p>Beyond</p>", "x".repeat(1024 * 1024));
    for (html, remark) in [
        (html.as_str(), json!("It is so long that its end is left out.")),
        ("<p>Seen</p><!--x-->", Value::Null),
    ] {
        let data = URL_SAFE_NO_PAD.encode(html);
        let world = world(move |_, _| {
            let mut message = metadata("m1", "Ben <ben@example.com>");
            message["payload"]["mimeType"] = json!("text/html");
            message["payload"]["body"] = json!({ "data": data });
            ok(message)
        })
        .await;
        let (answer, _) = read(tool(&world, "gmail.read").as_ref(), json!({ "id": "m1" })).await.unwrap();
        assert_eq!((&answer["body"], &answer["hidden_removed"]), (&json!("Seen"), &json!(1)));
        assert_eq!(answer["remark"], remark);
    }
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
    for sink in send.flow(&plan).unwrap().sinks {
        assert_eq!(plan.pointer(&sink.pointer).unwrap(), sink.value.as_str(), "{}", sink.pointer);
    }
    let recipients =
        send.flow(&plan).unwrap().sinks.iter().filter(|sink| sink.kind == SinkKind::Recipient).count();
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
    let letter = String::from_utf8(URL_SAFE_NO_PAD.decode(raw).unwrap()).unwrap();
    let head = letter.split_once("\r\n\r\n").unwrap().0;
    let headers: Vec<Value> = head
        .split("\r\n")
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect();
    let parsed = MessageParser::new().parse(letter.as_bytes()).unwrap();
    let leaf = |kind: &str, words: &str| json!({ "mimeType": kind, "body": { "data": URL_SAFE_NO_PAD.encode(words) } });
    let texts = parsed.parts.iter().filter_map(|part| match &part.body {
        PartType::Text(words) => Some(leaf("text/plain", words)),
        PartType::Html(words) => Some(leaf("text/html", words)),
        _ => None,
    });
    let payload = json!({ "mimeType": "multipart/alternative", "headers": headers, "parts": texts.collect::<Vec<_>>() });
    json!({ "id": "d1", "message": { "id": "m1", "threadId": "t0", "payload": payload, "raw": raw } })
}
