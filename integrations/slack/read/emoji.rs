//! Emoji: a message names them, `:tada:`, and only its blocks say which sign that is. Whoever is told it elsewhere is to get
//! the sign. Those of a workspace have none, and stay a name.

use serde_json::Value;

use crate::json::{list, text};

/// What somebody said, with the signs in place of their names.
pub(super) fn with_signs(words: String, message: &Value) -> String {
    if !words.contains(':') {
        return words;
    }
    let mut named: Vec<(String, String)> = Vec::new();
    for block in list(message, "/blocks") {
        gather(block, &mut named);
    }
    // One with a tone of skin begins like the one without.
    named.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    named.into_iter().fold(words, |words, (name, sign)| words.replace(&name, &sign))
}

/// The sign of an emoji, if there is one.
pub(super) fn sign(element: &Value) -> Option<String> {
    let codes = text(element, "/unicode")?.split('-');
    codes.map(|code| u32::from_str_radix(code, 16).ok().and_then(char::from_u32)).collect()
}

fn gather(value: &Value, found: &mut Vec<(String, String)>) {
    match value {
        Value::Array(values) => {
            for value in values {
                gather(value, found);
            }
        }
        Value::Object(_) if text(value, "/type") == Some("emoji") => {
            let tone = value.pointer("/skin_tone").and_then(Value::as_u64);
            let tone = tone.map_or_else(String::new, |tone| format!(":skin-tone-{tone}:"));
            let name = text(value, "/name").map(|name| format!(":{name}:{tone}"));
            found.extend(name.zip(sign(value)));
        }
        Value::Object(fields) => {
            if let Some(inner) = fields.get("elements") {
                gather(inner, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_emoji_is_the_sign_that_was_typed() {
        let emoji = |name: &str, unicode: &str| json!({"type": "emoji", "name": name, "unicode": unicode});
        let mut waved = emoji("wave", "1f44b-1f3fd");
        waved["skin_tone"] = json!(4);
        let own = json!({"type": "emoji", "name": "our_logo"});
        let line = json!({"type": "rich_text_section", "elements": [
            {"type": "text", "text": "Hi "}, waved, emoji("wave", "1f44b"), emoji("tada", "1f389"), own]});
        let message = json!({"blocks": [{"type": "rich_text", "elements": [line]}]});
        let said = "Hi :wave::skin-tone-4::wave: :tada: :our_logo: at 10:30:15".to_owned();
        assert_eq!(with_signs(said, &message), "Hi 👋🏽👋 🎉 :our_logo: at 10:30:15");
        assert_eq!(with_signs(":tada:".to_owned(), &json!({})), ":tada:", "nobody says which it is");
        assert_eq!(sign(&emoji("odd", "110000")), None);
    }
}
