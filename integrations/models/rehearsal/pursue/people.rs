//! Who the names are: the addresses that the person's own mail knows.

use serde_json::json;

use super::super::answers::{Found, Outcome, Somebody};
use super::super::clock::Clock;
use super::super::query::query;
use super::super::tell;
use super::super::turn::Asked;
use super::super::turn::Turn;
use super::super::wish::{Recipient, Search, Traits};
use super::next::{LIST, Next};
use super::open::Open;

/// Their addresses, or what comes first: searches for all of them at once, or a question.
pub(super) fn addresses(turn: &Turn, people: &[&Recipient]) -> Result<Vec<String>, Next> {
    let unasked: Vec<Asked> = people
        .iter()
        .flat_map(|person| searches(person))
        .filter(|asked| turn.step(asked).is_none())
        .collect();
    if !unasked.is_empty() {
        return Err(Next::Call(unasked));
    }
    people.iter().map(|person| address(turn, person)).collect()
}

/// What must be looked up to know an address.
fn searches(recipient: &Recipient) -> Vec<Asked> {
    let search = |search: &Search| Asked {
        tool: "gmail.search",
        args: json!({ "query": query(search, &Clock::default()), "limit": LIST }),
    };
    match recipient {
        Recipient::Address(_) => Vec::new(),
        Recipient::Name(name) => {
            let written_to = Search { to: Some(name.clone()), ..Search::default() };
            vec![search(&Search::from(name)), search(&written_to)]
        }
        Recipient::Oneself => {
            let sent = Traits { sent: true, ..Traits::default() };
            vec![search(&Search { traits: sent, ..Search::default() })]
        }
    }
}

fn address(turn: &Turn, recipient: &Recipient) -> Result<String, Next> {
    let asked = searches(recipient);
    let found = asked.iter().filter_map(|asked| match turn.step(asked)?.outcome() {
        Outcome::Found(found) => Some(found),
        _ => None,
    });
    match recipient {
        Recipient::Address(address) => Ok(address.clone()),
        Recipient::Name(name) => {
            one_of(name, found.flat_map(correspondents).filter(|somebody| is_called(somebody, name)))
        }
        Recipient::Oneself => {
            one_of("", found.flat_map(|found| &found.messages).flat_map(|row| row.from.list()))
        }
    }
}

fn correspondents(found: &Found) -> impl Iterator<Item = Somebody> {
    found.messages.iter().flat_map(|row| row.from.list().into_iter().chain(row.to.list()))
}

fn one_of(name: &str, people: impl Iterator<Item = Somebody>) -> Result<String, Next> {
    let mut candidates: Vec<Somebody> = Vec::new();
    for somebody in people {
        if !candidates.iter().any(|known| known.address.eq_ignore_ascii_case(&somebody.address)) {
            candidates.push(somebody);
        }
    }
    match candidates.as_slice() {
        [only] => Ok(only.address.clone()),
        [] => Err(Next::Ask {
            words: tell::nobody_called(name),
            open: Open::Person { name: name.to_owned(), candidates },
        }),
        _ => Err(Next::Ask {
            words: tell::which_person(name, &candidates),
            open: Open::Person { name: name.to_owned(), candidates },
        }),
    }
}

/// Every word of the name begins a word of the person's name or address.
fn is_called(somebody: &Somebody, name: &str) -> bool {
    let full = format!("{} {}", somebody.name, somebody.address).to_lowercase();
    let parts: Vec<&str> = full.split(|letter: char| !letter.is_alphanumeric()).collect();
    name.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .all(|word| parts.iter().any(|part| part.starts_with(word)))
}
