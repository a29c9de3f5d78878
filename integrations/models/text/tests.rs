//! Every shape, whole and cut at every byte; and words that are no calls.

mod told;

use std::sync::Arc;

use kernel::{Definition, Ended, ToolCall};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::sieve::Sieve;
use crate::anthropic::definition;

fn tools() -> Arc<[Definition]> {
    Arc::from([definition("gmail.search"), definition("gmail.read")])
}

/// What is shown and what is called, when the words come in these pieces.
fn sieved<'a>(pieces: impl IntoIterator<Item = &'a str>) -> (String, Vec<ToolCall>) {
    ended(pieces, Ended::Complete)
}

fn ended<'a>(pieces: impl IntoIterator<Item = &'a str>, ended: Ended) -> (String, Vec<ToolCall>) {
    let mut sieve = Sieve::new(tools());
    let mut heard = String::new();
    for piece in pieces {
        heard.push_str(&sieve.take(piece));
    }
    heard.push_str(&sieve.end(ended));
    let (text, calls) = sieve.result();
    assert_eq!(text, heard, "what is heard is what is said");
    (text, calls)
}

fn made(calls: &[ToolCall]) -> Vec<(String, Value)> {
    calls.iter().map(|call| (call.tool.clone(), call.args.clone())).collect()
}

fn search(query: &str) -> (String, Value) {
    ("gmail.search".to_owned(), json!({ "query": query }))
}

/// How something is written, what is shown of it, and what it calls.
type Written = (&'static str, &'static str, Vec<(String, Value)>);

#[expect(clippy::too_many_lines, reason = "a table")]
fn shapes() -> Vec<Written> {
    let one = || vec![search("ben")];
    vec![
        (
            "Let me look.\n<tool_call>{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}</tool_call>",
            "Let me look.\n",
            one(),
        ),
        (
            "<tool_call>\n{\"name\": \"gmail__search\", \"arguments\": \"{\\\"query\\\": \\\"ben\\\"}\"}\n</tool_call>",
            "",
            one(),
        ),
        ("<tool_call>{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}", "", one()),
        ("<tool_call>{'name': 'gmail.search', 'arguments': {'query': 'ben',},}</tool_call>", "", one()),
        (
            "<tool_call>[{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"a\"}}, {\"name\": \"gmail.search\", \"arguments\": {\"query\": \"b\"}}]</tool_call>",
            "",
            vec![search("a"), search("b")],
        ),
        (
            "<tool_call>{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"a\"}}</tool_call>\n<tool_call>{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"b\"}}</tool_call>\n",
            "",
            vec![search("a"), search("b")],
        ),
        (
            "<tool_call>gmail.search\n<arg_key>query</arg_key>\n<arg_value>ben</arg_value>\n</tool_call>",
            "",
            one(),
        ),
        (
            "<tool_call>\n<function=gmail.search>\n<parameter=query>\nben\n</parameter>\n</function>\n</tool_call>",
            "",
            one(),
        ),
        ("<function=gmail__search>{\"query\": \"ben\"}</function>", "", one()),
        (
            "I will.\n<function_calls>\n<invoke name=\"gmail.search\">\n<parameter name=\"query\">ben</parameter>\n</invoke>\n</function_calls>",
            "I will.\n",
            one(),
        ),
        ("<invoke name='gmail.search'><parameter name='query'>ben</parameter></invoke>", "", one()),
        ("[TOOL_CALLS][{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}]", "", one()),
        ("[TOOL_CALLS]gmail__search[ARGS]{\"query\": \"ben\"}", "", one()),
        ("<|python_tag|>{\"name\": \"gmail.search\", \"parameters\": {\"query\": \"ben\"}}", "", one()),
        (
            "Looking:\n```json\n{\"tool\": \"gmail.search\", \"args\": {\"query\": \"ben\"}}\n```\n",
            "Looking:\n\n",
            one(),
        ),
        (
            "```\n{\"tool_calls\": [{\"function\": {\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}}]}\n```",
            "",
            one(),
        ),
        (
            "Thought: I need mail.\nAction: gmail.search\nAction Input: {\"query\": \"ben\"}\n",
            "Thought: I need mail.\n",
            one(),
        ),
        (
            "Action: gmail.search\nAction Input: {\"query\": \"ben\"}\nObservation: Ben wrote.\nFinal Answer: He did.",
            "",
            one(),
        ),
        (
            "<|python_tag|>{\"name\": \"gmail.search\", \"parameters\": {\"query\": \"ben\"}}<|eom_id|>",
            "",
            one(),
        ),
        ("{\"name\": \"gmail.search\", \"parameters\": {\"query\": \"ben\"}}", "", one()),
        ("[{\"action\": \"gmail.search\", \"action_input\": {\"query\": \"ben\"}}]", "", one()),
        (
            "Sure, I will look.\n{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}",
            "Sure, I will look.\n",
            one(),
        ),
        (
            "Sure.\n\n  {\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}\n{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}\n",
            "Sure.\n\n  \n\n",
            [one(), one()].concat(),
        ),
        (
            "One moment.\n{\"name\": \"docs.read\", \"parameters\": {\"id\": \"7\"}}",
            "One moment.\n",
            vec![("docs.read".to_owned(), json!({ "id": "7" }))],
        ),
        (
            "<think>\nBen? {\"name\": \"gmail.read\", \"arguments\": {}}\n</think>\n\n{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}",
            "",
            one(),
        ),
        (
            "<think>Hm.</think>\nLooking.\n<tool_call>{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}</tool_call>",
            "Looking.\n",
            one(),
        ),
        (
            "{\"type\": \"function\", \"function\": {\"name\": \"gmail.search\", \"arguments\": \"{\\\"query\\\": \\\"ben\\\"}\"}}",
            "",
            one(),
        ),
    ]
}

