//! The trigger ids of a workspace, with which the app opens forms.

use crate::{
    answer::Refusal,
    ids::{self, UserId},
    modals::triggers::{KEPT, Trigger},
    ts::Ts,
    workspace::Workspace,
};

impl Workspace {
    /// Makes a trigger for something that person has just done: `13345224609.738474920.8088930838d88f008e0`.
    pub(crate) fn trigger(&mut self, user: &UserId) -> String {
        let now = self.next_ts();
        let id = format!("{}.{}.{}", now.microseconds() / 1000, now.seconds(), ids::random(32));
        let triggers = &mut self.triggers;
        triggers.known.insert(id.clone(), Trigger { user: user.clone(), made_at: now, used: false });
        triggers.order.push_back(id.clone());
        if triggers.order.len() > KEPT
            && let Some(oldest) = triggers.order.pop_front()
        {
            triggers.known.remove(&oldest);
        }
        id
    }

    /// Takes a trigger, which counts once, and says whose it is.
    pub(crate) fn exchange(&mut self, id: &str, lives_ms: u64) -> Result<UserId, Refusal> {
        let trigger = self.triggers.known.get_mut(id).ok_or_else(|| Refusal::new("invalid_trigger_id"))?;
        if trigger.used {
            return Err(Refusal::new("exchanged_trigger_id"));
        }
        if trigger.made_at.plus_milliseconds(lives_ms) <= Ts::now() {
            return Err(Refusal::new("expired_trigger_id"));
        }
        trigger.used = true;
        Ok(trigger.user.clone())
    }
}
