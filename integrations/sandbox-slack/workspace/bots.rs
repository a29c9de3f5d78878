//! The other apps of a workspace, as its methods show them.

use sandbox_world::BotKind;
use serde_json::{Map, Value, json};

use crate::{bots::Bot, ids::BotId, workspace::Workspace};

impl Workspace {
    pub(crate) fn bot(&self, id: &BotId) -> Option<&Bot> {
        self.bots.iter().find(|bot| bot.id == *id)
    }

    /// What marks a message as another bot's.
    pub(crate) fn put_other_bot(&self, wire: &mut Map<String, Value>, id: &BotId) {
        let Some(bot) = self.bot(id) else { return };
        let mut profile = json!({
            "id": bot.id, "app_id": bot.app, "name": bot.name, "deleted": false,
            "updated": 1_700_000_000, "team_id": self.team.id,
            "icons": {"image_36": "", "image_48": "", "image_72": ""},
        });
        match bot.kind {
            BotKind::App => {
                wire.insert("user".into(), json!(bot.user()));
            }
            BotKind::Integration | BotKind::Workflow => {
                wire.insert("subtype".into(), json!("bot_message"));
                wire.insert("username".into(), json!(bot.name));
            }
        }
        if let (Some(user), Some(fields)) = (bot.user(), profile.as_object_mut()) {
            fields.insert("user_id".into(), json!(user));
        }
        wire.insert("bot_id".into(), json!(bot.id));
        wire.insert("app_id".into(), json!(bot.app));
        wire.insert("team".into(), json!(self.team.id));
        wire.insert("bot_profile".into(), profile);
    }
}

impl Bot {
    /// The bot as `users.info` shows its user.
    pub(crate) fn described(&self, workspace: &Workspace) -> Option<Value> {
        let (user, team) = (self.user()?, &workspace.team.id);
        Some(json!({
            "id": user, "team_id": team, "name": self.name.to_lowercase(), "deleted": false, "color": "9f69e7",
            "real_name": self.name, "tz": "America/Los_Angeles", "tz_label": "Pacific Time", "tz_offset": -28800,
            "profile": {
                "title": "", "real_name": self.name, "real_name_normalized": self.name, "display_name": "",
                "display_name_normalized": "", "first_name": self.name, "last_name": "", "api_app_id": self.app,
                "bot_id": self.id, "always_active": false, "status_text": "", "status_emoji": "", "team": team,
            },
            "is_admin": false, "is_owner": false, "is_primary_owner": false, "is_restricted": false,
            "is_ultra_restricted": false, "is_bot": true, "is_app_user": false,
            "is_workflow_bot": self.kind == BotKind::Workflow, "updated": 1_700_000_000,
        }))
    }
}
