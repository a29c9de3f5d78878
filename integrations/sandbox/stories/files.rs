//! Files from outside: on the page, through the controls, and over the wire of Drive.

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

fn world() -> World {
    let hostile = "<script>alert(1)</script>\"><img src=x onerror=alert(2)>";
    serde_json::from_value(json!({
        "workspace": "Fernwood", "domain": "fernwood.example",
        "people": [{"handle": "ana", "name": "Ana <i>"}, {"handle": "ben", "name": "Ben Ito"}],
        "drives": [{"name": "Studio <b>", "members": [{"person": "ana", "role": "organizer"}]}],
        "files": [
            {"key": "folder", "name": "Folder <b>", "owner": "ana", "shared_with": [{"person": "ben", "role": "reader"}]},
            {"name": hostile, "owner": "ana", "folder": "folder", "text": hostile},
            {"name": "Diary", "owner": "ana", "text": "the secret number"},
            {"name": "List", "owner": "ben", "text": "milk", "shared_with": [{"person": "ana", "role": "writer"}]},
            {"name": "Rules", "owner": "ana", "folder": "Studio <b>", "text": "be kind"},
        ],
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

async fn id(outside: &Outside, person: &str, name: &str) -> String {
    let files =
        outside.get(&format!("/google/files?person={person}")).await["files"].as_array().unwrap().clone();
    let found = files.iter().find(|file| file["name"].as_str().unwrap().starts_with(name)).unwrap();
    found["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn every_view_of_files_answers_and_holds_no_tag_of_a_strangers() {
    let outside = outside().await;
    let (folder, hostile) = (id(&outside, "ana", "Folder").await, id(&outside, "ana", "<script>").await);
    for path in [
        "/as/ana/files".to_owned(),
        "/as/ana/files?drawer=shared".to_owned(),
        "/as/ana/files?drawer=drives".to_owned(),
        "/as/ana/files?drawer=bin".to_owned(),
        format!("/as/ana/files/{folder}"),
        format!("/as/ben/files/{hostile}"),
    ] {
        let page = shown(&outside, &path).await;
        let body = page.split_once("<body").unwrap().1.trim_end_matches("</html>");
        only_our_tags(&format!("<body{body}"));
        assert!(page.contains("id=\"go-files\""), "{path}");
    }
    only_our_tags(&shown(&outside, "/as/ana/part/files?drawer=mine").await);
    let part = shown(&outside, &format!("/as/ben/part/file?file={hostile}")).await;
    only_our_tags(&part);
    assert!(part.contains("Who can open it") && part.contains("by a folder above"));
    let saved = look(&outside, &format!("/as/ben/files/{hostile}/content")).await;
    assert_eq!(saved.headers["content-type"], "application/octet-stream");
    assert_eq!(saved.headers["content-disposition"], "attachment");
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn nobody_looks_into_files_that_are_not_theirs() {
    let outside = outside().await;
    let (diary, rules) = (id(&outside, "ana", "Diary").await, id(&outside, "ana", "Rules").await);
    assert!(shown(&outside, &format!("/as/ana/files/{diary}")).await.contains("the secret number"));
    for file in [&diary, &rules] {
        for path in [format!("/as/ben/files/{file}"), format!("/as/ben/files/{file}/content")] {
            let answer = look(&outside, &path).await;
            assert_eq!(answer.status, 404, "{path}");
            assert!(!answer.body.to_string().contains("secret number"));
        }
        assert_eq!(look(&outside, &format!("/as/ben/part/file?file={file}")).await.status, 404);
    }
    let asked = format!("{}/google/file?person=ben&id={diary}", outside.card.control_url);
    let answer = outside.send(Request::get(asked).body(Full::default()).unwrap()).await.unwrap();
    assert_eq!(answer.status, 404, "{}", answer.body);
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn an_open_file_renews_itself_when_somebody_else_changes_it() {
    let outside = outside().await;
    let list = id(&outside, "ana", "List").await;
    let http: Client<_, Full<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    let address = format!("{}/as/ana/live?file={list}", outside.card.google_base_url);
    let response = http.request(Request::get(address).body(Full::default()).unwrap()).await.unwrap();
    let mut stream = BodyStream::new(response.into_body().map_frame(|frame| frame));
    let mut next = async || {
        let frame = stream.next().await?.unwrap().into_data().unwrap();
        Some(String::from_utf8(frame.to_vec()).unwrap())
    };
    assert_eq!(next().await.unwrap(), "event: changed\ndata: file sidebar modal\n\n");
    let change = json!({"person": "ben", "id": list, "text": "milk, eggs", "name": "Shopping"});
    assert_eq!(outside.post("/google/file/change", change).await, json!({"ok": true}));
    assert_eq!(next().await.unwrap(), "event: changed\ndata: file\n\n");
    assert!(shown(&outside, &format!("/as/ana/part/file?file={list}")).await.contains("milk, eggs"));
    assert!(
        shown(&outside, &format!("/as/ana/part/file?file={list}"))
            .await
            .contains("<h1 dir=\"auto\">Shopping</h1>")
    );
    outside.sandbox.stop().await.unwrap();
    assert_eq!(next().await, None);
}

#[tokio::test]
async fn files_are_put_and_changed_from_outside_and_what_cannot_be_is_told() {
    let outside = outside().await;
    let (folder, list) = (id(&outside, "ana", "Folder").await, id(&outside, "ana", "List").await);
    let put = json!({"name": "New", "owner": "Tom <tom@away.example>", "text": "hi",
        "shared_with": [{"person": "ben", "role": "commenter"}]});
    let new = outside.post("/google/files", put).await["id"].as_str().unwrap().to_owned();
    let seen = outside.get(&format!("/google/file?person=ben&id={new}")).await;
    assert_eq!(
        (&seen["text"], &seen["owner"], &seen["version"]),
        (&json!("hi"), &json!("tom@away.example"), &json!(1))
    );
    let wrong = |body: Value| outside.try_post("/google/file/change", body);
    assert_eq!(wrong(json!({"person": "ben", "id": new, "text": "x"})).await.status, 409);
    assert_eq!(wrong(json!({"person": "ben", "id": folder, "name": "x"})).await.status, 409);
    assert_eq!(wrong(json!({"person": "ben", "id": "nothing"})).await.status, 404);
    assert_eq!(wrong(json!({"person": "nobody", "id": list})).await.status, 404);
    assert_eq!(outside.try_post("/google/files", json!({"name": "X", "owner": "carl"})).await.status, 400);
    assert_eq!(wrong(json!({"person": "ben", "id": list})).await.status, 200, "saved once more");
    let again = outside.get(&format!("/google/file?person=ana&id={list}")).await;
    assert!(again["version"].as_u64() > Some(1));
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn an_upload_in_pieces_goes_over_the_real_wire() {
    let outside = outside().await;
    let scopes = json!({"person": "ana", "scopes": ["https://www.googleapis.com/auth/drive"]});
    let token = outside.post("/google/token", scopes).await["access_token"].as_str().unwrap().to_owned();
    let announced =
        Request::post(format!("{}/upload/drive/v3/files?uploadType=resumable", outside.card.google_base_url))
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::from(r#"{"name": "pieces.txt"}"#));
    let announced = outside.send(announced.unwrap()).await.unwrap();
    let place = announced.headers["location"].to_str().unwrap().to_owned();
    assert!(place.starts_with(&outside.card.google_base_url), "{place}");
    let sent = Request::put(place).body(Full::from("in pieces")).unwrap();
    let sent = outside.send(sent).await.unwrap();
    assert_eq!((sent.status, &sent.body["name"]), (200, &json!("pieces.txt")), "{}", sent.body);
    let log = outside.get("/requests?service=google&method=drive.files.create").await;
    assert_eq!(log["requests"].as_array().unwrap().len(), 2, "the announcement and its content");
    outside.sandbox.stop().await.unwrap();
}
