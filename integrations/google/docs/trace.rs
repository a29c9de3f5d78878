//! How one sees afterwards that something was done to a document.

use serde::{Deserialize, Serialize};

use super::block::{Block, Words, text_of};
use super::decision::Decision;
use super::document::{Document, Paragraph, SuggestionThread};
use super::talking::Thread;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Trace {
    /// Words that are there more often, or less.
    Words { gained: Option<Count>, lost: Option<Count> },
    /// A remark of the person's own, in this thread or as one of its own.
    Said { thread: Option<String>, remark: Count },
    /// Suggestions that are open no more, and what became of them.
    Decided { suggestions: Vec<String>, decision: Decision },
}

/// What a document shows of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// It was done.
    Done,
    /// It was not: it would be seen.
    NotDone,
    /// It is not seen, which alone proves nothing.
    Unseen,
    /// Something else was done instead.
    Otherwise,
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

    /// A change that is only proposed counts as made.
    pub(super) fn seen_in(&self, document: &Document) -> Sight {
        match self {
            Self::Words { gained, lost } => {
                let text = accepted(document);
                let now = |count: &Count| text.matches(&count.words).count();
                let changed = gained.as_ref().is_some_and(|count| now(count) > count.before)
                    || lost.as_ref().is_some_and(|count| now(count) < count.before);
                if changed { Sight::Done } else { Sight::Unseen }
            }
            Self::Said { thread, remark } => {
                let more = said(document, thread.as_deref(), &remark.words) > remark.before;
                if more { Sight::Done } else { Sight::NotDone }
            }
            Self::Decided { suggestions, decision } => decided(document, suggestions, *decision),
        }
    }
}

/// They are decided together or not at all.
fn decided(document: &Document, ids: &[String], decision: Decision) -> Sight {
    let all = |fits: &dyn Fn(&SuggestionThread) -> bool| {
        ids.iter().all(|id| document.suggestions.iter().any(|one| one.suggestion_id == *id && fits(one)))
    };
    if all(&|one| one.status == decision.status()) {
        Sight::Done
    } else if all(&SuggestionThread::is_open) {
        Sight::NotDone
    } else {
        Sight::Otherwise
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
