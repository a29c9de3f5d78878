//! Reading what was written in the thread without being sent to us, once.

use std::collections::HashSet;

use kernel::ports::{History, Recalled, Stretch, Written};
use kernel::{
    Body, Entry, MessageEntry, MessageRef, PersonId, Reach, Recollection, Record, ReplyEntry, ThreadId,
};

use crate::base::tokens;
use crate::base::{Race, race};
use crate::guard::scan;
use crate::guard::trim;
use crate::thread::Turn;
use crate::worker::{AskModel, StepContext, Trouble};

/// Characters of one message, so that none crowds out all others.
const LONGEST: usize = 8_000;
/// Characters of one of which only the beginning is shown.
const GLIMPSE: usize = 160;
/// Such a part of the room is for the middle of a thread that is too long.
const OF_THE_MIDDLE: usize = 5;

impl AskModel<'_> {
    pub(crate) async fn recall(&self, stretch: &Stretch) -> Result<(), Trouble> {
        let Some(turn) = &self.ctx.progress.turn else { return Ok(()) };
        let ports = &self.ctx.engine.ports;
        let deadline = ports.clock.now().plus(self.ctx.engine.limits.call);
        let recalled =
            match race(ports.history.recall(stretch), &self.ctx.stop, &*ports.clock, deadline).await {
                Race::Finished(recalled) => recalled,
                Race::Stopped => return Ok(()),
                Race::Late => Recalled { messages: Vec::new(), reach: Reach::BrokenOff },
            };
        let known = known(self.ctx.journal, turn.about.as_ref());
        let Recalled { mut messages, reach } = recalled;
        // What the thread is about, where it was read from there, and the question.
        let root = messages.first().filter(|_| stretch.after.is_none()).map(|first| first.message.clone());
        for written in &mut messages {
            let is_about = [&root, &turn.about].iter().any(|one| one.as_ref() == Some(&written.message));
            if !is_about {
                written.files.clear();
            }
        }
        messages.retain(|written| !known.contains(&written.message));
        let total = messages.len();
        let (used, others) = cut(messages, turn.about.as_ref(), self.ctx.engine.limits.recall);
        let alarm = used.iter().map(|message| scan(message.words.words()).level).max().unwrap_or_default();
        let entry = Entry::Message(MessageEntry::Recalled {
            turn: turn.id,
            messages: used,
            total,
            reach,
            others,
            alarm,
        });
        Ok(self.ctx.append(vec![entry]).await?)
    }
}

/// What must be read before the model can answer; nothing once it has been read for this turn.
pub(crate) fn wanted(ctx: &StepContext<'_>, thread: &ThreadId, history: &dyn History) -> Option<Stretch> {
    let turn = ctx.progress.turn.as_ref().filter(|turn| turn.said == 0 && turn.recalled.is_none())?;
    let before = turn.request()?.clone();
    let after = match since(ctx.journal, turn, history, thread) {
        Since::Nothing => return None,
        Since::TheBeginning => None,
        Since::After(message) => Some(message),
    };
    Some(Stretch { thread: thread.clone(), after, before, about: turn.about.clone() })
}

/// How far back something unread begins.
enum Since {
    Nothing,
    TheBeginning,
    After(MessageRef),
}

fn since(journal: &[Record], turn: &Turn, history: &dyn History, thread: &ThreadId) -> Since {
    let about = turn.about.as_ref();
    if about.is_some_and(|message| !known(journal, about).contains(message)) {
        return Since::TheBeginning;
    }
    let mut first = None;
    let mut asked: Vec<&MessageRef> = Vec::new();
    let mut unread = Since::Nothing;
    for record in journal {
        match &record.entry {
            Entry::Message(MessageEntry::Asked { message, .. }) => {
                first.get_or_insert(message);
                asked.push(message);
            }
            // It may be written down later than what was said after it.
            Entry::Message(MessageEntry::Overheard { message }) if matches!(unread, Since::Nothing) => {
                let before = asked.iter().filter(|asked| **asked < message).max();
                unread = before.map_or(Since::TheBeginning, |asked| Since::After((*asked).clone()));
            }
            Entry::Message(MessageEntry::Recalled { reach, .. }) => {
                unread = match reach {
                    Reach::Whole => Since::Nothing,
                    Reach::BrokenOff => Since::TheBeginning,
                };
            }
            _ => {}
        }
    }
    let ever =
        journal.iter().any(|record| matches!(record.entry, Entry::Message(MessageEntry::Recalled { .. })));
    match first {
        Some(first) if !ever && history.has_before(thread, first) => Since::TheBeginning,
        _ => unread,
    }
}

/// What stands in the journal already, ours included. That something of ours stands in the thread does not tell what it says there.
fn known<'a>(journal: &'a [Record], about: Option<&MessageRef>) -> HashSet<&'a MessageRef> {
    let mut known = HashSet::new();
    for record in journal {
        match &record.entry {
            Entry::Reply(ReplyEntry::Posted { message, .. }) if Some(message) == about => {}
            Entry::Message(MessageEntry::Asked { message, .. } | MessageEntry::Withdrawn { message })
            | Entry::Reply(ReplyEntry::Posted { message, .. }) => {
                known.insert(message);
            }
            Entry::Message(MessageEntry::Recalled { messages, .. }) => {
                known.extend(messages.iter().filter(|one| !one.shortened).map(|one| &one.message));
            }
            _ => {}
        }
    }
    known
}

