//! `views.open`, `views.push`, `views.update` and `views.publish`.

use serde_json::{Map, Value, json};

use super::{Answer, Call, Refusal};
use crate::{
    blocks::{self, Surface},
    modals::Modal,
};

const LARGEST: usize = 250_000;

pub(super) fn open(call: &Call<'_>) -> Answer {
    let (trigger, lives_ms) = (call.arguments.needed("trigger_id")?, call.slack.timing().trigger());
    let form = form(call, Surface::Modal)?;
    call.slack.change(|workspace| {
        let user = workspace.exchange(&trigger, lives_ms)?;
        Ok(json!({"view": workspace.open_modal(user, form)?}))
    })
}

pub(super) fn push(call: &Call<'_>) -> Answer {
    let (trigger, lives_ms) = (call.arguments.needed("trigger_id")?, call.slack.timing().trigger());
    let form = form(call, Surface::Modal)?;
    call.slack.change(|workspace| {
        let user = workspace.exchange(&trigger, lives_ms)?;
        Ok(json!({"view": workspace.push_modal(&user, form)?}))
    })
}

pub(super) fn update(call: &Call<'_>) -> Answer {
    let (id, external) = (call.arguments.text("view_id")?, call.arguments.text("external_id")?);
    let hash = call.arguments.text("hash")?.filter(|hash| !hash.is_empty());
    let form = form(call, Surface::Modal)?;
    let named = |given: &Option<String>, known: &str| given.as_ref().is_some_and(|given| given == known);
    let which = |modal: &Modal| match &id {
        Some(_) => named(&id, &modal.id),
        None => {
            modal.form.get("external_id").and_then(Value::as_str).is_some_and(|known| named(&external, known))
        }
    };
    if id.is_none() && external.is_none() {
        return Err(Refusal::with("invalid_arguments", vec!["missing required field: view_id".to_owned()]));
    }
    call.slack.change(|workspace| Ok(json!({"view": workspace.update_modal(which, hash.as_deref(), form)?})))
}

pub(super) fn publish(call: &Call<'_>) -> Answer {
    let user = call.arguments.needed("user_id")?;
    let hash = call.arguments.text("hash")?.filter(|hash| !hash.is_empty());
    let form = form(call, Surface::Home)?;
    call.slack.change(|workspace| {
        if !workspace.configuration.home_tab {
            return Err(Refusal::new("not_enabled"));
        }
        let user = workspace.person(&user).map(|person| person.id.clone());
        let user = user.ok_or_else(|| Refusal::new("user_not_found"))?;
        Ok(json!({"view": workspace.publish_home(&user, hash.as_deref(), form)?}))
    })
}

fn form(call: &Call<'_>, surface: Surface) -> Result<Map<String, Value>, Refusal> {
    let view = call.arguments.needed_json("view", "invalid_arguments")?;
    if view.to_string().len() > LARGEST {
        return Err(Refusal::new("view_too_large"));
    }
    blocks::check_view(view, surface)
}
