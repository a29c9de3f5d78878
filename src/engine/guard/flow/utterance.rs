//! What the requester wrote, cut into words and clauses, so that one can tell what they asked for from what they only
//! spoke about. Knows nothing of any tool.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::Deed;

use super::clauses::{Clause, Says, clauses, goes_on, is_for};
use super::passages::told;
use super::reading::{Joint, Passage, Place, Reading, Word};
use super::verbs::{Verbs, is_common, is_day};

/// One message of the requester's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Utterance {
    pub(crate) words: Vec<Word>,
    /// What each clause asks for.
    pub(super) clauses: Vec<Clause>,
    /// What somebody is to get as it was written.
    pub(super) passages: Vec<Passage>,
    /// As it was written, without what is quoted from elsewhere.
    pub(crate) raw: String,
    /// The same in small letters.
    pub(super) lowered: String,
    /// Where each word stands: hundreds of names are looked for in one order.
    places: Arc<HashMap<String, Vec<usize>>>,
}

/// A run of words in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordRange {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

impl Utterance {
    pub(crate) fn read(raw: &str) -> Self {
        let mut reading = Reading::new();
        let mut own = String::with_capacity(raw.len());
        for line in raw.lines() {
            // What is quoted from elsewhere is not what the person says.
            if line.trim_start().starts_with('>') || line.trim_start().starts_with("&gt;") {
                continue;
            }
            reading.line(line, own.len());
            own.extend([line, "\n"]);
        }
        reading.finish(own.len());
        let clauses = clauses(&reading);
        reading.passages.extend(told(&reading, &clauses));
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, word) in reading.words.iter().enumerate() {
            places.entry(word.text.clone()).or_default().push(at);
        }
        let lowered = own.to_lowercase();
        let Reading { words, passages, .. } = reading;
        Self { words, clauses, passages, raw: own, lowered, places: Arc::new(places) }
    }

    /// The words of a text that asks for nothing.
    pub(super) fn read_as_one(text: &str) -> Vec<Word> {
        let mut reading = Reading::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            reading.line(line.trim_end_matches('\n'), at);
            at += line.len();
        }
        reading.words
    }

    /// Where these words stand one after the other, outside of what is to be passed on.
    pub(crate) fn runs(&self, name: &[String]) -> Vec<WordRange> {
        let starts = name.first().and_then(|first| self.places.get(first)).into_iter().flatten();
        let runs = starts.map(|from| WordRange { from: *from, to: from + name.len() });
        runs.filter(|run| self.says(name, run.from)).collect()
    }

    /// Whether these words stand around a run, or are the same.
    pub(super) fn surrounds(&self, run: WordRange, name: &[String]) -> bool {
        let longer = name.len() + run.from >= run.to;
        longer && (run.to.saturating_sub(name.len())..=run.from).any(|from| self.says(name, from))
    }

    fn says(&self, name: &[String], from: usize) -> bool {
        let is_there = |words: &[Word]| {
            words.iter().zip(name).all(|(word, part)| word.place != Place::Passage && word.text == *part)
        };
        self.words.get(from..from + name.len()).is_some_and(is_there)
    }

    fn clause(&self, run: WordRange) -> Option<&Clause> {
        self.clauses.get(self.words.get(run.from)?.clause)
    }

    /// What is asked for where a name stands. A name that has an "and" in it is where it begins.
    pub(crate) fn asks_at(&self, run: WordRange) -> Verbs {
        let Some(clause) = self.clause(run).filter(|clause| run.from < clause.until) else {
            return Verbs::default();
        };
        let counts = match clause.says {
            Says::Utterance | Says::Where => true,
            Says::GoesOn => goes_on(&self.words, (run.from, run.to), clause.until),
            Says::Forbidden | Says::Else => false,
        };
        if counts { clause.verbs.clone() } else { Verbs::default() }
    }

    /// Whether somebody who is named here is the one for whom this is to be done.
    pub(crate) fn is_for(&self, run: WordRange, deed: Deed) -> bool {
        let verbs = self.asks_at(run);
        let possessive = self.words.get(run.to.saturating_sub(1)).is_some_and(|word| word.form.possessive);
        verbs.ask_for(deed)
            && (deed.is_destructive()
                || (is_for(&self.words, &self.clauses, run.from, deed)
                    // "Reply to Ana's mail" answers Ana; "send Ana's mail" is not for her.
                    && (!possessive || verbs.ask_for(Deed::Respond))))
    }

    /// The clause that says what is asked for where a run stands.
    pub(super) fn head(&self, run: WordRange) -> usize {
        self.clause(run).map_or(0, |clause| clause.head)
    }

    /// The order before this one in the same sentence.
    pub(super) fn order_before(&self, head: usize) -> Option<usize> {
        let mut before = self.clauses.iter().enumerate().take(head).rev();
        let (at, clause) = before.next()?;
        let same = self.clauses.get(head).is_some_and(|clause| clause.joint != Joint::Sentence);
        (same && clause.says == Says::Utterance).then_some(at)
    }

    /// Whether both stand in what one verb asks for.
    pub(crate) fn are_together(&self, one: WordRange, other: WordRange) -> bool {
        self.head(one) == self.head(other)
    }

    /// The words of the clause in which a run begins, each as a run of its own.
    pub(crate) fn beside(&self, run: WordRange) -> impl Iterator<Item = WordRange> {
        self.within(self.words.get(run.from).map_or(0, |word| word.clause))
    }

    /// The words of a clause, each as a run of its own.
    pub(super) fn within(&self, clause: usize) -> impl Iterator<Item = WordRange> {
        let places = self.words.iter().enumerate().filter(move |(_, word)| word.clause == clause);
        places.map(|(at, _)| WordRange { from: at, to: at + 1 })
    }

    /// Whether the clause of a run has one of these words in it.
    pub(crate) fn has_beside(&self, run: WordRange, words: &[&str]) -> bool {
        self.beside(run).any(|run| words.contains(&self.word(run)))
    }

    pub(crate) fn word(&self, run: WordRange) -> &str {
        self.words.get(run.from).map_or("", |word| word.text.as_str())
    }

    /// Whether a word stands outside of quotation marks and of what is to be passed on.
    pub(super) fn is_said(&self, run: WordRange) -> bool {
        self.words.get(run.from).is_some_and(|word| word.place == Place::Utterance)
            && self.clause(run).is_some_and(|clause| run.from < clause.until)
    }

    /// The mail address of which a word is part.
    pub(super) fn address_at(&self, run: WordRange) -> Option<&str> {
        let word = self.words.get(run.from).filter(|word| word.form.address)?;
        let before = self.raw.get(..word.from)?.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let behind = self.raw.get(before..)?.trim_start().split(char::is_whitespace).next()?;
        Some(behind.trim_matches(|sign: char| !sign.is_alphanumeric()))
    }

    pub(super) fn is_quoted(&self, run: WordRange) -> bool {
        self.words.get(run.from).is_some_and(|word| word.place == Place::Quoted)
    }

    /// Whether a single word can be somebody's name: it is written as names are, or it is no word of every day and
    /// whoever wrote this writes no capitals.
    pub(crate) fn is_name(&self, run: WordRange) -> bool {
        let Some(word) = self.words.get(run.from) else { return false };
        let small = !self.words.iter().any(|word| word.titled);
        let alone = || {
            !is_day(&word.text) && (word.titled || ((small || word.form.capital) && !is_common(&word.text)))
        };
        run.to - run.from > 1 || alone()
    }

    /// Whether anything of this kind is asked for in it.
    pub(crate) fn asks_for(&self, deed: Deed) -> bool {
        self.clauses.iter().any(|clause| clause.verbs.ask_for(deed))
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
pub(super) fn bare(mut word: String) -> String {
    let plain = word.trim_end_matches('\'');
    let length = plain.strip_suffix("'s").unwrap_or(plain).len();
    word.truncate(length);
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(order: &str, name: &str, deed: Deed) -> bool {
        let order = Utterance::read(order);
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
    fn in_what_something_is_to_be_written_may_be_said_before() {
        for order in [
            "In Team plan, replace “hundred” with “two hundred”",
            "In the document “Team plan”, could you replace hundred with two hundred?",
            "Hi! In my doc Team plan, change hundred to two hundred.",
            "Im Dokument Team plan, ersetze hundert durch zweihundert",
        ] {
            assert!(asks(order, "Team plan", Deed::Revise), "{order}");
        }
        for order in [
            "In Team plan, is hundred replaced?",
            "In Team plan, show me what to replace",
            "In Team plan the number is wrong, replace it",
            "In Team plan and replace hundred",
            "In case of Team plan, replace hundred",
            "In March Team plan, replace hundred",
            "In Ana's Team plan, replace hundred",
            "In Team plan, if it is late, replace hundred",
            "In no Team plan, replace hundred",
        ] {
            assert!(!asks(order, "Team plan", Deed::Revise), "{order}");
        }
        // Only what is written in something is asked for so, and nothing behind it.
        for (order, name, deed) in [
            ("In Team plan, delete hundred", "Team plan", Deed::Destroy),
            ("In Team plan, send Ben the numbers", "Ben", Deed::Send),
            ("In Team plan, share Costs with Ben", "Costs", Deed::Share),
            ("In Team plan, replace hundred and delete Costs", "Costs", Deed::Destroy),
            ("In Team plan, replace hundred, then share Costs with Ben", "Costs", Deed::Share),
            ("In March, replace hundred in Costs", "Costs", Deed::Revise),
            ("In case of fire, replace hundred in Costs", "Costs", Deed::Revise),
        ] {
            assert!(!asks(order, name, deed), "{order}");
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
