//! Who else may countersign a call, and the copies of its card that they get.

use kernel::ports::ChatError;
use kernel::{Code, Deciders, Entry, Failure, Kind, Needed, PersonId};
use tracing::warn;

use super::{Trouble, Worker};
use crate::cards;
use crate::prepare::Planned;
use crate::progress::CardProgress;

impl Worker {
    /// Whom the policy of the house names for this call. Where two must sign and nobody else can, it is not asked about at
    /// all: nothing that anybody pressed could let it run.
    pub(super) async fn deciders(&self, planned: &Planned<'_>) -> Result<Deciders, Failure> {
        let tool = &planned.exactly.tool;
        let rule = self.desk.house.approvers.iter().find(|rule| rule.is_about(tool));
        let looks = planned.kind == Kind::Read && planned.flow.sinks.is_empty();
        let Some(rule) = rule.filter(|_| !looks) else { return Ok(Deciders::default()) };
        let everybody = self.desk.ports.directory.everybody(&self.lane.thread).await.map_err(|error| {
            let words = format!("It cannot be looked up who must approve this ({error}). Try again.");
            Failure::operator(Code::Denied, words)
        })?;
        let deciders = rule.deciders(&everybody, &planned.exactly.requester);
        if deciders.needed == Needed::Both && deciders.approvers.is_empty() {
            let words = "Two people must approve this, and none of those who may is a member of this workspace. Whoever runs me \
                         must look at `approvers` in the configuration.";
            return Err(Failure::operator(Code::Denied, words));
        }
        Ok(deciders)
    }

    /// Puts the card before everybody whom the policy names, or brings what they have up to date.
    pub(super) async fn show_copies(&self, card: &CardProgress) -> Result<Vec<Entry>, Trouble> {
        let face = card.face();
        let mut entries = Vec::new();
        for to in card.copies_due() {
            let view = cards::copy(card, face.clone());
            let sent = card.copies.iter().find(|copy| copy.to == *to).map(|copy| copy.message.clone());
            let message = match sent {
                Some(Some(message)) => match self.desk.ports.chat.update(&message, &view).await {
                    // Whoever deleted theirs has seen it.
                    Ok(()) | Err(ChatError::Refused(_)) => Some(message),
                    Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
                },
                Some(None) => None,
                None => {
                    let telling = self.a_telling(&format!("copy/{}/{to}", card.approval), view, to);
                    match self.desk.ports.chat.tell_once(&telling).await {
                        Ok(message) => Some(message),
                        Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
                        Err(ChatError::Refused(why)) => {
                            warn!(thread = %self.lane.thread, %to, why, "an approver cannot be shown a card");
                            None
                        }
                    }
                }
            };
            entries.push(copied(card, to, message));
        }
        Ok(entries)
    }
}

fn copied(card: &CardProgress, to: &PersonId, message: Option<kernel::MessageRef>) -> Entry {
    Entry::CopyShown { approval: card.approval.clone(), to: to.clone(), message, face: card.face() }
}
