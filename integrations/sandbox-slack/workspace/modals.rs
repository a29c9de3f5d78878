//! The forms that the people of a workspace have open.

use serde_json::{Map, Value, json};

use crate::{
    answer::Refusal,
    deliveries::Stage,
    ids::UserId,
    modals::{MOST_OPEN, Modal, Standing, TROUBLE},
    workspace::Workspace,
};

impl Workspace {
    /// Opens a modal for a person, in place of whatever they had open.
    pub(crate) fn open_modal(&mut self, user: UserId, form: Map<String, Value>) -> Result<Value, Refusal> {
        self.modals.remove(&user);
        let modal = Modal::new(form, None);
        self.no_duplicate(&modal.form, &modal.id)?;
        let shown = self.modal_shown(&modal);
        self.modals.insert(user, vec![modal]);
        Ok(shown)
    }

    /// Lays a modal upon the one a person has open.
    pub(crate) fn push_modal(&mut self, user: &UserId, form: Map<String, Value>) -> Result<Value, Refusal> {
        let below = self.modals.get(user).filter(|open| !open.is_empty());
        let below = below.ok_or_else(|| Refusal::new("not_found"))?;
        if below.len() >= MOST_OPEN {
            return Err(Refusal::new("push_limit_reached"));
        }
        let modal = Modal::new(form, below.last());
        self.no_duplicate(&modal.form, &modal.id)?;
        let shown = self.modal_shown(&modal);
        self.modals.entry(user.clone()).or_default().push(modal);
        Ok(shown)
    }

    /// Gives an open modal another content. `hash` guards against overtaking another update.
    pub(crate) fn update_modal(
        &mut self,
        which: impl Fn(&Modal) -> bool,
        hash: Option<&str>,
        form: Map<String, Value>,
    ) -> Result<Value, Refusal> {
        let modal = self.modals.values().flatten().find(|modal| which(modal));
        let modal = modal.ok_or_else(|| Refusal::new("not_found"))?;
        if hash.is_some_and(|hash| hash != modal.hash) {
            return Err(Refusal::new("hash_conflict"));
        }
        let id = modal.id.clone();
        self.no_duplicate(&form, &id)?;
        let modal = self.modals.values_mut().flatten().find(|modal| modal.id == id);
        let modal = modal.ok_or_else(|| Refusal::new("not_found"))?;
        modal.update(form);
        let modal = modal.clone();
        Ok(self.modal_shown(&modal))
    }

    /// The uppermost modal of a person.
    pub(crate) fn modal(&self, user: &UserId) -> Option<&Modal> {
        self.modals.get(user)?.last()
    }

    pub(crate) fn modal_mut(&mut self, user: &UserId) -> Option<&mut Modal> {
        self.modals.get_mut(user)?.last_mut()
    }

    pub(crate) fn standing(&self, modal: &Modal) -> Standing {
        let Some(sent) = &modal.sent else {
            return if modal.misunderstood { Standing::Troubled } else { Standing::Open };
        };
        match self.deliveries.stage(sent) {
            Some(Stage::Waiting(_) | Stage::Sent) => Standing::Sent,
            Some(Stage::Acknowledged | Stage::GivenUp) | None => Standing::Troubled,
        }
    }

    /// What a person reads above the buttons when something went wrong.
    pub(crate) fn trouble(&self, modal: &Modal) -> Option<&'static str> {
        (self.standing(modal) == Standing::Troubled).then_some(TROUBLE)
    }

    /// The `view` as methods and interactions show it.
    pub(crate) fn modal_shown(&self, modal: &Modal) -> Value {
        let part = |name: &str| modal.form.get(name).cloned().unwrap_or_default();
        json!({
            "id": modal.id, "team_id": self.team.id, "type": "modal", "title": part("title"),
            "submit": part("submit"), "close": part("close"), "blocks": part("blocks"),
            "private_metadata": modal.text("private_metadata"), "callback_id": modal.text("callback_id"),
            "external_id": modal.text("external_id"), "state": {"values": modal.values}, "hash": modal.hash,
            "clear_on_close": modal.says("clear_on_close"), "notify_on_close": modal.says("notify_on_close"),
            "submit_disabled": modal.says("submit_disabled"), "root_view_id": modal.root,
            "previous_view_id": modal.previous, "app_id": self.app.id, "bot_id": self.app.bot,
            "app_installed_team_id": self.team.id,
        })
    }
}
