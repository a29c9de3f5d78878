//! Whom the requester named: by an address they wrote, or by a name that only one person of the directory has.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use kernel::{Deed, Person, Standing};

use super::utterance::{Utterance, WordRange, words_of};
use crate::guard::lookalike::domain_of;

/// Everybody in the directory, ready to be compared with what people write. Cloning gives another handle on the same: a
/// directory can be large, and every call of a reply looks into it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roster(Arc<Register>);

#[derive(Debug, Default)]
struct Register {
    people: Vec<Known>,
    /// By address, and by each part of their name.
    by_address: HashMap<String, usize>,
    by_part: HashMap<String, Vec<usize>>,
    /// What stands behind the sign of their addresses.
    domains: BTreeSet<String>,
}

#[derive(Debug)]
struct Known {
    address: Option<String>,
    /// As the directory writes it.
    called: String,
    name: Vec<String>,
}

/// How a destination came to be allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// It is the requester's own.
    Own,
    /// They wrote the address.
    Literally,
    /// They wrote a name that only this person has.
    ByName,
}

impl Roster {
    pub(crate) fn of(people: &[Person]) -> Self {
        let there = people.iter().filter(|person| person.standing != Standing::Gone);
        let known = there.map(|person| Known {
            // A program or a guest shares its name with whoever else has it, and can be meant by nobody.
            address: person
                .address
                .as_ref()
                .filter(|_| person.standing == Standing::Member)
                .map(|one| one.to_lowercase()),
            called: person.name.clone(),
            name: words_of(&person.name),
        });
        let mut register = Register::default();
        for known in known.filter(|known| !known.name.is_empty()) {
            register.enter(known);
        }
        Self(Arc::new(register))
    }

    /// The domains of everybody's addresses.
    pub(crate) fn domains(&self) -> &BTreeSet<String> {
        &self.0.domains
    }

    /// What a person of this address is called.
    pub(crate) fn name_of(&self, address: &str) -> Option<&str> {
        Some(&self.0.of_address(address)?.called)
    }

    /// Whether somebody else in the directory goes by one of these words. Where the directory could not be read, somebody
    /// may.
    pub(crate) fn others_are_called(&self, words: &[String], but: &[String]) -> bool {
        let is_one_of_them = |known: &Known| {
            known.address.as_ref().is_some_and(|own| but.iter().any(|one| one.eq_ignore_ascii_case(own)))
        };
        self.0.people.is_empty()
            || words.iter().flat_map(|word| self.0.called(word)).any(|known| !is_one_of_them(known))
    }

    /// Whether one of these words is somebody's name.
    pub(crate) fn anybody_in(&self, order: &Utterance, mut words: impl Iterator<Item = WordRange>) -> bool {
        words.any(|word| order.is_name(word) && self.0.called(order.word(word)).next().is_some())
    }

    /// Whether somebody is named in what one verb asks for who is none of these: by name, or by an address.
    pub(super) fn anybody_but(&self, order: &Utterance, head: usize, these: &[String]) -> bool {
        let is_one = |address: &str| these.iter().any(|one| one.eq_ignore_ascii_case(address));
        let is_known = |known: &Known| known.address.as_deref().is_some_and(is_one);
        let words = order.words.iter().enumerate().map(|(at, _)| WordRange { from: at, to: at + 1 });
        let mut here = words.filter(|run| order.head(*run) == head && order.is_said(*run));
        here.any(|run| {
            let mut called = self.0.called(order.word(run)).peekable();
            let is_name = order.is_name(run) && called.peek().is_some();
            let somebody = is_name && !called.any(is_known);
            let written = order.address_at(run);
            somebody || written.is_some_and(|address| !is_one(address))
        })
    }

    /// Where in an order this person, and nobody else, is named.
    fn runs(&self, order: &Utterance, address: &str) -> Vec<WordRange> {
        let Some(known) = self.0.of_address(address) else { return Vec::new() };
        let mine = forms(&known.name).flat_map(|form| order.runs(form));
        mine.filter(|run| order.is_name(*run))
            .filter(|run| {
                // Whoever else is meant by these words has the first of them in their name.
                let first = order.words.get(run.from).map_or("", |word| word.text.as_str());
                !self.0.called(first).any(|other| rivals(known, other, order, *run))
            })
            .collect()
    }
}

impl Register {
    fn enter(&mut self, known: Known) {
        let at = self.people.len();
        if let Some(address) = &known.address {
            self.domains.insert(domain_of(address));
            // The first of several, as somebody would find them who reads from the top.
            self.by_address.entry(address.clone()).or_insert(at);
        }
        for part in &known.name {
            self.by_part.entry(part.clone()).or_default().push(at);
        }
        self.people.push(known);
    }

    fn of_address(&self, address: &str) -> Option<&Known> {
        self.people.get(*self.by_address.get(address)?)
    }

    /// Everybody who has this word in their name.
    fn called(&self, word: &str) -> impl Iterator<Item = &Known> {
        let places = self.by_part.get(word).into_iter().flatten();
        places.filter_map(|at| self.people.get(*at))
    }
}

