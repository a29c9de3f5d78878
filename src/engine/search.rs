//! Finding a tool by what somebody wants to do: full text over names, descriptions, parameters and what words mean.
//!
//! A word counts by how few tools have it (BM25), wherever it stands by how much that place says about a tool. Words of
//! several languages that mean the same are one word; and a word that is not known is taken for one that begins as it does.

mod meanings;
mod words;

use std::collections::{BTreeMap, HashMap};

use words::{Word, words_of};

/// A tool as it is searched.
#[derive(Clone, Debug, Default)]
pub struct Searchable<'a> {
    pub name: &'a str,
    pub description: &'a str,
    pub parameters: Vec<&'a str>,
    pub aliases: Vec<&'a str>,
}

/// What a word counts by where it stands.
const IN_NAME: f32 = 3.0;
const IN_ALIAS: f32 = 2.0;
const IN_DESCRIPTION: f32 = 1.0;
const IN_PARAMETER: f32 = 0.4;
/// A meaning counts less than the word itself: it is wider.
const BY_MEANING: f32 = 0.8;
/// So much less does a word count that only begins like another.
const BY_BEGINNING: f32 = 0.5;
/// The usual constants of BM25: how soon a word that stands often says no more, and how much a long text weighs less.
const SATURATION: f32 = 1.2;
const LENGTH: f32 = 0.4;

#[derive(Debug, Default)]
pub struct Index {
    /// Which tools have a word, and how much of it.
    postings: HashMap<Word, Vec<(u32, f32)>>,
    /// The words in order, for those that begin alike.
    sorted: BTreeMap<String, Word>,
    /// How long each tool's text is, against the usual.
    lengths: Vec<f32>,
}

impl Index {
    pub fn new<'a>(tools: impl IntoIterator<Item = Searchable<'a>>) -> Self {
        let mut index = Self::default();
        for (number, tool) in tools.into_iter().enumerate() {
            index.add(u32::try_from(number).unwrap_or(u32::MAX), &tool);
        }
        let usual = index.lengths.iter().sum::<f32>() / number(index.lengths.len().max(1));
        for length in &mut index.lengths {
            *length /= usual.max(1.0);
        }
        index
    }

    fn add(&mut self, number: u32, tool: &Searchable<'_>) {
        let mut found: HashMap<Word, f32> = HashMap::new();
        let mut length = 0.0;
        let places = [(tool.name, IN_NAME), (tool.description, IN_DESCRIPTION)];
        let aliases = tool.aliases.iter().map(|alias| (*alias, IN_ALIAS));
        let parameters = tool.parameters.iter().map(|parameter| (*parameter, IN_PARAMETER));
        for (text, weight) in places.into_iter().chain(aliases).chain(parameters) {
            for word in words_of(text) {
                length += 1.0;
                let weight = if matches!(word, Word::Meaning(_)) { weight * BY_MEANING } else { weight };
                *found.entry(word).or_default() += weight;
            }
        }
        for (word, weight) in found {
            if let Word::Stem(stem) = &word {
                self.sorted.entry(stem.clone()).or_insert_with(|| word.clone());
            }
            self.postings.entry(word).or_default().push((number, weight));
        }
        self.lengths.push(length);
    }

    /// The best, by their places in what was indexed, best first.
    pub fn find(&self, query: &str, most: usize) -> Vec<usize> {
        let mut scores: HashMap<u32, f32> = HashMap::new();
        let mut asked: HashMap<Word, f32> = HashMap::new();
        for word in words_of(query) {
            *asked.entry(word).or_default() = 1.0;
        }
        for word in asked.keys() {
            match self.postings.get(word) {
                Some(postings) => self.count(postings, 1.0, &mut scores),
                None => self.count_alike(word, &mut scores),
            }
        }
        let mut best: Vec<(u32, f32)> = scores.into_iter().collect();
        best.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        best.into_iter().take(most).filter_map(|(number, _)| usize::try_from(number).ok()).collect()
    }

    /// Adds what a word says about each tool that has it.
    fn count(&self, postings: &[(u32, f32)], share: f32, scores: &mut HashMap<u32, f32>) {
        let (all, having) = (number(self.lengths.len()), number(postings.len()));
        let rare = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
        for (number, weight) in postings {
            let length =
                usize::try_from(*number).ok().and_then(|place| self.lengths.get(place)).unwrap_or(&1.0);
            let room = SATURATION * (1.0 - LENGTH + LENGTH * length);
            *scores.entry(*number).or_default() +=
                share * rare * weight * (SATURATION + 1.0) / (weight + room);
        }
    }

    /// Words that begin as this one does, or that this one begins as.
    fn count_alike(&self, word: &Word, scores: &mut HashMap<u32, f32>) {
        const SHORTEST: usize = 4;
        let Word::Stem(stem) = word else { return };
        if stem.chars().count() < SHORTEST {
            return;
        }
        let longer =
            self.sorted.range(stem.clone()..).take_while(|(known, _)| known.starts_with(stem.as_str()));
        let shorter = (SHORTEST..stem.len())
            .rev()
            .filter_map(|end| stem.get(..end))
            .find_map(|start| self.sorted.get_key_value(start));
        for (_, known) in longer.take(8).chain(shorter) {
            if let Some(postings) = self.postings.get(known) {
                self.count(postings, BY_BEGINNING, scores);
            }
        }
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
