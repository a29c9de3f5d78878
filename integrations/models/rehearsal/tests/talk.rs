//! A conversation in which the test plays the person and the tools.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::{Definition, Kind, Message, Reply, Request, Tier, ToolCall, ToolResult};
use serde_json::{Value, json};

use super::super::answer;

/// Whatever the model may call.
const TOOLS: &str = "gmail.search gmail.read gmail.send gmail.reply gmail.archive gmail.trash gmail.mark_read gmail.label \
    gmail.labels gmail.forward gmail.attachments gmail.thread gmail.draft calendar.calendars calendar.list_events \
    calendar.find_time calendar.free_busy calendar.create_event calendar.update_event calendar.delete_event \
    calendar.respond drive.search drive.list drive.read drive.permissions drive.share drive.unshare drive.rename \
    drive.copy drive.move drive.trash drive.download drive.upload docs.create docs.read docs.append docs.edit \
    docs.replace docs.comments docs.comment docs.suggestions docs.decide_suggestion sheets.list sheets.read \
    sheets.write sheets.append sheets.format sheets.create \
    user.ask";

pub(crate) struct Talk {
    request: Request,
    waiting: Vec<ToolCall>,
    ids: BTreeSet<String>,
}

impl Talk {
    pub(crate) fn new() -> Self {
        let tools: Vec<Definition> = TOOLS.split_whitespace().map(definition).collect();
        let request = Request {
            system: Arc::from(""),
            tools: Arc::from(tools),
            messages: Vec::new(),
            max_tokens: 1,
            tier: Tier::Balanced,
        };
        Self { request, waiting: Vec::new(), ids: BTreeSet::new() }
    }

    pub(crate) fn without_tools() -> Self {
        let mut talk = Self::new();
        talk.request.tools = Arc::from([]);
        talk
    }

    /// The person says something and is answered in words.
    pub(crate) fn says(&mut self, words: &str) -> String {
        self.say(words);
        self.in_words()
    }

    /// The person says something and these calls are made.
    pub(crate) fn asks(&mut self, words: &str, calls: &[(&str, Value)]) {
        self.say(words);
        self.in_calls(calls);
    }

    /// News comes in.
    pub(crate) fn learns(&mut self, event: &str) -> String {
        self.request.messages.push(Message::User(event.to_owned()));
        self.in_words()
    }

    pub(crate) fn hears(&mut self, result: &Value) -> String {
        self.hears_all(std::slice::from_ref(result))
    }

    /// The tools answer, and the person is told.
    pub(crate) fn hears_all(&mut self, results: &[Value]) -> String {
        self.give(results);
        self.in_words()
    }

    /// The tools answer, and these calls are made.
    pub(crate) fn hears_and_asks(&mut self, results: &[Value], calls: &[(&str, Value)]) {
        self.give(results);
        self.in_calls(calls);
    }

    /// The tool answers in words.
    pub(crate) fn hears_words(&mut self, words: &str) -> String {
        let results = self.waiting.drain(..).map(|call| ToolResult {
            call: call.id,
            words: words.to_owned(),
            failed: false,
        });
        self.request.messages.push(Message::Results(results.collect()));
        self.in_words()
    }

    pub(crate) fn fails(&mut self, words: &str) -> String {
        let results = self.waiting.drain(..).map(|call| ToolResult {
            call: call.id,
            words: words.to_owned(),
            failed: true,
        });
        self.request.messages.push(Message::Results(results.collect()));
        self.in_words()
    }

    fn say(&mut self, words: &str) {
        self.request
            .messages
            .push(Message::User(format!("[Ana Ruiz · 2026-11-15 10:22 Europe/Berlin]\n{words}")));
    }

    fn give(&mut self, results: &[Value]) {
        assert_eq!(results.len(), self.waiting.len());
        let results = self.waiting.drain(..).zip(results).map(|(call, result)| ToolResult {
            words: format!("<<<untrusted:7f source=\"{}\">>>\n{result:#}\n<<<end:7f>>>", call.tool),
            call: call.id,
            failed: false,
        });
        self.request.messages.push(Message::Results(results.collect()));
    }

    fn in_words(&mut self) -> String {
        let reply = self.reply();
        assert_eq!(reply.calls, [], "words were expected");
        assert!(!reply.text.is_empty());
        reply.text
    }

    fn in_calls(&mut self, calls: &[(&str, Value)]) {
        let reply = self.reply();
        let made: Vec<_> = reply.calls.iter().map(|call| (call.tool.as_str(), call.args.clone())).collect();
        assert_eq!(made, calls, "{}", reply.text);
        for call in &reply.calls {
            assert!(self.ids.insert(call.id.0.clone()), "{} was used before", call.id);
        }
        self.waiting = reply.calls;
    }

    fn reply(&mut self) -> Reply {
        let reply = answer(&self.request);
        assert_eq!(reply, answer(&self.request), "the same conversation, the same answer");
        self.request.messages.push(Message::Assistant {
            text: reply.text.clone(),
            calls: reply.calls.clone(),
            kept: None,
        });
        reply
    }
}

fn definition(name: &str) -> Definition {
    Definition {
        kind: Kind::Read,
        asking: kernel::Asking::ByKind,
        ..Definition::unknown(name, String::new(), json!({}))
    }
}

pub(crate) fn row(id: &str, from: &str, subject: &str) -> Value {
    json!({ "id": id, "thread": "t1", "from": from, "to": "Ana <ana@example.com>", "subject": subject,
        "date": "2026-11-14 06:51 +00:00", "snippet": "so it begins", "unread": true })
}

pub(crate) fn rows(rows: &[Value]) -> Value {
    json!({ "messages": rows, "shown": rows.len(), "total_estimate": rows.len(), "next_page": null })
}

pub(crate) fn mail(id: &str, from: &str, subject: &str, body: &str) -> Value {
    json!({ "id": id, "thread": "t1", "from": from, "to": "Ana <ana@example.com>", "cc": "", "date": "2026-11-14 06:51 +00:00",
        "subject": subject, "labels": [], "body": body, "attachments": [], "body_shown": "all", "continue_with": null,
        "hidden_removed": 0 })
}
