//! `gmail.labels`

use super::prelude::*;
use crate::gmail::LabelInfo;
use crate::scopes::SEE_LABELS;

/// More labels than this fill an answer.
const MOST: usize = 300;

/// Lists the labels of the user's own Gmail mailbox, with how many messages and conversations each has and how many of
/// them are unread. Gmail's own labels (INBOX, SENT …) come first.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Labels {}

#[derive(Serialize)]
struct Answer {
    labels: Vec<Row>,
    shown: usize,
    total: usize,
}

#[derive(Serialize)]
struct Row {
    name: String,
    id: String,
    own: bool,
    messages: u64,
    unread: u64,
    conversations: u64,
    unread_conversations: u64,
}

impl ReadTool for Labels {
    const SPEC: Spec = Spec::read("gmail.labels").aka(&["google_gmail:labels"]).needs(&[SEE_LABELS]);

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let gmail = google.gmail(call);
        let mut labels = gmail.labels().await?;
        let total = labels.len();
        labels.sort_by_cached_key(|label| (label.is_own(), label.shown().to_lowercase()));
        labels.truncate(MOST);
        let counted = gmail.counted(labels).await?;
        let answer = Answer { shown: counted.len(), total, labels: counted.iter().map(row).collect() };
        let label = Label::stranger(Self::SPEC.name, "the labels of the mailbox")
            .read_by(Readers::only([call.account.0.as_str()]));
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("List the labels of your mail")
    }
}

fn row(label: &LabelInfo) -> Row {
    Row {
        name: label.shown(),
        id: label.id.clone(),
        own: label.is_own(),
        messages: label.messages_total,
        unread: label.messages_unread,
        conversations: label.threads_total,
        unread_conversations: label.threads_unread,
    }
}
