//! Google through the front door: faults by method, bodies that dribble, requests at the same time, the control API.

use std::time::{Duration, Instant};

use http::{Request, header};
use http_body_util::Full;
use serde_json::{Value, json};

use super::client::{Answer, Outside};

const MAIL: &str = "To: ben@fernwood.example\r\nSubject: Once\r\n\r\nx";

fn request(outside: &Outside, method: &str, path: &str) -> http::request::Builder {
    let token = &outside.card.people[0].google_access_token;
    Request::builder()
        .method(method)
        .uri(format!("{}{path}", outside.card.google_base_url))
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
}

async fn get(outside: &Outside, path: &str) -> Option<Answer> {
    outside.send(request(outside, "GET", path).body(Full::default()).unwrap()).await
}

async fn form(outside: &Outside, url: &str, fields: &[(&str, &str)]) -> Answer {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let request = Request::post(url).header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    outside.send(request.body(Full::from(body)).unwrap()).await.unwrap()
}

async fn fault(outside: &Outside, method: &str, kind: Value) {
    let fault = json!({"service": "google", "method": method, "kind": kind, "times": 1});
    outside.post("/faults", fault).await;
}

const PROFILE: &str = "/gmail/v1/users/me/profile";

#[tokio::test]
async fn a_fault_is_named_by_googles_method_or_its_beginning() {
    let outside = Outside::new().await;
    fault(&outside, "gmail.users.getProfile", json!({"status": {"code": 503}})).await;
    assert_eq!(get(&outside, "/gmail/v1/users/me/labels").await.unwrap().status, 200);
    let struck = get(&outside, PROFILE).await.unwrap();
    assert_eq!((struck.status, &struck.body["error"]["errors"][0]["reason"]), (503, &json!("backendError")));
    fault(&outside, "gmail.users.labels.*", json!({"status": {"code": 401}})).await;
    let denied = get(&outside, "/gmail/v1/users/me/labels").await.unwrap();
    assert_eq!((denied.status, &denied.body["error"]["errors"][0]["reason"]), (401, &json!("authError")));
    assert!(denied.headers.contains_key("www-authenticate"));
    assert_eq!(get(&outside, "/gmail/v1/users/me/labels").await.unwrap().status, 200, "once, in mid-session");
    fault(&outside, "drive.files.create", json!({"status": {"code": 308}})).await;
    let upload = request(&outside, "POST", "/upload/drive/v3/files?uploadType=resumable");
    let unfinished = outside.send(upload.body(Full::default()).unwrap()).await.unwrap();
    assert_eq!((unfinished.status, &unfinished.body), (308, &json!("")));
    assert!(!unfinished.headers.contains_key("range"));
    fault(&outside, "oauth.token", json!({"status": {"code": 500}})).await;
    assert_eq!(form(&outside, &outside.card.google_token_url, &[]).await.status, 500);
    let log = outside.get("/requests?service=google&method=gmail.users.*").await;
    assert_eq!(log["requests"][1]["method"], "gmail.users.getProfile");
    assert_eq!(log["requests"][1]["faults"], json!(["status"]));
}

#[tokio::test]
async fn an_error_may_come_as_plain_text() {
    let outside = Outside::new().await;
    fault(&outside, "gmail.*", json!({"status": {"code": 500, "text": "Backend unavailable"}})).await;
    let answer = get(&outside, PROFILE).await.unwrap();
    assert_eq!((answer.status, &answer.body), (500, &json!("Backend unavailable")));
    assert_eq!(answer.headers["content-type"], "text/plain; charset=utf-8");
    let both = json!({"service": "google", "method": "*", "kind": {"status": {"code": 500, "text": "a", "body": "b"}}});
    assert_eq!(outside.try_post("/faults", both).await.status, 400);
}

#[tokio::test]
async fn a_slow_body_comes_whole_in_the_end() {
    let outside = Outside::new().await;
    fault(&outside, "gmail.users.getProfile", json!({"slow_body": {"ms": 80}})).await;
    let started = Instant::now();
    let answer = get(&outside, PROFILE).await.unwrap();
    assert!(started.elapsed() >= Duration::from_millis(80));
    assert_eq!(answer.body["emailAddress"], "ana@fernwood.example");
    assert_eq!(outside.get("/google/in_flight?person=ana").await["now"], 0);
}

#[tokio::test]
async fn an_upload_and_a_batch_dropped_after_the_commit_are_carried_out() {
    let outside = Outside::new().await;
    fault(&outside, "gmail.users.messages.send", json!("drop_after_commit")).await;
    let upload = request(&outside, "POST", "/upload/gmail/v1/users/me/messages/send?uploadType=media")
        .header(header::CONTENT_TYPE, "message/rfc822");
    assert!(outside.send(upload.body(Full::from(MAIL)).unwrap()).await.is_none());
    fault(&outside, "batch", json!("drop_after_commit")).await;
    let label = "--b\r\nContent-Type: application/http\r\n\r\nPOST /gmail/v1/users/me/labels HTTP/1.1\r\n\
        Content-Type: application/json\r\n\r\n{\"name\": \"Kept\"}\r\n--b--";
    let batch = request(&outside, "POST", "/batch/gmail/v1")
        .header(header::CONTENT_TYPE, "multipart/mixed; boundary=b")
        .body(Full::from(label));
    assert!(outside.send(batch.unwrap()).await.is_none());
    let sent = outside.get("/google/mailbox?person=ana&label=SENT").await;
    assert_eq!(sent["messages"].as_array().unwrap().len(), 1);
    let labels = outside.get("/google/labels?person=ana").await;
    assert!(labels["labels"].as_array().unwrap().iter().any(|label| label["name"] == "Kept"));
}

