//! Batches of all five APIs, and what is wrong with some.

use super::*;

async fn batch(caller: &Caller, path: &str, calls: &[&str]) -> Answer {
    let token = caller.google.token_for("ana", &caller.google.every_scope()).unwrap();
    let part =
        |call: &&str| format!("--b\r\nContent-Type: application/http\r\n\r\nGET {call} HTTP/1.1\r\n\r\n\r\n");
    let parts = calls.iter().map(part).collect::<Vec<_>>().concat();
    let request = Request::builder()
        .method("POST")
        .uri(path)
        .header("Authorization", format!("Bearer {token}"))
        .header("Content-Type", "multipart/mixed; boundary=b")
        .body(Body::from(format!("{parts}--b--")));
    caller.call(request.unwrap()).await
}

#[tokio::test]
async fn each_api_answers_batches_of_its_own_calls_only() {
    let caller = Caller::new();
    let apis = [
        ("/batch/gmail/v1", "/gmail/v1/users/me/profile"),
        ("/batch/drive/v3", "/drive/v3/files?pageSize=x"),
        ("/batch/calendar/v3", "/calendar/v3/calendars/primary/events?maxResults=x"),
        ("/batch/docs/v1", "/v1/documents/abc?suggestionsViewMode=x"),
        ("/batch/sheets/v4", "/v4/spreadsheets/abc?includeGridData=x"),
    ];
    for (path, own) in apis {
        let answer = batch(&caller, path, &[own]).await;
        assert_eq!(answer.code, 200, "{path}: {}", answer.text);
        assert!(!answer.text.contains("HTTP/1.1 404"), "{path}: {}", answer.text);
        let foreign = if path.contains("gmail") { "/drive/v3/files" } else { "/gmail/v1/users/me/profile" };
        let answer = batch(&caller, path, &[foreign]).await;
        assert!(answer.text.contains("HTTP/1.1 404 Not Found"), "{path}: {}", answer.text);
    }
    let all = batch(&caller, "/batch", &["/gmail/v1/users/me/profile", "/drive/v3/files?pageSize=x"]).await;
    assert!(all.text.contains("HTTP/1.1 200 OK") && all.text.contains("HTTP/1.1 400"), "{}", all.text);
}

#[tokio::test]
async fn a_batch_of_no_api_and_one_of_too_many_calls_are_refused() {
    let caller = Caller::new();
    assert_eq!(batch(&caller, "/batch/gmail/v2", &["/gmail/v1/users/me/profile"]).await.code, 404);
    let many = vec!["/gmail/v1/users/me/profile"; 101];
    let refused = batch(&caller, "/batch/gmail/v1", &many).await;
    assert_eq!((refused.code, refused.reason()), (400, "invalidArgument"));
    assert!(caller.google.units("ana").is_empty(), "nothing of it was carried out");
    assert_eq!(batch(&caller, "/batch/gmail/v1", &many[..100]).await.code, 200);
}
