//! What a person made of a call on its card. Whatever in its arguments was not there when the model chose them, they have
//! typed themselves.

use serde_json::Value;

use super::utterance::words_of;

#[derive(Clone, Debug, Default)]
pub(crate) struct Rewritten {
    /// The texts among the arguments as the model chose them, and as they are.
    before: Vec<String>,
    now: Vec<String>,
}

impl Rewritten {
    pub(crate) fn of(before: &Value, now: &Value) -> Self {
        Self { before: texts(before), now: texts(now) }
    }

    /// Whether they typed this: an address, or anything that stands in a text.
    pub(crate) fn typed(&self, part: &str) -> bool {
        let part = part.trim().to_lowercase();
        let stands_in = |texts: &[String]| texts.iter().any(|text| text.to_lowercase().contains(&part));
        !part.is_empty() && stands_in(&self.now) && !stands_in(&self.before)
    }

    /// Where a whole value of theirs comes from; nothing if the model chose it.
    pub(super) fn origin(&self, value: &str) -> Option<&'static str> {
        let is_among = |texts: &[String]| texts.iter().any(|text| text == value.trim());
        if !is_among(&self.now) || is_among(&self.before) {
            return None;
        }
        let words = words_of(value);
        let keeps = |text: &String| words_of(text).iter().any(|word| words.contains(word));
        let anew = super::origin::address_in(value).is_some() || !self.before.iter().any(keeps);
        Some(if anew { "you wrote this" } else { "you changed this" })
    }
}

fn texts(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    super::origin::leaves(value, &mut found);
    found.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_was_not_there_before_is_theirs() {
        let before = json!({ "to": ["ben@firm.example"], "body": "See https://evil.example/x about salt",
            "note": "Pay eve@evil.example 900" });
        let now = json!({ "to": ["ben@firm.example", "eve@out.example"], "subject": "Fish",
            "body": "See https://evil.example/x and https://own.example about salt",
            "note": "Pay eve@evil.example 800" });
        let rewritten = Rewritten::of(&before, &now);
        assert!(rewritten.typed("Eve@out.example") && rewritten.typed("https://own.example"));
        assert!(!rewritten.typed("https://evil.example/x"), "it only stands in a text that was changed");
        assert!(!rewritten.typed("ben@firm.example") && !rewritten.typed("looked-up@firm.example"));
        let origins = ["eve@out.example", "Fish", now["body"].as_str().unwrap(), "ben@firm.example"];
        assert_eq!(
            origins.map(|value| rewritten.origin(value)),
            [Some("you wrote this"), Some("you wrote this"), Some("you changed this"), None]
        );
        assert_eq!(
            rewritten.origin("Pay eve@evil.example 800"),
            Some("you changed this"),
            "an address in a text makes it no new text"
        );
        assert!(!Rewritten::default().typed("x") && Rewritten::default().origin("x").is_none());
    }
}
