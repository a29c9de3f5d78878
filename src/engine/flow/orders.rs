//! What the requester wrote, cut into words and clauses, so that one can tell what they asked for from what they only
//! spoke about. Knows nothing of any tool.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::Deed;

use super::verbs::{Verbs, is_common, is_day, looks_like_question, verbs};

/// One word of somebody's, as it is compared: in small letters, without marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    place: Place,
    clause: usize,
    /// A capital in the middle of a sentence: a name, and no verb.
    titled: bool,
    /// A capital anywhere.
    capital: bool,
}

/// Where a word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In what is asked for.
    Order,
    /// In quotation marks: a name, or words to be used.
    Quoted,
    /// In words that are to be passed on.
    Passage,
}

/// One message of the requester's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    pub(crate) words: Vec<Word>,
    /// What each clause asks for.
    clauses: Vec<Verbs>,
    /// The clause that says so: what has no verb of its own belongs to the one before.
    heads: Vec<usize>,
    /// As it was written, without what is quoted from elsewhere.
    pub(crate) raw: String,
    /// The same in small letters.
    pub(super) lowered: String,
    /// Where each word stands: hundreds of names are looked for in one order.
    places: Arc<HashMap<String, Vec<usize>>>,
}

/// A run of words in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// What stands before a colon that introduces a list and not a passage.
const INTRODUCE: [&str; 16] = [
    "to",
    "cc",
    "bcc",
    "with",
    "attendees",
    "guests",
    "people",
    "for",
    "an",
    "für",
    "mit",
    "invite",
    "following",
    "these",
    "subject",
    "title",
];
const NEGATIONS: [&str; 14] = [
    "don't", "dont", "not", "never", "without", "nobody", "no", "nicht", "kein", "keine", "ohne", "pas",
    "jamais", "sin",
];

impl Order {
    pub(crate) fn read(raw: &str) -> Self {
        let mut reading = Reading::default();
        let mut own = String::with_capacity(raw.len());
        for line in raw.lines() {
            // What is quoted from elsewhere is not what the person says.
            if line.trim_start().starts_with('>') || line.trim_start().starts_with("&gt;") {
                continue;
            }
            own.extend([line, "\n"]);
            reading.line(line);
            reading.end_clause();
            reading.sentence = Sentence::Begins;
        }
        reading.finish(own)
    }

    /// Where these words stand one after the other, outside of what is to be passed on.
    pub(crate) fn runs(&self, name: &[String]) -> Vec<Run> {
        let is_there = |words: &[Word]| {
            words.iter().zip(name).all(|(word, part)| word.place != Place::Passage && word.text == *part)
        };
        let starts = name.first().and_then(|first| self.places.get(first)).into_iter().flatten();
        let runs = starts.map(|from| Run { from: *from, to: from + name.len() });
        runs.filter(|run| self.words.get(run.from..run.to).is_some_and(is_there)).collect()
    }

    /// What is asked for where a name stands. A name that has an "and" in it is in one clause all the same.
    pub(crate) fn asks_at(&self, run: Run) -> Verbs {
        let clause = |at: usize| self.words.get(at).map_or(0, |word| word.clause);
        let (first, last) = (clause(run.from), clause(run.to.saturating_sub(1)));
        let stretch = self.clauses.get(first..=last).unwrap_or_default();
        stretch.iter().fold(Verbs::default(), Verbs::and)
    }

    /// Whether both stand in what one verb asks for.
    pub(crate) fn are_together(&self, one: Run, other: Run) -> bool {
        let head = |run: Run| {
            let clause = self.words.get(run.from).map_or(0, |word| word.clause);
            self.heads.get(clause).copied().unwrap_or(clause)
        };
        head(one) == head(other)
    }

    /// The words of the clause in which a run begins, each as a run of its own.
    pub(crate) fn beside(&self, run: Run) -> impl Iterator<Item = Run> {
        let clause = self.words.get(run.from).map_or(0, |word| word.clause);
        let places = self.words.iter().enumerate().filter(move |(_, word)| word.clause == clause);
        places.map(|(at, _)| Run { from: at, to: at + 1 })
    }

