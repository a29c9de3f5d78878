//! What the app says to a form that was sent to it, in its acknowledgement.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::Modal;
use crate::{
    blocks::{self, Surface},
    ids::UserId,
    workspace::Workspace,
};

#[derive(Deserialize)]
#[serde(tag = "response_action", rename_all = "snake_case")]
enum Answer {
    Errors { errors: BTreeMap<String, String> },
    Update { view: Value },
    Push { view: Value },
    Clear,
}

impl Workspace {
    /// The app has acknowledged a submission. Without a word the form closes; what Slack does not understand is trouble.
    pub(crate) fn submission_answered(&mut self, trigger: &str, said: Option<&Value>) {
        let sent =
            |open: &Vec<Modal>| open.last().is_some_and(|modal| modal.sent.as_deref() == Some(trigger));
        let Some(user) = self.modals.iter().find(|(_, open)| sent(open)).map(|(user, _)| user.clone()) else {
            return;
        };
        let silent = said.is_none_or(|said| said.get("response_action").is_none());
        let understood = if silent {
            self.modals.entry(user.clone()).or_default().pop();
            Some(())
        } else {
            said.and_then(|said| serde_json::from_value(said.clone()).ok())
                .and_then(|answer| self.follow(&user, answer))
        };
        if understood.is_none()
            && let Some(modal) = self.modal_mut(&user)
        {
            modal.settle();
            modal.misunderstood = true;
        }
    }

    fn follow(&mut self, user: &UserId, answer: Answer) -> Option<()> {
        match answer {
            Answer::Errors { errors } => {
                let modal = self.modal_mut(user)?;
                let is_input = |id: &String| {
                    modal.blocks().iter().any(|block| {
                        block.get("block_id").and_then(Value::as_str) == Some(id)
                            && block.get("type").and_then(Value::as_str) == Some("input")
                    })
                };
                if errors.is_empty() || !errors.keys().all(is_input) {
                    return None;
                }
                modal.settle();
                modal.errors = errors;
            }
            Answer::Update { view } => {
                let form = blocks::check_view(view, Surface::Modal).ok()?;
                self.modal_mut(user)?.update(form);
            }
            Answer::Push { view } => {
                let form = blocks::check_view(view, Surface::Modal).ok()?;
                self.push_modal(user, form).ok()?;
                let below = self.modals.get_mut(user)?.iter_mut().rev().nth(1)?;
                below.settle();
            }
            Answer::Clear => {
                self.modals.remove(user)?;
            }
        }
        Some(())
    }
}