#[tokio::test]
async fn gmail_answers_only_so_many_requests_of_one_person_at_a_time() {
    let outside = Outside::new().await;
    outside.post("/google/in_flight", json!({"most": 1})).await;
    outside
        .post("/faults", json!({"service": "google", "method": "gmail.users.labels.list", "kind": "hang"}))
        .await;
    let hanging = async { get(&outside, "/gmail/v1/users/me/labels").await.map(|answer| answer.status) };
    let meanwhile = async {
        outside.until("/google/in_flight?person=ana", |shown| shown["now"] == 1).await;
        let refused = get(&outside, PROFILE).await.unwrap();
        assert_eq!(refused.status, 429);
        assert_eq!(refused.body["error"]["message"], "Too many concurrent requests for user");
        outside.post("/google/in_flight", json!({})).await;
        assert_eq!(get(&outside, PROFILE).await.unwrap().status, 200);
        assert_eq!(outside.get("/google/in_flight?person=ana").await["highest"], 2);
        assert_eq!(outside.get("/google/in_flight?person=ben").await, json!({"now": 0, "highest": 0}));
    };
    tokio::select! {
        answered = hanging => panic!("answered with {answered:?}"),
        () = meanwhile => {}
    }
    outside.until("/google/in_flight?person=ana", |shown| shown["now"] == 0).await;
}

#[tokio::test]
async fn a_device_is_allowed_by_the_control_api() {
    let outside = Outside::new().await;
    let card = &outside.card;
    let timing = outside.post("/google/device/timing", json!({"interval": 2})).await;
    assert_eq!(timing, json!({"interval": 2, "expires_in": 1800}));
    let scope = "openid https://www.googleapis.com/auth/drive.file";
    let asked = [("client_id", card.device_client_id.as_str()), ("scope", scope)];
    let started = form(&outside, &card.google_device_code_url, &asked).await.body;
    assert_eq!(started["verification_url"], format!("{}/device", card.google_base_url));
    let user_code = &started["user_code"];
    let unknown = outside.try_post("/google/device", json!({"user_code": "XXX", "person": "ana"})).await;
    assert_eq!(unknown.status, 404);
    let muddled = json!({"user_code": user_code, "person": "ana", "deny": true, "scopes": []});
    assert_eq!(outside.try_post("/google/device", muddled).await.status, 400);
    let poll = [
        ("client_id", card.device_client_id.as_str()),
        ("client_secret", &card.device_client_secret),
        ("device_code", started["device_code"].as_str().unwrap()),
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
    ];
    assert_eq!(form(&outside, &card.google_token_url, &poll).await.status, 428);
    outside.post("/google/device", json!({"user_code": user_code, "person": "ana"})).await;
    outside.post("/google/clock", json!({"seconds": 2})).await;
    let tokens = form(&outside, &card.google_token_url, &poll).await;
    assert_eq!(tokens.status, 200, "{}", tokens.body);
}

#[tokio::test]
async fn the_card_has_the_key_and_the_control_api_its_limits() {
    let outside = Outside::new().await;
    let key = &outside.card.service_account_key;
    assert_eq!(key["type"], "service_account");
    assert_eq!(key["token_uri"], outside.card.google_token_url);
    assert!(key["private_key"].as_str().unwrap().starts_with("-----BEGIN PRIVATE KEY-----\n"));
    assert_ne!(outside.card.desktop_client_id, outside.card.device_client_id);
    outside.post("/google/quota", json!({"table": "2026", "code": 403})).await;
    assert_eq!(outside.try_post("/google/quota", json!({"table": "2026", "code": 500})).await.status, 400);
    get(&outside, PROFILE).await;
    let units = outside.get("/google/units?person=ana").await;
    assert_eq!(units, json!({"units": 1, "apis": {"gmail": 1}}));
    for failure in ["revoked", "invalid_rapt", "invalid_client", "internal_failure", "none"] {
        let answer = outside.try_post("/google/refresh", json!({"person": "ana", "failure": failure})).await;
        assert_eq!(answer.status, 200, "{failure}");
    }
    for (path, body) in [
        ("/google/publishing", json!({"status": "testing"})),
        ("/google/delegation", json!({"scopes": []})),
        ("/google/delegation", json!({})),
    ] {
        assert_eq!(outside.try_post(path, body).await.status, 200, "{path}");
    }
}
