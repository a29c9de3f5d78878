//! Rows that are added, numbers that are typed, and the ways back from both.

use super::paper::area;
use super::*;

const DATE: &str = "2026-11-05";

/// Where a call put its rows.
fn range(done: &Done) -> Value {
    serde_json::from_str::<Value>(&done.answer.value).unwrap()["range"].clone()
}

#[tokio::test]
async fn what_was_typed_goes_back_with_the_way_numbers_were_written() {
    let paper = Paper::new(only_ana());
    paper.lock().unwrap().formats.insert((2, 2), json!({ "type": "PERCENT" }));
    let before = paper.lock().unwrap().clone();
    let world = playing(&paper).await;
    let values = json!([[DATE, "5"], ["x", DATE, DATE]]);
    let args = json!({ "spreadsheet": ID, "range": "A2", "values": values, "formulas": true });
    let undo = act(&world, "sheets.write", args).await.unwrap().undo.unwrap();
    assert_eq!(paper.lock().unwrap().formats.len(), 3);
    // Somebody gives a cell another look since: then it is not what we left.
    let ours = paper.lock().unwrap().formats.insert((1, 0), json!({ "type": "CURRENCY" })).unwrap();
    let refused = act(&world, &undo.tool, undo.arguments.clone()).await.unwrap_err();
    assert!(refused.code == Code::Conflict && refused.words.contains("A2"), "{}", refused.words);
    paper.lock().unwrap().formats.insert((1, 0), ours);
    act(&world, &undo.tool, undo.arguments).await.unwrap();
    assert_eq!(paper.lock().unwrap().clone(), before);
}

#[tokio::test]
async fn a_number_of_somebody_elses_is_not_taken_for_ours() {
    let paper = Paper::new(only_ana());
    let world = playing(&paper).await;
    let (write, call) = (tool(&world, "sheets.write"), a_call("k"));
    let args =
        json!({ "spreadsheet": ID, "range": "A2:C2", "values": [["5", "=A1", "true"]], "formulas": true });
    let plan = write.plan(args, &call).await.unwrap();
    let put = |values: [Value; 3]| {
        for (column, value) in (0..).zip(values) {
            paper.lock().unwrap().put((1, column), &value);
        }
    };
    let (five, formula) = (json!({ "numberValue": 5 }), json!({ "formulaValue": "=A1" }));
    let yes = json!({ "boolValue": true });
    put([five.clone(), formula.clone(), yes.clone()]);
    assert!(matches!(write.probe(&plan, &call).await, Probe::Happened(_)));
    for theirs in [
        [json!({ "numberValue": 7 }), formula.clone(), yes.clone()],
        [five.clone(), json!({ "formulaValue": "=A9" }), yes.clone()],
        [five.clone(), formula.clone(), json!({ "boolValue": false })],
    ] {
        put(theirs);
        assert!(matches!(write.probe(&plan, &call).await, Probe::Unknown(_)));
    }
}

#[tokio::test]
async fn rows_inserted_into_a_table_are_gone_when_taken_back() {
    let paper = Paper::new(only_ana());
    paper.lock().unwrap().put((8, 0), &json!({ "stringValue": "another table" }));
    let world = playing(&paper).await;
    let before = paper.lock().unwrap().clone();
    let (append, call) = (tool(&world, "sheets.append"), a_call("k"));
    let args = json!({ "spreadsheet": ID, "table": "A1:C1", "rows": [["Toner", DATE], ["Glue", "8"]], "formulas": true });
    let plan = append.plan(args, &call).await.unwrap();
    let done = run(append.as_ref(), plan.clone(), &call).await.unwrap();
    assert_eq!(range(&done), "A4:B5");
    let undo = done.undo.unwrap();
    // What somebody has put beside ours would be deleted with them.
    paper.lock().unwrap().put((4, 5), &json!({ "stringValue": "theirs" }));
    let refused = act(&world, &undo.tool, undo.arguments.clone()).await.unwrap_err();
    assert!(refused.code == Code::Conflict && refused.words.contains("F5"), "{}", refused.words);
    paper.lock().unwrap().put((4, 5), &Value::Null);
    let (restore, call) = (tool(&world, &undo.tool), a_call("undo"));
    let plan = restore.plan(undo.arguments, &call).await.unwrap();
    assert_eq!(restore.probe(&plan, &call).await, Probe::DidNot);
    let done = run(restore.as_ref(), plan.clone(), &call).await.unwrap();
    assert!(done.answer.value.contains("rows 4 to 5"), "{}", done.answer.value);
    assert_eq!(paper.lock().unwrap().clone(), before);
    assert_eq!(restore.probe(&plan, &call).await, Probe::Happened(Box::new(done)));
}

