//! Words that several answers have in common.

pub(crate) const NOTHING_MORE: &str = "There is nothing more to show. Ask for a list or a mail first.";

/// `1 file`, `2 files`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

pub(super) fn titled(subject: &str) -> &str {
    let subject = subject.trim();
    if subject.is_empty() { "(no subject)" } else { subject }
}

/// One line of at most so many characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole);
    format!("{whole}…")
}
