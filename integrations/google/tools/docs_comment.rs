//! `docs.comment`

use serde_json::Value;

use super::prelude::*;
use crate::docs::occurrence::find;
use crate::docs::{
    Case, Change, Document, Draft, Guard, Made, Mode, Occurrence, Tab, Trace, every_tab, outline,
};
use crate::gmail::visible_line;
use crate::scopes::{EDIT_DOCUMENTS, SEE_FILES};

/// Comments on some words of a Google Doc, in the user's name. Everybody who works on the document reads it, and Google
/// tells them by mail.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddComment {
    /// The document: its id, its link, or its exact title.
    document: String,
    /// The words it is about, exactly as they stand in the document, all of one paragraph.
    about: String,
    /// Which of several such places, from 1 on.
    #[serde(default)]
    which: Option<usize>,
    /// What is said. Plain text.
    comment: String,
    /// The tab, by its title or its id. Without it, all of them are searched.
    #[serde(default)]
    tab: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    change: Change,
    /// What it is about, in its surroundings.
    about: String,
    comment: String,
}

holds_change!(Plan { change: Change });

#[derive(Serialize)]
struct Answer<'a> {
    commented: bool,
    document: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    link: &'a str,
}

impl ChangeTool for AddComment {
    type Plan = Plan;

    const SPEC: Spec = Spec::commit("docs.comment")
        .deed(Deed::Comment)
        .aka(&["google_docs:comment"])
        .needs(&[EDIT_DOCUMENTS, SEE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let comment = words(&self.comment)?;
        let opened = google.docs(call).open_to_write(&self.document).await?;
        let place = place(&opened.document, &self)?;
        let range =
            json!({ "startIndex": place.range.start, "endIndex": place.range.end, "tabId": place.tab });
        let tabs = every_tab(&opened.document);
        let draft = Draft {
            tab: tabs.into_iter().find(|tab| tab.id() == place.tab),
            mode: Mode::Edit,
            guard: Guard::Unchanged,
            requests: vec![json!({ "insertComment": { "content": comment, "range": range } })],
            trace: Trace::said(&opened.document, None, &comment),
        };
        let change = Change::planned(&opened, &call.account.0, draft)?;
        let about = visible_line(&format!("…{}⟦{}⟧{}…", place.before, place.found, place.after));
        Ok(Plan { change, about, comment })
    }

    fn answer(plan: &Plan, made: &Made, _call: &Call) -> Result<Done, Failure> {
        let id =
            made.replies.first().and_then(|reply| reply.pointer("/insertComment/commentThread/commentId"));
        let file = &plan.change.file;
        let answer = Answer {
            commented: true,
            document: file.handle.id(),
            comment: id.and_then(Value::as_str),
            link: &file.link,
        };
        trusted(&answer)
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let effect = Effect::new(format!("Comment on “{}” in your name", self.change.file.title()));
        self.change.file.describe(effect).content("About", &self.about).content("Comment", &self.comment)
    }

    fn sinks(&self) -> Vec<Sink> {
        self.change.sinks("/change", &[("/comment", &self.comment)])
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.change.target("/change/file")]
    }
}

/// What somebody says in a document. Docs takes blanks away at both ends.
pub(super) fn words(given: &str) -> Result<String, Failure> {
    let words = given.trim();
    if words.is_empty() {
        return Err(Failure::invalid("Say something: the words are empty."));
    }
    Ok(words.to_owned())
}

fn place(document: &Document, args: &AddComment) -> Result<Occurrence, Failure> {
    let tabs: Vec<&Tab> = match &args.tab {
        Some(given) => vec![outline::tab(document, Some(given))?],
        None => every_tab(document),
    };
    let mut found: Vec<Occurrence> =
        find(&tabs, &args.about, Case::Matters).into_iter().filter(|one| one.in_body).collect();
    let place = match (found.len(), args.which) {
        (0, _) => {
            let words = "Those words do not stand in the document. Read it, and give them exactly as they stand there.";
            return Err(Failure::not_found(words));
        }
        (1, None) => 0,
        (count, Some(which)) if (1..=count).contains(&which) => which - 1,
        (count, _) => {
            let words = format!(
                "Those words stand there {count} times. Give more of them, or say which with `which`, from 1 to {count}."
            );
            return Err(Failure::invalid(words));
        }
    };
    Ok(found.swap_remove(place))
}
