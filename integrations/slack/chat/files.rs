//! Files: what people put into the chat, and what we put there.

use std::time::Duration;

use kernel::ports::{ChatError, Files, NewFile, Soon};
use kernel::{FileId, ThreadId};
use serde_json::{Value, json};
use url::Url;
use wire::{Again, Incoming, Method, WireError, patiently};

use super::message::Destination;
use super::slack_chat::{SlackChat, thread_at};
use crate::SlackError;
use crate::json::{first, text};

pub(super) const INFO: &str = "files.info";
pub(super) const COMPLETE: &str = "files.completeUploadExternal";
const THE_ADDRESS: &str = "the file's address";
/// Where Slack keeps files. Our token goes nowhere else.
const FILE_HOSTS: [&str; 2] = [".slack.com", ".slack-files.com"];
/// The content of a large file takes its time.
const FETCHING: Duration = Duration::from_secs(90);
/// What stands in place of Slack's code where its sign-in page came in place of a file.
pub(super) const SIGN_IN_PAGE: &str = "sign_in_page";
/// The same where an address is not Slack's own.
pub(super) const FOREIGN: &str = "foreign_address";

impl SlackChat {
    async fn content(&self, file: &FileId, at_most: usize) -> Result<Vec<u8>, SlackError> {
        self.download(&self.facts(file).await?, at_most).await
    }

    /// What Slack knows of a file. A message can say less: files of other companies are named by their ids alone.
    pub(super) async fn facts(&self, file: &FileId) -> Result<Value, SlackError> {
        let mut answer = self.client.get(INFO, &[("file", file.0.clone())]).await?;
        Ok(answer.pointer_mut("/file").map(Value::take).unwrap_or_default())
    }

    pub(super) async fn download(&self, facts: &Value, at_most: usize) -> Result<Vec<u8>, SlackError> {
        let address = first(facts, &["/url_private_download", "/url_private"]);
        let url = self.known(INFO, Some(address.ok_or_else(|| refused("no_address"))?))?;
        let attempt = || self.download_once(&url, at_most);
        let again = |tried: &Result<Incoming, SlackError>| {
            tried.as_ref().map_or_else(SlackError::again, |_| Again::No)
        };
        let answer = patiently(self.client.settings().timing.patience, attempt, again).await?;
        if is_page(&answer) && !is_meant_as_page(facts, &answer) {
            return Err(refused(SIGN_IN_PAGE));
        }
        Ok(answer.body.to_vec())
    }

    async fn download_once(&self, url: &Url, at_most: usize) -> Result<Incoming, SlackError> {
        let unclear = |why: String| SlackError::Unclear { method: THE_ADDRESS.to_owned(), why };
        let token = self.client.token().current().await?;
        let request = self.wire.request(Method::GET, url.clone()).bearer(&token);
        let answer = request.at_most(at_most).answer_within(FETCHING).send().await;
        let answer = answer.map_err(|error| match error {
            error @ (WireError::TooLarge { .. } | WireError::BadAddress { .. }) => SlackError::Wire(error),
            error => unclear(error.to_string()),
        })?;
        match answer.status.as_u16() {
            200..=299 => Ok(answer),
            // Never followed. Whoever may not read a file is sent to Slack's sign-in page.
            300..=399 if self.is_sent_to_sign_in(url, &answer) => Err(refused(SIGN_IN_PAGE)),
            429 => Err(SlackError::Busy { method: THE_ADDRESS.to_owned(), after: answer.retry_after() }),
            status @ 500..=599 => Err(unclear(format!("HTTP status {status}"))),
            status => Err(refused(&format!("http_{status}"))),
        }
    }

    fn is_sent_to_sign_in(&self, from: &Url, answer: &Incoming) -> bool {
        let aim = answer.headers.get("location").and_then(|aim| aim.to_str().ok());
        aim.and_then(|aim| from.join(aim).ok()).is_some_and(|aim| self.is_slacks(&aim))
    }

    /// Its id.
    pub(super) async fn upload(&self, to: &Destination, file: &NewFile) -> Result<String, SlackError> {
        const ADDRESS: &str = "files.getUploadURLExternal";
        let length = file.content.len().to_string();
        let asked = [("filename", file.name.clone()), ("length", length)];
        let answer = self.client.get(ADDRESS, &asked).await?;
        let url = self.known(ADDRESS, text(&answer, "/upload_url"))?;
        let id = text(&answer, "/file_id").unwrap_or_default().to_owned();
        let request = self.wire.request(Method::POST, url).header("Content-Type", "application/octet-stream");
        let answer = request.body(file.content.clone()).send().await?;
        if !answer.status.is_success() {
            let code = format!("http_{}", answer.status.as_u16());
            return Err(SlackError::Refused { method: "the upload's address".to_owned(), code });
        }
        let files = json!([{ "id": id, "title": file.name }]);
        let complete = match &to.root {
            Some(root) => json!({ "files": files, "channel_id": to.channel, "thread_ts": root }),
            None => json!({ "files": files, "channel_id": to.channel }),
        };
        self.client.post_once(COMPLETE, &complete).await?;
        self.appears(&id, to).await?;
        Ok(id)
    }

