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

proptest! {
    #[test]
    fn no_text_makes_a_reducer_fall_over_or_say_more(
        words in "(?s).{0,400}", again in 1_usize..60,
    ) {
        let words = words.repeat(again);
        let given = Given { words: &words, arguments: &json!({}), turn: 1 };
        if let Some(told) = TableReducer.reduce(&given) {
            prop_assert!(told.len() <= words.len() + 100);
        }
    }
}
