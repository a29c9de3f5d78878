//! Words with their headings, lists and tables: what Markdown and documents have in common.
//!
//! Knows neither how Markdown is written nor where something stands in a document.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    Paragraph(Paragraph),
    /// Rows of cells; every row has as many.
    Table(Vec<Vec<Words>>),
}

impl Block {
    pub(crate) fn is_table(&self) -> bool {
        matches!(self, Self::Table(_))
    }

    /// Whether it is an entry with a box to be ticked.
    pub(crate) fn is_box(&self) -> bool {
        let entry = match self {
            Self::Paragraph(paragraph) => paragraph.entry,
            Self::Table(_) => None,
        };
        entry.is_some_and(|entry| entry.sign == Sign::Box)
    }
}

/// What looks one way after the other. A line break within is `\n`.
pub(crate) type Words = Vec<Run>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Paragraph {
    pub(crate) kind: Kind,
    pub(crate) entry: Option<Entry>,
    pub(crate) words: Words,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Text,
    /// From 1 to 6.
    Heading(u8),
    Quote,
    /// One line of a block of code.
    Code,
    /// A line across the page.
    Rule,
}

/// A paragraph's place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) level: usize,
    pub(crate) sign: Sign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Bullet,
    Number,
    /// A box to be ticked. Docs does not say whether it is.
    Box,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) text: String,
    pub(crate) look: Look,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any of these marks goes with any other")]
pub(crate) struct Look {
    pub(crate) bold: bool,
    pub(crate) italic: bool,
    pub(crate) struck: bool,
    pub(crate) code: bool,
    pub(crate) link: Option<String>,
}

impl Run {
    #[cfg(test)]
    pub(crate) fn plain(text: &str) -> Self {
        Self { text: text.to_owned(), look: Look::default() }
    }
}

/// How much of a document's indices a text takes.
pub(crate) fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The same words with as few runs as possible: what looks alike is one run, and spaces at the edge of one look like what
/// is beside them, because nobody sees a bold space.
pub(crate) fn tidy(words: Words) -> Words {
    let mut tidied: Words = Vec::new();
    for run in words.into_iter().flat_map(without_edges).filter(|run| !run.text.is_empty()) {
        match tidied.last_mut() {
            Some(last) if last.look == run.look => last.text.push_str(&run.text),
            _ => tidied.push(run),
        }
    }
    // A space between two runs that look alike belongs to both.
    let mut joined: Words = Vec::new();
    for run in tidied {
        let bridges = joined.len() >= 2
            && joined.last().is_some_and(|space| is_blank(&space.text) && space.look == Look::default())
            && joined.get(joined.len() - 2).is_some_and(|before| before.look == run.look && !run.look.code);
        if bridges && let (Some(space), Some(before)) = (joined.pop(), joined.last_mut()) {
            before.text.push_str(&space.text);
            before.text.push_str(&run.text);
        } else {
            joined.push(run);
        }
    }
    joined
}

/// The blank edges of a run apart from the rest. In code they count.
fn without_edges(run: Run) -> Vec<Run> {
    if run.look.code || run.look == Look::default() {
        return vec![run];
    }
    let rest = run.text.trim_start();
    let core = rest.trim_end();
    let (before, after) =
        (run.text.len() - rest.len(), rest.get(core.len()..).unwrap_or_default().to_owned());
    let blank = |text: String| Run { text, look: Look::default() };
    let start = run.text.get(..before).unwrap_or_default().to_owned();
    vec![blank(start), Run { text: core.to_owned(), look: run.look.clone() }, blank(after)]
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// The words alone.
pub(crate) fn text_of(words: &[Run]) -> String {
    words.iter().map(|run| run.text.as_str()).collect()
}
