//! Which entries come from outside, and which of them somebody must look at.

use super::Entry;

impl Entry {
    /// Whether it came from outside: the time before it was spent waiting.
    pub fn arrives(&self) -> bool {
        self.wakes()
            || matches!(
                self,
                Self::ClickRefused { .. }
                    | Self::Overheard { .. }
                    | Self::Rated { .. }
                    | Self::Titled { .. }
                    | Self::SimilarApprovalEnded { .. }
                    | Self::RuleMade(_)
                    | Self::RuleEnded { .. }
            )
    }

    /// Whether somebody must look at the thread because of it.
    pub fn wakes(&self) -> bool {
        match self {
            Self::Asked { .. }
            | Self::Connected { .. }
            | Self::Declined { .. }
            | Self::Decided { .. }
            | Self::Signed { .. }
            | Self::Expired { .. }
            | Self::Released { .. }
            | Self::Stopped { .. }
            | Self::Revised { .. }
            | Self::Withdrawn { .. }
            | Self::Voided { .. }
            | Self::PersonAnswered { .. }
            | Self::Edited { .. }
            | Self::DeniedBecause { .. }
            | Self::SetApart { .. } => true,
            Self::Said { .. }
            | Self::Silent { .. }
            | Self::AwaitsApproval { .. }
            | Self::AwaitsConsent { .. }
            | Self::ConsentOffered { .. }
            | Self::CardShown { .. }
            | Self::CopyShown { .. }
            | Self::ClickRefused { .. }
            | Self::Running { .. }
            | Self::Noted { .. }
            | Self::Answered { .. }
            | Self::Resolved { .. }
            | Self::UndoOffered { .. }
            | Self::Undone { .. }
            | Self::Posted { .. }
            | Self::Finished { .. }
            | Self::Steered { .. }
            | Self::Overheard { .. }
            | Self::Recalled { .. }
            | Self::Removed { .. }
            | Self::Forgotten { .. }
            | Self::Drafting { .. }
            | Self::Undrafted { .. }
            | Self::Rated { .. }
            | Self::Titled { .. }
            | Self::AskedPerson { .. }
            | Self::Grouped { .. }
            | Self::ShownApart { .. }
            | Self::Attached(_)
            | Self::SimilarApprovalEnded { .. }
            | Self::RuleMade(_)
            | Self::RuleEnded { .. }
            | Self::AnsweredApart { .. }
            | Self::PutApart { .. }
            | Self::SharingOffered { .. }
            | Self::Shared { .. }
            | Self::Compacted(_)
            | Self::Spent { .. }
            | Self::Looked { .. } => false,
        }
    }
}
