//! What words mean: concepts of office work and of the world, each with its words in five languages.
//!
//! `lexicon/*.txt` holds a concept a line. It knows no tool and no question: it is written by what there is to talk about.
//! A word means what the longest entry that fits it means; German words that are made of several mean what their parts do.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::words::{folded, spelled_out, stem};

const CONCEPTS: [&str; 12] = [
    include_str!("lexicon/actions.txt"),
    include_str!("lexicon/mail.txt"),
    include_str!("lexicon/calendar.txt"),
    include_str!("lexicon/files.txt"),
    include_str!("lexicon/documents.txt"),
    include_str!("lexicon/tables.txt"),
    include_str!("lexicon/people.txt"),
    include_str!("lexicon/tasks.txt"),
    include_str!("lexicon/code.txt"),
    include_str!("lexicon/home.txt"),
    include_str!("lexicon/world.txt"),
    include_str!("lexicon/products.txt"),
];
const EMPTY: &str = include_str!("lexicon/empty.txt");

/// What may follow an entry that has no star.
const ENDINGS: [&str; 13] = ["", "s", "es", "e", "en", "n", "er", "em", "ern", "ed", "d", "ing", "t"];
/// What German verbs begin with that stands apart from them in a sentence.
const APART: [&str; 20] = [
    "ab", "an", "auf", "aus", "bei", "ein", "her", "hin", "hoch", "los", "mit", "nach", "um", "unter", "vor", "weg", "weiter",
    "zu", "zuruck", "zusammen",
];
/// How much of a word's meaning a wider concept has.
const WIDER: f32 = 0.5;
/// How much of it a part of a compound has.
const COMPOUND: f32 = 0.8;
/// Words of one phrase stand at most so far apart.
const NEAR: usize = 6;

pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

/// The number of a concept.
pub(super) type Concept = u16;

#[derive(Debug, Default)]
pub(super) struct Lexicon {
    /// Entries by what they begin with.
    entries: HashMap<Box<str>, Vec<Entry>>,
    /// Parts of phrases, likewise.
    parts: HashMap<Box<str>, Vec<Part>>,
    /// How many parts each phrase has, and what it means.
    phrases: Vec<(u8, Concept)>,
    /// What each concept belongs to.
    wider: Vec<Vec<Concept>>,
    empty: HashSet<Box<str>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    concept: Concept,
    starred: bool,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    phrase: usize,
    place: u8,
    starred: bool,
}

/// Everything the lexicon knows about a word.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Without its ending; nothing for a word that says nothing.
    pub stem: Option<Box<str>>,
    pub concepts: Vec<(Concept, f32)>,
    parts: Vec<(usize, u8)>,
}

impl Lexicon {
    fn read() -> Self {
        let mut lexicon = Self::default();
        let lines = || CONCEPTS.iter().flat_map(|file| file.lines()).filter_map(|line| line.split_once(": "));
        let names: HashMap<&str, Concept> =
            lines().map(|(head, _)| name_of(head)).zip(0..Concept::MAX).collect();
        for (number, (head, words)) in (0..Concept::MAX).zip(lines()) {
            let wider = head.split_once('>').map_or("", |(_, wider)| wider);
            lexicon.wider.push(wider.split_whitespace().filter_map(|name| names.get(name)).copied().collect());
            for written in words.split_whitespace().filter(|written| *written != "|") {
                lexicon.enter(&folded(written), number);
                if let Some(other) = spelled_out(written) {
                    lexicon.enter(&folded(&other), number);
                }
            }
        }
        let words = EMPTY.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
        lexicon.empty = words.map(|word| folded(word).into()).collect();
        lexicon
    }

    fn enter(&mut self, written: &str, concept: Concept) {
        let ended = |word: &str| {
            let bare = word.strip_suffix('*');
            (Box::from(bare.unwrap_or(word)), bare.is_some())
        };
        if !written.contains('+') {
            // What is written with a hyphen or an apostrophe is a phrase too.
            if !written.contains(['-', '\'']) {
                let (word, starred) = ended(written);
                self.entries.entry(word).or_default().push(Entry { concept, starred });
                return;
            }
        }
        let phrase = self.phrases.len();
        let mut count = 0;
        for (place, word) in (0..).zip(written.split(['+', '-', '\'']).filter(|part| !part.is_empty())) {
            let (word, starred) = ended(word);
            self.parts.entry(word).or_default().push(Part { phrase, place, starred });
            count = place + 1;
        }
        self.phrases.push((count, concept));
    }

    pub(super) fn look_up(&self, word: &str) -> Known {
        let parts = self.parts_of(word);
        if self.empty.contains(word) {
            return Known { parts, ..Known::default() };
        }
        let mut concepts = Vec::new();
        self.understand(word, 1.0, &mut concepts);
        Known { stem: Some(stem(word).into()), concepts, parts }
    }

    /// How many concepts there are.
    pub(super) fn len(&self) -> usize {
        self.wider.len()
    }

