//! An index that is being made: every word of every tool is counted, then weighed by how few have it.

use std::collections::HashMap;

use super::lexicon::{Begun, Concept, Known, Lexicon};
use super::words::{parted, stem};
use super::{Index, Postings, Searchable};

/// What a word counts by where it stands.
const IN_NAME: f32 = 2.5;
const IN_ALIAS: f32 = 2.0;
const IN_SYNONYM: f32 = 2.0;
const IN_TAG: f32 = 1.0;
/// The first sentence says what a tool does, the others how it is used.
const IN_FIRST_SENTENCE: f32 = 1.5;
const IN_DESCRIPTION: f32 = 0.4;
const IN_PARAMETER: f32 = 0.3;
const IN_EFFECT: f32 = 0.3;
/// A tool has a word if it weighs so much in it; what weighs less is had in part.
const PLAINLY: f32 = 1.5;
/// The usual constants of BM25: how soon a word that stands often says no more, and how much a long text weighs less.
const SATURATION: f32 = 1.2;
const LENGTH: f32 = 0.3;

pub(super) struct Building<'a> {
    lexicon: &'a Lexicon,
    /// Words that were looked up already.
    known: HashMap<String, Known>,
    index: Index,
    lengths: Vec<f32>,
    begun: Begun,
}

impl<'a> Building<'a> {
    pub(super) fn new(lexicon: &'a Lexicon) -> Self {
        let index = Index { by_concept: vec![Postings::new(); lexicon.len()], ..Index::default() };
        Self { lexicon, known: HashMap::new(), index, lengths: Vec::new(), begun: lexicon.begin() }
    }

    pub(super) fn add(&mut self, tool: &Searchable<'_>) {
        let number = u32::try_from(self.lengths.len()).unwrap_or(u32::MAX);
        let mut length = 0.0;
        for (text, weight) in places(tool) {
            length += self.read(number, text, weight);
        }
        // Words of ours, which mean something else to people: they stand for themselves.
        for effect in tool.effects.iter().flat_map(|effect| parted(effect)) {
            if let Some(postings) = self.index.postings_of(stem(&effect)) {
                put(postings, number, IN_EFFECT);
            }
        }
        self.lengths.push(length);
    }

    /// Notes the words of a text, and says how long it is.
    fn read(&mut self, number: u32, text: &str, weight: f32) -> f32 {
        let written = parted(text);
        for word in &written {
            if !self.known.contains_key(word) {
                self.known.insert(word.clone(), self.lexicon.look_up(word));
            }
        }
        let Self { lexicon, known, index, begun, .. } = self;
        let words: Vec<&Known> = written.iter().filter_map(|word| known.get(word)).collect();
        let mut length = 0.0;
        for word in &words {
            let Some(stem) = &word.stem else { continue };
            length += weight;
            if let Some(postings) = index.postings_of(stem) {
                put(postings, number, weight);
            }
            put_all(&mut index.by_concept, &word.concepts, number, weight);
        }
        for concepts in lexicon.phrases(&words, begun) {
            put_all(&mut index.by_concept, &concepts, number, weight);
        }
        length
    }

    /// What was counted becomes what it says about each tool.
    pub(super) fn finished(self) -> Index {
        let Self { mut index, lengths, .. } = self;
        let all = number(lengths.len());
        let usual = (lengths.iter().sum::<f32>() / all.max(1.0)).max(1.0);
        for postings in index.by_stem.iter_mut().chain(&mut index.by_concept) {
            let having: f32 = postings.iter().map(|(_, weight)| (weight / PLAINLY).min(1.0)).sum();
            let rare = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
            for (tool, weight) in postings.iter_mut() {
                let length =
                    usize::try_from(*tool).ok().and_then(|place| lengths.get(place)).unwrap_or(&usual);
                let room = SATURATION * (1.0 - LENGTH + LENGTH * length / usual);
                *weight = rare * *weight * (SATURATION + 1.0) / (*weight + room);
            }
        }
        index.sorted = index.stems.iter().map(|(stem, place)| (stem.clone(), *place)).collect();
        index.sorted.sort_unstable();
        index.tools = lengths.len();
        index
    }
}

impl Index {
    /// Those of a word, which is new perhaps.
    fn postings_of(&mut self, stem: &str) -> Option<&mut Postings> {
        let place = self.stems.get(stem).copied().unwrap_or_else(|| {
            let place = u32::try_from(self.by_stem.len()).unwrap_or(u32::MAX);
            self.stems.insert(stem.into(), place);
            self.by_stem.push(Postings::new());
            place
        });
        self.by_stem.get_mut(usize::try_from(place).ok()?)
    }
}

fn places<'a>(tool: &Searchable<'a>) -> impl Iterator<Item = (&'a str, f32)> {
    let (first, rest) = first_sentence(tool.description);
    let one = [(tool.name, IN_NAME), (first, IN_FIRST_SENTENCE), (rest, IN_DESCRIPTION)];
    let many = [
        (&tool.aliases, IN_ALIAS),
        (&tool.synonyms, IN_SYNONYM),
        (&tool.tags, IN_TAG),
        (&tool.parameters, IN_PARAMETER),
    ];
    let many: Vec<(&str, f32)> =
        many.into_iter().flat_map(|(texts, weight)| texts.iter().map(move |text| (*text, weight))).collect();
    one.into_iter().chain(many)
}

fn first_sentence(text: &str) -> (&str, &str) {
    let end = text
        .match_indices('.')
        .map(|(end, _)| end + 1)
        .find(|end| text.get(*end..).is_some_and(|rest| rest.starts_with(char::is_whitespace)));
    end.and_then(|end| text.split_at_checked(end)).unwrap_or((text, ""))
}

fn put_all(index: &mut [Postings], concepts: &[(Concept, f32)], number: u32, weight: f32) {
    for (concept, share) in concepts {
        if let Some(postings) = index.get_mut(usize::from(*concept)) {
            put(postings, number, weight * share);
        }
    }
}

/// Tools come one after the other: if this one has the word already, it is the last.
fn put(postings: &mut Postings, number: u32, weight: f32) {
    match postings.last_mut() {
        Some((last, sum)) if *last == number => *sum += weight,
        _ => postings.push((number, weight)),
    }
}

#[expect(clippy::cast_precision_loss, reason = "nobody has so many tools")]
fn number(count: usize) -> f32 {
    count as f32
}
