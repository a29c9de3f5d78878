//! Files: uploaded by the app, attached by people, and read by whoever may.

use bytes::Bytes;
use http::{Request, header};
use http_body_util::Full;
use serde_json::{Value, json};

use super::client::{Answer, Outside};

async fn announced(outside: &Outside, name: &str, length: usize) -> (String, String) {
    let answer = outside
        .api("files.getUploadURLExternal", json!({"filename": name, "length": length.to_string()}))
        .await;
    assert_eq!(answer["ok"], true, "{answer}");
    let text = |field: &str| answer[field].as_str().unwrap().to_owned();
    (text("file_id"), text("upload_url"))
}

async fn upload(outside: &Outside, url: &str, kind: &str, body: impl Into<Bytes>) -> Answer {
    let request = Request::post(url).header(header::CONTENT_TYPE, kind).body(Full::from(body.into()));
    outside.send(request.unwrap()).await.unwrap()
}

/// A file of the app's that waits to be shared.
async fn uploaded(outside: &Outside, name: &str, content: &'static str) -> String {
    let (id, url) = announced(outside, name, content.len()).await;
    let answer = upload(outside, &url, "application/octet-stream", content).await;
    assert_eq!((answer.status, &answer.body), (200, &json!(format!("OK - {}", content.len()))));
    id
}

async fn download(outside: &Outside, url: &Value, token: Option<&str>) -> Answer {
    let mut request = Request::get(url.as_str().unwrap());
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    outside.send(request.body(Full::default()).unwrap()).await.unwrap()
}

fn attached() -> Value {
    json!({"person": "ana", "channel": "general", "text": "@countersign look", "files": [
        {"name": "plan.csv", "kind": "text/csv", "text": "a,b\n1,2\n"},
        {"name": "sign.png", "kind": "image/png", "base64": "iVBORw=="},
    ]})
}

#[tokio::test]
async fn an_upload_becomes_a_message_of_the_app_in_the_thread() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let root =
        outside.post("/slack/post", json!({"person": "ana", "channel": "general", "text": "hello"})).await;
    socket.take().await;
    let id = uploaded(&outside, "report.md", "# Report\n\nAll is well.\n").await;
    let complete = json!({"files": [{"id": id, "title": "The report"}], "channel_id": root["channel"],
        "thread_ts": root["ts"], "initial_comment": "Here it is."});
    outside.post("/slack/timing", json!({"share_ms": 600_000})).await;
    let answer = outside.api("files.completeUploadExternal", complete.clone()).await;
    assert_eq!((&answer["files"][0]["id"], &answer["files"][0]["title"]), (&json!(id), &json!("The report")));
    assert_eq!(answer["files"][0]["shares"], json!({}), "the answer comes before the message");
    let thread = json!({"channel": root["channel"], "ts": root["ts"]});
    let replies = outside.api("conversations.replies", thread).await["messages"].clone();
    assert_eq!(replies.as_array().unwrap().len(), 1);
    outside.post("/slack/timing", json!({"share_ms": 0})).await;
    let event = socket.take().await["payload"]["event"].clone();
    assert_eq!((&event["subtype"], &event["thread_ts"]), (&json!("file_share"), &root["ts"]));
    assert_eq!(
        (&event["text"], &event["files"][0]["mimetype"]),
        (&json!("Here it is."), &json!("text/markdown"))
    );
    assert!(event["bot_id"].is_string());
    assert_eq!(event["files"][0]["channels"], json!([root["channel"]]));
    assert_eq!(
        outside.api("files.completeUploadExternal", complete).await["error"],
        "file_not_found",
        "once only"
    );
}

#[tokio::test]
async fn a_form_with_the_file_in_it_is_taken_like_the_file_itself() {
    let outside = Outside::new().await;
    let (id, url) = announced(&outside, "a.txt", 5).await;
    let body = "--b\r\nContent-Disposition: form-data; name=\"filename\"; filename=\"a.txt\"\r\n\r\nhello\r\n--b--\r\n";
    assert_eq!(upload(&outside, &url, "multipart/form-data; boundary=b", body).await.status, 200);
    let info = outside.api("files.info", json!({"file": id})).await;
    let token = outside.card.bot_token.clone();
    let answer = download(&outside, &info["file"]["url_private_download"], Some(&token)).await;
    assert_eq!((answer.status, &answer.body), (200, &json!("hello")));
}

