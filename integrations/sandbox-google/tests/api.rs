//! What every API checks before a method runs.

use super::*;

#[tokio::test]
async fn a_call_without_a_token_or_with_a_dead_one_is_refused() {
    let caller = Caller::new();
    let none = caller.get("/gmail/v1/users/me/profile").await;
    assert_eq!((none.code, none.reason()), (401, "required"));
    assert!(none.headers.contains_key("www-authenticate"));
    let unknown = caller.with_token("ya29.unknown", "GET", "/gmail/v1/users/me/profile", None).await;
    assert_eq!((unknown.code, unknown.reason()), (401, "authError"));
    assert_eq!(unknown.body["error"]["status"], "UNAUTHENTICATED");
    assert!(unknown.headers["www-authenticate"].to_str().unwrap().contains("invalid_token"));
    let token = caller.token("ana");
    caller.google.expire_tokens("ana");
    let expired = caller.with_token(&token, "GET", "/gmail/v1/users/me/profile", None).await;
    assert_eq!(expired.code, 401);
}

#[tokio::test]
async fn a_token_for_other_things_is_refused() {
    let caller = Caller::new();
    let send_only = caller.google.token_for("ana", &["https://www.googleapis.com/auth/gmail.send"]).unwrap();
    let answer = caller.with_token(&send_only, "GET", "/gmail/v1/users/me/messages", None).await;
    assert_eq!((answer.code, answer.reason()), (403, "insufficientPermissions"));
    let details = &answer.body["error"]["details"][0];
    assert_eq!(details["reason"], "ACCESS_TOKEN_SCOPE_INSUFFICIENT");
    assert_eq!(details["metadata"]["service"], "gmail.googleapis.com");
    let draft = caller.with_token(&send_only, "POST", "/gmail/v1/users/me/drafts", Some(json!({}))).await;
    assert_eq!(draft.code, 403, "drafts need more than gmail.send");
}

#[tokio::test]
async fn a_token_for_metadata_neither_searches_nor_reads_bodies() {
    let caller =
        Caller::with_mail(&json!([{ "from": "ben", "to": ["ana"], "subject": "Hi", "text": "there" }]));
    let id = caller.found("ana", "hi").await.remove(0);
    let metadata =
        caller.google.token_for("ana", &["https://www.googleapis.com/auth/gmail.metadata"]).unwrap();
    let list = "/gmail/v1/users/me/messages";
    let search = caller.with_token(&metadata, "GET", &format!("{list}?q=hi"), None).await;
    assert_eq!((search.code, search.message()), (403, "Metadata scope does not support 'q' parameter"));
    let full = caller.with_token(&metadata, "GET", &format!("{list}/{id}"), None).await;
    assert_eq!((full.code, full.message()), (403, "Metadata scope doesn't allow format FULL"));
    let headers = caller.with_token(&metadata, "GET", &format!("{list}/{id}?format=metadata"), None).await;
    assert_eq!(header(&headers.body, "Subject"), Some("Hi"));
}

#[tokio::test]
async fn parameters_and_bodies_outside_the_contract_are_refused() {
    let caller = Caller::new();
    let query = caller.gmail("ana", "GET", "messages?max=5", None).await;
    assert_eq!(query.code, 400);
    assert!(query.message().contains("Unknown name \"max\": Cannot bind query parameter."));
    assert_eq!(query.body["error"]["details"][0]["@type"], "type.googleapis.com/google.rpc.BadRequest");
    let body = caller.gmail("ana", "POST", "messages/send", Some(json!({ "to": "x" }))).await;
    assert_eq!(body.code, 400);
    assert!(body.message().contains("Unknown name \"to\" at 'message': Cannot find field."));
    let broken = Request::builder()
        .method("POST")
        .uri("/gmail/v1/users/me/messages/send")
        .header("Authorization", format!("Bearer {}", caller.token("ana")))
        .header("Content-Type", "application/json")
        .body(Body::from("{\"raw\": "));
    let broken = caller.call(broken.unwrap()).await;
    assert!(broken.message().starts_with("Invalid JSON payload received."));
}

#[tokio::test]
async fn unknown_paths_and_malformed_ones_never_reach_an_api() {
    let caller = Caller::new();
    assert_eq!(caller.gmail("ana", "GET", "mesages", None).await.code, 404);
    assert_eq!(caller.gmail("ana", "PATCH", "messages", None).await.code, 404);
    assert_eq!(caller.gmail("ana", "GET", "messages/a\"b", None).await.code, 400);
    let dots = caller.gmail("ana", "GET", "messages/..%2F..%2Fdrive%2Fv3%2Fabout", None).await;
    assert_eq!((dots.code, dots.message()), (400, "Invalid id value"));
    assert_eq!(dots.noted.method, "gmail.users.messages.get");
}

#[tokio::test]
async fn the_other_apis_check_the_contract_and_say_they_are_switched_off() {
    let caller = Caller::new();
    let scopes = [
        "https://www.googleapis.com/auth/drive",
        "https://www.googleapis.com/auth/calendar",
        "https://www.googleapis.com/auth/documents",
        "https://www.googleapis.com/auth/spreadsheets",
    ];
    let token = caller.google.token_for("ana", &scopes).unwrap();
    let calls = [
        ("/drive/v3/files", "drive.googleapis.com"),
        ("/calendar/v3/calendars/primary/events", "calendar-json.googleapis.com"),
        ("/v1/documents/abc", "docs.googleapis.com"),
        ("/v4/spreadsheets/abc", "sheets.googleapis.com"),
    ];
    for (path, service) in calls {
        for api in ["drive", "calendar", "docs", "sheets"] {
            caller.google.switch(api, Switch::Off);
        }
        let answer = caller.with_token(&token, "GET", path, None).await;
        assert_eq!((answer.code, answer.reason()), (403, "accessNotConfigured"), "{path}");
        assert_eq!(answer.body["error"]["details"][0]["reason"], "SERVICE_DISABLED");
        assert_eq!(answer.body["error"]["details"][0]["metadata"]["service"], service);
    }
    let wrong = caller.with_token(&token, "GET", "/drive/v3/files?query=x", None).await;
    assert_eq!(wrong.code, 400);
    let gmail = caller.with_token(&token, "GET", "/gmail/v1/users/me/profile", None).await;
    assert_eq!((gmail.code, gmail.reason()), (403, "insufficientPermissions"));
}

