//! What a person should see at once on a card: who is outside, who only looks like somebody known, what is hidden.

use kernel::{Alarm, Flow, Label, Sink, SinkKind, Source};

use crate::flow::Asked;
use crate::likeness::{domain_of, looks_like};
use crate::tracker::{Pattern, cut};

const NAMED: usize = 3;

/// In the order of what matters most.
pub(crate) fn banners(flow: &Flow, context: &Label, asked: &Asked, patterns: &[Pattern]) -> Vec<String> {
    let people: Vec<&Sink> = flow.sinks.iter().filter(|sink| sink.kind == SinkKind::Recipient).collect();
    let mut found: Vec<String> = people.iter().filter_map(|sink| likeness(&sink.value, asked)).collect();
    found.extend(outside(&people, asked));
    found.extend(hidden(flow));
    found.extend(disputed(context));
    if context.alarm == Alarm::Loud {
        found.push(
            "Something that was read in this conversation tries to give orders to an assistant.".to_owned(),
        );
    }
    found.extend(patterns.iter().map(|pattern| pattern.words.clone()));
    found
}

/// Whether somebody only looks like somebody of ours.
pub(crate) fn likeness(address: &str, asked: &Asked) -> Option<String> {
    let domains = asked.domains();
    let like = looks_like(address, domains.iter().map(String::as_str)).filter(|_| address.contains('@'))?;
    Some(format!("{address} looks like somebody at {like}, and is not."))
}

fn outside(people: &[&Sink], asked: &Asked) -> Option<String> {
    let own: Vec<String> = asked.own.iter().map(|own| domain_of(own)).collect();
    let others: Vec<&str> = people
        .iter()
        .map(|sink| sink.value.as_str())
        .filter(|value| value.contains('@') && !own.contains(&domain_of(value)))
        .collect();
    let first = others.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    let more = others.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!others.is_empty()).then(|| format!("Outside your organisation: {first}{more}."))
}

fn hidden(flow: &Flow) -> Option<String> {
    let texts = flow.sinks.iter().filter(|sink| matches!(sink.kind, SinkKind::Words | SinkKind::Enclosed));
    let count: usize = texts.map(|sink| sink.value.chars().filter(|letter| is_unseen(*letter)).count()).sum();
    (count > 0).then(|| format!("{count} characters in it cannot be seen; they are written out below."))
}

/// What was read is not what a person sees who opens it.
fn disputed(context: &Label) -> Vec<String> {
    let disputed = context.sources.iter().filter(|source| source.disputed).take(NAMED);
    let words = |source: &Source| {
        format!("People see something else in the {} than what was read of it.", cut(&source.what))
    };
    disputed.map(words).collect()
}

fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
        || (letter.is_control() && !matches!(letter, '\n' | '\t' | '\r'))
}
