//! People fill in forms, send them and close them.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Cannot, somebody};
use crate::{
    Slack,
    deliveries::Kind,
    ids::{self, UserId},
    modals::{Filling, Misfilled, Modal, Standing, Use},
    workspace::Workspace,
};

/// A form that is sent, with what was filled in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submit {
    pub person: String,
    /// The id of the view, for whoever wants to be sure that it is still the one.
    #[serde(default)]
    pub view: Option<String>,
    /// By `block_id` and `action_id`: a text, a date, the `value` of an option, or a list of such values.
    #[serde(default)]
    pub values: Map<String, Value>,
    /// For a form with one line to write in.
    #[serde(default)]
    pub text: Option<String>,
}

/// What was sent to the app.
#[derive(Clone, Debug, Serialize)]
pub struct Submitted {
    pub trigger_id: String,
    pub payload: Value,
}

/// How much is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The uppermost form.
    One,
    All,
}

impl Slack {
    /// Sends the form a person has open. What Slack's client itself refuses is shown on the form.
    pub fn submit(&self, submit: &Submit) -> Result<Submitted, Cannot> {
        // It changes the form in any case.
        self.change(|workspace| Ok::<_, Cannot>(send(workspace, submit)))?
    }

    /// Closes what a person has open, and gives what was sent to an app that wants to know.
    pub fn close(&self, person: &str, closing: Closing) -> Result<Vec<Value>, Cannot> {
        self.change(|workspace| {
            let user = somebody(workspace, person)?;
            let top = open(workspace, person, &user)?;
            let all = closing == Closing::All || top.says("clear_on_close");
            let stack = workspace.modals.entry(user.clone()).or_default();
            let closed = if all { std::mem::take(stack) } else { stack.pop().into_iter().collect() };
            let mut told = Vec::new();
            for modal in closed.iter().rev().filter(|modal| modal.says("notify_on_close")) {
                let mut payload = interaction(workspace, "view_closed", &user, &workspace.modal_shown(modal));
                payload.insert("is_cleared".to_owned(), json!(all));
                let payload = Value::Object(payload);
                workspace.deliveries.queue(Kind::Interactive, ids::once("Vc"), "view_closed", &payload);
                told.push(payload);
            }
            Ok(told)
        })
    }

    /// The forms that one person, or everybody, has open, the uppermost last.
    pub fn views(&self, person: Option<&str>) -> Vec<Value> {
        self.read(|workspace| {
            let of = |(user, open): (&UserId, &Vec<Modal>)| {
                let handle = workspace.person(user.as_str()).map(|person| person.handle.clone())?;
                let wanted = person.is_none_or(|person| person == handle || person == user.as_str());
                wanted.then(|| open.iter().map(|modal| shown(workspace, &handle, modal)).collect::<Vec<_>>())
            };
            workspace.modals.iter().filter_map(of).flatten().collect()
        })
    }
}

fn send(workspace: &mut Workspace, submit: &Submit) -> Result<Submitted, Cannot> {
    let user = somebody(workspace, &submit.person)?;
    let modal = open(workspace, &submit.person, &user)?;
    if submit.view.as_ref().is_some_and(|view| *view != modal.id) {
        return Err(Cannot::Allowed("Another form is open by now. Look at it and fill it in.".to_owned()));
    }
    if workspace.standing(&modal) == Standing::Sent {
        return Err(Cannot::Allowed("The form was sent already. Wait for the app's answer.".to_owned()));
    }
    if !modal.form.contains_key("submit") {
        return Err(Cannot::Allowed("This form has no button to send it with. Close it.".to_owned()));
    }
    let given = given(&modal, submit)?;
    let (by, on, before) = (&user, modal.id.as_str(), &modal.values);
    let filling = Filling { workspace, of: Use::Sent, by, on, before };
    let values = filling.values(modal.blocks(), &given);
    let values = values.map_err(|misfilled| refuse(workspace, &user, misfilled))?;
    let trigger_id = workspace.trigger(&user);
    if let Some(modal) = workspace.modal_mut(&user) {
        modal.send(&trigger_id, values);
    }
    let modal = open(workspace, &submit.person, &user)?;
    let mut payload = interaction(workspace, "view_submission", &user, &workspace.modal_shown(&modal));
    payload.insert("trigger_id".to_owned(), json!(trigger_id));
    payload.insert("response_urls".to_owned(), json!([]));
    let payload = Value::Object(payload);
    workspace.deliveries.queue(Kind::Interactive, trigger_id.clone(), "view_submission", &payload);
    Ok(Submitted { trigger_id, payload })
}

pub(super) fn open(workspace: &Workspace, person: &str, user: &UserId) -> Result<Modal, Cannot> {
    workspace.modal(user).cloned().ok_or_else(|| {
        Cannot::Find(format!("{person} has no form open. GET /control/slack/views lists those that are."))
    })
}

/// What was filled in; `text` stands for the only line there is to write in.
fn given(modal: &Modal, submit: &Submit) -> Result<Map<String, Value>, Cannot> {
    let Some(words) = &submit.text else { return Ok(submit.values.clone()) };
    let lines: Vec<(&Value, &Value)> = modal
        .blocks()
        .iter()
        .filter(|block| block.pointer("/element/type").and_then(Value::as_str) == Some("plain_text_input"))
        .filter_map(|block| block.get("block_id").zip(block.pointer("/element/action_id")))
        .collect();
    let [(block, action)] = lines.as_slice() else {
        return Err(Cannot::Allowed(
            "`text` is for a form with one line to write in. Give `values` by block_id and action_id."
                .to_owned(),
        ));
    };
    let mut given = submit.values.clone();
    let inner = json!({action.as_str().unwrap_or_default(): words});
    given.insert(block.as_str().unwrap_or_default().to_owned(), inner);
    Ok(given)
}

/// The form shows what is wrong with it, and so does whoever sent it hear.
fn refuse(workspace: &mut Workspace, user: &UserId, misfilled: Misfilled) -> Cannot {
    match misfilled {
        Misfilled::NoSuchInput(name) => Cannot::Find(format!(
            "The form has no input `{name}`. GET /control/slack/views shows its blocks."
        )),
        Misfilled::Inputs(errors) => {
            let mut words = String::from("The form was not sent.");
            for (block, error) in &errors {
                // A String takes everything that is written to it.
                let _taken = write!(words, " {block}: {error}");
            }
            if let Some(modal) = workspace.modal_mut(user) {
                modal.errors = errors;
            }
            Cannot::Filled(words)
        }
    }
}

/// What every interaction with a view says.
pub(super) fn interaction(
    workspace: &Workspace,
    kind: &str,
    user: &UserId,
    view: &Value,
) -> Map<String, Value> {
    let handle = workspace.person(user.as_str()).map(|person| person.handle.as_str()).unwrap_or_default();
    let app = &workspace.app;
    let payload = json!({
        "type": kind,
        "team": workspace.team_field(),
        "user": {"id": user, "username": handle, "name": handle, "team_id": workspace.team_of(user)},
        "api_app_id": app.id,
        "token": app.verification_token,
        "view": view,
        "enterprise": workspace.enterprise_field(),
        "is_enterprise_install": workspace.whole().is_some(),
    });
    payload.as_object().cloned().unwrap_or_default()
}

fn shown(workspace: &Workspace, handle: &str, modal: &Modal) -> Value {
    json!({
        "person": handle, "view": workspace.modal_shown(modal), "errors": modal.errors,
        "waiting": workspace.standing(modal) == Standing::Sent, "trouble": workspace.trouble(modal),
    })
}
