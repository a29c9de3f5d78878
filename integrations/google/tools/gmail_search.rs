//! `gmail.search`

use kernel::Person;

use super::prelude::*;
use crate::gmail::{Message, message_label, visible_line};
use crate::scopes::READ_MAIL;

const HEADERS: [&str; 6] = ["From", "To", "Cc", "Subject", "Date", "Authentication-Results"];

/// Searches the user's own Gmail mailbox and lists the messages found, newest first.
///
/// The query is Gmail's own: words, and operators such as `from:ana@example.com`, `to:`, `subject:`, `is:unread`,
/// `in:sent`, `label:`, `has:attachment`, `newer_than:7d`, `older_than:`, `after:2026/11/01`, `before:`. Use gmail.read
/// for a whole message.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    /// What to look for, e.g. `from:ana@example.com newer_than:7d`. Empty for the newest mail.
    query: String,
    /// How many messages to list.
    #[serde(default = "number::<10>")]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
    /// `next_page` of an earlier answer, to go on from there.
    #[serde(default)]
    page: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    messages: Vec<Row>,
    shown: usize,
    total_estimate: u64,
    next_page: Option<String>,
}

#[derive(Serialize)]
struct Row {
    id: String,
    thread: String,
    from: String,
    to: String,
    subject: String,
    date: String,
    snippet: String,
    unread: bool,
}

impl ReadTool for Search {
    const SPEC: Spec = Spec::read("gmail.search").aka(&["google_gmail:search"]).needs(&[READ_MAIL]);

    fn check(&self, _call: &Call) -> Result<(), Failure> {
        if !(1..=50).contains(&self.limit) {
            return Err(Failure::invalid("`limit` must be between 1 and 50."));
        }
        Ok(())
    }

    async fn read(self, google: &Google, call: &Call) -> Result<Done, Failure> {
        let gmail = google.gmail(call);
        let page = gmail.search(&self.query, self.limit, self.page.as_deref()).await?;
        let found = gmail.headers_of(page.messages, &HEADERS).await?;
        let label = found.iter().fold(Label::trusted(), |label, message| {
            label.join(&message_label(message, Self::SPEC.name, &call.account.0))
        });
        let answer = Answer {
            shown: found.len(),
            messages: found.iter().map(|message| row(message, &call.requester)).collect(),
            total_estimate: page.result_size_estimate,
            next_page: page.next_page_token,
        };
        labeled(&answer, label)
    }

    fn effect(&self) -> Effect {
        Effect::new("Search your mail").field("Query", &self.query)
    }
}

fn row(message: &Message, person: &Person) -> Row {
    Row {
        id: message.id.clone(),
        thread: message.thread_id.clone(),
        from: message.shown("From"),
        to: message.shown("To"),
        subject: message.shown("Subject"),
        date: message.date_for(person),
        // Gmail escapes the snippets it gives out as for HTML.
        snippet: visible_line(&pages::unescaped(&message.snippet)),
        unread: message.has_label("UNREAD"),
    }
}
