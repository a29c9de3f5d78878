//! The Home tabs of a workspace.

use serde_json::{Map, Value, json};

use crate::{
    answer::Refusal,
    homes::Home,
    ids::{self, UserId},
    modals,
    workspace::Workspace,
};

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
