//! Slack's text: what it escapes, what it links, and the rich text block it makes of a plain message.

use serde_json::{Value, json};

use super::ids;

/// Whether bare addresses become links, as they do unless `parse` is `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    Found,
    Left,
}

/// The text as Slack stores it: stray `& < >` escaped, bare web addresses in angle brackets.
pub(crate) fn stored(text: &str, links: Links) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Control(inner) => {
                out.push('<');
                out.push_str(inner);
                out.push('>');
            }
            Piece::Words(words) => push_words(&mut out, words, links),
        }
    }
    out
}

/// The block Slack shows for a message that came without blocks.
pub(crate) fn rich_text(stored: &str) -> Value {
    let elements: Vec<Value> = pieces(stored)
        .map(|piece| match piece {
            Piece::Words(words) => json!({"type": "text", "text": unescaped(words)}),
            Piece::Control(inner) => control(inner),
        })
        .collect();
    json!({
        "type": "rich_text", "block_id": ids::random(5),
        "elements": [{"type": "rich_text_section", "elements": elements}],
    })
}

/// The words and mentions of a text that is not escaped, as elements of rich text.
pub(crate) fn elements(words: &str) -> Vec<Value> {
    pieces(words)
        .map(|piece| match piece {
            Piece::Words(words) => json!({"type": "text", "text": words}),
            Piece::Control(inner) => control(inner),
        })
        .collect()
}

/// Whether the text mentions that user.
pub(crate) fn mentions(text: &str, user: &str) -> bool {
    pieces(text).any(|piece| {
        matches!(piece, Piece::Control(inner)
            if inner.strip_prefix('@').is_some_and(|id| id.split('|').next() == Some(user)))
    })
}

enum Piece<'a> {
    Words(&'a str),
    /// What stood between `<` and `>` and is a mention, a link or a command.
    Control(&'a str),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut from = 0;
        while let Some(open) = rest.get(from..).and_then(|tail| tail.find('<')).map(|at| at + from) {
            let inner = rest.get(open + 1..).and_then(|tail| tail.split_once('>')).map(|(inner, _)| inner);
            match inner {
                Some(inner) if is_control(inner) && open > 0 => {
                    let (words, tail) = rest.split_at(open);
                    rest = tail;
                    return Some(Piece::Words(words));
                }
                Some(inner) if is_control(inner) => {
                    rest = rest.get(inner.len() + 2..).unwrap_or_default();
                    return Some(Piece::Control(inner));
                }
                _ => from = open + 1,
            }
        }
        let words = rest;
        rest = "";
        Some(Piece::Words(words))
    })
}

fn is_control(inner: &str) -> bool {
    let mut characters = inner.chars();
    match characters.next() {
        Some('@' | '#' | '!') => characters.next().is_some_and(|next| next.is_ascii_alphanumeric()),
        _ => ["http://", "https://", "mailto:", "tel:"].iter().any(|scheme| inner.starts_with(scheme)),
    }
}

fn push_words(out: &mut String, words: &str, links: Links) {
    for (index, word) in words.split(' ').enumerate() {
        if index > 0 {
            out.push(' ');
        }
        let bare = word.starts_with("http://") || word.starts_with("https://");
        if bare && links == Links::Found {
            let end = word.trim_end_matches(['.', ',', '!', '?', ')', ';', ':', '\n']).len();
            let (address, tail) = word.split_at(end);
            let address = address.split('\n').next().unwrap_or_default();
            let tail = word.strip_prefix(address).unwrap_or(tail);
            out.push('<');
            out.push_str(&escaped(address));
            out.push('>');
            out.push_str(&escaped(tail));
        } else {
            out.push_str(&escaped(word));
        }
    }
}

/// Escapes what is not yet an entity: Slack accepts text that was escaped before.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let entity = ["&amp;", "&lt;", "&gt;"].into_iter().find(|entity| rest.starts_with(entity));
        let taken = match (entity, character) {
            (Some(entity), _) => {
                out.push_str(entity);
                entity.len()
            }
            (None, '&') => push(&mut out, "&amp;"),
            (None, '<') => push(&mut out, "&lt;"),
            (None, '>') => push(&mut out, "&gt;"),
            (None, other) => {
                out.push(other);
                other.len_utf8()
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    out
}

fn push(out: &mut String, entity: &str) -> usize {
    out.push_str(entity);
    1
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

fn control(inner: &str) -> Value {
    let (target, label) = inner.split_once('|').unwrap_or((inner, ""));
    if let Some(user) = target.strip_prefix('@') {
        json!({"type": "user", "user_id": user})
    } else if let Some(channel) = target.strip_prefix('#') {
        json!({"type": "channel", "channel_id": channel})
    } else if let Some(command) = target.strip_prefix('!') {
        match (command, command.strip_prefix("subteam^")) {
            ("here" | "channel" | "everyone", _) => json!({"type": "broadcast", "range": command}),
            (_, Some(group)) => json!({"type": "usergroup", "usergroup_id": group}),
            _ => json!({"type": "text", "text": format!("<{inner}>")}),
        }
    } else if label.is_empty() {
        json!({"type": "link", "url": unescaped(target)})
    } else {
        json!({"type": "link", "url": unescaped(target), "text": unescaped(label)})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stray_signs_are_escaped_once_and_control_sequences_are_kept() {
        assert_eq!(stored("a & b < c &amp; <@U1>", Links::Left), "a &amp; b &lt; c &amp; <@U1>");
        assert_eq!(stored("<b>not a link</b>", Links::Left), "&lt;b&gt;not a link&lt;/b&gt;");
    }

    #[test]
    fn bare_addresses_become_links_unless_told_otherwise() {
        assert_eq!(
            stored("see https://a.example/x?y=1&z=2.", Links::Found),
            "see <https://a.example/x?y=1&amp;z=2>."
        );
        assert_eq!(stored("see https://a.example", Links::Left), "see https://a.example");
    }

    #[test]
    fn a_mention_is_seen_and_becomes_an_element() {
        assert!(mentions("hi <@U1> there", "U1"));
        assert!(!mentions("hi &lt;@U1&gt;", "U1"));
        let block = rich_text("hi <@U1> &amp; you");
        assert_eq!(block["elements"][0]["elements"][1]["user_id"], "U1");
        assert_eq!(block["elements"][0]["elements"][2]["text"], " & you");
    }
}
