//! A sentence as words that can be compared, each knowing where it stands in the original.

/// One word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    start: usize,
    end: usize,
    /// In small letters and without the punctuation around it; a colon or a dash is a word of its own, `:`.
    pub(crate) plain: String,
}

/// A run of words of one sentence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a> {
    text: &'a str,
    pub(crate) words: &'a [Word],
}

pub(crate) fn split(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    for (place, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, letter.is_whitespace()) {
            (None, false) => start = Some(place),
            (Some(from), true) => {
                push(&mut words, text, (from, place));
                start = None;
            }
            (None, true) | (Some(_), false) => {}
        }
    }
    words
}

fn push(words: &mut Vec<Word>, text: &str, (start, end): (usize, usize)) {
    let Some(raw) = text.get(start..end) else { return };
    if matches!(raw, "-" | "–" | "—" | ":") {
        words.push(Word { start, end, plain: ":".to_owned() });
        return;
    }
    let colon = raw.ends_with(':');
    let inner = raw.strip_suffix(':').unwrap_or(raw);
    let plain = inner.trim_matches(is_punctuation).to_lowercase().replace('’', "'");
    if !plain.is_empty() {
        words.push(Word { start, end: start + inner.len(), plain });
    }
    if colon {
        words.push(Word { start: end - 1, end, plain: ":".to_owned() });
    }
}

fn is_punctuation(letter: char) -> bool {
    matches!(
        letter,
        '.' | ','
            | '!'
            | '?'
            | ';'
            | '"'
            | '“'
            | '”'
            | '„'
            | '‘'
            | '\''
            | '’'
            | '('
            | ')'
            | '*'
            | '_'
            | '~'
            | '`'
            | '…'
    )
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a str, words: &'a [Word]) -> Self {
        Self { text, words }
    }

    pub(crate) fn part(self, range: std::ops::Range<usize>) -> Self {
        Self { text: self.text, words: self.words.get(range).unwrap_or_default() }
    }

    pub(crate) fn plain(self, place: usize) -> &'a str {
        self.words.get(place).map_or("", |word| word.plain.as_str())
    }

    pub(crate) fn is_empty(self) -> bool {
        self.words.is_empty()
    }

    /// The original, byte for byte, from the first word to the last.
    pub(crate) fn original(self) -> &'a str {
        match (self.words.first(), self.words.last()) {
            (Some(first), Some(last)) => self.text.get(first.start..last.end).unwrap_or_default(),
            _ => "",
        }
    }

    /// The original without the punctuation and quotation marks around it.
    pub(crate) fn trimmed(self) -> &'a str {
        self.original().trim_matches(is_punctuation).trim()
    }

    /// What somebody wants written: all of it, only without quotation marks around the whole.
    pub(crate) fn quoted(self) -> &'a str {
        let words = self.original().trim();
        for (open, close) in [('"', '"'), ('“', '”'), ('„', '“'), ('\'', '\'')] {
            let inner = words.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
            if let Some(inner) = inner.filter(|inner| !inner.contains([open, close])) {
                return inner.trim();
            }
        }
        words
    }
}

const NUMBERS: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A number from one on, in digits or as a word.
pub(crate) fn number(plain: &str) -> Option<u32> {
    let named =
        || NUMBERS.iter().position(|name| *name == plain).and_then(|place| u32::try_from(place + 1).ok());
    plain.parse().ok().or_else(named).filter(|number| *number > 0)
}
