//! What somebody is to be told: the words behind "that" as they were written, up to the next order.

use super::clauses::{Clause, Says};
use super::reading::{Joint, Passage, Place, Reading, Word};

/// Behind these stands what somebody is to get.
const BEGIN: [&str; 8] = ["that", "saying", "know", "words", "dass", "daß", "que", "worten"];

/// The passages that no colon and no quotation mark shows.
pub(super) fn told(reading: &Reading, clauses: &[Clause]) -> Vec<Passage> {
    let utterances = clauses.iter().enumerate().filter(|(_, clause)| clause.says == Says::Utterance);
    utterances.filter_map(|(at, clause)| passage(reading, clauses, (at, clause))).collect()
}

fn passage(reading: &Reading, clauses: &[Clause], (at, clause): (usize, &Clause)) -> Option<Passage> {
    let verb = clause.verb?;
    let own = reading.words.iter().enumerate().skip(verb + 1).filter(|(_, word)| word.clause == at);
    let mut own = own.filter(|(_, word)| word.place == Place::Utterance && !word.titled);
    let (begin, _) = own.find(|(_, word)| BEGIN.contains(&word.text.as_str()))?;
    let next = reading.words.get(begin + 1);
    // "Let Ana know that …"
    let begin = begin + usize::from(next.is_some_and(|word| BEGIN.contains(&word.text.as_str())));
    let begins = reading.words.get(begin + 1)?;
    let end = end(reading, clauses, at);
    let last = reading.words.iter().take_while(|word| word.from < end).last()?;
    let is_one = begins.place == Place::Utterance && last.place == Place::Utterance && begins.from < end;
    is_one.then_some(Passage { from: begins.from, to: end, clause: at })
}

/// Where the next order begins, or the next sentence.
fn end(reading: &Reading, clauses: &[Clause], at: usize) -> usize {
    let starts =
        |clause: usize| reading.words.iter().find(|word| word.clause == clause).map(|word| word.from);
    let more = clauses.iter().zip(&reading.joints).enumerate().skip(at + 1);
    let mut ends = more.filter(|(_, (clause, joint))| {
        **joint == Joint::Sentence || matches!(clause.says, Says::Utterance | Says::Forbidden)
    });
    let next = ends.find_map(|(clause, _)| starts(clause));
    next.unwrap_or_else(|| reading.words.last().map_or(0, |word: &Word| word.to))
}
