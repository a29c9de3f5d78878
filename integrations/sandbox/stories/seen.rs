//! The newer surfaces on the page: the app's tabs, streams, menus, canvases, and forms with every input.

use bytes::Bytes;
use http::{Request, header};
use http_body_util::Full;
use serde_json::{Value, json};

use super::{
    client::{Answer, Outside, Socket},
    streaming::{asked, said, start},
    tame::only_our_tags,
};

async fn look(outside: &Outside, path: &str) -> String {
    let address = format!("{}{path}", outside.card.google_base_url);
    let answer = outside.send(Request::get(address).body(Full::default()).unwrap()).await.unwrap();
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    let page = answer.body.as_str().unwrap_or_default().to_owned();
    let body = page
        .split_once("<body")
        .map_or(page.clone(), |(_, body)| format!("<body{}", body.trim_end_matches("</html>")));
    only_our_tags(&body);
    page
}

async fn act(outside: &Outside, path: &str, form: &[(&str, &str)]) -> Answer {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let request = Request::post(format!("{}{path}", outside.card.google_base_url))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Full::from(Bytes::from(body)));
    outside.send(request.unwrap()).await.unwrap()
}

async fn told(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let envelope = socket.take().await;
        let payload = envelope["payload"].clone();
        if payload["type"] == kind || payload["event"]["type"] == kind {
            return payload;
        }
    }
}

fn plain(text: &str) -> Value {
    json!({"type": "plain_text", "text": text})
}

#[tokio::test]
async fn a_stream_is_seen_while_it_grows_and_when_it_breaks() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let task = json!({"type": "task_update", "id": "t", "title": "Search <b>", "status": "in_progress", "details": "in *mail*"});
    let chunks = json!({"chunks": [{"type": "markdown_text", "text": "**Looking**"}, task]});
    let ts = start(&outside, &begun, chunks).await["ts"].clone();
    let thread = begun.thread.as_str().unwrap();
    let path = format!("/as/ana/dm/{thread}");
    let page = look(&outside, &path).await;
    for part in [
        "message streaming",
        "<strong>Looking</strong>",
        "Search &lt;b&gt;",
        "data-task=\"in_progress\"",
        "<em>mail</em>",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    said(
        &outside,
        "chat.appendStream",
        (&begun, &ts),
        json!({"chunks": [{"type": "markdown_text", "text": " again"}]}),
    )
    .await;
    assert!(look(&outside, &path).await.contains("again"));
    outside.post("/slack/streams/end", json!({"ts": ts})).await;
    let broken = look(&outside, &path).await;
    assert!(broken.contains("class=\"broken\"") && !broken.contains("message streaming"));
}

#[tokio::test]
async fn the_apps_tabs_are_opened_pressed_on_and_named_to_the_app() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let empty = look(&outside, "/as/ana/home").await;
    assert!(empty.contains("has nothing to show here yet"));
    assert_eq!(told(&mut socket, "app_home_opened").await["event"]["tab"], "home");
    look(&outside, "/as/ana/dm").await;
    assert_eq!(told(&mut socket, "app_home_opened").await["event"]["tab"], "messages");
    let option = |value: &str| json!({"text": plain(value), "value": value});
    let view = json!({"type": "home", "blocks": [
        {"type": "section", "text": plain("Accounts <i>"), "accessory": {"type": "button", "action_id": "drop", "text": plain("Disconnect")}},
        {"type": "actions", "elements": [
            {"type": "static_select", "action_id": "pick", "options": [option("a"), option("b")]},
            {"type": "overflow", "action_id": "dots", "options": [option("copy")]}]},
    ]});
    let ana = &outside.card.people[0].slack_user_id;
    outside.api("views.publish", json!({"user_id": ana, "view": view})).await;
    let page = look(&outside, "/as/ana/home").await;
    for part in [
        "id=\"tab-home\"",
        "Accounts &lt;i&gt;",
        "data-action-id=\"drop\"",
        "choice pick",
        "details class=\"more\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(act(&outside, "/as/ana/press", &[("on", "home"), ("action", "drop")]).await.status, 204);
    let pressed = told(&mut socket, "block_actions").await;
    assert_eq!(
        (&pressed["actions"][0]["action_id"], &pressed["container"]["type"]),
        (&json!("drop"), &json!("view"))
    );
    let choose = [("on", "home"), ("action", "pick"), ("choice pick", "b")];
    assert_eq!(act(&outside, "/as/ana/press", &choose).await.status, 204);
    assert_eq!(told(&mut socket, "block_actions").await["actions"][0]["selected_option"]["value"], "b");
    let dots = [("on", "home"), ("action", "dots"), ("option", "copy"), ("choice pick", "")];
    assert_eq!(act(&outside, "/as/ana/press", &dots).await.status, 204);
    assert_eq!(told(&mut socket, "block_actions").await["actions"][0]["selected_option"]["value"], "copy");
}

