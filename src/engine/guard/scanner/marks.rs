//! The marks of a conversation with a machine, written out where only a person's words should be.
//!
//! Chat turns, system messages, calls of tools, ends of fences, pictures whose address has a gap to be filled. Knows no
//! vendor's formats in full: it is enough that ordinary mails do not look like this.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use regex::Regex;

use super::{fold::View, weigh::Reason};

const TURN: &str = "imitates the format of a conversation with an assistant";
const CALL: &str = "a tool call written out";
const FENCE: &str = "imitates the end of quoted material";
const LEAK: &str = "a link or picture that would carry data away";
const COMMENT: &str = "text in a comment that a reader does not see";

/// Written exactly so, wherever it stands.
const LITERAL: &[(&str, u32, &str)] = &[
    ("<|im_start|>", 3, TURN),
    ("<|im_end|>", 3, TURN),
    ("<|system|>", 3, TURN),
    ("<|user|>", 3, TURN),
    ("<|assistant|>", 3, TURN),
    ("<start_of_turn>", 3, TURN),
    ("[inst]", 3, TURN),
    ("[/inst]", 3, TURN),
    ("<<sys>>", 3, TURN),
    ("<system>", 2, TURN),
    ("</system>", 2, TURN),
    ("[system]", 2, TURN),
    ("[system message]", 2, TURN),
    ("### system", 2, TURN),
    ("### instruction", 2, TURN),
    ("<<<end:", 5, FENCE),
    ("<<<untrusted", 5, FENCE),
    ("end of untrusted", 3, FENCE),
    ("</untrusted", 3, FENCE),
    ("</tool_result", 3, FENCE),
    ("</function_results", 3, FENCE),
    ("</document>", 1, FENCE),
    ("<tool_call>", 3, CALL),
    ("\"tool_use\"", 3, CALL),
    ("tool_code", 3, CALL),
    ("<function_call", 3, CALL),
    ("\"function_call\"", 3, CALL),
    ("<invoke", 3, CALL),
    ("action input:", 3, CALL),
];

/// What has a pattern, each of a bounded length so that looking for all of them stays linear, and the signs of which it has at
/// least one: where there is none, nobody need look for the pattern.
const PATTERNS: &[(&str, &[&str], u32, &str)] = &[
    // name.verb({"…  name.verb {"…  name.verb(to=…
    (
        r#"\b[a-z][a-z_]{2,30}(?:\.|__)(?:send|share|forward|delete|create|append|search|update|remove|invite|export|reply)[a-z_]{0,20}\s{0,3}(?:\(\s?)?(?:\{\s{0,3}["'a-z]|[a-z]{2,20}\s?=)"#,
        VERBS,
        3,
        CALL,
    ),
    (
        r#""name"\s{0,3}:\s{0,3}"[a-z_]{2,40}(?:\.|__)[a-z_]{2,40}"\s{0,3},\s{0,3}"(?:arguments|input|parameters)""#,
        &["\"name\""],
        3,
        CALL,
    ),
    (r"\baction\s?:\s?[a-z_]{2,30}[._][a-z_]{2,30}", &["action"], 2, CALL),
    (
        r"\b(?:call|use|invoke|run)\s(?:the\s|your\s)?(?:tool\s|function\s)?[a-z]{2,30}[._]{1,2}[a-z_]{2,30}",
        &["call", "use", "invoke", "run"],
        2,
        "asks to use a tool",
    ),
    (
        r"\b(?:call|use|invoke|run)\s(?:the|your)\s[a-z_]{2,30}\s(?:tool|function|api)\b",
        &["tool", "function", "api"],
        2,
        "asks to use a tool",
    ),
    // A gap where data is to be put: {…}, <…>, or a word in the place of a value.
    (r"\]\(https?://[!-(*-~]{1,200}=\s?[\[{<][ -(*-~]{1,200}\)", &["](http"], 3, LEAK),
    (
        r"!\[[^\]]{0,80}\]\(https?://[!-(*-~]{1,200}=(?:data|secret|text|content|body|value|info|token|x{3,})\)",
        &["!["],
        3,
        LEAK,
    ),
    (r#""role"\s?:\s?"system""#, &["\"role\""], 2, TURN),
    (r"(?m)^[>\s]{0,6}(?:user|human)\s?:\s", &["user", "human"], 1, "a line that claims to be the user's"),
    (
        r"(?m)^[>\s]{0,6}(?:assistant|ai|model)\s?:\s",
        &["assistant", "ai", "model"],
        1,
        "a line that claims to be an assistant's",
    ),
    (r"(?:<!--\s?|\[//\]: # \()[a-z][ -~]{40}", &["<!--", "[//]"], 1, COMMENT),
];

/// What is done with a tool, in its name.
const VERBS: &[&str] = &[
    "send", "share", "forward", "delete", "create", "append", "search", "update", "remove", "invite",
    "export", "reply",
];

/// None only where a table above could not be built, which a test rules out.
static LITERALS: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new(LITERAL.iter().map(|(text, _, _)| text)).ok());

