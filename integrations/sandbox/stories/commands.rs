//! Slash commands, and what the page's composer makes of a slash.

use http::{Request, header};
use http_body_util::Full;
use serde_json::{Value, json};

use super::client::{Answer, Outside};

async fn direct(outside: &Outside) -> String {
    let channels = outside.get("/channels").await["channels"].as_array().unwrap().clone();
    let mine = |channel: &&Value| channel["kind"] == "dm" && channel["members"] == json!(["ana"]);
    channels.iter().find(mine).unwrap()["id"].as_str().unwrap().to_owned()
}

/// As the composer sends it, with a file that nobody chose.
async fn compose(outside: &Outside, fields: &[(&str, &str)], file: Option<(&str, &str)>) -> Answer {
    let field = |name: &str, content: &str| {
        format!("--b\r\nContent-Disposition: form-data; name={name}\r\n\r\n{content}\r\n")
    };
    let (name, content) = file.unwrap_or_default();
    let mut body: String = fields.iter().map(|(name, value)| field(&format!("\"{name}\""), value)).collect();
    body += &field(&format!("\"file\"; filename=\"{name}\""), content);
    body += "--b--\r\n";
    let request = Request::post(format!("{}/as/ana/post", outside.card.google_base_url))
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
        .header("hx-request", "true");
    outside.send(request.body(Full::from(body)).unwrap()).await.unwrap()
}

#[tokio::test]
async fn a_command_typed_into_the_composer_goes_to_the_app_and_is_no_message() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let dm = direct(&outside).await;
    assert_eq!(
        compose(&outside, &[("channel", &dm), ("text", "/google status all")], None).await.status,
        204
    );
    let envelope = socket.envelope().await;
    assert_eq!(
        (&envelope["type"], &envelope["accepts_response_payload"]),
        (&json!("slash_commands"), &json!(true))
    );
    let payload = &envelope["payload"];
    assert_eq!((&payload["command"], &payload["text"]), (&json!("/google"), &json!("status all")));
    assert_eq!(payload["channel_id"], dm);
    assert_eq!(outside.get("/slack/messages?channel=dm:ana").await["messages"], json!([]));
    socket.answer(&envelope, json!({"text": "Not connected."})).await;
    let shown = outside.until("/slack/ephemerals?person=ana", |shown| shown["ephemerals"] != json!([])).await;
    assert_eq!(shown["ephemerals"][0]["text"], "Not connected.");
}

#[tokio::test]
async fn an_unknown_command_is_refused_in_slacks_words_and_a_space_makes_it_a_message() {
    let outside = Outside::new().await;
    let dm = direct(&outside).await;
    let refused = compose(&outside, &[("channel", &dm), ("text", "/foo bar")], None).await;
    assert_eq!(refused.status, 409);
    assert!(refused.body.as_str().unwrap().starts_with("/foo is not a valid command."), "{}", refused.body);
    assert_eq!(compose(&outside, &[("channel", &dm), ("text", " /foo bar")], None).await.status, 204);
    assert_eq!(outside.get("/slack/messages?channel=dm:ana").await["messages"][0]["text"], " /foo bar");
    let command = |name: &str| json!({"person": "ana", "channel": "dm", "command": name});
    for name in ["/foo", "google"] {
        assert_eq!(outside.try_post("/slack/command", command(name)).await.status, 409, "{name}");
    }
    for name in ["/google", "/countersign"] {
        assert_eq!(outside.try_post("/slack/command", command(name)).await.status, 200, "{name}");
    }
    outside.post("/slack/app", json!({"scopes": ["chat:write"]})).await;
    assert_eq!(
        outside.try_post("/slack/command", command("/google")).await.status,
        409,
        "without `commands`"
    );
}

#[tokio::test]
async fn no_command_works_in_a_thread() {
    let outside = Outside::new().await;
    let dm = direct(&outside).await;
    let root = outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "hi"})).await;
    let fields =
        [("channel", dm.as_str()), ("thread", root["ts"].as_str().unwrap()), ("text", "/google status")];
    let refused = compose(&outside, &fields, None).await;
    assert_eq!(refused.status, 409);
    assert!(refused.body.as_str().unwrap().contains("/google is not supported in threads."));
}

#[tokio::test]
async fn a_file_chosen_in_the_composer_goes_along_with_or_without_words() {
    let outside = Outside::new().await;
    let dm = direct(&outside).await;
    let sent =
        compose(&outside, &[("channel", &dm), ("text", "")], Some(("notes.txt", "<b>one</b>\ntwo"))).await;
    assert_eq!(sent.status, 204, "{}", sent.body);
    let messages = outside.get("/slack/messages?channel=dm:ana").await;
    let file = &messages["messages"][0]["files"][0];
    assert_eq!((&file["name"], &file["size"]), (&json!("notes.txt"), &json!(14)));
    let read = |path: String| {
        let request = Request::get(format!("{}{path}", outside.card.google_base_url)).body(Full::default());
        outside.send(request.unwrap())
    };
    let page = read("/as/ana/dm".to_owned()).await.unwrap().body;
    let page = page.as_str().unwrap();
    assert!(
        page.contains("notes.txt") && page.contains("14 bytes") && page.contains("&lt;b&gt;one&lt;/b&gt;")
    );
    super::tame::only_our_tags(&format!(
        "<body{}",
        page.split_once("<body").unwrap().1.trim_end_matches("</html>")
    ));
    let id = file["id"].as_str().unwrap();
    let content = read(format!("/as/ana/file/{id}")).await.unwrap();
    assert_eq!((content.status, &content.body), (200, &json!("<b>one</b>\ntwo")));
    assert_eq!(content.headers["content-disposition"], "attachment");
    assert_eq!(read(format!("/as/ben/file/{id}")).await.unwrap().status, 404, "it is Ana's");
    assert_eq!(
        compose(&outside, &[("channel", &dm), ("text", " ")], None).await.status,
        409,
        "nothing at all"
    );
}
