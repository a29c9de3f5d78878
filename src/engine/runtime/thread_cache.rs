//! The threads that were worked on lately, as they were read: whoever goes on in one need not read it from its beginning.
//! It can be emptied at any time; the journal is the truth.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::ports::{Journal, StoreError};
use kernel::{Entry, MessageEntry, Record, ThreadId};

use crate::thread::Progress;

/// Bytes that are kept of all threads together.
const MOST: usize = 4 * 1024 * 1024;
/// Longer threads are not kept.
const LONGEST: usize = MOST / 16;
/// What a record takes beside its words, and what a thread takes beside its records. Weighed in a thousand threads.
const BESIDE: usize = 700;
const AROUND: usize = 4_000;

/// A journal as far as it was read, and what it comes to.
#[derive(Debug, Default)]
pub(crate) struct Snapshot {
    pub(crate) journal: Vec<Record>,
    pub(crate) progress: Progress,
}

impl Snapshot {
    /// The number of the last record; none has the number nought.
    pub(crate) fn seen(&self) -> u64 {
        self.journal.last().map_or(0, |record| record.number)
    }

    /// Reads what was written since. Says after how many records that begins.
    pub(crate) async fn go_on(
        &mut self,
        journal: &dyn Journal,
        thread: &ThreadId,
    ) -> Result<usize, StoreError> {
        let known = self.journal.len();
        let news = journal.read(thread, self.seen()).await?;
        // Words that were purged are not to be remembered here either.
        if known > 0
            && news
                .iter()
                .any(|record| matches!(record.entry, Entry::Message(MessageEntry::Forgotten { .. })))
        {
            self.journal = journal.read(thread, 0).await?;
            self.progress = Progress::of(&self.journal);
        } else {
            self.progress.go_on(&news);
            self.journal.extend(news);
        }
        Ok(known)
    }

    fn weight(&self) -> usize {
        let bodies = self.journal.iter().flat_map(|record| record.entry.bodies());
        let words: usize = bodies.map(|body| body.words.as_ref().map_or(0, String::len)).sum();
        words + self.journal.len() * BESIDE + AROUND
    }
}

#[derive(Default)]
pub(crate) struct ThreadCache(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    readings: HashMap<ThreadId, Placed>,
    /// By their places: nobody looks through all of them for the one that has stood there longest.
    order: BTreeMap<u64, ThreadId>,
    weight: usize,
    placed: u64,
}

struct Placed {
    reading: Snapshot,
    weight: usize,
    /// The lower, the longer it has stood here.
    place: u64,
}

impl ThreadCache {
    pub(crate) fn take(&self, thread: &ThreadId) -> Option<Snapshot> {
        self.lock().remove(thread)
    }

    /// Whatever has stood there longest makes room.
    pub(crate) fn put(&self, thread: &ThreadId, mut reading: Snapshot) {
        let weight = reading.weight();
        if weight > LONGEST {
            return;
        }
        // Most are not gone on with.
        reading.journal.shrink_to_fit();
        let mut kept = self.lock();
        kept.remove(thread);
        while kept.weight + weight > MOST {
            let Some((_, oldest)) = kept.order.pop_first() else { break };
            kept.remove(&oldest);
        }
        kept.placed += 1;
        kept.weight += weight;
        let place = kept.placed;
        kept.order.insert(place, thread.clone());
        kept.readings.insert(thread.clone(), Placed { reading, weight, place });
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn remove(&mut self, thread: &ThreadId) -> Option<Snapshot> {
        let placed = self.readings.remove(thread)?;
        self.order.remove(&placed.place);
        self.weight -= placed.weight;
        Some(placed.reading)
    }
}

#[cfg(test)]
mod tests;