#[tokio::test]
async fn an_address_takes_the_announced_length_once_and_nothing_else() {
    let outside = Outside::new().await;
    let (id, url) = announced(&outside, "a.bin", 4).await;
    let share = json!({"files": [{"id": id}], "channel_id": "C0"});
    assert_eq!(
        outside.api("files.completeUploadExternal", share).await["error"],
        "file_not_found",
        "not yet here"
    );
    assert_eq!(outside.api("files.info", json!({"file": id})).await["error"], "file_not_found");
    assert_eq!(upload(&outside, &url, "text/plain", "12345").await.status, 400);
    assert_eq!(upload(&outside, &url, "multipart/form-data; boundary=b", "--b--").await.status, 400);
    assert_eq!(upload(&outside, &url, "text/plain", "1234").await.status, 200);
    assert_eq!(upload(&outside, &url, "text/plain", "1234").await.status, 404);
    assert_eq!(upload(&outside, &format!("{url}x"), "text/plain", "1234").await.status, 404);
}

#[tokio::test]
async fn what_slack_refuses_about_files_is_refused_with_slacks_code() {
    let outside = Outside::new().await;
    let id = uploaded(&outside, "a.txt", "hello").await;
    let posted = outside.post("/slack/post", attached()).await;
    let listed = outside.get("/slack/messages?channel=general").await;
    let anas = listed["messages"][0]["files"][0]["id"].clone();
    let files = json!([{"id": id}]);
    for (method, arguments, code) in [
        ("files.getUploadURLExternal", json!({"filename": "a"}), "invalid_arguments"),
        ("files.getUploadURLExternal", json!({"length": 5}), "invalid_arguments"),
        ("files.getUploadURLExternal", json!({"filename": "a", "length": 0}), "missing_argument"),
        ("files.getUploadURLExternal", json!({"filename": "a", "length": "many"}), "invalid_arguments"),
        (
            "files.getUploadURLExternal",
            json!({"filename": "a", "length": 2_000_000_000}),
            "file_upload_size_restricted",
        ),
        ("files.completeUploadExternal", json!({}), "invalid_arguments"),
        ("files.completeUploadExternal", json!({"files": []}), "invalid_arguments"),
        ("files.completeUploadExternal", json!({"files": [{"title": "x"}]}), "invalid_arguments"),
        ("files.completeUploadExternal", json!({"files": [{"id": "F0"}]}), "file_not_found"),
        ("files.completeUploadExternal", json!({"files": files, "channel_id": "C0"}), "channel_not_found"),
        (
            "files.completeUploadExternal",
            json!({"files": files, "channel_id": posted["channel"], "thread_ts": "1699999999.000001"}),
            "thread_not_found",
        ),
        ("files.info", json!({"file": "F0"}), "file_not_found"),
        ("files.info", json!({}), "invalid_arguments"),
        ("files.delete", json!({"file": "F0"}), "file_not_found"),
        ("files.delete", json!({"file": anas}), "cant_delete_file"),
    ] {
        let answer = outside.api(method, arguments.clone()).await;
        assert_eq!(answer["error"], code, "{method} {arguments} gave {answer}");
    }
    outside.post("/slack/app", json!({"scopes": ["chat:write"]})).await;
    for (method, scope) in [
        ("files.getUploadURLExternal", "files:write"),
        ("files.completeUploadExternal", "files:write"),
        ("files.info", "files:read"),
        ("files.delete", "files:write"),
    ] {
        let refused = outside.api(method, json!({})).await;
        assert_eq!((&refused["error"], &refused["needed"]), (&json!("missing_scope"), &json!(scope)));
    }
}

