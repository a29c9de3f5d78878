//! Reading and writing values.

use super::*;

#[tokio::test]
async fn values_are_written_and_read_without_what_is_empty_at_the_end() {
    let desk = Desk::new().await;
    let values = json!([["a", "", "c", ""], [], ["", 2.5, true]]);
    let answer = desk.put("Sheet1!B2", "RAW", values).await;
    assert_eq!(answer.body["updatedRange"], "Sheet1!B2:E4");
    assert_eq!((&answer.body["updatedCells"], &answer.body["updatedRows"]), (&json!(7), &json!(2)));
    let read = desk.get("Sheet1").await;
    assert_eq!(read.body["range"], "Sheet1!A1:Z1000");
    assert_eq!(read.body["majorDimension"], "ROWS");
    assert_eq!(read.body["values"], json!([[], ["", "a", "", "c"], [], ["", "", "2.5", "TRUE"]]));
    assert_eq!(
        desk.option("B2:D4", "valueRenderOption=UNFORMATTED_VALUE").await,
        json!([["a", "", "c"], [], ["", 2.5, true]])
    );
    assert_eq!(
        desk.option("B2:D4", "majorDimension=COLUMNS").await,
        json!([["a"], ["", "", "2.5"], ["c", "", "TRUE"]])
    );
    assert_eq!(desk.get("F1:G9").await.body.get("values"), None);
}

#[tokio::test]
async fn null_leaves_a_cell_and_an_empty_text_clears_it() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([["a", "b", "c"]])).await;
    let answer = desk.put("A1:C1", "RAW", json!([[null, "", "z"]])).await;
    assert_eq!(answer.body["updatedCells"], 2);
    assert_eq!(desk.shown("A1:C1").await, json!([["a", "", "z"]]));
}

#[tokio::test]
async fn raw_keeps_texts_and_user_entered_understands_them() {
    let desk = Desk::new().await;
    let texts = json!([["=1+1", "42", "10%", "$1,200.50", "2026-01-05", "TRUE", "'007", "1/5/2026"]]);
    desk.put("A1", "RAW", texts.clone()).await;
    assert_eq!(desk.shown("1:1").await, texts);
    desk.typed("A2", texts).await;
    assert_eq!(
        desk.option("2:2", "valueRenderOption=UNFORMATTED_VALUE").await,
        json!([[2, 42, 0.1, 1200.5, 46027, true, "007", 46027]])
    );
    assert_eq!(
        desk.shown("2:2").await,
        json!([["2", "42", "10%", "$1,200.50", "2026-01-05", "TRUE", "007", "1/5/2026"]])
    );
    assert_eq!(desk.option("2:2", "valueRenderOption=FORMULA").await[0][0], "=1+1");
    let dates = "valueRenderOption=UNFORMATTED_VALUE&dateTimeRenderOption=FORMATTED_STRING";
    assert_eq!(desk.option("D2:E2", dates).await, json!([[1200.5, "2026-01-05"]]));
}

#[tokio::test]
async fn a_locale_has_its_own_numbers_and_dates() {
    let desk = Desk::made(json!({ "properties": { "title": "Plan", "locale": "de_DE" } })).await;
    desk.typed("A1", json!([["1.234,5", "5.1.2026", "=A1*2"]])).await;
    assert_eq!(
        desk.option("A1:C1", "valueRenderOption=UNFORMATTED_VALUE").await,
        json!([[1234.5, 46027, 2469]])
    );
    assert_eq!(desk.shown("A1:C1").await, json!([["1.234,50", "05.01.2026", "2.469,00"]]));
}

#[tokio::test]
async fn many_ranges_are_written_and_read_at_once() {
    let desk = Desk::new().await;
    let body = json!({
        "valueInputOption": "RAW", "includeValuesInResponse": true,
        "data": [
            { "range": "A1:B1", "values": [["a", "b"]] },
            { "range": "D1", "majorDimension": "COLUMNS", "values": [["x", "y"]] },
        ],
    });
    let answer = desk.call("POST", "/values:batchUpdate", Some(body)).await;
    assert_eq!(answer.body["totalUpdatedCells"], 4);
    assert_eq!(answer.body["totalUpdatedSheets"], 1);
    assert_eq!(answer.body["responses"][1]["updatedRange"], "Sheet1!D1:D2");
    assert_eq!(answer.body["responses"][0]["updatedData"]["values"], json!([["a", "b"]]));
    let read = desk.call("GET", "/values:batchGet?ranges=A1:B1&ranges=D:D", None).await;
    assert_eq!(read.body["valueRanges"][1]["values"], json!([["x"], ["y"]]));
    let cleared = desk.call("POST", "/values:batchClear", Some(json!({ "ranges": ["A1", "D2:E9"] }))).await;
    assert_eq!(cleared.body["clearedRanges"], json!(["Sheet1!A1", "Sheet1!D2:E9"]));
    assert_eq!(desk.shown("A1:D2").await, json!([["", "b", "", "x"]]));
}

#[tokio::test]
async fn one_bad_range_of_many_changes_nothing() {
    let desk = Desk::new().await;
    let data = json!([{ "range": "A1", "values": [["a"]] }, { "range": "Nope!A1", "values": [["b"]] }]);
    let body = json!({ "valueInputOption": "RAW", "data": data });
    let answer = desk.call("POST", "/values:batchUpdate", Some(body)).await;
    assert_eq!((answer.code, answer.message()), (400, "Invalid data[1]: Unable to parse range: Nope!A1"));
    assert_eq!(desk.shown("A1").await, Value::Null);
}

#[tokio::test]
async fn ranges_can_be_named_by_data_filters() {
    let desk = Desk::new().await;
    let corner = json!({ "gridRange": { "sheetId": 0, "startRowIndex": 1, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 2 } });
    let body =
        json!({ "valueInputOption": "RAW", "data": [{ "dataFilter": corner, "values": [["a", "b"]] }] });
    let answer = desk.call("POST", "/values:batchUpdateByDataFilter", Some(body)).await;
    assert_eq!(answer.body["responses"][0]["updatedRange"], "Sheet1!A2:B2");
    let body = json!({ "dataFilters": [{ "a1Range": "A2:B2" }] });
    let read = desk.call("POST", "/values:batchGetByDataFilter", Some(body.clone())).await;
    assert_eq!(read.body["valueRanges"][0]["valueRange"]["values"], json!([["a", "b"]]));
    desk.call("POST", "/values:batchClearByDataFilter", Some(body)).await;
    assert_eq!(desk.shown("A2:B2").await, Value::Null);
}

#[tokio::test]
async fn clearing_keeps_the_format() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([["10%"]])).await;
    let cleared = desk.call("POST", "/values/A1:Z1000:clear", Some(json!({}))).await;
    assert_eq!(cleared.body["clearedRange"], "Sheet1!A1:Z1000", "{}", cleared.text);
    desk.typed("A1", json!([[0.25]])).await;
    assert_eq!(desk.shown("A1").await, json!([["25%"]]));
}
