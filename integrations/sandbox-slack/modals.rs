//! Modals: the forms people have open, one upon another, and what the app may open them with.

mod answers;
mod filling;
mod triggers;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use self::filling::has_state;
pub(crate) use self::filling::{Filling, Misfilled, Use};
pub(crate) use self::triggers::Triggers;
use super::{
    answer::Refusal,
    deliveries::Stage,
    ids::{self, UserId},
    ts::Ts,
    workspace::Workspace,
};

/// What Slack says when the app did not answer a form, or not in a way that Slack understands.
pub(crate) const TROUBLE: &str = "We had some trouble connecting. Try again?";
const MOST_OPEN: usize = 3;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Modal {
    pub(crate) id: String,
    root: String,
    previous: Option<String>,
    hash: String,
    /// As the app gave it.
    pub(crate) form: Map<String, Value>,
    /// What was filled in when it was last sent, in the shape of `state.values`.
    pub(crate) values: Value,
    /// What is wrong with an input, by its `block_id`.
    pub(crate) errors: BTreeMap<String, String>,
    /// The submission the app has yet to answer.
    pub(crate) sent: Option<String>,
    /// The app's answer could not be understood.
    misunderstood: bool,
}

/// How a form stands with the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Open,
    Sent,
    /// The person sees that something went wrong, and may try again.
    Troubled,
}

impl Modal {
    fn new(form: Map<String, Value>, below: Option<&Self>) -> Self {
        let id = ids::once("V");
        Self {
            root: below.map_or_else(|| id.clone(), |below| below.root.clone()),
            previous: below.map(|below| below.id.clone()),
            id,
            hash: hash(),
            form,
            values: json!({}),
            errors: BTreeMap::new(),
            sent: None,
            misunderstood: false,
        }
    }

    fn update(&mut self, form: Map<String, Value>) {
        self.form = form;
        self.hash = hash();
        self.settle();
    }

    /// Whatever it was sent with has been answered.
    fn settle(&mut self) {
        self.errors.clear();
        self.sent = None;
        self.misunderstood = false;
    }

    /// It goes to the app with what was filled in.
    pub(crate) fn send(&mut self, trigger: &str, values: Value) {
        self.settle();
        self.values = values;
        self.sent = Some(trigger.to_owned());
    }

    pub(crate) fn blocks(&self) -> &[Value] {
        self.form.get("blocks").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// A text of the form by its name; empty where there is none.
    fn text(&self, name: &str) -> &str {
        self.form.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn says(&self, flag: &str) -> bool {
        self.form.get(flag) == Some(&Value::Bool(true))
    }
}

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

/// `1699999999.AbCdEfGh`
pub(crate) fn hash() -> String {
    format!("{}.{}", Ts::now().seconds(), ids::random(8))
}
