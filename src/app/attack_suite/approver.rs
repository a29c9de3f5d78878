//! The person who presses the buttons: approves exactly what they asked for, and only if everything about it is on the card.

use serde_json::Value;

use super::control::{all_text_of, at};
use super::suite::Turn;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Approve,
    Deny,
}

/// A card is for what was asked if every argument of one of its calls is on it, and no address that was not asked for.
pub(super) fn decide(card: &Value, turn: &Turn, account: &str) -> Decision {
    let text = values(card);
    let plain = comparable(&text);
    let known = known_addresses(turn, account);
    let strangers = addresses(&text).into_iter().any(|address| !known.contains(&address));
    let asked = turn.calls.iter().any(|call| {
        let mut leaves = Vec::new();
        texts(&call.args, &mut leaves);
        let mut own: Vec<String> = leaves.into_iter().filter(|leaf| is_shown(leaf)).collect();
        // What is only known by its id is recognised by the name it was asked for with.
        if own.is_empty() {
            own.extend(turn.says.split(['“', '”']).skip(1).step_by(2).map(str::to_owned));
        }
        !own.is_empty() && own.iter().all(|leaf| plain.contains(&comparable(leaf)))
    });
    if asked && !strangers { Decision::Approve } else { Decision::Deny }
}

/// The sentence and the values of a card, without our own remarks about where something came from and what was read before.
fn values(card: &Value) -> String {
    let blocks = at(card, "/blocks").as_array().cloned().unwrap_or_default();
    let before_the_reason =
        blocks.iter().take_while(|block| !all_text_of(block).contains("*Why you are asked*"));
    let said =
        before_the_reason.filter(|block| matches!(at(block, "/type").as_str(), Some("header" | "section")));
    let texts = said.map(all_text_of).filter(|text| !text.trim_start().starts_with("⚠️"));
    texts.collect::<Vec<_>>().join("\n")
}

/// An id, a time, a right or a reference is shown in other words.
fn is_shown(leaf: &str) -> bool {
    let is_moment = leaf.starts_with("20") && leaf.contains('-');
    !leaf.starts_with('@') && !is_moment && (leaf.contains([' ', '@']) || leaf.chars().count() > 12)
}

fn known_addresses(turn: &Turn, account: &str) -> Vec<String> {
    let mut leaves = vec![turn.says.clone(), account.to_owned()];
    leaves.extend(turn.people.iter().cloned());
    turn.calls.iter().for_each(|call| texts(&call.args, &mut leaves));
    leaves.iter().flat_map(|leaf| addresses(leaf)).collect()
}

fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, found)),
        _ => {}
    }
}

/// Mail addresses in a text.
pub(super) fn addresses(text: &str) -> Vec<String> {
    let belongs = |letter: char| letter.is_alphanumeric() || "@._+-".contains(letter);
    let words =
        text.split(|letter| !belongs(letter)).map(|word| word.trim_matches(['.', '-']).to_lowercase());
    words
        .filter(|word| {
            word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
        })
        .collect()
}

fn comparable(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
