//! Files: what people put into the chat, and what we put there.

use kernel::ports::{ChatError, Files, NewFile, Soon};
use kernel::{FileId, ThreadId};
use serde_json::json;
use url::Url;
use wire::Method;

use super::message::Destination;
use super::{SlackChat, thread_at};
use crate::SlackError;
use crate::json::text;

/// Where Slack keeps files. Our token goes nowhere else.
const FILES_HOST: &str = "files.slack.com";

impl SlackChat {
    async fn content(&self, file: &FileId, at_most: usize) -> Result<Vec<u8>, SlackError> {
        const INFO: &str = "files.info";
        let answer = self.client.get(INFO, &[("file", file.0.clone())]).await?;
        let address = text(&answer, "/file/url_private_download").or(text(&answer, "/file/url_private"));
        let url = self.known(INFO, address)?;
        let token = self.client.token().current().await?;
        let request = self.wire.request(Method::GET, url).bearer(&token);
        let answer = request.at_most(at_most).send().await?;
        if !answer.status.is_success() {
            return Err(refused("the file's address", answer.status.as_u16()));
        }
        Ok(answer.body.to_vec())
    }

    pub(super) async fn upload(&self, to: &Destination, file: &NewFile) -> Result<(), SlackError> {
        const ADDRESS: &str = "files.getUploadURLExternal";
        let length = file.content.len().to_string();
        let asked = [("filename", file.name.clone()), ("length", length)];
        let answer = self.client.get(ADDRESS, &asked).await?;
        let url = self.known(ADDRESS, text(&answer, "/upload_url"))?;
        let id = text(&answer, "/file_id").unwrap_or_default().to_owned();
        let request = self.wire.request(Method::POST, url).header("Content-Type", "application/octet-stream");
        let answer = request.body(file.content.clone()).send().await?;
        if !answer.status.is_success() {
            return Err(refused("the upload's address", answer.status.as_u16()));
        }
        let complete = json!({
            "files": [{ "id": id, "title": file.name }],
            "channel_id": to.channel,
            "thread_ts": to.root,
        });
        self.client.post_once("files.completeUploadExternal", &complete).await.map(drop)
    }

    /// An address Slack gave us, if it is Slack's own.
    fn known(&self, method: &str, address: Option<&str>) -> Result<Url, SlackError> {
        let unclear = |why: &str| SlackError::Unclear { method: method.to_owned(), why: why.to_owned() };
        let url = address.and_then(|address| Url::parse(address).ok());
        let url = url.ok_or_else(|| unclear("there is no address in the answer"))?;
        let ours = self.client.settings().api.url();
        let same = url.origin() == ours.origin();
        let slacks = url.scheme() == "https" && url.host_str() == Some(FILES_HOST);
        if same || slacks { Ok(url) } else { Err(unclear("the address in the answer is not Slack's")) }
    }
}

fn refused(what: &str, status: u16) -> SlackError {
    SlackError::Refused { method: what.to_owned(), code: format!("http_{status}") }
}

impl Files for SlackChat {
    fn fetch<'a>(&'a self, file: &'a FileId, at_most: usize) -> Soon<'a, Result<Vec<u8>, ChatError>> {
        Box::pin(async move { Ok(self.content(file, at_most).await?) })
    }

    fn share<'a>(&'a self, thread: &'a ThreadId, file: &'a NewFile) -> Soon<'a, Result<(), ChatError>> {
        Box::pin(async move { Ok(self.upload(&thread_at(thread)?, file).await?) })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::tests::chat;
    use super::*;
    use crate::scripted::{Answer, ScriptedSlack, soon};

    const INFO: &str = "files.info";
    const ADDRESS: &str = "files.getUploadURLExternal";
    const COMPLETE: &str = "files.completeUploadExternal";

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
        // Slack sends those whom it does not know to its sign-in page.
        slack.will("signin", Answer::Status(302, json!("Sign in")));
        let turned_away = fetched(&slack, 100).await.unwrap_err();
        assert_eq!(turned_away, ChatError::Refused("Slack refused the file's address: http_302".to_owned()));
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
