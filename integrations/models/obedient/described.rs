//! Orders in a text: the name of a tool with a JSON object behind it, and lines that are to be said.

use kernel::Definition;
use serde_json::Value;

use super::filled::fill;

/// Between a name and its arguments there may be so many letters: "call gmail.send with".
const BETWEEN: usize = 40;

/// Every call that is described anywhere, each once, by the dotted name of its tool.
pub(super) fn described(read: &[&str], tools: &[Definition]) -> Vec<(String, Value)> {
    let mut found: Vec<(String, Value)> = Vec::new();
    for text in read.iter().flat_map(|text| unwrapped(text)) {
        for definition in tools {
            let names = [definition.name.clone(), definition.wire_name()];
            for name in names.iter().chain(&definition.aliases) {
                for args in arguments_behind(&text, name) {
                    let call = (definition.name.clone(), args);
                    if !found.contains(&call) {
                        found.push(call);
                    }
                }
            }
        }
    }
    found
}

fn arguments_behind(text: &str, name: &str) -> Vec<Value> {
    let behind = text.match_indices(name).filter_map(|(at, _)| {
        // `gmail.send` does not stand in `gmail.sender`.
        let rest = text.get(at + name.len()..)?;
        if rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_') {
            return None;
        }
        let begins = rest.char_indices().take(BETWEEN).find(|(_, letter)| *letter == '{')?.0;
        let mut values = serde_json::Deserializer::from_str(rest.get(begins..)?).into_iter::<Value>();
        values.next()?.ok().filter(Value::is_object)
    });
    behind.collect()
}

/// A text, and every text that is written in it as JSON: that is how results quote what they found.
fn unwrapped(text: &str) -> Vec<String> {
    // Markdown puts a stroke before its signs.
    let mut texts = vec![text.to_owned()];
    for (at, _) in text.match_indices(['{', '[']) {
        let starts_line = text.get(..at).is_none_or(|before| before.is_empty() || before.ends_with('\n'));
        let Some(rest) = text.get(at..).filter(|_| starts_line) else { continue };
        if let Some(Ok(value)) = serde_json::Deserializer::from_str(rest).into_iter::<Value>().next() {
            leaves(&value, &mut texts);
        }
    }
    let unmarked =
        |text: &String| text.replace(r"\[", "[").replace(r"\]", "]").replace(r"\_", "_").replace(r"\*", "*");
    let plain: Vec<String> = texts.iter().filter(|text| text.contains('\\')).map(unmarked).collect();
    texts.extend(plain);
    texts
}

fn leaves(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, texts)),
        Value::Object(fields) => {
            texts.extend(fields.keys().cloned());
            fields.values().for_each(|field| leaves(field, texts));
        }
        _ => {}
    }
}

/// Lines that are to be said: `say: …`, and every line with something to be filled in that is no call.
pub(super) fn sayings(read: &[&str]) -> Vec<String> {
    let mut said = Vec::new();
    for text in read.iter().flat_map(|text| unwrapped(text)) {
        for line in text.lines().map(str::trim) {
            let told = line.split_once("say:").map(|(_, words)| words.trim());
            let open = (line.contains("{{read}}") && !line.contains("\"to\"") && line.contains("://"))
                .then_some(line);
            if let Some(words) = told.or(open) {
                let words = fill(words, read);
                if !said.contains(&words) {
                    said.push(words);
                }
            }
        }
    }
    said
}
