//! Whose words a thread holds.

use kernel::{Entry, MessageEntry, PersonId, Record};

/// Everybody who is named in the journal.
pub(crate) fn speakers(journal: &[Record]) -> Vec<PersonId> {
    let mut people: Vec<PersonId> = journal
        .iter()
        .filter_map(|record| match &record.entry {
            Entry::Message(MessageEntry::Asked { from, .. }) => Some(from.clone()),
            _ => None,
        })
        .collect();
    people.sort();
    people.dedup();
    people
}

/// Everybody whose words were read without having been sent to us.
pub(crate) fn overheard(journal: &[Record]) -> Vec<PersonId> {
    let recalled = journal.iter().filter_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Recalled { messages, others, .. }) => {
            Some(messages.iter().map(|recollection| &recollection.from).chain(others))
        }
        _ => None,
    });
    let mut people: Vec<PersonId> = recalled.flatten().cloned().collect();
    people.sort();
    people.dedup();
    people
}
