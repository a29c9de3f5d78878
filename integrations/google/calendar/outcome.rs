//! How a change is told once it was made.

use kernel::{Call, Done, Failure, Label};
use serde::Serialize;

use super::Place;
use super::changes::{Changes, Made};
use super::purpose::Purpose;
use super::row::{Reader, Row};
use crate::answer::labeled;

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

impl Changes {
    pub(crate) fn answer(&self, made: &Made, call: &Call) -> Result<Done, Failure> {
        let zone = self.zone();
        let reader = Reader { account: &call.account.0, zone: &zone, known: &[], description: 300 };
        // The last one is what the call was about: of a series that was cut, its second half.
        let known = made.iter().rev().flatten().next();
        let mut notes = self.remarks.clone();
        if made.len() < self.writes.len() {
            notes.push(format!(
                "Only {} of {} steps were done before an interruption. Undo them, or finish the rest in Google Calendar.",
                made.len(),
                self.writes.len()
            ));
        }
        if known.is_some_and(|known| known.event.awaits_meet()) {
            notes.push("Google is still making the meeting link; it will be in the event soon.".to_owned());
        }
        let answer = Answer {
            did: self.purpose().did(),
            calendar: &self.calendar.name,
            event: known.map(|known| Row::of(&known.event, &self.calendar.name, &reader)),
            mail: self.notify.in_words(&self.guests),
            notes,
        };
        let tool = self.purpose().tool();
        let label = match known {
            // All words are the requester's own, countersigned. The name of any other calendar was given by somebody else.
            _ if self.purpose() == Purpose::Create && self.calendar == Place::primary() => Label::trusted(),
            Some(known) => known.event.label(tool, &call.account.0, None),
            None => Label::stranger(tool, "an event"),
        };
        labeled(&answer, label)
    }

    /// The words beside the button that takes it back.
    pub(super) fn told(&self, made: &Made) -> String {
        let zone = self.zone();
        let known = made.iter().rev().flatten().next();
        let title = match (&self.about, known) {
            // As it is now, where it is still the same one.
            (Some(about), Some(known)) if about.link == known.event.html_link => known.event.described(&zone),
            (Some(about), _) => about.described.clone(),
            (None, Some(known)) => known.event.described(&zone),
            (None, None) => "an event".to_owned(),
        };
        format!("{}: {title}.", capitalized(self.purpose().did()))
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
