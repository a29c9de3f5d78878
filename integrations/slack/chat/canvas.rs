//! Where an answer is read that is too long for a thread: a canvas, or a file where there can be none.

use serde_json::json;

use super::SlackChat;
use super::message::{Beside, Destination};
use super::once::{Earlier, Saying};
use crate::SlackError;
use crate::json::text;
use crate::render::{Long, Rendered, long, rendered};

impl SlackChat {
    /// What the thread says in place of an answer that is too long, and what stands beside it already; nothing if it is not
    /// a model's.
    pub(super) async fn shortened(
        &self,
        saying: &Saying<'_>,
    ) -> Result<Option<(Rendered, Beside)>, SlackError> {
        let Some(answer) = long(saying.view) else { return Ok(None) };
        let file = answer.file();
        // Whoever was here before us and had no canvas has left the file.
        if saying.earlier == Earlier::MayBeThere
            && let Some(held) = self.file_named(saying.to, &file.name).await?
        {
            let beside = Beside { files: vec![held], canvases: Vec::new() };
            return Ok(Some((rendered(&answer.with_file(&file)), beside)));
        }
        match self.canvas(saying.to, &answer).await {
            Ok((id, url)) => {
                let beside = Beside { files: Vec::new(), canvases: vec![id] };
                Ok(Some((rendered(&answer.with_link(&url)), beside)))
            }
            Err(error @ SlackError::Refused { .. }) => {
                tracing::info!(%error, "Slack takes no canvas; the answer becomes a file");
                let mut rendered = rendered(&answer.with_file(&file));
                rendered.files.push(file);
                Ok(Some((rendered, Beside::default())))
            }
            Err(error) => Err(error),
        }
    }

    /// The id and the address of a new canvas that everybody in the conversation can read.
    async fn canvas(&self, to: &Destination, answer: &Long) -> Result<(String, String), SlackError> {
        const CREATE: &str = "canvases.create";
        let content = json!({"type": "markdown", "markdown": answer.markdown});
        let made = self
            .client
            .post_once(CREATE, &json!({"title": answer.title, "document_content": content}))
            .await?;
        let id = text(&made, "/canvas_id").ok_or_else(|| SlackError::Unclear {
            method: CREATE.to_owned(),
            why: "there is no canvas in the answer".to_owned(),
        })?;
        // A direct message is no channel to canvases.
        let info = self.client.get("conversations.info", &[("channel", to.channel.clone())]).await?;
        let readers = match text(&info, "/channel/user") {
            Some(user) => json!({"canvas_id": id, "access_level": "read", "user_ids": [user]}),
            None => json!({"canvas_id": id, "access_level": "read", "channel_ids": [to.channel]}),
        };
        self.client.post("canvases.access.set", &readers).await?;
        // To Slack a canvas is a file too, and only there it says what its address is.
        let file = self.client.get("files.info", &[("file", id.to_owned())]).await;
        let known = file.ok().and_then(|file| text(&file, "/file/permalink").map(str::to_owned));
        let url = known.unwrap_or_else(|| format!("https://app.slack.com/docs/{}/{id}", self.identity.team));
        Ok((id.to_owned(), url))
    }
}
