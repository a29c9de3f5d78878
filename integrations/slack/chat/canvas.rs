//! Where an answer is read that is too long for a thread: a canvas, or a file where there can be none.

use serde_json::{Value, json};

use super::message::{Beside, Destination};
use super::once::{Earlier, Saying};
use super::slack_chat::SlackChat;
use crate::SlackError;
use crate::json::{list, text, yes};
use crate::limits;
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

    /// Lets everybody in the conversation read a canvas.
    async fn let_in(&self, to: &Destination, id: &str) -> Result<(), SlackError> {
        const ACCESS: &str = "canvases.access.set";
        let info = self.client.get("conversations.info", &[("channel", to.channel.clone())]).await?;
        // Direct messages are no channels to canvases, however many are in them.
        let readers = match (text(&info, "/channel/user"), yes(&info, "/channel/is_mpim")) {
            (Some(user), _) => json!({"user_ids": [user]}),
            (None, true) => json!({"user_ids": self.people_in(to).await?}),
            (None, false) => json!({"channel_ids": [to.channel]}),
        };
        let mut access = json!({"canvas_id": id, "access_level": "read"});
        if let (Some(access), Value::Object(readers)) = (access.as_object_mut(), readers) {
            access.extend(readers);
        }
        let answer = self.client.post(ACCESS, &access).await?;
        let left_out = ["/failed_to_update_user_ids", "/failed_to_update_channel_ids"];
        if left_out.iter().any(|pointer| !list(&answer, pointer).is_empty()) {
            let code = "failed_to_update".to_owned();
            return Err(SlackError::Refused { method: ACCESS.to_owned(), code });
        }
        Ok(())
    }

    /// Everybody in a group conversation but us: there are few.
    async fn people_in(&self, to: &Destination) -> Result<Vec<String>, SlackError> {
        let parameters = [("channel", to.channel.clone()), ("limit", limits::MESSAGES.to_string())];
        let members = self.client.get("conversations.members", &parameters).await?;
        let people = list(&members, "/members").iter().filter_map(Value::as_str);
        Ok(people.filter(|person| *person != self.identity.bot_user).map(str::to_owned).collect())
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
        if let Err(error) = self.let_in(to, id).await {
            // Nobody could read it, and nobody is to find it.
            if let Err(error) = self.client.post_once("canvases.delete", &json!({"canvas_id": id})).await {
                tracing::warn!(%error, id, "a canvas that nobody can read cannot be deleted");
            }
            return Err(error);
        }
        // To Slack a canvas is a file too, and only there it says what its address is.
        let file = self.client.get("files.info", &[("file", id.to_owned())]).await;
        let known = file.ok().and_then(|file| text(&file, "/file/permalink").map(str::to_owned));
        let url = known.unwrap_or_else(|| format!("https://app.slack.com/docs/{}/{id}", self.identity.team));
        Ok((id.to_owned(), url))
    }
}
