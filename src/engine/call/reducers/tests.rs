use std::fmt::Write as _;

use proptest::prelude::*;
use serde_json::json;

use super::*;

struct Says(&'static str);

impl Reducer for Says {
    fn reduce(&self, given: &Given<'_>) -> Option<String> {
        match self.0 {
            "panic" => panic!("a reducer that falls over"),
            "asked" => Some(format!("{} {}", given.arguments["query"].as_str()?, given.turn)),
            words => Some(words.to_owned()),
        }
    }
}

fn reduced(reducer: impl Reducer + 'static, words: &str, arguments: &Value) -> Option<String> {
    let reducers = Reducers::default();
    drop(reducers.register("a.tool", Arc::new(reducer)));
    reducers.reduce("a.tool", &Given { words, arguments, turn: 7 })
}

#[test]
fn one_tool_has_one_reducer_until_it_is_taken_back() {
    let reducers = Reducers::default();
    let given = Given { words: "a long answer", arguments: &json!({}), turn: 1 };
    let first = reducers.register("a.tool", Arc::new(Says("short"))).unwrap();
    let twice = reducers.register("a.tool", Arc::new(Says("other"))).err();
    assert_eq!(twice, Some(ReducerError::Twice("a.tool".to_owned())));
    assert_eq!(reducers.reduce("a.tool", &given).as_deref(), Some("short"));
    assert_eq!(reducers.reduce("a.tool.else", &given), None, "the name is exact");
    first.unregister();
    assert_eq!(reducers.reduce("a.tool", &given), None);
    let _second = reducers.register("a.tool", Arc::new(Says("other"))).unwrap();
    assert_eq!(reducers.reduce("a.tool", &given).as_deref(), Some("other"));
}

#[test]
fn a_reducer_that_fails_or_makes_it_longer_leaves_the_answer_as_it_was() {
    assert_eq!(reduced(Says("panic"), "an answer", &json!({})), None);
    assert_eq!(reduced(Says("a very long answer"), "short", &json!({})), None);
    let asked = reduced(Says("asked"), "something very long", &json!({ "query": "ana" }));
    assert_eq!(asked.as_deref(), Some("ana 7"), "it gets the arguments and the turn");
}

#[test]
fn a_list_is_counted_and_its_first_rows_are_shown() {
    let rows: Vec<Value> = (0..30)
        .map(|number| json!({ "id": number, "status": if number % 3 == 0 { "open" } else { "done" } }))
        .collect();
    let words = json!({ "tasks": rows, "next_page": "p2" }).to_string();
    let told: Value = serde_json::from_str(&reduced(ListReducer, &words, &json!({})).unwrap()).unwrap();
    assert_eq!(told["by_status"], json!({ "open": 10, "done": 20 }));
    assert_eq!((&told["rows_total"], told["tasks"].as_array().unwrap().len()), (&json!(30), 5));
    assert_eq!(told["next_page"], "p2");
    let few = json!({ "tasks": rows[..10] }).to_string();
    assert_eq!(reduced(ListReducer, &few, &json!({})), None);
    assert_eq!(reduced(ListReducer, "no json at all", &json!({})), None);
}

#[test]
fn a_table_keeps_every_row_and_every_name() {
    let link = format!("https://docs.example/{}", "x".repeat(200));
    let row = |number: usize| json!({ "id": format!("m{number}"), "subject": "Plan", "snippet": "word ".repeat(80), "link": link, "place": null, "labels": [] });
    let rows: Vec<Value> = (0..40).map(row).collect();
    let words = serde_json::to_string_pretty(&json!({ "messages": rows, "shown": 40 })).unwrap();
    let told: Value = serde_json::from_str(&reduced(TableReducer, &words, &json!({})).unwrap()).unwrap();
    let told_rows = told["messages"].as_array().unwrap();
    assert_eq!((told_rows.len(), &told["shown"]), (40, &json!(40)));
    for (number, row) in told_rows.iter().enumerate() {
        assert_eq!((&row["id"], &row["link"]), (&json!(format!("m{number}")), &json!(link)));
        assert!(row["snippet"].as_str().unwrap().ends_with('…') && row.get("place").is_none());
    }
    let few = serde_json::to_string_pretty(&json!({ "messages": rows[..10] })).unwrap();
    assert_eq!(reduced(TableReducer, &few, &json!({})), None);
}

#[test]
fn commands_are_recognised_by_what_they_are() {
    let files =
        (0..100).fold("On branch main\nChanges not staged for commit:\n".to_owned(), |mut text, number| {
            writeln!(text, "\tmodified:   src/file{number}.rs").unwrap();
            text
        });
    let told = reduced(ShellReducer, &files, &json!({ "command": "cd repo && git status" })).unwrap();
    assert!(told.contains("On branch main") && told.contains("100 files, the first 40"), "{told}");

    let run = (0..300).fold(String::new(), |mut text, number| {
        let how = if number == 150 { "FAILED" } else { "ok" };
        writeln!(text, "test case_{number} ... {how}").unwrap();
        text
    }) + "test result: FAILED. 299 passed; 1 failed\n";
    let told = reduced(ShellReducer, &run, &json!({ "command": "cargo test -p engine" })).unwrap();
    assert!(told.contains("case_150 ... FAILED") && told.contains("1 failed"), "{told}");
    assert!(!told.contains("case_7 "), "{told}");

    let install =
        format!("{}npm warn old thing\n{}added 300 packages\n", "fetch\n".repeat(200), "link\n".repeat(200));
    let told = reduced(ShellReducer, &install, &json!({ "command": "npm install" })).unwrap();
    assert!(told.contains("npm warn old thing") && told.contains("added 300 packages"), "{told}");
    assert!(told.len() < 1000, "{told}");

    assert_eq!(
        reduced(ShellReducer, &"ä".repeat(4000), &json!({ "command": "cat x" })),
        None,
        "small enough"
    );
    let long = format!("first{}last", "ä".repeat(9000));
    let told = reduced(ShellReducer, &long, &json!({ "command": "cat x" })).unwrap();
    assert!(told.starts_with("first") && told.ends_with("last") && told.len() < 9000, "{}", told.len());
}

#[test]
fn a_file_is_shown_from_its_beginning_unless_a_part_was_asked_for() {
    let file = (1..=500).map(|number| format!("line {number}")).collect::<Vec<_>>().join("\n");
    let told = reduced(FileReducer, &file, &json!({ "path": "a.txt" })).unwrap();
    assert!(told.starts_with("[500 lines, ") && told.ends_with("line 200"), "{told}");
    assert_eq!(reduced(FileReducer, &file, &json!({ "path": "a.txt", "start_line": 300 })), None);
    assert_eq!(reduced(FileReducer, "one\ntwo", &json!({ "path": "a.txt" })), None);
}

proptest! {
    #[test]
    fn no_text_makes_a_reducer_fall_over_or_say_more(
        words in "(?s).{0,400}", again in 1_usize..60,
        command in "(git status|cargo test|npm ci|ls)?",
    ) {
        let words = words.repeat(again);
        let arguments = json!({ "command": command });
        let given = Given { words: &words, arguments: &arguments, turn: 1 };
        for reducer in [&ShellReducer as &dyn Reducer, &FileReducer, &ListReducer, &TableReducer] {
            if let Some(told) = reducer.reduce(&given) {
                prop_assert!(told.len() <= words.len() + 100);
            }
        }
    }
}
