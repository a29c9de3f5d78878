//! What is said beside a document as Drive tells it and takes it: the same comments, without their place in the text.

use serde_json::json;

use super::threads::{Author, Comment, Post};
use super::unit::fresh_id;
use crate::State;
use crate::account::Account;
use crate::drive::{Comment as Told, Remark, Reply};

pub(crate) fn talk(state: &State, id: &str) -> Vec<Told> {
    let comments = state.documents.get(id).map(|document| document.comments.as_slice()).unwrap_or_default();
    let told = |one: &Comment| Told {
        id: one.id.clone(),
        remark: remark(&one.head),
        quoted: (!one.quote.is_empty()).then(|| json!({ "mimeType": "text/html", "value": one.quote })),
        anchor: Some(one.anchor.clone()),
        replies: one.replies.iter().map(reply).collect(),
    };
    comments.iter().map(told).collect()
}

/// Takes a comment in. It is about the whole document: Drive knows no place in it.
pub(crate) fn take_comment(state: &mut State, id: &str, author: &Account, made: &Told) {
    let quote = made.quoted.as_ref().and_then(|quoted| quoted["value"].as_str()).unwrap_or_default();
    let comment = Comment {
        id: made.id.clone(),
        anchor: made.anchor.clone().unwrap_or_else(|| fresh_id("kix.")),
        quote: quote.to_owned(),
        head: post(author, &made.id, &made.remark),
        replies: Vec::new(),
        resolved: false,
    };
    state.documents.entry(id.to_owned()).or_default().comments.push(comment);
}

/// Gives a comment other words, or takes it away.
pub(crate) fn change_comment(state: &mut State, id: &str, comment: &str, text: Option<&str>) {
    let Some(document) = state.documents.get_mut(id) else { return };
    let Some(at) = document.comments.iter().position(|one| one.id == comment) else { return };
    match (text, document.comments.get_mut(at)) {
        (Some(text), Some(comment)) => {
            text.clone_into(&mut comment.head.content);
            comment.head.updated = sandbox_world::now();
        }
        _ => document.forget_comment(at),
    }
}

pub(crate) fn take_reply(state: &mut State, id: &str, author: &Account, (comment, made): (&str, &Reply)) {
    let document = state.documents.entry(id.to_owned()).or_default();
    let Some(comment) = document.comments.iter_mut().find(|one| one.id == comment) else { return };
    let action = made.action.as_ref().map(|action| action.to_uppercase());
    comment.resolved = action.as_ref().map_or(comment.resolved, |action| action == "RESOLVE");
    comment.replies.push(Post { action, ..post(author, &made.id, &made.remark) });
}

fn post(author: &Account, id: &str, remark: &Remark) -> Post {
    Post {
        id: id.to_owned(),
        author: Author::of(author),
        content: remark.text.clone(),
        created: remark.at,
        updated: remark.at,
        assignee: None,
        action: None,
    }
}

fn reply(post: &Post) -> Reply {
    let action = post.action.as_ref().map(|action| action.to_lowercase());
    Reply { id: post.id.clone(), remark: remark(post), action }
}

fn remark(post: &Post) -> Remark {
    Remark { by: post.author.address.clone(), at: post.created, text: post.content.clone() }
}
