//! Spreadsheets by way of the server's tools.

use serde_json::{Value, json};
use wire::Method;

use super::{BEN, Tools, after, says};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs workspace-mcp with pip"]
async fn every_sheets_tool_works() {
    let mut tools = Tools::start("sheets").await;
    let made = json!({ "title": "Prices", "sheet_names": ["Tea", "Salt"] });
    let id = after(&tools.call("create_spreadsheet", made).await, "ID: ");
    says(&tools.call("list_spreadsheets", json!({})).await, &["\"Prices\"", &id]);
    values(&mut tools, &id).await;
    looks(&mut tools, &id).await;
    tables(&mut tools, &id).await;
    lines(&mut tools, &id).await;
    sheets(&mut tools, &id).await;
    names(&mut tools, &id).await;
    comments(&mut tools, &id).await;
    tools.end().await;
}

/// Calls a tool for the spreadsheet.
async fn call(tools: &mut Tools, tool: &str, id: &str, arguments: Value) -> String {
    let mut arguments = arguments;
    arguments["spreadsheet_id"] = id.into();
    tools.call(tool, arguments).await
}

async fn shown(tools: &Tools, id: &str, range: &str) -> Value {
    tools.google(&format!("/v4/spreadsheets/{id}/values/{range}")).await["values"].clone()
}

async fn values(tools: &mut Tools, id: &str) {
    let rows = json!([["Name", "Price"], ["Green", "2"], ["Black", "=B2*2"]]);
    call(tools, "modify_sheet_values", id, json!({ "range_name": "Tea!A1:B3", "values": rows })).await;
    assert_eq!(
        shown(tools, id, "Tea!A1:B3").await,
        json!([["Name", "Price"], ["Green", "2"], ["Black", "4"]])
    );
    let range = json!({ "range_name": "Tea!A1:B5", "include_formulas": true, "include_notes": true });
    let read = call(tools, "read_sheet_values", id, range).await;
    says(&read, &["Successfully read 3 rows", "['Black', '4']", "Tea!B3: =B2*2"]);
    let chip = json!({ "range_name": "Tea!D1", "chips": [BEN], "chip_type": "person" });
    call(tools, "modify_sheet_values", id, chip).await;
    let range = json!({ "range_name": "Tea!D1", "include_smart_chips": true });
    says(&call(tools, "read_sheet_values", id, range).await, &[BEN]);
    call(tools, "modify_sheet_values", id, json!({ "range_name": "Tea!D1", "clear_values": true })).await;
    assert_eq!(shown(tools, id, "Tea!D1").await, Value::Null);
}

async fn looks(tools: &mut Tools, id: &str) {
    let look = json!({
        "range_name": "Tea!A1:B1", "background_color": "#ff0000", "bold": true, "borders": "all",
        "number_format_type": "NUMBER",
    });
    call(tools, "format_sheet_range", id, look).await;
    let choices = json!({ "range_name": "Tea!A2:A3", "dropdown_values": ["Green", "Black"] });
    call(tools, "format_sheet_range", id, choices).await;
    let grid = tools.google(&format!("/v4/spreadsheets/{id}?ranges=Tea!A1:A2&includeGridData=true")).await;
    let rows = &grid["sheets"][0]["data"][0]["rowData"];
    let format = &rows[0]["values"][0]["userEnteredFormat"];
    assert_eq!(
        (&format["textFormat"]["bold"], &format["backgroundColor"]["red"]),
        (&json!(true), &json!(1.0))
    );
    assert_eq!(rows[1]["values"][0]["dataValidation"]["condition"]["type"], "ONE_OF_LIST");
    let rule = |action: &str, least: u32| {
        json!({
            "action": action, "range_name": "Tea!B2:B3", "condition_type": "NUMBER_GREATER",
            "condition_values": [least], "background_color": "#00ff00",
        })
    };
    let mut second = rule("update", 5);
    second["rule_index"] = 0.into();
    call(tools, "manage_conditional_formatting", id, rule("add", 3)).await;
    says(&call(tools, "manage_conditional_formatting", id, second).await, &["NUMBER_GREATER values=['5']"]);
    says(&call(tools, "get_spreadsheet_info", id, json!({})).await, &["\"Salt\"", "Conditional formats: 1"]);
    let gone = json!({ "action": "delete", "rule_index": 0, "sheet_name": "Tea" });
    says(&call(tools, "manage_conditional_formatting", id, gone).await, &["none"]);
}

