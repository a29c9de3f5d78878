//! What a provider says went wrong: in as many shapes as there are providers, and about what.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// How much of a provider's own words we repeat.
const QUOTE: usize = 300;
const KIND: usize = 60;

/// In a stream or as a whole answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ProviderError {
    pub(crate) kind: String,
    code: String,
    message: String,
}

/// What it is about, as far as that decides who can do something about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    Money,
    /// The conversation is longer than the model can take in.
    Length,
    /// The model cannot be offered tools.
    Tools,
    /// The model is not served, or not any more.
    Retired,
    /// Sealed content of an earlier reply that came back is not taken.
    KeptContent,
    Else,
}

/// By type or code: what is too long.
const LONG_KINDS: [&str; 5] = [
    "context_length_exceeded",
    "context_window_exceeded",
    "exceed_context_size_error",
    "model_max_prompt_tokens_exceeded",
    "request_too_large",
];
/// The same in words, as they are used for nothing else.
const LONG_WORDS: [&str; 10] = [
    "prompt is too long",
    "input is too long",
    "context length",
    "context limit",
    "context size",
    "context window",
    "maximum prompt length",
    "prompt token count",
    "input token count",
    "reduce the length",
];
/// Somebody speaks of calling tools; and says that it is not to be had.
const TOOL_WORDS: [&str; 4] = ["tools", "tool use", "tool choice", "function call"];
const LACKING_WORDS: [&str; 5] =
    ["not support", "no endpoints found", "unsupported", "isn't supported", "requires --"];

/// Unless it is one tool that is not to be had as it is.
const ONE_TOOL_WORDS: [&str; 2] = ["schema", "property keys"];

/// By type or code: a model that is not served.
const RETIRED_KINDS: [&str; 4] =
    ["model_not_found", "model_decommissioned", "model_deprecated", "model_not_available"];
/// The same in words, beside the word `model`.
const RETIRED_WORDS: [&str; 7] = [
    "does not exist",
    "has been deprecated",
    "has been retired",
    "is no longer available",
    "has reached its end of life",
    "is not found for api version",
    "decommissioned",
];
/// By code: sealed reasoning.
const KEPT_KINDS: [&str; 1] = ["invalid_encrypted_content"];
const KEPT_WORDS: [&str; 7] = [
    "invalid `signature` in `thinking`",
    "`thinking` or `redacted_thinking` blocks",
    "thought signature",
    "thought_signature",
    "the encrypted content",
    "required 'reasoning' item",
    "of type 'reasoning' was provided without",
];

impl ProviderError {
    /// A whole answer: JSON of one shape or another, or a sentence. A page for people says nothing.
    pub(crate) fn read(body: &[u8]) -> Self {
        if let Ok(answer) = serde_json::from_slice::<Value>(body) {
            return Self::of(&answer);
        }
        let text = String::from_utf8_lossy(body);
        let text = text.trim();
        Self::in_words(if text.starts_with('<') { "" } else { text })
    }

