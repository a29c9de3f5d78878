//! What people say about a document: comments, and the threads under suggestions.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::unit::fresh_id;
use crate::account::Account;

/// A comment and its replies.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Comment {
    pub(super) id: String,
    /// Marks the commented text, wherever it moves.
    pub(super) anchor: String,
    /// The text when the comment was made.
    pub(super) quote: String,
    pub(super) head: Post,
    pub(super) replies: Vec<Post>,
    pub(super) resolved: bool,
}

/// A proposed change and what is said about it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Suggestion {
    pub(super) id: String,
    pub(super) head: Post,
    pub(super) replies: Vec<Post>,
    pub(super) standing: Standing,
    /// What it changed, once it is decided; as long as it is open the content says so itself.
    pub(super) decided: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Standing {
    Open,
    Accepted,
    Rejected,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Post {
    pub(super) id: String,
    pub(super) author: Author,
    pub(super) content: String,
    pub(super) created: Timestamp,
    pub(super) updated: Timestamp,
    /// Whom the comment is a task for.
    pub(super) assignee: Option<String>,
    /// What the post did beside being said, e.g. `RESOLVE` or `ACCEPT`.
    pub(super) action: Option<String>,
}

/// Who wrote a post.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Author {
    pub(super) name: String,
    pub(super) address: String,
    pub(super) subject: String,
}

/// What becomes of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Accept,
    Reject,
}

impl Author {
    pub(super) fn of(account: &Account) -> Self {
        Self { name: account.name.clone(), address: account.address.clone(), subject: account.subject() }
    }

    pub(super) fn is(&self, account: &Account) -> bool {
        self.address.eq_ignore_ascii_case(&account.address)
    }
}

impl Post {
    pub(super) fn new(author: &Account, content: &str) -> Self {
        let now = sandbox_world::now();
        Self {
            id: fresh_id("AAAB"),
            author: Author::of(author),
            content: content.to_owned(),
            created: now,
            updated: now,
            assignee: None,
            action: None,
        }
    }

    /// As the API shows it to somebody.
    pub(super) fn render(&self, to: &Account) -> Value {
        let mut shown = json!({
            "postId": self.id,
            "author": {
                "displayName": self.author.name,
                "user": format!("users/{}", self.author.subject),
                "me": self.author.is(to),
            },
            "content": self.content,
            "contentHtml": escaped(&self.content),
            "createTime": self.created.to_string(),
            "updateTime": self.updated.to_string(),
        });
        let Some(object) = shown.as_object_mut() else { return shown };
        if let Some(assignee) = &self.assignee {
            object.insert("assigneeEmail".to_owned(), assignee.as_str().into());
        }
        match self.action.as_deref() {
            Some(action @ ("RESOLVE" | "REOPEN")) => {
                object.insert("commentAction".to_owned(), action.into());
            }
            Some(action) => {
                object.insert("suggestionAction".to_owned(), action.into());
            }
            None => {}
        }
        shown
    }
}

impl Comment {
    pub(super) fn render(&self, to: &Account) -> Value {
        json!({
            "commentId": self.id,
            "anchorId": self.anchor,
            "plainTextQuote": self.quote,
            "headPost": self.head.render(to),
            "replies": self.replies.iter().map(|post| post.render(to)).collect::<Vec<_>>(),
            "status": if self.resolved { "RESOLVED" } else { "OPEN" },
        })
    }
}

impl Suggestion {
    pub(super) fn new(id: &str, author: &Account) -> Self {
        Self {
            id: id.to_owned(),
            head: Post::new(author, ""),
            replies: Vec::new(),
            standing: Standing::Open,
            decided: None,
        }
    }

    /// As the API shows it, with what it changes in words.
    pub(super) fn render(&self, summary: &str, to: &Account) -> Value {
        json!({
            "suggestionId": self.id,
            "headPost": self.head.render(to),
            "replies": self.replies.iter().map(|post| post.render(to)).collect::<Vec<_>>(),
            "status": self.standing,
            "summaryText": summary,
            "summaryHtml": escaped(summary),
        })
    }
}

/// Text as HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
