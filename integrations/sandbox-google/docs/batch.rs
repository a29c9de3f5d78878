//! `documents.batchUpdate`: requests applied in order to a copy, which takes the document's place if all went well.
//!
//! Knows revisions, modes and replies; each kind of request has its own file.

mod bullets;
mod comments;
mod decisions;
mod edit;
mod images;
mod merge;
mod objects;
mod ranges;
mod segments;
mod styles;
mod tables;
mod tabs;
mod text;

use serde_json::{Value, json};

pub(super) use tables::empty_table;
pub(super) use text::{places, replace};

use merge::Shadow;

pub(super) use self::edit::{Asker, Batch};
use super::document::{Document, SegmentKind};
use super::pen::{Pen, Proposal};
use super::threads::{Standing, Suggestion};
use crate::docs::batch::edit::Notes;
use crate::docs::problem::Problem;
use crate::drive::Role;
use crate::refusal::Refusal;

/// What a batch answers, and the document after it.
pub(super) struct Outcome {
    pub(super) document: Document,
    pub(super) answer: Value,
}

/// The least role a batch needs: suggestions and comments are for commenters too.
pub(super) fn role_needed(body: &Value) -> Role {
    let suggests = body.pointer("/writeControl/writeMode").and_then(Value::as_str) == Some("SUGGEST");
    let talks = requests(body).iter().all(|request| named(request).is_some_and(|(kind, _)| is_talk(kind)));
    if suggests || talks { Role::Commenter } else { Role::Writer }
}

/// Applies a whole batch, or nothing of it.
pub(super) fn apply(
    document: &Document,
    id: &str,
    body: &Value,
    asker: &Asker<'_>,
) -> Result<Outcome, Refusal> {
    let mut shadow = earlier(document, body)?.map(|earlier| Shadow(Batch::new(earlier, asker)));
    let mode = body.pointer("/writeControl/writeMode").and_then(Value::as_str);
    let mut batch = Batch::new(document.clone(), asker);
    let (mut replies, mut suggestions) = (Vec::new(), Vec::new());
    for (number, request) in requests(body).iter().enumerate() {
        let Some((kind, request)) = named(request) else {
            return Err(Refusal::argument(format!("Invalid requests[{number}]: No request set.")));
        };
        let refused = |problem: Problem| problem.of(number, kind);
        batch.pen = batch.fresh_pen(mode);
        let mut meant = request.clone();
        if let Some(shadow) = &mut shadow {
            meant = shadow.moved(&batch.document, request);
            shadow.0.pen = shadow.0.fresh_pen(mode);
            shadow.follow(&batch.document, kind, request).map_err(refused)?;
        }
        replies.push(batch.perform(kind, &meant).map_err(refused)?);
        suggestions.push(batch.note_suggestions());
    }
    if !replies.is_empty() {
        batch.document.revise(document);
    }
    let answer = batch.answer(id, &replies, suggestions);
    Ok(Outcome { document: batch.document, answer })
}

impl<'a> Batch<'a> {
    fn new(document: Document, asker: &Asker<'a>) -> Self {
        Self {
            document,
            pen: Pen::Edit,
            author: asker.author,
            role: asker.role,
            files: asker.files,
            visitor: asker.visitor,
            notes: Notes::default(),
        }
    }

    fn answer(&self, id: &str, replies: &[Value], suggestions: Vec<Value>) -> Value {
        let state = if self.notes.comments_saved { "ALL_SAVED" } else { "NO_UPDATES_REQUESTED" };
        let mut answer = json!({
            "documentId": id,
            "replies": replies,
            "writeControl": { "requiredRevisionId": self.document.revision() },
            "commentUpdateState": state,
        });
        let decided = suggestions.iter().any(|one| one.as_object().is_some_and(|one| !one.is_empty()));
        if let (true, Some(object)) = (decided, answer.as_object_mut()) {
            object.insert("suggestionResponses".to_owned(), suggestions.into());
        }
        answer
    }