#[tokio::test]
async fn the_app_reads_what_people_attach_and_nobody_without_its_token_does() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    outside.post("/slack/post", attached()).await;
    let event = socket.take().await["payload"]["event"].clone();
    assert_eq!(event["subtype"], "file_share");
    let (csv, png) = (&event["files"][0], &event["files"][1]);
    assert_eq!(
        (&csv["name"], &csv["size"], &csv["preview"]),
        (&json!("plan.csv"), &json!(8), &json!("a,b\n1,2"))
    );
    assert_eq!((&png["mimetype"], &png["size"], png.get("preview")), (&json!("image/png"), &json!(4), None));
    assert_eq!(outside.api("files.info", json!({"file": csv["id"]})).await["file"], *csv);

    let token = outside.card.bot_token.clone();
    let url = &csv["url_private_download"];
    let read = download(&outside, url, Some(&token)).await;
    assert_eq!((read.status, &read.body), (200, &json!("a,b\n1,2\n")));
    assert_eq!(read.headers["content-type"], "text/csv");
    for stranger in [None, Some("xoxb-stolen"), Some(outside.card.app_token.as_str())] {
        let turned_away = download(&outside, url, stranger).await;
        assert_eq!(turned_away.status, 302, "{stranger:?}");
        let aim = turned_away.headers["location"].to_str().unwrap().to_owned();
        let page =
            download(&outside, &json!(format!("{}{aim}", outside.card.google_base_url)), stranger).await;
        assert!(
            page.status == 200 && page.headers["content-type"].to_str().unwrap().starts_with("text/html")
        );
        assert!(!page.body.to_string().contains("a,b"));
    }
    outside.post("/slack/app", json!({"scopes": ["chat:write"]})).await;
    assert_eq!(download(&outside, url, Some(&token)).await.status, 302, "without files:read");
    let logged = outside.get("/requests?service=slack&method=file_download").await;
    assert_eq!(logged["requests"][0]["status"], 200);
}

#[tokio::test]
async fn a_file_the_app_cannot_see_does_not_exist_for_it() {
    let outside = Outside::new().await;
    let secret =
        json!({"person": "ana", "channel": "lonely", "files": [{"name": "a.txt", "text": "secret"}]});
    assert_eq!(outside.try_post("/slack/post", secret).await.status, 200);
    let listed = outside.get("/slack/messages?channel=lonely").await;
    let file = &listed["messages"][0]["files"][0];
    assert_eq!(outside.api("files.info", json!({"file": file["id"]})).await["error"], "file_not_found");
    let token = outside.card.bot_token.clone();
    assert_eq!(download(&outside, &file["url_private"], Some(&token)).await.status, 404);
}

#[tokio::test]
async fn a_deleted_file_leaves_a_tombstone() {
    let outside = Outside::new().await;
    let general =
        outside.post("/slack/post", json!({"person": "ana", "channel": "general", "text": "x"})).await;
    let id = uploaded(&outside, "a.txt", "hello").await;
    let share = json!({"files": [{"id": id}], "channel_id": general["channel"]});
    let url = outside.api("files.completeUploadExternal", share).await["files"][0]["url_private"].clone();
    outside.until("/slack/messages?channel=general", |all| all["messages"][1].is_object()).await;
    assert_eq!(outside.api("files.delete", json!({"file": id})).await["ok"], true);
    assert_eq!(outside.api("files.delete", json!({"file": id})).await["error"], "file_deleted");
    assert_eq!(outside.api("files.info", json!({"file": id})).await["error"], "file_deleted");
    let messages = outside.get("/slack/messages?channel=general").await;
    assert_eq!(messages["messages"][1]["files"], json!([{"id": id, "mode": "tombstone"}]));
    let token = outside.card.bot_token.clone();
    assert_eq!(download(&outside, &url, Some(&token)).await.status, 404);
}

