//! `comments` and `replies`: what people say beside a file.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::asked::Asked;
use super::tree::{Role, Tree, fresh_text};
use super::{pages, render};
use crate::google::refusal::Refusal;

/// A remark on a file, and what was answered.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Comment {
    id: String,
    remark: Remark,
    /// The text of the file that is meant.
    quoted: Option<Value>,
    anchor: Option<String>,
    replies: Vec<Reply>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
struct Reply {
    id: String,
    remark: Remark,
    /// `resolve` or `reopen`, if it did one of them.
    action: Option<String>,
}

/// Who said what, and when.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Remark {
    by: String,
    at: Timestamp,
    text: String,
}

pub(super) fn list(tree: &Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let file = asked.everywhere(tree, Role::Reader)?;
    let since = asked.call.query.one("startModifiedTime").and_then(|time| time.parse::<Timestamp>().ok());
    let wanted = file.comments.iter().rev().filter(|one| since.is_none_or(|since| modified(one) >= since));
    let rows = wanted.map(|one| comment(tree, asked, one)).collect();
    pages::page("drive#commentList", "comments", rows, asked.call, 20)
}

pub(super) fn get(tree: &Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    Ok(comment(tree, asked, find(tree, asked)?))
}

pub(super) fn create(tree: &mut Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let id = asked.everywhere(tree, Role::Commenter)?.id.clone();
    let text = asked.call.text("/content").ok_or_else(|| required("comment.content"))?;
    let made = Comment {
        id: fresh_text(11),
        remark: Remark::new(asked, text),
        quoted: asked.call.body.get("quotedFileContent").filter(|quoted| quoted.is_object()).cloned(),
        anchor: asked.call.text("/anchor").map(str::to_owned),
        replies: Vec::new(),
    };
    let shown = comment(tree, asked, &made);
    tree.edit(&id, |file| file.comments.push(made));
    Ok(shown)
}

pub(super) fn replies(tree: &Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let rows = find(tree, asked)?.replies.iter().map(|one| reply(tree, asked, one)).collect();
    pages::page("drive#replyList", "replies", rows, asked.call, 20)
}

pub(super) fn answer(tree: &mut Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let file = asked.everywhere(tree, Role::Commenter)?.id.clone();
    let comment = find(tree, asked)?.id.clone();
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
    let shown = reply(tree, asked, &made);
    tree.edit(&file, |file| {
        if let Some(comment) = file.comments.iter_mut().find(|known| known.id == comment) {
            comment.replies.push(made);
        }
    });
    Ok(shown)
}

impl Remark {
    fn new(asked: &Asked<'_>, text: &str) -> Self {
        Self { by: asked.me().to_owned(), at: Timestamp::now(), text: text.to_owned() }
    }
}

fn find<'a>(tree: &'a Tree, asked: &Asked<'_>) -> Result<&'a Comment, Refusal> {
    let file = asked.everywhere(tree, Role::Reader)?;
    let id = asked.call.path("commentId");
    let found = file.comments.iter().find(|comment| comment.id == id);
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
