//! A thread somebody talks in: that of a comment or that of a suggestion.

use kernel::{Failure, Target};

use super::document::{Document, Post};
use crate::gmail::visible_line;

/// A thread, and the request field that names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thread<'a> {
    pub(crate) field: &'static str,
    pub(crate) id: &'a str,
    about: &'a str,
    head: &'a Post,
    replies: &'a [Post],
}

impl<'a> Thread<'a> {
    pub(crate) fn find(document: &'a Document, id: &str) -> Result<Self, Failure> {
        let comment = document.comments.iter().find(|one| one.comment_id == id).map(|one| Self {
            field: "commentId",
            id: &one.comment_id,
            about: &one.plain_text_quote,
            head: &one.head_post,
            replies: &one.replies,
        });
        let suggestion = || {
            document.suggestions.iter().find(|one| one.suggestion_id == id).map(|one| Self {
                field: "suggestionId",
                id: &one.suggestion_id,
                about: &one.summary_text,
                head: &one.head_post,
                replies: &one.replies,
            })
        };
        comment.or_else(suggestion).ok_or_else(|| {
            Failure::not_found(
                "There is no such comment or suggestion in the document. List them with docs.comments.",
            )
        })
    }

    /// The suggestions that can be decided.
    pub(crate) fn open_suggestions(document: &'a Document) -> Vec<Self> {
        let open = document.suggestions.iter().filter(|one| one.is_open());
        open.filter_map(|one| Self::find(document, &one.suggestion_id).ok()).collect()
    }

    /// All of its kind: those that one could mean by the name of the document.
    pub(crate) fn alike(&self, document: &'a Document) -> Vec<Self> {
        if !self.is_comment() {
            return Self::open_suggestions(document);
        }
        let comments = document.comments.iter();
        comments.filter_map(|one| Self::find(document, &one.comment_id).ok()).collect()
    }

    pub(crate) fn is_comment(&self) -> bool {
        self.field == "commentId"
    }

    /// In words a person recognises it by.
    pub(crate) fn described(&self) -> String {
        let (author, words) =
            (visible_line(&self.head.author.display_name), visible_line(&self.head.content));
        let about = visible_line(self.about);
        if words.is_empty() {
            format!("{author}: {about}")
        } else {
            format!("{author}: {words}\nabout “{about}”")
        }
    }

    /// How often the person has said exactly this in it.
    pub(crate) fn said(&self, words: &str) -> usize {
        self.replies.iter().filter(|post| post.author.me && post.content == words).count()
    }
}

/// Whether somebody who speaks of "the comment" or "the suggestions" in a document may mean others than these. Neither their words
/// nor the names of those who began them tell which: both are other people's.
pub(crate) fn are_some_of(threads: &[Thread<'_>], ids: &[String]) -> bool {
    threads.iter().any(|one| !ids.iter().any(|id| id == one.id))
}

/// What was chosen among several: something nobody has named. `pointer` is where it stands in the plan.
pub(crate) fn chosen(pointer: &str, are_some: bool) -> Option<Target> {
    are_some.then(|| Target::named(pointer, []))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_of_several_is_not_meant_by_the_name_of_the_document() {
        let suggestion = |id: &str, status: &str| json!({ "suggestionId": id, "status": status });
        let document: Document = serde_json::from_value(json!({
            "suggestions": [suggestion("a", "OPEN"), suggestion("b", "OPEN"), suggestion("c", "REJECTED")],
            "comments": [{ "commentId": "d", "status": "OPEN" }],
        }))
        .unwrap();
        let some = |ids: &[&str]| {
            let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
            let thread = Thread::find(&document, &ids[0]).unwrap();
            are_some_of(&thread.alike(&document), &ids)
        };
        assert!(some(&["a"]) && some(&["b"]));
        assert!(!some(&["a", "b"]) && !some(&["d"]));
    }
}
