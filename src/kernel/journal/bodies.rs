//! Which entries have words that are kept apart from the journal.

use super::{Attachment, Body, Content, Entry, Recollection};

/// Which entries have words, said once for reading and for writing.
macro_rules! bodies_of {
    ($entry:expr $(, $mutable:ident)?) => {
        match $entry {
            Entry::Asked { words, quoted, .. } => std::iter::once(words).chain(quoted).collect(),
            Entry::Answered { words, kept, .. } | Entry::Resolved { words, kept, .. } => {
                let reduced = kept.into_iter().flat_map(|kept| &$($mutable)? kept.reduced);
                std::iter::once(words).chain(reduced).collect()
            }
            Entry::Silent { words, .. }
            | Entry::Undone { words, .. }
            | Entry::Revised { words, .. } => vec![words],
            Entry::Said { reply, .. } => vec![reply],
            Entry::AwaitsApproval { planned, effect, .. } => vec![&$($mutable)? planned.plan, effect],
            Entry::UndoOffered { planned, words, .. } => vec![&$($mutable)? planned.plan, words],
            Entry::Running { planned, .. } => vec![&$($mutable)? planned.plan],
            Entry::Noted { note, .. } => vec![note],
            Entry::AskedPerson { planned, .. } | Entry::SharingOffered { planned, .. } => {
                vec![&$($mutable)? planned.plan]
            }
            Entry::PersonAnswered { answers, .. } => vec![answers],
            Entry::Edited { arguments, .. } => vec![arguments],
            Entry::DeniedBecause { words, .. } => vec![words],
            Entry::Looked { at, .. } => vec![at],
            Entry::Compacted(compacted) => vec![&$($mutable)? compacted.summary],
            Entry::AwaitsConsent { .. }
            | Entry::ConsentOffered { .. }
            | Entry::Connected { .. }
            | Entry::Declined { .. }
            | Entry::CardShown { .. }
            | Entry::Decided { .. }
            | Entry::ClickRefused { .. }
            | Entry::Signed { .. }
            | Entry::CopyShown { .. }
            | Entry::Expired { .. }
            | Entry::Released { .. }
            | Entry::Voided { .. }
            | Entry::Posted { .. }
            | Entry::Stopped { .. }
            | Entry::Finished { .. }
            | Entry::Withdrawn { .. }
            | Entry::Steered { .. }
            | Entry::Overheard { .. }
            | Entry::Removed { .. }
            | Entry::Forgotten { .. }
            | Entry::Drafting { .. }
            | Entry::Undrafted { .. }
            | Entry::Rated { .. }
            | Entry::Titled { .. }
            | Entry::Grouped { .. }
            | Entry::ShownApart { .. }
            | Entry::Spent { .. }
            | Entry::AnsweredApart { .. }
            | Entry::PutApart { .. }
            | Entry::Shared { .. }
            | Entry::SimilarApprovalEnded { .. }
            | Entry::RuleMade(_)
            | Entry::RuleEnded { .. }
            | Entry::SetApart { .. } => Vec::new(),
            Entry::Recalled { messages, .. } => {
                let each: &$($mutable)? [Recollection] = messages;
                each.into_iter().map(|message| &$($mutable)? message.words).collect()
            }
            Entry::Attached(attached) => {
                let each: &$($mutable)? [Attachment] = &$($mutable)? attached.files;
                let words = each.into_iter().map(|one| match &$($mutable)? one.content {
                    Content::Text { words, .. } => Some(words),
                    Content::Picture(_) | Content::LeftOut { .. } => None,
                });
                words.flatten().collect()
            }
        }
    };
}

impl Entry {
    /// The words that are kept apart from the journal.
    pub fn bodies(&self) -> Vec<&Body> {
        bodies_of!(self)
    }

    /// Where the store puts the words back when it reads an entry.
    pub fn bodies_mut(&mut self) -> Vec<&mut Body> {
        bodies_of!(self, mut)
    }
}
