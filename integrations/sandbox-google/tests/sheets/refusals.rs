//! What a batch does not do, and in which words.

use super::*;

fn range(top: i32, bottom: i32) -> Value {
    json!({ "sheetId": 0, "startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": 0, "endColumnIndex": 2 })
}

async fn each(requests: &[(Value, &str)]) {
    let desk = Desk::new().await;
    for (request, words) in requests {
        let said = desk.refused(request.clone()).await;
        let kind = request.as_object().unwrap().keys().next().unwrap();
        assert_eq!(said, format!("Invalid requests[0].{kind}: {words}"));
    }
}

#[tokio::test]
async fn cells_that_cannot_be_written_are_refused() {
    let formula = json!([{ "values": [{ "userEnteredValue": { "formulaValue": "1+1" } }] }]);
    let error = json!([{ "values": [{ "userEnteredValue": { "errorValue": { "type": "REF" } } }] }]);
    let long = json!([{ "values": [{ "userEnteredValue": { "stringValue": "x".repeat(50_001) } }] }]);
    let start = json!({ "sheetId": 0, "rowIndex": 0, "columnIndex": 0 });
    let written = |rows: &Value| json!({ "updateCells": { "start": start, "rows": rows, "fields": "*" } });
    each(&[
        (json!({ "updateCells": { "fields": "*" } }), "One of 'start' or 'range' must be specified."),
        (written(&formula), "Formula must start with '=': 1+1"),
        (written(&error), "ExtendedValue.errorValue cannot be set."),
        (written(&long), "Your input contains more than the maximum of 50000 characters in a single cell."),
        (
            json!({ "repeatCell": { "range": range(5, 2), "cell": {}, "fields": "*" } }),
            "Invalid GridRange: startRowIndex[5] must be less than endRowIndex[2]",
        ),
        (
            json!({ "repeatCell": { "range": range(-1, 2), "cell": {}, "fields": "*" } }),
            "startRowIndex[-1] must be at least 0",
        ),
        (json!({ "appendCells": { "sheetId": 4, "rows": [], "fields": "*" } }), "No grid with id: 4"),
    ])
    .await;
}

#[tokio::test]
async fn things_that_are_not_there_are_refused() {
    each(&[
        (json!({ "deleteNamedRange": { "namedRangeId": "x" } }), "No named range with id: x"),
        (
            json!({ "updateNamedRange": { "namedRange": { "namedRangeId": "x" }, "fields": "name" } }),
            "No named range with id: x",
        ),
        (json!({ "deleteProtectedRange": { "protectedRangeId": 5 } }), "No protected range with id: 5"),
        (
            json!({ "addProtectedRange": { "protectedRange": { "namedRangeId": "x" } } }),
            "No named range with id: x",
        ),
        (json!({ "addProtectedRange": { "protectedRange": {} } }), "ProtectedRange.range must be specified."),
        (
            json!({ "deleteConditionalFormatRule": { "sheetId": 0, "index": 0 } }),
            "No conditional format on sheet: 0 at index: 0",
        ),
        (
            json!({ "addConditionalFormatRule": { "rule": { "ranges": [] } } }),
            "ConditionalFormatRule.ranges must be specified.",
        ),
        (json!({ "duplicateSheet": { "sourceSheetId": 3 } }), "No sheet with id: 3"),
        (
            json!({ "duplicateSheet": { "newSheetId": 0 } }),
            "A sheet with the id 0 already exists. Please use another id.",
        ),
        (json!({ "clearBasicFilter": { "sheetId": 3 } }), "No grid with id: 3"),
    ])
    .await;
}

#[tokio::test]
async fn requests_that_make_no_sense_are_refused() {
    each(&[
        (json!({ "sortRange": { "range": range(0, 2) } }), "At least one SortSpec must be specified."),
        (
            json!({ "sortRange": { "range": range(0, 2), "sortSpecs": [{ "dimensionIndex": 7 }] } }),
            "SortSpec.dimensionIndex[7] is outside of the sorted range.",
        ),
        (json!({ "findReplace": { "allSheets": true } }), "The find string cannot be empty."),
        (
            json!({ "appendDimension": { "sheetId": 0, "dimension": "ROWS" } }),
            "length must be greater than 0",
        ),
        (json!({ "appendDimension": { "sheetId": 0, "length": 2 } }), "dimension must be specified."),
        (
            json!({ "insertDimension": {
                "range": { "sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 1 },
                "inheritFromBefore": true,
            } }),
            "Cannot inherit from before if the start index is 0.",
        ),
        (
            json!({ "insertDimension": {
                "range": { "sheetId": 0, "dimension": "ROWS", "startIndex": 1001, "endIndex": 1002 },
            } }),
            "range.startIndex[1001] is after last row in grid[1000]",
        ),
        (
            json!({ "updateSheetProperties": { "properties": { "sheetId": 0, "title": "" }, "fields": "title" } }),
            "Sheet title cannot be empty.",
        ),
        (
            json!({ "updateSpreadsheetProperties": { "properties": {}, "fields": "title" } }),
            "Title cannot be empty.",
        ),
        (json!({ "addSheet": { "properties": { "sheetId": -4 } } }), "Invalid sheetId: -4. Must be >= 0."),
    ])
    .await;
}

#[tokio::test]
async fn names_and_protections_are_changed_and_cells_cut_into_another_sheet() {
    let desk = Desk::new().await;
    let named = desk
        .done(json!({ "addNamedRange": { "namedRange": { "name": "one", "range": range(0, 2) } } }))
        .await;
    let id = &named["addNamedRange"]["namedRange"]["namedRangeId"];
    let other = json!({ "namedRangeId": id, "name": "two" });
    desk.done(json!({ "updateNamedRange": { "namedRange": other, "fields": "name" } })).await;
    assert_eq!(desk.get("two").await.body["range"], "Sheet1!A1:B2");
    assert_eq!(desk.get("one").await.code, 400);
    let made =
        desk.done(json!({ "addProtectedRange": { "protectedRange": { "range": range(0, 2) } } })).await;
    let id = &made["addProtectedRange"]["protectedRange"]["protectedRangeId"];
    let warned = json!({ "protectedRangeId": id, "warningOnly": true, "description": "careful" });
    desk.done(
        json!({ "updateProtectedRange": { "protectedRange": warned, "fields": "warningOnly,description" } }),
    )
    .await;
    let kept = &desk.sheets().await[0]["protectedRanges"][0];
    assert_eq!((&kept["description"], &kept["warningOnly"]), (&json!("careful"), &json!(true)));
    let again = desk.refused(json!({ "addProtectedRange": { "protectedRange": { "protectedRangeId": id, "range": range(0, 1) } } })).await;
    assert!(again.ends_with("already exists."));
    desk.done(json!({ "addSheet": { "properties": { "sheetId": 9, "title": "Other" } } })).await;
    desk.typed("A1", json!([[4, "=A1*2", "=B1"]])).await;
    let source = json!({ "sheetId": 0, "startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 1, "endColumnIndex": 2 });
    let to = json!({ "sheetId": 9, "rowIndex": 4, "columnIndex": 0 });
    desk.done(json!({ "cutPaste": { "source": source, "destination": to } })).await;
    assert_eq!(desk.option("Other!A5", "valueRenderOption=FORMULA").await, json!([["=Sheet1!A1*2"]]));
    assert_eq!(desk.option("A1:C1", "valueRenderOption=FORMULA").await, json!([[4, "", "=Other!A5"]]));
    assert_eq!(desk.shown("C1").await, json!([["8"]]));
}
