//! The page from outside: every view answers, only the page itself can act, and nobody sees what is not theirs.

use bytes::Bytes;
use futures_util::StreamExt;
use http::{Request, header};
use http_body_util::{BodyExt, BodyStream, Full};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use serde_json::{Value, json};

use super::{
    client::{Answer, Outside},
    tame::only_our_tags,
};
use crate::World;

/// A company with a channel that Ben is not in, and one mail with everything a stranger can write.
fn world() -> World {
    let hostile = "<script>alert(1)</script>\"><img src=x onerror=alert(2)>";
    serde_json::from_value(json!({
        "workspace": "Fernwood <b>Studio</b>", "domain": "fernwood.example",
        "people": [{"handle": "ana", "name": "Ana \"<i>\" Ruiz"}, {"handle": "ben", "name": "Ben Ito"}],
        "channels": [{"name": "general"}, {"name": "board", "private": true, "members": ["ana"]}],
        "mail": [{
            "from": "Eve <eve@evil.example>", "to": ["ana"], "subject": hostile, "text": hostile, "html": hostile,
            "unread": true, "attachments": [{"name": "x\"><b>.txt", "kind": "text/html", "text": hostile}],
        }],
        "events": [{
            "id": "hostile1", "owner": "Eve <eve@evil.example>", "title": hostile, "start": "today 10:00",
            "attendees": ["ana"], "location": hostile, "description": hostile,
        }],
    }))
    .unwrap()
}

async fn outside() -> Outside {
    Outside::with_world(world()).await
}

async fn look(outside: &Outside, path: &str) -> Answer {
    let address = format!("{}{path}", outside.card.google_base_url);
    outside.send(Request::get(address).body(Full::default()).unwrap()).await.unwrap()
}

