//! `users.info`, `users.list`, `users.lookupByEmail`, `users.profile.get` and `bots.info`.

use sandbox_world::BotKind;
use serde_json::{Value, json};

use super::{Answer, Call, Refusal, of_one_workspace, without};
use crate::{
    avatars,
    bots::Bot,
    cursor::Page,
    people::SLACKBOT,
    workspace::{Person, Standing, Workspace},
};

/// Everybody here has Slack in the language it comes in.
pub(super) const LOCALE: &str = "en-US";

pub(super) fn info(call: &Call<'_>) -> Answer {
    let user = call.arguments.needed("user")?;
    let locale = call.arguments.flag("include_locale")?.then_some(LOCALE);
    call.slack.read(|workspace| {
        let shown = match workspace.person(&user) {
            Some(person) => described(workspace, person),
            None => program(workspace, &user)?,
        };
        Ok(json!({"user": whole(workspace, shown, locale)}))
    })
}

/// Without a `user`, the app's own.
pub(super) fn profile(call: &Call<'_>) -> Answer {
    let asked = call.arguments.text("user")?.filter(|user| !user.is_empty());
    call.slack.read(|workspace| {
        let user = asked.unwrap_or_else(|| workspace.app.user.to_string());
        let shown = match workspace.person(&user) {
            Some(person) => described(workspace, person),
            None => program(workspace, &user)?,
        };
        let profile = whole(workspace, shown, None).get("profile").cloned().unwrap_or_default();
        // `users.info` alone says whose profile it is.
        let mut profile = without(profile, &["team", "api_app_id", "bot_id"]);
        if let Some(fields) = profile.as_object_mut() {
            fields.insert("fields".into(), json!({}));
        }
        Ok(json!({"profile": profile}))
    })
}

pub(super) fn list(call: &Call<'_>) -> Answer {
    let limit = call.arguments.limit(1000, 1000)?;
    let cursor = call.arguments.text("cursor")?;
    let locale = call.arguments.flag("include_locale")?.then_some(LOCALE);
    call.slack.read(|workspace| {
        of_one_workspace(call, workspace)?;
        let here = |person: &&Person| !matches!(person.standing, Standing::External(_));
        let mut members: Vec<Value> =
            workspace.people.iter().filter(here).map(|person| described(workspace, person)).collect();
        members.extend([bot(workspace), slackbot(workspace)]);
        members.extend(workspace.bots.iter().filter_map(|bot| bot.described(workspace)));
        let key = |member: &Value| member.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let members = members.into_iter().map(|member| whole(workspace, member, locale)).collect();
        let page = Page::cut(members, cursor.as_deref(), limit, key)?;
        let now = crate::ts::Ts::now().seconds();
        Ok(json!({"members": page.items, "cache_ts": now, "response_metadata": {"next_cursor": page.next}}))
    })
}

pub(super) fn lookup_by_email(call: &Call<'_>) -> Answer {
    let email = call.arguments.needed("email")?;
    call.slack.read(|workspace| {
        let person = workspace
            .people
            .iter()
            .filter(|person| {
                matches!(person.standing, Standing::Member | Standing::Guest | Standing::SingleChannelGuest)
            })
            .find(|person| person.address.eq_ignore_ascii_case(&email))
            .ok_or_else(|| Refusal::new("users_not_found"))?;
        let shown = whole(workspace, described(workspace, person), None);
        Ok(json!({"user": without(shown, &["enterprise_user"])}))
    })
}

pub(super) fn bot_info(call: &Call<'_>) -> Answer {
    let asked = call.arguments.text("bot")?.filter(|bot| !bot.is_empty());
    call.slack.read(|workspace| {
        let app = &workspace.app;
        of_one_workspace(call, workspace)?;
        let id = asked.unwrap_or_else(|| app.bot.to_string());
        let icons = json!({"image_36": "", "image_48": "", "image_72": ""});
        if app.bot.to_string() == id {
            let bot = json!({
                "id": app.bot, "deleted": false, "name": app.name, "updated": 1_700_000_000, "app_id": app.id,
                "user_id": app.user, "icons": icons,
            });
            return Ok(json!({"bot": bot}));
        }
        let bot = workspace.bots.iter().find(|bot| bot.id.to_string() == id);
        let bot = bot.ok_or_else(|| Refusal::new("bot_not_found"))?;
        let mut shown = json!({
            "id": bot.id, "deleted": false, "name": bot.name, "updated": 1_700_000_000, "app_id": bot.app,
            "icons": icons,
        });
        if let (Some(user), Some(fields)) = (bot.user(), shown.as_object_mut()) {
            fields.insert("user_id".to_owned(), json!(user));
            fields.insert("is_workflow_bot".to_owned(), json!(bot.kind == BotKind::Workflow));
        }
        Ok(json!({"bot": shown}))
    })
}

/// A user that is nobody: the app, another app, or Slack itself.
fn program(workspace: &Workspace, user: &str) -> Result<Value, Refusal> {
    if user == workspace.app.user.as_str() {
        return Ok(bot(workspace));
    }
    if user == SLACKBOT {
        return Ok(slackbot(workspace));
    }
    let mine = |bot: &&Bot| bot.user().is_some_and(|id| id.as_str() == user);
    let known = workspace.bots.iter().find(mine).and_then(|bot| bot.described(workspace));
    known.ok_or_else(|| Refusal::new("user_not_found"))
}

