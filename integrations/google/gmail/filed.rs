//! How filing is shown before, told after, and taken back.

use std::collections::BTreeSet;
use std::time::Duration;

use kernel::{Call, Done, Effect, Failure, Label as Origin, Labeled, Plan, Probe, Readers, Time, Undo};
use serde::Serialize;

use super::filing::{Change, Filing, Labels, TRASH, Target};
use super::labels::Label;
use super::restoring::Changed;
use crate::Google;
use crate::tools::written;

/// How long the button is there.
const UNDO_FOR: Duration = Duration::from_hours(24);

/// What a tool calls itself and what it did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Speech {
    pub(crate) tool: &'static str,
    /// e.g. `Archived`.
    pub(crate) done: &'static str,
}

#[derive(Serialize)]
struct Answer<'a> {
    done: bool,
    what: &'a str,
    conversation: Option<&'a str>,
    message: Option<&'a str>,
    messages: usize,
    changed: usize,
}

impl Plan for Filing {
    fn effect(&self) -> Effect {
        shown(
            self,
            if self.change == Change::Trash { "Move mail to the trash" } else { "Archive a conversation" },
        )
    }

    fn targets(&self) -> Vec<kernel::Target> {
        vec![self.recognised.target("/recognised")]
    }
}

/// The same effect for every message, counted.
pub(crate) fn shown(filing: &Filing, sentence: &str) -> Effect {
    let what = match &filing.target {
        Target::Conversation(_) => "Conversation",
        Target::Message(_) => "Message",
    };
    let effect = Effect::new(sentence)
        .content(what, &filing.described)
        .field("Messages", filing.before.len().to_string())
        .field("In Gmail", link(&filing.target));
    let all = filing.before.len();
    match &filing.change {
        Change::Trash => {
            effect.field("In the trash", format!("{} of {all} → {all} of {all}", count(filing, TRASH)))
        }
        Change::Labels { add, remove } => {
            let to = |effect: Effect, label: &Label, after: usize| {
                let before = count(filing, &label.id);
                effect.field(
                    &format!("Label {}", label.name),
                    format!("on {before} of {all} → on {after} of {all}"),
                )
            };
            let effect = add.iter().fold(effect, |effect, label| to(effect, label, all));
            remove.iter().fold(effect, |effect, label| to(effect, label, 0))
        }
    }
}

pub(crate) async fn run(
    google: &Google,
    filing: &Filing,
    speech: Speech,
    call: &Call,
) -> Result<Done, Failure> {
    let after = filing.carry_out(&google.gmail(call)).await?;
    told(filing, &after, speech, call, google.now())
}

pub(crate) async fn probe(google: &Google, filing: &Filing, speech: Speech, call: &Call) -> Probe {
    match filing.find_out(&google.gmail(call)).await {
        Ok(Some(after)) => match told(filing, &after, speech, call, google.now()) {
            Ok(done) => Probe::Happened(Box::new(done)),
            Err(failure) => Probe::Unknown(failure.words),
        },
        Ok(None) => Probe::DidNot,
        Err(unknown) => unknown,
    }
}

fn told(filing: &Filing, after: &Labels, speech: Speech, call: &Call, now: Time) -> Result<Done, Failure> {
    let changed = Changed::between(&filing.before, after, &filing.target, &filing.described);
    let (conversation, message) = match &filing.target {
        Target::Conversation(id) => (Some(id.as_str()), None),
        Target::Message(id) => (None, Some(id.as_str())),
    };
    let answer = Answer {
        done: true,
        what: &filing.described,
        conversation,
        message,
        messages: filing.before.len(),
        changed: changed.as_ref().map_or(0, |changed| changed.messages.len()),
    };
    let mut label = Origin::stranger(speech.tool, "the subject of the mail");
    let mut readers: BTreeSet<String> = filing.people.clone();
    readers.insert(call.account.0.to_ascii_lowercase());
    label.readers = Readers::Only(readers);
    let done = Done::answer(Labeled { value: written(&answer)?, label });
    let Some(changed) = changed else { return Ok(done) };
    Ok(done.with_undo(Undo {
        words: format!("{} {}.", speech.done, filing.described),
        tool: "gmail.restore".to_owned(),
        arguments: serde_json::to_value(changed).map_err(|error| unwritable(&error))?,
        until: now.plus(UNDO_FOR),
    }))
}

fn unwritable(error: &serde_json::Error) -> Failure {
    Failure::operator(
        kernel::Code::ExecutionFailed,
        format!("It was done, but the way back could not be written down: {error}."),
    )
}

fn count(filing: &Filing, label: &str) -> usize {
    filing.before.values().filter(|labels| labels.contains(label)).count()
}

fn link(target: &Target) -> String {
    let (Target::Conversation(id) | Target::Message(id)) = target;
    format!("https://mail.google.com/mail/#all/{id}")
}
