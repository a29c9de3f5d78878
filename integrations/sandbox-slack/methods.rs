//! The Web API: one table of methods, with who may call each and with which arguments.

mod asides;
mod assistant;
mod auth;
mod bodies;
mod call;
mod canvases;
mod chat;
mod content;
mod conversations;
mod ephemeral;
mod files;
mod group;
mod history;
mod manifest;
mod membership;
mod oauth;
mod reactions;
mod status;
mod streaming;
mod update;
pub(crate) mod users;
mod validating;
mod views;

use axum::response::Response;
use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderMap, header};

use self::call::{Call, Token, joined, of_one_workspace, only, readable, visible, without};
use super::{
    Slack,
    answer::{Answer, Refusal, ScopeHeaders, respond},
    arguments::Arguments,
    rate_limits,
};

struct Method {
    name: &'static str,
    token: Token,
    /// Any one of these, space separated; empty when none is needed.
    scopes: &'static str,
    /// Every argument Slack documents for it, space separated.
    arguments: &'static str,
    run: fn(&Call<'_>) -> Answer,
}

const READ: &str = "channels:read groups:read im:read mpim:read";
const HISTORY: &str = "channels:history groups:history im:history mpim:history";

#[rustfmt::skip]
const METHODS: &[Method] = &[
    Method { name: "api.test", token: Token::Nobody, scopes: "", run: auth::api_test, arguments: "error foo" },
    Method { name: "auth.test", token: Token::Either, scopes: "", run: auth::test, arguments: "" },
    Method { name: "auth.revoke", token: Token::Bot, scopes: "", run: oauth::revoke, arguments: "test" },
    Method { name: "oauth.v2.access", token: Token::Nobody, scopes: "", run: oauth::access,
        arguments: "client_id client_secret code code_verifier grant_type redirect_uri refresh_token" },
    Method { name: "apps.uninstall", token: Token::Bot, scopes: "", run: oauth::uninstall, arguments: "client_id client_secret" },
    Method { name: "bots.info", token: Token::Bot, scopes: "users:read", run: users::bot_info, arguments: "bot team_id" },
    Method { name: "apps.connections.open", token: Token::App, scopes: "connections:write", run: auth::open_connection, arguments: "" },
    Method { name: "chat.postMessage", token: Token::Bot, scopes: "chat:write", run: chat::post_message,
        arguments: "channel text blocks attachments markdown_text as_user icon_emoji icon_url link_names metadata mrkdwn parse reply_broadcast thread_ts unfurl_links unfurl_media username container_id" },
    Method { name: "chat.update", token: Token::Bot, scopes: "chat:write", run: update::update,
        arguments: "channel ts text blocks attachments markdown_text as_user file_ids link_names metadata parse reply_broadcast" },
    Method { name: "chat.delete", token: Token::Bot, scopes: "chat:write", run: update::delete, arguments: "channel ts as_user" },
    Method { name: "chat.postEphemeral", token: Token::Bot, scopes: "chat:write", run: ephemeral::post_ephemeral,
        arguments: "channel user text blocks attachments markdown_text as_user icon_emoji icon_url link_names parse thread_ts username" },
    Method { name: "chat.getPermalink", token: Token::Bot, scopes: "", run: chat::get_permalink, arguments: "channel message_ts" },
    Method { name: "conversations.open", token: Token::Bot, scopes: "im:write mpim:write", run: group::open,
        arguments: "channel users return_im prevent_creation force_token" },
    Method { name: "conversations.info", token: Token::Bot, scopes: READ, run: conversations::info, arguments: "channel include_locale include_num_members" },
    Method { name: "conversations.list", token: Token::Bot, scopes: READ, run: conversations::list, arguments: "cursor exclude_archived limit team_id types" },
    Method { name: "conversations.members", token: Token::Bot, scopes: READ, run: conversations::members, arguments: "channel cursor limit" },
    Method { name: "conversations.history", token: Token::Bot, scopes: HISTORY, run: history::history,
        arguments: "channel cursor include_all_metadata inclusive latest limit oldest" },
    Method { name: "conversations.replies", token: Token::Bot, scopes: HISTORY, run: history::replies,
        arguments: "channel ts cursor include_all_metadata inclusive latest limit oldest" },
    Method { name: "users.info", token: Token::Bot, scopes: "users:read", run: users::info, arguments: "user include_locale" },
    Method { name: "users.list", token: Token::Bot, scopes: "users:read", run: users::list, arguments: "cursor include_locale limit team_id" },
    Method { name: "users.lookupByEmail", token: Token::Bot, scopes: "users:read.email", run: users::lookup_by_email, arguments: "email" },
    Method { name: "assistant.threads.setStatus", token: Token::Bot, scopes: "assistant:write chat:write", run: status::set_status,
        arguments: "channel_id thread_ts status loading_messages icon_emoji icon_url username" },
    Method { name: "agents.sessions.setStatus", token: Token::Bot, scopes: "chat:write", run: status::set_session,
        arguments: "channel_id thread_ts status title initiator_user_id icon_emoji icon_url username" },
    Method { name: "agents.sessions.rename", token: Token::Bot, scopes: "chat:write", run: status::rename, arguments: "channel_id thread_ts title" },
    Method { name: "assistant.threads.setTitle", token: Token::Bot, scopes: "assistant:write", run: assistant::set_title,
        arguments: "channel_id thread_ts title" },
    Method { name: "assistant.threads.setSuggestedPrompts", token: Token::Bot, scopes: "assistant:write", run: assistant::set_suggested_prompts,
        arguments: "channel_id thread_ts title prompts" },
    Method { name: "chat.startStream", token: Token::Bot, scopes: "chat:write", run: streaming::start,
        arguments: "channel thread_ts markdown_text chunks recipient_user_id recipient_team_id task_display_mode icon_emoji icon_url username" },
    Method { name: "chat.appendStream", token: Token::Bot, scopes: "chat:write", run: streaming::append, arguments: "channel ts markdown_text chunks" },
    Method { name: "chat.stopStream", token: Token::Bot, scopes: "chat:write", run: streaming::stop,
        arguments: "channel ts markdown_text chunks blocks metadata session_status" },
    Method { name: "blocks.validate", token: Token::Bot, scopes: "", run: validating::validate, arguments: "blocks message view" },
    Method { name: "canvases.create", token: Token::Bot, scopes: "canvases:write", run: canvases::create, arguments: "title document_content channel_id" },
    Method { name: "canvases.edit", token: Token::Bot, scopes: "canvases:write", run: canvases::edit, arguments: "canvas_id changes" },
    Method { name: "canvases.delete", token: Token::Bot, scopes: "canvases:write", run: canvases::delete, arguments: "canvas_id" },
    Method { name: "canvases.access.set", token: Token::Bot, scopes: "canvases:write", run: canvases::set_access,
        arguments: "canvas_id access_level channel_ids user_ids" },
    Method { name: "canvases.access.delete", token: Token::Bot, scopes: "canvases:write", run: canvases::delete_access,
        arguments: "canvas_id channel_ids user_ids" },
    Method { name: "canvases.sections.lookup", token: Token::Bot, scopes: "canvases:read", run: canvases::look_up, arguments: "canvas_id criteria" },
    Method { name: "conversations.canvases.create", token: Token::Bot, scopes: "canvases:write", run: canvases::create_in_channel,
        arguments: "channel_id document_content title" },
    Method { name: "conversations.join", token: Token::Bot, scopes: "channels:join", run: membership::join, arguments: "channel" },
    Method { name: "conversations.leave", token: Token::Bot, scopes: "channels:manage groups:write im:write mpim:write", run: membership::leave,
        arguments: "channel" },
    Method { name: "users.conversations", token: Token::Bot, scopes: READ, run: membership::of_user,
        arguments: "cursor exclude_archived limit team_id types user" },
    Method { name: "team.info", token: Token::Bot, scopes: "team:read", run: membership::team, arguments: "team domain include_slackbot_availability" },
    Method { name: "apps.manifest.validate", token: Token::Configuration, scopes: "", run: manifest::validate, arguments: "manifest app_id" },
    Method { name: "reactions.add", token: Token::Bot, scopes: "reactions:write", run: reactions::add, arguments: "channel name timestamp" },
    Method { name: "reactions.remove", token: Token::Bot, scopes: "reactions:write", run: reactions::remove,
        arguments: "name channel file file_comment timestamp" },
    Method { name: "reactions.get", token: Token::Bot, scopes: "reactions:read", run: reactions::get,
        arguments: "channel file file_comment full timestamp" },
    Method { name: "views.open", token: Token::Bot, scopes: "", run: views::open, arguments: "view trigger_id interactivity_pointer" },
    Method { name: "views.push", token: Token::Bot, scopes: "", run: views::push, arguments: "view trigger_id interactivity_pointer" },
    Method { name: "views.update", token: Token::Bot, scopes: "", run: views::update, arguments: "view view_id external_id hash" },
    Method { name: "views.publish", token: Token::Bot, scopes: "", run: views::publish, arguments: "user_id view hash" },
    Method { name: "files.getUploadURLExternal", token: Token::Bot, scopes: "files:write", run: files::get_upload_url,
        arguments: "filename length alt_text alt_txt snippet_type" },
    Method { name: "files.completeUploadExternal", token: Token::Bot, scopes: "files:write", run: files::complete_upload,
        arguments: "files channel_id channels thread_ts initial_comment blocks" },
    Method { name: "files.info", token: Token::Bot, scopes: "files:read", run: files::info, arguments: "file count cursor limit page" },
    Method { name: "files.list", token: Token::Bot, scopes: "files:read", run: asides::files,
        arguments: "channel count page show_files_hidden_by_limit team_id ts_from ts_to types user" },
    Method { name: "conversations.mark", token: Token::Bot, scopes: "channels:manage groups:write im:write mpim:write", run: asides::mark,
        arguments: "channel ts" },
    Method { name: "users.profile.get", token: Token::Bot, scopes: "users.profile:read", run: users::profile, arguments: "include_labels user" },
    Method { name: "users.getPresence", token: Token::Bot, scopes: "users:read", run: asides::presence, arguments: "user" },
    Method { name: "emoji.list", token: Token::Bot, scopes: "emoji:read", run: asides::emoji, arguments: "include_categories" },
    Method { name: "usergroups.list", token: Token::Bot, scopes: "usergroups:read", run: asides::user_groups,
        arguments: "include_count include_disabled include_users team_id" },
    Method { name: "auth.teams.list", token: Token::Bot, scopes: "", run: asides::teams, arguments: "cursor include_icon limit" },
    Method { name: "pins.list", token: Token::Bot, scopes: "pins:read", run: asides::pins, arguments: "channel" },
    Method { name: "bookmarks.list", token: Token::Bot, scopes: "bookmarks:read", run: asides::bookmarks, arguments: "channel_id" },
    Method { name: "files.delete", token: Token::Bot, scopes: "files:write", run: files::delete, arguments: "file" },
];

/// Answers a call, and says for the log who made it.
pub(super) fn call(
    slack: &Slack,
    name: &str,
    query: Option<&str>,
    headers: &HeaderMap,
    body: &[u8],
) -> (Response, Option<String>) {
    let Some(method) = METHODS.iter().find(|method| method.name == name) else {
        return (respond(Err(Refusal::new("unknown_method")), None), None);
    };
    let arguments = match Arguments::read(query, headers, bodies::read(name, headers, body)) {
        Ok(arguments) => arguments,
        Err(refusal) => return (respond(Err(refusal), None), None),
    };
    let slack = slack.of_call(&bearer(headers, &arguments), &arguments);
    let token = match authenticate(slack, method, headers, &arguments) {
        Ok(token) => token,
        Err(refusal) => return (respond(Err(refusal), None), None),
    };
    if let Err(seconds) = slack.meter(name, counted_in(slack, &arguments)) {
        return (rate_limits::refused(seconds), (token != Token::Nobody).then(|| "app".to_owned()));
    }
    let granted = slack.read(|workspace| workspace.app.scopes.clone());
    let answer = permit(method, token, &granted)
        .and_then(|()| {
            let documented: Vec<&str> = method.arguments.split(' ').collect();
            if method.name == "api.test" { Ok(()) } else { arguments.only(&documented) }
        })
        .and_then(|()| (method.run)(&Call { slack, arguments: &arguments, token, basic: basic(headers) }));
    let granted = match token {
        Token::App => "connections:write".to_owned(),
        Token::Configuration => "app_configurations:read,app_configurations:write".to_owned(),
        Token::Nobody | Token::Bot | Token::Either => granted.join(","),
    };
    let headers = (token != Token::Nobody).then_some(ScopeHeaders { granted, accepted: method.scopes });
    let caller = (token != Token::Nobody).then(|| "app".to_owned());
    (respond(answer, headers), caller)
}

/// The channel a call counts in, by whichever of its names it was called.
fn counted_in(slack: &Slack, arguments: &Arguments) -> Option<String> {
    let given = arguments.text("channel").ok().flatten()?;
    let known =
        slack.read(|workspace| chat::destination(workspace, &given).map(|channel| channel.to_string()));
    Some(known.unwrap_or(given))
}

fn authenticate(
    slack: &Slack,
    method: &Method,
    headers: &HeaderMap,
    arguments: &Arguments,
) -> Result<Token, Refusal> {
    if method.token == Token::Nobody {
        return Ok(Token::Nobody);
    }
    let token = bearer(headers, arguments);
    if token.is_empty() {
        return Err(Refusal::new("not_authed"));
    }
    let kind = slack.read(|workspace| match token {
        token if workspace.admit(&token)? => Ok(Some(Token::Bot)),
        token if token == workspace.app.socket_token => Ok(Some(Token::App)),
        token if token == workspace.app.configuration_token => Ok(Some(Token::Configuration)),
        _ => Ok(None),
    });
    let kind = kind?.ok_or_else(|| Refusal::new("invalid_auth"))?;
    let fits = match method.token {
        Token::Either => kind != Token::Configuration,
        wanted => wanted == kind,
    };
    if !fits {
        return Err(Refusal::new("not_allowed_token_type"));
    }
    Ok(kind)
}

/// The token a call comes with, or nothing.
fn bearer(headers: &HeaderMap, arguments: &Arguments) -> String {
    let header = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    match header.and_then(|value| value.strip_prefix("Bearer ")) {
        Some(token) => token.trim().to_owned(),
        None => arguments.token().unwrap_or_default().to_owned(),
    }
}

fn basic(headers: &HeaderMap) -> Option<(String, String)> {
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Basic ")?;
    let given = String::from_utf8(STANDARD.decode(given.trim()).ok()?).ok()?;
    let (name, password) = given.split_once(':')?;
    Some((name.to_owned(), password.to_owned()))
}

fn permit(method: &Method, token: Token, granted: &[String]) -> Result<(), Refusal> {
    let open = method.scopes.is_empty() || token != Token::Bot;
    if open || method.scopes.split(' ').any(|scope| granted.iter().any(|has| has == scope)) {
        return Ok(());
    }
    Err(Refusal::missing_scope(&method.scopes.replace(' ', ","), granted))
}