    /// An address Slack gave us, if it is Slack's own.
    fn known(&self, method: &str, address: Option<&str>) -> Result<Url, SlackError> {
        let unclear = |why: &str| SlackError::Unclear { method: method.to_owned(), why: why.to_owned() };
        let url = address.and_then(|address| Url::parse(address).ok());
        let url = url.ok_or_else(|| unclear("there is no address in the answer"))?;
        if self.is_slacks(&url) { Ok(url) } else { Err(refused(FOREIGN)) }
    }

    fn is_slacks(&self, url: &Url) -> bool {
        let same = url.origin() == self.client.settings().api.url().origin();
        let host = url.host_str().unwrap_or_default();
        let slacks = FILE_HOSTS.iter().any(|known| host.ends_with(known));
        same || (slacks && url.scheme() == "https" && url.port().is_none())
    }
}

fn refused(code: &str) -> SlackError {
    SlackError::Refused { method: THE_ADDRESS.to_owned(), code: code.to_owned() }
}

fn is_page(answer: &Incoming) -> bool {
    let said = answer.headers.get("content-type").and_then(|said| said.to_str().ok()).unwrap_or_default();
    let start = answer.body.get(..answer.body.len().min(200)).unwrap_or_default().to_ascii_lowercase();
    let start = start.trim_ascii_start();
    said.starts_with("text/html") || start.starts_with(b"<!doctype html") || start.starts_with(b"<html")
}

/// A file can be a page itself. Then it is as long as it was said to be, and a sign-in page is not.
fn is_meant_as_page(facts: &Value, answer: &Incoming) -> bool {
    let size = facts.pointer("/size").and_then(Value::as_u64);
    let is_text = text(facts, "/mimetype").is_some_and(|kind| kind.starts_with("text/"));
    is_text && size.is_none_or(|size| size == answer.body.len() as u64)
}

impl Files for SlackChat {
    fn fetch<'a>(&'a self, file: &'a FileId, at_most: usize) -> Soon<'a, Result<Vec<u8>, ChatError>> {
        Box::pin(async move { Ok(self.content(file, at_most).await?) })
    }

