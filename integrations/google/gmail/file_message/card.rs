//! How filing is shown before, told after, and taken back.

use kernel::{Call, Done, Effect, Failure, Label as Origin, Plan, Readers};
use serde::Serialize;

use crate::answer::labeled;
use crate::gmail::file_message::{Change, Filing};
use crate::gmail::labels::{Label, Labels, TRASH, Target};

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

impl Filing {
    pub(crate) fn answer(&self, after: &Labels, tool: &str, call: &Call) -> Result<Done, Failure> {
        let (conversation, message) = match &self.target {
            Target::Conversation(id) => (Some(id.as_str()), None),
            Target::Message(id) => (None, Some(id.as_str())),
        };
        let answer = Answer {
            done: true,
            what: &self.described,
            conversation,
            message,
            messages: self.before.len(),
            changed: self
                .before
                .iter()
                .filter(|(id, had)| after.get(*id).is_some_and(|has| has != *had))
                .count(),
        };
        let people = self.people.iter().map(String::as_str).chain([call.account.0.as_str()]);
        let label = Origin::stranger(tool, "the subject of the mail").read_by(Readers::only(people));
        labeled(&answer, label)
    }
}

fn count(filing: &Filing, label: &str) -> usize {
    filing.before.values().filter(|labels| labels.contains(label)).count()
}

fn link(target: &Target) -> String {
    let (Target::Conversation(id) | Target::Message(id)) = target;
    format!("https://mail.google.com/mail/#all/{id}")
}