/// Slack does not count it among the bots.
fn slackbot(workspace: &Workspace) -> Value {
    json!({
        "id": SLACKBOT, "team_id": workspace.team.id, "name": "slackbot", "deleted": false, "color": "757575",
        "real_name": "Slackbot", "tz": "America/Los_Angeles", "tz_label": "Pacific Time", "tz_offset": -28800,
        "profile": {
            "title": "", "real_name": "Slackbot", "real_name_normalized": "Slackbot",
            "display_name": "Slackbot", "display_name_normalized": "Slackbot", "first_name": "slackbot",
            "last_name": "", "always_active": true, "status_text": "", "status_emoji": "",
            "team": workspace.team.id,
        },
        "is_admin": false, "is_owner": false, "is_primary_owner": false, "is_restricted": false,
        "is_ultra_restricted": false, "is_bot": false, "is_app_user": false, "updated": 0,
    })
}

/// With their pictures, and with their language for whoever asked for it. Addresses have a scope of their own.
pub(crate) fn whole(workspace: &Workspace, mut user: Value, locale: Option<&str>) -> Value {
    if !workspace.app.scopes.iter().any(|scope| scope == "users:read.email")
        && let Some(profile) = user.get_mut("profile").and_then(Value::as_object_mut)
    {
        profile.remove("email");
    }
    avatars::put(&workspace.base, &mut user);
    if let (Some(locale), Some(fields)) = (locale, user.as_object_mut()) {
        fields.insert("locale".to_owned(), json!(locale));
    }
    user
}

pub(crate) fn described(workspace: &Workspace, person: &Person) -> Value {
    match person.standing {
        Standing::External(_) => stranger(workspace, person),
        Standing::Member | Standing::Guest | Standing::SingleChannelGuest | Standing::Deactivated => {
            member(workspace, person)
        }
    }
}

/// Somebody of another company: their address is not told.
fn stranger(workspace: &Workspace, person: &Person) -> Value {
    let team = workspace.team_of(&person.id);
    json!({
        "id": person.id, "team_id": team, "name": person.handle, "deleted": false, "color": "9f69e7",
        "real_name": person.name, "tz": person.zone, "tz_label": person.zone, "tz_offset": 0,
        "profile": {
            "real_name": person.name, "real_name_normalized": person.name, "display_name": person.handle,
            "display_name_normalized": person.handle, "avatar_hash": "", "team": team,
        },
        "is_stranger": true, "is_restricted": false, "is_ultra_restricted": false, "is_bot": false,
        "is_app_user": false, "updated": person.updated, "who_can_share_contact_card": "EVERYONE",
    })
}

fn member(workspace: &Workspace, person: &Person) -> Value {
    let single = person.standing == Standing::SingleChannelGuest;
    let guest = single || person.standing == Standing::Guest;
    let (first, last) = person.name.split_once(' ').unwrap_or((person.name.as_str(), ""));
    let zone = jiff::tz::TimeZone::get(&person.zone).ok().map(|zone| sandbox_world::now().to_zoned(zone));
    let offset = zone.as_ref().map_or(0, |zoned| zoned.offset().seconds());
    let mut member = json!({
        "id": person.id, "team_id": workspace.team.id, "name": person.handle,
        "deleted": person.standing == Standing::Deactivated,
        "color": "9f69e7", "real_name": person.name, "tz": person.zone, "tz_label": person.zone,
        "tz_offset": offset,
        "profile": {
            "title": "", "phone": "", "real_name": person.name, "real_name_normalized": person.name,
            "display_name": person.handle, "display_name_normalized": person.handle,
            "first_name": first, "last_name": last, "email": person.address, "status_text": person.status,
            "status_emoji": "", "status_expiration": 0, "avatar_hash": "", "team": workspace.team.id,
        },
        "is_admin": false, "is_owner": false, "is_primary_owner": false, "is_restricted": guest,
        "is_ultra_restricted": single, "is_bot": false, "is_app_user": false, "updated": person.updated,
        "is_email_confirmed": true, "who_can_share_contact_card": "EVERYONE",
    });
    if let (Some(organisation), Some(fields)) = (&workspace.organisation, member.as_object_mut()) {
        let user = json!({
            "id": person.id, "enterprise_id": organisation.id, "enterprise_name": organisation.name,
            "is_admin": false, "is_owner": false, "teams": [workspace.team.id],
        });
        fields.insert("enterprise_user".into(), user);
    }
    member
}

fn bot(workspace: &Workspace) -> Value {
    let app = &workspace.app;
    let name = app.name.to_lowercase();
    json!({
        "id": app.user, "team_id": workspace.team.id, "name": name, "deleted": false, "color": "9f69e7",
        "real_name": app.name, "tz": "America/Los_Angeles", "tz_label": "Pacific Time", "tz_offset": -28800,
        "profile": {
            "title": "", "real_name": app.name, "real_name_normalized": app.name, "display_name": "",
            "display_name_normalized": "", "first_name": app.name, "last_name": "", "api_app_id": app.id,
            "bot_id": app.bot, "always_active": true, "status_text": "", "status_emoji": "", "team": workspace.team.id,
        },
        "is_admin": false, "is_owner": false, "is_primary_owner": false, "is_restricted": false,
        "is_ultra_restricted": false, "is_bot": true, "is_app_user": false, "updated": 1_700_000_000,
    })
}
