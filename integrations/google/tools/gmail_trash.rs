//! `gmail.trash`

use super::prelude::*;
use crate::gmail::{Change, Filing, Labels, Reach};
use crate::scopes::FILE_MAIL;

/// Moves a conversation, or one message of it, of the user's own Gmail mailbox into the trash, where Gmail deletes it
/// after 30 days.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trash {
    /// The `id` or the `thread` of a message, from gmail.search.
    id: String,
    /// Whether only that message is meant, not its whole conversation.
    #[serde(default)]
    only_this_message: bool,
}

impl ChangeTool for Trash {
    type Plan = Filing;

    const SPEC: Spec =
        Spec::edit("gmail.trash").deed(Deed::Destroy).aka(&["google_gmail:trash"]).needs(&[FILE_MAIL]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Filing, Failure> {
        let reach = if self.only_this_message { Reach::Message } else { Reach::Conversation };
        let gmail = google.gmail(call);
        Filing::plan(&gmail, &self.id, reach, Change::Trash, &call.requester).await?.unless_done()
    }

    fn answer(plan: &Filing, after: &Labels, call: &Call) -> Result<Done, Failure> {
        plan.answer(after, Self::SPEC.name, call)
    }
}
