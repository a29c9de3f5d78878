//! `views.open`, `views.push` and `views.update`.

use serde_json::{Map, Value, json};

use super::{Answer, Call, Refusal};
use crate::slack::{blocks, modals::Modal};

pub(super) fn open(call: &Call<'_>) -> Answer {
    let (trigger, lives_ms) = (call.arguments.needed("trigger_id")?, call.slack.timing().trigger());
    let form = form(call)?;
    call.slack.change(|workspace| {
        let user = workspace.exchange(&trigger, lives_ms)?;
        Ok(json!({"view": workspace.open_modal(user, form)}))
    })
}

pub(super) fn push(call: &Call<'_>) -> Answer {
    let (trigger, lives_ms) = (call.arguments.needed("trigger_id")?, call.slack.timing().trigger());
    let form = form(call)?;
    call.slack.change(|workspace| {
        let user = workspace.exchange(&trigger, lives_ms)?;
        Ok(json!({"view": workspace.push_modal(&user, form)?}))
    })
}

pub(super) fn update(call: &Call<'_>) -> Answer {
    let (id, external) = (call.arguments.text("view_id")?, call.arguments.text("external_id")?);
    let hash = call.arguments.text("hash")?.filter(|hash| !hash.is_empty());
    let form = form(call)?;
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

fn form(call: &Call<'_>) -> Result<Map<String, Value>, Refusal> {
    let view = call.arguments.json("view", "invalid_arguments")?;
    let view = view
        .ok_or_else(|| Refusal::with("invalid_arguments", vec!["missing required field: view".to_owned()]))?;
    blocks::check_modal(view)
}
