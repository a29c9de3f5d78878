//! The other requests of a batch.

use super::*;

fn range(top: u32, bottom: u32, left: u32, right: u32) -> Value {
    json!({ "sheetId": 0, "startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": left, "endColumnIndex": right })
}

impl Desk {
    async fn cell(&self, range: &str) -> Value {
        let answer =
            self.call("GET", &format!("?ranges={}&includeGridData=true", encoded(range)), None).await;
        answer.body["sheets"][0]["data"][0]["rowData"][0]["values"][0].clone()
    }
}

#[tokio::test]
async fn a_mask_writes_what_it_names_and_a_star_wipes_the_rest() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([["$5.00", "$6.00"]])).await;
    let bold = json!({ "userEnteredFormat": { "textFormat": { "bold": true } } });
    let fields = "userEnteredFormat.textFormat.bold";
    desk.done(json!({ "repeatCell": { "range": range(0, 1, 0, 2), "cell": bold, "fields": fields } })).await;
    let cell = desk.cell("A1").await;
    assert_eq!(cell["userEnteredFormat"]["textFormat"]["bold"], true);
    assert_eq!(cell["userEnteredFormat"]["numberFormat"]["type"], "CURRENCY");
    assert_eq!(
        (&cell["formattedValue"], &cell["effectiveFormat"]["textFormat"]["fontSize"]),
        (&json!("$5.00"), &json!(10))
    );
    desk.done(json!({ "repeatCell": { "range": range(0, 1, 0, 1), "cell": bold, "fields": "*" } })).await;
    let cell = desk.cell("A1").await;
    assert_eq!(cell.get("userEnteredValue"), None, "a star takes the value too");
    assert_eq!(cell["userEnteredFormat"], bold["userEnteredFormat"]);
    assert_eq!(desk.shown("A1:B1").await, json!([["", "$6.00"]]));
    assert_eq!(
        desk.refused(json!({ "repeatCell": { "range": range(0, 1, 0, 1), "cell": bold } })).await,
        "Invalid requests[0].repeatCell: At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)"
    );
    let unknown = json!({ "repeatCell": { "range": range(0, 1, 0, 1), "cell": bold, "fields": "cell.userEnteredFormat" } });
    assert!(desk.refused(unknown).await.contains("Invalid field mask"));
}

#[tokio::test]
async fn cells_are_written_repeated_and_appended() {
    let desk = Desk::new().await;
    let rows = json!([{ "values": [
        { "userEnteredValue": { "numberValue": 2 }, "note": "first" },
        { "userEnteredValue": { "formulaValue": "=A1*10" } },
        { "userEnteredValue": { "stringValue": "=no formula" } },
        { "userEnteredValue": { "boolValue": true } },
    ] }]);
    let start = json!({ "sheetId": 0, "rowIndex": 0, "columnIndex": 0 });
    desk.done(json!({ "updateCells": { "start": start, "rows": rows, "fields": "userEnteredValue,note" } }))
        .await;
    assert_eq!(desk.shown("1:1").await, json!([["2", "20", "=no formula", "TRUE"]]));
    assert_eq!(desk.cell("A1").await["note"], "first");
    let formula = json!({ "userEnteredValue": { "formulaValue": "=A1+$A$1" } });
    desk.done(json!({ "repeatCell": { "range": range(1, 3, 0, 1), "cell": formula, "fields": "userEnteredValue" } })).await;
    assert_eq!(desk.option("A2:A3", "valueRenderOption=FORMULA").await, json!([["=A1+$A$1"], ["=A2+$A$1"]]));
    let row = json!([{ "values": [{ "userEnteredValue": { "stringValue": "last" } }] }]);
    desk.done(json!({ "appendCells": { "sheetId": 0, "rows": row, "fields": "userEnteredValue" } })).await;
    assert_eq!(desk.shown("A4").await, json!([["last"]]));
    desk.done(json!({ "updateCells": { "range": range(0, 1, 0, 4), "fields": "userEnteredValue" } })).await;
    assert_eq!(desk.shown("1:1").await, Value::Null);
    assert_eq!(desk.cell("A1").await["note"], "first");
    let narrow = json!({ "updateCells": { "range": range(0, 1, 0, 1), "rows": rows, "fields": "*" } });
    assert_eq!(
        desk.refused(narrow).await,
        "Invalid requests[0].updateCells: Attempting to write column: 1, beyond the last requested column of: 0"
    );
    let outside = json!({ "repeatCell": { "range": range(999, 1001, 0, 1), "cell": {}, "fields": "*" } });
    assert!(desk.refused(outside).await.ends_with("is after last row in grid[999]"));
}

