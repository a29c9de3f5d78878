//! `gmail.label`

use super::prelude::*;
use crate::gmail::file_message::card;
use crate::gmail::labels::{check_free, find};
use crate::gmail::{Change, Filing, Label as Named, LabelInfo, Labels, Reach, visible_line};
use crate::scopes::FILE_MAIL;

/// Gmail takes no longer names.
const LONGEST: usize = 225;
const MOST: usize = 20;

/// Puts labels on a conversation, or on one message of it, in the user's own Gmail mailbox, and takes labels off.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Label {
    /// The `id` or the `thread` of a message, from gmail.search.
    id: String,
    /// Names of labels to put on, e.g. `Clients/Harbour`, `STARRED`.
    #[serde(default)]
    add: Vec<String>,
    /// Names of labels to take off.
    #[serde(default)]
    remove: Vec<String>,
    /// Whether labels in `add` that do not exist are made. Set it only if the user wants a new label.
    #[serde(default)]
    create: bool,
    /// Whether only that message is meant, not its whole conversation.
    #[serde(default)]
    only_this_message: bool,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Plan {
    filing: Filing,
    /// Names of labels that are made first.
    create: Vec<String>,
}

impl ActionTool for Label {
    type Plan = Plan;

    const SPEC: Spec =
        Spec::edit("gmail.label").deed(Deed::Arrange).aka(&["google_gmail:label"]).needs(&[FILE_MAIL]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        if self.add.is_empty() && self.remove.is_empty() {
            return Err(Failure::invalid("Name labels to `add` or to `remove`."));
        }
        if self.add.len() + self.remove.len() > MOST {
            return Err(Failure::invalid("That is more than twenty labels. Use fewer at a time."));
        }
        let gmail = google.gmail(call);
        let known = gmail.labels().await?;
        let mut create = Vec::new();
        let mut add = Vec::new();
        for name in &self.add {
            match find(&known, name) {
                Some(label) => add.push(free(label)?),
                None if self.create => create.push(new_name(name)?),
                None => return Err(unknown(&known)),
            }
        }
        let mut remove = Vec::new();
        for name in &self.remove {
            remove.push(free(find(&known, name).ok_or_else(|| unknown(&known))?)?);
        }
        if add.iter().any(|label| remove.contains(label)) {
            return Err(Failure::invalid("The same label cannot be put on and taken off at once."));
        }
        let reach = if self.only_this_message { Reach::Message } else { Reach::Conversation };
        let filing =
            Filing::plan(&gmail, &self.id, reach, Change::Labels { add, remove }, &call.requester).await?;
        // A label that is yet to be made is on nothing.
        let filing = if create.is_empty() { filing.unless_done()? } else { filing };
        Ok(Plan { filing, create })
    }

    async fn run(google: &Google, mut plan: Plan, call: &Call) -> Result<Done, Failure> {
        let gmail = google.gmail(call);
        for name in std::mem::take(&mut plan.create) {
            let made = gmail.label_named(&name).await?;
            put_on(&mut plan.filing, made);
        }
        let after = plan.filing.make(&gmail, &call.stop).await?;
        done(google, &plan.filing, &after, call)
    }

    async fn probe(google: &Google, plan: &Plan, call: &Call) -> Probe {
        let mut plan = plan.clone();
        if !plan.create.is_empty() {
            let Ok(known) = google.gmail(call).labels().await else {
                let words =
                    "Gmail could not be asked whether it was done. Look at the mail before asking again.";
                return Probe::Unknown(words.to_owned());
            };
            for name in std::mem::take(&mut plan.create) {
                match find(&known, &name) {
                    Some(made) => put_on(&mut plan.filing, made.label()),
                    None => return Probe::DidNot,
                }
            }
        }
        plan.filing.probe(&google.gmail(call), |after| done(google, &plan.filing, &after, call)).await
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let all = self.filing.before.len();
        let effect = card::shown(&self.filing, "Change the labels of mail");
        self.create.iter().fold(effect, |effect, name| {
            effect.field(&format!("Label {name}"), format!("does not exist → made, on {all} of {all}"))
        })
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.filing.recognised.target("/filing/recognised")]
    }

    /// Labels are where Gmail keeps what is new, what is in the inbox, and what is thrown away.
    fn deed(&self) -> Option<Deed> {
        Some(if self.filing.hides() { Deed::Hide } else { Deed::Arrange })
    }
}

fn done(google: &Google, filing: &Filing, after: &Labels, call: &Call) -> Result<Done, Failure> {
    let undo = filing.inverse(after, google.now().plus(Undo::LASTS))?;
    Ok(filing.answer(after, Label::SPEC.name, call)?.with_undo(undo))
}

fn put_on(filing: &mut Filing, label: Named) {
    match &mut filing.change {
        Change::Labels { add, .. } => add.push(label),
        Change::Trash => {}
    }
}

fn free(label: &LabelInfo) -> Result<Named, Failure> {
    check_free(label)?;
    Ok(label.label())
}

fn new_name(name: &str) -> Result<String, Failure> {
    let shown = visible_line(name);
    if shown.is_empty() || shown.chars().count() > LONGEST {
        return Err(Failure::invalid("A label's name has between 1 and 225 visible characters."));
    }
    Ok(shown)
}

fn unknown(known: &[LabelInfo]) -> Failure {
    let own: Vec<String> = known.iter().filter(|label| label.is_own()).map(LabelInfo::shown).collect();
    Failure::invalid(
        "There is no label of that name. Use one of the user's own, or set `create` if they want a new one.",
    )
    .quoting(own.join(", "))
}
