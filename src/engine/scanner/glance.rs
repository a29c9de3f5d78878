//! Whether a text can weigh anything in a disguise, seen from the text itself: most cannot, and need not be written out and
//! weighed once more. Says yes too often rather than too seldom.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::fold::{self, Swapped, View};
use super::marks;
use super::weigh::{MEETINGS, TERMS};
use super::words::Idea;

/// Which disguises are worth a look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Glance {
    pub(super) backwards: bool,
    pub(super) turned: bool,
}

pub(super) fn glance(view: &View) -> Glance {
    Glance { backwards: BACKWARDS.may_be_in(view), turned: TURNED.may_be_in(view) }
}

static BACKWARDS: LazyLock<Disguise> = LazyLock::new(|| Disguise::new(fold::backwards, Side::After));
static TURNED: LazyLock<Disguise> = LazyLock::new(|| Disguise::new(fold::turned, Side::Before));

/// Where the gap is that a word needs in order to begin.
#[derive(Clone, Copy)]
enum Side {
    Before,
    After,
}

/// The words and marks of an attack as they look in one disguise.
struct Disguise {
    /// The longest word of every term, and which idea it is of. None where a table cannot be built, which a test rules out.
    words: Option<AhoCorasick>,
    ideas: Vec<Idea>,
    gap: Side,
    /// Ideas that need no word at all.
    wordless: u32,
    signs: Option<AhoCorasick>,
}

impl Disguise {
    fn new(disguised: fn(&str) -> String, gap: Side) -> Self {
        let longest = |term: &str| runs(term).max_by_key(|run| run.len()).map(str::to_owned);
        let terms = || TERMS.iter().map(|(idea, term)| (*idea, longest(term)));
        let wordless = terms().filter(|(_, word)| word.is_none()).fold(0, |all, (idea, _)| all | bit(idea));
        let (ideas, words): (Vec<Idea>, Vec<String>) =
            terms().filter_map(|(idea, word)| Some((idea, disguised(&word?)))).unzip();
        let words = AhoCorasick::new(words).ok();
        let signs = AhoCorasick::new(marks::signs().map(disguised)).ok();
        Self { words, ideas, gap, wordless, signs }
    }

    fn may_be_in(&self, view: &View) -> bool {
        let (Some(words), Some(signs)) = (&self.words, &self.signs) else { return true };
        if signs.is_match(&view.shape) {
            return true;
        }
        let hits = words.find_overlapping_iter(&view.words);
        let hits = hits.filter(|hit| self.is_a_beginning(&view.words, hit.span().range()));
        let ideas = hits.filter_map(|hit| self.ideas.get(hit.pattern().as_usize()));
        let found = ideas.fold(self.wordless, |found, idea| found | bit(*idea));
        MEETINGS.iter().any(|meeting| meeting.ideas.iter().all(|idea| found & bit(*idea) != 0))
    }

    fn is_a_beginning(&self, words: &str, hit: Range<usize>) -> bool {
        let free = match self.gap {
            Side::Before => words.get(..hit.start).is_some_and(|before| before.ends_with(' ')),
            Side::After => words.get(hit.end..).is_some_and(|after| after.starts_with(' ')),
        };
        free || words.get(hit).is_none_or(is_gapless)
    }
}

/// Whether a text in which letters were swapped back can weigh more than it did before: it says a word it had not said, or
/// one fewer of those that take weight away.
pub(super) fn may_say_more(swapped: &Swapped) -> bool {
    // What follows its sign makes an address one.
    let known =
        |piece: &String| piece.contains('@') || runs(piece).any(|run| is_of_a_term(run) || is_gapless(run));
    let mut pieces = swapped.pieces.iter();
    !swapped.pieces.is_empty() && (swapped.glued || pieces.any(known) || marks::may_be_in(&swapped.text))
}

