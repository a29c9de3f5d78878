//! `gmail.thread`

use kernel::Person;

use super::prelude::*;
use crate::api::{Id, Trouble};
use crate::gmail::mime::readable;
use crate::gmail::text::excerpt;
use crate::gmail::{
    Attachment, Gmail, Message, Readable, Thread as Conversation, message_label, without_quote,
};
use crate::scopes::READ_MAIL;

/// Characters of all texts together, and of one.
const LONGEST_ANSWER: usize = 40_000;
const LONGEST_TEXT: usize = 6_000;

/// Reads a whole conversation of the user's own Gmail mailbox, the oldest message first. What a message only repeats of
/// the one before it is left out.
///
/// A long conversation comes in parts: `continue_with` says how to get the next one. A text that is cut can be read
/// whole with gmail.read.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Thread {
    /// The `thread` or the `id` of a message, from gmail.search.
    id: String,
    /// Which message to begin with, counted from 0 for the oldest.
    #[serde(default)]
    from_message: usize,
}

#[derive(Serialize)]
struct Answer {
    thread: String,
    subject: String,
    messages: Vec<Row>,
    shown: usize,
    total: usize,
    continue_with: Option<Continue>,
}

#[derive(Serialize)]
struct Row {
    id: String,
    from: String,
    to: String,
    cc: String,
    date: String,
    labels: Vec<String>,
    body: String,
    body_shown: String,
    /// Characters that only repeat an earlier message.
    quoted_left_out: usize,
    hidden_removed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
    attachments: Vec<Attachment>,
}

#[derive(Serialize)]
struct Continue {
    from_message: usize,
}

impl ReadTool for Thread {
    const SPEC: Spec = Spec::read("gmail.thread").aka(&["google_gmail:thread"]).needs(&[READ_MAIL]);

    fn check(&self, _call: &Call) -> Result<(), Failure> {
        Id::parse("conversation", &self.id)?;
        Ok(())
    }

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let gmail = google.gmail(call);
        let thread = fetch(&gmail, &Id::parse("conversation", &self.id)?).await?;
        let total = thread.messages.len();
        if self.from_message > 0 && self.from_message >= total {
            let words = format!("The conversation has {total} messages only. Begin before its end.");
            return Err(Failure::invalid(words));
        }
        let (mut rows, mut length, mut label) = (Vec::new(), 0, Label::trusted());
        let subject = thread.messages.first().map(|message| message.shown("Subject")).unwrap_or_default();
        for (place, mut message) in thread.messages.into_iter().enumerate().skip(self.from_message) {
            if length >= LONGEST_ANSWER {
                break;
            }
            gmail.complete(&mut message).await?;
            let found = readable(&message.payload);
            let of_it = message_label(&message, Self::SPEC.name, &call.account.0);
            label = label.join(&if found.disputed { of_it.disputed() } else { of_it });
            let row = row(&message, found, place, &call.requester);
            length += row.body.chars().count();
            rows.push(row);
        }
        let next = self.from_message + rows.len();
        let answer = Answer {
            thread: thread.id,
            subject,
            shown: rows.len(),
            messages: rows,
            total,
            continue_with: (next < total).then_some(Continue { from_message: next }),
        };
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("Read a conversation of yours").field("Conversation", &self.id)
    }
}

/// A message's id will do too.
async fn fetch(gmail: &Gmail, id: &Id) -> Result<Conversation, Failure> {
    match gmail.thread(id).await {
        Ok(thread) => Ok(thread),
        Err(Trouble::Missing(failure)) => match gmail.headers(id, &["Subject"]).await {
            Ok(message) if message.thread_id != id.as_str() => {
                Ok(gmail.thread(&Id::parse("conversation", &message.thread_id)?).await?)
            }
            Ok(_) | Err(_) => Err(failure),
        },
        Err(trouble) => Err(trouble.into()),
    }
}

fn row(message: &Message, found: Readable, place: usize, person: &Person) -> Row {
    // The first message repeats nothing that could be read elsewhere here.
    let (words, quoted) = if place == 0 {
        (found.words.as_str(), 0)
    } else {
        let trimmed = without_quote(&found.words);
        (trimmed.words, trimmed.left_out)
    };
    let part = excerpt(words, 0, LONGEST_TEXT);
    Row {
        id: message.id.clone(),
        from: message.shown("From"),
        to: message.shown("To"),
        cc: message.shown("Cc"),
        date: message.date_for(person),
        labels: message.label_ids.clone(),
        body_shown: part.shown(),
        body: part.words,
        quoted_left_out: quoted,
        hidden_removed: found.hidden,
        remark: found.remark(),
        attachments: found.attachments,
    }
}