#[tokio::test]
async fn somebody_takes_a_file_out_of_a_message_and_its_words_stay() {
    let outside = Outside::new().await;
    let posted = outside.post("/slack/post", attached()).await;
    let mut socket = outside.connect().await.greeted().await;
    let shown = outside.get("/slack/messages?channel=general").await["messages"][0].clone();
    let taking =
        json!({"person": "ana", "channel": "general", "ts": posted["ts"], "file": shown["files"][0]["id"]});
    outside.post("/slack/take_out", taking.clone()).await;
    let event = loop {
        let event = socket.take().await["payload"]["event"].clone();
        if event["subtype"] == "message_changed" {
            break event;
        }
    };
    let names = |message: &str| -> Vec<Value> {
        event[message]["files"].as_array().unwrap().iter().map(|file| file["name"].clone()).collect()
    };
    assert_eq!(names("previous_message"), ["plan.csv", "sign.png"]);
    assert_eq!(names("message"), ["sign.png"]);
    assert_eq!(event["message"]["text"], event["previous_message"]["text"]);
    let info = outside.api("files.info", json!({"file": shown["files"][0]["id"]})).await;
    assert_eq!(info["error"], "file_deleted");
    assert_eq!(outside.try_post("/slack/take_out", taking.clone()).await.status, 404, "it is gone already");
    let theirs =
        json!({"person": "ben", "channel": "general", "ts": posted["ts"], "file": shown["files"][1]["id"]});
    assert_eq!(outside.try_post("/slack/take_out", theirs).await.status, 409, "it is not their message");
}

#[tokio::test]
async fn a_file_that_is_gone_before_it_is_shown_is_never_shown() {
    let outside = Outside::new().await;
    let general =
        outside.post("/slack/post", json!({"person": "ana", "channel": "general", "text": "x"})).await;
    outside.post("/slack/timing", json!({"share_ms": 600_000})).await;
    for name in ["gone.txt", "kept.txt"] {
        let id = uploaded(&outside, name, "hello").await;
        let share = json!({"files": [{"id": id}], "channel_id": general["channel"]});
        assert_eq!(outside.api("files.completeUploadExternal", share).await["ok"], true);
        if name == "gone.txt" {
            outside.api("files.delete", json!({"file": id})).await;
        }
    }
    outside.post("/slack/timing", json!({"share_ms": 0})).await;
    let all = outside.until("/slack/messages?channel=general", |all| all["messages"][1].is_object()).await;
    assert_eq!(all["messages"][1]["files"][0]["name"], "kept.txt");
    assert_eq!(all["messages"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_file_needs_a_name_and_one_content_and_a_message_words_or_a_file() {
    let outside = Outside::new().await;
    for files in [
        json!([{"name": "a.txt"}]),
        json!([{"name": "", "text": "x"}]),
        json!([{"name": "a.txt", "text": ""}]),
        json!([{"name": "a.txt", "text": "x", "base64": "eA=="}]),
        json!([{"name": "a.txt", "base64": "?"}]),
    ] {
        let post = json!({"person": "ana", "channel": "general", "files": files});
        assert_eq!(outside.try_post("/slack/post", post).await.status, 400, "{files}");
    }
    assert_eq!(
        outside.try_post("/slack/post", json!({"person": "ana", "channel": "general"})).await.status,
        409
    );
}

#[tokio::test]
async fn files_survive_a_restart_and_are_served_from_the_new_address() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("sandbox.json");
    let before = Outside::with_state(Some(state.clone())).await;
    before.post("/slack/post", attached()).await;
    let (id, url) = announced(&before, "late.txt", 5).await;
    before.sandbox.stop().await.unwrap();
    let after = Outside::with_state(Some(state)).await;
    let token = after.card.bot_token.clone();
    let messages = after.get("/slack/messages?channel=general").await;
    let file = &messages["messages"][0]["files"][0];
    assert_eq!(download(&after, &file["url_private"], Some(&token)).await.body, json!("a,b\n1,2\n"));
    let url = url.replace(url.split("/files-upload").next().unwrap(), &after.card.google_base_url);
    assert_eq!(upload(&after, &url, "text/plain", "hello").await.status, 200);
    assert_eq!(after.api("files.info", json!({"file": id})).await["file"]["size"], 5);
}