#[tokio::test]
async fn what_is_not_built_says_so() {
    let caller = Caller::new();
    let answer = caller.gmail("ana", "POST", "watch", Some(json!({ "topicName": "t" }))).await;
    assert_eq!((answer.code, answer.reason()), (501, "notImplemented"));
}

#[tokio::test]
async fn somebody_elses_mailbox_is_closed() {
    let caller = Caller::new();
    let token = caller.token("ana");
    let own = caller.with_token(&token, "GET", "/gmail/v1/users/ana%40house.example/profile", None).await;
    assert_eq!(own.code, 200);
    let other = caller.with_token(&token, "GET", "/gmail/v1/users/ben@house.example/profile", None).await;
    assert_eq!((other.code, other.message()), (403, "Delegation denied for ana@house.example"));
}

#[tokio::test]
async fn only_the_wanted_fields_come_back() {
    let caller =
        Caller::with_mail(&json!([{ "from": "ben", "to": ["ana"], "subject": "Hi", "text": "there" }]));
    let id = caller.found("ana", "hi").await.remove(0);
    let path = format!("messages/{id}?fields=id,payload/headers/name&prettyPrint=false");
    let answer = caller.gmail("ana", "GET", &path, None).await;
    assert_eq!(answer.body.as_object().unwrap().len(), 2);
    assert!(answer.body["payload"]["headers"][0].get("value").is_none());
    assert!(!answer.text.contains('\n'));
    let pretty = caller.gmail("ana", "GET", &format!("messages/{id}?fields=id"), None).await;
    assert_eq!(pretty.text, format!("{{\n  \"id\": \"{id}\"\n}}\n"));
    let wrong = caller.gmail("ana", "GET", &format!("messages/{id}?fields=subject"), None).await;
    assert_eq!(wrong.code, 400);
    assert!(wrong.message().contains("Cannot find matching fields for path 'subject'"));
}

#[tokio::test]
async fn a_snapshot_brings_everything_back() {
    let caller =
        Caller::with_mail(&json!([{ "from": "ben", "to": ["ana"], "subject": "Hi", "text": "there" }]));
    let token = caller.token("ana");
    let id = caller.found("ana", "hi").await.remove(0);
    let world = r#"{ "workspace": "Test House", "domain": "house.example",
        "people": [{ "handle": "ana", "name": "Ana" }, { "handle": "new", "name": "Newcomer" }] }"#;
    let world = World::read(world).unwrap();
    let snapshot = caller.google.snapshot().unwrap();
    let later = Google::restore(&snapshot, &world, Changes::default(), client()).unwrap();
    let later = Caller { google: Arc::new(later), changes: Changes::default() };
    let message = later.with_token(&token, "GET", &format!("/gmail/v1/users/me/messages/{id}"), None).await;
    assert_eq!(header(&message.body, "Subject"), Some("Hi"));
    assert!(later.found("new", "hi").await.is_empty());
}

#[tokio::test]
async fn a_batch_is_answered_call_by_call() {
    let caller = Caller::new();
    let body = "--b\r\nContent-Type: application/http\r\nContent-ID: <x + 1>\r\n\r\n\
        GET /gmail/v1/users/me/profile?alt=json HTTP/1.1\r\nHost: x\r\n\r\n\r\n\
        --b\r\nContent-Type: application/http\r\nContent-ID: <x + 2>\r\n\r\n\
        POST /gmail/v1/users/me/labels HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{\"nam\": 1}\r\n--b--";
    let batch = |kind: &str| {
        Request::builder()
            .method("POST")
            .uri("/batch/gmail/v1")
            .header("Authorization", format!("Bearer {}", caller.token("ana")))
            .header("Content-Type", kind)
            .body(Body::from(body))
            .unwrap()
    };
    let answer = caller.call(batch("multipart/mixed; boundary=\"b\"")).await;
    assert_eq!(answer.code, 200);
    let (first, second) = answer.text.split_once("<response-x + 2>").unwrap();
    assert!(first.contains("<response-x + 1>") && first.contains("HTTP/1.1 200 OK"), "{first}");
    assert!(first.contains("ana@house.example"));
    assert!(second.contains("HTTP/1.1 400 Bad Request") && second.contains("Unknown name"), "{second}");
    assert_eq!(caller.call(batch("text/plain")).await.code, 400);
}

#[tokio::test]
async fn a_query_too_long_for_an_address_may_come_as_a_form() {
    let caller =
        Caller::with_mail(&json!([{ "from": "ben", "to": ["ana"], "subject": "Hi", "text": "there" }]));
    let request = Request::builder()
        .method("POST")
        .uri("/gmail/v1/users/me/messages")
        .header("Authorization", format!("Bearer {}", caller.token("ana")))
        .header("X-HTTP-Method-Override", "GET")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body(Body::from("q=from%3Aben&alt=json"));
    let answer = caller.call(request.unwrap()).await;
    assert_eq!(answer.body["resultSizeEstimate"], 1, "{}", answer.text);
    assert_eq!(answer.noted.method, "gmail.users.messages.list");
}
