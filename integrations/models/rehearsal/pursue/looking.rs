//! Searching, and searching once more with less where nothing is found.

use super::super::answers::{Found, Outcome};
use super::super::query::telling;
use super::super::turn::Turn;
use super::super::wish::Search;
use super::next::{LIST, Next, looked_for};

/// What a search came to.
pub(super) struct Looked<'a> {
    /// The search that found it.
    pub(super) search: Search,
    pub(super) found: &'a Found,
    /// Why it is another search than was asked for.
    instead: Option<String>,
}

impl Looked<'_> {
    pub(super) fn told(&self, words: String) -> String {
        match &self.instead {
            Some(instead) => format!("{instead}\n{words}"),
            None => words,
        }
    }
}

pub(super) fn look<'a>(turn: &'a Turn, search: &Search) -> Result<Looked<'a>, Next> {
    let mut results = turn.steps().filter_map(|step| match step.outcome() {
        Outcome::Found(found) => Some(found),
        _ => None,
    });
    let Some(first) = results.next() else { return Err(Next::Call(vec![looked_for(search, turn, LIST)])) };
    let as_asked = |found| Looked { search: search.clone(), found, instead: None };
    if !first.messages.is_empty() {
        return Ok(as_asked(first));
    }
    match (relaxed(search), results.next()) {
        (None, _) => Ok(as_asked(first)),
        (Some((relaxed, _)), None) => Err(Next::Call(vec![looked_for(&relaxed, turn, LIST)])),
        (Some(_), Some(second)) if second.messages.is_empty() => Ok(as_asked(second)),
        (Some((relaxed, instead)), Some(second)) => {
            Ok(Looked { search: relaxed, found: second, instead: Some(instead) })
        }
    }
}

/// A name may be a company that stands in the text, and of many words one may be wrong.
fn relaxed(search: &Search) -> Option<(Search, String)> {
    let written_by = search.from.as_ref().map(|name| ("from", name));
    let named = written_by.or(search.with.as_ref().map(|name| ("from or to", name)));
    if let Some((side, name)) = named.filter(|(_, name)| !name.contains('@')) {
        let about = search.about.as_ref().map_or(name.clone(), |about| format!("{name} {about}"));
        let relaxed = Search { from: None, with: None, about: Some(about), ..search.clone() };
        return Some((relaxed, format!("Nothing is {side} {name}; I searched for the words instead.")));
    }
    let words = telling(search.about.as_ref()?);
    let longest = words.iter().rev().max_by_key(|word| word.chars().count())?;
    (words.len() > 1).then(|| {
        let relaxed = Search { about: Some(longest.clone()), ..search.clone() };
        (relaxed, format!("Nothing has all of these words; I searched for “{longest}” alone."))
    })
}
