//! Files of messages, opened for reading, and in words why one cannot be.

use kernel::ports::{Attachments, Holds, Opened, Soon};
use kernel::{Code, Failure, SharedFile};
use serde_json::Value;
use wire::WireError;

use super::files::{FOREIGN, SIGN_IN_PAGE};
use super::slack_chat::SlackChat;
use crate::SlackError;
use crate::json::{first, text, yes};

impl SlackChat {
    async fn opened(&self, file: &SharedFile, at_most: usize) -> Opened {
        match self.facts(&file.id).await {
            Err(error) => Opened { file: file.clone(), holds: Err(in_words(&error)) },
            Ok(facts) => {
                let holds = self.held(&facts, at_most).await;
                Opened { file: as_found(file, &facts), holds }
            }
        }
    }

    async fn held(&self, facts: &Value, at_most: usize) -> Result<Holds, Failure> {
        if let Some(why) = out_of_reach(facts) {
            return Err(Failure::person(Code::NotFound, why));
        }
        if facts.pointer("/size").and_then(Value::as_u64).is_some_and(|size| size > at_most as u64) {
            return Err(too_large());
        }
        if let Some(words) = written_down(facts) {
            return Ok(Holds::Speech(words.to_owned()));
        }
        self.download(facts, at_most).await.map(Holds::Bytes).map_err(|error| in_words(&error))
    }
}

impl Attachments for SlackChat {
    fn open<'a>(&'a self, file: &'a SharedFile, at_most: usize) -> Soon<'a, Opened> {
        Box::pin(self.opened(file, at_most))
    }
}

fn as_found(named: &SharedFile, facts: &Value) -> SharedFile {
    let media_type = text(facts, "/mimetype").unwrap_or(&named.media_type);
    // Slack calls the container of a voice clip a video.
    let media_type = match media_type.strip_prefix("video/") {
        Some(container) if text(facts, "/subtype") == Some("slack_audio") => format!("audio/{container}"),
        _ => media_type.to_owned(),
    };
    SharedFile {
        id: named.id.clone(),
        name: first(facts, &["/name", "/title"]).unwrap_or(&named.name).to_owned(),
        media_type,
        size: facts.pointer("/size").and_then(Value::as_u64).unwrap_or(named.size),
    }
}

fn out_of_reach(facts: &Value) -> Option<&'static str> {
    match text(facts, "/mode") {
        Some("tombstone") => Some(DELETED),
        Some("hidden_by_limit") => Some(
            "Slack hides it, because the workspace's plan keeps files for a limited time. Attach it again.",
        ),
        _ if yes(facts, "/is_external") => {
            Some("it is kept outside of Slack, and only a link to it was shared. Attach the file itself.")
        }
        _ => None,
    }
}

/// What Slack heard in a voice clip, if that is all of it.
fn written_down(facts: &Value) -> Option<&str> {
    let complete = text(facts, "/transcription/status") == Some("complete")
        && !yes(facts, "/transcription/preview/has_more");
    text(facts, "/transcription/preview/content").filter(|_| complete)
}

const DELETED: &str = "it was deleted. Attach it again.";

fn too_large() -> Failure {
    Failure::person(Code::InputInvalid, "it is larger than 20 MB. Attach a smaller file, or a part of it.")
}

pub(crate) fn in_words(error: &SlackError) -> Failure {
    let quote = error.to_string();
    let failure = match error {
        SlackError::Refused { code, .. } => match code.as_str() {
            SIGN_IN_PAGE | "missing_scope" | "no_permission" | "http_401" | "http_403" => Failure::operator(
                Code::ScopeMissing,
                "Slack does not let me read files: the scope `files:read` is missing. Whoever runs this can see it with \
                 `countersign doctor`.",
            ),
            "file_deleted" => Failure::person(Code::NotFound, DELETED),
            "file_not_found" | "http_404" => Failure::person(
                Code::NotFound,
                "it is not to be found: it was deleted, or I may not see it. Attach it again.",
            ),
            FOREIGN => Failure::person(
                Code::NotAvailable,
                "it is kept at an address that is not Slack's, where I do not go. Attach the file itself.",
            ),
            code if code.starts_with("http_3") => Failure::person(
                Code::NotAvailable,
                "Slack sent me on to another address for it, where I do not go. Attach it again.",
            ),
            _ => Failure::person(Code::NotAvailable, "Slack did not give it out. Attach it again."),
        },
        SlackError::Wire(WireError::TooLarge { .. }) => too_large(),
        SlackError::Busy { .. }
        | SlackError::Unsent { .. }
        | SlackError::Unclear { .. }
        | SlackError::Wire(_)
        | SlackError::NoSuchName(_)
        | SlackError::NotInstalled(_) => {
            Failure::person(Code::NotAvailable, "Slack did not answer just now. Attach it again in a minute.")
        }
    };
    failure.quoting(quote)
}
