//! Whatever a model writes passes, and nothing of it gets lost.

use kernel::View;
use proptest::prelude::*;
use serde_json::Value;

use super::super::{Page, Rendered, rendered};
use super::check;

fn line() -> impl Strategy<Value = String> {
    let word = prop::string::string_regex("[a-zż0-9]{1,12}").unwrap();
    prop::collection::vec(word, 1..8).prop_map(|words| words.join(" "))
}

/// Pieces of markdown as models write it, each with words that can be looked for.
fn markdown() -> impl Strategy<Value = String> {
    let table = (1_usize..24, 1_usize..130, line(), any::<bool>()).prop_map(|(width, rows, cell, even)| {
        let row = |cells: usize| format!("|{}\n", format!(" {cell} |").repeat(cells));
        let rows: String =
            (0..rows).map(|number| row(if even { width } else { width + number % 3 })).collect();
        format!("\n{}|{}\n{rows}\n", row(width), "---|".repeat(width))
    });
    let code = (line(), 1_usize..700, prop::sample::select(vec!["", "rust", "a b"])).prop_map(
        |(line, times, language)| format!("\n```{language}\n{}```\n", format!("{line}\n").repeat(times)),
    );
    let block = prop_oneof![
        3 => line().prop_map(|line| format!("{line}\n\n")),
        1 => line().prop_map(|line| format!("## {line}\n\n")),
        1 => line().prop_map(|line| format!("- {line}\n  1. {line}\n     - {line}\n\n")),
        1 => line().prop_map(|line| format!("> {line}\n> <!channel> {line}\n\n")),
        1 => line().prop_map(|line| format!("**{line}** [{line}](https://a.example/x) `{line}`\n\n")),
        1 => (line(), 50_usize..900).prop_map(|(line, times)| format!("{line} ").repeat(times) + "\n\n"),
        2 => table,
        1 => code,
    ];
    prop::collection::vec(block, 1..10).prop_map(|blocks| blocks.concat())
}

/// The letters and digits, in their order; everything else is looks.
fn letters(text: &str) -> String {
    text.chars().filter(|sign| sign.is_alphanumeric()).collect()
}

/// All that is shown, in messages and in files, in no particular order.
fn shown(rendered: &Rendered) -> Vec<String> {
    fn walk(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        Value::String(text) if name == "text" => found.push(letters(text)),
                        other => walk(other, found),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for Page { blocks, .. } in &rendered.pages {
        walk(&serde_json::to_value(blocks).unwrap(), &mut found);
    }
    found.extend(rendered.files.iter().map(|file| letters(std::str::from_utf8(&file.content).unwrap())));
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_markdown_is_taken_by_slack_and_loses_no_word(text in markdown()) {
        let rendered = rendered(&View::words(text.clone()));
        rendered.pages.iter().for_each(check);
        let all = shown(&rendered).concat();
        // What is said of a fence is not shown: its language becomes the end of a file's name.
        for line in text.lines().filter(|line| !line.starts_with("```")) {
            for word in line.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()) {
                prop_assert!(all.contains(word), "{word} is lost");
            }
        }
        // A file that stands for the same table twice is there once; without files nothing is shared.
        if rendered.files.is_empty() && !text.contains("```") {
            prop_assert!(all.chars().count() >= letters(&text).chars().count());
        }
    }

    #[test]
    fn a_fence_is_never_left_open(text in markdown()) {
        for page in rendered(&View::words(text)).pages {
            for block in serde_json::to_value(&page.blocks).unwrap().as_array().unwrap() {
                if block["type"] == "markdown" {
                    let fences = block["text"].as_str().unwrap().lines().filter(|line| line.starts_with("```"));
                    prop_assert_eq!(fences.count() % 2, 0);
                }
            }
        }
    }
}

#[test]
fn code_is_shown_as_it_was_written_and_mentions_are_not_live() {
    let text = "See `arr<@T>`:\n\n```html\n<!DOCTYPE html>\n<b>\n```\n\n<@U9> and `plain`";
    let page = rendered(&View::words(text)).pages.remove(0);
    check(&page);
    let blocks = serde_json::to_string(&page.blocks).unwrap();
    assert!(blocks.contains("\"arr<@T>\"") && blocks.contains("<!DOCTYPE html>\\n<b>"), "{blocks}");
    assert!(blocks.contains("<\u{2060}@U9> and `plain`"), "{blocks}");
    let simpler = page.simpler().unwrap();
    check(&simpler);
    assert!(serde_json::to_string(&simpler.blocks).unwrap().contains("<!DOCTYPE html>"));
}

#[test]
fn a_table_is_a_table_and_one_that_slack_does_not_take_is_a_file() {
    let table =
        |rows: usize| format!("Stock:\n\n| Item | Count |\n|---|---|\n{}", "| Pencils | 12 |\n".repeat(rows));
    let small = rendered(&View::words(table(3)));
    let blocks = serde_json::to_value(&small.pages[0].blocks).unwrap();
    assert_eq!((&blocks[1]["type"], &blocks[1]["rows"][1][1]["value"]), (&"data_table".into(), &12.into()));
    let large = rendered(&View::words(table(400)));
    assert_eq!(large.files.len(), 1);
    assert_eq!(large.files[0].media_type, "text/csv");
    assert!(serde_json::to_string(&large.pages[0].blocks).unwrap().contains(&large.files[0].name));
    let wide = format!("|{}\n|{}\n|{}\n", "a|".repeat(21), "-|".repeat(21), "b|".repeat(21));
    let wide = rendered(&View::words(wide));
    assert!(
        wide.files.is_empty() && wide.pages[0].blocks.len() == 1,
        "it stands there in letters of one width"
    );
}

#[test]
fn a_slack_that_takes_no_tables_gets_them_as_text() {
    let view = View::words("| a | b |\n|---|---|\n| <!here> | 12 |\n");
    let simpler = rendered(&view).pages[0].simpler().unwrap();
    check(&simpler);
    assert!(serde_json::to_string(&simpler.blocks).unwrap().contains("<!here> | 12"));
}

#[test]
fn a_heading_stays_with_what_it_stands_over() {
    let text = format!("{}\n\n## Next\n\n{}", "word ".repeat(2200), "more ".repeat(1000));
    let pages = rendered(&View::words(text)).pages;
    let blocks = serde_json::to_value(&pages[1].blocks).unwrap();
    assert!(blocks[0]["text"].as_str().unwrap().starts_with("## Next"), "{blocks}");
}
