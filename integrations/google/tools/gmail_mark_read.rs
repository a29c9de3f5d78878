//! `gmail.mark_read`

use super::prelude::*;
use crate::gmail::file_message::card;
use crate::gmail::{Change, Filing, Label, Labels, Reach};
use crate::scopes::FILE_MAIL;

/// Marks a message, or a whole conversation, of the user's own Gmail mailbox as read or unread.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MarkRead {
    /// The `id` of a message, from gmail.search; with `conversation`, its `thread` will do too.
    id: String,
    /// Whether the whole conversation is meant, not only that message.
    #[serde(default)]
    conversation: bool,
    /// Marks it as unread instead.
    #[serde(default)]
    unread: bool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    filing: Filing,
    unread: bool,
}

holds_change!(Plan { filing: Filing });

impl ChangeTool for MarkRead {
    type Plan = Plan;

    const SPEC: Spec =
        Spec::edit("gmail.mark_read").deed(Deed::Hide).aka(&["google_gmail:mark_read"]).needs(&[FILE_MAIL]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let label = vec![Label { id: "UNREAD".to_owned(), name: "Unread".to_owned() }];
        let (add, remove) = if self.unread { (label, Vec::new()) } else { (Vec::new(), label) };
        let reach = if self.conversation { Reach::Conversation } else { Reach::Message };
        let change = Change::Labels { add, remove };
        let filing = Filing::plan(&google.gmail(call), &self.id, reach, change, &call.requester).await?;
        Ok(Plan { filing: filing.unless_done()?, unread: self.unread })
    }

    fn answer(plan: &Plan, after: &Labels, call: &Call) -> Result<Done, Failure> {
        plan.filing.answer(after, Self::SPEC.name, call)
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        card::shown(&self.filing, if self.unread { "Mark mail as unread" } else { "Mark mail as read" })
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.filing.recognised.target("/filing/recognised")]
    }

    fn deed(&self) -> Option<Deed> {
        Some(if self.unread { Deed::Arrange } else { Deed::Hide })
    }
}