    /// Whether the clause of a run has one of these words in it.
    pub(crate) fn has_beside(&self, run: Run, words: &[&str]) -> bool {
        self.beside(run).any(|run| words.contains(&self.word(run)))
    }

    pub(crate) fn word(&self, run: Run) -> &str {
        self.words.get(run.from).map_or("", |word| word.text.as_str())
    }

    /// Whether a single word can be somebody's name: it is written as names are, or it is no word of every day and
    /// whoever wrote this writes no capitals.
    pub(crate) fn is_name(&self, run: Run) -> bool {
        let Some(word) = self.words.get(run.from) else { return false };
        let small = !self.words.iter().any(|word| word.titled);
        let alone =
            || !is_day(&word.text) && (word.titled || ((small || word.capital) && !is_common(&word.text)));
        run.to - run.from > 1 || alone()
    }

    /// Whether anything of this kind is asked for in it.
    pub(crate) fn asks_for(&self, deed: Deed) -> bool {
        self.clauses.iter().any(|clause| clause.ask_for(deed))
    }

    /// Whether these words stand one after the other anywhere in it, passages included.
    pub(crate) fn says(&self, words: &[String]) -> bool {
        !words.is_empty()
            && self
                .words
                .windows(words.len())
                .any(|here| here.iter().zip(words).all(|(here, word)| here.text == *word))
    }

    /// Whether these words stand in it in this order, with others between them.
    pub(crate) fn says_in_order(&self, words: &[String]) -> bool {
        let mut rest = self.words.iter();
        words.iter().all(|word| rest.any(|here| here.text == *word))
    }
}

/// The words of a text as they are compared.
pub(crate) fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_alphanumeric() || ((letter == '\'' || letter == '’') && !word.is_empty()) {
            let letter = if letter == '’' { '\'' } else { letter };
            // Most letters need no table.
            if letter.is_ascii() {
                word.push(letter.to_ascii_lowercase());
            } else {
                word.extend(letter.to_lowercase());
            }
        } else if !word.is_empty() {
            words.push(bare(std::mem::take(&mut word)));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Without the mark of possession.
fn bare(mut word: String) -> String {
    let plain = word.trim_end_matches('\'');
    let length = plain.strip_suffix("'s").unwrap_or(plain).len();
    word.truncate(length);
    word
}

/// Whether the next word is the first of its sentence.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Sentence {
    #[default]
    Begins,
    GoesOn,
}

#[derive(Default)]
struct Reading {
    words: Vec<Word>,
    word: String,
    clause: usize,
    quoted: Option<char>,
    /// Whether the word that is being read begins with a capital.
    capital: bool,
    sentence: Sentence,
    passage: bool,
    fenced: bool,
}

