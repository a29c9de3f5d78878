//! What words mean: concepts of office work and of the world, each with its words in five languages.
//!
//! `lexicon/*.txt` holds a concept a line. It knows no tool and no question: it is written by what there is to talk about.
//! A word means what the longest entry that fits it means; German words that are made of several mean what their parts do.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::shapes::shape_of;
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
    "ab", "an", "auf", "aus", "bei", "ein", "her", "hin", "hoch", "los", "mit", "nach", "um", "unter", "vor",
    "weg", "weiter", "zu", "zuruck", "zusammen",
];
/// How much of a word's meaning a wider concept has.
const WIDER: f32 = 0.5;
/// What is fainter than this does not count.
const FAINT: f32 = 0.25;
/// How much of it a part of a compound has.
const COMPOUND: f32 = 0.8;
/// Entries that are shorter than the longest by no more than this fit as well as it does.
const ABOUT: usize = 2;
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
    names: HashMap<&'static str, Concept>,
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
        let written = || CONCEPTS.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with('#'));
        let lines = || written().filter_map(|line| line.split_once(": "));
        lexicon.names = lines().map(|(head, _)| name_of(head)).zip(0..Concept::MAX).collect();
        for (number, (head, words)) in (0..Concept::MAX).zip(lines()) {
            let wider = head.split_once('>').map_or("", |(_, wider)| wider);
            let wider =
                wider.split_whitespace().filter_map(|name| lexicon.names.get(name)).copied().collect();
            lexicon.wider.push(wider);
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
        self.understand(word, &mut concepts);
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

    fn understand(&self, word: &str, found: &mut Vec<(Concept, f32)>) {
        let (mut entries, mut rest) = self.longest(word);
        for other in unparticipled(word) {
            let (fitting, left) = self.longest(&other);
            if !fitting.is_empty() && (entries.is_empty() || left < rest) {
                (entries, rest) = (fitting, left);
            }
        }
        self.note(&entries, 1.0, found);
        if (entries.is_empty() || rest >= SHORTEST_PART) && word.len() >= 2 * SHORTEST_PART {
            self.note_compound(word, COMPOUND, found);
        }
    }

    /// What the longest entries that fit mean, and how much of the word is left.
    fn longest(&self, word: &str) -> (Vec<Entry>, usize) {
        let mut found: Vec<Entry> = Vec::new();
        let mut left = 0;
        for (beginning, rest) in beginnings(word) {
            if !found.is_empty() && rest.len() > left + ABOUT {
                break;
            }
            let fitting = self.entries.get(beginning).into_iter().flatten();
            let fitting = fitting.filter(|entry| entry.starred || ENDINGS.contains(&rest));
            let before = found.len();
            found.extend(fitting);
            if before == 0 && !found.is_empty() {
                left = rest.len();
            }
        }
        (found, left)
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
        if share < FAINT {
            return;
        }
        for wider in self.wider.get(usize::from(concept)).into_iter().flatten() {
            note(*wider, share, found);
            self.note_wider(*wider, share * WIDER, found);
        }
    }

    /// What is said by its shape alone.
    pub(super) fn shape(&self, written: &str) -> Vec<(Concept, f32)> {
        let mut found = Vec::new();
        for concept in shape_of(written).iter().filter_map(|name| self.names.get(name)) {
            note(*concept, 1.0, &mut found);
            self.note_wider(*concept, WIDER, &mut found);
        }
        found
    }

    /// What phrases in a text mean, each meaning once.
    pub(super) fn phrases(&self, words: &[&Known], begun: &mut Begun) -> Vec<Vec<(Concept, f32)>> {
        let mut meant: Vec<Concept> = Vec::new();
        begun.words += NEAR;
        for word in words {
            begun.words += 1;
            for (phrase, place) in &word.parts {
                let Some(state) = begun.phrases.get_mut(*phrase) else { continue };
                let goes_on = state.next == *place && begun.words - state.last <= NEAR;
                if !goes_on && *place > 0 {
                    continue;
                }
                *state = Progress { next: place + 1, last: begun.words };
                let Some((count, concept)) = self.phrases.get(*phrase) else { continue };
                if place + 1 == *count && !meant.contains(concept) {
                    meant.push(*concept);
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

    pub(super) fn begin(&self) -> Begun {
        Begun { phrases: vec![Progress::default(); self.phrases.len()], words: 0 }
    }
}

/// Which phrases have begun, in one text after the other: words are numbered so that none is near one of another text.
#[derive(Debug)]
pub(super) struct Begun {
    phrases: Vec<Progress>,
    words: usize,
}

/// Which part of a phrase would come next, and where the one before it stood.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    next: u8,
    last: usize,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lexicon_is_well_kept() {
        let lines = || {
            let lines = CONCEPTS.iter().flat_map(|file| file.lines());
            lines.filter(|line| !line.starts_with('#') && !line.is_empty())
        };
        let mut names = HashSet::new();
        for line in lines() {
            let (head, words) = line.split_once(": ").expect(line);
            assert!(names.insert(name_of(head)), "{head} stands twice");
            for word in
                words.split(' ').filter(|word| word.ends_with('*') && !word.contains(['+', '-', '\'']))
            {
                assert!(word.chars().count() > 3, "{word} in {head} fits too much");
            }
        }
        for line in lines() {
            let wider = line
                .split_once(": ")
                .and_then(|(head, _)| head.split_once('>'))
                .map_or("", |(_, wider)| wider);
            assert!(wider.split_whitespace().all(|name| names.contains(name)), "{line}");
        }
        assert_eq!(names.len(), LEXICON.len());
    }

    #[test]
    fn forms_compounds_participles_and_phrases_mean_what_their_words_do() {
        let concept = |name: &str| *LEXICON.names.get(name).unwrap();
        let means = |word: &str, name: &str| {
            let known = LEXICON.look_up(word).concepts;
            known.iter().any(|(known, _)| *known == concept(name))
        };
        assert!(
            means("calendarios", "calendar")
                && means("geloscht", "delete")
                && means("weitergeleitet", "forward")
        );
        assert!(means("vertragsordner", "folder") && means("vertragsordner", "contract"));
        assert!(means("kalendereintrag", "calendar") && !means("kalendereintrag", "mail"));
        assert!(LEXICON.look_up("the").stem.is_none() && LEXICON.look_up("the").concepts.is_empty());
        let known = ["lade", "die", "datei", "hoch"].map(|word| LEXICON.look_up(word));
        let phrases = LEXICON.phrases(&known.iter().collect::<Vec<_>>(), &mut LEXICON.begin());
        assert!(
            phrases.iter().any(|meant| meant.first().is_some_and(|(known, _)| *known == concept("upload")))
        );
    }
}
