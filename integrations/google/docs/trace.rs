//! How one sees afterwards that something was done to a document.

use serde::{Deserialize, Serialize};

use super::block::{Block, Words, text_of};
use super::document::{Document, Paragraph};
use super::talking::Thread;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Trace {
    /// Words that are there more often, or less.
    Words { gained: Option<Count>, lost: Option<Count> },
    /// A remark of the person's own, in this thread or as one of its own.
    Said { thread: Option<String>, remark: Count },
    /// Suggestions that are not open any more.
    Decided(Vec<String>),
}

/// How often words were there before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Count {
    words: String,
    before: usize,
}

impl Trace {
    /// Of words that come and words that go; either may be empty.
    pub(crate) fn words(document: &Document, gained: &str, lost: &str) -> Self {
        let text = accepted(document);
        let count = |words: &str| {
            let words = words.trim().to_owned();
            (!words.is_empty()).then(|| Count { before: text.matches(&words).count(), words })
        };
        Self::Words { gained: count(gained), lost: count(lost) }
    }

    pub(crate) fn said(document: &Document, thread: Option<&str>, words: &str) -> Self {
        let remark = Count { words: words.to_owned(), before: said(document, thread, words) };
        Self::Said { thread: thread.map(str::to_owned), remark }
    }

    /// Whether the document shows it. A change that is only proposed counts as made.
    pub(super) fn shows_in(&self, document: &Document) -> bool {
        match self {
            Self::Words { gained, lost } => {
                let text = accepted(document);
                let now = |count: &Count| text.matches(&count.words).count();
                gained.as_ref().is_some_and(|count| now(count) > count.before)
                    || lost.as_ref().is_some_and(|count| now(count) < count.before)
            }
            Self::Said { thread, remark } => said(document, thread.as_deref(), &remark.words) > remark.before,
            Self::Decided(ids) => ids
                .iter()
                .all(|id| !document.suggestions.iter().any(|one| one.suggestion_id == *id && one.is_open())),
        }
    }

    /// Whether it would certainly be seen if it had been done.
    pub(super) fn is_sure(&self) -> bool {
        match self {
            Self::Words { .. } => false,
            Self::Said { .. } | Self::Decided(_) => true,
        }
    }
}

fn said(document: &Document, thread: Option<&str>, words: &str) -> usize {
    if let Some(id) = thread {
        return Thread::find(document, id).map_or(0, |thread| thread.said(words));
    }
    let heads = document.comments.iter().map(|one| &one.head_post);
    heads.filter(|post| post.author.me && post.content == words).count()
}

/// The longest stretch of words that stays together: the likeliest to be found again.
pub(crate) fn longest(blocks: &[Block]) -> String {
    let words: Vec<&Words> = blocks
        .iter()
        .flat_map(|block| match block {
            Block::Paragraph(paragraph) => vec![&paragraph.words],
            Block::Table(rows) => rows.iter().flatten().collect(),
        })
        .collect();
    let lines = words
        .into_iter()
        .flat_map(|words| text_of(words).split('\n').map(|line| line.trim().to_owned()).collect::<Vec<_>>());
    lines.max_by_key(String::len).unwrap_or_default()
}

/// The words of a document as if every proposal had been accepted.
fn accepted(document: &Document) -> String {
    let tabs = document.all_tabs();
    let elements = tabs.iter().flat_map(|(_, tab)| tab.segments()).flat_map(|segment| &segment.content);
    elements.flat_map(|element| element.paragraphs()).map(Paragraph::accepted_text).collect()
}
