//! What is looked for, in Drive's own query language.

use kernel::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::file::{FOLDER, kind};

/// What begins a term of the language.
const FIELDS: [&str; 13] = [
    "name",
    "fulltext",
    "mimetype",
    "modifiedtime",
    "viewedbymetime",
    "createdtime",
    "sharedwithmetime",
    "trashed",
    "starred",
    "properties",
    "appproperties",
    "visibility",
    "shortcutdetails.targetid",
];
const OPERATORS: [&str; 8] = ["contains", "=", "!=", "<", "<=", ">", ">=", "has"];
const COLLECTIONS: [&str; 4] = ["parents", "owners", "writers", "readers"];

/// Which kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Type {
    Document,
    Spreadsheet,
    Presentation,
    Folder,
    Form,
    Pdf,
    Image,
    Video,
    Audio,
    Text,
}

impl Type {
    fn term(self) -> String {
        let (operator, media_type) = match self {
            Self::Document => ("=", kind::DOCUMENT),
            Self::Spreadsheet => ("=", kind::SPREADSHEET),
            Self::Presentation => ("=", kind::PRESENTATION),
            Self::Folder => ("=", FOLDER),
            Self::Form => ("=", kind::FORM),
            Self::Pdf => ("=", "application/pdf"),
            Self::Image => ("contains", "image/"),
            Self::Video => ("contains", "video/"),
            Self::Audio => ("contains", "audio/"),
            Self::Text => ("contains", "text/"),
        };
        format!("mimeType {operator} {}", quoted(media_type))
    }
}

/// A query being put together: all of its terms must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Query {
    terms: Vec<String>,
    /// What looks inside files cannot be sorted.
    looks_inside: bool,
    /// Whether something is said about the bin already.
    about_trash: bool,
}

impl Query {
    /// Plain words, or a query in Drive's own language.
    pub(crate) fn of(words: &str) -> Self {
        let words = words.trim();
        let lower = words.to_lowercase();
        if words.is_empty() {
            Self::default()
        } else if is_language(&lower) {
            Self {
                terms: vec![format!("({words})")],
                looks_inside: lower.contains("fulltext"),
                about_trash: lower.contains("trashed"),
            }
        } else {
            let quoted = quoted(words);
            let terms = vec![format!("(name contains {quoted} or fullText contains {quoted})")];
            Self { terms, looks_inside: true, about_trash: false }
        }
    }

    /// The file has exactly this name.
    pub(crate) fn named(name: &str) -> Self {
        Self::default().and(format!("name = {}", quoted(name)))
    }

    /// The words of its name begin so.
    pub(crate) fn name_like(name: &str) -> Self {
        Self::default().and(format!("name contains {}", quoted(name)))
    }

    /// A mark of ours on a file.
    pub(crate) fn marked(key: &str, value: &str) -> Self {
        let term = format!("appProperties has {{ key={} and value={} }}", quoted(key), quoted(value));
        Self { about_trash: true, ..Self::default().and(term) }
    }

    #[must_use]
    pub(crate) fn within(self, folder: &str) -> Self {
        self.and(format!("{} in parents", quoted(folder)))
    }

    #[must_use]
    pub(crate) fn of_type(self, wanted: Option<Type>) -> Self {
        match wanted {
            Some(wanted) => self.and(wanted.term()),
            None => self,
        }
    }

    #[must_use]
    pub(crate) fn owned_by(self, owner: Option<&str>) -> Self {
        match owner {
            Some(owner) => self.and(format!("{} in owners", quoted(owner))),
            None => self,
        }
    }

    /// `operator` is `>=` or `<`.
    pub(crate) fn modified(self, operator: &str, given: Option<&str>, zone: &str) -> Result<Self, Failure> {
        match given {
            Some(given) => Ok(self.and(format!("modifiedTime {operator} {}", quoted(&moment(given, zone)?)))),
            None => Ok(self),
        }
    }

    /// Only what lies in the bin.
    #[must_use]
    pub(crate) fn in_trash(self) -> Self {
        Self { about_trash: true, ..self.and("trashed = true".to_owned()) }
    }

    fn and(mut self, term: String) -> Self {
        self.terms.push(term);
        self
    }

    /// The value of `q`. What lies in the bin is left out unless something was said about it.
    pub(crate) fn text(&self) -> String {
        let kept = (!self.about_trash).then(|| "trashed = false".to_owned());
        self.terms.iter().cloned().chain(kept).collect::<Vec<_>>().join(" and ")
    }