async fn shown(outside: &Outside, path: &str) -> String {
    let answer = look(outside, path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body.as_str().unwrap_or_default().to_owned()
}

async fn act(outside: &Outside, path: &str, form: &[(&str, &str)], headers: &[(&str, &str)]) -> Answer {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let mut request = Request::post(format!("{}{path}", outside.card.google_base_url))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    outside.send(request.body(Full::from(body)).unwrap()).await.unwrap()
}

async fn channel_id(outside: &Outside, wanted: impl Fn(&Value) -> bool) -> String {
    let channels = outside.get("/channels").await["channels"].as_array().unwrap().clone();
    channels.iter().find(|channel| wanted(channel)).unwrap()["id"].as_str().unwrap().to_owned()
}

async fn direct(outside: &Outside, handle: &str) -> String {
    channel_id(outside, |channel| channel["kind"] == "dm" && channel["members"] == json!([handle])).await
}

#[tokio::test]
async fn a_group_message_is_listed_by_its_peoples_names_and_can_be_written_in() {
    let outside = Outside::with_world(World::fernwood_with_visitors()).await;
    let name = "mpdm-ana--ben--countersign-1";
    let id = channel_id(&outside, |channel| channel["name"] == name).await;
    let address = format!("/as/ana/channel/{name}");
    for (handle, others) in [("ana", "Ben Okafor, Countersign"), ("ben", "Ana Ruiz, Countersign")] {
        let page = shown(&outside, &format!("/as/{handle}/dm")).await;
        let link = format!("href=\"/as/{handle}/channel/{name}\" data-channel=\"{id}\"");
        assert!(
            page.contains(&link) && page.contains(&format!("<span class=\"name\">{others}</span>")),
            "{page}"
        );
        assert_eq!(
            page.matches("<span class=\"name\">Countersign</span>").count(),
            1,
            "the app's own is there once"
        );
    }
    assert_eq!(look(&outside, &format!("/as/carla/channel/{name}")).await.status, 404, "Carla is not in it");
    let page = shown(&outside, &address).await;
    assert!(
        page.contains("<h1>Ben Okafor, Countersign</h1>") && page.contains("Only those in it read here.")
    );
    let form = [("channel", id.as_str()), ("text", "@countersign when do we meet?")];
    let sent = act(&outside, "/as/ana/post", &form, &[]).await;
    assert_eq!(sent.status, 303, "{}", sent.body);
    let messages = outside.get(&format!("/slack/messages?channel={id}")).await["messages"].clone();
    assert!(messages[0]["text"].as_str().unwrap().ends_with("> when do we meet?"), "{messages}");
    assert!(shown(&outside, &address).await.contains("when do we meet?"));
    let museum = shown(&outside, "/as/ana/channel/harbour-museum").await;
    assert!(museum.contains("People of another company read here too."));
}

#[tokio::test]
async fn every_view_answers_and_holds_no_tag_of_a_strangers() {
    let outside = outside().await;
    let home = look(&outside, "/").await;
    assert_eq!((home.status, &home.headers["location"]), (303, &"/as/ana/dm".parse().unwrap()));
    let dm = direct(&outside, "ana").await;
    let hostile = "<script>alert(1)</script> \"><img src=x onerror=y> <@U1|</span><b>> `<b>`";
    let posted =
        outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": hostile})).await;
    let ts = posted["ts"].as_str().unwrap();
    let blocks = json!([{"type": "section", "text": {"type": "mrkdwn", "text": hostile}}]);
    outside
        .api("chat.postMessage", json!({"channel": dm, "thread_ts": ts, "text": hostile, "blocks": blocks}))
        .await;
    let mail =
        outside.get("/google/mailbox?person=ana").await["messages"][0]["id"].as_str().unwrap().to_owned();
    for path in [
        "/as/ana/dm".to_owned(),
        format!("/as/ana/dm/{ts}"),
        "/as/ana/channel/general".to_owned(),
        "/as/ana/channel/board".to_owned(),
        "/as/ana/mail".to_owned(),
        "/as/ana/mail?tab=sent".to_owned(),
        "/as/ana/mail?tab=drafts".to_owned(),
        "/as/ana/mail?tab=all".to_owned(),
        "/as/ana/mail?q=from%3Aeve%20%22%3E%3Cb%3E".to_owned(),
        format!("/as/ana/mail/{mail}"),
        "/as/ana/calendar".to_owned(),
        "/as/ana/calendar?week=2026-11-19".to_owned(),
        "/as/ana/calendar/hostile1".to_owned(),
        "/as/ben/dm".to_owned(),
    ] {
        let page = shown(&outside, &path).await;
        let body = page.split_once("<body").unwrap().1.trim_end_matches("</html>");
        only_our_tags(&format!("<body{body}"));
    }
    for part in ["sidebar", "messages", "thread"] {
        only_our_tags(&shown(&outside, &format!("/as/ana/part/{part}?channel={dm}&thread={ts}")).await);
    }
    only_our_tags(&shown(&outside, "/as/ana/part/mailbox?tab=inbox").await);
    for path in [
        "/as/nobody/dm",
        "/as/ana/channel/nowhere",
        "/as/ana/dm/1.5",
        "/as/ana/mail/12",
        "/as/ben/calendar/hostile1",
        "/assets/nothing",
    ] {
        assert_eq!(look(&outside, path).await.status, 404, "{path}");
    }
    for path in ["/xyz", "/as/ana/xyz"] {
        let nowhere = look(&outside, path).await;
        assert_eq!(nowhere.status, 404, "{path}");
        assert!(nowhere.body.as_str().unwrap().contains("<a href=\"/\">"), "{path}");
    }
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn a_page_from_elsewhere_is_refused_and_the_page_itself_is_not() {
    let outside = outside().await;
    let general = channel_id(&outside, |channel| channel["name"] == "general").await;
    let form = [("channel", general.as_str()), ("text", "@Countersign hello")];
    for foreign in [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site"), ("origin", "null")] {
        for path in ["/as/ana/post", "/as/ana/click", "/as/ana/stop"] {
            assert_eq!(act(&outside, path, &form, &[foreign]).await.status, 403, "{path} {foreign:?}");
        }
    }
    let read = || async {
        outside.get("/slack/messages?channel=general").await["messages"].as_array().unwrap().len()
    };
    assert_eq!(read().await, 0);
    let own = [
        ("origin", outside.card.google_base_url.as_str()),
        ("sec-fetch-site", "same-origin"),
        ("hx-request", "true"),
    ];
    let answer = act(&outside, "/as/ana/post", &form, &own).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    assert!(answer.headers["hx-location"].to_str().unwrap().contains("/as/ana/channel/general/"));
    assert_eq!(read().await, 1);
    let policy = look(&outside, "/as/ana/dm").await.headers["content-security-policy"].clone();
    assert!(policy.to_str().unwrap().starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn what_is_said_and_pressed_here_goes_to_the_app() {
    let outside = outside().await;
    let mut socket = outside.connect().await.greeted().await;
    let dm = direct(&outside, "ana").await;
    let answer = act(&outside, "/as/ana/post", &[("channel", &dm), ("text", "What's new?")], &[]).await;
    assert_eq!(answer.status, 303);
    let ts = answer.headers["location"].to_str().unwrap().rsplit('/').next().unwrap().to_owned();
    assert_eq!(socket.take().await["payload"]["event"]["text"], "What's new?");
    let button = json!({"type": "button", "action_id": "yes", "text": {"type": "plain_text", "text": "Yes"}});
    let blocks = json!([{"type": "actions", "elements": [button]}]);
    let asked = outside
        .api("chat.postMessage", json!({"channel": dm, "thread_ts": ts, "text": "ok?", "blocks": blocks}))
        .await;
    let asked = asked["ts"].as_str().unwrap();
    assert!(shown(&outside, &format!("/as/ana/dm/{ts}")).await.contains("data-action-id=\"yes\""));
    let press = [("channel", dm.as_str()), ("ts", asked), ("action", "yes")];
    assert_eq!(act(&outside, "/as/ana/click", &press, &[]).await.status, 204);
    assert_eq!(act(&outside, "/as/ben/click", &press, &[]).await.status, 409);
    while socket.take().await["payload"]["actions"][0]["action_id"] != "yes" {}
    let stop = [("channel", dm.as_str()), ("thread", ts.as_str())];
    assert_eq!(act(&outside, "/as/ana/stop", &stop, &[]).await.status, 409);
    let working = json!({"channel_id": dm, "thread_ts": ts, "status": "processing"});
    outside.api("agents.sessions.setStatus", working).await;
    assert!(shown(&outside, &format!("/as/ana/dm/{ts}")).await.contains("Countersign is working on it…"));
    assert_eq!(act(&outside, "/as/ana/stop", &stop, &[]).await.status, 204);
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn an_ephemeral_message_is_seen_by_its_person_only() {
    let outside = outside().await;
    let general = channel_id(&outside, |channel| channel["name"] == "general").await;
    let ana = &outside.card.people[0].slack_user_id;
    outside
        .api("chat.postEphemeral", json!({"channel": general, "user": ana, "text": "psst, connect Google"}))
        .await;
    let seen = shown(&outside, "/as/ana/channel/general").await;
    assert!(seen.contains("psst, connect Google") && seen.contains("Only visible to you"));
    assert!(!shown(&outside, "/as/ben/channel/general").await.contains("psst"));
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn a_link_that_was_opened_looks_so_to_whoever_opened_it_and_a_thread_without_replies_shows_no_ephemeral()
 {
    let outside = outside().await;
    let general = channel_id(&outside, |channel| channel["name"] == "general").await;
    let posted =
        outside.post("/slack/post", json!({"person": "ana", "channel": "general", "text": "hello"})).await;
    let root = posted["ts"].as_str().unwrap();
    let thread = format!("/as/ana/channel/general/{root}");
    assert!(shown(&outside, &thread).await.contains("No replies yet"));
    let button = json!({"type": "button", "action_id": "connect", "url": "https://a.example/",
        "text": {"type": "plain_text", "text": "Connect"}});
    let ana = &outside.card.people[0].slack_user_id;
    let asked = json!({"channel": general, "user": ana, "thread_ts": root, "text": "connect",
        "blocks": [{"type": "actions", "elements": [button]}]});
    outside.api("chat.postEphemeral", asked.clone()).await;
    assert!(
        shown(&outside, &thread).await.contains("No replies yet"),
        "Slack takes it and shows it to nobody"
    );
    outside.api("chat.postMessage", json!({"channel": general, "thread_ts": root, "text": "so"})).await;
    let asked = outside.api("chat.postEphemeral", asked).await["message_ts"].as_str().unwrap().to_owned();
    let before = shown(&outside, &thread).await;
    assert!(!before.contains("No replies yet") && !before.contains("(opened)"));
    assert!(before.contains("said card"));
    let press = [("channel", general.as_str()), ("ts", asked.as_str()), ("action", "connect")];
    assert_eq!(act(&outside, "/as/ana/click", &press, &[]).await.status, 204);
    assert!(shown(&outside, &thread).await.contains("Connect (opened)"));
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn nobody_opens_a_private_channel_they_are_not_in() {
    let outside = outside().await;
    let board = channel_id(&outside, |channel| channel["name"] == "board").await;
    outside
        .post("/slack/post", json!({"person": "ana", "channel": "board", "text": "the secret number"}))
        .await;
    assert!(shown(&outside, "/as/ana/channel/board").await.contains("the secret number"));
    for path in [
        "/as/ben/channel/board".to_owned(),
        format!("/as/ben/part/messages?channel={board}"),
        format!("/as/ben/live?channel={board}"),
        format!("/as/ben/channel/{board}"),
    ] {
        let answer = look(&outside, &path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.body.to_string().contains("secret number"));
    }
    assert!(!shown(&outside, "/as/ben/dm").await.contains("board"));
    let form = [("channel", board.as_str()), ("text", "hello")];
    assert_eq!(act(&outside, "/as/ben/post", &form, &[]).await.status, 404);
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn mail_is_read_once_opened_and_its_html_runs_and_fetches_nothing() {
    let outside = outside().await;
    let inbox = shown(&outside, "/as/ana/mail").await;
    assert!(inbox.contains("letter unread") && inbox.contains("id=\"unread-mail\""));
    let id =
        outside.get("/google/mailbox?person=ana").await["messages"][0]["id"].as_str().unwrap().to_owned();
    let letter = shown(&outside, &format!("/as/ana/mail/{id}")).await;
    assert!(letter.contains("sandbox=\"\""));
    assert!(!shown(&outside, "/as/ana/mail").await.contains("letter unread"));
    let frame = look(&outside, &format!("/as/ana/mail/{id}/html")).await;
    let policy = frame.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("sandbox; default-src 'none';"), "{policy}");
    let part = letter.split_once("/file/").unwrap().1.split('"').next().unwrap().to_owned();
    let file = look(&outside, &format!("/as/ana/mail/{id}/file/{part}")).await;
    assert_eq!(file.headers["content-disposition"], "attachment");
    assert_eq!(file.headers["content-type"], "application/octet-stream");
    assert_eq!(look(&outside, &format!("/as/ben/mail/{id}")).await.status, 404);
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn the_stream_names_the_parts_that_change_and_ends_with_the_sandbox() {
    let outside = outside().await;
    let dm = direct(&outside, "ana").await;
    let http: Client<_, Full<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    let address = format!("{}/as/ana/live?channel={dm}", outside.card.google_base_url);
    let response = http.request(Request::get(address).body(Full::default()).unwrap()).await.unwrap();
    let mut stream = BodyStream::new(response.into_body().map_frame(|frame| frame));
    let mut next = async || {
        let frame = stream.next().await?.unwrap().into_data().unwrap();
        Some(String::from_utf8(frame.to_vec()).unwrap())
    };
    assert_eq!(next().await.unwrap(), "event: changed\ndata: messages sidebar modal\n\n");
    outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "hello"})).await;
    assert_eq!(next().await.unwrap(), "event: changed\ndata: messages\n\n");
    outside.post("/slack/post", json!({"person": "ben", "channel": "general", "text": "hi all"})).await;
    assert_eq!(next().await.unwrap(), "event: changed\ndata: sidebar\n\n");
    outside.sandbox.stop().await.unwrap();
    assert_eq!(next().await, None);
}

#[tokio::test]
async fn a_page_from_elsewhere_cannot_use_the_controls() {
    let outside = outside().await;
    let form = [("person", "ana")];
    let refused = act(&outside, "/control/google/revoke", &form, &[("origin", "http://evil.example")]).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    let heard = act(&outside, "/control/google/revoke", &form, &[]).await;
    assert_eq!(heard.status, 400, "without an origin it is a client like any other: {}", heard.body);
}

#[tokio::test]
async fn a_form_is_shown_to_its_person_filled_in_corrected_and_closed() {
    let outside = outside().await;
    let mut socket = outside.connect().await.greeted().await;
    let command = json!({"person": "ana", "channel": "dm", "command": "/google", "text": "auth"});
    let trigger = outside.post("/slack/command", command).await["payload"]["trigger_id"].clone();
    socket.take().await;
    let hostile = |words: &str| json!({"type": "plain_text", "text": format!("{words}<b>")});
    let element = json!({"type": "plain_text_input", "action_id": "a", "placeholder": hostile("paste")});
    let view = json!({"type": "modal", "title": hostile("Sign in"), "submit": hostile("Send"), "blocks": [
        {"type": "section", "text": hostile("Copy the address.")},
        {"type": "input", "block_id": "b", "label": hostile("Address"), "element": element},
    ]});
    let open = outside.api("views.open", json!({"trigger_id": trigger, "view": view})).await["view"].clone();
    let part = format!("/as/ana/part/modal?channel={}", direct(&outside, "ana").await);
    let form = shown(&outside, &part).await;
    only_our_tags(&form);
    for words in ["id=\"modal-title\">Sign in&lt;b&gt;", "Copy the address.", "name=\"value b a\"", "Cancel"]
    {
        assert!(form.contains(words), "{words} is not in {form}");
    }
    let bens = format!("/as/ben/part/modal?channel={}", direct(&outside, "ben").await);
    assert_eq!(shown(&outside, &bens).await, "");

    let id = open["id"].as_str().unwrap();
    let fill = |words: &'static str| [("view", id), ("value b a", words)];
    assert_eq!(act(&outside, "/as/ana/submit", &fill(""), &[]).await.status, 422);
    assert!(shown(&outside, &part).await.contains("Please complete this required field."));
    assert_eq!(
        act(&outside, "/as/ana/submit", &fill("here"), &[("origin", "http://evil.example")]).await.status,
        403
    );
    assert_eq!(act(&outside, "/as/ben/submit", &fill("here"), &[]).await.status, 404);
    assert_eq!(act(&outside, "/as/ana/submit", &fill("here"), &[]).await.status, 204);
    let envelope = socket.envelope().await;
    assert_eq!(envelope["payload"]["view"]["state"]["values"]["b"]["a"]["value"], "here");
    assert!(shown(&outside, &part).await.contains("Sending…"));
    socket
        .answer(&envelope, json!({"response_action": "errors", "errors": {"b": "No <i>address</i>."}}))
        .await;
    outside.until("/slack/views", |open| open["views"][0]["errors"] != json!({})).await;
    let corrected = shown(&outside, &part).await;
    only_our_tags(&corrected);
    assert!(corrected.contains("No &lt;i&gt;address&lt;/i&gt;.") && corrected.contains("value=\"here\""));
    assert_eq!(act(&outside, "/as/ana/close", &[], &[]).await.status, 204);
    assert_eq!(shown(&outside, &part).await, "");
    assert_eq!(act(&outside, "/as/ana/close", &[], &[]).await.status, 404);
    outside.sandbox.stop().await.unwrap();
}
