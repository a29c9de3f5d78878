//! Wordings with gaps: `reply to {which} saying|: {body}`.
//!
//! `a|b` is either word, `[a|b]` may be missing, `{gap}` is one word or more – as few as will do.

use std::ops::Range;

use super::words::Words;

/// What stood in the gaps.
#[derive(Debug)]
pub(crate) struct Gaps<'a> {
    words: Words<'a>,
    found: Vec<(&'static str, Range<usize>)>,
}

impl<'a> Gaps<'a> {
    /// Nothing if the wording has no such gap.
    pub(crate) fn get(&self, name: &str) -> Option<Words<'a>> {
        self.found.iter().find(|(gap, _)| *gap == name).map(|(_, range)| self.words.part(range.clone()))
    }

    /// The word the whole sentence ends with.
    pub(crate) fn last_word(&self) -> &'a str {
        self.words.plain(self.words.words.len().saturating_sub(1))
    }
}

/// Whether the whole sentence has this wording.
pub(crate) fn fit<'a>(pattern: &'static str, words: Words<'a>) -> Option<Gaps<'a>> {
    let mut found = Vec::new();
    walk(pattern, words, 0, &mut found).then(|| {
        found.reverse();
        Gaps { words, found }
    })
}

/// Takes the pattern piece by piece: most of the many wordings end at their first word.
fn walk(
    pattern: &'static str,
    words: Words<'_>,
    at: usize,
    found: &mut Vec<(&'static str, Range<usize>)>,
) -> bool {
    if pattern.is_empty() {
        return at == words.words.len();
    }
    let (piece, rest) = pattern.split_once(' ').unwrap_or((pattern, ""));
    if let Some(gap) = piece.strip_prefix('{').and_then(|piece| piece.strip_suffix('}')) {
        // The last gap takes all that is left.
        let shortest = if rest.is_empty() { words.words.len() } else { at + 1 };
        for end in shortest.max(at + 1)..=words.words.len() {
            if walk(rest, words, end, found) {
                found.push((gap, at..end));
                return true;
            }
        }
        return false;
    }
    let optional = piece.strip_prefix('[').and_then(|piece| piece.strip_suffix(']'));
    let here = words
        .words
        .get(at)
        .is_some_and(|word| optional.unwrap_or(piece).split('|').any(|either| either == word.plain));
    (here && walk(rest, words, at + 1, found)) || (optional.is_some() && walk(rest, words, at, found))
}

#[cfg(test)]
mod tests {
    use super::super::words::{Words, split};
    use super::*;

    fn gaps(pattern: &'static str, text: &str) -> Option<Vec<(String, String)>> {
        let words = split(text);
        let gaps = fit(pattern, Words::new(text, &words))?;
        let gap = |(name, _): &(&'static str, Range<usize>)| {
            ((*name).to_owned(), gaps.get(name).unwrap().original().to_owned())
        };
        Some(gaps.found.iter().map(gap).collect())
    }

    #[test]
    fn gaps_take_as_few_words_as_will_do_and_the_last_takes_the_rest() {
        let pattern = "reply|answer [to] {which} saying|: {body}";
        let found = gaps(pattern, "Reply to Ben Adler: yes,\nsaying it twice.").unwrap();
        assert_eq!(
            found,
            [
                ("which".to_owned(), "Ben Adler".to_owned()),
                ("body".to_owned(), "yes,\nsaying it twice.".to_owned())
            ]
        );
        assert_eq!(gaps(pattern, "reply to Ben"), None);
        assert_eq!(gaps(pattern, "reply to Ben saying"), None);
        assert_eq!(gaps("help [me]", "help me"), Some(Vec::new()));
        assert_eq!(gaps("help [me]", "help you"), None);
    }
}
