//! Making spreadsheets, and changing how they look.

use serde_json::{Value, json};

use super::{BATCH, Sheet, costs};
use crate::harness::{Acting, Action, a_write_weathers, all_text};

#[tokio::test(flavor = "multi_thread")]
async fn a_new_spreadsheet_can_be_thrown_away_again() {
    let acting = Acting::as_ana(&["drive.file"]).await;
    let args = new_book();
    let act = acting.act("sheets.create", args.clone()).await;
    act.approved().await.json();
    assert_eq!(named(&acting, &args).await, 1);
    let line = act.taken_back().await;
    assert!(line.contains("*Undone*"), "{line}");
    assert_eq!(named(&acting, &args).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_spreadsheet_that_somebody_has_worked_in_is_not_thrown_away() {
    let acting = Acting::as_ana(&["drive.file"]).await;
    let args = new_book();
    let act = acting.act("sheets.create", args.clone()).await;
    let id = act.approved().await.json()["id"].as_str().unwrap().to_owned();
    let typed = json!({ "person": "ana", "id": id, "range": "Costs!A2", "values": [["Ink"]] });
    acting.control().post("/google/type", typed).await;
    let line = act.taken_back().await;
    assert!(line.contains("*Not undone*") && line.contains("changed this file since"), "{line}");
    assert_eq!(named(&acting, &args).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spreadsheet_is_made_with_its_sheets() {
    let acting = Acting::as_ana(&["drive.file"]).await;
    let sheets = json!([{ "title": "Costs", "header": ["Date", "Item"] }, { "title": "Rest" }]);
    let act = acting.act("sheets.create", json!({ "title": "Fair 2027", "sheets": sheets })).await;
    let answer = act.answer().await.json();
    let id = answer["id"].as_str().unwrap();
    let made = &act.requests_to("drive.files.create").await[0].body;
    assert_eq!((&made["name"], &made["parents"]), (&json!("Fair 2027"), &json!(["root"])));
    assert!(made["appProperties"]["countersign"].is_string());
    let sheet = Sheet::of(&acting, id, "Costs").await;
    assert_eq!(sheet.0["sheets"], json!(["Costs", "Rest"]));
    assert_eq!((sheet.value("A1"), sheet.value("B1")), (json!("Date"), json!("Item")));
    let plain = acting.perform("sheets.create", json!({ "title": "Plain" })).await.json();
    assert_eq!(plain["sheets"], json!([]));
    let twice = json!([{ "title": "A" }, { "title": "a" }]);
    let refused = acting.perform("sheets.create", json!({ "title": "X", "sheets": twice })).await;
    assert_eq!(refused.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spreadsheet_is_made_in_a_folder() {
    let acting = Acting::as_ana(&["drive"]).await;
    let act = acting.act("sheets.create", json!({ "title": "Filed", "folder": "Private" })).await;
    let id = act.approved().await.json()["id"].as_str().unwrap().to_owned();
    let file = acting.control().get(&format!("/google/file?person=ana&id={id}")).await;
    assert_eq!(file["path"].as_array().unwrap().last().unwrap()["name"], "Private", "{file}");
}

#[tokio::test(flavor = "multi_thread")]
async fn making_a_spreadsheet_weathers() {
    let action = Action { tool: "sheets.create", method: "drive.files.create", scopes: &["drive.file"] };
    a_write_weathers(action, async |_| new_book(), async |acting, args| named(acting, args).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn setting_up_a_spreadsheet_weathers() {
    let action = Action { tool: "sheets.create", method: BATCH, scopes: &["drive.file"] };
    a_write_weathers(action, async |_| new_book(), async |acting, args| named(acting, args).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn looks_are_changed_without_a_question() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let changes = json!([
        { "style": { "range": "A1:C1", "bold": true, "italic": false, "background": "#fff2cc", "text_colour": "#cc0000",
                     "align": "center", "vertical_align": "middle", "wrap": "wrap", "font_size": 12, "underline": true,
                     "strikethrough": false, "number_format": { "kind": "number", "pattern": "0.00" } } },
        { "column_width": { "columns": "A:B", "pixels": 180 } },
        { "row_height": { "rows": "1", "pixels": 40 } },
        { "freeze": { "rows": 1, "columns": 1 } },
        { "merge": { "range": "E1:F1" } },
        { "borders": { "range": "A1:C4", "line": "dashed", "colour": "#0000ff", "sides": ["top", "left"] } },
    ]);
    let act =
        acting.act("sheets.format", json!({ "spreadsheet": id, "sheet": "Costs", "changes": changes })).await;
    assert_eq!(act.answer().await.json()["changes"], 6);
    let body = &act.requests_to(BATCH).await[0].body;
    assert!(!body.to_string().contains("\"*\""), "a mask names what it sets: {body}");
    assert_eq!(Sheet::of(&acting, &id, "Costs").await.0["merges"], json!(["E1:F1"]));
    let more = json!([{ "unmerge": { "range": "E1:F1" } }, { "column_width": { "columns": "C" } },
                      { "row_height": { "rows": "2:3" } }]);
    let answer = acting.perform("sheets.format", json!({ "spreadsheet": id, "changes": more })).await;
    assert_eq!(answer.json()["changed"], true);
    assert_eq!(Sheet::of(&acting, &id, "Costs").await.0["merges"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn sheets_rows_and_columns_come_without_a_question() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let format = async |changes: Value| {
        let act = acting.act("sheets.format", json!({ "spreadsheet": id, "changes": changes })).await;
        act.answer().await
    };
    assert!(!format(json!([{ "add_sheet": { "title": "New", "position": 1 } }])).await.failed);
    assert_eq!(format(json!([{ "add_sheet": { "title": "new" } }])).await.code(), Some("conflict"));
    assert!(!format(json!([{ "rename_sheet": { "title": "First" } }])).await.failed);
    let sheet = Sheet::of(&acting, &id, "Costs").await;
    assert_eq!(sheet.0["sheets"], json!(["First", "Costs", "Ana's log"]));
    let insert = json!({ "spreadsheet": id, "sheet": "Costs", "changes": [{ "insert_rows": { "before": 2, "count": 2 } }] });
    acting.perform("sheets.format", insert).await.json();
    let insert =
        json!({ "spreadsheet": id, "sheet": "Costs", "changes": [{ "insert_columns": { "before": "B" } }] });
    acting.perform("sheets.format", insert).await.json();
    assert_eq!(Sheet::of(&acting, &id, "Costs").await.value("C4"), json!(4.5));
    let together = json!([{ "insert_rows": { "before": 1 } }, { "freeze": { "rows": 1 } }]);
    assert_eq!(format(together).await.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_lost_by_a_change_is_on_the_card() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    for (change, lost) in [
        (json!({ "merge": { "range": "A2:B3", "how": "rows" } }), "B3: 12"),
        (json!({ "delete_rows": { "rows": "2:3" } }), "A2: Ink"),
        (json!({ "delete_columns": { "columns": "B" } }), "B4: =SUM(B2:B3)"),
        (json!({ "delete_sheet": {} }), "A4: Total"),
        (json!({ "sort": { "range": "A2:C3", "by": [{ "column": "B", "descending": true }] } }), "A3: Paper"),
    ] {
        let act = acting.act("sheets.format", json!({ "spreadsheet": id, "changes": [change] })).await;
        let shown = all_text(&act.card().await);
        assert!(shown.contains(lost), "{lost} is not in {shown}");
        assert_eq!(act.denied().await.code(), Some("denied"));
        assert!(act.requests_to(BATCH).await.is_empty());
    }
    let sort = json!({ "sort": { "range": "A2:C3", "by": [{ "column": "B", "descending": true }] } });
    acting.perform("sheets.format", json!({ "spreadsheet": id, "changes": [sort] })).await.json();
    assert_eq!(Sheet::of(&acting, &id, "Costs").await.value("A2"), json!("Paper"));
    let delete = json!({ "spreadsheet": id, "changes": [{ "delete_rows": { "rows": "2" } }] });
    let act = acting.act("sheets.format", delete).await;
    act.card().await;
    let typed = json!({ "person": "ana", "id": id, "range": "Costs!A2", "values": [["Changed"]] });
    acting.control().post("/google/type", typed).await;
    assert_eq!(act.approved().await.code(), Some("stale_write"));
    let gone = json!({ "spreadsheet": id, "sheet": 1, "changes": [{ "delete_sheet": {} }] });
    acting.perform("sheets.format", gone).await.json();
    assert_eq!(Sheet::of(&acting, &id, "Costs").await.0["sheets"], json!(["Costs"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn formatting_weathers() {
    let action = Action { tool: "sheets.format", method: BATCH, scopes: &["spreadsheets"] };
    a_write_weathers(
        action,
        async |acting| {
            json!({ "spreadsheet": costs(acting).await, "changes": [{ "add_sheet": { "title": "Toner" } },
                    { "style": { "range": "A1", "bold": true } }] })
        },
        async |acting, args| {
            let sheets = Sheet::at(acting, args).await.0["sheets"].clone();
            sheets.as_array().unwrap().iter().filter(|title| **title == "Toner").count()
        },
    )
    .await;
}

fn new_book() -> Value {
    let title = format!("Plan {}", uuid::Uuid::new_v4().simple());
    json!({ "title": title, "sheets": [{ "title": "Costs", "header": ["Item"] }] })
}

/// How many spreadsheets of that title are not in the bin.
async fn named(acting: &Acting, args: &Value) -> usize {
    let files = acting.control().get("/google/files?person=ana").await;
    let files = files["files"].as_array().unwrap().clone();
    files.iter().filter(|file| file["name"] == args["title"] && file["trashed"] != true).count()
}