    fn perform(&mut self, kind: &str, request: &Value) -> Result<Value, Problem> {
        match kind {
            "insertText" => text::insert(self, request),
            "deleteContentRange" => text::delete(self, request),
            "replaceAllText" => text::replace_all(self, request),
            "insertPageBreak" => objects::page_break(self, request),
            "insertRichLink" => objects::rich_link(self, request),
            "insertPerson" => objects::person(self, request),
            "insertInlineImage" => images::insert(self, request),
            "replaceImage" => images::replace(self, request),
            "updateTextStyle" => styles::of_text(self, request),
            "updateParagraphStyle" => styles::of_paragraph(self, request),
            "updateDocumentStyle" => styles::of_document(self, request),
            "createParagraphBullets" => bullets::create(self, request),
            "deleteParagraphBullets" => bullets::delete(self, request),
            "insertTable" => tables::insert(self, request),
            "insertTableRow" => tables::insert_row(self, request),
            "insertTableColumn" => tables::insert_column(self, request),
            "deleteTableRow" => tables::delete_row(self, request),
            "deleteTableColumn" => tables::delete_column(self, request),
            "createNamedRange" => ranges::create(self, request),
            "deleteNamedRange" => ranges::delete(self, request),
            "replaceNamedRangeContent" => ranges::replace(self, request),
            "addDocumentTab" => tabs::add(self, request),
            "deleteTab" => tabs::delete(self, request),
            "updateDocumentTabProperties" => tabs::update(self, request),
            "createHeader" => segments::create(self, SegmentKind::Header, request),
            "createFooter" => segments::create(self, SegmentKind::Footer, request),
            "deleteHeader" => segments::delete(self, SegmentKind::Header, request),
            "deleteFooter" => segments::delete(self, SegmentKind::Footer, request),
            "acceptSuggestion" => decisions::accept(self, request),
            "rejectSuggestion" => decisions::reject(self, request),
            "deleteSuggestion" => decisions::withdraw(self, request),
            "insertComment" => comments::insert(self, request),
            "addCommentReply" => comments::reply(self, request),
            "updateCommentPost" => comments::update(self, request),
            "deleteComment" => comments::delete(self, request),
            "deleteCommentReply" => comments::delete_reply(self, request),
            kind => Err(Refusal::not_implemented(&format!("docs.documents.batchUpdate {kind}")).into()),
        }
    }

    fn fresh_pen(&self, mode: Option<&str>) -> Pen {
        if mode != Some("SUGGEST") {
            return Pen::Edit;
        }
        let own = self
            .document
            .suggestions
            .iter()
            .filter(|one| one.standing == Standing::Open && one.head.author.is(self.author));
        Pen::Suggest(Proposal::new(own.map(|one| one.id.clone()).collect()))
    }

    /// What the last request did to suggestions, in the form of the answer.
    fn note_suggestions(&mut self) -> Value {
        let mut noted = json!({});
        let mut tell = |field: &str, ids: Vec<String>| {
            if let (false, Some(object)) = (ids.is_empty(), noted.as_object_mut()) {
                object.insert(field.to_owned(), ids.into());
            }
        };
        if let Pen::Suggest(proposal) = &self.pen {
            let (new, old): (Vec<String>, Vec<String>) =
                proposal.touched().iter().cloned().partition(|id| id == proposal.id());
            for id in &new {
                self.document.suggestions.push(Suggestion::new(id, self.author));
            }
            tell("createdSuggestionIds", new);
            tell("updatedSummarySuggestionIds", old);
        }
        tell("acceptedSuggestionIds", std::mem::take(&mut self.notes.accepted));
        tell("rejectedSuggestionIds", std::mem::take(&mut self.notes.rejected));
        tell("deletedSuggestionIds", std::mem::take(&mut self.notes.deleted));
        noted
    }
}

/// The earlier revision a batch was written for, if it is to be merged; a batch for no other than the latest is refused
/// when it is not.
fn earlier(document: &Document, body: &Value) -> Result<Option<Document>, Refusal> {
    let control = |field: &str| {
        let value = body.get("writeControl").and_then(|control| control.get(field)).and_then(Value::as_str);
        value.filter(|value| !value.is_empty())
    };
    if let Some(required) = control("requiredRevisionId")
        && required != document.revision()
    {
        return Err(Refusal::precondition(format!(
            "The required revision ID '{required}' does not match the latest revision."
        )));
    }
    match control("targetRevisionId") {
        None => Ok(None),
        Some(target) if target == document.revision() => Ok(None),
        Some(target) => document.at(target).map(Some).ok_or_else(|| {
            Refusal::argument(format!(
                "Invalid writeControl.targetRevisionId: The revision ID '{target}' is invalid or too old."
            ))
        }),
    }
}

fn requests(body: &Value) -> &[Value] {
    body.get("requests").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The one kind of a request, and what it says.
fn named(request: &Value) -> Option<(&str, &Value)> {
    let (kind, request) = request.as_object()?.iter().find(|(_, request)| !request.is_null())?;
    Some((kind, request))
}

fn is_talk(kind: &str) -> bool {
    ["insertComment", "addCommentReply", "updateCommentPost", "deleteComment", "deleteCommentReply"]
        .contains(&kind)
}

/// A text of a request; an empty one where it is left out.
fn text<'a>(request: &'a Value, field: &str) -> &'a str {
    request.get(field).and_then(Value::as_str).unwrap_or_default()
}
