//! What cards say about values, and where their words can go.

use kernel::{Effect, Sink, SinkKind};
use serde_json::Value;

use super::formula;
use super::input::Input;

/// How values are taken, for a person.
pub(super) fn how(input: Input) -> &'static str {
    match input {
        Input::AsGiven => "Exactly as given; nothing becomes a formula.",
        Input::AsTyped => "As if typed: formulas calculate, dates and numbers are recognised.",
    }
}

/// `1 cell`, `7 cells`.
pub(crate) fn counted(cells: usize) -> String {
    format!("{cells} {}", if cells == 1 { "cell" } else { "cells" })
}

/// A text that is sent, to the letter and on one line: where it would break the line, or be taken for what stands beside
/// it, it is quoted.
pub(crate) fn exactly(text: &str) -> String {
    let misleads =
        |letter: char| letter.is_control() || matches!(letter, '|' | '→' | '\u{2028}' | '\u{2029}');
    if text.contains(misleads) || text.starts_with(['"', '(']) || text.trim() != text {
        return Value::from(text).to_string();
    }
    text.to_owned()
}

/// Adds the formulas, to the last one: they go on working after everybody has looked away.
pub(super) fn described<'a>(
    effect: Effect,
    named: impl Iterator<Item = (String, &'a Value)>,
    input: Input,
) -> Effect {
    let (mut formulas, mut fetching) = (Vec::new(), Vec::new());
    for (name, value) in named {
        let Some(formula) = formula::of(value, input) else { continue };
        formulas.push(format!("{name}: {}", exactly(formula)));
        let functions = formula::fetching(formula);
        if !functions.is_empty() {
            fetching.push(format!("{name}: {}", functions.join(", ")));
        }
    }
    let effect = if formulas.is_empty() { effect } else { effect.content("Formulas", formulas.join("\n")) };
    if fetching.is_empty() {
        return effect;
    }
    effect.content("Formulas that can carry words out of the spreadsheet", fetching.join("\n"))
}

/// The others who can read it, with every text they will read; and whatever a formula fetches, whoever reads it.
pub(super) fn word_sinks<'a>(
    readers: Vec<Sink>,
    pointed: impl Iterator<Item = (String, &'a Value)>,
    input: Input,
) -> Vec<Sink> {
    let is_shared = !readers.is_empty();
    let mut sinks = readers;
    for (pointer, value) in pointed {
        // A number says as much as a word.
        let text = match value {
            Value::Null => continue,
            Value::String(text) if text.is_empty() => continue,
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let fetches = formula::of(value, input).is_some_and(|formula| !formula::fetching(formula).is_empty());
        if fetches {
            sinks.push(Sink::new(SinkKind::Fetch, pointer, text));
        } else if is_shared {
            sinks.push(Sink::new(SinkKind::Words, pointer, text));
        }
    }
    sinks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_shown_to_the_letter_and_never_as_two() {
        for same in ["twelve", "a\u{202e}b\u{200b}", "two  spaces", "=IF(A1=\"x\",1,2)", ""] {
            assert_eq!(exactly(same), same);
        }
        assert_eq!(exactly("5\nB7: 1 → 2"), r#""5\nB7: 1 → 2""#);
        assert_eq!(exactly("a | b"), r#""a | b""#);
        assert_eq!(exactly("(empty)"), r#""(empty)""#);
        assert_eq!(exactly(" x\r"), r#"" x\r""#);
    }
}
