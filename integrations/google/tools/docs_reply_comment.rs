//! `docs.reply_comment`

use serde_json::{Map, Value};

use super::docs_comment::words;
use super::prelude::*;
use crate::docs::talking::chosen;
use crate::docs::{Change, Draft, Guard, Made, Mode, Thread, Trace, are_some_of};
use crate::scopes::{EDIT_DOCUMENTS, SEE_FILES};

/// Replies to a comment on a Google Doc, or to a suggestion in it, in the user's name; resolves or reopens a comment.
/// Everybody who works on the document reads it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplyComment {
    /// The document: its id, its link, or its exact title.
    document: String,
    /// The `id` of the comment from docs.comments, or of the suggestion from docs.suggestions.
    comment: String,
    /// What is said. Plain text. May be left out where the comment is resolved or reopened.
    #[serde(default)]
    reply: Option<String>,
    #[serde(default)]
    action: Action,
}

/// What the reply does beside being said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    #[default]
    None,
    Resolve,
    Reopen,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    change: Change,
    /// What is answered, in words a person recognises it by.
    thread: String,
    reply: String,
    action: Action,
    /// Whether there are others that one could mean.
    #[serde(default)]
    chosen: bool,
}

holds_change!(Plan { change: Change });

impl ChangeTool for ReplyComment {
    type Plan = Plan;

    const SPEC: Spec = Spec::commit("docs.reply_comment")
        .deed(Deed::Comment)
        .aka(&["google_docs:reply_comment"])
        .needs(&[EDIT_DOCUMENTS, SEE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let reply = match (&self.reply, self.action) {
            (Some(reply), _) => words(reply)?,
            (None, Action::Resolve | Action::Reopen) => String::new(),
            (None, Action::None) => {
                return Err(Failure::invalid("Give a `reply`, or an `action`."));
            }
        };
        let opened = google.docs(call).open_to_write(&self.document).await?;
        let thread = Thread::find(&opened.document, &self.comment)?;
        if self.action != Action::None && !thread.is_comment() {
            let words =
                "Only comments are resolved and reopened. Decide a suggestion with docs.decide_suggestion.";
            return Err(Failure::invalid(words));
        }
        let chosen = are_some_of(&thread.alike(&opened.document), std::slice::from_ref(&self.comment));
        let draft = Draft {
            tab: None,
            mode: Mode::Edit,
            guard: Guard::Any,
            requests: vec![request(&thread, &reply, self.action)],
            trace: Trace::said(&opened.document, Some(thread.id), &reply),
        };
        let change = Change::planned(&opened, &call.account.0, draft)?;
        Ok(Plan { change, thread: thread.described(), reply, action: self.action, chosen })
    }

    fn answer(plan: &Plan, _made: &Made, _call: &Call) -> Result<Done, Failure> {
        let file = &plan.change.file;
        trusted(&Fields([
            ("replied", json!(true)),
            ("action", json!(plan.action)),
            ("document", json!(file.handle.id())),
            ("link", json!(file.link)),
        ]))
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let title = self.change.file.title();
        let effect = Effect::new(match self.action {
            Action::None => format!("Reply in “{title}” in your name"),
            Action::Resolve => format!("Resolve a comment on “{title}”"),
            Action::Reopen => format!("Reopen a comment on “{title}”"),
        });
        let effect = self.change.file.describe(effect).content("In reply to", &self.thread);
        if self.reply.is_empty() { effect } else { effect.content("Reply", &self.reply) }
    }

    fn sinks(&self) -> Vec<Sink> {
        self.change.sinks("/change", &[("/reply", &self.reply)])
    }

    fn targets(&self) -> Vec<Target> {
        let document = self.change.target("/change/file");
        std::iter::once(document).chain(chosen("/thread", self.chosen)).collect()
    }

    fn terms(&self) -> Vec<Term> {
        let role = match self.action {
            Action::None => return Vec::new(),
            Action::Resolve => TermRole::Resolved,
            Action::Reopen => TermRole::Reopened,
        };
        vec![Term { pointer: "/action".to_owned(), what: TermKind::Role(role) }]
    }
}

fn request(thread: &Thread<'_>, reply: &str, action: Action) -> Value {
    let mut post = Map::new();
    if !reply.is_empty() {
        post.insert("content".to_owned(), reply.into());
    }
    let action = match action {
        Action::None => None,
        Action::Resolve => Some("RESOLVE"),
        Action::Reopen => Some("REOPEN"),
    };
    post.extend(action.map(|action| ("commentAction".to_owned(), action.into())));
    json!({ "addCommentReply": { thread.field: thread.id, "post": post } })
}