#[tokio::test]
async fn rows_that_may_be_somebody_elses_stay_and_that_is_said() {
    let paper = Paper::new(only_ana());
    let keeper = Arc::clone(&paper);
    let world = world(move |seen, _| {
        let answer = keeper.lock().unwrap().answer(seen);
        if seen.target.contains(":append") {
            keeper.lock().unwrap().rows += 3;
        }
        answer
    })
    .await;
    let args = json!({ "spreadsheet": ID, "table": "A1:C1", "rows": [["Toner", 1]] });
    let undo = act(&world, "sheets.append", args).await.unwrap().undo.unwrap();
    let done = act(&world, &undo.tool, undo.arguments).await.unwrap();
    assert!(done.answer.value.contains("stay, empty"), "{}", done.answer.value);
    assert_eq!(paper.lock().unwrap().rows, 104);
}

#[tokio::test]
async fn adding_to_a_long_table_looks_at_its_end_alone() {
    let paper = Paper::new(only_ana());
    for row in 0..20_000 {
        paper.lock().unwrap().put((row, 0), &json!({ "stringValue": "logged" }));
    }
    paper.lock().unwrap().rows = 20_010;
    for is_lost in [false, true] {
        let keeper = Arc::clone(&paper);
        let world = world(move |seen, _| {
            let answer = keeper.lock().unwrap().answer(seen);
            let is_append = seen.target.contains(":append");
            if is_append && is_lost { Answer(502, json!("lost"), None) } else { answer }
        })
        .await;
        let args = json!({ "spreadsheet": ID, "table": "A1:B1", "rows": [["Toner", "7"]], "formulas": true });
        let done = act(&world, "sheets.append", args).await.unwrap();
        assert_eq!(range(&done), if is_lost { "A20002:B20002" } else { "A20001:B20001" });
        let cells = |seen: Seen| {
            let query = seen.target.split_once('?').map_or("", |(_, query)| query).to_owned();
            let ranges: Vec<String> = url::form_urlencoded::parse(query.as_bytes())
                .filter(|(name, _)| name == "ranges")
                .map(|(_, range)| range.into_owned())
                .collect();
            let size = |range: &String| {
                let area = area(range);
                (area.rows.end.unwrap() - area.rows.start) * (area.columns.end.unwrap() - area.columns.start)
            };
            ranges.iter().map(size).sum::<u32>()
        };
        let most = world.seen().into_iter().map(cells).max().unwrap();
        assert!((1..=60_000).contains(&most), "{most}");
    }
}

#[tokio::test]
async fn rows_begin_in_the_first_column_even_below_a_table_that_does_not() {
    for rows in [100, 5] {
        let paper = Paper::new(only_ana());
        paper.lock().unwrap().put((4, 2), &json!({ "stringValue": "begins in C" }));
        paper.lock().unwrap().rows = rows;
        let world = playing(&paper).await;
        let args = json!({ "spreadsheet": ID, "rows": [["Toner", "7"]], "formulas": true });
        let done = act(&world, "sheets.append", args).await.unwrap();
        assert_eq!(range(&done), "A6:B6", "{rows} rows");
        assert_eq!(paper.lock().unwrap().cells[&(5, 0)], json!({ "stringValue": "Toner" }));
        let undo = done.undo.unwrap();
        act(&world, &undo.tool, undo.arguments).await.unwrap();
        assert_eq!(paper.lock().unwrap().cells.keys().next_back(), Some(&(4, 2)));
    }
}

#[tokio::test]
async fn rows_that_google_may_have_made_of_ours_leave_it_unknown() {
    let paper = Paper::new(only_ana());
    let keeper = Arc::clone(&paper);
    let world = world(move |seen, _| {
        let answer = keeper.lock().unwrap().answer(seen);
        if seen.target.contains(":append") { Answer(502, json!("lost"), None) } else { answer }
    })
    .await;
    let args = json!({ "spreadsheet": ID, "table": "A1:C1", "rows": [[DATE, "Toner"]], "formulas": true });
    let (append, call) = (tool(&world, "sheets.append"), a_call("k"));
    let plan = append.plan(args, &call).await.unwrap();
    let failure = run(append.as_ref(), plan.clone(), &call).await.unwrap_err();
    assert_eq!(failure.code, Code::Timeout);
    assert!(matches!(append.probe(&plan, &call).await, Probe::Unknown(_)));
}

#[tokio::test]
async fn a_link_to_a_shortcut_leads_to_its_spreadsheet() {
    for (status, reason) in [(404, "notFound"), (400, "failedPrecondition")] {
        let paper = Paper::new(only_ana());
        let world = world(move |seen, _| {
            if seen.target.starts_with("/v4/spreadsheets/short1") {
                return refused(status, reason);
            }
            if seen.is("GET", "/drive/v3/files/short1") {
                return ok(json!({ "id": "short1", "mimeType": "application/vnd.google-apps.shortcut",
                                  "shortcutDetails": { "targetId": ID } }));
            }
            paper.lock().unwrap().answer(seen)
        })
        .await;
        for named in
            ["https://docs.google.com/spreadsheets/d/short1/edit", "https://drive.google.com/open?id=short1"]
        {
            let args = json!({ "spreadsheet": named });
            let (answer, _) = super::read(tool(&world, "sheets.read").as_ref(), args).await.unwrap();
            assert_eq!((&answer["id"], &answer["title"]), (&json!(ID), &json!("Budget")), "{named} {status}");
        }
    }
}