    fn parts_of(&self, word: &str) -> Vec<(usize, u8)> {
        let mut found = Vec::new();
        for (beginning, rest) in beginnings(word) {
            let fitting = self.parts.get(beginning).into_iter().flatten();
            let fitting = fitting.filter(|part| part.starred || ENDINGS.contains(&rest));
            found.extend(fitting.map(|part| (part.phrase, part.place)));
        }
        found
    }

    fn understand(&self, word: &str, share: f32, found: &mut Vec<(Concept, f32)>) {
        let (entries, rest) = self.longest(word);
        let participle = || unparticipled(word).into_iter().find(|word| !self.longest(word).0.is_empty());
        if !entries.is_empty() {
            self.note(&entries, share, found);
        } else if let Some(word) = participle() {
            let (entries, _) = self.longest(&word);
            self.note(&entries, share, found);
        }
        if (entries.is_empty() || rest >= SHORTEST_PART) && word.len() >= 2 * SHORTEST_PART {
            self.note_compound(word, share * COMPOUND, found);
        }
    }

    /// What the longest entry that fits means, and how much of the word is left.
    fn longest(&self, word: &str) -> (Vec<Entry>, usize) {
        for (beginning, rest) in beginnings(word) {
            let fitting = self.entries.get(beginning).into_iter().flatten();
            let fitting: Vec<Entry> =
                fitting.filter(|entry| entry.starred || ENDINGS.contains(&rest)).copied().collect();
            if !fitting.is_empty() {
                return (fitting, rest.len());
            }
        }
        (Vec::new(), 0)
    }

    /// The last part of a German compound, and what stands before it.
    fn note_compound(&self, word: &str, share: f32, found: &mut Vec<(Concept, f32)>) {
        for start in SHORTEST_PART - 1..word.len().saturating_sub(SHORTEST_PART - 1) {
            let Some((head, tail)) = word.split_at_checked(start) else { continue };
            let (entries, rest) = self.longest(tail);
            if entries.is_empty() || rest > 2 {
                continue;
            }
            self.note(&entries, share, found);
            let (before, rest) = self.longest(head);
            if rest <= 2 {
                self.note(&before, share, found);
            }
            return;
        }
    }

    fn note(&self, entries: &[Entry], share: f32, found: &mut Vec<(Concept, f32)>) {
        for entry in entries {
            note(entry.concept, share, found);
            self.note_wider(entry.concept, share * WIDER, found);
        }
    }

    fn note_wider(&self, concept: Concept, share: f32, found: &mut Vec<(Concept, f32)>) {
        const LEAST: f32 = 0.2;
        if share < LEAST {
            return;
        }
        for wider in self.wider.get(usize::from(concept)).into_iter().flatten() {
            note(*wider, share, found);
            self.note_wider(*wider, share * WIDER, found);
        }
    }

    /// What phrases in a text mean, each once.
    pub(super) fn phrases<'a>(&self, words: impl Iterator<Item = &'a Known>) -> Vec<Vec<(Concept, f32)>> {
        let mut begun: Vec<(usize, u8, usize)> = Vec::new();
        let mut meant: Vec<Concept> = Vec::new();
        for (at, word) in words.enumerate() {
            for (phrase, place) in &word.parts {
                let Some((count, concept)) = self.phrases.get(*phrase) else { continue };
                let before = begun.iter_mut().find(|(known, next, last)| {
                    known == phrase && next == place && at - *last <= NEAR && at > *last
                });
                if *place + 1 == *count && before.is_some() && !meant.contains(concept) {
                    meant.push(*concept);
                }
                match before {
                    Some(before) => *before = (*phrase, place + 1, at),
                    None if *place == 0 => begun.push((*phrase, 1, at)),
                    None => {}
                }
            }
        }
        let all = |concept: &Concept| {
            let mut found = vec![(*concept, 1.0)];
            self.note_wider(*concept, WIDER, &mut found);
            found
        };
        meant.iter().map(all).collect()
    }
}

/// A part of a compound has at least so many letters.
const SHORTEST_PART: usize = 4;

fn name_of(head: &str) -> &str {
    head.split('>').next().unwrap_or(head).trim()
}

/// Every way to part a word in two, the longest beginning first.
fn beginnings(word: &str) -> impl Iterator<Item = (&str, &str)> {
    (1..=word.len()).rev().filter_map(|end| word.split_at_checked(end))
}

fn note(concept: Concept, share: f32, found: &mut Vec<(Concept, f32)>) {
    match found.iter_mut().find(|(known, _)| *known == concept) {
        Some((_, most)) => *most = most.max(share),
        None => found.push((concept, share)),
    }
}

/// `geloscht` → `loscht`, `weitergeleitet` → `weiterleitet`, `hochzuladen` → `hochladen`.
fn unparticipled(word: &str) -> Vec<String> {
    const LEAST: usize = 4;
    let mut found = Vec::new();
    let whole = APART.iter().filter_map(|apart| Some((*apart, word.strip_prefix(apart)?)));
    for (apart, rest) in whole.chain([("", word)]) {
        for between in ["ge", "zu"] {
            if let Some(verb) = rest.strip_prefix(between).filter(|verb| verb.len() >= LEAST) {
                found.push(format!("{apart}{verb}"));
            }
        }
    }
    found
}
