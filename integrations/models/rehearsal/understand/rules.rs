//! The wordings. The first that fits counts, so the particular stand before the general.

mod calendar;
mod docs;
mod drive;
mod filing;
mod reading;
mod rule;
mod sheets;
mod talk;
mod writing;

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use self::rule::Rule;
use super::pattern::fit;
use super::words::Words;
use crate::rehearsal::wish::Wish;

pub(super) fn first_that_fits(words: Words<'_>) -> Option<Wish> {
    let begins = words.words.first()?;
    INDEX
        .of(&begins.plain)
        .iter()
        .find_map(|(wording, rule)| fit(wording, words).and_then(|gaps| (rule.wish)(&gaps)))
}

type Entry = (&'static str, &'static Rule);

/// The wordings by the word they begin with, since a conversation is understood anew with every reply.
struct Index {
    by_word: HashMap<&'static str, Vec<Entry>>,
    /// Those that may begin with any word.
    open: Vec<Entry>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let rules = [
        talk::RULES,
        sheets::RULES,
        docs::RULES,
        drive::RULES,
        calendar::RULES,
        filing::RULES,
        writing::RULES,
        reading::RULES,
    ];
    let all = rules.into_iter().flatten();
    let entries = all.flat_map(|rule| rule.wordings.iter().map(move |wording| (*wording, rule)));
    let mut index = Index { by_word: HashMap::new(), open: Vec::new() };
    for entry in entries {
        index.add(entry);
    }
    index
});

impl Index {
    fn of(&self, word: &str) -> &[Entry] {
        self.by_word.get(word).unwrap_or(&self.open)
    }

    fn add(&mut self, entry: Entry) {
        let Some(words) = beginnings(entry.0) else {
            self.by_word.values_mut().for_each(|known| known.push(entry));
            return self.open.push(entry);
        };
        for word in words {
            // What may begin with any word and stands before it is tried before it.
            self.by_word.entry(word).or_insert_with(|| self.open.clone()).push(entry);
        }
    }
}

/// The words a wording can begin with; nothing if that may be any.
fn beginnings(wording: &'static str) -> Option<BTreeSet<&'static str>> {
    let mut words = BTreeSet::new();
    for piece in wording.split(' ') {
        if piece.starts_with('{') {
            return None;
        }
        let optional = piece.strip_prefix('[').and_then(|piece| piece.strip_suffix(']'));
        words.extend(optional.unwrap_or(piece).split('|'));
        if optional.is_none() {
            return Some(words);
        }
    }
    Some(words)
}