/// By what somebody is called: the whole name, or one part of it.
fn forms(name: &[String]) -> impl Iterator<Item = &[String]> {
    let parts = name.chunks(1).filter(|part| part.iter().all(|part| part.chars().nth(1).is_some()));
    parts.chain((name.len() > 1).then_some(name))
}

/// Whether somebody else may be meant by these words as well: they have the same name, or a longer one of theirs stands
/// around it. "Ana Ruiz" means Ana Ruiz, although there is an Ana Lopez too: hers is the shorter run, inside of this one.
fn rivals(known: &Known, other: &Known, order: &Utterance, run: WordRange) -> bool {
    !std::ptr::eq(known, other) && forms(&other.name).any(|form| order.surrounds(run, form))
}

/// Where somebody is named in an order, by their address or by their name.
pub(crate) fn runs_of(address: &str, order: &Utterance, roster: &Roster) -> Vec<WordRange> {
    let address = address.to_lowercase();
    let literally = if writes(order, &address) { order.runs(&words_of(&address)) } else { Vec::new() };
    [literally, roster.runs(order, &address)].concat()
}

/// Whether one of the requester's messages asks to do this with somebody, and how often.
pub(crate) fn named(
    address: &str,
    deed: Deed,
    (utterances, own): (&[Utterance], &[String]),
    roster: &Roster,
) -> Option<(Named, usize)> {
    let address = address.to_lowercase();
    if own.iter().any(|mine| mine.eq_ignore_ascii_case(&address)) {
        return Some((Named::Own, usize::MAX));
    }
    let asked = |order: &Utterance, runs: Vec<WordRange>| {
        let mut clauses = runs.into_iter().filter(|run| order.is_for(*run, deed)).collect::<Vec<_>>();
        clauses.dedup_by_key(|run| run.from);
        clauses.len()
    };
    let literally: usize = utterances
        .iter()
        .map(|order| if writes(order, &address) { asked(order, order.runs(&words_of(&address))) } else { 0 })
        .sum();
    if literally > 0 {
        return Some((Named::Literally, literally));
    }
    let by_name: usize = utterances.iter().map(|order| asked(order, roster.runs(order, &address))).sum();
    (by_name > 0).then_some((Named::ByName, by_name))
}

/// Whether an address stands in a text as a whole: `ana@firm.example` is not in `diana@firm.example.evil`.
pub(crate) fn writes(order: &Utterance, address: &str) -> bool {
    let raw = order.lowered.as_str();
    let belongs = |letter: char| letter.is_alphanumeric() || "._%+-@".contains(letter);
    raw.match_indices(address).any(|(at, found)| {
        let before = raw.get(..at).and_then(|text| text.chars().next_back());
        let after = raw.get(at + found.len()..).unwrap_or_default();
        // A full stop at the end belongs to the sentence.
        let after = after.trim_start_matches(['.', ',']).chars().next().filter(|_| {
            after.chars().next().is_some_and(belongs)
                && !after.trim_start_matches('.').starts_with(char::is_whitespace)
        });
        !before.is_some_and(belongs) && !after.is_some_and(belongs)
    })
}

#[cfg(test)]
mod tests {
    use kernel::PersonId;

    use super::*;

    fn person(name: &str, address: &str) -> Person {
        Person {
            id: PersonId::from(address),
            name: name.to_owned(),
            workspace: "Firm".to_owned(),
            address: Some(address.to_owned()),
            zone: None,
            standing: Standing::Member,
        }
    }

    fn asked(order: &str, address: &str) -> Option<Named> {
        let roster = Roster::of(&[
            person("Ana Ruiz", "ana@firm.example"),
            person("Ana Lopez", "lopez@firm.example"),
            person("Ben Okafor", "ben@firm.example"),
        ]);
        let own = ["me@firm.example".to_owned()];
        named(address, Deed::Send, (&[Utterance::read(order)], &own), &roster).map(|(how, _)| how)
    }

    #[test]
    fn a_name_counts_only_where_one_person_has_it() {
        assert_eq!(asked("Send it to Ben", "ben@firm.example"), Some(Named::ByName));
        assert_eq!(asked("Send it to Ana Ruiz", "ana@firm.example"), Some(Named::ByName));
        assert_eq!(asked("Send it to Ana Ruiz", "lopez@firm.example"), None);
        assert_eq!(asked("Send it to Ana", "ana@firm.example"), None);
        assert_eq!(asked("Send it to Lopez", "lopez@firm.example"), Some(Named::ByName));
        assert_eq!(asked("Send it to Ben", "ben@evil.example"), None);
    }

    #[test]
    fn an_address_counts_only_as_a_whole() {
        assert_eq!(asked("Send it to x@y.example.", "x@y.example"), Some(Named::Literally));
        assert_eq!(asked("Send it to x@y.example, please", "x@y.example"), Some(Named::Literally));
        for other in ["ax@y.example", "x@y.example.evil.example", "x@y.example-evil.example"] {
            assert_eq!(asked(&format!("Send it to {other}"), "x@y.example"), None, "{other}");
        }
        assert_eq!(asked("Send it to me", "me@firm.example"), Some(Named::Own));
    }
}
