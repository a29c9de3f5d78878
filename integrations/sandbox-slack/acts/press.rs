//! People press buttons and choose from menus on the Home tab and in forms.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Cannot, Clicked, action, form, somebody};
use crate::{
    Slack,
    blocks::Interactive,
    deliveries::Kind,
    ids::UserId,
    modals::{Filling, Misfilled, Use},
    workspace::Workspace,
};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Press {
    pub person: String,
    /// Of the Home tab or of the uppermost form.
    #[serde(default)]
    pub on: Surface,
    /// The `action_id`, or what the button says.
    pub action: String,
    /// What was chosen or written: the value of an option, a date, a person …
    #[serde(default)]
    pub option: Option<Value>,
    /// What else stands in the inputs, by `block_id` and `action_id`.
    #[serde(default)]
    pub values: Map<String, Value>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    Home,
    #[default]
    Modal,
}

impl Slack {
    /// Presses something on a view, and gives what was sent to the app.
    pub fn press(&self, press: &Press) -> Result<Clicked, Cannot> {
        self.change(|workspace| {
            let user = somebody(workspace, &press.person)?;
            let view = View::seen(workspace, &press.person, &user, press.on)?;
            let one = view.element(&press.action)?;
            if one.input.is_some_and(|input| input.get("dispatch_action") != Some(&Value::Bool(true))) {
                return Err(Cannot::Allowed(format!(
                    "The app hears of `{}` only when the form is sent: its block has no `dispatch_action`.",
                    press.action
                )));
            }
            let now = workspace.next_ts();
            let (by, on, before) = (&user, view.id.as_str(), &view.values);
            let filling = Filling { workspace, of: Use::Taken, by, on, before };
            let told = action::told(&filling, &one, press.option.as_ref(), now)?;
            let mut given = press.values.clone();
            for (block, chosen) in action::given(&one, press.option.as_ref()) {
                let of_block = given.entry(block).or_insert_with(|| json!({}));
                if let (Some(of_block), Value::Object(chosen)) = (of_block.as_object_mut(), chosen) {
                    of_block.extend(chosen);
                }
            }
            let values = filling.values(&view.blocks, &given).map_err(misfilled)?;
            let view = fill(workspace, &user, press.on, values)?;
            Ok(send(workspace, &user, &view, &told))
        })
    }
}

/// A view as a person sees it.
pub(super) struct View {
    pub(super) id: String,
    pub(super) blocks: Vec<Value>,
    /// What stands in its elements.
    pub(super) values: Value,
    /// As interactions show it.
    pub(super) shown: Value,
}

impl View {
    pub(super) fn seen(
        workspace: &Workspace,
        person: &str,
        user: &UserId,
        on: Surface,
    ) -> Result<Self, Cannot> {
        match on {
            Surface::Home => {
                let home = workspace.homes.get(user).ok_or_else(|| {
                    Cannot::Find(format!(
                        "The app has published no Home tab for {person}. Open it first: POST /control/slack/home."
                    ))
                })?;
                let (id, blocks) = (home.id.clone(), home.blocks().to_vec());
                Ok(Self { id, blocks, values: home.values.clone(), shown: workspace.home_shown(home) })
            }
            Surface::Modal => {
                let modal = form::open(workspace, person, user)?;
                let (shown, blocks) = (workspace.modal_shown(&modal), modal.blocks().to_vec());
                Ok(Self { id: modal.id, blocks, values: modal.values, shown })
            }
        }
    }

    /// The element of that `action_id`, or that says so.
    pub(super) fn element(&self, action: &str) -> Result<Interactive<'_>, Cannot> {
        action::named(&self.blocks, action).ok_or_else(|| {
            let there = action::known(&self.blocks);
            Cannot::Find(format!("The view has no action `{action}`. Its action ids: {there}."))
        })
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

pub(super) fn misfilled(misfilled: Misfilled) -> Cannot {
    match misfilled {
        Misfilled::NoSuchInput(name) => Cannot::Find(format!("The view has no input `{name}`.")),
        Misfilled::Inputs(errors) => {
            let all: Vec<String> =
                errors.into_iter().map(|(block, error)| format!("{block}: {error}")).collect();
            Cannot::Allowed(all.join(" "))
        }
    }
}
