//! Rows, columns and sheets that come and go.

use super::*;

#[tokio::test]
async fn formulas_follow_rows_and_columns() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([[1], [2], [3], ["=SUM(A1:A3)"]])).await;
    let rows = |start: u32, end: u32| json!({ "sheetId": 0, "dimension": "ROWS", "startIndex": start, "endIndex": end });
    desk.done(json!({ "insertDimension": { "range": rows(1, 3) } })).await;
    assert_eq!(
        desk.option("A1:A6", "valueRenderOption=FORMULA").await,
        json!([[1], [], [], [2], [3], ["=SUM(A1:A5)"]])
    );
    desk.done(json!({ "deleteDimension": { "range": rows(0, 4) } })).await;
    assert_eq!(desk.option("A1:A2", "valueRenderOption=FORMULA").await, json!([[3], ["=SUM(A1:A1)"]]));
    desk.done(json!({ "deleteDimension": { "range": rows(0, 1) } })).await;
    assert_eq!(desk.option("A1", "valueRenderOption=FORMULA").await, json!([["=SUM(#REF!)"]]));
    assert_eq!(desk.shown("A1").await, json!([["#REF!"]]));
    let grid = &desk.sheets().await[0]["properties"]["gridProperties"];
    assert_eq!(grid["rowCount"], 997);
}

#[tokio::test]
async fn named_ranges_and_merges_follow_too() {
    let desk = Desk::new().await;
    let range = json!({ "sheetId": 0, "startRowIndex": 2, "endRowIndex": 4, "startColumnIndex": 0, "endColumnIndex": 2 });
    desk.done(json!({ "addNamedRange": { "namedRange": { "name": "block", "range": range } } })).await;
    desk.done(json!({ "mergeCells": { "range": range, "mergeType": "MERGE_ALL" } })).await;
    let columns = json!({ "sheetId": 0, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 1 });
    desk.done(json!({ "insertDimension": { "range": columns } })).await;
    assert_eq!(desk.get("block").await.body["range"], "Sheet1!B3:C4");
    assert_eq!(desk.sheets().await[0]["merges"][0]["startColumnIndex"], 1);
}

#[tokio::test]
async fn lines_that_are_not_there_are_refused() {
    let desk = Desk::new().await;
    let lines = |dimension: &str, start: i32, end: i32| json!({ "range": { "sheetId": 0, "dimension": dimension, "startIndex": start, "endIndex": end } });
    assert_eq!(
        desk.refused(json!({ "insertDimension": lines("ROWS", -1, 2) })).await,
        "Invalid requests[0].insertDimension: DimensionRange indexes must be >= 0"
    );
    assert_eq!(
        desk.refused(json!({ "deleteDimension": lines("ROWS", 1000, 1001) })).await,
        "Invalid requests[0].deleteDimension: Cannot delete a row that doesn't exist. Tried to delete row index 1000 \
         but there are only 1000 rows."
    );
    assert!(
        desk.refused(json!({ "deleteDimension": lines("COLUMNS", 0, 26) }))
            .await
            .ends_with("You can't delete all the columns on the sheet.")
    );
    assert!(
        desk.refused(json!({ "insertDimension": lines("ROWS", 5, 5) })).await.contains("must be less than")
    );
    let mut foreign = lines("ROWS", 0, 1);
    foreign["range"]["sheetId"] = json!(77);
    assert_eq!(
        desk.refused(json!({ "deleteDimension": foreign })).await,
        "Invalid requests[0].deleteDimension: No grid with id: 77"
    );
}

#[tokio::test]
async fn sheets_are_added_renamed_moved_copied_and_deleted() {
    let desk = Desk::new().await;
    let added = desk.done(json!({ "addSheet": { "properties": { "title": "Data", "gridProperties": { "rowCount": 5, "columnCount": 3, "frozenRowCount": 1 } } } })).await;
    let id = added["addSheet"]["properties"]["sheetId"].as_i64().unwrap();
    assert_eq!(added["addSheet"]["properties"]["index"], 1);
    desk.typed("Data!A1", json!([[7]])).await;
    desk.typed("Sheet1!A1", json!([["=Data!A1"]])).await;
    let renamed =
        json!({ "properties": { "sheetId": id, "title": "New data", "index": 0 }, "fields": "title,index" });
    desk.done(json!({ "updateSheetProperties": renamed })).await;
    assert_eq!(desk.option("Sheet1!A1", "valueRenderOption=FORMULA").await, json!([["='New data'!A1"]]));
    let sheets = desk.sheets().await;
    assert_eq!(sheets[0]["properties"]["title"], "New data");
    assert_eq!(sheets[0]["properties"]["gridProperties"]["frozenRowCount"], 1);
    let copy = desk.done(json!({ "duplicateSheet": { "sourceSheetId": id } })).await;
    assert_eq!(copy["duplicateSheet"]["properties"]["title"], "Copy of New data");
    assert_eq!(desk.shown("'Copy of New data'!A1").await, json!([["7"]]));
    desk.done(json!({ "deleteSheet": { "sheetId": id } })).await;
    assert_eq!(desk.option("Sheet1!A1", "valueRenderOption=FORMULA").await, json!([["=#REF!"]]));
}

