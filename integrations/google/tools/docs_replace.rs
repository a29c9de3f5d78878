//! `docs.replace`

use serde_json::Value;

use super::prelude::*;
use crate::docs::edit_document::answer::answer;
use crate::docs::edit_document::undo::undo;
use crate::docs::occurrence::find;
use crate::docs::{Case, Change, Draft, Guard, Made, Mode, Opened, Tab, Trace, every_tab, outline};
use crate::scopes::{EDIT_DOCUMENTS, SEE_FILES};

/// So many occurrences stand on the card.
const SHOWN: usize = 20;

/// Replaces every occurrence of some words in a Google Doc of the user's, as suggestions unless `mode` says otherwise.
///
/// Words are found within one paragraph only. The look of the text stays as it is.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplaceWords {
    /// The document: its id, its link, or its exact title.
    document: String,
    /// The words that are replaced, exactly as they stand in the document.
    find: String,
    /// The words in their place; empty to take them away.
    replace: String,
    /// Whether capital letters matter.
    #[serde(default = "yes")]
    match_case: bool,
    /// The tab, by its title or its id. Where there are several, give it or `all_tabs`.
    #[serde(default)]
    tab: Option<String>,
    /// Whether it is done in every tab.
    #[serde(default)]
    all_tabs: bool,
    #[serde(default)]
    mode: Mode,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    change: Change,
    find: String,
    replace: String,
    match_case: bool,
    tabs: String,
    /// The first of them in their surroundings, before and after.
    occurrences: Vec<String>,
    total: usize,
}

holds_change!(Plan { change: Change });

impl ChangeTool for ReplaceWords {
    type Plan = Plan;

    const SPEC: Spec = Spec::commit("docs.replace")
        .deed(Deed::Revise)
        .aka(&["google_docs:replace"])
        .needs(&[EDIT_DOCUMENTS, SEE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        if self.find.trim().is_empty() || self.find.contains('\n') {
            return Err(Failure::invalid("Give the words to `find`, all of one paragraph."));
        }
        if self.find == self.replace {
            return Err(Failure::invalid("Both texts are the same, so there is nothing to replace."));
        }
        let opened = google.docs(call).open_to_write(&self.document).await?;
        let tabs = tabs(&opened, &self)?;
        let case = if self.match_case { Case::Matters } else { Case::Ignored };
        let found = find(&tabs, &self.find, case);
        let Some(first) = found.first() else { return Err(not_there()) };
        let draft = Draft {
            tab: tabs.first().copied().filter(|_| tabs.len() == 1),
            mode: self.mode,
            guard: Guard::Unchanged,
            requests: vec![request(&tabs, &self)],
            trace: Trace::words(&opened.document, &self.replace, &first.found),
        };
        Ok(Plan {
            change: Change::planned(&opened, &call.account.0, draft)?,
            occurrences: found.iter().take(SHOWN).map(|one| one.shown(&self.replace)).collect(),
            total: found.len(),
            find: self.find,
            replace: self.replace,
            match_case: self.match_case,
            tabs: if tabs.len() == 1 { "one".to_owned() } else { format!("all {}", tabs.len()) },
        })
    }

    fn answer(plan: &Plan, made: &Made, _call: &Call) -> Result<Done, Failure> {
        // Without an answer of Docs' own, what was found is what was replaced: the revision was the same.
        let count = match made.replies.first() {
            Some(reply) => replaced(reply),
            None => plan.total,
        };
        if count == 0 {
            return Err(not_there());
        }
        let differs = (count != plan.total)
            .then(|| format!("{} were expected; some may stand in headers or footnotes.", plan.total));
        let remarks: Vec<String> = differs.into_iter().collect();
        answer(&plan.change, made, Some(count), &remarks)
    }

    fn undo(plan: &Plan, made: &Made, until: Time) -> Result<Option<Undo>, Failure> {
        undo(&plan.change, made, None, until)
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let title = self.change.file.title();
        let times = if self.total == 1 { "once".to_owned() } else { format!("{} times", self.total) };
        let effect = Effect::new(match self.change.mode {
            Mode::Suggest => format!("Suggest replacing “{}” {times} in “{title}”", self.find),
            Mode::Edit => format!("Replace “{}” {times} in “{title}”", self.find),
        });
        let mut lines = self.occurrences.clone();
        if self.total > lines.len() {
            lines.push(format!("and {} more", self.total - lines.len()));
        }
        let capitals = if self.match_case { "matter" } else { "do not matter" };
        self.change
            .describe(effect)
            .content("Find", &self.find)
            .content("Replace with", &self.replace)
            .field("Capital letters", capitals)
            .field("Tabs", &self.tabs)
            .content("Occurrences", lines.join("\n"))
    }

    fn sinks(&self) -> Vec<Sink> {
        self.change.sinks("/change", &[("/replace", &self.replace)])
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.change.target("/change/file")]
    }

    fn deed(&self) -> Option<Deed> {
        Some(self.change.mode.deed(if self.replace.is_empty() { Deed::Destroy } else { Deed::Revise }))
    }
}

/// Without `tabIds` Docs would take every tab there is.
fn request(tabs: &[&Tab], args: &ReplaceWords) -> Value {
    let ids: Vec<&str> = tabs.iter().map(|tab| tab.id()).collect();
    json!({ "replaceAllText": {
        "containsText": { "text": args.find, "matchCase": args.match_case },
        "replaceText": args.replace,
        "tabsCriteria": { "tabIds": ids },
    } })
}

fn replaced(reply: &Value) -> usize {
    let count = reply.pointer("/replaceAllText/occurrencesChanged").and_then(Value::as_u64);
    count.and_then(|count| usize::try_from(count).ok()).unwrap_or_default()
}

fn tabs<'a>(opened: &'a Opened, args: &ReplaceWords) -> Result<Vec<&'a Tab>, Failure> {
    match (args.all_tabs, &args.tab) {
        (true, Some(_)) => Err(Failure::invalid("Give `tab` or `all_tabs`, but not both.")),
        (true, None) => Ok(every_tab(&opened.document)),
        (false, given) => Ok(vec![outline::tab(&opened.document, given.as_deref())?]),
    }
}

fn not_there() -> Failure {
    Failure::not_found(
        "Those words do not stand in the document, so nothing was replaced. Read it, and give the words exactly as they \
         stand there.",
    )
}
