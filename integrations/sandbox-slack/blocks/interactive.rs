//! The elements of blocks that people use: finding them wherever they stand, and naming those that have no name.

use serde_json::{Map, Value};

use crate::ids;

/// An element somebody can press, choose from or fill in, and the block it stands in.
pub struct Interactive<'a> {
    pub block_id: &'a str,
    pub element: &'a Value,
    /// The input block around it, where it is in one.
    pub input: Option<&'a Value>,
}

/// Every such element of these blocks, in their order.
pub fn interactive(blocks: &[Value]) -> Vec<Interactive<'_>> {
    let mut found = Vec::new();
    for block in blocks {
        gather(block, &mut found);
    }
    found
}

fn gather<'a>(block: &'a Value, found: &mut Vec<Interactive<'a>>) {
    let block_id = block.get("block_id").and_then(Value::as_str).unwrap_or_default();
    let input = block.get("element").map(|_| block);
    let cells = list(block, "rows").filter_map(Value::as_array).flatten();
    let cells = cells.filter_map(|cell| cell.get("element"));
    let inside = list(block, "elements").chain(list(block, "actions")).chain(cells);
    for element in inside.chain(block.get("accessory")).chain(block.get("element")) {
        if acts(element) {
            found.push(Interactive { block_id, element, input });
        } else if kind(element) == "card" {
            gather(element, found);
        }
    }
    for child in list(block, "child_blocks") {
        gather(child, found);
    }
}

/// Blocks and interactive elements that came without an id get one.
pub(super) fn name_all(blocks: &mut [Value]) {
    for block in blocks.iter_mut().filter_map(Value::as_object_mut) {
        name_block(block);
    }
}

fn name_block(block: &mut Map<String, Value>) {
    if block.get("block_id").and_then(Value::as_str).is_none_or(str::is_empty) {
        block.insert("block_id".into(), ids::random(5).into());
    }
    for name in ["elements", "actions"] {
        for element in block.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten() {
            match element.as_object_mut() {
                Some(card) if card.get("type").and_then(Value::as_str) == Some("card") => name_block(card),
                _ => name_action(element),
            }
        }
    }
    for row in block.get_mut("rows").and_then(Value::as_array_mut).into_iter().flatten() {
        for cell in row.as_array_mut().into_iter().flatten() {
            cell.get_mut("element").into_iter().for_each(name_action);
        }
    }
    if let Some(children) = block.get_mut("child_blocks").and_then(Value::as_array_mut) {
        name_all(children);
    }
    for name in ["accessory", "element"] {
        block.get_mut(name).into_iter().for_each(name_action);
    }
}

fn name_action(element: &mut Value) {
    if !acts(element) {
        return;
    }
    if let Some(fields) = element.as_object_mut()
        && !fields.contains_key("action_id")
    {
        fields.insert("action_id".into(), ids::random(5).into());
    }
}

fn acts(element: &Value) -> bool {
    let kind = kind(element);
    matches!(kind, "overflow" | "radio_buttons" | "checkboxes" | "feedback_buttons")
        || ["button", "select", "input", "picker"].iter().any(|word| kind.ends_with(word))
}

fn kind(element: &Value) -> &str {
    element.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn list<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}