impl Reading {
    fn line(&mut self, line: &str) {
        if line.trim_start().starts_with("```") {
            self.fenced = !self.fenced;
            return;
        }
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            let next = letters.peek().copied();
            match letter {
                '\'' | '’' if !self.word.is_empty() && next.is_some_and(char::is_alphanumeric) => {
                    self.word.push('\'');
                }
                letter if letter.is_alphanumeric() => {
                    if self.word.is_empty() {
                        self.capital = letter.is_uppercase();
                    }
                    self.word.extend(letter.to_lowercase());
                }
                letter => {
                    self.end_word();
                    self.mark(letter, next);
                }
            }
        }
        self.end_word();
    }

    fn mark(&mut self, letter: char, next: Option<char>) {
        match (self.quoted, letter) {
            (Some(closes), letter) if letter == closes => self.quoted = None,
            (None, '"') => self.quoted = Some('"'),
            (None, '“' | '„') => self.quoted = Some('”'),
            (None, '«') => self.quoted = Some('»'),
            (None, ':') if next.is_none_or(char::is_whitespace) => self.begin_passage(),
            // An address or a number goes on behind such a sign.
            (None, '.' | '!' | '?') if next.is_none_or(char::is_whitespace) => {
                self.end_clause();
                self.sentence = Sentence::Begins;
            }
            (None, ',' | ';') if next.is_none_or(char::is_whitespace) => self.end_clause(),
            (Some(_) | None, _) => {}
        }
    }

    /// "Reply to Ana: …" – what follows is said to Ana, and asks us for nothing.
    fn begin_passage(&mut self) {
        let last = self.words.last().map_or("", |word| word.text.as_str());
        if !INTRODUCE.contains(&last) {
            self.passage = true;
        }
    }

    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let text = bare(std::mem::take(&mut self.word));
        let place = match (self.passage || self.fenced, self.quoted) {
            (true, _) => Place::Passage,
            (false, Some(_)) => Place::Quoted,
            (false, None) => Place::Order,
        };
        let joins =
            matches!(text.as_str(), "and" | "then" | "und" | "dann" | "et" | "puis" | "y" | "e" | "luego");
        if joins && place == Place::Order {
            self.end_clause();
        }
        let titled = self.capital && self.sentence == Sentence::GoesOn;
        self.sentence = Sentence::GoesOn;
        self.words.push(Word { text, place, clause: self.clause, titled, capital: self.capital });
    }

    fn end_clause(&mut self) {
        if self.words.last().is_some_and(|word| word.clause == self.clause) && !self.passage {
            self.clause += 1;
        }
    }

    fn finish(self, raw: String) -> Order {
        let mut clauses: Vec<Verbs> = Vec::new();
        let mut heads: Vec<usize> = Vec::new();
        for clause in 0..=self.clause {
            let of_clause =
                self.words.iter().filter(|word| word.clause == clause && word.place == Place::Order);
            let words: Vec<&str> =
                of_clause.map(|word| if word.titled { "" } else { word.text.as_str() }).collect();
            let own = if words.iter().any(|word| NEGATIONS.contains(word)) {
                Some(Verbs::default())
            } else {
                verbs(&words).or_else(|| looks_like_question(&words).then(Verbs::default))
            };
            // "Send it to Ana, Ben and Cara": what has no verb of its own belongs to the one before.
            heads.push(if own.is_some() { clause } else { heads.last().copied().unwrap_or(clause) });
            clauses.push(own.unwrap_or_else(|| clauses.last().cloned().unwrap_or_default()));
        }
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, word) in self.words.iter().enumerate() {
            places.entry(word.text.clone()).or_default().push(at);
        }
        let lowered = raw.to_lowercase();
        Order { words: self.words, clauses, heads, raw, lowered, places: Arc::new(places) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(order: &str, name: &str, deed: Deed) -> bool {
        let order = Order::read(order);
        order.runs(&words_of(name)).into_iter().any(|run| order.asks_at(run).ask_for(deed))
    }

    #[test]
    fn who_is_spoken_about_is_told_from_who_is_to_be_written_to() {
        for order in [
            "Send the notes to Ana",
            "summarise Ben's mail and send it to Ana",
            "please email Ben, Cara and Ana: the room is 4",
            "Can you let Ana know we are late?",
            "I want you to mail Ana",
            "Kannst du Ana eine Mail schicken?",
            "Antworte Ana, dass es passt",
            "Tell Ben and Ana that lunch is at noon",
        ] {
            assert!(asks(order, "Ana", Deed::Send), "{order}");
        }
        for order in [
            "Summarise Ana's mail",
            "What did Ana send me?",
            "Did Ben send the report to Ana?",
            "tell me what Ana wrote",
            "Don't send anything to Ana",
            "send it to Ben, but not to Ana",
            "Reply to Ben: please send it to Ana",
            "Summarise Ana's mail and send it to Ben",
            "> send it to Ana\nwhat do you think?",
            "Show me the mail from Ana and then send Ben the file",
            "Read Team plan, Mail box and the letter of Ana",
        ] {
            assert!(!asks(order, "Ana", Deed::Send), "{order}");
        }
    }

    #[test]
    fn naming_a_file_to_read_it_does_not_ask_for_its_deletion() {
        assert!(asks("Read Plan and delete the Old draft", "Old draft", Deed::Destroy));
        assert!(!asks("Read Plan and delete the Old draft", "Plan", Deed::Destroy));
        assert!(asks("Delete the drafts “Salt and Pepper” and Lunch", "Salt and Pepper", Deed::Destroy));
        assert!(asks("Delete the drafts “Salt and Pepper” and Lunch", "Lunch", Deed::Destroy));
    }
}
