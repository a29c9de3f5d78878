//! Adding rows.

use serde_json::json;

use super::{BATCH, Sheet, costs, shared};
use crate::harness::{Acting, Action, a_write_weathers, all_text};

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_added_after_the_last_one() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let args = json!({ "spreadsheet": id, "sheet": 0, "rows": [["=1+1", 2, null, true], ["Glue"]] });
    let act = acting.act("sheets.append", args).await;
    let answer = act.answer().await.json();
    assert_eq!((&answer["rows"], &answer["range"]), (&json!(2), &json!("A5:D6")));
    let append = &act.requests_to(BATCH).await[0].body["requests"][0]["appendCells"];
    assert_eq!((&append["sheetId"], &append["fields"]), (&json!(0), &json!("userEnteredValue")));
    let sheet = Sheet::of(&acting, &id, "Costs").await;
    assert_eq!((sheet.value("A5"), sheet.formula("A5")), (json!("=1+1"), None));
    assert_eq!((sheet.value("D5"), sheet.value("A6")), (json!(true), json!("Glue")));
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_added_to_a_table_as_if_typed() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let args = json!({
        "spreadsheet": id, "table": "'Ana''s log'!A1:B1", "rows": [["2026-11-05", "=LEN(\"abc\")"]], "formulas": true,
    });
    let act = acting.act("sheets.append", args).await;
    assert_eq!(act.answer().await.json()["range"], "A3:B3");
    let appends = act.requests_to("sheets.spreadsheets.values.append").await;
    assert_eq!(appends[0].values("valueInputOption"), ["USER_ENTERED"]);
    assert_eq!(appends[0].values("insertDataOption"), ["INSERT_ROWS"]);
    let log = Sheet::of(&acting, &id, "Ana's log").await;
    assert!(log.value("A3").is_number(), "a date is a number: {}", log.value("A3"));
    assert_eq!(log.value("B3"), json!(3));
    let plain =
        json!({ "spreadsheet": id, "sheet": "Ana's log", "rows": [["2026-11-06", "x"]], "formulas": true });
    assert_eq!(acting.perform("sheets.append", plain).await.json()["range"], "A4:B4");
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_rows_begin_in_the_first_column_whatever_lies_above() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let rows = json!([["Item"], [], [null, null, "Begins", "in C"]]);
    let file = json!({ "name": "Aside", "owner": "ana", "sheets": [{ "title": "All", "rows": rows }] });
    let id = acting.control().post("/google/files", file).await["id"].as_str().unwrap().to_owned();
    let args = json!({ "spreadsheet": id, "rows": [["Toner", "=1+6"]], "formulas": true });
    assert_eq!(acting.perform("sheets.append", args).await.json()["range"], "A4:B4");
    assert_eq!(Sheet::of(&acting, &id, "All").await.value("B4"), json!(7));
}

#[tokio::test(flavor = "multi_thread")]
async fn adding_to_a_sheet_others_read_is_countersigned() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = shared(&acting).await;
    let act = acting.act("sheets.append", json!({ "spreadsheet": id, "rows": [["Secret", 1]] })).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("Secret | 1") && shown.contains("ben"), "{shown}");
    assert_eq!(act.denied().await.code(), Some("denied"));
    assert_eq!(Sheet::of(&acting, &id, "Costs").await.count("Secret"), 0);
    let blind = Acting::as_ana(&["spreadsheets"]).await;
    let own = costs(&blind).await;
    let act = blind.act("sheets.append", json!({ "spreadsheet": own, "rows": [["Secret", 1]] })).await;
    act.card().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn adding_rows_weathers() {
    let action = Action { tool: "sheets.append", method: BATCH, scopes: &["spreadsheets"] };
    a_write_weathers(
        action,
        async |acting| json!({ "spreadsheet": costs(acting).await, "rows": [["Toner", 7]] }),
        async |acting, args| Sheet::at(acting, args).await.count("Toner"),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn adding_rows_to_a_table_weathers() {
    let action = Action {
        tool: "sheets.append",
        method: "sheets.spreadsheets.values.append",
        scopes: &["spreadsheets"],
    };
    a_write_weathers(
        action,
        async |acting| {
            let rows = json!([["Toner", "=1+6"]]);
            json!({ "spreadsheet": costs(acting).await, "table": "A1:C4", "rows": rows, "formulas": true })
        },
        async |acting, args| Sheet::at(acting, args).await.count("Toner"),
    )
    .await;
}
