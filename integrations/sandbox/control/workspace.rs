//! Who and what is in the Slack workspace changes: people, bots, channels, and what people look at.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::State,
    routing::{get, post},
};
use sandbox_slack::acts::{
    BotPost, Invitation, Look, NewChannel, Organisation, Share, Shortcut, Told, Unfurl, Written,
};
use sandbox_world::{BotSeed, PersonSeed, StandingSeed};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Desk, Failure, given::Given};

pub(super) fn routes() -> Router<Arc<Desk>> {
    Router::new()
        .route("/people", post(add_person))
        .route("/people/standing", post(set_standing))
        .route("/people/status", post(set_status))
        .route("/bots", get(bots).post(add_bot))
        .route("/bot_post", post(bot_post))
        .route("/channels", post(new_channel))
        .route("/channels/join", post(join))
        .route("/channels/leave", post(leave))
        .route("/channels/share", post(share))
        .route("/channels/unshare", post(unshare))
        .route("/channels/organisation", post(organisation))
        .route("/channels/change_id", post(change_id))
        .route("/shortcut", post(shortcut))
        .route("/look", post(look))
        .route("/unfurl", post(unfurl))
        .route("/reload", post(reload))
}

async fn add_person(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<PersonSeed>,
) -> Result<Json<Value>, Failure> {
    let person = desk.slack.add_person(&given)?;
    Ok(Json(json!({"handle": person.handle, "slack_user_id": person.id, "address": person.address})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewStanding {
    person: String,
    standing: StandingSeed,
}

async fn set_standing(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<NewStanding>,
) -> Result<Json<Value>, Failure> {
    desk.slack.set_standing(&given.person, given.standing)?;
    Ok(Json(json!({"person": given.person, "standing": given.standing})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewStatus {
    person: String,
    status: String,
}

async fn set_status(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<NewStatus>,
) -> Result<Json<Value>, Failure> {
    desk.slack.set_status(&given.person, &given.status)?;
    Ok(Json(json!({"person": given.person, "status": given.status})))
}

async fn bots(State(desk): State<Arc<Desk>>) -> Json<Value> {
    let shown: Vec<Value> = desk
        .slack
        .bots()
        .iter()
        .map(|bot| json!({"name": bot.name, "kind": bot.kind, "bot_id": bot.id, "app_id": bot.app, "user_id": bot.user()}))
        .collect();
    Json(json!({"bots": shown}))
}

async fn add_bot(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<BotSeed>,
) -> Result<Json<Value>, Failure> {
    let bot = desk.slack.add_bot(&given)?;
    Ok(Json(json!({"bot_id": bot.id, "app_id": bot.app, "user_id": bot.user()})))
}

async fn bot_post(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<BotPost>,
) -> Result<Json<Written>, Failure> {
    Ok(Json(desk.slack.bot_post(given)?))
}

async fn new_channel(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<NewChannel>,
) -> Result<Json<Value>, Failure> {
    Ok(Json(json!({"channel": desk.slack.new_channel(&given)?})))
}

async fn join(State(desk): State<Arc<Desk>>, Given(given): Given<Invitation>) -> Result<Json<Told>, Failure> {
    Ok(Json(desk.slack.join(&given)?))
}

async fn leave(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Invitation>,
) -> Result<Json<Value>, Failure> {
    desk.slack.leave(&given)?;
    Ok(Json(json!({})))
}

async fn share(State(desk): State<Arc<Desk>>, Given(given): Given<Share>) -> Result<Json<Told>, Failure> {
    Ok(Json(desk.slack.share(&given)?))
}

async fn unshare(State(desk): State<Arc<Desk>>, Given(given): Given<Share>) -> Result<Json<Told>, Failure> {
    Ok(Json(desk.slack.unshare(&given)?))
}

async fn organisation(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Organisation>,
) -> Result<Json<Value>, Failure> {
    desk.slack.share_in_organisation(&given)?;
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    channel: String,
}

async fn change_id(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Which>,
) -> Result<Json<Value>, Failure> {
    let (channel, told) = desk.slack.change_id(&given.channel)?;
    Ok(Json(json!({"channel": channel, "event_ids": told.event_ids})))
}

async fn shortcut(
    State(desk): State<Arc<Desk>>,
    Given(given): Given<Shortcut>,
) -> Result<Json<Value>, Failure> {
    Ok(Json(json!({"payload": desk.slack.shortcut(&given)?})))
}

async fn look(State(desk): State<Arc<Desk>>, Given(given): Given<Look>) -> Result<Json<Told>, Failure> {
    Ok(Json(desk.slack.look(&given)?))
}

async fn unfurl(State(desk): State<Arc<Desk>>, Given(given): Given<Unfurl>) -> Result<Json<Told>, Failure> {
    Ok(Json(desk.slack.unfurl(given)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whose {
    person: String,
}

async fn reload(State(desk): State<Arc<Desk>>, Given(given): Given<Whose>) -> Result<Json<Value>, Failure> {
    Ok(Json(json!({"gone": desk.slack.reload(&given.person)?})))
}