/// The server makes no tables, so one is made past it.
async fn tables(tools: &mut Tools, id: &str) {
    let range = json!({ "endRowIndex": 3, "endColumnIndex": 2 });
    let columns = json!([{ "columnName": "Name" }, { "columnIndex": 1, "columnName": "Price" }]);
    let table = json!({ "tableId": "t1", "name": "Teas", "range": range, "columnProperties": columns });
    let body = json!({ "requests": [{ "addTable": { "table": table } }] });
    tools.direct(Method::POST, &format!("/v4/spreadsheets/{id}:batchUpdate"), Some(body)).await;
    says(&call(tools, "list_sheet_tables", id, json!({})).await, &["Table ID: t1", "Teas", "Price"]);
    let rows = json!({ "table_id": "t1", "values": [["White", "3"]] });
    call(tools, "append_table_rows", id, rows).await;
    assert_eq!(shown(tools, id, "Tea!A3:B5").await, json!([["Black", "4"], ["White", "3"]]));
}

async fn lines(tools: &mut Tools, id: &str) {
    let change = json!({
        "sheet_name": "Tea", "column_sizes": { "A": 120 }, "row_sizes": { "1": 30 }, "frozen_row_count": 1,
        "hide_columns": ["C"], "insert_rows": 1, "insert_rows_at": 2, "auto_resize_columns": ["B"],
    });
    call(tools, "resize_sheet_dimensions", id, change).await;
    let sheet = tools.google(&format!("/v4/spreadsheets/{id}?includeGridData=true&ranges=Tea!A1:C5")).await;
    let (sheet, columns) = (&sheet["sheets"][0], &sheet["sheets"][0]["data"][0]["columnMetadata"]);
    assert_eq!((&columns[0]["pixelSize"], &columns[2]["hiddenByUser"]), (&json!(120), &json!(true)));
    assert_eq!(sheet["properties"]["gridProperties"]["frozenRowCount"], 1);
    assert_eq!(shown(tools, id, "Tea!A1:A3").await, json!([["Name"], [], ["Green"]]));
    call(tools, "resize_sheet_dimensions", id, json!({ "sheet_name": "Tea", "delete_rows": [2] })).await;
    let rows = json!({ "source_sheet": "Tea", "start_row": 2, "end_row": 2, "destination_sheet": "Salt" });
    call(tools, "move_sheet_rows", id, rows).await;
    assert_eq!(shown(tools, id, "Salt!A1:B1").await, json!([["Green", "2"]]));
    assert_eq!(shown(tools, id, "Tea!A1:A2").await, json!([["Name"], ["Black"]]));
}

async fn sheets(tools: &mut Tools, id: &str) {
    call(tools, "create_sheet", id, json!({ "sheet_name": "Third" })).await;
    let copy = json!({ "sheet_name": "Copy", "source_sheet_name": "Salt" });
    call(tools, "create_sheet", id, copy).await;
    assert_eq!(shown(tools, id, "Copy!A1:B1").await, json!([["Green", "2"]]));
    let renamed = json!({ "sheet_name": "Third", "action": "rename", "new_name": "Fourth" });
    call(tools, "manage_sheet_tab", id, renamed).await;
    says(&call(tools, "get_spreadsheet_info", id, json!({})).await, &["\"Fourth\""]);
    call(tools, "manage_sheet_tab", id, json!({ "sheet_name": "Fourth", "action": "delete" })).await;
    let left = call(tools, "get_spreadsheet_info", id, json!({})).await;
    assert!(!left.contains("Fourth"), "{left}");
}

async fn names(tools: &mut Tools, id: &str) {
    let name = json!({ "action": "create", "name": "prices", "range_name": "Tea!B2:B3" });
    call(tools, "manage_named_range", id, name).await;
    let renamed = json!({ "action": "update", "name": "prices", "new_name": "costs" });
    call(tools, "manage_named_range", id, renamed).await;
    let listed = call(tools, "manage_named_range", id, json!({ "action": "list" })).await;
    says(&listed, &["| costs | Tea!B2:B3 |"]);
    call(tools, "manage_named_range", id, json!({ "action": "delete", "name": "costs" })).await;
    let listed = call(tools, "manage_named_range", id, json!({ "action": "list" })).await;
    says(&listed, &["No named ranges found"]);
}

async fn comments(tools: &mut Tools, id: &str) {
    let comment = json!({ "action": "create", "comment_content": "Why?", "cell": "Tea!B2" });
    let comment = after(&call(tools, "manage_spreadsheet_comment", id, comment).await, "Comment ID: ");
    let reply = json!({ "action": "reply", "comment_id": comment, "comment_content": "Because." });
    call(tools, "manage_spreadsheet_comment", id, reply).await;
    call(tools, "manage_spreadsheet_comment", id, json!({ "action": "resolve", "comment_id": comment }))
        .await;
    let listed = call(tools, "list_spreadsheet_comments", id, json!({})).await;
    says(&listed, &["Found 1 comments", &comment, "Why?", "Because."]);
}
