//! The canvases of a workspace and who may read them.

use serde_json::Value;

use crate::{
    Slack,
    canvases::Canvas,
    ids::{ChannelId, UserId},
    workspace::Workspace,
};

impl Slack {
    /// The canvases that somebody may read, or all.
    pub fn canvases(&self, person: Option<&str>) -> Vec<Value> {
        self.read(|workspace| {
            let user = person.map(|handle| workspace.person_by_handle(handle).map(|person| &person.id));
            let readable = |canvas: &&Canvas| match user {
                None => true,
                Some(user) => user.is_some_and(|user| canvas.may_read(workspace, user)),
            };
            workspace.canvases.values().filter(readable).map(Canvas::shown).collect()
        })
    }
}

impl Canvas {
    /// Whether that person may read it: whoever it was given to, and everybody in its channels.
    pub(crate) fn may_read(&self, workspace: &Workspace, user: &UserId) -> bool {
        let member = |channel: &ChannelId| workspace.channel(channel.as_str()).is_some_and(|it| it.has(user));
        self.people.contains_key(user) || self.channel.iter().chain(self.channels.keys()).any(member)
    }
}
