use proptest::prelude::*;
use serde_json::json;

use super::*;

#[test]
fn an_alert_says_what_its_blocks_and_attachments_say() {
    let alert = json!({"bot_id": "B1", "subtype": "bot_message", "text": "", "blocks": [
        {"type": "header", "text": {"type": "plain_text", "text": "Disk full"}},
        {"type": "section", "text": {"type": "mrkdwn", "text": "*db-1* &lt;prod&gt;"},
         "fields": [{"type": "mrkdwn", "text": "Used: 99 %"}]},
        {"type": "table", "rows": [[{"type": "raw_text", "text": "host"}, {"type": "raw_text", "text": "free"}],
            [{"type": "raw_text", "text": "db-1"}, {"type": "raw_number", "value": 3}]]},
        {"type": "context", "elements": [{"type": "plain_text", "text": "since 10:00"}]},
        {"type": "from_the_future", "body": {"type": "plain_text", "text": "new"}},
    ], "attachments": [{"title": "Runbook", "text": "free some room", "fields": [{"title": "Severity", "value": "1"}]},
        {"fallback": "a graph"}]});
    assert_eq!(
        whole(&alert, "UBOT"),
        "Disk full\n*db-1* <prod>\nUsed: 99 %\nhost | free\ndb-1 | 3\nsince 10:00\nnew\nRunbook\nfree some room\n\
         Severity: 1\na graph"
    );
}

#[test]
fn what_lies_deeper_is_read_too() {
    let rich = |words: &str| {
        json!({"type": "rich_text", "elements": [
            {"type": "rich_text_section", "elements": [{"type": "text", "text": words}]}]})
    };
    let report = json!({"bot_id": "B1", "text": "", "blocks": [
        {"type": "container", "title": {"type": "plain_text", "text": "Disk full"}, "child_blocks": [
            {"type": "section", "text": {"type": "mrkdwn", "text": "on *db-1*"},
             "accessory": {"type": "static_select", "options": [
                {"text": {"type": "plain_text", "text": "unseen"}, "value": "1"}]}},
            {"type": "table", "rows": [[{"type": "raw_text", "text": "free"}, {"type": "raw_number", "value": 3}]]}]},
        {"type": "container", "rich_text_title": rich("Steps"), "child_blocks": []},
        {"type": "plan", "title": "Plan", "tasks": [{"type": "task_card", "task_id": "1", "title": "Clean up",
            "details": rich("old logs"), "output": rich("3 GB")}]},
        {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [
            {"type": "date", "timestamp": 1_700_000_000, "format": "{date}", "fallback": "14 November"}]}]},
    ]});
    assert_eq!(
        whole(&report, "UBOT"),
        "Disk full\non *db-1*\nfree | 3\nSteps\nPlan\nClean up\nold logs\n3 GB\n14 November"
    );
}

/// A text, in blocks and fields that nobody knows yet.
fn nested() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        Just(json!({"type": "plain_text", "text": "NEEDLE"})),
        Just(json!({"type": "mrkdwn", "text": "NEEDLE"})),
        Just(json!({"type": "rich_text", "elements": [
            {"type": "rich_text_section", "elements": [{"type": "text", "text": "NEEDLE"}]}]})),
        Just(json!({"type": "markdown", "text": "NEEDLE"})),
    ];
    let name = prop::sample::select(vec!["title", "elements", "child_blocks", "accessory", "of_the_future"]);
    text.prop_recursive(6, 16, 2, move |inner| {
        prop_oneof![
            (name.clone(), inner.clone()).prop_map(|(name, inner)| json!({"type": "new", name: inner})),
            inner.prop_map(|inner| json!([{"type": "divider"}, inner])),
        ]
    })
}

/// A few words beside them, of which some may be the same.
fn beside() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec!["NEEDLE", "HAY", "*NEEDLES*", "straw", "NEEDLE…"]);
    prop::collection::vec(words, 0..4).prop_map(|words| words.join(" "))
}

/// The same words as they are typed and as they are shown; every one of them has its own number.
fn twice() -> impl Strategy<Value = (String, Value)> {
    let kinds = prop::collection::vec(
        (0..9_u8, prop::sample::select(vec!["line", "list", "ordered", "quote"])),
        1..8,
    );
    kinds.prop_map(|kinds| {
        let shown = kinds.iter().enumerate().map(|(number, (kind, place))| {
            let (typed, element) = one_of_both(number, *kind);
            let section = json!({"type": "rich_text_section", "elements": [element]});
            match *place {
                "list" => (format!("• {typed}"), json!({"type": "rich_text_list", "style": "bullet", "elements": [section]})),
                "ordered" => (format!("{}. {typed}", number + 1),
                    json!({"type": "rich_text_list", "style": "ordered", "offset": number, "elements": [section]})),
                "quote" => (format!("&gt; {typed}"), json!({"type": "rich_text_quote", "elements": [element]})),
                _ => (typed, section),
            }
        });
        let (typed, elements): (Vec<String>, Vec<Value>) = shown.unzip();
        (typed.join("\n"), json!([{"type": "rich_text", "elements": elements}]))
    })
}

fn one_of_both(number: usize, kind: u8) -> (String, Value) {
    let word = format!("word-{number}!");
    let address = format!("https://a.example/{number}_of?x=1&y=2");
    let escaped = address.replace('&', "&amp;");
    match kind {
        0 => (format!("*{word}*"), json!({"type": "text", "text": word, "style": {"bold": true}})),
        1 => (format!("`{word}`"), json!({"type": "text", "text": word, "style": {"code": true}})),
        2 => (
            format!("_~{word}~_"),
            json!({"type": "text", "text": word, "style": {"italic": true, "strike": true}}),
        ),
        3 => (format!("<{escaped}|{word}>"), json!({"type": "link", "url": address, "text": word})),
        4 => (format!("{word} <{escaped}>"), json!({"type": "link", "url": address, "text": word})),
        5 => (format!("{word} <@U{number}>"), json!({"type": "text", "text": format!("{word} @U{number}")})),
        6 => (format!("{word} &lt;&amp;"), json!({"type": "text", "text": format!("{word} <&")})),
        7 => (format!("{word}:tada:"), json!({"type": "text", "text": format!("{word}:tada:")})),
        _ => (word.clone(), json!({"type": "text", "text": word})),
    }
}

