//! Reading what was written in the thread without being sent to us, once.

use std::collections::HashSet;

use kernel::ports::{History, Recalled, Stretch, Written};
use kernel::{Body, Entry, MessageRef, PersonId, Reach, Recollection, Record, ThreadId};

use super::{Moment, Trouble, Worker};
use crate::fence::trim;
use crate::interrupt::{Race, race};
use crate::progress::Turn;

/// Of one message, so that none crowds out all others.
const LONGEST: usize = 8_000;

impl Worker {
    pub(super) async fn recall(&self, stretch: &Stretch, moment: &Moment<'_>) -> Result<(), Trouble> {
        let Some(turn) = &moment.progress.turn else { return Ok(()) };
        let ports = &self.desk.ports;
        let deadline = ports.clock.now().plus(self.desk.limits.call);
        let recalled = match race(ports.history.recall(stretch), &moment.stop, &*ports.clock, deadline).await
        {
            Race::Finished(recalled) => recalled,
            Race::Stopped => return Ok(()),
            Race::Late => Recalled { messages: Vec::new(), reach: Reach::BrokenOff },
        };
        let known = known(moment.journal);
        let Recalled { mut messages, reach } = recalled;
        messages.retain(|written| !known.contains(&written.message));
        let total = messages.len();
        let (used, others) = cut(messages, turn.about.as_ref(), self.desk.limits.recall);
        let entry = Entry::Recalled { turn: turn.id, messages: used, total, reach, others };
        Ok(self.append(vec![entry]).await?)
    }
}

/// What must be read before the model can answer; nothing once it has been read for this turn.
pub(super) fn wanted(moment: &Moment<'_>, thread: &ThreadId, history: &dyn History) -> Option<Stretch> {
    let turn = moment.progress.turn.as_ref().filter(|turn| turn.said == 0 && turn.recalled.is_none())?;
    let before = turn.request()?.clone();
    let after = match since(moment.journal, turn, history, thread) {
        Since::Nothing => return None,
        Since::TheBeginning => None,
        Since::After(message) => Some(message),
    };
    Some(Stretch { thread: thread.clone(), after, before })
}

/// How far back something unread begins.
enum Since {
    Nothing,
    TheBeginning,
    After(MessageRef),
}

fn since(journal: &[Record], turn: &Turn, history: &dyn History, thread: &ThreadId) -> Since {
    if turn.about.as_ref().is_some_and(|about| !known(journal).contains(about)) {
        return Since::TheBeginning;
    }
    let mut first = None;
    let mut newest = None;
    let mut unread = Since::Nothing;
    for record in journal {
        match &record.entry {
            Entry::Asked { message, .. } => {
                first.get_or_insert(message);
                newest = Some(message);
            }
            Entry::Overheard { .. } if matches!(unread, Since::Nothing) => {
                unread = newest.map_or(Since::TheBeginning, |message| Since::After(message.clone()));
            }
            Entry::Recalled { reach, .. } => {
                unread = match reach {
                    Reach::Whole => Since::Nothing,
                    Reach::BrokenOff => Since::TheBeginning,
                };
            }
            _ => {}
        }
    }
    let ever = journal.iter().any(|record| matches!(record.entry, Entry::Recalled { .. }));
    match first {
        Some(first) if !ever && history.has_before(thread, first) => Since::TheBeginning,
        _ => unread,
    }
}

/// What stands in the journal already, ours included.
fn known(journal: &[Record]) -> HashSet<&MessageRef> {
    let mut known = HashSet::new();
    for record in journal {
        match &record.entry {
            Entry::Asked { message, .. } | Entry::Posted { message, .. } | Entry::Withdrawn { message } => {
                known.insert(message);
            }
            Entry::Recalled { messages, .. } => {
                known.extend(messages.iter().map(|recollection| &recollection.message));
            }
            _ => {}
        }
    }
    known
}

/// The first message, the one that was pointed at, and as many of the last as there is room for, in their order; and
/// who wrote the rest.
fn cut(
    messages: Vec<Written>,
    about: Option<&MessageRef>,
    most: usize,
) -> (Vec<Recollection>, Vec<PersonId>) {
    let size = |written: &Written| written.words.chars().count().min(LONGEST);
    let is_set = |place: usize, written: &Written| place == 0 || Some(&written.message) == about;
    let mut left = most;
    for (_, written) in messages.iter().enumerate().filter(|(place, written)| is_set(*place, written)) {
        left = left.saturating_sub(size(written));
    }
    let mut first_of_the_last = messages.len();
    for (place, written) in messages.iter().enumerate().rev() {
        if !is_set(place, written) {
            let Some(rest) = left.checked_sub(size(written)) else { break };
            left = rest;
        }
        first_of_the_last = place;
    }
    let mut used = Vec::new();
    let mut others: Vec<PersonId> = Vec::new();
    for (place, written) in messages.into_iter().enumerate() {
        if place >= first_of_the_last || is_set(place, &written) {
            let Written { message, from, at, words } = written;
            used.push(Recollection { message, from, at, words: Body::new(trim(words, LONGEST)) });
        } else if !others.contains(&written.from) {
            others.push(written.from);
        }
    }
    (used, others)
}

#[cfg(test)]
mod tests {
    use kernel::Time;

    use super::*;

    fn thread(count: usize) -> Vec<Written> {
        let written = |number: usize| Written {
            message: MessageRef(format!("m{number}")),
            from: PersonId(format!("p{}", number % 3)),
            at: Time(0),
            words: "x".repeat(10),
        };
        (0..count).map(written).collect()
    }

    fn names(used: &[Recollection]) -> Vec<&str> {
        used.iter().map(|recollection| recollection.message.0.as_str()).collect()
    }

    #[test]
    fn what_fits_is_used_whole() {
        let (used, others) = cut(thread(5), None, 50);
        assert_eq!(names(&used), ["m0", "m1", "m2", "m3", "m4"]);
        assert!(others.is_empty());
    }

    #[test]
    fn the_middle_is_left_out_and_the_beginning_and_what_was_pointed_at_are_not() {
        let (used, others) = cut(thread(9), Some(&"m3".into()), 45);
        assert_eq!(names(&used), ["m0", "m3", "m7", "m8"]);
        assert_eq!(others, ["p1".into(), "p2".into(), "p0".into()]);
    }
}
