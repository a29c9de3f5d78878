//! A thread somebody talks in: that of a comment or that of a suggestion.

use kernel::{Code, Failure};

use super::document::{Document, Post};
use crate::gmail::hygiene::visible_line;

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
            Failure::model(
                Code::NotFound,
                "There is no such comment or suggestion in the document. List them with docs.comments.",
            )
        })
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
