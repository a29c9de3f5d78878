//! What stands around somebody's words when they write to somebody: a greeting, and their name. It says nothing, as long as
//! it is no more than that.

use std::collections::BTreeSet;

use super::people::Roster;
use super::utterance::words_of;

const GREETINGS: [&str; 16] = [
    "hi", "hello", "hey", "dear", "good", "hallo", "liebe", "lieber", "guten", "bonjour", "salut", "cher",
    "chère", "hola", "buenos", "estimado",
];
/// Whom one greets beside by name, and what one wishes them.
const GREETED: [&str; 22] = [
    "all",
    "everyone",
    "everybody",
    "both",
    "team",
    "there",
    "mr",
    "mrs",
    "ms",
    "dr",
    "herr",
    "frau",
    "zusammen",
    "tous",
    "todos",
    "morning",
    "afternoon",
    "evening",
    "morgen",
    "tag",
    "días",
    "tardes",
];
const CLOSINGS: [&str; 30] = [
    "best",
    "best regards",
    "best wishes",
    "kind regards",
    "warm regards",
    "warm wishes",
    "regards",
    "cheers",
    "sincerely",
    "yours",
    "yours sincerely",
    "sincerely yours",
    "thanks",
    "many thanks",
    "thank you",
    "thank you very much",
    "viele grüße",
    "liebe grüße",
    "beste grüße",
    "mit freundlichen grüßen",
    "danke",
    "vielen dank",
    "cordialement",
    "bien cordialement",
    "merci",
    "merci beaucoup",
    "saludos",
    "un saludo",
    "gracias",
    "muchas gracias",
];
/// So many words of a greeting may be names.
const NAMES: usize = 4;
/// "Many thanks, best regards".
const PHRASES: usize = 2;

/// Who writes, and to whom.
#[derive(Default)]
pub(super) struct Manners {
    name: Vec<String>,
    /// Whatever whoever gets it is called.
    addressees: BTreeSet<String>,
}

impl Manners {
    /// What the directory calls them, and what their address says of them.
    pub(super) fn between<'a>(
        name: &str,
        mailboxes: impl IntoIterator<Item = &'a str>,
        roster: &Roster,
    ) -> Self {
        let mut addressees = BTreeSet::new();
        for mailbox in mailboxes {
            let address = mailbox.to_lowercase();
            addressees.extend(words_of(roster.name_of(&address).unwrap_or_default()));
            addressees.extend(words_of(address.split('@').next().unwrap_or_default()));
        }
        Self { name: words_of(name), addressees }
    }

    /// Whether these words are the name of somebody it goes to.
    pub(super) fn is_an_addressee(&self, words: &[String]) -> bool {
        words.len() <= NAMES && words.iter().all(|word| self.addressees.contains(word))
    }

    /// From which word to which there is more than manners, with some or all of those that stand around it taken away.
    pub(super) fn around(&self, words: &[String]) -> impl Iterator<Item = (usize, usize)> + use<> {
        let ends = self.ends(words);
        self.starts(words).flat_map(move |start| {
            let ends = ends.clone().into_iter().filter(move |end| start <= *end);
            ends.map(move |end| (start, end))
        })
    }

    fn starts(&self, words: &[String]) -> impl Iterator<Item = usize> + use<> {
        let greets = words.first().is_some_and(|word| GREETINGS.contains(&word.as_str()));
        let is_greeted =
            |word: &&String| GREETED.contains(&word.as_str()) || self.addressees.contains(word.as_str());
        let names = words.iter().skip(1).take(NAMES).take_while(is_greeted).count();
        (0..=1 + names).filter(move |start| *start == 0 || greets)
    }

    fn ends(&self, words: &[String]) -> Vec<usize> {
        let mut ends = vec![words.len()];
        let is_name = |from: usize| {
            words.get(from..).is_some_and(|rest| self.name.windows(rest.len()).any(|part| part == rest))
        };
        let last = words.len().saturating_sub(self.name.len());
        ends.extend((last..words.len()).filter(|from| is_name(*from)));
        for _ in 0..PHRASES {
            let before = ends.clone();
            for phrase in CLOSINGS {
                let phrase: Vec<&str> = phrase.split(' ').collect();
                let closed = before.iter().filter(|end| is_before(words, **end, &phrase));
                ends.extend(closed.map(|end| end - phrase.len()));
            }
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}

fn is_before(words: &[String], end: usize, phrase: &[&str]) -> bool {
    let from = end.checked_sub(phrase.len());
    from.and_then(|from| words.get(from..end)).is_some_and(|here| here == phrase)
}
