//! The writes of a change, made in turn, found out afterwards and turned round.

use kernel::{ChangeState, Failure, Reversible, Time, Undo, Unmade};

use super::changes::{Changes, Made, WayBack};
use super::take_back::Back;
use super::write::{Found, Write};
use super::{Calendar, CalendarId};
use crate::way_back::WayBack as _;

/// Google checks the etag of every event that is changed, and takes no second event under an id of our own choice.
impl Reversible for Changes {
    type Site = Calendar;
    /// The state of each write, up to the first that is not made.
    type Seen = Vec<Found>;
    type Made = Made;

    fn is_guarded(&self) -> bool {
        true
    }

    async fn look(&self, calendar: &Calendar) -> Result<Vec<Found>, Failure> {
        let at = CalendarId::parse(&self.calendar.id)?;
        let mut seen = Vec::new();
        for write in &self.writes {
            seen.push(write.look(calendar, &at).await);
            if !matches!(seen.last(), Some(Found::Made(_))) {
                break;
            }
        }
        Ok(seen)
    }

    /// Part of it counts as made: the answer says so, and can be turned round.
    fn stands(&self, seen: Vec<Found>) -> ChangeState<Made> {
        let mut made: Made = Vec::new();
        for (write, found) in self.writes.iter().zip(seen) {
            match found {
                Found::Made(known) => made.push(known),
                Found::NotMade => break,
                // A deletion of an event that is no longer the same will refuse by itself.
                Found::Changed(_) if made.is_empty() && matches!(write, Write::Delete { .. }) => break,
                Found::Changed(_) | Found::Unknown(_) => return ChangeState::Neither,
            }
        }
        if made.is_empty() { ChangeState::Before } else { ChangeState::After(made) }
    }

    /// Makes every write in turn. When a later one fails, the earlier ones are turned round again.
    async fn send(&self, calendar: &Calendar, _seen: Option<Vec<Found>>) -> Result<Made, Unmade> {
        let at = CalendarId::parse(&self.calendar.id)?;
        let mut made: Made = Vec::new();
        for write in &self.writes {
            match write.make(calendar, &at, self.notify.send_updates()).await {
                Ok(known) => made.push(calendar.with_its_link(&at, known).await),
                Err(failure) if made.is_empty() => return Err(failure.into()),
                Err(failure) => return Err(self.turn_round(calendar, &made, failure).await.into()),
            }
        }
        Ok(made)
    }

    fn unknown(&self) -> String {
        "It is not known whether the event was changed as planned. Look at it before asking again.".to_owned()
    }

    /// None where Google keeps too little for that, or does not let us.
    fn inverse(&self, made: &Made, until: Time) -> Result<Option<Undo>, Failure> {
        let writes = self.back(made);
        if writes.len() != made.len() || writes.is_empty() || self.way_back == WayBack::Closed {
            return Ok(None);
        }
        let back =
            Back { calendar: self.calendar.clone(), zone: self.zone.clone(), notify: self.notify, writes };
        Undo::new(self.told(made), Back::SPEC.name, &back, until).map(Some)
    }
}

impl Changes {
    async fn turn_round(&self, calendar: &Calendar, made: &Made, failure: Failure) -> Failure {
        let back = self.back(made);
        let mut left = self.writes.iter().zip(made).count().abs_diff(back.len());
        if let Ok(at) = CalendarId::parse(&self.calendar.id) {
            for write in &back {
                let turned = write.make(calendar, &at, self.notify.send_updates()).await;
                left += usize::from(turned.is_err());
            }
        }
        let words = match left {
            0 => format!(
                "It could not be done as a whole, so its first part was turned round again. {}",
                failure.words
            ),
            _ => format!(
                "It was done in part only, and that part could not be turned round. Look at the event in Google \
                 Calendar. {}",
                failure.words
            ),
        };
        Failure { words, ..failure }
    }

    /// The writes that turn the made ones round, the last one first.
    fn back(&self, made: &Made) -> Vec<Write> {
        let pairs = self.writes.iter().zip(made);
        pairs.rev().filter_map(|(write, known)| write.inverse(known.as_ref())).collect()
    }
}
