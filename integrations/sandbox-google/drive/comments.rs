//! `comments` and `replies`: what people say beside a file.

mod comment;

use jiff::Timestamp;
use serde_json::{Value, json};

pub(crate) use self::comment::{Comment, Remark, Reply};
use super::asked::Asked;
use super::tree::{Closed, Tree};
use super::{pages, refusals, render};
use crate::drive::ids::fresh_text;
use crate::drive::kinds::DOCUMENT;
use crate::drive::role::Role;
use crate::refusal::Refusal;
use crate::{State, docs};

pub(super) fn list(state: &State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let all = said(state, asked)?;
    let since = asked.call.query.one("startModifiedTime").and_then(|time| time.parse::<Timestamp>().ok());
    let wanted = all.iter().rev().filter(|one| since.is_none_or(|since| modified(one) >= since));
    let rows = wanted.map(|one| comment(&state.drive, asked, one)).collect();
    pages::page("drive#commentList", "comments", rows, asked.call, 20)
}

pub(super) fn get(state: &State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    Ok(comment(&state.drive, asked, &find(state, asked)?))
}

pub(super) fn create(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let (id, is_document) = place(state, asked)?;
    let text = asked.call.text("/content").ok_or_else(|| required("comment.content"))?;
    let made = Comment {
        id: fresh_text(11),
        remark: Remark::new(asked, text),
        quoted: asked.call.body.get("quotedFileContent").filter(|quoted| quoted.is_object()).cloned(),
        anchor: asked.call.text("/anchor").map(str::to_owned),
        replies: Vec::new(),
    };
    let shown = comment(&state.drive, asked, &made);
    if is_document {
        docs::take_comment(state, &id, asked.visitor.account, &made);
    }
    state.drive.edit(&id, |file| file.comments.extend((!is_document).then_some(made)));
    Ok(shown)
}

/// Only who has written a comment changes its words.
pub(super) fn update(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let mut changed = own(state, asked)?;
    let text = asked.call.text("/content").ok_or_else(|| required("comment.content"))?;
    text.clone_into(&mut changed.remark.text);
    let shown = comment(&state.drive, asked, &changed);
    let (id, is_document) = place(state, asked)?;
    if is_document {
        docs::change_comment(state, &id, &changed.id, Some(text));
    }
    state.drive.edit(&id, |file| {
        if let Some(known) = file.comments.iter_mut().find(|known| known.id == changed.id) {
            known.remark = changed.remark;
        }
    });
    Ok(shown)
}

pub(super) fn delete(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let gone = own(state, asked)?;
    let (id, is_document) = place(state, asked)?;
    if is_document {
        docs::change_comment(state, &id, &gone.id, None);
    }
    state.drive.edit(&id, |file| file.comments.retain(|known| known.id != gone.id));
    Ok(json!({}))
}

fn own(state: &State, asked: &Asked<'_>) -> Result<Comment, Refusal> {
    asked.everywhere(&state.drive, Role::Commenter)?;
    let found = find(state, asked)?;
    if found.remark.by.eq_ignore_ascii_case(asked.me()) {
        return Ok(found);
    }
    Err(refusals::closed(Closed::Forbidden, asked.call.path("fileId")))
}

/// The file a comment is beside, and whether it is a document, which keeps its comments itself.
fn place(state: &State, asked: &Asked<'_>) -> Result<(String, bool), Refusal> {
    let file = asked.everywhere(&state.drive, Role::Commenter)?;
    Ok((file.id.clone(), file.mime_type == DOCUMENT))
}

pub(super) fn replies(state: &State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let rows = find(state, asked)?.replies.iter().map(|one| reply(&state.drive, asked, one)).collect();
    pages::page("drive#replyList", "replies", rows, asked.call, 20)
}

