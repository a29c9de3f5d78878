//! Uploads that come piece by piece.

use super::drive::{DRIVE, house};
use super::*;

const UNIT: usize = 256 * 1024;

/// Announces a file, and answers with where its content goes.
async fn announce(house: &Caller, query: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
    let token = house.google.token_for("ana", &[DRIVE]).unwrap();
    let mut builder = Request::builder()
        .method("POST")
        .uri(format!("/upload/drive/v3/files?uploadType=resumable{query}"))
        .header("Host", "127.0.0.1:7777")
        .header("Authorization", format!("Bearer {token}"))
        .header("Content-Type", "application/json; charset=UTF-8");
    for (name, value) in headers {
        builder = builder.header(*name, *value);
    }
    house.call(builder.body(Body::from(body.to_string())).unwrap()).await
}

async fn opened(house: &Caller, headers: &[(&str, &str)]) -> String {
    let answer =
        announce(house, "&fields=id,size,mimeType,name", headers, &json!({ "name": "big.bin" })).await;
    assert_eq!((answer.code, answer.text.as_str()), (200, ""));
    let place = answer.headers["location"].to_str().unwrap();
    place.strip_prefix("http://127.0.0.1:7777").unwrap().to_owned()
}

/// Sends bytes without a token: the address of a session is its own key.
async fn put(house: &Caller, place: &str, range: Option<&str>, bytes: &[u8]) -> Answer {
    let mut builder = Request::builder().method("PUT").uri(place);
    if let Some(range) = range {
        builder = builder.header("Content-Range", range);
    }
    house.call(builder.body(Body::from(bytes.to_vec())).unwrap()).await
}

fn range(answer: &Answer) -> Option<&str> {
    answer.headers.get("range").map(|value| value.to_str().unwrap())
}

#[tokio::test]
async fn a_file_comes_in_chunks_and_is_taken_up_where_it_broke_off() {
    let house = house();
    let content = vec![7_u8; UNIT * 2 + 5];
    let total = content.len();
    let place = opened(&house, &[("X-Upload-Content-Type", "application/x-test")]).await;
    let asked = put(&house, &place, Some(&format!("bytes */{total}")), b"").await;
    assert_eq!((asked.code, range(&asked)), (308, None), "nothing is stored yet");
    let first = put(&house, &place, Some(&format!("bytes 0-{}/{total}", UNIT - 1)), &content[..UNIT]).await;
    assert_eq!((first.code, range(&first)), (308, Some("bytes=0-262143")));
    assert_eq!(first.noted.method, "drive.files.create");
    let asked = put(&house, &place, Some(&format!("bytes */{total}")), b"").await;
    assert_eq!((asked.code, range(&asked)), (308, Some("bytes=0-262143")));
    let gap =
        put(&house, &place, Some(&format!("bytes {}-{}/{total}", UNIT * 2, total - 1)), &content[UNIT * 2..])
            .await;
    assert!(
        gap.code == 400 && gap.text.contains("exceeds already uploaded size of 262144 byte(s)"),
        "{}",
        gap.text
    );
    let rest =
        put(&house, &place, Some(&format!("bytes {UNIT}-{}/{total}", total - 1)), &content[UNIT..]).await;
    assert_eq!(rest.code, 200, "{}", rest.text);
    assert_eq!(
        (&rest.body["size"], &rest.body["mimeType"]),
        (&json!(total.to_string()), &json!("application/x-test"))
    );
    let heard = put(&house, &place, Some(&format!("bytes */{total}")), b"").await;
    assert_eq!((heard.code, &heard.body), (200, &rest.body), "whoever has not heard the answer asks again");
    assert_eq!(house.google.files("ana").iter().filter(|file| file.name == "big.bin").count(), 1);
}

#[tokio::test]
async fn chunks_are_whole_units_of_256_kib() {
    let house = house();
    let content = vec![1_u8; UNIT * 2];
    let place = opened(&house, &[]).await;
    let small = put(&house, &place, Some("bytes 0-9/*"), &content[..10]).await;
    assert!(
        small.code == 400 && small.text.contains("required to be equal or greater than 262144"),
        "{}",
        small.text
    );
    let odd = put(&house, &place, Some(&format!("bytes 0-{}/*", UNIT + 9)), &content[..UNIT + 10]).await;
    assert_eq!((odd.code, range(&odd)), (308, Some("bytes=0-262143")), "the rest is to be sent again");
    let short = put(&house, &place, Some("bytes 0-99/100"), b"short").await;
    assert!(short.code == 400 && short.text.contains("There were 5 byte(s) in the request body"));
    assert_eq!(put(&house, &place, Some("bytes five"), b"").await.code, 400);
}

