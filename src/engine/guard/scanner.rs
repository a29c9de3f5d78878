//! Looks for texts that give orders to an assistant, in plain words or in disguise.
//!
//! **It is not a barrier.** It raises scrutiny: a level on the label of a text, a banner on a card. It does not know who
//! wrote the text, what a tool may do or what was asked; a text it finds quiet is obeyed no more than any other. Pure,
//! and linear in the length of the text.

mod decode;
mod fold;
mod hidden;
mod marks;
#[cfg(test)]
mod tests;
mod weigh;
mod words;

use fold::{Digits, View};
use hidden::Visible;
use kernel::Alarm;
use weigh::{Weight, weigh, weigh_blurred};

/// What was noticed in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scan {
    pub(crate) level: Alarm,
    /// In words for a person, the most important first.
    pub(crate) found: Vec<&'static str>,
}

/// So many bytes are looked at together.
const WINDOW: usize = 256 * 1024;
/// Windows overlap by so much, so that nothing falls between two.
const OVERLAP: usize = 4 * 1024;
/// Beyond these the rest of a text is not read, and that is said.
const MOST_WINDOWS: usize = 8;
/// Coats within coats are taken off so often.
const MOST_COATS: usize = 3;

/// From this weight on a text is odd, and from that one it is loud.
const ODD: u32 = 3;
const LOUD: u32 = 5;
/// So many hidden letters are no accident.
const SMUGGLED: usize = 8;
const JOINTS: usize = 8;

pub(crate) fn scan(text: &str) -> Scan {
    // Before the windows: what nobody sees must not move their edges.
    let seen = hidden::visible(text);
    let mut scan = smuggled(&seen);
    let mut rest = seen.text.as_str();
    for _ in 0..MOST_WINDOWS {
        let (window, next) = window(rest);
        scan.add(look(window, seen.joints));
        rest = next;
        if rest.is_empty() {
            return scan;
        }
    }
    scan.add(Scan { level: Alarm::Odd, found: vec!["too long to be read to its end"] });
    scan
}

impl Scan {
    fn add(&mut self, other: Scan) {
        let louder = other.level > self.level;
        self.level = self.level.max(other.level);
        let (mut first, second) = if louder {
            (other.found, std::mem::take(&mut self.found))
        } else {
            (std::mem::take(&mut self.found), other.found)
        };
        for words in second {
            if !first.contains(&words) {
                first.push(words);
            }
        }
        self.found = first;
    }
}

/// The next part of a text, and what is left from a little before its end.
fn window(text: &str) -> (&str, &str) {
    if text.len() <= WINDOW {
        return (text, "");
    }
    let (window, _) = text.split_at(text.floor_char_boundary(WINDOW));
    let (_, rest) = text.split_at(text.floor_char_boundary(WINDOW - OVERLAP));
    (window, rest)
}

/// Text spelled with characters nobody sees has no honest reason, whatever it says.
fn smuggled(seen: &Visible) -> Scan {
    if seen.smuggled < SMUGGLED {
        return Scan::default();
    }
    let mut scan = Scan { level: Alarm::Loud, found: vec![HIDDEN] };
    for text in [&seen.tags, &seen.selectors] {
        let (text, _) = window(text);
        scan.add(Scan { level: Alarm::Quiet, found: weigh(&View::of(fold::shape(text))).found });
    }
    scan
}

fn look(text: &str, joints: usize) -> Scan {
    let view = View::of(fold::shape(text));
    let together = fold::undotted_letters(&view.shape);
    let plain = broken_or_whole(&view);
    let mut scan = judged(&plain, joints);
    if fold::is_spread(&view.shape, &together) {
        scan.add(Scan { level: Alarm::Odd, found: vec![APART] });
    }
    for (words, weight) in disguised(&view, &together) {
        scan.add(unmasked(&plain, weight, words));
    }
    for (words, weight) in coats(text, MOST_COATS) {
        scan.add(unmasked(&plain, weight, words));
    }
    scan
}

fn judged(plain: &Weight, joints: usize) -> Scan {
    let spread = joints >= JOINTS;
    let sum = plain.sum + if spread { ODD } else { 0 };
    let level = match sum {
        LOUD.. => Alarm::Loud,
        ODD.. => Alarm::Odd,
        _ => return Scan::default(),
    };
    let mut found = plain.found.clone();
    if spread {
        found.insert(0, HIDDEN);
    }
    Scan { level, found }
}

/// A disguise under which there is more than meets the eye: whoever hides an order means it.
fn unmasked(plain: &Weight, weight: Weight, words: &'static str) -> Scan {
    if weight.sum <= plain.sum {
        return Scan::default();
    }
    let level = match weight.sum {
        ODD.. => Alarm::Loud,
        2 => Alarm::Odd,
        _ => return Scan::default(),
    };
    let mut found = vec![words];
    found.extend(weight.found);
    Scan { level, found }
}

const HIDDEN: &str = "text hidden by invisible characters";
const APART: &str = "letters set apart";

/// The same text as if it had been disguised letter by letter. Where that changes nothing, it was weighed before.
fn disguised(view: &View, together: &str) -> Vec<(&'static str, Weight)> {
    const SWAPPED: &str = "letters swapped for look-alikes";
    let shape = view.shape.as_str();
    let mut all = vec![
        ("text written backwards", weigh(&View::of(fold::backwards(shape)))),
        ("letters turned by rot13", weigh(&view.turned())),
    ];
    let gathered = fold::gathered(together);
    if gathered.strip_suffix('\n') != Some(shape) {
        all.push((APART, weigh(&View::of(gathered))));
    }
    let digits = fold::digits(shape);
    let latin = fold::latin(shape, 'i', digits);
    if digits == Digits::Everywhere {
        all.push((SWAPPED, weigh_blurred(&latin)));
    }
    // Without a one it is the same text once more.
    let other = shape.contains(['1', '|']).then(|| fold::latin(shape, 'l', digits));
    let other = other.filter(|other| *other != latin);
    let swapped = std::iter::once(latin).chain(other).filter(|latin| latin != shape);
    all.extend(swapped.map(|latin| (SWAPPED, weigh(&View::of(latin)))));
    all
}

/// What is found under each coat, and under the coats below it.
fn coats(text: &str, left: usize) -> Vec<(&'static str, Weight)> {
    let Some(left) = left.checked_sub(1) else { return Vec::new() };
    let inner = [
        ("an order hidden in base64", Some(decode::base64_texts(text))),
        ("an order hidden in hexadecimal", Some(decode::hex_texts(text))),
        ("an order hidden by escapes", decode::unescaped(text)),
    ];
    let mut all = Vec::new();
    for (words, inner) in inner {
        let Some(inner) = inner.filter(|inner| !inner.is_empty()) else { continue };
        let seen = hidden::visible(&inner);
        if seen.smuggled >= SMUGGLED {
            all.push((HIDDEN, Weight { sum: LOUD, found: Vec::new() }));
        }
        let inner = seen.text;
        all.push((words, broken_or_whole(&View::of(fold::shape(&inner)))));
        all.extend(coats(&inner, left).into_iter().map(|(_, weight)| (words, weight)));
    }
    all
}

/// As it stands, and as if words had been broken at the ends of lines.
fn broken_or_whole(view: &View) -> Weight {
    let joined = fold::joined(&view.shape);
    let whole = weigh(view);
    if joined == view.shape {
        return whole;
    }
    let broken = weigh(&View::of(joined));
    if broken.sum > whole.sum { broken } else { whole }
}