#[tokio::test]
async fn the_menu_of_a_message_edits_deletes_and_asks() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let posted = outside
        .post("/slack/post", json!({"person": "ana", "channel": "general", "text": "hi @ben <3"}))
        .await;
    let (channel, ts) = (posted["channel"].as_str().unwrap(), posted["ts"].as_str().unwrap());
    let hers = look(&outside, "/as/ana/channel/general").await;
    for part in ["Ask about this message", "Edit message", "Delete message", "hi @ben &lt;3</textarea>"] {
        assert!(hers.contains(part), "{part}");
    }
    let his = look(&outside, "/as/ben/channel/general").await;
    assert!(his.contains("Ask about this message") && !his.contains("Delete message"), "it is not his");
    let ask = [("channel", channel), ("ts", ts), ("callback_id", "ask_about_message")];
    assert_eq!(act(&outside, "/as/ben/shortcut", &ask).await.status, 204);
    assert_eq!(told(&mut socket, "message_action").await["message"]["ts"], posted["ts"]);
    let edit = [("channel", channel), ("ts", ts), ("text", "hello @ben")];
    assert_eq!(act(&outside, "/as/ben/edit", &edit).await.status, 409);
    assert_eq!(act(&outside, "/as/ana/edit", &edit).await.status, 204);
    let messages = outside.get("/slack/messages?channel=general").await;
    assert!(messages["messages"][0]["text"].as_str().unwrap().starts_with("hello <@U0"));
    assert_eq!(act(&outside, "/as/ana/delete", &[("channel", channel), ("ts", ts)]).await.status, 204);
    assert_eq!(outside.get("/slack/messages?channel=general").await["messages"], json!([]));
}

#[tokio::test]
async fn sessions_prompts_commands_and_stop_are_where_slack_has_them() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let session = |status: &str| json!({"channel_id": begun.channel, "thread_ts": begun.thread, "status": status, "title": "Invoices <b>"});
    outside.api("agents.sessions.setStatus", session("processing")).await;
    let prompts = json!({"channel_id": begun.channel, "prompts": [{"title": "What is new?", "message": "What is new in my mail?"}]});
    outside.api("assistant.threads.setSuggestedPrompts", prompts).await;
    let thread = begun.thread.as_str().unwrap();
    let path = format!("/as/ana/dm/{thread}");
    let page = look(&outside, &path).await;
    for part in [
        "Invoices &lt;b&gt;",
        ">Stop</button>",
        "id=\"prompt-0\"",
        "data-commands=\"/countersign /google\"",
        "class=\"rename\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    outside.post("/slack/app", json!({"events": []})).await;
    assert!(!look(&outside, &path).await.contains(">Stop</button>"), "nobody would hear of it");
    outside.api("agents.sessions.setStatus", session("suspended")).await;
    assert!(look(&outside, &path).await.contains("Waiting for you"));
    let channel = begun.channel.as_str().unwrap();
    let rename = [("channel", channel), ("thread", thread), ("title", "Two invoices")];
    assert_eq!(act(&outside, "/as/ana/rename", &rename).await.status, 204);
    assert!(look(&outside, &path).await.contains("Two invoices"));
}