#[test]
fn every_shape_is_read_whole_and_cut_at_every_byte() {
    for (words, shown, called) in shapes() {
        let (text, calls) = sieved([words]);
        assert_eq!((text.as_str(), made(&calls)), (shown, called.clone()), "{words}");
        for cut in (1..words.len()).filter(|cut| words.is_char_boundary(*cut)) {
            let (text, calls) = sieved([&words[..cut], &words[cut..]]);
            assert_eq!((text.as_str(), made(&calls)), (shown, called.clone()), "cut at {cut}: {words}");
        }
        let each: Vec<String> = words.chars().map(String::from).collect();
        let (text, calls) = sieved(each.iter().map(String::as_str));
        assert_eq!((text.as_str(), made(&calls)), (shown, called), "sign by sign: {words}");
    }
}

#[test]
fn a_stream_that_ends_anywhere_shows_nothing_of_a_call() {
    for (words, shown, _) in shapes() {
        for cut in (1..words.len()).filter(|cut| words.is_char_boundary(*cut)) {
            let mut sieve = Sieve::new(tools());
            let heard = sieve.take(&words[..cut]);
            assert!(shown.starts_with(&heard), "of {:?} this was shown: {heard:?}", &words[..cut]);
        }
    }
}

/// Wherever the room ends: nothing of a call is shown, and none runs that was not written to its end.
#[test]
fn a_reply_that_is_cut_off_anywhere_shows_nothing_of_a_call_and_calls_nothing_by_halves() {
    for (words, shown, called) in shapes() {
        for cut in (1..words.len()).filter(|cut| words.is_char_boundary(*cut)) {
            let each: Vec<String> = words[..cut].chars().map(String::from).collect();
            let (text, calls) = ended(each.iter().map(String::as_str), Ended::Length);
            assert!(shown.starts_with(&text), "of {:?} this was shown: {text:?}", &words[..cut]);
            assert_eq!(ended([&words[..cut]], Ended::Length).0, text, "pieces make no difference");
            let whole = calls.iter().filter(|call| !call.args.is_string());
            for (call, meant) in whole.zip(&called) {
                assert_eq!((&call.tool, &call.args), (&meant.0, &meant.1), "cut at {cut}: {words}");
            }
            assert!(calls.len() <= called.len(), "cut at {cut}: {words}");
        }
    }
}