    pub(crate) fn can_be_sorted(&self) -> bool {
        !self.looks_inside
    }
}

/// Something as a text of the language: nothing in it can end it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// Whether this is written in Drive's own language, judged by how it begins.
fn is_language(lower: &str) -> bool {
    let begin = lower.trim_start_matches(['(', ' ']);
    let begin = begin.strip_prefix("not ").unwrap_or(begin).trim_start_matches(['(', ' ']);
    if let Some(rest) = begin.strip_prefix('\'') {
        let after = rest.split_once("' in ").map_or("", |(_, after)| after);
        return COLLECTIONS.iter().any(|collection| after.trim_start().starts_with(collection));
    }
    let field = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
    let end = begin.find(|letter| !field(letter)).unwrap_or(begin.len());
    let (name, rest) = begin.split_at(end);
    let rest = rest.trim_start();
    if name == "sharedwithme" {
        return rest.is_empty() || rest.starts_with(['=', '!']) || rest.starts_with("and ");
    }
    FIELDS.contains(&name) && OPERATORS.iter().any(|operator| rest.starts_with(operator))
}

/// A day, or a moment with its offset. A day begins at midnight where the person is.
pub(crate) fn moment(given: &str, zone: &str) -> Result<String, Failure> {
    let given = given.trim();
    let instant = given.parse::<jiff::Timestamp>().ok().or_else(|| {
        let day = given.parse::<jiff::civil::Date>().ok()?;
        Some(day.in_tz(zone).ok()?.timestamp())
    });
    let instant = instant.ok_or_else(|| {
        Failure::invalid(
            "Give times as a day, e.g. `2026-11-01`, or with an offset, e.g. `2026-11-01T09:00:00+01:00`.",
        )
    })?;
    Ok(instant.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_looked_for_in_names_and_texts() {
        let query = Query::of("Ana's \\ plan");
        assert_eq!(
            query.text(),
            r"(name contains 'Ana\'s \\ plan' or fullText contains 'Ana\'s \\ plan') and trashed = false"
        );
        assert!(!query.can_be_sorted());
        assert_eq!(Query::of(" ").text(), "trashed = false");
    }

    #[test]
    fn drives_own_language_is_taken_as_it_is() {
        for query in [
            "name contains 'x'",
            "mimeType='application/pdf' or starred = true",
            "not fullText contains 'x'",
            "'ana@example.com' in owners",
            "(modifiedTime > '2026-01-01T00:00:00')",
            "sharedWithMe and name = 'x'",
            "appProperties has { key='a' and value='b' }",
        ] {
            assert_eq!(Query::of(query).text(), format!("({query}) and trashed = false"));
        }
        assert_eq!(Query::of("trashed = true").text(), "(trashed = true)");
        for words in
            ["name of the rose", "starred restaurants", "'tis the season", "sharedWithMe later", "visibility"]
        {
            assert!(Query::of(words).text().starts_with("(name contains"), "{words}");
        }
    }

    #[test]
    fn filters_are_added_to_what_was_asked() {
        let query = Query::of("")
            .of_type(Some(Type::Folder))
            .owned_by(Some("o'hara@example.com"))
            .modified(">=", Some("2026-11-01"), "Europe/Berlin")
            .unwrap();
        assert_eq!(
            query.text(),
            r"mimeType = 'application/vnd.google-apps.folder' and 'o\'hara@example.com' in owners and modifiedTime >= '2026-10-31T23:00:00Z' and trashed = false"
        );
        assert!(Query::of("").modified("<", Some("yesterday"), "UTC").is_err());
    }

    proptest! {
        /// Read back the way Drive reads it, the text is what it was, and ends where it should.
        #[test]
        fn nothing_in_a_text_can_end_it(text: String) {
            let quoted = quoted(&text);
            let mut letters = quoted.chars();
            prop_assert_eq!(letters.next(), Some('\''));
            let mut read = String::new();
            let closed = loop {
                match letters.next() {
                    Some('\\') => read.extend(letters.next()),
                    Some('\'') => break true,
                    Some(letter) => read.push(letter),
                    None => break false,
                }
            };
            prop_assert!(closed && letters.next().is_none());
            prop_assert_eq!(read, text);
        }
    }
}