pub(super) fn answer(state: &mut State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let (id, is_document) = place(state, asked)?;
    let comment = find(state, asked)?.id;
    let action = asked.call.text("/action").map(str::to_owned);
    if action.as_deref().is_some_and(|action| !matches!(action, "resolve" | "reopen")) {
        return Err(Refusal::older(400, "invalid", "Invalid Value").at("reply.action", "other"));
    }
    let text = match (asked.call.text("/content"), &action) {
        (Some(text), _) => text,
        (None, Some(_)) => "",
        (None, None) => return Err(required("reply.content")),
    };
    let made = Reply { id: fresh_text(11), remark: Remark::new(asked, text), action };
    let shown = reply(&state.drive, asked, &made);
    if is_document {
        docs::take_reply(state, &id, asked.visitor.account, (&comment, &made));
    }
    state.drive.edit(&id, |file| {
        if let Some(comment) = file.comments.iter_mut().find(|known| known.id == comment) {
            comment.replies.push(made);
        }
    });
    Ok(shown)
}

impl Remark {
    fn new(asked: &Asked<'_>, text: &str) -> Self {
        Self { by: asked.me().to_owned(), at: sandbox_world::now(), text: text.to_owned() }
    }
}

/// What is said beside the file, the oldest first. Beside a document it is kept with its text, and whoever may only read it
/// hears nothing of that.
fn said(state: &State, asked: &Asked<'_>) -> Result<Vec<Comment>, Refusal> {
    let file = asked.everywhere(&state.drive, Role::Reader)?;
    if file.mime_type != DOCUMENT {
        return Ok(file.comments.clone());
    }
    let hears = state.drive.role_of(file, asked.me()).is_some_and(|role| role >= Role::Commenter);
    Ok(if hears { docs::talk(state, &file.id) } else { Vec::new() })
}

fn find(state: &State, asked: &Asked<'_>) -> Result<Comment, Refusal> {
    let id = asked.call.path("commentId");
    let found = said(state, asked)?.into_iter().find(|comment| comment.id == id);
    found.ok_or_else(|| {
        Refusal::older(404, "notFound", format!("Comment not found: {id}.")).at("commentId", "parameter")
    })
}

fn modified(comment: &Comment) -> Timestamp {
    comment.replies.last().map_or(comment.remark.at, |reply| reply.remark.at)
}

fn comment(tree: &Tree, asked: &Asked<'_>, comment: &Comment) -> Value {
    let mut shown = remark(tree, asked, "drive#comment", &comment.id, &comment.remark);
    let acts: Vec<&str> = comment.replies.iter().filter_map(|reply| reply.action.as_deref()).collect();
    if let Some(fields) = shown.as_object_mut() {
        fields.insert("modifiedTime".to_owned(), render::time(modified(comment)).into());
        fields.insert(
            "replies".to_owned(),
            comment.replies.iter().map(|one| reply(tree, asked, one)).collect(),
        );
        if let Some(last) = acts.last() {
            fields.insert("resolved".to_owned(), (*last == "resolve").into());
        }
        fields.extend(comment.quoted.clone().map(|quoted| ("quotedFileContent".to_owned(), quoted)));
        fields.extend(comment.anchor.clone().map(|anchor| ("anchor".to_owned(), anchor.into())));
    }
    shown
}

fn reply(tree: &Tree, asked: &Asked<'_>, reply: &Reply) -> Value {
    let mut shown = remark(tree, asked, "drive#reply", &reply.id, &reply.remark);
    if let (Some(action), Some(fields)) = (&reply.action, shown.as_object_mut()) {
        fields.insert("action".to_owned(), action.as_str().into());
    }
    shown
}

fn remark(tree: &Tree, asked: &Asked<'_>, kind: &str, id: &str, remark: &Remark) -> Value {
    json!({
        "kind": kind,
        "id": id,
        "createdTime": render::time(remark.at),
        "modifiedTime": render::time(remark.at),
        "author": render::user(tree, asked, &remark.by),
        "deleted": false,
        "content": remark.text,
        "htmlContent": remark.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"),
    })
}

fn required(field: &'static str) -> Refusal {
    Refusal::older(400, "required", "Required").at(field, "other")
}
