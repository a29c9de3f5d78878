//! Finding a tool by what somebody wants to do: full text over everything that is said about a tool, and what words mean.
//!
//! A word counts by how few tools have it (BM25), wherever it stands by how much that place says about a tool. Words of
//! several languages that mean the same are one concept (`lexicon.rs`); and a word that is not known is taken for those that
//! begin as it does. The index knows its tools by their places only, and does not know who may see them.

mod building;
mod finder;
mod fusion;
mod lexicon;
mod scores;
mod shapes;
#[cfg(test)]
mod tests;
mod words;

use std::collections::HashMap;

use building::Building;
pub use finder::{Finder, Learned, Meanings};
use kernel::{Definition, Kind};
use lexicon::{Concept, Known, LEXICON};
use scores::Scores;
use serde_json::Value;
use words::parted;

/// A tool as it is searched.
#[derive(Clone, Debug, Default)]
pub struct Searchable<'a> {
    pub name: &'a str,
    pub description: &'a str,
    pub parameters: Vec<&'a str>,
    pub aliases: Vec<&'a str>,
    /// What it is filed under: groups, its server, its kind.
    pub tags: Vec<&'a str>,
    /// What it does to the world: read, edit, commit.
    pub effects: Vec<&'a str>,
    /// What else people say for it.
    pub synonyms: Vec<&'a str>,
}

impl<'a> From<&'a Definition> for Searchable<'a> {
    fn from(tool: &'a Definition) -> Self {
        let properties = tool.schema().get("properties").and_then(Value::as_object);
        let effect = match tool.kind {
            Kind::Read => "read",
            Kind::Edit => "edit",
            Kind::Commit => "commit",
        };
        Self {
            name: &tool.name,
            description: tool.description(),
            parameters: properties.map(|all| all.keys().map(String::as_str).collect()).unwrap_or_default(),
            aliases: tool.aliases.iter().map(String::as_str).collect(),
            tags: tool.groups.iter().map(String::as_str).chain([tool.area()]).collect(),
            effects: vec![effect],
            synonyms: Vec::new(),
        }
    }
}

/// So many letters of a question are read.
const LONGEST: usize = 1_000;
/// A meaning counts less than the word itself: it is wider.
const BY_MEANING: f32 = 0.9;
/// A word whose meaning is known counts a little less by its letters: else `find` would be about what is called so.
const WITH_A_MEANING: f32 = 0.8;
/// What words mean together, and what is said by its shape.
const BY_PHRASE: f32 = 0.9;
const BY_SHAPE: f32 = 0.9;
/// So much less does a word count that only begins like another.
const BY_BEGINNING: f32 = 0.4;
/// A meaning that was counted already counts so much of what it did.
const AGAIN: f32 = 0.6;
/// Which tools have a word, and how much it says about each.
type Postings = Vec<(u32, f32)>;

#[derive(Debug, Default)]
pub struct Index {
    /// The numbers of the words.
    stems: HashMap<Box<str>, u32>,
    /// The words in order, for those that begin alike.
    sorted: Vec<(Box<str>, u32)>,
    by_stem: Vec<Postings>,
    by_concept: Vec<Postings>,
    tools: usize,
}

impl Index {
    pub fn new<'a>(tools: impl IntoIterator<Item = Searchable<'a>>) -> Self {
        let mut building = Building::new(&LEXICON);
        for tool in tools {
            building.add(&tool);
        }
        building.finished()
    }

    /// The best, by their places in what was indexed, best first.
    pub fn find(&self, query: &str, most: usize) -> Vec<usize> {
        let query = query.char_indices().nth(LONGEST).and_then(|(end, _)| query.get(..end)).unwrap_or(query);
        let mut scores = Scores::new(self.tools);
        let words: Vec<Known> = parted(query).iter().map(|word| LEXICON.look_up(word)).collect();
        let mut asked: Vec<Concept> = Vec::new();
        for concepts in LEXICON.phrases(&words.iter().collect::<Vec<_>>(), &mut LEXICON.begin()) {
            self.count_concepts(&concepts, BY_PHRASE, &mut asked, &mut scores);
            scores.settle();
        }
        for written in query.split_whitespace() {
            self.count_concepts(&LEXICON.shape(written), BY_SHAPE, &mut asked, &mut scores);
            scores.settle();
        }
        for word in &words {
            let Some(stem) = &word.stem else { continue };
            self.count_concepts(&word.concepts, BY_MEANING, &mut asked, &mut scores);
            match self.stems.get(stem) {
                Some(number) if word.concepts.is_empty() => scores.count(self.postings(*number), 1.0),
                Some(number) => scores.count(self.postings(*number), WITH_A_MEANING),
                None if word.concepts.is_empty() => self.count_alike(stem, &mut scores),
                None => {}
            }
            scores.settle();
        }
        scores.best(most)
    }

    fn count_concepts(
        &self,
        concepts: &[(Concept, f32)],
        weight: f32,
        asked: &mut Vec<Concept>,
        scores: &mut Scores,
    ) {
        for (concept, share) in concepts {
            let again = asked.contains(concept);
            if !again {
                asked.push(*concept);
            }
            let share = share * weight * if again { AGAIN } else { 1.0 };
            if let Some(postings) = self.by_concept.get(usize::from(*concept)) {
                scores.count(postings, share);
            }
        }
    }

    fn postings(&self, number: u32) -> &[(u32, f32)] {
        usize::try_from(number).ok().and_then(|number| self.by_stem.get(number)).map_or(&[], Vec::as_slice)
    }

    /// Words that begin as this one does, or that this one begins as.
    fn count_alike(&self, stem: &str, scores: &mut Scores) {
        const SHORTEST: usize = 4;
        const MOST: usize = 8;
        if stem.chars().count() < SHORTEST {
            return;
        }
        let from = self.sorted.partition_point(|(known, _)| **known < *stem);
        let longer = self.sorted.iter().skip(from).take_while(|(known, _)| known.starts_with(stem));
        for (_, number) in longer.take(MOST) {
            scores.count(self.postings(*number), BY_BEGINNING);
        }
        let shorter = (SHORTEST..stem.len()).rev().filter_map(|end| self.stems.get(stem.get(..end)?));
        for number in shorter.take(1) {
            scores.count(self.postings(*number), BY_BEGINNING);
        }
    }
}