proptest! {
    #[test]
    fn no_words_of_a_block_are_lost_wherever_they_stand(inner in nested(), text in beside()) {
        let message = json!({"bot_id": "B1", "text": text, "blocks": [{"type": "new", "inside": inner}]});
        let shown = whole(&message, "UBOT");
        // What ends in dots may be the beginning of something longer.
        let bare = |word: &str| word.trim_end_matches('…').to_owned();
        let says = |word: &str| shown.split_whitespace().any(|said| bare(said) == bare(word));
        prop_assert!(says("NEEDLE"), "{}", shown);
        for word in text.split_whitespace() {
            prop_assert!(says(word), "{} of {} in {}", word, text, shown);
        }
        let knows = text.split_whitespace().any(|word| word.starts_with("NEEDLE"));
        prop_assert!(!knows || shown.lines().count() == 1, "twice: {}", shown);
    }

    #[test]
    fn what_is_said_in_the_text_and_in_the_blocks_is_said_once((text, blocks) in twice(), program in any::<bool>()) {
        let by = if program { json!("B1") } else { Value::Null };
        let shown = whole(&json!({"bot_id": by, "text": text, "blocks": blocks}), "UBOT");
        for number in 0..text.lines().count() {
            let word = format!("word-{number}!");
            prop_assert_eq!(shown.matches(&word).count(), 1, "{} in {}", word, shown);
        }
    }
}

#[test]
fn a_program_may_say_something_else_beside_its_blocks() {
    let said = |text: &str| {
        let section = json!({"type": "section", "text": {"type": "mrkdwn", "text": "*Disk full* on <https://a.example|db-1>"}});
        whole(&json!({"bot_id": "B1", "text": text, "blocks": [section]}), "UBOT")
    };
    let shown = "*Disk full* on db-1 (https://a.example)";
    assert_eq!(said("Disk full on <https://a.example|db-1>"), shown);
    assert_eq!(said("Disk full…"), shown);
    assert_eq!(said("Ask <@U2> to look"), format!("Ask @U2 to look\n{shown}"));
}

#[test]
fn what_is_counted_keeps_its_numbers() {
    let item =
        |words: &str| json!({"type": "rich_text_section", "elements": [{"type": "text", "text": words}]});
    let list = |more: Value| {
        let mut list = json!({"type": "rich_text_list", "elements": [item("one"), item("two")]});
        list.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        whole(&json!({"blocks": [{"type": "rich_text", "elements": [list]}]}), "UBOT")
    };
    assert_eq!(list(json!({"style": "bullet", "offset": 3})), "• one\n• two");
    assert_eq!(list(json!({"style": "ordered", "indent": 0})), "1. one\n2. two");
    assert_eq!(list(json!({"style": "ordered", "offset": 2})), "3. one\n4. two");
    assert!(list(json!({"style": "ordered", "offset": u64::MAX})).contains("one"));
}

#[test]
fn rich_text_alone_is_read_and_a_persons_text_is_not_said_twice() {
    let rich = json!([{"type": "rich_text", "elements": [
        {"type": "rich_text_section", "elements": [{"type": "text", "text": "see "},
            {"type": "link", "url": "https://a.example", "text": "this"}, {"type": "user", "user_id": "U2"}]},
        {"type": "rich_text_list", "elements": [
            {"type": "rich_text_section", "elements": [{"type": "text", "text": "one"}]}]},
    ]}]);
    assert_eq!(whole(&json!({"blocks": rich}), "UBOT"), "see this (https://a.example)@U2\n• one");
    assert_eq!(whole(&json!({"text": "see this", "blocks": rich}), "UBOT"), "see this");
}

#[test]
fn a_mention_of_us_in_blocks_only_counts() {
    let said = json!({"bot_id": "B1", "text": "", "blocks": [{"type": "rich_text", "elements": [
        {"type": "rich_text_section", "elements": [{"type": "user", "user_id": "UBOT"},
            {"type": "text", "text": " help"}]}]}]});
    let spoken = spoken(&said, "UBOT");
    assert!(spoken.to_us);
    assert_eq!(spoken.words.trim(), "help");
}

#[test]
fn what_a_person_passes_on_is_not_what_they_say() {
    let forwarded = json!({"text": "<@UBOT> what does this mean?", "user": "U1", "blocks": [
        {"type": "rich_text", "elements": []},
        {"type": "table", "rows": [[{"type": "raw_text", "text": "host"}, {"type": "raw_text", "text": "free"}]]}],
        "attachments": [{"author_name": "Eve", "text": "pay &lt;me&gt;", "is_share": true, "footer": "Slack"}]});
    let heard = spoken(&forwarded, "UBOT");
    assert_eq!(heard.words, "what does this mean?");
    assert_eq!(heard.quoted.as_deref(), Some("host | free\n\nEve\npay <me>\nSlack"));
    assert_eq!(whole(&forwarded, "UBOT"), "what does this mean?\nhost | free\nEve\npay <me>\nSlack");

    let silent = json!({"text": "", "user": "U1", "attachments": [{"text": "pay me"}]});
    let heard = spoken(&silent, "UBOT");
    assert_eq!((heard.words.as_str(), heard.quoted.as_deref()), ("", Some("pay me")));
}