    fn share<'a>(&'a self, thread: &'a ThreadId, file: &'a NewFile) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.upload(&thread_at(thread)?, file).await.map(drop)?) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::chat;
    use super::*;
    use crate::scripted::{Answer, ScriptedSlack, soon};

    const ADDRESS: &str = "files.getUploadURLExternal";

    fn report() -> NewFile {
        NewFile {
            name: "report.csv".to_owned(),
            media_type: "text/csv".to_owned(),
            content: b"a,b\n".to_vec(),
        }
    }

    fn kept_at(address: &str) -> Answer {
        Answer::Says(json!({"ok": true, "file": {"id": "F1", "url_private": "https://x.example/other",
            "url_private_download": address}}))
    }

    fn upload_to(address: &str) -> Answer {
        Answer::Says(json!({"ok": true, "upload_url": address, "file_id": "F1"}))
    }

    async fn fetched(slack: &ScriptedSlack, at_most: usize) -> Result<Vec<u8>, ChatError> {
        soon(chat(slack).fetch(&FileId::from("F1"), at_most)).await
    }

    async fn shared(slack: &ScriptedSlack) -> Result<(), ChatError> {
        soon(chat(slack).share(&ThreadId::from("T1:C1:1.0"), &report())).await
    }

    #[tokio::test]
    async fn a_file_is_fetched_from_slacks_own_address_with_our_token() {
        let slack = ScriptedSlack::start().await;
        slack.will(INFO, kept_at(&slack.file_address("plan")));
        slack.will_hold("plan", b"the plan");
        assert_eq!(fetched(&slack, 100).await.unwrap(), b"the plan");
        assert_eq!(slack.calls(INFO)[0]["file"], "F1");
        assert_eq!(slack.calls("plan")[0]["authorization"], "Bearer xoxb-1");
    }

    #[tokio::test]
    async fn a_file_that_is_too_large_or_not_given_out_is_no_file() {
        let slack = ScriptedSlack::start().await;
        slack.will(INFO, kept_at(&slack.file_address("plan")));
        slack.will_hold("plan", b"the plan");
        assert!(fetched(&slack, 3).await.is_err());
        slack.will(INFO, kept_at(&slack.file_address("signin")));
        slack.will("signin", Answer::Status(302, json!("Sign in")));
        let turned_away = fetched(&slack, 100).await.unwrap_err();
        assert_eq!(turned_away, ChatError::Refused("Slack refused the file's address: http_302".to_owned()));
    }

    /// Slack shows those whom it does not know its sign-in page.
    #[tokio::test]
    async fn a_sign_in_page_is_no_file_and_a_page_somebody_attached_is_one() {
        let slack = ScriptedSlack::start().await;
        let page = b"\n<!DOCTYPE html><html><title>Sign in</title></html>";
        let described = |mimetype: &str, size: usize| {
            let address = slack.file_address("page");
            let file = json!({"id": "F1", "url_private": address, "mimetype": mimetype, "size": size});
            Answer::Says(json!({"ok": true, "file": file}))
        };
        for (mimetype, size, is_file) in [
            ("application/pdf", page.len(), false),
            ("text/html", page.len() + 1, false),
            ("text/html", page.len(), true),
        ] {
            slack.will(INFO, described(mimetype, size));
            slack.will_hold("page", page);
            assert_eq!(fetched(&slack, 100).await.is_ok(), is_file, "{mimetype} of {size} bytes");
        }
    }

    #[tokio::test]
    async fn our_token_goes_to_no_foreign_address() {
        let (slack, foreign) = (ScriptedSlack::start().await, ScriptedSlack::start().await);
        for address in [
            foreign.file_address("plan"),
            "http://files.slack.com/plan".to_owned(),
            "https://files.slack.com.evil.example/plan".to_owned(),
            "https://evil.example/files.slack.com/plan".to_owned(),
            "https://files.slack.com@evil.example/plan".to_owned(),
            "https://evilslack.com/plan".to_owned(),
            "https://files.slack.com:8443/plan".to_owned(),
            "https://slack-files.com.evil.example/plan".to_owned(),
            "file:///etc/passwd".to_owned(),
            "plan".to_owned(),
        ] {
            slack.will(INFO, kept_at(&address));
            assert!(fetched(&slack, 100).await.is_err(), "{address}");
            slack.will(ADDRESS, upload_to(&address));
            assert!(shared(&slack).await.is_err(), "{address}");
        }
        slack.will(INFO, Answer::Says(json!({"ok": true, "file": {"id": "F1", "mode": "tombstone"}})));
        assert!(fetched(&slack, 100).await.is_err(), "there is no address at all");
        assert_eq!(foreign.calls("plan"), Vec::<Value>::new());
        assert_eq!(slack.calls(COMPLETE), Vec::<Value>::new(), "nothing was shared");
    }

    #[tokio::test]
    async fn a_file_is_uploaded_without_our_token_and_shared_in_its_thread() {
        let slack = ScriptedSlack::start().await;
        slack.will(ADDRESS, upload_to(&slack.file_address("upload")));
        // Slack is not always as quick as it says.
        slack.will(INFO, Answer::Says(json!({"ok": true, "file": {"shares": {}}})));
        let there = json!({"ok": true, "file": {"shares": {"public": {"C1": [{"ts": "2.0"}]}}}});
        slack.will(INFO, Answer::Says(there));
        shared(&slack).await.unwrap();
        let asked = &slack.calls(ADDRESS)[0];
        assert_eq!((&asked["filename"], &asked["length"]), (&json!("report.csv"), &json!("4")));
        assert_eq!(slack.calls("upload"), [json!({"authorization": null, "content": "a,b\n"})]);
        assert_eq!(
            slack.calls(COMPLETE),
            [json!({"files": [{"id": "F1", "title": "report.csv"}], "channel_id": "C1", "thread_ts": "1.0"})]
        );
    }

    #[tokio::test]
    async fn what_could_not_be_uploaded_is_not_shared_and_nothing_is_shared_twice() {
        let slack = ScriptedSlack::start().await;
        slack.will(ADDRESS, upload_to(&slack.file_address("upload")));
        slack.will("upload", Answer::Status(400, json!("The length is not as announced.")));
        let refused = shared(&slack).await.unwrap_err();
        assert_eq!(refused, ChatError::Refused("Slack refused the upload's address: http_400".to_owned()));
        assert_eq!(slack.calls(COMPLETE), Vec::<Value>::new());
        slack.will(ADDRESS, upload_to(&slack.file_address("upload")));
        slack.will(COMPLETE, Answer::Status(503, json!({})));
        assert!(shared(&slack).await.is_err());
        assert_eq!(slack.calls(COMPLETE).len(), 1);
    }
}
