//! People type into menus that ask the app for their options.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Cannot, Surface, click::Target, form, press::View, somebody};
use crate::{
    Slack,
    blocks::Interactive,
    deliveries::{Kind, Stage},
    ids::{self, UserId},
    menus::{Menu, Offer},
    modals::TROUBLE,
    ts::Ts,
    workspace::Workspace,
};

/// From how many characters on Slack asks where the app does not say.
const USUAL_LEAST: u64 = 3;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suggest {
    person: String,
    /// Of the message the menu stands on, by name or id.
    #[serde(default)]
    channel: Option<String>,
    /// Of that message; without it the menu stands on the Home tab or the uppermost form.
    #[serde(default)]
    ts: Option<Ts>,
    #[serde(default)]
    on: Surface,
    action: String,
    /// What was typed so far.
    #[serde(default)]
    query: String,
}

impl Slack {
    /// Asks the app what it offers for what somebody has typed, and gives its answer, or what the person reads when
    /// there is none.
    pub async fn suggest(&self, suggest: &Suggest) -> Result<Value, Cannot> {
        let mut bell = self.changes.listen();
        let id = self.change(|workspace| ask(workspace, suggest))?;
        loop {
            bell.mark_unchanged();
            if let Some(answer) = self.read(|workspace| answer(workspace, &id)) {
                return Ok(answer);
            }
            if bell.changed().await.is_err() {
                return Ok(trouble());
            }
        }
    }
}

/// Sends the question, and names it.
fn ask(workspace: &mut Workspace, suggest: &Suggest) -> Result<String, Cannot> {
    let user = somebody(workspace, &suggest.person)?;
    let (menu, mut payload) = if let Some(ts) = suggest.ts {
        let channel = suggest.channel.as_deref().unwrap_or("dm");
        let target = Target::seen(workspace, (&suggest.person, &user), channel, ts)?;
        let found = target.element(&suggest.action)?;
        let menu = menu(&found.one, suggest, &user, ts.to_string())?;
        let mut payload = form::interaction(workspace, "block_suggestion", &user, &Value::Null);
        payload.remove("view");
        payload.insert("container".to_owned(), target.container(&found));
        payload.insert("channel".to_owned(), target.channel_shown());
        if let Some(shown) = &target.shown {
            payload.insert("message".to_owned(), shown.clone());
        }
        (menu, payload)
    } else {
        let view = View::seen(workspace, &suggest.person, &user, suggest.on)?;
        let menu = menu(&view.element(&suggest.action)?, suggest, &user, view.id.clone())?;
        let mut payload = form::interaction(workspace, "block_suggestion", &user, &view.shown);
        payload.insert("container".to_owned(), json!({"type": "view", "view_id": view.id}));
        (menu, payload)
    };
    payload.insert("block_id".to_owned(), json!(menu.block));
    payload.insert("action_id".to_owned(), json!(menu.action));
    payload.insert("value".to_owned(), json!(suggest.query));
    let id = ids::once("Bs");
    let payload = Value::Object(payload);
    workspace.deliveries.queue(Kind::Interactive, id.clone(), "block_suggestion", &payload);
    workspace.menus.ask(id.clone(), menu);
    Ok(id)
}

/// The menu, if it asks for its options and enough was typed.
fn menu(one: &Interactive<'_>, suggest: &Suggest, user: &UserId, place: String) -> Result<Menu, Cannot> {
    let text = |name: &str| one.element.get(name).and_then(Value::as_str).unwrap_or_default();
    if !matches!(text("type"), "external_select" | "multi_external_select") {
        return Err(Cannot::Allowed(format!(
            "`{}` has its options already. Choose one with click, press or submit.",
            suggest.action
        )));
    }
    let least = one.element.get("min_query_length").and_then(Value::as_u64).unwrap_or(USUAL_LEAST);
    if u64::try_from(suggest.query.chars().count()).unwrap_or(u64::MAX) < least {
        return Err(Cannot::Allowed(format!(
            "Slack asks the app from {least} characters on. Give a longer `query`."
        )));
    }
    let (block, action) = (one.block_id.to_owned(), text("action_id").to_owned());
    Ok(Menu { user: user.clone(), place, block, action })
}

/// What the person reads, once it is known.
fn answer(workspace: &Workspace, id: &str) -> Option<Value> {
    match (workspace.menus.offer(id), workspace.deliveries.stage(id)) {
        (Some(Offer::Options(offered)), _) => {
            let mut shown = offered.clone();
            shown.insert("trouble".to_owned(), Value::Null);
            Some(Value::Object(shown))
        }
        (None, Some(Stage::Waiting(_) | Stage::Sent)) => None,
        // Somebody who types on does not wait for what they typed before.
        (Some(Offer::Misunderstood) | None, _) => Some(trouble()),
    }
}

fn trouble() -> Value {
    json!({"options": [], "trouble": TROUBLE})
}