/// One who stops in the middle of a call has made none, unless it says by itself where it ends.
#[test]
fn a_call_that_was_not_written_to_its_end_is_not_made() {
    for (words, _, called) in shapes() {
        for cut in (1..words.len()).filter(|cut| words.is_char_boundary(*cut)) {
            let (_, calls) = sieved([&words[..cut]]);
            let whole = calls.iter().filter(|call| !call.args.is_string());
            for (call, meant) in whole.zip(&called) {
                assert_eq!((&call.tool, &call.args), (&meant.0, &meant.1), "cut at {cut}: {words}");
            }
        }
    }
}

#[test]
fn words_that_are_no_calls_are_shown_as_they_are() {
    for words in [
        "Two < three, and <b>bold</b> too; a list: [1, 2] and {curly}.",
        "```python\nprint('<tool_call>')\n```\nThat is how it is written.",
        "```json\n{\"name\": \"Ben\", \"arguments\": \"none\"}\n```",
        "```\nplain\n```\nand ```inline``` too",
        "{\"name\": \"Ben\", \"age\": 3} is the record.",
        "[1, 2, 3]",
        "Here he is:\n{\"name\": \"Ben\", \"arguments\": {}}\nThat is all.",
        "The files:\n{\"name\": \"report.pdf\", \"size\": 3}\n[{\"name\": \"a.b\"}]\n",
        "Like this:\n```json\n{\"name\": \"docs.read\", \"arguments\": {\"id\": \"7\"}}\n```\nThat calls it.",
        "```python\n{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}\n```",
        "One is written so: {\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}",
        "- {\"name\": \"gmail.search\", \"arguments\": {\"query\": \"ben\"}}",
        "[a link](https://example.com)\n[x] done\n[1]: note\n[\n",
        "Thoughts stand between <think> and </think>.",
        "{ not json",
        "Action: call Ben tomorrow.\nThen rest.",
        "Action:\n- one\n- two",
        "An action: gmail.search is a tool.",
        "Ünïcödé – 日本語 <to",
    ] {
        assert_eq!(sieved([words]), (words.to_owned(), Vec::new()));
        let each: Vec<String> = words.chars().map(String::from).collect();
        assert_eq!(sieved(each.iter().map(String::as_str)), (words.to_owned(), Vec::new()), "{words}");
    }
}

#[test]
fn a_call_that_cannot_be_read_is_answered_with_what_was_wrong() {
    for words in [
        "<tool_call>{\"name\": \"gmail.search\", \"arguments\": {\"query\": </tool_call>",
        "<tool_call>{\"name\": \"gmail.search\", \"argu",
        "<function=gmail.search>{\"query\": }</function>",
        "{\"name\": \"gmail.search\", \"arguments\": {\"query\"",
        "```json\n{\"name\": \"gmail.search\", \"arguments\": {\"query\"",
        "Action: gmail.search\nAction Input: {\"query\":",
        "[TOOL_CALLS][{\"name\": \"gmail.search\",",
    ] {
        let (text, calls) = sieved([words]);
        assert_eq!(text, "", "{words}");
        assert_eq!(calls.len(), 1, "{words}");
        assert_eq!(calls[0].tool, "gmail.search", "{words}");
        let told = calls[0].args.as_str().unwrap_or_else(|| panic!("{words}: {:?}", calls[0].args));
        assert!(told.contains("could not be read ("), "{told}");
    }
}