#[tokio::test]
async fn a_total_once_said_stays() {
    let house = house();
    let place = opened(&house, &[("X-Upload-Content-Length", "5")]).await;
    let other = put(&house, &place, Some("bytes 0-5/6"), b"sixsix").await;
    assert!(other.code == 400 && other.text.contains("does not match the expected size of 5 byte(s)"));
    let whole = put(&house, &place, None, b"fives").await;
    assert_eq!((whole.code, &whole.body["size"]), (200, &json!("5")), "{}", whole.text);
}

#[tokio::test]
async fn an_empty_file_is_a_file() {
    let house = house();
    let place = opened(&house, &[]).await;
    let empty = put(&house, &place, Some("bytes */0"), b"").await;
    assert_eq!((empty.code, &empty.body["size"]), (200, &json!("0")), "{}", empty.text);
}

#[tokio::test]
async fn a_session_nobody_knows_is_not_found_and_one_given_up_is_gone() {
    let house = house();
    let unknown =
        put(&house, "/upload/drive/v3/files?uploadType=resumable&upload_id=nobody", None, b"x").await;
    assert_eq!((unknown.code, unknown.text.as_str()), (404, "Not Found"));
    let place = opened(&house, &[]).await;
    let given_up =
        house.call(Request::builder().method("DELETE").uri(&place).body(Body::empty()).unwrap()).await;
    assert_eq!(given_up.code, 499);
    assert_eq!(put(&house, &place, None, b"x").await.code, 404);
}

#[tokio::test]
async fn what_cannot_be_made_is_refused_before_its_content_has_come() {
    let house = house();
    let lost = announce(&house, "", &[], &json!({ "name": "x", "parents": ["nowhere"] })).await;
    assert_eq!((lost.code, lost.reason()), (404, "notFound"));
    let wrong = announce(&house, "", &[], &json!({ "title": "x" })).await;
    assert!(wrong.code == 400 && wrong.message().contains("Unknown name"));
    assert_eq!(announce(&house, "&fields=nonsense", &[], &json!({})).await.code, 400);
}

#[tokio::test]
async fn a_snapshot_keeps_uploads_that_are_under_way() {
    let house = house();
    let place = opened(&house, &[]).await;
    put(&house, &place, Some(&format!("bytes 0-{}/{}", UNIT - 1, UNIT + 1)), &vec![1; UNIT]).await;
    let snapshot = house.google.snapshot().unwrap();
    let world = World::read(
        r#"{ "workspace": "T", "domain": "house.example", "people": [{ "handle": "ana", "name": "Ana" }] }"#,
    );
    let google = Google::restore(&snapshot, &world.unwrap(), Changes::default(), client()).unwrap();
    let restored = Caller { google: Arc::new(google), changes: Changes::default() };
    let last = put(&restored, &place, Some(&format!("bytes {UNIT}-{UNIT}/{}", UNIT + 1)), b"x").await;
    assert_eq!((last.code, &last.body["size"]), (200, &json!((UNIT + 1).to_string())), "{}", last.text);
}

#[tokio::test]
async fn a_letter_can_come_in_pieces_too() {
    let caller = Caller::new();
    let request = Request::builder()
        .method("POST")
        .uri("/upload/gmail/v1/users/me/messages/send?uploadType=resumable")
        .header("Authorization", format!("Bearer {}", caller.token("ana")))
        .header("X-Upload-Content-Type", "message/rfc822")
        .body(Body::empty());
    let announced = caller.call(request.unwrap()).await;
    let place =
        announced.headers["location"].to_str().unwrap().strip_prefix("http://127.0.0.1").unwrap().to_owned();
    let sent = put(&caller, &place, None, b"To: ben@house.example\r\nSubject: Pieces\r\n\r\nhi").await;
    assert_eq!(sent.code, 200, "{}", sent.text);
    assert_eq!(caller.found("ben", "subject:pieces").await.len(), 1);
}