    fn of(answer: &Value) -> Self {
        let word = |key: &str| match answer.get(key) {
            Some(Value::String(word)) => word.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        match answer {
            Value::String(words) => Self::in_words(words),
            // Some answer with a list of one.
            Value::Array(several) => several.first().map(Self::of).unwrap_or_default(),
            Value::Object(object) => match (object.get("error"), object.get("detail")) {
                (Some(error @ (Value::Object(_) | Value::String(_))), _) => Self::of(error),
                (_, Some(Value::String(detail))) => Self::in_words(detail),
                (_, Some(detail @ (Value::Object(_) | Value::Array(_)))) => {
                    Self::in_words(&detail.to_string())
                }
                _ => Self { kind: word("type"), code: word("code"), message: word("message") },
            },
            Value::Null | Value::Bool(_) | Value::Number(_) => Self::default(),
        }
    }

    /// An event of a stream that is called `error`: its own `type` says only that.
    pub(crate) fn of_event(event: &Value) -> Self {
        let complaint = Self::of(event);
        if complaint.kind == "error" { Self { kind: String::new(), ..complaint } } else { complaint }
    }

    fn in_words(message: &str) -> Self {
        Self { message: message.to_owned(), ..Self::default() }
    }

    /// Its own words, cut.
    pub(crate) fn said(&self, otherwise: &str) -> String {
        let cut = |words: &str, most: usize| words.chars().take(most).collect::<String>();
        let message = cut(self.message.trim().trim_end_matches('.'), QUOTE);
        match (self.kind.is_empty(), message.is_empty()) {
            (_, true) => otherwise.to_owned(),
            (true, false) => message,
            (false, false) => format!("{message} ({})", cut(&self.kind, KIND)),
        }
    }

    pub(crate) fn about(&self) -> About {
        let says = |word: &str| self.kind == word || self.code == word;
        let message = self.message.to_lowercase();
        let speaks_of = |words: &[&str]| words.iter().any(|word| message.contains(word));
        if says("insufficient_quota") || says("credit_balance_exhausted") || speaks_of(&["credit balance"]) {
            About::Money
        } else if KEPT_KINDS.into_iter().any(says) || speaks_of(&KEPT_WORDS) {
            About::KeptContent
        } else if RETIRED_KINDS.into_iter().any(says)
            || (says("not_found_error") && message.starts_with("model:"))
            || (message.contains("model") && speaks_of(&RETIRED_WORDS))
        {
            About::Retired
        } else if LONG_KINDS.into_iter().any(says) || speaks_of(&LONG_WORDS) {
            About::Length
        } else if speaks_of(&TOOL_WORDS) && speaks_of(&LACKING_WORDS) && !speaks_of(&ONE_TOOL_WORDS) {
            About::Tools
        } else {
            About::Else
        }
    }
}

impl<'de> Deserialize<'de> for ProviderError {
    fn deserialize<D: Deserializer<'de>>(given: D) -> Result<Self, D::Error> {
        Value::deserialize(given).map(|value| Self::of(&value))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_complaint_is_read_in_every_shape() {
        for body in [
            r#"{"error": {"message": "It is so.", "type": null, "code": 400}}"#,
            r#"{"error": "It is so."}"#,
            r#"{"object": "error", "message": "It is so", "code": null}"#,
            r#"{"detail": "It is so"}"#,
            r#"[{"error": {"code": 400, "message": "It is so", "status": "INVALID_ARGUMENT"}}]"#,
            "It is so.\n",
        ] {
            assert_eq!(ProviderError::read(body.as_bytes()).said("nothing"), "It is so", "{body}");
        }
        for body in ["", "<html>It is so</html>", "{}", "null", "[]", r#"{"error": 7}"#] {
            assert_eq!(ProviderError::read(body.as_bytes()).said("nothing"), "nothing", "{body}");
        }
        let detail =
            ProviderError::read(br#"{"detail": [{"loc": ["body", "tools"], "msg": "Field required"}]}"#);
        assert!(detail.said("nothing").contains("Field required"));
    }

    #[test]
    fn what_a_complaint_is_about_is_told_by_its_code_or_its_words() {
        let said = |message: &str| ProviderError::in_words(message).about();
        for long in [
            "prompt is too long: 210000 tokens > 200000 maximum",
            "This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens",
            "the request exceeds the available context size. try increasing the context size or enable context shift",
            "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
            "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
            "prompt token count of 70000 exceeds the limit of 64000",
            "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
        ] {
            assert_eq!(said(long), About::Length, "{long}");
        }
        for tools in [
            "registry.ollama.ai/library/gemma:2b does not support tools",
            "No endpoints found that support tool use. To learn more about provider routing, …",
            "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set",
        ] {
            assert_eq!(said(tools), About::Tools, "{tools}");
        }
        for other in [
            "max_tokens is too large: 8192. This model supports at most 4096 completion tokens",
            "Unsupported value: 'temperature' does not support 0.2 with this model.",
            "Invalid schema for function 'gmail__search'",
            "tools.3.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
        ] {
            assert_eq!(said(other), About::Else, "{other}");
        }
        let coded = br#"{"error": {"message": "No", "type": "invalid_request_error", "code": "context_length_exceeded"}}"#;
        assert_eq!(ProviderError::read(coded).about(), About::Length);
        assert_eq!(said("Your credit balance is too low"), About::Money);
    }

    #[test]
    fn a_model_that_is_gone_and_sealed_content_that_is_not_taken_are_told_from_other_refusals() {
        let read = |body: &str| ProviderError::read(body.as_bytes()).about();
        for gone in [
            r#"{"type": "error", "error": {"type": "not_found_error", "message": "model: claude-sonnet-4-5"}}"#,
            r#"{"error": {"message": "The model `gpt-4o` does not exist or you do not have access to it.", "type": "invalid_request_error", "code": "model_not_found"}}"#,
            r#"{"error": {"message": "The model `x` has been decommissioned and is no longer supported.", "type": "invalid_request_error", "code": "model_decommissioned"}}"#,
            r#"{"error": {"code": 404, "message": "models/gemini-2.5-pro is no longer available.", "status": "NOT_FOUND"}}"#,
        ] {
            assert_eq!(read(gone), About::Retired, "{gone}");
        }
        for kept in [
            r#"{"type": "error", "error": {"type": "invalid_request_error", "message": "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation."}}"#,
            r#"{"error": {"message": "The encrypted content gAAA could not be verified.", "type": "invalid_request_error", "code": "invalid_encrypted_content"}}"#,
            r#"[{"error": {"code": 400, "message": "Function call is missing a thought_signature in functionCall parts.", "status": "INVALID_ARGUMENT"}}]"#,
        ] {
            assert_eq!(read(kept), About::KeptContent, "{kept}");
        }
        assert_eq!(
            read(r#"{"type": "error", "error": {"type": "not_found_error", "message": "Not Found"}}"#),
            About::Else
        );
    }

    proptest! {
        #[test]
        fn whatever_is_answered_can_be_repeated_and_is_cut(message in ".{0,900}", kind in ".{0,900}") {
            let answer = serde_json::json!({ "error": { "message": message, "type": kind } }).to_string();
            for body in [answer.as_bytes(), message.as_bytes()] {
                let complaint = ProviderError::read(body);
                prop_assert!(complaint.said("x").chars().count() <= QUOTE + KIND + 3);
                complaint.about();
            }
        }
    }
}
