//! People press buttons and choose from menus on the Home tab and in forms.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Cannot, Clicked, action, form, somebody};
use crate::slack::{
    Slack,
    deliveries::Kind,
    ids::UserId,
    modals::{Filling, Misfilled, Use},
    workspace::Workspace,
};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Press {
    pub(crate) person: String,
    /// Of the Home tab or of the uppermost form.
    #[serde(default)]
    pub(crate) on: Surface,
    /// The `action_id`, or what the button says.
    pub(crate) action: String,
    /// What was chosen or written: the value of an option, a date, a person …
    #[serde(default)]
    pub(crate) option: Option<Value>,
    /// What else stands in the inputs, by `block_id` and `action_id`.
    #[serde(default)]
    pub(crate) values: Map<String, Value>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Surface {
    Home,
    #[default]
    Modal,
}

impl Slack {
    /// Presses something on a view, and gives what was sent to the app.
    pub(crate) fn press(&self, press: &Press) -> Result<Clicked, Cannot> {
        self.change(|workspace| {
            let user = somebody(workspace, &press.person)?;
            let blocks = blocks(workspace, &user, press)?;
            let one = action::named(&blocks, &press.action).ok_or_else(|| {
                let there = action::known(&blocks);
                Cannot::Find(format!("The view has no action `{}`. Its action ids: {there}.", press.action))
            })?;
            if one.input.is_some_and(|input| input.get("dispatch_action") != Some(&Value::Bool(true))) {
                return Err(Cannot::Allowed(format!(
                    "The app hears of `{}` only when the form is sent: its block has no `dispatch_action`.",
                    press.action
                )));
            }
            let now = workspace.next_ts();
            let told = action::told(workspace, &one, press.option.as_ref(), now)?;
            let mut given = press.values.clone();
            if let (Some(option), true) = (&press.option, crate::slack::modals::has_state(one.element)) {
                let id = one.element.get("action_id").and_then(Value::as_str).unwrap_or_default();
                let of_block = given.entry(one.block_id).or_insert_with(|| json!({}));
                if let Some(of_block) = of_block.as_object_mut() {
                    of_block.insert(id.to_owned(), option.clone());
                }
            }
            let filling = Filling { workspace, of: Use::Taken };
            let values = filling.values(&blocks, &given).map_err(misfilled)?;
            let view = fill(workspace, &user, press.on, values)?;
            Ok(send(workspace, &user, &view, &told))
        })
    }
}

fn blocks(workspace: &Workspace, user: &UserId, press: &Press) -> Result<Vec<Value>, Cannot> {
    match press.on {
        Surface::Home => workspace.homes.get(user).map(|home| home.blocks().to_vec()).ok_or_else(|| {
            Cannot::Find(format!(
                "The app has published no Home tab for {}. Open it first: POST /control/slack/home.",
                press.person
            ))
        }),
        Surface::Modal => Ok(form::open(workspace, &press.person, user)?.blocks().to_vec()),
    }
}

/// Leaves what was filled in where it was, and gives the view with it.
fn fill(workspace: &mut Workspace, user: &UserId, on: Surface, values: Value) -> Result<Value, Cannot> {
    let gone = || Cannot::Find("The view is gone. Look again.".to_owned());
    match on {
        Surface::Home => {
            let home = workspace.homes.get_mut(user).ok_or_else(gone)?;
            home.values = values;
            let home = home.clone();
            Ok(workspace.home_shown(&home))
        }
        Surface::Modal => {
            let modal = workspace.modal_mut(user).ok_or_else(gone)?;
            modal.values = values;
            let modal = modal.clone();
            Ok(workspace.modal_shown(&modal))
        }
    }
}

fn send(workspace: &mut Workspace, user: &UserId, view: &Value, told: &Value) -> Clicked {
    let trigger = workspace.trigger(user);
    let mut payload = form::interaction(workspace, "block_actions", user, view);
    payload.insert("container".to_owned(), json!({"type": "view", "view_id": view.get("id")}));
    payload.insert("trigger_id".to_owned(), json!(trigger));
    payload.insert("actions".to_owned(), json!([told]));
    let payload = Value::Object(payload);
    workspace.deliveries.queue(Kind::Interactive, trigger.clone(), "block_actions", &payload);
    Clicked { trigger_ids: vec![trigger], payloads: vec![payload] }
}

fn misfilled(misfilled: Misfilled) -> Cannot {
    match misfilled {
        Misfilled::NoSuchInput(name) => Cannot::Find(format!("The view has no input `{name}`.")),
        Misfilled::Inputs(errors) => {
            let all: Vec<String> =
                errors.into_iter().map(|(block, error)| format!("{block}: {error}")).collect();
            Cannot::Allowed(all.join(" "))
        }
    }
}
