//! What a thread is called: the beginning of its first request, or what was attached to it if it has no words.

use kernel::{Entry, MessageEntry, Record};

/// In characters.
const LONGEST: usize = 60;

/// Empty if nothing was said, or if it was deleted.
pub(crate) fn title_of(journal: &[Record]) -> String {
    let first = journal.iter().find_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Asked { words, files, .. }) => Some((words, files)),
        _ => None,
    });
    let Some((Some(words), files)) = first.map(|(words, files)| (words.words.as_deref(), files)) else {
        return String::new();
    };
    match files.first() {
        Some(file) if words.trim().is_empty() => shortened(&file.name),
        Some(_) | None => shortened(words),
    }
}

/// The first line that says something, cut between words where that is possible.
pub(crate) fn shortened(words: &str) -> String {
    let line = words.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let kept: String = line.chars().take(LONGEST - 1).collect();
    // One word that fills the title is cut in its middle.
    let kept = match kept.rfind(' ') {
        Some(end) if !line.chars().nth(LONGEST - 1).is_some_and(char::is_whitespace) => {
            kept.get(..end).unwrap_or(&kept)
        }
        _ => &kept,
    };
    format!("{}…", kept.trim_end_matches([' ', ',', ';', ':', '.', '–', '-']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_request_is_its_own_title() {
        assert_eq!(shortened("\n  Find   the invoice \nand more"), "Find the invoice");
        assert_eq!(shortened(" \n "), "");
    }

    #[test]
    fn a_long_one_is_cut_between_words() {
        let long = "Please find every invoice of the last quarter, and write a table of them";
        assert_eq!(shortened(long), "Please find every invoice of the last quarter, and write a…");
        assert!(shortened(long).chars().count() <= LONGEST);
        assert_eq!(shortened(&"ä".repeat(80)), format!("{}…", "ä".repeat(59)));
    }
}