#[tokio::test]
async fn merging_keeps_the_first_value_only() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([["a", "b"], ["c", "d"]])).await;
    desk.done(json!({ "mergeCells": { "range": range(0, 2, 0, 2), "mergeType": "MERGE_ROWS" } })).await;
    assert_eq!(desk.shown("A1:B2").await, json!([["a"], ["c"]]));
    assert_eq!(desk.sheets().await[0]["merges"].as_array().unwrap().len(), 2);
    let part =
        desk.refused(json!({ "mergeCells": { "range": range(0, 2, 0, 1), "mergeType": "MERGE_ALL" } })).await;
    assert!(part.contains("You must select all cells in a merged range"));
    desk.done(json!({ "unmergeCells": { "range": range(0, 2, 0, 2) } })).await;
    assert_eq!(desk.sheets().await[0].get("merges"), None);
}

#[tokio::test]
async fn rows_are_sorted_with_their_formulas_and_blanks_last() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([["b", 2, "=B1*2"], ["", 9, "=B2*2"], ["a", 1, "=B3*2"]])).await;
    let specs = json!([{ "dimensionIndex": 0, "sortOrder": "DESCENDING" }]);
    desk.done(json!({ "sortRange": { "range": range(0, 3, 0, 3), "sortSpecs": specs } })).await;
    assert_eq!(desk.shown("A1:C3").await, json!([["b", "2", "4"], ["a", "1", "2"], ["", "9", "18"]]));
    assert_eq!(desk.option("C2", "valueRenderOption=FORMULA").await, json!([["=B2*2"]]));
}

#[tokio::test]
async fn text_is_found_and_replaced() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([["Old old", 12], ["=\"old\"", "none"]])).await;
    let reply =
        desk.done(json!({ "findReplace": { "find": "old", "replacement": "new", "allSheets": true } })).await;
    let counts = &reply["findReplace"];
    assert_eq!(
        (&counts["occurrencesChanged"], &counts["valuesChanged"], &counts["sheetsChanged"]),
        (&json!(2), &json!(1), &json!(1))
    );
    assert_eq!(desk.shown("A1:B2").await, json!([["new new", "12"], ["old", "none"]]));
    let reply = desk.done(json!({ "findReplace": { "find": "OLD", "replacement": "x", "matchCase": true, "includeFormulas": true, "sheetId": 0 } })).await;
    assert_eq!(reply["findReplace"], json!({}));
    assert!(desk.refused(json!({ "findReplace": { "find": "a" } })).await.contains("'allSheets'"));
}

#[tokio::test]
async fn blanks_are_trimmed_and_duplicates_removed() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([["'  a   b ", 1], ["A B", 2], ["c", 1], ["a b", 1]])).await;
    let reply = desk.done(json!({ "trimWhitespace": { "range": range(0, 4, 0, 2) } })).await;
    assert_eq!(reply["trimWhitespace"]["cellsChangedCount"], 1);
    let reply = desk.done(json!({ "deleteDuplicates": { "range": range(0, 4, 0, 2) } })).await;
    assert_eq!(reply["deleteDuplicates"]["duplicatesRemovedCount"], 1);
    assert_eq!(desk.shown("A1:B4").await, json!([["a b", "1"], ["A B", "2"], ["c", "1"]]));
}

#[tokio::test]
async fn cells_are_copied_and_cut() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([[1, "=A1+$A$1", "=B1"]])).await;
    desk.done(json!({ "copyPaste": { "source": range(0, 1, 0, 2), "destination": range(2, 4, 0, 2) } }))
        .await;
    assert_eq!(desk.option("B3:B4", "valueRenderOption=FORMULA").await, json!([["=A3+$A$1"], ["=A4+$A$1"]]));
    let values =
        json!({ "source": range(0, 1, 1, 2), "destination": range(5, 6, 0, 1), "pasteType": "PASTE_VALUES" });
    desk.done(json!({ "copyPaste": values })).await;
    assert_eq!(desk.option("A6", "valueRenderOption=FORMULA").await, json!([[2]]));
    let to = json!({ "sheetId": 0, "rowIndex": 9, "columnIndex": 4 });
    desk.done(json!({ "cutPaste": { "source": range(0, 1, 1, 2), "destination": to } })).await;
    assert_eq!(desk.option("A1:C1", "valueRenderOption=FORMULA").await, json!([[1, "", "=E10"]]));
    assert_eq!(desk.option("E10", "valueRenderOption=FORMULA").await, json!([["=A1+$A$1"]]));
}

