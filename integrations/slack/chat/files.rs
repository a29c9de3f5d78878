//! Files: what people put into the chat, and what we put there.

use kernel::ports::{ChatError, Files, NewFile, Soon};
use kernel::{FileId, ThreadId};
use serde_json::json;
use url::Url;
use wire::Method;

use super::{SlackChat, place_of};
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
        let request = self.wire.request(Method::GET, url).bearer(&self.client.settings().bot_token);
        let answer = request.at_most(at_most).send().await?;
        if !answer.status.is_success() {
            return Err(refused("the file's address", answer.status.as_u16()));
        }
        Ok(answer.body.to_vec())
    }

    async fn upload(&self, thread: &ThreadId, file: &NewFile) -> Result<(), SlackError> {
        const ADDRESS: &str = "files.getUploadURLExternal";
        let place = place_of(thread)?;
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
            "channel_id": place.channel,
            "thread_ts": place.ts,
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
        Box::pin(async move { Ok(self.upload(thread, file).await?) })
    }
}
