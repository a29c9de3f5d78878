//! Whether the two texts of a letter say the same: the plain one, which is read here, and the formatted one, which
//! people see. Whoever writes for an assistant behind a person's back writes two letters in one.
//!
//! Tolerates what programs do to a text: links, marks, footers, breaks, a plain text that is only the shorter one.

use std::collections::{BTreeSet, HashSet};

use super::hygiene::visible;

/// So many words in a row are looked at together.
const WINDOW: usize = 12;
/// A passage of its own has so many pairs of neighbours that people do not see, …
const NEW_PAIRS: usize = 9;
/// … and so many words.
const NEW_WORDS: usize = 6;
/// Shorter numbers are those of lists and hours.
const DIGITS: usize = 3;
/// A longer paragraph is no footer.
const FOOTER: usize = 60;

/// What stands under or above letters in one form only.
const FOOTERS: [&str; 16] = [
    "unsubscribe",
    "unsubscribed",
    "browser",
    "newsletter",
    "preferences",
    "privacy",
    "disclaimer",
    "copyright",
    "imprint",
    "abmelden",
    "abbestellen",
    "impressum",
    "datenschutz",
    "désabonner",
    "confidentialité",
    "suscripción",
];

/// Whether the plain text says what the formatted one does not show. `shown` is what people see of it.
pub(crate) fn disagree(plain: &str, shown: &str) -> bool {
    let read = |text: &str| visible(&pages::unescaped(&unquoted(text))).words;
    let (plain, shown) = (read(plain), read(shown));
    let said = Said::of(&without_footers(&plain));
    let (all, seen) = (Said::of(&plain), Said::of(&shown));
    let other_marks = |one: &Said, other: &Said| one.marks.difference(&other.marks).next().is_some();
    // One number or address that the other text does not have may have been left out; two contradict each other.
    said.has_a_passage_unknown_to(&seen) || (other_marks(&said, &seen) && other_marks(&seen, &all))
}

/// A text as it is compared.
struct Said {
    words: Vec<String>,
    /// Numbers and addresses: what people act on.
    marks: BTreeSet<String>,
}

impl Said {
    fn of(text: &str) -> Self {
        let mut said = Self { words: Vec::new(), marks: BTreeSet::new() };
        for piece in text.split_whitespace() {
            let piece = piece.replace(['*', '_', '`'], "").to_lowercase();
            // What a formatted text has after the words of a link is its number.
            let piece = piece.split("][").next().unwrap_or_default();
            let inner = piece.trim_matches(|letter: char| !letter.is_alphanumeric());
            if let Some(address) = address_in(inner) {
                said.marks.insert(address.to_owned());
            } else if !is_link(piece) {
                said.marks.extend(numbers(inner));
                said.words.extend(words(inner));
            }
        }
        said
    }

    fn has_a_passage_unknown_to(&self, other: &Self) -> bool {
        let words: HashSet<&str> = other.words.iter().map(String::as_str).collect();
        let pairs: HashSet<(&str, &str)> = pairs(&other.words).collect();
        let new_words: Vec<bool> = self.words.iter().map(|word| !words.contains(word.as_str())).collect();
        let new_pairs: Vec<bool> =
            self::pairs(&self.words).map(|pair| !pairs.contains(&pair)).chain([false]).collect();
        let count = |news: &[bool]| news.iter().filter(|new| **new).count();
        let together = WINDOW.min(new_words.len()).max(1);
        new_words.windows(together).zip(new_pairs.windows(together)).any(|(words, pairs)| {
            count(words) >= NEW_WORDS && count(pairs) >= NEW_PAIRS.min(together.saturating_sub(2))
        })
    }
}

fn pairs(words: &[String]) -> impl Iterator<Item = (&str, &str)> {
    words.iter().zip(words.iter().skip(1)).map(|(one, next)| (one.as_str(), next.as_str()))
}

/// Letters in a row; where a script has no spaces, each sign by itself.
fn words(piece: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut joins = false;
    for letter in piece.chars() {
        let alone = matches!(u32::from(letter), 0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff | 0x3040..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff);
        match found.last_mut() {
            Some(word) if joins && letter.is_alphanumeric() && !alone => word.push(letter),
            _ if letter.is_alphanumeric() => found.push(letter.to_string()),
            _ => {}
        }
        joins = letter.is_alphanumeric() && !alone;
    }
    found
}

fn numbers(piece: &str) -> impl Iterator<Item = String> {
    let runs = piece.split(|letter: char| !letter.is_ascii_digit());
    runs.filter(|run| run.len() >= DIGITS).map(str::to_owned)
}

fn address_in(piece: &str) -> Option<&str> {
    let piece = piece.strip_prefix("mailto:").unwrap_or(piece);
    let (name, host) = piece.split_once('@')?;
    (!name.is_empty() && host.contains('.') && !name.contains("://")).then_some(piece)
}

/// Where something leads, and the number under which a formatted text gives that at its end.
fn is_link(piece: &str) -> bool {
    let scheme = ["://", "www.", "mailto:", "tel:", "cid:"].iter().any(|sign| piece.contains(sign));
    scheme || (piece.starts_with('[') && piece.ends_with("]:"))
}

/// Undoes what is left of quoted-printable where a program forgot to.
fn unquoted(text: &str) -> String {
    if !text.contains('=') {
        return text.to_owned();
    }
    let text = text.replace("\r\n", "\n").replace("=\n", "");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('=') {
        bytes.extend_from_slice(before.as_bytes());
        let code = after.get(..2).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let Some(code) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) else {
            bytes.push(b'=');
            rest = after;
            continue;
        };
        bytes.push(code);
        rest = after.get(2..).unwrap_or_default();
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

fn without_footers(plain: &str) -> String {
    let lines: Vec<&str> = plain.lines().collect();
    let paragraphs = lines.split(|line| line.trim().is_empty());
    let is_footer = |paragraph: &&[&str]| {
        let words: Vec<String> = words(&paragraph.join(" ").to_lowercase());
        words.len() <= FOOTER && words.iter().any(|word| FOOTERS.contains(&word.as_str()))
    };
    let kept: Vec<String> = paragraphs.filter(|one| !is_footer(one)).map(|one| one.join("\n")).collect();
    kept.join("\n\n")
}

#[cfg(test)]
mod tests;