#[tokio::test]
async fn canvases_guests_and_snippets_are_shown_to_those_who_may_see_them() {
    let world = json!({
        "workspace": "F", "domain": "f.example", "channels": [{"name": "general"}, {"name": "board", "private": true, "members": ["ana"]}],
        "people": [{"handle": "ana", "name": "Ana"}, {"handle": "gus", "name": "Gus", "standing": "guest"}],
    });
    let outside = Outside::with_world(serde_json::from_value(world).unwrap()).await;
    let board = outside.get("/channels").await["channels"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["name"] == "board")
        .unwrap()["id"]
        .clone();
    let made = json!({"channel_id": board, "title": "Rules <b>", "document_content": {"type": "markdown", "markdown": "# Be kind\n\n<script>"}});
    let id =
        outside.api("conversations.canvases.create", made).await["canvas_id"].as_str().unwrap().to_owned();
    let page = look(&outside, &format!("/as/ana/canvas/{id}")).await;
    assert!(page.contains("Be kind") && page.contains("&lt;script&gt;") && page.contains("Rules &lt;b&gt;"));
    let address = format!("{}/as/gus/canvas/{id}", outside.card.google_base_url);
    let hidden = outside.send(Request::get(address).body(Full::default()).unwrap()).await.unwrap();
    assert_eq!(hidden.status, 404);
    outside.post("/slack/post", json!({"person": "gus", "channel": "general", "text": "hello"})).await;
    assert!(look(&outside, "/as/ana/channel/general").await.contains("<span class=\"tag\">Guest</span>"));
}

#[tokio::test]
async fn somebody_of_another_company_is_marked_and_has_neither_shortcuts_nor_commands() {
    let world = json!({
        "workspace": "F", "domain": "f.example", "channels": [{"name": "both", "members": ["ana", "eve"]}],
        "connects": [{"channel": "both", "with": ["harbor.example"]}],
        "people": [
            {"handle": "ana", "name": "Ana"},
            {"handle": "eve", "name": "Eve", "standing": "external", "address": "eve@harbor.example"},
        ],
    });
    let outside = Outside::with_world(serde_json::from_value(world).unwrap()).await;
    outside.post("/slack/post", json!({"person": "eve", "channel": "both", "text": "hello"})).await;
    let hers = look(&outside, "/as/ana/channel/both").await;
    assert!(hers.contains("<span class=\"tag\">External</span>") && hers.contains("/countersign"));
    assert!(hers.contains("Ask about this message"));
    let theirs = look(&outside, "/as/eve/channel/both").await;
    assert!(theirs.contains("Edit message"), "it is her own");
    assert!(!theirs.contains("Ask about this message") && !theirs.contains("/countersign"));
}

#[tokio::test]
async fn a_form_on_the_page_takes_every_input() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let command = json!({"person": "ana", "channel": "dm", "command": "/google", "text": ""});
    let trigger = outside.post("/slack/command", command).await["payload"]["trigger_id"].clone();
    let options = json!([{"text": plain("A"), "value": "a"}, {"text": plain("B"), "value": "b"}]);
    let input = |id: &str, element: Value| json!({"type": "input", "block_id": id, "label": plain(id), "element": element, "optional": true});
    let view = json!({"type": "modal", "title": plain("All"), "submit": plain("Send"), "blocks": [
        input("multi", json!({"type": "multi_static_select", "action_id": "x", "options": options})),
        input("time", json!({"type": "timepicker", "action_id": "x"})),
        input("who", json!({"type": "users_select", "action_id": "x"})),
        input("ticks", json!({"type": "checkboxes", "action_id": "x", "options": options})),
        {"type": "alert", "text": plain("Careful"), "level": "warning"},
        {"type": "actions", "elements": [{"type": "radio_buttons", "action_id": "r", "options": options}]},
    ]});
    let opened = outside.api("views.open", json!({"trigger_id": trigger, "view": view})).await;
    let id = opened["view"]["id"].as_str().unwrap();
    let page = look(&outside, "/as/ana/dm").await;
    for part in [
        "multiple",
        "type=\"time\"",
        "Ben Ito",
        "type=\"checkbox\"",
        "class=\"alert warning\"",
        "type=\"radio\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let ben = outside.card.people[1].slack_user_id.as_str();
    let filled = [
        ("view", id),
        ("value multi x", "a"),
        ("value multi x", "b"),
        ("value time x", "08:15"),
        ("value who x", ben),
        ("choice r", "b"),
    ];
    assert_eq!(act(&outside, "/as/ana/submit", &filled).await.status, 204);
    let values = told(&mut socket, "view_submission").await["view"]["state"]["values"].clone();
    assert_eq!(values["multi"]["x"]["selected_options"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&values["time"]["x"]["selected_time"], &values["who"]["x"]["selected_user"]),
        (&json!("08:15"), &json!(ben))
    );
    assert_eq!(values["ticks"]["x"]["selected_options"], json!([]));
}
