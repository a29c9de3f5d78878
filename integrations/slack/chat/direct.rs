//! What is told one person, in the direct message with them.

use kernel::ports::Telling;
use kernel::{MessageRef, PersonId, View};
use serde_json::json;

use super::message::Destination;
use super::once::earlier;
use super::once::{Earlier, Saying};
use super::slack_chat::{SlackChat, user_of};
use crate::SlackError;
use crate::json::text;
use crate::names::{Channel, User};

impl SlackChat {
    pub(super) async fn tell_directly(&self, to: &PersonId, view: &View) -> Result<MessageRef, SlackError> {
        let key = uuid::Uuid::new_v4().to_string();
        self.say_directly(to, &key, view, Earlier::None).await
    }

    pub(super) async fn tell_once_directly(&self, telling: &Telling) -> Result<MessageRef, SlackError> {
        let Telling { to, key, view, maybe_posted } = telling;
        self.say_directly(to, key, view, earlier(*maybe_posted)).await
    }

    /// Notes down in which channel somebody writes to us directly, so that it need not be asked for.
    pub(crate) fn note_direct(&self, user: &str, channel: &str) {
        let person = User::new(&self.identity.team, user);
        let channel = Channel::new(&self.identity.team, channel);
        if let (Some(person), Some(channel)) = (person, channel) {
            self.directs.note(&person.person().0, &channel.channel);
        }
    }

    async fn say_directly(
        &self,
        person: &PersonId,
        key: &str,
        view: &View,
        earlier: Earlier,
    ) -> Result<MessageRef, SlackError> {
        let to = self.directly(person).await?;
        match self.say(&Saying { to: &to, key, view, earlier }, Vec::new()).await {
            // It was there when we asked, and is not any more. Some of it may have been said before that.
            Err(error) if error.is_called("channel_not_found") => {
                self.directs.forget(&person.0);
                let to = self.directly(person).await?;
                let saying = Saying { to: &to, key, view, earlier: Earlier::MayBeThere };
                self.say(&saying, Vec::new()).await
            }
            said => said,
        }
    }

    /// The direct message with somebody.
    async fn directly(&self, to: &PersonId) -> Result<Destination, SlackError> {
        const OPEN: &str = "conversations.open";
        let User { team, user } = user_of(to)?;
        let opening = async {
            let answer = self.client.post(OPEN, &json!({ "users": user })).await?;
            text(&answer, "/channel/id").map(str::to_owned).ok_or_else(|| SlackError::Unclear {
                method: OPEN.to_owned(),
                why: "there is no channel in the answer".to_owned(),
            })
        };
        let channel = self.directs.or_asked(&to.0, opening).await?;
        Ok(Destination { team, channel, root: None })
    }
}
