//! What cards say about values, and where their words can go.

use kernel::{Effect, Sink, SinkKind};
use serde_json::Value;

use super::{Input, formula};
use crate::gmail::hygiene::visible_line;

/// So many cells are shown one by one.
const SHOWN: usize = 40;

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

/// The first lines, and how many more there are.
pub(super) fn some_of(lines: Vec<String>) -> String {
    let more = lines.len().saturating_sub(SHOWN);
    let mut shown: Vec<String> = lines.into_iter().take(SHOWN).collect();
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    shown.join("\n")
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
        formulas.push(format!("{name}: {}", visible_line(formula)));
        let functions = formula::fetching(formula);
        if !functions.is_empty() {
            fetching.push(format!("{name}: {}", functions.join(", ")));
        }
    }
    let effect = if formulas.is_empty() { effect } else { effect.field("Formulas", formulas.join("\n")) };
    if fetching.is_empty() {
        return effect;
    }
    effect.field("Formulas that can carry words out of the spreadsheet", fetching.join("\n"))
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
        let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { continue };
        let fetches = formula::of(value, input).is_some_and(|formula| !formula::fetching(formula).is_empty());
        if is_shared || fetches {
            sinks.push(Sink { pointer, kind: SinkKind::Words, value: text.to_owned() });
        }
    }
    sinks
}
