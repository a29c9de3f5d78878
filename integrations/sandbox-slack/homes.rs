//! The Home tab: what the app shows each person there.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{
    answer::Refusal,
    ids::{self, UserId},
    modals,
    workspace::Workspace,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Home {
    pub(crate) id: String,
    hash: String,
    /// As the app gave it.
    pub(crate) form: Map<String, Value>,
    /// What stands in its inputs, in the shape of `state.values`.
    pub(crate) values: Value,
}

impl Home {
    pub(crate) fn blocks(&self) -> &[Value] {
        self.form.get("blocks").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    fn text(&self, name: &str) -> &str {
        self.form.get(name).and_then(Value::as_str).unwrap_or_default()
    }
}

impl Workspace {
    /// Shows a person another Home tab. `hash` guards against overtaking another publication.
    pub(crate) fn publish_home(
        &mut self,
        user: &UserId,
        hash: Option<&str>,
        form: Map<String, Value>,
    ) -> Result<Value, Refusal> {
        let before = self.homes.get(user);
        if hash.is_some_and(|hash| before.is_none_or(|before| before.hash != hash)) {
            return Err(Refusal::new("hash_conflict"));
        }
        let id = before.map_or_else(|| ids::once("V"), |before| before.id.clone());
        self.no_duplicate(&form, &id)?;
        let home = Home { id, hash: modals::hash(), form, values: json!({}) };
        let shown = self.home_shown(&home);
        self.homes.insert(user.clone(), home);
        Ok(shown)
    }

    /// The `view` as methods, events and interactions show it.
    pub(crate) fn home_shown(&self, home: &Home) -> Value {
        let blocks = home.form.get("blocks").cloned().unwrap_or_default();
        json!({
            "id": home.id, "team_id": self.team.id, "type": "home", "title": {"type": "plain_text", "text": "View Title", "emoji": true},
            "close": null, "submit": null, "blocks": blocks, "private_metadata": home.text("private_metadata"),
            "callback_id": home.text("callback_id"), "external_id": home.text("external_id"),
            "state": {"values": home.values}, "hash": home.hash, "clear_on_close": false,
            "notify_on_close": false, "root_view_id": home.id, "previous_view_id": null, "app_id": self.app.id,
            "bot_id": self.app.bot, "app_installed_team_id": self.team.id,
        })
    }

    /// No two views have one `external_id`.
    pub(crate) fn no_duplicate(&self, form: &Map<String, Value>, id: &str) -> Result<(), Refusal> {
        let of = |form: &Map<String, Value>| {
            form.get("external_id").and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let wanted = of(form);
        let modals = self.modals.values().flatten().map(|modal| (&modal.id, &modal.form));
        let homes = self.homes.values().map(|home| (&home.id, &home.form));
        let taken = modals.chain(homes).any(|(known, form)| known != id && of(form) == wanted);
        if !wanted.is_empty() && taken { Err(Refusal::new("duplicate_external_id")) } else { Ok(()) }
    }
}
