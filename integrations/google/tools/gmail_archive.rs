//! `gmail.archive`

use super::prelude::*;
use crate::gmail::{Change, Filing, Label, Labels, Reach};
use crate::scopes::FILE_MAIL;

/// Takes a whole conversation out of the inbox of the user's own Gmail mailbox. Nothing is deleted: it can still be
/// found, and it comes back into the inbox when somebody answers.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Archive {
    /// The `id` or the `thread` of a message, from gmail.search. All of its conversation is archived.
    id: String,
}

impl ChangeTool for Archive {
    type Plan = Filing;

    const SPEC: Spec = Spec::edit("gmail.archive")
        .deed(Deed::Hide)
        .confirmed()
        .aka(&["google_gmail:archive"])
        .needs(&[FILE_MAIL]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Filing, Failure> {
        let inbox = Label { id: "INBOX".to_owned(), name: "Inbox".to_owned() };
        let change = Change::Labels { add: Vec::new(), remove: vec![inbox] };
        let gmail = google.gmail(call);
        Filing::plan(&gmail, &self.id, Reach::Conversation, change, &call.requester).await?.unless_done()
    }

    fn answer(plan: &Filing, after: &Labels, call: &Call) -> Result<Done, Failure> {
        plan.answer(after, Self::SPEC.name, call)
    }
}