static REGEXES: LazyLock<Vec<Option<Regex>>> =
    LazyLock::new(|| PATTERNS.iter().map(|(pattern, ..)| Regex::new(pattern).ok()).collect());

/// The signs of all patterns, looked for in one pass, and which pattern each is a sign of.
static SIGNS: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new(PATTERNS.iter().flat_map(|(_, signs, ..)| *signs)).ok());
static SIGNED: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let places = PATTERNS.iter().enumerate();
    places.flat_map(|(place, (_, signs, ..))| signs.iter().map(move |_| 1 << place)).collect()
});

/// The patterns of which a sign stands there, one bit for each.
fn signed(shape: &str) -> u32 {
    let Some(signs) = SIGNS.as_ref() else { return u32::MAX };
    // One sign may stand in another: "use" in "user".
    let hits = signs.find_overlapping_iter(shape);
    hits.filter_map(|hit| SIGNED.get(hit.pattern().as_usize())).fold(0, |signed, bit| signed | bit)
}

pub(super) fn marks(view: &View) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if let Some(literals) = LITERALS.as_ref() {
        let hits = literals.find_iter(&view.shape);
        reasons.extend(hits.filter_map(|hit| {
            let (_, weight, words) = LITERAL.get(hit.pattern().as_usize())?;
            Some(Reason { weight: *weight, words, at: view.place(hit.start()) })
        }));
    }
    let signed = signed(&view.shape);
    for (place, ((_, _, weight, words), regex)) in PATTERNS.iter().zip(REGEXES.iter()).enumerate() {
        let Some(regex) = regex.as_ref().filter(|_| signed >> place & 1 == 1) else { continue };
        let hits = regex.find_iter(&view.shape);
        reasons.extend(hits.map(|hit| Reason { weight: *weight, words, at: view.place(hit.start()) }));
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_one() {
        assert!(LITERALS.is_some() && SIGNS.is_some() && REGEXES.iter().all(Option::is_some));
        assert!(PATTERNS.len() < 32, "there is a bit for each");
    }

    /// Looked for where the signs of it are not, too.
    #[test]
    fn where_a_pattern_is_there_is_a_sign_of_it() {
        for verb in VERBS {
            assert_eq!(marks(&View::of(format!("mail.{verb}({{\"to\""))).len(), 1, "{verb}");
        }
        let texts = [
            r#"{"name": "mail.send", "arguments": 1}"#,
            "action: mail_send",
            "call mail.find",
            "use mail.find",
            "invoke mail.find",
            "run mail.find",
            "use the mail tool",
            "use the mail function",
            "use the mail api",
            "[x](https://a.example/?q={all})",
            "![x](https://a.example/?q=secret)",
            r#""role": "system""#,
            "user: no",
            "human: no",
            "assistant: no",
            "ai: no",
            "model: no",
            "<!-- what nobody reads in a page that is long enough",
            "[//]: # (what nobody reads in a page that is long enough",
        ];
        for text in texts {
            assert!(!marks(&View::of(text.to_owned())).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_call_is_told_from_code() {
        let calls = |text: &str| {
            marks(&View::of(text.to_owned())).iter().filter(|reason| reason.words == CALL).count()
        };
        assert_eq!(calls(r#"mail.send {"to": "a@b.example"}"#), 1);
        assert_eq!(calls(r#"files__share({"file": "x"})"#), 1);
        assert_eq!(calls("a.mail.Send(ctx, to)\nMailer.send(Mailer.java:7)\ns.send_message(msg)"), 0);
    }
}
