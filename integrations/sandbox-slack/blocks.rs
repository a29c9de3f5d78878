//! The check every message's blocks go through, with Slack's limits and Slack's way of pointing at what is wrong.
//!
//! Knows nothing of messages and channels; it reads JSON and reports.

mod agent;
mod attached;
mod chart;
mod elements;
mod initial;
mod interactive;
mod layout;
mod options;
mod report;
mod rich_text;
mod surfaces;
mod table;
mod texts;
mod view;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

pub use self::interactive::interactive;
pub(crate) use self::{
    attached::check_attachments,
    elements::is_time,
    interactive::Interactive,
    report::Problem,
    surfaces::Surface,
    view::{check_view, view_problems},
};
use self::{
    interactive::name_all,
    report::{At, Report},
};
use super::answer::Refusal;

/// Over all tables of a message.
const MOST_TABLE_CHARACTERS: usize = 10_000;
/// Over all text of all blocks; found by others to be about here, and documented nowhere.
const MOST_CHARACTERS: usize = 13_200;
/// Found by others as well.
const MOST_CHARTS: usize = 2;

/// Checks the `blocks` of a message and gives each block that has none a `block_id`.
pub(crate) fn check(blocks: Value) -> Result<Vec<Value>, Refusal> {
    let Value::Array(mut blocks) = blocks else { return Err(Refusal::new("invalid_blocks_format")) };
    if blocks.iter().any(|block| !block.is_object()) {
        return Err(Refusal::new("invalid_blocks_format"));
    }
    of_message(&blocks, &At::root("blocks")).finish("invalid_blocks")?;
    if blocks.iter().map(characters).sum::<usize>() > MOST_CHARACTERS {
        return Err(Refusal::new("msg_blocks_too_long"));
    }
    name_all(&mut blocks);
    Ok(blocks)
}

/// Everything that is wrong with the blocks of a message, for those who only ask.
pub(crate) fn problems(blocks: &Value) -> Vec<Problem> {
    match blocks.as_array() {
        Some(blocks) => of_message(blocks, &At::root("blocks")).problems(),
        None => vec![Problem { pointer: "/blocks".to_owned(), message: "must be an array".to_owned() }],
    }
}

/// Whether these are the addresses a streamed task may name.
pub(crate) fn are_sources(fields: &Map<String, Value>) -> bool {
    let mut report = Report::new(Surface::Message);
    agent::sources(fields, &At::root("chunk"), &mut report);
    report.problems().is_empty()
}

/// Whether an app may offer these in a menu that asks for its options.
pub(crate) fn are_options(fields: &Map<String, Value>) -> bool {
    let mut report = Report::new(Surface::Message);
    options::offered(fields, &At::root("payload"), &mut report);
    report.problems().is_empty()
}

/// What is wrong with the blocks that stand there in a message.
fn of_message(blocks: &[Value], root: &At) -> Report {
    let mut report = Report::new(Surface::Message);
    each(blocks, root, &mut report);
    for problem in too_much_together(blocks.iter()) {
        report.add(root, problem);
    }
    report
}

/// What the blocks of a message may not have in all, wherever in them it stands.
pub(crate) fn too_much_together<'a>(blocks: impl Iterator<Item = &'a Value> + Clone) -> Vec<String> {
    let all = blocks.flat_map(|block| {
        let children = block.get("child_blocks").and_then(Value::as_array);
        std::iter::once(block).chain(children.into_iter().flatten())
    });
    let tables = all.clone().filter(|block| matches!(kind(block), "table" | "data_table"));
    let mut problems = Vec::new();
    if tables.map(characters).sum::<usize>() > MOST_TABLE_CHARACTERS {
        problems.push(format!("tables must be less than {} characters in all", MOST_TABLE_CHARACTERS + 1));
    }
    if all.filter(|block| kind(block) == "data_visualization").count() > MOST_CHARTS {
        problems.push(format!("no more than {MOST_CHARTS} data_visualization blocks allowed"));
    }
    problems
}

/// Checks each block, and that no two share an id.
fn each(blocks: &[Value], root: &At, report: &mut Report) {
    let most = report.surface().most_blocks();
    if blocks.len() > most {
        report.add(root, format!("no more than {most} items allowed"));
    }
    let mut seen = BTreeSet::new();
    for (index, block) in blocks.iter().enumerate() {
        let at = root.item(index);
        layout::check(block, &at, report);
        distinct_id(block, &at, &mut seen, report);
        let children = block.get("child_blocks").and_then(Value::as_array);
        for (index, child) in children.into_iter().flatten().enumerate() {
            distinct_id(child, &at.field("child_blocks").item(index), &mut seen, report);
        }
    }
}

fn distinct_id<'a>(block: &'a Value, at: &At, seen: &mut BTreeSet<&'a str>, report: &mut Report) {
    if let Some(id) = block.get("block_id").and_then(Value::as_str).filter(|id| !id.is_empty())
        && !seen.insert(id)
    {
        report.add(&at.field("block_id"), format!("`block_id` values must be unique: {id}"));
    }
}

fn kind(block: &Value) -> &str {
    block.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn characters(value: &Value) -> usize {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| match value {
                Value::String(text) if name == "text" => text.chars().count(),
                other => characters(other),
            })
            .sum(),
        Value::Array(items) => items.iter().map(characters).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
