//! Menus: what each person has chosen on messages, and what the app offers where it is asked for the options.
//!
//! What stands in forms and on the Home tab is kept with them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{blocks, ids::UserId};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Menus {
    /// By person and by the `ts` of the message, in the shape of `state.values`.
    chosen: BTreeMap<UserId, BTreeMap<String, Value>>,
    /// The newest question of each menu.
    asked: Vec<Asked>,
}

/// A menu that asks the app for its options while somebody types.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Menu {
    pub(crate) user: UserId,
    /// The `ts` of the message or the id of the view it stands on.
    pub(crate) place: String,
    pub(crate) block: String,
    pub(crate) action: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Asked {
    /// Of the delivery that asks.
    id: String,
    menu: Menu,
    offer: Option<Offer>,
}

/// What the app has answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Offer {
    /// `options` or `option_groups`.
    Options(Map<String, Value>),
    /// Nothing that Slack understands.
    Misunderstood,
}

impl Menus {
    /// What stands in the elements of a message for that person; null where they have chosen nothing yet.
    pub(crate) fn chosen(&self, user: &UserId, message: &str) -> Value {
        self.chosen.get(user).and_then(|messages| messages.get(message)).cloned().unwrap_or_default()
    }

    pub(crate) fn choose(&mut self, user: &UserId, message: &str, values: Value) {
        self.chosen.entry(user.clone()).or_default().insert(message.to_owned(), values);
    }

    /// Somebody types on: what was offered before is gone.
    pub(crate) fn ask(&mut self, id: String, menu: Menu) {
        self.asked.retain(|asked| asked.menu != menu);
        self.asked.push(Asked { id, menu, offer: None });
    }

    pub(crate) fn answered(&mut self, id: &str, said: Option<&Value>) {
        let Some(asked) = self.asked.iter_mut().find(|asked| asked.id == id) else { return };
        let fields = said.and_then(Value::as_object).filter(|fields| blocks::are_options(fields));
        asked.offer = Some(fields.map_or(Offer::Misunderstood, |fields| Offer::Options(fields.clone())));
    }

    /// The answer to a question, once it is there.
    pub(crate) fn offer(&self, id: &str) -> Option<&Offer> {
        self.asked.iter().find(|asked| asked.id == id)?.offer.as_ref()
    }

    /// The option of that value, if the menu offers it at present.
    pub(crate) fn option(&self, menu: &Menu, value: &Value) -> Option<Value> {
        let asked = self.asked.iter().find(|asked| asked.menu == *menu)?;
        let Some(Offer::Options(offered)) = &asked.offer else { return None };
        let listed = |list: Option<&Value>| list.and_then(Value::as_array).cloned().unwrap_or_default();
        let groups = listed(offered.get("option_groups"));
        let grouped = groups.iter().flat_map(|group| listed(group.get("options")));
        listed(offered.get("options"))
            .into_iter()
            .chain(grouped)
            .find(|option| option.get("value") == Some(value))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn menu(place: &str) -> Menu {
        Menu { user: UserId::of("ana"), place: place.into(), block: "b".into(), action: "a".into() }
    }

    fn option(value: &str) -> Value {
        json!({"text": {"type": "plain_text", "text": value}, "value": value})
    }

    #[test]
    fn what_is_offered_is_chosen_from_until_somebody_types_on() {
        let mut menus = Menus::default();
        menus.ask("1".into(), menu("m"));
        assert_eq!(menus.offer("1"), None);
        menus.answered("1", Some(&json!({"options": [option("x")]})));
        assert_eq!(menus.option(&menu("m"), &json!("x")), Some(option("x")));
        assert_eq!(menus.option(&menu("m"), &json!("y")), None);
        assert_eq!(menus.option(&menu("other"), &json!("x")), None);
        menus.ask("2".into(), menu("m"));
        assert_eq!(menus.option(&menu("m"), &json!("x")), None);
        let group = json!({"label": {"type": "plain_text", "text": "G"}, "options": [option("y")]});
        menus.answered("2", Some(&json!({"option_groups": [group]})));
        assert_eq!(menus.option(&menu("m"), &json!("y")), Some(option("y")));
    }

    #[test]
    fn what_slack_does_not_understand_offers_nothing() {
        let too_long = json!({"options": [option(&"x".repeat(76))]});
        let many = json!({"options": vec![option("x"); 101]});
        for said in [None, Some(json!({"text": "ok"})), Some(too_long), Some(many)] {
            let mut menus = Menus::default();
            menus.ask("1".into(), menu("m"));
            menus.answered("1", said.as_ref());
            assert_eq!(menus.offer("1"), Some(&Offer::Misunderstood), "{said:?}");
        }
        let mut menus = Menus::default();
        menus.ask("1".into(), menu("m"));
        menus.answered("1", Some(&json!({"options": []})));
        assert!(matches!(menus.offer("1"), Some(Offer::Options(_))), "nothing was found");
    }
}
