//! How a change is told once it was made.

use kernel::{Call, Done, Failure, Label, Labeled, Probe};
use serde::Serialize;

use super::Place;
use super::changes::{Changes, Made};
use super::row::{Reader, Row};
use crate::Google;
use crate::tools::written;

/// The words of one tool.
pub(crate) struct Outcome {
    pub(crate) tool: &'static str,
    /// E.g. `created`.
    pub(crate) did: &'static str,
    pub(crate) authors: Authors,
}

/// Whose words the answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Authors {
    /// Those of the requester, countersigned.
    Requester,
    /// Also those that others had written before.
    Others,
}

#[derive(Serialize)]
struct Answer<'a> {
    did: &'static str,
    calendar: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<Row>,
    mail: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl Outcome {
    pub(crate) async fn run(&self, changes: &Changes, google: &Google, call: &Call) -> Result<Done, Failure> {
        let made = changes.make(google, call).await?;
        self.done(changes, &made, (google, call))
    }

    pub(crate) async fn probe(&self, changes: &Changes, google: &Google, call: &Call) -> Probe {
        match changes.find_out(google, call).await {
            Err(probe) => probe,
            Ok(None) => Probe::DidNot,
            Ok(Some(made)) => match self.done(changes, &made, (google, call)) {
                Ok(done) => Probe::Happened(Box::new(done)),
                Err(failure) => Probe::Unknown(failure.words),
            },
        }
    }

    fn done(
        &self,
        changes: &Changes,
        made: &Made,
        (google, call): (&Google, &Call),
    ) -> Result<Done, Failure> {
        let zone = changes.zone();
        let reader = Reader { account: &call.account.0, zone: &zone, known: &[], description: 300 };
        // The last one is what the call was about: of a series that was cut, its second half.
        let known = made.iter().rev().flatten().next();
        let mut notes = changes.remarks.clone();
        if made.len() < changes.writes.len() {
            notes.push(format!(
                "Only {} of {} steps were done before an interruption. Undo them, or finish the rest in Google Calendar.",
                made.len(),
                changes.writes.len()
            ));
        }
        if known.is_some_and(|known| known.event.awaits_meet()) {
            notes.push("Google is still making the meeting link; it will be in the event soon.".to_owned());
        }
        let answer = Answer {
            did: self.did,
            calendar: &changes.calendar.name,
            event: known.map(|known| Row::of(&known.event, &changes.calendar.name, &reader)),
            mail: changes.notify.in_words(&changes.guests),
            notes,
        };
        let label = match (self.authors, known) {
            // The name of any other calendar was given by somebody else.
            (Authors::Requester, _) if changes.calendar == Place::primary() => Label::trusted(),
            (Authors::Requester | Authors::Others, Some(known)) => {
                known.event.label(self.tool, &call.account.0, None)
            }
            (Authors::Requester | Authors::Others, None) => Label::stranger(self.tool, "an event"),
        };
        let title = match (&changes.about, known) {
            // As it is now, where it is still the same one.
            (Some(about), Some(known)) if about.link == known.event.html_link => known.event.described(&zone),
            (Some(about), _) => about.described.clone(),
            (None, Some(known)) => known.event.described(&zone),
            (None, None) => "an event".to_owned(),
        };
        let done = Done::answer(Labeled { value: written(&answer)?, label });
        Ok(match changes.undo(&format!("{}: {title}.", capitalized(self.did)), made, google) {
            Some(undo) => done.with_undo(undo),
            None => done,
        })
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