/// The first message, the one that was pointed at, and as many of the last as there is room for; of the middle the
/// beginnings of some, all along it. All in their order; and who wrote the rest. Place is in tokens.
fn cut(
    messages: Vec<Written>,
    about: Option<&MessageRef>,
    most: usize,
) -> (Vec<Recollection>, Vec<PersonId>) {
    let is_set = |place: usize, written: &Written| place == 0 || Some(&written.message) == about;
    let shares = shares(&messages, is_set, most);
    let mut used = Vec::new();
    let mut others: Vec<PersonId> = Vec::new();
    for (written, share) in messages.into_iter().zip(shares) {
        let Written { message, from, at, words, files } = written;
        let longest = match share {
            Share::Whole => LONGEST,
            Share::Beginning => GLIMPSE,
            Share::Nothing => {
                if !others.contains(&from) {
                    others.push(from);
                }
                continue;
            }
        };
        // One that is no longer than a glimpse is there whole.
        let shortened = share == Share::Beginning && words.chars().count() > GLIMPSE;
        let words = if shortened { beginning(&words, longest) } else { trim(words, longest) };
        used.push(Recollection { message, from, at, words: Body::new(words), shortened, files });
    }
    (used, others)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    Whole,
    Beginning,
    Nothing,
}

fn shares(messages: &[Written], is_set: impl Fn(usize, &Written) -> bool, most: usize) -> Vec<Share> {
    let whole = |written: &Written| tokens(&beginning(&written.words, LONGEST));
    let glimpse = |written: &Written| tokens(&beginning(&written.words, GLIMPSE));
    let all: usize = messages.iter().map(whole).sum();
    if all <= most {
        return vec![Share::Whole; messages.len()];
    }
    let mut shares = vec![Share::Nothing; messages.len()];
    let for_the_middle = most / OF_THE_MIDDLE;
    let mut left = most - for_the_middle;
    for ((place, written), share) in messages.iter().enumerate().zip(&mut shares) {
        if is_set(place, written) {
            *share = Share::Whole;
            left = left.saturating_sub(whole(written));
        }
    }
    for (written, share) in messages.iter().zip(&mut shares).rev() {
        if *share == Share::Nothing {
            let Some(rest) = left.checked_sub(whole(written)) else { break };
            left = rest;
            *share = Share::Whole;
        }
    }
    let middle = || messages.iter().zip(&shares).filter(|(_, share)| **share == Share::Nothing);
    let needed: usize = middle().map(|(written, _)| glimpse(written)).sum();
    // Every so many-th, so that they are spread over all of it.
    let every = needed.div_ceil(for_the_middle.max(1)).max(1);
    let middle = shares.iter_mut().filter(|share| **share == Share::Nothing);
    middle.step_by(every).for_each(|share| *share = Share::Beginning);
    shares
}

fn beginning(words: &str, most: usize) -> String {
    words.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use kernel::Time;

    use super::*;

    /// Each of a hundred tokens.
    fn thread(count: usize) -> Vec<Written> {
        let written = |number: usize| Written {
            message: MessageRef(format!("m{number}")),
            from: PersonId(format!("p{}", number % 3)),
            at: Time(0),
            words: "x".repeat(400),
            files: Vec::new(),
        };
        (0..count).map(written).collect()
    }

    fn names(used: &[Recollection], shortened: bool) -> Vec<&str> {
        let chosen = used.iter().filter(|recollection| recollection.shortened == shortened);
        chosen.map(|recollection| recollection.message.0.as_str()).collect()
    }

    #[test]
    fn what_fits_is_used_whole() {
        let (used, others) = cut(thread(5), None, 500);
        assert_eq!(names(&used, false), ["m0", "m1", "m2", "m3", "m4"]);
        assert_eq!(used.len(), 5);
        assert!(others.is_empty());
    }

    #[test]
    fn of_the_middle_some_beginnings_are_shown_and_the_first_and_what_was_pointed_at_whole() {
        let (used, others) = cut(thread(10), Some(&"m3".into()), 500);
        assert_eq!(names(&used, false), ["m0", "m3", "m8", "m9"]);
        assert_eq!(names(&used, true), ["m1", "m5"], "forty tokens each, of a hundred");
        assert_eq!(others, ["p2".into(), "p1".into(), "p0".into()]);
        let shown: Vec<usize> =
            used.iter().map(|one| one.words.words.as_ref().unwrap().chars().count()).collect();
        assert_eq!(shown, [400, 160, 400, 160, 400, 400]);
    }

    #[test]
    fn nothing_is_shown_twice_or_in_another_order() {
        for most in [0, 1, 99, 100, 250, 399, 1_000, 5_000] {
            let (used, others) = cut(thread(40), None, most);
            let places: Vec<usize> =
                used.iter().map(|one| one.message.0.trim_start_matches('m').parse().unwrap()).collect();
            assert!(places.is_sorted_by(|one, next| one < next), "{places:?}");
            assert_eq!(places.first(), Some(&0), "the first is always there");
            assert!(used.len() == 40 || !others.is_empty());
        }
    }
}