#[test]
fn what_stands_between_tags_is_what_the_tool_takes() {
    let schema = json!({ "type": "object", "properties": {
        "query": { "type": "string" }, "limit": { "type": "integer" }, "all": { "type": ["boolean", "null"] },
        "rows": { "type": "array" }, "any": {},
    } });
    let tools: Arc<[Definition]> = Arc::from([definition("gmail.search").worded("", schema)]);
    let called = |words: &str| {
        let mut sieve = Sieve::new(Arc::clone(&tools));
        assert_eq!(sieve.take(words), "", "{words}");
        sieve.end(Ended::Complete);
        made(&sieve.result().1)
    };
    let in_full = json!({ "query": "2025", "limit": 5, "all": true, "rows": [["a", 1]], "any": "7" });
    let of = |one: fn(&str, &str) -> String| {
        let all =
            [("query", "2025"), ("limit", "5"), ("all", "true"), ("rows", "[[\"a\", 1]]"), ("any", "7")];
        all.map(|(key, value)| one(key, value)).concat()
    };
    let keys = of(|key, value| format!("<arg_key>{key}</arg_key>\n<arg_value>{value}</arg_value>\n"));
    let named = of(|key, value| format!("<parameter name=\"{key}\">{value}</parameter>"));
    let equals = of(|key, value| format!("<parameter={key}>\n{value}\n</parameter>\n"));
    for words in [
        format!("<tool_call>gmail.search\n{keys}</tool_call>"),
        format!("<invoke name=\"gmail__search\">{named}</invoke>"),
        format!("<tool_call>\n<function=gmail.search>\n{equals}</function>\n</tool_call>"),
    ] {
        assert_eq!(called(&words), [("gmail.search".to_owned(), in_full.clone())], "{words}");
    }
    // Whoever knows the whole tool puts right what is only a text here.
    let hidden = called(&format!("<invoke name=\"docs.find\">{named}</invoke>"));
    let texts = json!({ "query": "2025", "limit": "5", "all": "true", "rows": [["a", 1]], "any": "7" });
    assert_eq!(hidden, [("docs.find".to_owned(), texts)]);
}

#[test]
fn a_tool_that_is_not_there_is_called_by_its_name_all_the_same() {
    let (_, calls) = sieved(["<tool_call>{\"name\": \"shell.run\", \"arguments\": {}}</tool_call>"]);
    assert_eq!(made(&calls), [("shell.run".to_owned(), json!({}))]);
}

proptest! {
    /// Whatever comes in whatever pieces: nothing panics, and what is heard is what is said.
    #[test]
    fn any_words_in_any_pieces(pieces in proptest::collection::vec(piece(), 0..12)) {
        sieved(pieces.iter().map(String::as_str));
    }

    /// Words without any of the signs are shown to the last letter, but for space before the first word.
    #[test]
    fn plain_words_are_never_lost(words in "[a-zA-Z0-9 .,;:!?äöü\n-]{0,200}") {
        let shown = if words.contains("Action:") { return Ok(()) } else { words.trim_start() };
        let (text, calls) = sieved(words.split_inclusive(' '));
        prop_assert_eq!(text, shown);
        prop_assert!(calls.is_empty());
    }

    /// The same pieces joined say and call the same.
    #[test]
    fn pieces_make_no_difference(pieces in proptest::collection::vec(piece(), 0..8)) {
        let whole = pieces.concat();
        let (apart, together) = (sieved(pieces.iter().map(String::as_str)), sieved([whole.as_str()]));
        prop_assert_eq!(&apart.0, &together.0);
        prop_assert_eq!(made(&apart.1), made(&together.1));
    }
}

fn piece() -> impl Strategy<Value = String> {
    let signs = proptest::sample::select(vec![
        "<tool_call>",
        "</tool_call>",
        "<function=gmail.search>",
        "</function>",
        "<function_calls>",
        "</function_calls>",
        "<invoke name=\"gmail.read\">",
        "<parameter name=\"query\">",
        "</parameter>",
        "</invoke>",
        "[TOOL_CALLS]",
        "[ARGS]",
        "<|python_tag|>",
        "```",
        "```json\n",
        "<think>",
        "</think>",
        "\n```\n",
        "\nAction: gmail.search\n",
        "Action Input:",
        "\n",
        "{\"name\": \"gmail.search\", \"arguments\": {\"query\": \"x\"}}",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "words ",
        "é",
        "<",
        "`",
    ]);
    prop_oneof![signs.prop_map(str::to_owned), "[ -~]{0,6}"]
}
