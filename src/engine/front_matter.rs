//! What stands between `---` at the head of a text: names and what they are. As much of YAML as such heads use.

use std::collections::BTreeMap;

/// A text and what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FrontMatter<'a> {
    values: BTreeMap<&'a str, Vec<String>>,
    /// What comes after it.
    pub(crate) text: &'a str,
}

const RULE: &str = "---";

impl<'a> FrontMatter<'a> {
    /// The words of a refusal say where it cannot be read.
    pub(crate) fn read(text: &'a str) -> Result<Self, String> {
        let text = text.trim_start_matches('\u{feff}');
        let Some(rest) =
            text.strip_prefix(RULE).and_then(|rest| rest.trim_start_matches([' ', '\r']).strip_prefix('\n'))
        else {
            return Err("it must begin with a line of `---`, then `name:` and `description:`".to_owned());
        };
        let mut values: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let (mut newest, mut read) = (None, 0);
        for (number, line) in rest.split_inclusive('\n').enumerate() {
            read += line.len();
            let line = line.trim_end();
            let plain = line.trim_start();
            if line == RULE {
                let text = rest.get(read..).unwrap_or_default().trim();
                return Ok(Self { values, text });
            }
            if plain.is_empty() || plain.starts_with('#') {
                continue;
            }
            let wrong = |why: &str| Err(format!("line {} {why}: `{plain}`", number + 2));
            if let Some(item) = plain.strip_prefix("- ") {
                let Some(name) = newest else { return wrong("belongs to no name") };
                values.entry(name).or_default().push(unquoted(item));
            } else if line.starts_with([' ', '\t']) {
                // What is nested says nothing to us.
            } else if let Some((name, value)) = plain.split_once(':') {
                if values.insert(name.trim(), listed(value)).is_some() {
                    return wrong("says again what was said before");
                }
                newest = Some(name.trim());
            } else {
                return wrong("is no `name: value`");
            }
        }
        Err("there is no second line of `---`".to_owned())
    }

    /// One value, if there is one.
    pub(crate) fn one(&self, name: &str) -> Option<&str> {
        match self.values.get(name).map(Vec::as_slice) {
            Some([only]) => Some(only),
            _ => None,
        }
    }

    pub(crate) fn all(&self, name: &str) -> &[String] {
        self.values.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().copied()
    }
}

/// `a`, or `[a, b]`.
fn listed(value: &str) -> Vec<String> {
    let value = value.trim();
    match value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(list) => list.split(',').map(unquoted).filter(|item| !item.is_empty()).collect(),
        None if value.is_empty() => Vec::new(),
        None => vec![unquoted(value)],
    }
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    let within = |mark: char| value.strip_prefix(mark)?.strip_suffix(mark);
    within('"').or_else(|| within('\'')).unwrap_or(value).to_owned()
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
        assert_eq!(read.text, "Do it.\n---\nStill.");
    }

    #[test]
    fn what_cannot_be_read_says_where() {
        for (text, words) in [
            ("name: x", "must begin"),
            ("---\nname: x\n", "no second line"),
            ("---\nname: x\nname: y\n---\n", "line 3 says again"),
            ("---\n- x\n---\n", "line 2 belongs to no name"),
            ("---\nnonsense\n---\n", "line 2 is no"),
        ] {
            let why = FrontMatter::read(text).unwrap_err();
            assert!(why.contains(words), "{why}");
        }
    }

    proptest! {
        #[test]
        fn anything_is_read_or_refused(text in "(---\n)?(\\PC|\n|:|-){0,80}(\n---\n)?") {
            drop(FrontMatter::read(&text));
        }
    }
}