#[tokio::test]
async fn a_taken_title_an_unknown_sheet_and_the_last_sheet_are_refused() {
    let desk = Desk::new().await;
    assert_eq!(
        desk.refused(json!({ "addSheet": { "properties": { "title": "sheet1" } } })).await,
        "Invalid requests[0].addSheet: A sheet with the name \"sheet1\" already exists. Please enter another name."
    );
    assert!(
        desk.refused(json!({ "addSheet": { "properties": { "sheetId": 0 } } }))
            .await
            .contains("id 0 already exists")
    );
    assert_eq!(
        desk.refused(json!({ "deleteSheet": { "sheetId": 0 } })).await,
        "Invalid requests[0].deleteSheet: You can't remove all the sheets in a document."
    );
    assert_eq!(
        desk.refused(json!({ "deleteSheet": { "sheetId": 5 } })).await,
        "Invalid requests[0].deleteSheet: No sheet with id: 5"
    );
    let hidden = json!({ "properties": { "sheetId": 0, "hidden": true }, "fields": "hidden" });
    assert!(
        desk.refused(json!({ "updateSheetProperties": hidden }))
            .await
            .ends_with("You can't hide all the sheets in a document.")
    );
}

#[tokio::test]
async fn a_grid_that_shrinks_loses_its_last_lines_and_is_never_frozen_whole() {
    let desk = Desk::new().await;
    desk.typed("A9", json!([["gone"]])).await;
    desk.typed("A1", json!([["=A9", "=SUM(A2:A9)"]])).await;
    let grid = |rows: u32, frozen: u32| {
        let grid = json!({ "rowCount": rows, "frozenRowCount": frozen });
        let fields = "gridProperties(rowCount,frozenRowCount)";
        json!({ "updateSheetProperties": { "properties": { "sheetId": 0, "gridProperties": grid }, "fields": fields } })
    };
    desk.done(grid(5, 1)).await;
    let formulas = desk.option("A1:B1", "valueRenderOption=FORMULA").await;
    assert_eq!(formulas, json!([["=#REF!", "=SUM(A2:A5)"]]));
    assert!(desk.refused(grid(5, 5)).await.ends_with("You can't freeze all visible rows on the sheet."));
    assert!(desk.refused(grid(0, 0)).await.ends_with("at least one row and one column."));
    let many = json!({ "sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 2_000_000_000 });
    for request in [
        grid(1_000_000, 0),
        json!({ "insertDimension": { "range": many } }),
        json!({ "appendDimension": { "sheetId": 0, "dimension": "COLUMNS", "length": 2_000_000_000 } }),
    ] {
        assert!(desk.refused(request).await.contains("above the limit of 10000000 cells"));
    }
}

#[tokio::test]
async fn a_batch_is_done_as_a_whole_or_not_at_all() {
    let desk = Desk::new().await;
    let answer = desk
        .batch(json!([{ "addSheet": { "properties": { "title": "One" } } }, { "deleteSheet": { "sheetId": 99 } }]))
        .await;
    assert_eq!(
        (answer.code, answer.message()),
        (400, "Invalid requests[1].deleteSheet: No sheet with id: 99")
    );
    assert_eq!(desk.sheets().await.as_array().unwrap().len(), 1);
    let none = desk.batch(json!([])).await;
    assert_eq!((none.code, none.message()), (400, "Must specify at least one request."));
    let chart = desk.batch(json!([{ "addSheet": {} }, { "addChart": {} }])).await;
    assert_eq!(chart.code, 501);
    assert_eq!(chart.message(), "The request addChart is not implemented in this sandbox.");
    let pattern = json!({ "find": "a+", "searchByRegex": true, "allSheets": true });
    assert_eq!(desk.batch(json!([{ "findReplace": pattern }])).await.code, 501);
    let both = desk.batch(json!([{ "addSheet": {}, "deleteSheet": {} }])).await;
    assert_eq!(both.code, 400);
    assert!(both.message().contains("(oneof)"));
    assert_eq!(desk.sheets().await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_table_grows_by_the_rows_that_are_appended() {
    let desk = Desk::new().await;
    desk.typed("A5", json!([["below"]])).await;
    let range = json!({ "startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 1, "endColumnIndex": 3 });
    let columns = json!([{ "columnName": "Name" }, { "columnIndex": 1, "columnName": "Price" }]);
    let table = json!({ "name": "Prices", "tableId": "t1", "range": range, "columnProperties": columns });
    let made = desk.done(json!({ "addTable": { "table": table } })).await;
    assert_eq!(made["addTable"]["table"]["tableId"], "t1");
    let row = |name: &str| json!({ "values": [{ "userEnteredValue": { "stringValue": name } }, { "userEnteredValue": { "numberValue": 2 } }] });
    let rows = json!([row("Green"), row("Black"), row("White")]);
    desk.done(json!({ "appendCells": { "tableId": "t1", "rows": rows, "fields": "userEnteredValue" } }))
        .await;
    assert_eq!(
        desk.shown("A1:C7").await,
        json!([
            ["", "Name", "Price"],
            ["", "Green", "2"],
            ["", "Black", "2"],
            ["", "White", "2"],
            [],
            [],
            ["below"]
        ])
    );
    let tables = desk.sheets().await[0]["tables"].clone();
    assert_eq!((&tables[0]["name"], &tables[0]["range"]["endRowIndex"]), (&json!("Prices"), &json!(4)));
    let over = json!({ "addTable": { "table": { "range": range } } });
    let missing = json!({ "appendCells": { "tableId": "t2", "rows": [], "fields": "*" } });
    for (request, message) in [
        (over, "Invalid requests[0].addTable: Tables cannot overlap other tables."),
        (missing, "Invalid requests[0].appendCells: No table with id: t2"),
    ] {
        let refused = desk.batch(json!([request])).await;
        assert_eq!((refused.code, refused.message()), (400, message));
    }
    desk.done(json!({ "deleteTable": { "tableId": "t1" } })).await;
    assert_eq!(desk.shown("B1:C4").await, Value::Null);
}

#[tokio::test]
async fn a_conditional_format_is_replaced_and_moved() {
    let desk = Desk::new().await;
    let rule = |kind: &str| {
        json!({
            "ranges": [{ "endRowIndex": 3 }],
            "booleanRule": { "condition": { "type": kind }, "format": { "textFormat": { "bold": true } } },
        })
    };
    for (at, kind) in ["BLANK", "NOT_BLANK"].into_iter().enumerate() {
        desk.done(json!({ "addConditionalFormatRule": { "index": at, "rule": rule(kind) } })).await;
    }
    let changed = json!({ "updateConditionalFormatRule": { "index": 0, "rule": rule("DATE_BEFORE") } });
    let changed = desk.done(changed).await["updateConditionalFormatRule"].clone();
    assert_eq!(changed["oldRule"]["booleanRule"]["condition"]["type"], "BLANK");
    desk.done(json!({ "updateConditionalFormatRule": { "index": 0, "newIndex": 1 } })).await;
    let rules = desk.sheets().await[0]["conditionalFormats"].clone();
    let kind = |at: usize| rules[at]["booleanRule"]["condition"]["type"].clone();
    assert_eq!((kind(0), kind(1)), (json!("NOT_BLANK"), json!("DATE_BEFORE")));
    for (request, message) in [
        (json!({ "index": 2, "rule": rule("BLANK") }), "No conditional format on sheet: 0 at index: 2"),
        (json!({ "index": 0, "newIndex": 2 }), "No conditional format on sheet: 0 at index: 2"),
        (json!({ "index": 0 }), "One of 'rule' or 'newIndex' must be specified."),
    ] {
        let refused = desk.batch(json!([{ "updateConditionalFormatRule": request }])).await;
        let message = format!("Invalid requests[0].updateConditionalFormatRule: {message}");
        assert_eq!((refused.code, refused.message()), (400, message.as_str()));
    }
}

#[tokio::test]
async fn a_comment_on_a_cell_is_with_the_others_on_the_file() {
    let desk = Desk::new().await;
    let comment = |row: u32, words: &str| json!({ "insertComment": { "coordinate": { "rowIndex": row, "columnIndex": 1 }, "content": words } });
    let made = desk.done(comment(2, "Why?")).await;
    let thread = &made["insertComment"]["commentThread"];
    let path = format!("files/{}/comments?fields=comments(id,content,anchor)", desk.id);
    let told = desk.caller.drive("ana", "GET", &path, None).await.body["comments"][0].clone();
    assert_eq!(
        (&told["content"], &told["id"], &told["anchor"]),
        (&json!("Why?"), &thread["commentId"], &thread["anchorId"])
    );
    for request in [comment(1_000_000, "Why?"), comment(0, " ")] {
        assert_eq!(desk.batch(json!([request])).await.code, 400);
    }
}

#[tokio::test]
async fn a_sheet_is_copied_into_another_spreadsheet() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([[5, "=A1*2"]])).await;
    let other = desk.caller.with_token(&desk.token, "POST", "/v4/spreadsheets", Some(json!({}))).await;
    let to = other.body["spreadsheetId"].as_str().unwrap();
    let copied = desk.call("POST", "/sheets/0:copyTo", Some(json!({ "destinationSpreadsheetId": to }))).await;
    assert_eq!(copied.body["title"], "Copy of Sheet1", "{}", copied.text);
    let read = desk
        .caller
        .with_token(
            &desk.token,
            "GET",
            &format!("/v4/spreadsheets/{to}/values/{}", encoded("Copy of Sheet1")),
            None,
        )
        .await;
    assert_eq!(read.body["values"], json!([["5", "10"]]));
    assert_eq!(
        desk.call("POST", "/sheets/9:copyTo", Some(json!({ "destinationSpreadsheetId": to }))).await.code,
        400
    );
    assert_eq!(
        desk.call("POST", "/sheets/0:copyTo", Some(json!({ "destinationSpreadsheetId": "x" }))).await.code,
        404
    );
}
