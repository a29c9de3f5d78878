//! Our own place: who looks at it, and what they press there.

use kernel::{AccountId, ApprovalId, Asking, ConsentId, HomePress, Inbound, PersonId, RuleId, Tab, Verdict};
use serde_json::Value;

use crate::action_ids::{
    ASK_ALWAYS, ASK_BY_KIND, CONNECT, DISCONNECT, END_ORDER, END_RULE, SIGN_IN, TAKE_BACK, UNDO, USE_ACCOUNT,
};
use crate::json::{list, text};
use crate::names::{Channel, User};

pub(super) fn opened(team: &str, event: &Value) -> Option<Inbound> {
    let by = User::new(team, text(event, "/user")?)?.person();
    let channel = Channel::new(team, text(event, "/channel")?)?.id();
    let tab = match text(event, "/tab")? {
        "home" => Tab::Home,
        "messages" => Tab::Messages,
        _ => return None,
    };
    Some(Inbound::HomeOpened { by, channel, tab })
}

/// Nothing can be approved here: whoever decides sees the card.
pub(super) fn pressed(by: &PersonId, payload: &Value) -> Option<Inbound> {
    list(payload, "/actions").iter().find_map(|action| {
        let value = text(action, "/value")?;
        let press = match text(action, "/action_id")? {
            CONNECT => HomePress::Connect,
            USE_ACCOUNT => HomePress::Use(AccountId::from(value)),
            DISCONNECT => HomePress::Disconnect(AccountId::from(value)),
            UNDO => HomePress::Decide(ApprovalId::from(value), Verdict::Approve),
            TAKE_BACK => HomePress::Decide(ApprovalId::from(value), Verdict::Deny),
            END_ORDER => HomePress::EndOrder(ApprovalId::from(value)),
            END_RULE => HomePress::EndRule(RuleId::from(value)),
            ASK_ALWAYS => HomePress::Ask(Asking::Always),
            ASK_BY_KIND => HomePress::Ask(Asking::ByKind),
            SIGN_IN => HomePress::SignIn(ConsentId::from(value)),
            _ => return None,
        };
        Some(Inbound::PressedAtHome { by: by.clone(), press })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tab_that_is_opened_is_told_with_whose_it_is() {
        let event = |tab: &str| json!({"user": "U1", "channel": "D1", "tab": tab});
        let opened = |tab| Inbound::HomeOpened { by: "T1:U1".into(), channel: "T1:D1".into(), tab };
        assert_eq!(super::opened("T1", &event("home")), Some(opened(Tab::Home)));
        assert_eq!(super::opened("T1", &event("messages")), Some(opened(Tab::Messages)));
        assert_eq!(super::opened("T1", &event("about")), None);
        assert_eq!(super::opened("T1", &json!({"tab": "home"})), None);
    }

    #[test]
    fn what_is_pressed_at_home_can_undo_and_never_approve() {
        let press = |action: &str| {
            let payload = json!({"actions": [{"action_id": action, "value": "a1"}]});
            pressed(&PersonId::from("T1:U1"), &payload)
        };
        let undo = HomePress::Decide(ApprovalId::from("a1"), Verdict::Approve);
        assert_eq!(press(UNDO), Some(Inbound::PressedAtHome { by: "T1:U1".into(), press: undo }));
        assert_eq!(press(crate::action_ids::APPROVE), None);
        assert_eq!(press("somebody.elses"), None);
    }
}
