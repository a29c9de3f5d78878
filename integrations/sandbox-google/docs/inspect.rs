//! What the page and the control API see of documents, and how they let somebody else write.
//!
//! A view from inside, past tokens and contract; nothing here is reachable by a client of Google.

use serde::Serialize;
use serde_json::{Value, json};

use super::batch::{self, Asker};
use super::document::{Document, Fetch};
use super::export;
use super::paper::{self, Block};
use super::threads::{Post, Standing};
use crate::Google;
use crate::drive::{DOCUMENT, Role, Visitor};

/// A document as somebody sees it.
#[derive(Clone, Debug)]
pub struct DocumentView {
    pub title: String,
    pub tabs: Vec<TabView>,
    /// What is still to be decided.
    pub suggestions: Vec<RemarkView>,
    /// What is not resolved.
    pub comments: Vec<RemarkView>,
}

#[derive(Clone, Debug)]
pub struct TabView {
    pub title: String,
    pub blocks: Vec<Block>,
}

/// A comment or a suggestion with what is said about it.
#[derive(Clone, Debug)]
pub struct RemarkView {
    pub id: String,
    pub author: String,
    /// The commented text, or what a suggestion changes.
    pub about: String,
    /// Author and words, the first one first.
    pub said: Vec<(String, String)>,
}

/// A document as the control API tells it.
#[derive(Clone, Debug, Serialize)]
pub struct DocumentTold {
    id: String,
    title: String,
    revision: String,
    /// Without what is only suggested.
    markdown: String,
    suggestions: Vec<Value>,
    comments: Vec<Value>,
    images: Vec<Fetch>,
}

impl Google {
    /// The document as its page; nothing if the person may not read it.
    pub fn document(&self, handle: &str, id: &str) -> Option<DocumentView> {
        let account = self.account(handle)?;
        self.look_at(|state| {
            let visitor = Visitor::in_person(account);
            let file = state.drive.open(&visitor, id, Role::Reader).ok()?;
            if file.mime_type != DOCUMENT {
                return None;
            }
            let title = file.name.clone();
            let empty = Document::default();
            Some(view(state.documents.get(id).unwrap_or(&empty), title))
        })
    }

    /// The document as it is, whoever may read it.
    pub fn document_told(&self, id: &str) -> Option<DocumentTold> {
        self.with(|state| {
            let file = state.drive.files.get(id).filter(|file| file.mime_type == DOCUMENT)?;
            let title = file.name.clone();
            Some(told(super::document(state, id), id, title))
        })
    }

    /// Lets somebody of the world write in a document, whatever they may do there otherwise. The requests are those of
    /// `documents.batchUpdate`; the answer is its answer, or the sentence with which it refuses.
    pub fn write_document(&self, handle: &str, id: &str, body: &Value) -> Option<Result<Value, String>> {
        let account = self.account(handle)?;
        let written = self.with(|state| {
            state.drive.files.get(id).filter(|file| file.mime_type == DOCUMENT)?;
            super::document(state, id);
            let visitor = Visitor::in_person(account);
            let asker = Asker { author: account, role: Role::Writer, files: &state.drive, visitor: &visitor };
            let outcome = batch::apply(state.documents.get(id)?, id, body, &asker);
            Some(outcome.map(|outcome| {
                state.documents.insert(id.to_owned(), outcome.document);
                state.drive.touch(id, account);
                outcome.answer
            }))
        });
        self.changes.ring();
        written.map(|written| written.map_err(|refusal| refusal.message().to_owned()))
    }

    /// Makes a document of somebody's from Markdown.
    pub fn new_document(&self, handle: &str, title: &str, markdown: &str) -> Option<String> {
        let account = self.account(handle)?;
        let made = self.with(|state| {
            let visitor = Visitor::in_person(account);
            let id = state.drive.create(&visitor, title, DOCUMENT);
            if let Some(file) = state.drive.files.get_mut(&id) {
                file.made_by_app = false;
            }
            super::import(state, &id, title, markdown);
            id
        });
        self.changes.ring();
        Some(made)
    }
}

fn view(document: &Document, title: String) -> DocumentView {
    let tabs = document
        .all_tabs()
        .into_iter()
        .map(|tab| TabView { title: tab.title.clone(), blocks: paper::read(document, tab) });
    let open = document.suggestions.iter().filter(|one| one.standing == Standing::Open);
    let suggestions = open.map(|one| RemarkView {
        id: one.id.clone(),
        author: one.head.author.name.clone(),
        about: document.summary(&one.id),
        said: one.replies.iter().map(said).collect(),
    });
    let comments = document.comments.iter().filter(|one| !one.resolved).map(|one| RemarkView {
        id: one.id.clone(),
        author: one.head.author.name.clone(),
        about: one.quote.clone(),
        said: std::iter::once(&one.head).chain(&one.replies).map(said).collect(),
    });
    DocumentView {
        title,
        tabs: tabs.collect(),
        suggestions: suggestions.collect(),
        comments: comments.collect(),
    }
}

fn said(post: &Post) -> (String, String) {
    (post.author.name.clone(), post.content.clone())
}

fn told(document: &Document, id: &str, title: String) -> DocumentTold {
    let posts = |posts: &[Post]| -> Vec<Value> {
        posts.iter().map(|post| json!({ "author": post.author.address, "content": post.content })).collect()
    };
    let suggestions = document.suggestions.iter().map(|one| {
        json!({
            "id": one.id, "author": one.head.author.address, "status": one.standing,
            "summary": document.summary(&one.id), "replies": posts(&one.replies),
        })
    });
    let comments = document.comments.iter().map(|one| {
        json!({
            "id": one.id, "author": one.head.author.address, "content": one.head.content, "quote": one.quote,
            "resolved": one.resolved, "replies": posts(&one.replies),
        })
    });
    DocumentTold {
        id: id.to_owned(),
        revision: document.revision().to_owned(),
        markdown: export::write(document, &title, "text/markdown").unwrap_or_default(),
        title,
        suggestions: suggestions.collect(),
        comments: comments.collect(),
        images: document.fetches.clone(),
    }
}
