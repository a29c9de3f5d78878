//! An answer that is too long for a thread: what is said of it there, and what is to be read elsewhere.

use kernel::ports::NewFile;
use kernel::{Part, View};

use super::aside;
use super::markdown::{fence_sign, for_canvas};
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
        markdown: for_canvas(&whole),
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

/// The first paragraphs, without a fence or a table that would be cut. Headings alone say nothing: what follows them
/// is said too, if need be only its first sentences.
fn beginning(whole: &str) -> String {
    let mut summary = String::new();
    let mut rest = whole;
    let mut said = Said::Nothing;
    while let Some((paragraph, after)) = paragraph(rest) {
        let stops = paragraph.contains("```") || paragraph.contains("~~~") || paragraph.contains('|');
        if stops || length(&summary) + length(paragraph) > SUMMARY {
            break;
        }
        summary.push_str(paragraph);
        summary.push_str("\n\n");
        if paragraph.lines().any(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            said = Said::Something;
        }
        rest = after;
    }
    if said == Said::Nothing {
        let room = SUMMARY.saturating_sub(length(&summary)).max(SUMMARY / 2);
        summary.push_str(&in_letters(rest, room));
        return summary.trim().to_owned();
    }
    format!("{}\n\n…", summary.trim_end())
}

/// Whether anything but headings stands in the beginning.
#[derive(PartialEq, Eq)]
enum Said {
    Nothing,
    Something,
}

/// The next paragraph and what is behind it.
fn paragraph(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches('\n');
    (!text.is_empty()).then(|| text.split_once("\n\n").unwrap_or((text, "")))
}

/// The first sentences, or words, in plain letters: nothing that is cut in the middle can be left open.
fn in_letters(text: &str, room: usize) -> String {
    // Neither fences nor the rules of tables: a line of dashes would make a heading of what stands above it.
    let says = |line: &&str| line.trim().is_empty() || line.chars().any(char::is_alphanumeric);
    let lines = text.lines().filter(|line| fence_sign(line.trim()).is_none()).filter(says);
    let flat: String = lines
        .flat_map(|line| [line, "\n"])
        .collect::<String>()
        .chars()
        .filter(|sign| !MARKS.contains(sign))
        .collect();
    let flat = flat.trim();
    let (head, tail) = split_at(flat, room);
    if tail.is_empty() {
        return format!("{head}\n\n…");
    }
    let sentence =
        [". ", "! ", "? ", ".\n", "\n\n"].iter().filter_map(|end| Some(head.rfind(end)? + 1)).max();
    let end = sentence.filter(|end| *end > head.len() / 3).or_else(|| head.rfind([' ', '\n']));
    let kept = end.and_then(|end| head.get(..end)).unwrap_or(head);
    format!("{}…", kept.trim_end())
}

/// What could be left open.
const MARKS: [char; 4] = ['`', '~', '|', '#'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_ends_between_paragraphs_and_before_code() {
        let long = long(&View::words("# Plan\n\nFirst.\n\n```\ncode\n\nmore\n```\n\nLast.")).unwrap();
        assert_eq!((long.title.as_str(), long.summary.as_str()), ("Plan", "# Plan\n\nFirst.\n\n…"));
        assert!(long.markdown.ends_with("Last."));
    }
    #[test]
    fn the_beginning_is_never_a_heading_alone() {
        let words = "The harbour opens at six. ".repeat(100);
        let shown = long(&View::words(format!("# Plan\n\n## First\n\n{words}\n\nLast."))).unwrap().summary;
        assert!(shown.starts_with("# Plan\n\n## First\n\nThe harbour opens at six."), "{shown}");
        assert!(shown.ends_with("opens at six.…") && length(&shown) <= SUMMARY + 1, "{shown}");
        let table = format!("# Stock\n\n| Item | Count |\n|---|---|\n{}", "| Pencils | 12 |\n".repeat(300));
        let shown = long(&View::words(table)).unwrap().summary;
        assert!(shown.contains("Pencils") && !shown.contains(['|', '-']), "{shown}");
        let code = format!("# Code\n\n```rust\n{}```\n", "let tide = 1;\n".repeat(300));
        let shown = long(&View::words(code)).unwrap().summary;
        assert!(
            shown.contains("let tide = 1;") && !shown.contains('`') && !shown.contains("rust"),
            "{shown}"
        );
        let short = long(&View::words("# A\n\nYes.\n\n```\nx\n```")).unwrap().summary;
        assert_eq!(short, "# A\n\nYes.\n\n…");
    }
}