#[tokio::test]
async fn names_rules_filters_borders_and_validation_are_kept() {
    let desk = Desk::new().await;
    let area = range(0, 2, 0, 2);
    let named =
        desk.done(json!({ "addNamedRange": { "namedRange": { "name": "area", "range": area } } })).await;
    let id = &named["addNamedRange"]["namedRange"]["namedRangeId"];
    let taken =
        desk.refused(json!({ "addNamedRange": { "namedRange": { "name": "Area", "range": area } } })).await;
    assert!(taken.contains("already exists"));
    assert!(
        desk.refused(json!({ "addNamedRange": { "namedRange": { "name": "A1", "range": area } } }))
            .await
            .contains("not a valid name")
    );
    desk.typed("A1", json!([[1, 2], ["=SUM(area)"]])).await;
    desk.done(json!({ "deleteNamedRange": { "namedRangeId": id } })).await;
    assert_eq!(desk.shown("A2").await, json!([["#NAME?"]]));
    let border = json!({ "style": "SOLID" });
    desk.done(json!({ "updateBorders": { "range": area, "top": border, "innerVertical": border } })).await;
    assert_eq!(
        desk.cell("A1").await["userEnteredFormat"]["borders"],
        json!({ "top": border, "right": border })
    );
    let rule = json!({ "condition": { "type": "NUMBER_GREATER", "values": [{ "userEnteredValue": "0" }] }, "strict": true });
    desk.done(json!({ "setDataValidation": { "range": area, "rule": rule } })).await;
    assert_eq!(desk.cell("B1").await["dataValidation"], rule);
    let format =
        json!({ "ranges": [area], "booleanRule": { "condition": { "type": "NOT_BLANK" }, "format": {} } });
    desk.done(json!({ "addConditionalFormatRule": { "rule": format, "index": 0 } })).await;
    desk.done(json!({ "setBasicFilter": { "filter": { "range": area } } })).await;
    let sheet = desk.sheets().await[0].clone();
    assert_eq!(sheet["conditionalFormats"][0]["ranges"][0], area);
    assert_eq!(sheet["basicFilter"]["range"], area);
    desk.done(json!({ "clearBasicFilter": { "sheetId": 0 } })).await;
    assert_eq!(desk.sheets().await[0].get("basicFilter"), None);
}

#[tokio::test]
async fn a_spreadsheet_and_its_lines_change_their_properties() {
    let desk = Desk::new().await;
    let properties = json!({ "title": "Plan B", "timeZone": "Europe/Berlin" });
    desk.done(
        json!({ "updateSpreadsheetProperties": { "properties": properties, "fields": "title,timeZone" } }),
    )
    .await;
    let shown = desk.call("GET", "?fields=properties", None).await.body["properties"].clone();
    assert_eq!(
        (&shown["title"], &shown["timeZone"], &shown["locale"]),
        (&json!("Plan B"), &json!("Europe/Berlin"), &json!("en_US"))
    );
    let nowhere = json!({ "properties": { "timeZone": "Mars/Base" }, "fields": "timeZone" });
    assert!(desk.refused(json!({ "updateSpreadsheetProperties": nowhere })).await.contains("Mars/Base"));
    let lines = json!({ "sheetId": 0, "dimension": "COLUMNS", "startIndex": 1, "endIndex": 2 });
    desk.done(json!({ "updateDimensionProperties": { "range": lines, "properties": { "pixelSize": 250 }, "fields": "pixelSize" } })).await;
    let width =
        async |desk: &Desk| desk.sheets().await[0]["data"][0]["columnMetadata"][1]["pixelSize"].clone();
    assert_eq!(width(&desk).await, 250);
    desk.done(json!({ "autoResizeDimensions": { "dimensions": lines } })).await;
    assert_eq!(width(&desk).await, 100);
    desk.done(json!({ "appendDimension": { "sheetId": 0, "dimension": "ROWS", "length": 5 } })).await;
    assert_eq!(desk.sheets().await[0]["properties"]["gridProperties"]["rowCount"], 1005);
}
