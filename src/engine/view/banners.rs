//! What a person should see at once on a card: who is outside, who only looks like somebody known, what is hidden.

use std::collections::BTreeSet;

use kernel::ports::Contact;
use kernel::{Alarm, Flow, Label, Sink, SinkKind, Source};

use crate::guard::Requester;
use crate::guard::{ExfiltrationPattern, cut};
use crate::guard::{domain_of, likeness};

const NAMED: usize = 3;

/// In the order of what matters most.
pub(crate) fn banners(
    flow: &Flow,
    context: &Label,
    asked: &Requester,
    patterns: &[ExfiltrationPattern],
) -> Vec<String> {
    let people: Vec<&Sink> = flow.sinks.iter().filter(|sink| sink.kind == SinkKind::Recipient).collect();
    let mut found: Vec<String> = people.iter().filter_map(|sink| likeness(&sink.value, asked)).collect();
    found.extend(outside(flow, asked));
    found.extend(hidden(flow));
    found.extend(disputed(context));
    if context.alarm == Alarm::Loud {
        found.push(
            "Something that was read in this conversation tries to give utterances to an assistant."
                .to_owned(),
        );
    }
    found.extend(patterns.iter().map(|pattern| pattern.words.clone()));
    found
}

fn outside(flow: &Flow, asked: &Requester) -> Option<String> {
    let outside = listed(&outsiders(flow, &asked.own, &asked.homes))?;
    // A requester with a mailbox of a public provider belongs to no organisation that is known.
    Some(if asked.homes.is_empty() {
        format!("Not known to be a colleague: {outside}.")
    } else {
        format!("Outside your organisation: {outside}.")
    })
}

/// Whoever it reaches who has none of these addresses, and is at home in none of these domains.
pub(crate) fn outsiders<'a>(flow: &'a Flow, own: &[String], homes: &BTreeSet<String>) -> Vec<&'a str> {
    let is_own = |value: &str| own.iter().any(|own| own.eq_ignore_ascii_case(value));
    let people = flow.sinks.iter().filter(|sink| sink.kind == SinkKind::Recipient);
    let people = people.map(|sink| sink.value.as_str());
    people
        .filter(|value| value.contains('@') && !is_own(value) && !homes.contains(&domain_of(value)))
        .collect()
}

/// What is said of people by what is known of each; whoever nothing is known of could not be looked up.
pub(crate) fn first_contacts(people: &[String], known: &[Contact]) -> Vec<String> {
    let known = known.iter().copied().chain(std::iter::repeat(Contact::Unchecked));
    let all: Vec<(&str, Contact)> = people.iter().map(String::as_str).zip(known).collect();
    let those = |wanted: Contact| {
        let those = all.iter().filter(|(_, contact)| *contact == wanted);
        listed(&those.map(|(name, _)| *name).collect::<Vec<_>>())
    };
    let first =
        those(Contact::First).map(|names| format!("First contact: you have never written to {names}."));
    let unchecked = those(Contact::Unchecked).map(|names| {
        format!("Perhaps a first contact: it could not be checked whether you have ever written to {names}.")
    });
    first.into_iter().chain(unchecked).collect()
}

/// The first few of them; nothing if there are none.
fn listed(people: &[&str]) -> Option<String> {
    let first = people.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    let more = people.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!people.is_empty()).then(|| format!("{first}{more}"))
}

fn hidden(flow: &Flow) -> Option<String> {
    let texts = flow.sinks.iter().filter(|sink| sink.is_words() || sink.kind == SinkKind::Enclosed);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_taken_for_known_of_whom_nothing_is_known() {
        let people: Vec<String> = ["a@x.example", "b@x.example", "c@x.example"].map(str::to_owned).into();
        let said = first_contacts(&people, &[Contact::Known, Contact::First]);
        assert_eq!(said.len(), 2);
        assert!(said[0].contains("never written to b@x.example."), "{said:?}");
        assert!(said[1].contains("c@x.example") && !said[1].contains("a@x.example"), "{said:?}");
        assert_eq!(first_contacts(&people[..1], &[Contact::Known]), Vec::<String>::new());
    }

    #[test]
    fn nobody_is_outside_an_organisation_that_there_is_not() {
        let sinks = vec![Sink::new(SinkKind::Recipient, "/to/0", "x@else.example")];
        let flow = Flow { sinks, ..Flow::default() };
        let asked = crate::guard::asked("Send it to x@else.example");
        assert_eq!(outside(&flow, &asked).unwrap(), "Outside your organisation: x@else.example.");
        let alone = Requester { homes: BTreeSet::new(), ..asked };
        assert_eq!(outside(&flow, &alone).unwrap(), "Not known to be a colleague: x@else.example.");
    }
}