/// The words of all terms. A text goes on where a term ends, but not where one of its other words does.
static WHOLE: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| TERMS.iter().flat_map(|(_, term)| runs(term)).collect());
static LAST: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let last = |term: &'static str| runs(term).last().filter(|last| term.ends_with(last));
    TERMS.iter().filter_map(|(_, term)| last(term)).collect()
});

fn is_of_a_term(run: &str) -> bool {
    let mut beginnings = run.char_indices().skip(1).filter_map(|(end, _)| run.get(..end));
    WHOLE.contains(run) || beginnings.any(|beginning| LAST.contains(beginning))
}

/// In scripts that write no gaps a word may begin anywhere.
fn is_gapless(run: &str) -> bool {
    run.chars().any(|char| u32::from(char) >= 0x0600)
}

fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|run| !run.is_empty())
}

fn bit(idea: Idea) -> u32 {
    1 << idea as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::scanner::fold::Digits;
    use crate::scanner::weigh::{Weight, weigh};

    #[test]
    fn everything_can_be_searched() {
        for disguise in [&BACKWARDS, &TURNED] {
            assert!(disguise.words.is_some() && disguise.signs.is_some() && disguise.ideas.len() > 500);
        }
    }

    #[test]
    fn an_ordinary_mail_is_not_written_out_again() {
        let mail = "Hello Ben,\n\nthe boat leaves at nine on 14 May, so let's meet at the pier. Could you bring the papers?\n\nAna";
        assert_eq!(glance(&View::of(fold::shape(mail))), Glance::default());
        let swapped =
            fold::latin(&fold::shape("Order 19a5e0f3 of the 4th, room b12"), 'i', Digits::InsideWords);
        assert!(!swapped.pieces.is_empty() && !may_say_more(&swapped));
    }

    /// Terms, signs and what lies between them.
    fn texts() -> impl Strategy<Value = String> {
        let term = any::<prop::sample::Index>().prop_map(|index| TERMS[index.index(TERMS.len())].1.clone());
        let signs: Vec<&str> = marks::signs().collect();
        let piece = prop_oneof![
            6 => term,
            1 => prop::sample::select(signs).prop_map(str::to_owned),
            2 => "[ -~]{0,6}|\\PC{0,3}",
            2 => prop::sample::select(vec![" ", ". ", "'", "\n", "@x", "://", "1", "0"]).prop_map(str::to_owned),
        ];
        prop::collection::vec(piece, 1..9).prop_flat_map(|pieces| {
            prop::sample::select(vec![" ", "", ". ", "\n"]).prop_map(move |gap| pieces.join(gap))
        })
    }

    fn leet(shape: &str) -> String {
        shape.replace('i', "1").replace('o', "0").replace('e', "3").replace('s', "5")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn what_is_passed_over_weighs_nothing(text in texts()) {
            let shape = fold::shape(&text);
            for disguised in [shape.clone(), fold::backwards(&shape), fold::turned(&shape)] {
                let view = View::of(disguised);
                let seen = glance(&view);
                let backwards = weigh(&View::of(fold::backwards(&view.shape)));
                prop_assert!(seen.backwards || backwards == Weight::default(), "{backwards:?}");
                let turned = weigh(&view.turned());
                prop_assert!(seen.turned || turned == Weight::default(), "{turned:?}");
            }
        }

        #[test]
        fn letters_that_are_passed_over_add_no_weight(text in texts(), spoilt in any::<bool>()) {
            let shape = fold::shape(&text);
            let shape = if spoilt { leet(&shape) } else { shape };
            for one in ['i', 'l'] {
                for digits in [Digits::InsideWords, Digits::Everywhere] {
                    let swapped = fold::latin(&shape, one, digits);
                    let before = weigh(&View::of(shape.clone()));
                    let after = weigh(&View::of(swapped.text.clone()));
                    prop_assert!(may_say_more(&swapped) || after.sum <= before.sum, "{before:?} {after:?}");
                }
            }
        }
    }
}
