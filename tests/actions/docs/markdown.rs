//! Markdown → requests → document → Markdown: what was written is what is read, whatever it is.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;

use super::{WRITING, document, read};
use crate::harness::Acting;

/// So many texts are written, within what Docs allows in a minute; each is some blocks after one another.
const TEXTS: usize = 50;
const BLOCKS: usize = 12;

/// One word with a look, in many scripts.
fn word() -> impl Strategy<Value = (String, u8)> {
    let plain = prop_oneof![
        4 => "[a-z]{1,6}", 1 => "[猫犬の道計画]{1,3}", 1 => "(🚀|👩‍🚀|🇩🇪🇫🇷|❤️|é|e\u{301})", 1 => "[0-9]{1,3}",
    ];
    (plain, 0..8_u8)
}

fn looking((word, look): (String, u8)) -> String {
    match look {
        0 => format!("**{word}**"),
        1 => format!("*{word}*"),
        2 => format!("~~{word}~~"),
        3 => format!("[{word}](https://x.example/a?b=c)"),
        4 => format!("***{word}***"),
        5 => format!("`{word}`"),
        _ => word,
    }
}

/// Two words of one look beside each other would be written as one.
fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 1..5).prop_map(|mut words| {
        words.dedup_by_key(|(_, look)| *look);
        words.into_iter().map(looking).collect::<Vec<_>>().join(" ")
    })
}

/// Entries of which each is at most one level deeper than the one before it, and each level signs in one way.
fn list() -> impl Strategy<Value = String> {
    let entries = prop::collection::vec((0..4_usize, words()), 1..7);
    (entries, prop::array::uniform4(any::<bool>())).prop_map(|(entries, numbered)| {
        let (mut lines, mut counts): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
        for (level, words) in entries {
            let level = level.min(counts.len());
            counts.truncate(level + 1);
            counts.resize(level + 1, 0);
            counts[level] += 1;
            let sign =
                |level: usize| if numbered[level] { format!("{}. ", counts[level]) } else { "- ".to_owned() };
            let indent: usize = (0..level).map(|level| sign(level).len()).sum();
            lines.push(format!("{}{}{words}", " ".repeat(indent), sign(level)));
        }
        lines.join("\n")
    })
}

fn table() -> impl Strategy<Value = String> {
    (1..4_usize, 1..4_usize).prop_flat_map(|(rows, columns)| {
        prop::collection::vec(prop::collection::vec(words(), columns), rows).prop_map(move |rows| {
            let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
            let mut lines: Vec<String> = rows.iter().map(|row| line(row)).collect();
            lines.insert(1, line(&vec!["---".to_owned(); columns]));
            lines.join("\n")
        })
    })
}

fn block() -> impl Strategy<Value = String> {
    prop_oneof![
        (1..7_usize, words()).prop_map(|(level, words)| format!("{} {words}", "#".repeat(level))),
        words(),
        words().prop_map(|words| format!("> {words}")),
        list(),
        table(),
        "[a-z ]{1,9}x".prop_map(|code| format!("```\n{code}\n\n  {code}\n```")),
        Just("---".to_owned()),
    ]
}

/// Two lists of one kind beside each other would be one, and so would two quotations.
fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(block(), 1..BLOCKS).prop_map(|blocks| {
        let mut parted: Vec<String> = Vec::new();
        for block in blocks {
            if parted.last().is_some_and(|last| alike(last, &block)) {
                parted.push("between".to_owned());
            }
            parted.push(block);
        }
        parted.join("\n\n")
    })
}

fn alike(one: &str, next: &str) -> bool {
    let kind =
        |block: &str| block.chars().next().map(|first| if first.is_ascii_digit() { '-' } else { first });
    kind(one) == kind(next) && kind(one).is_some_and(|kind| "->`|".contains(kind))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_is_what_is_read() {
    let acting = Acting::as_ana(&WRITING).await;
    let mut runner = TestRunner::default();
    for number in 0..TEXTS {
        let markdown = text().new_tree(&mut runner).unwrap().current();
        let id = document(&acting, if number % 2 == 0 { "" } else { "- **before**" }).await;
        let args = json!({ "document": id, "content": markdown, "mode": "edit" });
        let answer = acting.perform("docs.append", args).await;
        assert!(!answer.failed, "{markdown}: {}", answer.words);
        let now = read(&acting, &id).await["text"].as_str().unwrap().to_owned();
        let written = now.strip_prefix("- **before**\n").unwrap_or(&now).trim_start_matches('\n');
        assert_eq!(written, markdown);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_that_is_accepted_reads_as_it_was_written_and_a_rejected_one_leaves_nothing() {
    let acting = Acting::as_ana(&WRITING).await;
    let mut runner = TestRunner::default();
    for decision in ["accept", "reject"].repeat(14) {
        let markdown = text().new_tree(&mut runner).unwrap().current();
        let id = document(&acting, "Before.").await;
        let args = json!({ "document": id, "content": markdown });
        let answer = acting.perform("docs.append", args).await.json();
        let decided = json!({ "document": id, "suggestions": answer["suggestions"], "decision": decision });
        acting.perform("docs.decide_suggestion", decided).await.json();
        let now = read(&acting, &id).await["text"].as_str().unwrap().to_owned();
        let wanted =
            if decision == "accept" { format!("Before.\n\n{markdown}") } else { "Before.".to_owned() };
        assert_eq!(now, wanted, "{decision}");
    }
}
