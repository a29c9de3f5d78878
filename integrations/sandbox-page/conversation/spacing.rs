//! How messages follow each other.

use crate::{dates, note::Note, reader::Reader};

/// How a message follows the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// The first of a day, with the day in words.
    NewDay(String),
    Anew,
    AtOnce,
}

/// Each message with how it follows the one before: on a new day, by somebody else, or at once by the same person.
pub(super) fn spaced<'a>(notes: &[&'a Note], reader: &Reader) -> Vec<(&'a Note, Spacing)> {
    const AT_ONCE: u64 = 5 * 60 * 1_000_000;
    let today = reader.now().date();
    let mut last: Option<&Note> = None;
    let mut out = Vec::with_capacity(notes.len());
    for note in notes {
        let day = reader.at_microseconds(note.at).date();
        let spacing = match last {
            Some(last) if reader.at_microseconds(last.at).date() == day => {
                let at_once = last.author == note.author
                    && last.seen_by == note.seen_by
                    && note.at.saturating_sub(last.at) < AT_ONCE;
                if at_once { Spacing::AtOnce } else { Spacing::Anew }
            }
            _ => Spacing::NewDay(dates::day(day, today)),
        };
        out.push((*note, spacing));
        last = Some(note);
    }
    out
}
