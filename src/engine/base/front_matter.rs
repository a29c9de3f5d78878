//! What stands between `---` at the head of a text: names and what they are, as YAML has them.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A text and what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FrontMatter<'a> {
    values: BTreeMap<String, Said>,
    /// What comes after it.
    pub(crate) text: &'a str,
}

/// What is said under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    Words(String),
    List(Vec<String>),
    /// What is nested says nothing to us.
    More,
}

const RULE: &str = "---";

/// Why a head cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FrontMatterError {
    #[error("it must begin with a line of `---`, then `name:` and `description:`")]
    NotBegun,
    #[error("there is no second line of `---`")]
    NotEnded,
    #[error("{0}")]
    Yaml(String),
}

impl<'a> FrontMatter<'a> {
    pub(crate) fn read(text: &'a str) -> Result<Self, FrontMatterError> {
        let text = text.trim_start_matches('\u{feff}');
        let mut lines = text.split_inclusive('\n');
        if lines.next().is_none_or(|first| first.trim_end() != RULE) {
            return Err(FrontMatterError::NotBegun);
        }
        let mut end = text.find('\n').map_or(text.len(), |end| end + 1);
        for line in lines {
            if line.trim_end() == RULE {
                // With its first line, so that lines are counted as whoever wrote it counts them.
                let head = text.get(..end).unwrap_or_default();
                let text = text.get(end + line.len()..).unwrap_or_default().trim();
                return Ok(Self { values: values(head)?, text });
            }
            end += line.len();
        }
        Err(FrontMatterError::NotEnded)
    }

    /// One value, if there is one.
    pub(crate) fn one(&self, name: &str) -> Option<&str> {
        match self.values.get(name)? {
            Said::Words(words) => Some(words).filter(|words| !words.is_empty()).map(String::as_str),
            Said::List(all) => match all.as_slice() {
                [only] => Some(only),
                _ => None,
            },
            Said::More => None,
        }
    }

    /// A list, or words that are as good as one: `a, b` or `a b`.
    pub(crate) fn all(&self, name: &str) -> Vec<String> {
        match self.values.get(name) {
            Some(Said::List(all)) => all.clone(),
            Some(Said::Words(words)) => parted(words),
            Some(Said::More) | None => Vec::new(),
        }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }
}

fn values(head: &str) -> Result<BTreeMap<String, Said>, FrontMatterError> {
    let options = serde_saphyr::options! { strict_booleans: true };
    let read: Result<Option<BTreeMap<String, Said>>, _> = serde_saphyr::from_str_with_options(head, options);
    read.map(Option::unwrap_or_default)
        .map_err(|error| FrontMatterError::Yaml(error.without_snippet().to_string()))
}

/// At commas and blanks, but not within brackets: `Bash(git log), Read`.
fn parted(words: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0_usize);
    for letter in words.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (letter == ',' || letter.is_whitespace()) {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

impl<'de> Deserialize<'de> for Said {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Listener)
    }
}

/// Takes whatever there is: what others write into such heads is their business.
struct Listener;

impl<'de> Visitor<'de> for Listener {
    type Value = Said;

    fn expecting(&self, words: &mut fmt::Formatter<'_>) -> fmt::Result {
        words.write_str("words, or a list")
    }

    fn visit_str<E>(self, words: &str) -> Result<Said, E> {
        Ok(Said::Words(words.trim().to_owned()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Said, E> {
        Ok(Said::Words(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Said, E> {
        Ok(Said::Words(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Said, E> {
        Ok(Said::Words(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Said, E> {
        Ok(Said::Words(value.to_string()))
    }

    fn visit_unit<E>(self) -> Result<Said, E> {
        Ok(Said::List(Vec::new()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Said, A::Error> {
        let mut list = Vec::new();
        while let Some(one) = all.next_element::<Said>()? {
            match one {
                Said::Words(words) => list.push(words),
                Said::List(_) | Said::More => {}
            }
        }
        Ok(Said::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Said, A::Error> {
        while all.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Said::More)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_lists_and_the_text_are_told_apart() {
        let text = "---\nname: report\n# a remark\ntools: [mail.read, \"doc.create\"]\nmore:\n  - a\n  - 'b'\nmetadata:\n  x: y\n---\n\nDo it.\n---\nStill.\n";
        let read = FrontMatter::read(text).unwrap();
        assert_eq!(read.one("name"), Some("report"));
        assert_eq!(read.all("tools"), ["mail.read", "doc.create"]);
        assert_eq!(read.all("more"), ["a", "b"]);
        assert_eq!((read.one("metadata"), read.all("metadata")), (None, Vec::new()));
        assert_eq!(read.text, "Do it.\n---\nStill.");
    }

    #[test]
    fn heads_are_read_as_they_are_usually_written() {
        let head = "---\nname: pdf-forms  # as the folder\ndescription: >-\n  Fills in forms.\n  Use it for: PDFs.\n\nlicense: |\n  One\n  Two\nallowed-tools: mail.read, doc.create Bash(git log:*)\nversion: 1.2\ndraft: yes\nempty:\n---\r\nDo it.";
        let read = FrontMatter::read(head).unwrap();
        assert_eq!(read.one("name"), Some("pdf-forms"));
        assert_eq!(read.one("description"), Some("Fills in forms. Use it for: PDFs."));
        assert_eq!(read.one("license"), Some("One\nTwo"));
        assert_eq!(read.all("allowed-tools"), ["mail.read", "doc.create", "Bash(git log:*)"]);
        assert_eq!(
            (read.one("version"), read.one("draft"), read.one("empty")),
            (Some("1.2"), Some("yes"), None)
        );
        assert_eq!(read.text, "Do it.");
        assert_eq!(FrontMatter::read("---\n---\nx").unwrap().names().count(), 0);
    }

    #[test]
    fn what_cannot_be_read_says_where() {
        for (text, words) in [
            ("name: x", "must begin"),
            ("", "must begin"),
            ("---\nname: x\n", "no second line"),
            ("---\nname: x\nname: y\n---\n", "line 3"),
            ("---\n- x\n---\n", "line 2"),
            ("---\nnonsense\n---\n", "line 2"),
            ("---\nname: x\ndescription: one: two: three\n---\n", "line 3"),
        ] {
            let why = FrontMatter::read(text).unwrap_err().to_string();
            assert!(why.contains(words), "{why}");
        }
    }

    proptest! {
        #[test]
        fn anything_is_read_or_refused(text in "(---\n)?(\\PC|\n|:|-|[&*!|>{\\[]){0,80}(\n---\n)?") {
            drop(FrontMatter::read(&text));
        }
    }
}
