//! Finding a tool by what somebody wants to do: full text over everything that is said about a tool, and what words mean.
//!
//! A word counts by how few tools have it (BM25), wherever it stands by how much that place says about a tool. Words of
//! several languages that mean the same are one concept (`lexicon.rs`); and a word that is not known is taken for those that
//! begin as it does. The index knows its tools by their places only, and does not know who may see them.

mod lexicon;
mod words;

use std::collections::HashMap;

use lexicon::{Concept, Known, LEXICON, Lexicon};
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
/// A meaning counts less than the word itself: it is wider.
const BY_MEANING: f32 = 0.9;
/// So much less does a word count that only begins like another.
const BY_BEGINNING: f32 = 0.4;
/// A meaning that was counted already counts so much of what it did.
const AGAIN: f32 = 0.3;
/// The usual constants of BM25: how soon a word that stands often says no more, and how much a long text weighs less.
const SATURATION: f32 = 1.2;
const LENGTH: f32 = 0.3;

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
        let mut scores = Scores::new(self.tools);
        let words: Vec<Known> = parted(query).iter().map(|word| LEXICON.look_up(word)).collect();
        let mut asked: Vec<Concept> = Vec::new();
        for concepts in LEXICON.phrases(words.iter()) {
            self.count_concepts(&concepts, &mut asked, &mut scores);
            scores.settle();
        }
        for word in &words {
            let Some(stem) = &word.stem else { continue };
            self.count_concepts(&word.concepts, &mut asked, &mut scores);
            match self.stems.get(stem) {
                Some(number) => scores.count(self.postings(*number), 1.0),
                None if word.concepts.is_empty() => self.count_alike(stem, &mut scores),
                None => {}
            }
            scores.settle();
        }
        scores.best(most)
    }

    fn count_concepts(&self, concepts: &[(Concept, f32)], asked: &mut Vec<Concept>, scores: &mut Scores) {
        for (concept, share) in concepts {
            let again = asked.contains(concept);
            if !again {
                asked.push(*concept);
            }
            let share = share * BY_MEANING * if again { AGAIN } else { 1.0 };
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

/// An index that is being made.
struct Building<'a> {
    lexicon: &'a Lexicon,
    /// Words that were looked up already.
    known: HashMap<String, Known>,
    index: Index,
    lengths: Vec<f32>,
}

impl<'a> Building<'a> {
    fn new(lexicon: &'a Lexicon) -> Self {
        let index = Index { by_concept: vec![Postings::new(); lexicon.len()], ..Index::default() };
        Self { lexicon, known: HashMap::new(), index, lengths: Vec::new() }
    }

    fn add(&mut self, tool: &Searchable<'_>) {
        let number = u32::try_from(self.lengths.len()).unwrap_or(u32::MAX);
        let mut length = 0.0;
        for (text, weight) in places(tool) {
            length += self.read(number, text, weight);
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
        let Self { lexicon, known, index, .. } = self;
        let words: Vec<&Known> = written.iter().filter_map(|word| known.get(word)).collect();
        let mut length = 0.0;
        for word in &words {
            let Some(stem) = &word.stem else { continue };
            length += weight;
            let place = match index.stems.get(stem) {
                Some(place) => *place,
                None => {
                    let place = u32::try_from(index.by_stem.len()).unwrap_or(u32::MAX);
                    index.stems.insert(stem.clone(), place);
                    index.by_stem.push(Postings::new());
                    place
                }
            };
            if let Some(postings) = usize::try_from(place).ok().and_then(|place| index.by_stem.get_mut(place)) {
                put(postings, number, weight);
            }
            put_all(&mut index.by_concept, &word.concepts, number, weight);
        }
        for concepts in lexicon.phrases(words.iter().copied()) {
            put_all(&mut index.by_concept, &concepts, number, weight);
        }
        length
    }

    /// What was counted becomes what it says about each tool.
    fn finished(self) -> Index {
        let Self { mut index, lengths, .. } = self;
        let all = number(lengths.len());
        let usual = (lengths.iter().sum::<f32>() / all.max(1.0)).max(1.0);
        for postings in index.by_stem.iter_mut().chain(&mut index.by_concept) {
            let having = number(postings.len());
            let rare = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
            for (tool, weight) in postings.iter_mut() {
                let length = usize::try_from(*tool).ok().and_then(|place| lengths.get(place)).unwrap_or(&usual);
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

fn places<'a>(tool: &Searchable<'a>) -> impl Iterator<Item = (&'a str, f32)> {
    let (first, rest) = tool.description.split_once(". ").unwrap_or((tool.description, ""));
    let one = [(tool.name, IN_NAME), (first, IN_FIRST_SENTENCE), (rest, IN_DESCRIPTION)];
    let many = [
        (&tool.aliases, IN_ALIAS),
        (&tool.synonyms, IN_SYNONYM),
        (&tool.tags, IN_TAG),
        (&tool.parameters, IN_PARAMETER),
        (&tool.effects, IN_EFFECT),
    ];
    let many: Vec<(&str, f32)> = many
        .into_iter()
        .flat_map(|(texts, weight)| texts.iter().map(move |text| (*text, weight)))
        .collect();
    one.into_iter().chain(many)
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

/// What speaks for each tool: of everything a word can mean only what says most.
struct Scores {
    of_word: Vec<f32>,
    touched: Vec<usize>,
    sums: Vec<f32>,
}

impl Scores {
    fn new(tools: usize) -> Self {
        Self { of_word: vec![0.0; tools], touched: Vec::new(), sums: vec![0.0; tools] }
    }

    fn count(&mut self, postings: &[(u32, f32)], share: f32) {
        for (tool, weight) in postings {
            let Ok(place) = usize::try_from(*tool) else { continue };
            let Some(most) = self.of_word.get_mut(place) else { continue };
            if *most == 0.0 {
                self.touched.push(place);
            }
            *most = most.max(weight * share);
        }
    }

    /// A word has been counted.
    fn settle(&mut self) {
        for place in self.touched.drain(..) {
            if let (Some(most), Some(sum)) = (self.of_word.get_mut(place), self.sums.get_mut(place)) {
                *sum += *most;
                *most = 0.0;
            }
        }
    }

    fn best(self, most: usize) -> Vec<usize> {
        let mut best: Vec<(usize, f32)> =
            self.sums.into_iter().enumerate().filter(|(_, sum)| *sum > 0.0).collect();
        let order = |one: &(usize, f32), other: &(usize, f32)| {
            other.1.total_cmp(&one.1).then(one.0.cmp(&other.0))
        };
        if most < best.len() && most > 0 {
            best.select_nth_unstable_by(most - 1, order);
        }
        best.truncate(most);
        best.sort_unstable_by(order);
        best.into_iter().map(|(place, _)| place).collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "nobody has so many tools")]
fn number(count: usize) -> f32 {
    count as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> Index {
        let tool = |name, description| Searchable { name, description, ..Searchable::default() };
        Index::new([
            tool("gmail.send", "Sends a mail."),
            tool("gmail.search", "Finds mails in the mailbox."),
            tool("calendar.create_event", "Puts a meeting into the calendar."),
            tool("mcp__weather__getForecast", "Tells the weather of the coming days."),
        ])
    }

    #[test]
    fn words_their_beginnings_their_meanings_and_other_languages_find_a_tool() {
        let found = |query| index().find(query, 1);
        assert_eq!(found("forecast"), [3], "a word within a name");
        assert_eq!(found("weath"), [3], "a beginning");
        assert_eq!(found("write Ana an e-mail"), [0]);
        assert_eq!(found("trouver un courriel"), [1]);
        assert_eq!(found("Termin eintragen"), [2]);
        assert!(found("").is_empty() && found("zzzz").is_empty());
    }
}
