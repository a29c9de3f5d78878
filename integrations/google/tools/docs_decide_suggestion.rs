//! `docs.decide_suggestion`

use super::prelude::*;
use crate::docs::talking::chosen;
use crate::docs::{Change, Decision, Document, Draft, Guard, Made, Mode, Thread, Trace, are_some_of};
use crate::scopes::{EDIT_DOCUMENTS, SEE_FILES};

/// More are not decided at once: they must all fit on one card.
const MOST: usize = 20;

/// Accepts or rejects suggestions in a Google Doc. An accepted one changes the text; a rejected one is gone.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecideSuggestion {
    /// The document: its id, its link, or its exact title.
    document: String,
    /// The `id`s of suggestions, from docs.suggestions.
    suggestions: Vec<String>,
    /// What becomes of them.
    decision: Decision,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    change: Change,
    decision: Decision,
    ids: Vec<String>,
    /// What each would change, and who proposed it.
    suggestions: Vec<String>,
    /// Whether there are others that one could mean.
    #[serde(default)]
    chosen: bool,
}

holds_change!(Plan { change: Change });

impl ChangeTool for DecideSuggestion {
    type Plan = Plan;

    const SPEC: Spec = Spec::commit("docs.decide_suggestion")
        .deed(Deed::Decide)
        .aka(&["google_docs:decide_suggestion"])
        .needs(&[EDIT_DOCUMENTS, SEE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        if self.suggestions.is_empty() || self.suggestions.len() > MOST {
            return Err(Failure::invalid(format!("Give the ids of suggestions, {MOST} at most at once.")));
        }
        let opened = google.docs(call).open_to_write(&self.document).await?;
        let suggestions = self.suggestions.iter().map(|id| open(&opened.document, id));
        let suggestions = suggestions.collect::<Result<Vec<String>, Failure>>()?;
        let chosen = are_some_of(&Thread::open_suggestions(&opened.document), &self.suggestions);
        let draft = Draft {
            tab: None,
            mode: Mode::Edit,
            // What a suggestion changes may be changed by who made it, until it is decided.
            guard: Guard::Unchanged,
            requests: self.suggestions.iter().map(|id| self.decision.request(id)).collect(),
            trace: Trace::Decided { suggestions: self.suggestions.clone(), decision: self.decision },
        };
        let change = Change::planned(&opened, &call.account.0, draft)?;
        Ok(Plan { change, decision: self.decision, ids: self.suggestions, suggestions, chosen })
    }

    fn answer(plan: &Plan, _made: &Made, _call: &Call) -> Result<Done, Failure> {
        let file = &plan.change.file;
        trusted(&Fields([
            ("decision", json!(plan.decision)),
            ("suggestions", json!(plan.ids)),
            ("document", json!(file.handle.id())),
            ("link", json!(file.link)),
        ]))
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let verb = self.decision.verb();
        let count = match self.ids.len() {
            1 => "a suggestion".to_owned(),
            several => format!("{several} suggestions"),
        };
        let effect = Effect::new(format!("{verb} {count} in “{}”", self.change.file.title()));
        self.change.file.describe(effect).content("Suggestions", self.suggestions.join("\n"))
    }

    fn sinks(&self) -> Vec<Sink> {
        self.change.sinks("/change", &[])
    }

    fn targets(&self) -> Vec<Target> {
        let document = self.change.target("/change/file");
        std::iter::once(document).chain(chosen("/ids", self.chosen)).collect()
    }

    fn terms(&self) -> Vec<Term> {
        let role = match self.decision {
            Decision::Accept => TermRole::Accepted,
            Decision::Reject => TermRole::Declined,
        };
        vec![Term { pointer: "/decision".to_owned(), what: TermKind::Role(role) }]
    }
}

/// A suggestion that can be decided, in words.
fn open(document: &Document, id: &str) -> Result<String, Failure> {
    let known = document.suggestions.iter().find(|one| one.suggestion_id == *id);
    match known {
        Some(one) if one.is_open() => Ok(Thread::find(document, id)?.described()),
        Some(_) => Err(Failure::conflict(
            "One of these suggestions has been decided already. List the open ones with docs.suggestions.",
        )),
        None => Err(Failure::not_found(
            "There is no such suggestion in the document. List the open ones with docs.suggestions.",
        )),
    }
}
