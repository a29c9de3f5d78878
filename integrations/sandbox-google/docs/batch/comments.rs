//! `insertComment`, `addCommentReply`, `updateCommentPost`, `deleteComment` and `deleteCommentReply`.

use serde_json::{Value, json};

use super::decisions::{decide, forbidden};
use super::{Batch, text};
use crate::docs::place;
use crate::docs::problem::Problem;
use crate::docs::runs::text_of;
use crate::docs::threads::Verdict;
use crate::docs::threads::{Comment, Post};
use crate::docs::unit::fresh_id;
use crate::drive::Role;

pub(super) fn insert(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let words = said(text(request, "content"))?;
    let span = place::span(&batch.document, request.get("range"))?;
    let tab = batch.document.tab_mut(&span.tab)?;
    let anchor = fresh_id("kix.");
    tab.content.relook(&span.range, |look| {
        look.anchors.insert(anchor.clone());
    });
    let mut head = Post::new(batch.author, words);
    head.assignee =
        Some(text(request, "assigneeEmailAddress")).filter(|one| !one.is_empty()).map(str::to_owned);
    let comment = Comment {
        id: fresh_id("AAAA"),
        anchor,
        quote: text_of(tab.content.slice(&span.range)).trim_end().to_owned(),
        head,
        replies: Vec::new(),
        resolved: false,
    };
    let shown = comment.render(batch.author);
    batch.document.comments.push(comment);
    batch.notes.comments_saved = true;
    Ok(json!({ "insertComment": { "commentThread": shown } }))
}

/// A reply, which may also resolve or reopen a comment, or decide a suggestion.
pub(super) fn reply(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let given = request.get("post").unwrap_or(&Value::Null);
    let (talk, decision) = (text(given, "commentAction"), text(given, "suggestionAction"));
    let mut post = Post::new(batch.author, text(given, "content"));
    match (talk, decision) {
        ("RESOLVE" | "REOPEN", _) => post.action = Some(talk.to_owned()),
        (_, "ACCEPT" | "REJECT") => post.action = Some(decision.to_owned()),
        _ => {
            said(&post.content)?;
        }
    }
    let suggestion = text(request, "suggestionId");
    match post.action.as_deref() {
        Some("ACCEPT") => decide(batch, suggestion, Verdict::Accept)?,
        Some("REJECT") => decide(batch, suggestion, Verdict::Reject)?,
        Some(_) | None => {}
    }
    let shown = post.render(batch.author);
    let thread = thread(batch, request)?;
    if let (Some(resolved), Some(action)) = (thread.resolved, post.action.as_deref()) {
        *resolved = action == "RESOLVE";
    }
    thread.replies.push(post);
    batch.notes.comments_saved = true;
    Ok(json!({ "addCommentReply": { "post": shown } }))
}

pub(super) fn update(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let words = said(text(request, "content"))?.to_owned();
    let author = batch.author;
    let id = text(request, "postId");
    let thread = thread(batch, request)?;
    let mut posts = std::iter::once(thread.head).chain(thread.replies.iter_mut());
    let post = posts.find(|post| post.id == id).ok_or_else(|| no_post(id))?;
    if !post.author.is(author) {
        return Err(forbidden());
    }
    post.content = words;
    post.updated = sandbox_world::now();
    batch.notes.comments_saved = true;
    Ok(json!({}))
}

pub(super) fn delete(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let id = text(request, "commentId");
    let mut comments = batch.document.comments.iter().enumerate();
    let (at, comment) = comments.find(|(_, one)| one.id == id).ok_or_else(|| no_thread(id))?;
    if !comment.head.author.is(batch.author) && batch.role < Role::Writer {
        return Err(forbidden());
    }
    batch.document.forget_comment(at);
    batch.notes.comments_saved = true;
    Ok(json!({}))
}

pub(super) fn delete_reply(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let (author, role) = (batch.author, batch.role);
    let id = text(request, "postId");
    let replies = thread(batch, request)?.replies;
    let at = replies.iter().position(|post| post.id == id).ok_or_else(|| no_post(id))?;
    let post = replies.remove(at);
    if !post.author.is(author) && role < Role::Writer {
        return Err(forbidden());
    }
    batch.notes.comments_saved = true;
    Ok(json!({}))
}

/// A thread under a comment or a suggestion.
struct Thread<'a> {
    head: &'a mut Post,
    replies: &'a mut Vec<Post>,
    /// Only comments are resolved.
    resolved: Option<&'a mut bool>,
}

fn thread<'a>(batch: &'a mut Batch<'_>, request: &Value) -> Result<Thread<'a>, Problem> {
    let (comment, suggestion) = (text(request, "commentId"), text(request, "suggestionId"));
    let document = &mut batch.document;
    if !suggestion.is_empty() {
        let found = document.suggestions.iter_mut().find(|one| one.id == suggestion);
        let found = found.ok_or_else(|| no_thread(suggestion))?;
        return Ok(Thread { head: &mut found.head, replies: &mut found.replies, resolved: None });
    }
    let found = document.comments.iter_mut().find(|one| one.id == comment);
    let found = found.ok_or_else(|| no_thread(comment))?;
    Ok(Thread { head: &mut found.head, replies: &mut found.replies, resolved: Some(&mut found.resolved) })
}

fn said(words: &str) -> Result<&str, Problem> {
    if words.trim().is_empty() {
        return Err(Problem::invalid("The content of the comment should not be empty."));
    }
    Ok(words)
}

fn no_thread(id: &str) -> Problem {
    Problem::invalid(format!("The comment with ID {id} was not found."))
}

fn no_post(id: &str) -> Problem {
    Problem::invalid(format!("The post with ID {id} was not found."))
}
