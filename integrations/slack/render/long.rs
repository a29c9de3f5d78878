//! An answer that is too long for a thread: what is said of it there, and what is to be read elsewhere.

use kernel::ports::NewFile;
use kernel::{Part, View};

use super::aside;
use super::markdown::harmless;
use crate::limits::{self, length, split_at};

/// How much of it is said in the thread.
const SUMMARY: usize = 1500;

pub(crate) struct Long {
    pub(crate) title: String,
    /// The whole answer, harmless.
    pub(crate) markdown: String,
    /// Its beginning.
    summary: String,
    /// What stands below the words.
    rest: Vec<Part>,
}

/// What a view says in a model's words, if it says anything in them.
pub(crate) fn long(view: &View) -> Option<Long> {
    let (words, rest): (Vec<&Part>, Vec<&Part>) =
        view.parts.iter().partition(|part| matches!(part, Part::Words(_)));
    let texts = words.into_iter().map(|part| if let Part::Words(words) = part { words } else { "" });
    let whole = texts.collect::<Vec<_>>().join("\n\n");
    if whole.trim().is_empty() {
        return None;
    }
    let heading = whole.lines().find_map(|line| Some(line.strip_prefix('#')?.trim_start_matches('#').trim()));
    let title = heading.filter(|title| !title.is_empty()).unwrap_or("The whole answer");
    Some(Long {
        title: limits::cut(title, limits::CANVAS_TITLE),
        markdown: harmless(&whole),
        summary: beginning(&whole),
        rest: rest.into_iter().cloned().collect(),
    })
}

impl Long {
    /// For a Slack that takes no canvas.
    pub(crate) fn file(&self) -> NewFile {
        aside::file("answer", "md", &self.markdown)
    }

    pub(crate) fn with_link(&self, url: &str) -> View {
        self.view(Part::Link { label: "Read the whole answer".to_owned(), url: url.to_owned() })
    }

    pub(crate) fn with_file(&self, file: &NewFile) -> View {
        self.view(Part::Plain(format!("The whole answer is in the file {}.", file.name)))
    }

    fn view(&self, pointer: Part) -> View {
        let words = Part::Words(self.summary.clone());
        View { parts: [words, pointer].into_iter().chain(self.rest.iter().cloned()).collect() }
    }
}

/// The first paragraphs, without a fence or a table that would be cut.
fn beginning(whole: &str) -> String {
    let mut summary = String::new();
    for paragraph in whole.split("\n\n") {
        let stops = paragraph.contains("```") || paragraph.contains("~~~") || paragraph.contains('|');
        if stops || length(&summary) + length(paragraph) > SUMMARY {
            break;
        }
        summary.push_str(paragraph);
        summary.push_str("\n\n");
    }
    if summary.trim().is_empty() {
        let (head, _) = split_at(whole, SUMMARY);
        // Plain letters only: nothing that is cut in the middle can be left open.
        let flat: String = head.chars().filter(|sign| !matches!(sign, '`' | '~' | '|' | '#')).collect();
        return format!("{}…", flat.trim());
    }
    format!("{}\n\n…", summary.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_ends_between_paragraphs_and_before_code() {
        let long = long(&View::words("# Plan\n\nFirst.\n\n```\ncode\n\nmore\n```\n\nLast.")).unwrap();
        assert_eq!((long.title.as_str(), long.summary.as_str()), ("Plan", "# Plan\n\nFirst.\n\n…"));
        assert!(long.markdown.ends_with("Last."));
    }
}
