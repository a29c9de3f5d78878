//! What people say about a document, and what they propose, as the model gets it.

use kernel::Person;
use serde::Serialize;

use super::document::{CommentThread, Document, Post, SuggestionThread};
use crate::drive::file::when;
use crate::gmail::hygiene::visible;
use crate::gmail::visible_line;

#[derive(Debug, Serialize)]
pub(crate) struct Comment {
    id: String,
    status: &'static str,
    /// The words it is about.
    about: String,
    tab: Option<String>,
    #[serde(flatten)]
    said: Said,
    replies: Vec<Said>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Suggestion {
    id: String,
    status: String,
    /// What it would change, in Google's words.
    change: String,
    author: String,
    made_by_the_user: bool,
    when: String,
    replies: Vec<Said>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Said {
    author: String,
    by_the_user: bool,
    when: String,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
}

/// The comments of a document, those that are resolved only if they are wanted too.
pub(crate) fn comments(document: &Document, with_resolved: bool, person: &Person) -> Vec<Comment> {
    let wanted = document.comments.iter().filter(|one| with_resolved || one.is_open());
    wanted.map(|thread| comment(document, thread, person)).collect()
}

/// The suggestions nobody has decided yet.
pub(crate) fn suggestions(document: &Document, person: &Person) -> Vec<Suggestion> {
    document.suggestions.iter().filter(|one| one.is_open()).map(|one| suggestion(one, person)).collect()
}

fn comment(document: &Document, thread: &CommentThread, person: &Person) -> Comment {
    let anchored = |tab: &&super::document::Tab| tab.page.comment_anchors.contains_key(&thread.anchor_id);
    let tabs = document.all_tabs();
    let tab = tabs.iter().map(|(_, tab)| *tab).find(|tab| anchored(tab)).filter(|_| tabs.len() > 1);
    Comment {
        id: thread.comment_id.clone(),
        status: if thread.is_open() { "open" } else { "resolved" },
        about: visible_line(&thread.plain_text_quote),
        tab: tab.map(|tab| visible_line(&tab.properties.title)),
        said: said(&thread.head_post, person),
        replies: thread.replies.iter().map(|post| said(post, person)).collect(),
    }
}

fn suggestion(thread: &SuggestionThread, person: &Person) -> Suggestion {
    Suggestion {
        id: thread.suggestion_id.clone(),
        status: thread.status.to_lowercase(),
        change: visible_line(&thread.summary_text),
        author: visible_line(&thread.head_post.author.display_name),
        made_by_the_user: thread.head_post.author.me,
        when: when(&thread.head_post.create_time, person),
        replies: thread.replies.iter().map(|post| said(post, person)).collect(),
    }
}

fn said(post: &Post, person: &Person) -> Said {
    Said {
        author: visible_line(&post.author.display_name),
        by_the_user: post.author.me,
        when: when(&post.create_time, person),
        words: visible(&post.content).words,
        action: post.comment_action.as_ref().map(|action| action.to_lowercase()),
    }
}
