//! How ranges are named, and what is said of wrong ones.

use super::*;

#[tokio::test]
async fn ranges_go_by_quoted_title_by_named_range_and_by_numbers() {
    let desk = Desk::new().await;
    desk.done(json!({ "addSheet": { "properties": { "title": "Ana's Q1/Q2 #1" } } })).await;
    desk.typed("'Ana''s Q1/Q2 #1'!B2", json!([["here"]])).await;
    let read = desk.get("'Ana''s Q1/Q2 #1'").await;
    assert_eq!(read.body["range"], "'Ana''s Q1/Q2 #1'!A1:Z1000");
    assert_eq!(read.body["values"], json!([[], ["", "here"]]));
    assert_eq!(desk.shown("Ana's Q1/Q2 #1").await, json!([[], ["", "here"]]));
    assert_eq!(desk.get("'Ana''s Q1/Q2 #1'!R2C2").await.body["range"], "'Ana''s Q1/Q2 #1'!B2");
    let range = json!({ "sheetId": 0, "startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 1 });
    desk.done(json!({ "addNamedRange": { "namedRange": { "name": "totals", "range": range } } })).await;
    assert_eq!(desk.get("totals").await.body["range"], "Sheet1!A1:A2");
    for (written, meant) in
        [("A:C", "A1:C1000"), ("3:7", "A3:Z7"), ("A5:A", "A5:A1000"), ("sheet1!$B$2", "B2")]
    {
        assert_eq!(desk.get(written).await.body["range"], format!("Sheet1!{meant}"));
    }
}

#[tokio::test]
async fn a_range_that_is_none_is_refused() {
    let desk = Desk::new().await;
    for range in ["Foo!A1", "Foo", "A1:B2:C3", "A0", "Sheet1!"] {
        let answer = desk.get(range).await;
        assert_eq!((answer.code, answer.message()), (400, &*format!("Unable to parse range: {range}")));
        assert_eq!(answer.body["error"]["status"], "INVALID_ARGUMENT");
    }
    let outside = desk.get("A1001:B1002").await;
    let words = "Range (Sheet1!A1001:B1002) exceeds grid limits. Max rows: 1000, max columns: 26";
    assert_eq!((outside.code, outside.message()), (400, words));
    assert_eq!(desk.get("A1:AB2000").await.body["range"], "Sheet1!A1:Z1000");
}

#[tokio::test]
async fn writing_outside_of_the_grid_or_of_the_range_is_refused() {
    let desk = Desk::new().await;
    let answer = desk.put("A1001", "RAW", json!([["x"]])).await;
    let words = "Range (Sheet1!A1001) exceeds grid limits. Max rows: 1000, max columns: 26";
    assert_eq!((answer.code, answer.message()), (400, words));
    let answer = desk.put("Z1", "RAW", json!([["x", "y"]])).await;
    let words = "Range (Sheet1!Z1:AA1) exceeds grid limits. Max rows: 1000, max columns: 26";
    assert_eq!((answer.code, answer.message()), (400, words));
    let answer = desk.put("A1:B2", "RAW", json!([["a"], ["b"], ["c"]])).await;
    let words = "Requested writing within range [Sheet1!A1:B2], but tried writing to row [3]";
    assert_eq!((answer.code, answer.message()), (400, words));
    let answer = desk.put("A1:B2", "RAW", json!([["a", "b", "c"]])).await;
    let words = "Requested writing within range [Sheet1!A1:B2], but tried writing to column [C]";
    assert_eq!((answer.code, answer.message()), (400, words));
    assert_eq!(desk.shown("Sheet1").await, Value::Null);
}

#[tokio::test]
async fn a_write_must_say_how_it_is_meant_and_agree_with_itself() {
    let desk = Desk::new().await;
    let body = json!({ "values": [["x"]] });
    let answer = desk.call("PUT", "/values/A1", Some(body)).await;
    assert_eq!((answer.code, answer.message()), (400, "'valueInputOption' is required but not specified"));
    let body = json!({ "range": "Sheet1!A2", "values": [["x"]] });
    let answer = desk.call("PUT", "/values/A1?valueInputOption=RAW", Some(body)).await;
    assert_eq!(answer.message(), "Request range[A1] does not match value's range[Sheet1!A2]");
    let answer = desk.put("A1", "RAW", json!([["a", ["b"]]])).await;
    assert_eq!(answer.code, 400);
    let words = "Invalid values[0][1]: list_value \t {\n  values {\n    string_value: \"b\"\n  }\n}\n";
    assert_eq!(answer.message(), words);
    let answer = desk.put("A1", "RAW", json!([[{ "a": 1 }]])).await;
    assert!(answer.message().starts_with("Invalid values[0][0]: struct_value"), "{}", answer.message());
    let answer = desk.put("A1", "RAW", json!([["x".repeat(50_001)]])).await;
    let words = "Your input contains more than the maximum of 50000 characters in a single cell.";
    assert_eq!((answer.code, answer.message()), (400, words));
}
