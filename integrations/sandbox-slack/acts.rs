//! What people do in the workspace: post, edit, delete, click, fill in a form, stop, give a command.
//!
//! The control API and the page both come through here; a person can do here what a person can do in Slack.

mod action;
mod app;
mod bot;
mod click;
mod command;
mod form;
mod home;
mod looking;
mod membership;
mod press;
mod sharing;
mod shortcut;
mod suggest;
mod write;

use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

pub use self::{
    app::Settings,
    bot::BotPost,
    click::Click,
    command::Command,
    form::{Closing, Submit, Submitted},
    home::HomeTab,
    looking::Look,
    membership::{Invitation, NewChannel},
    press::{Press, Surface},
    sharing::{Organisation, Share},
    shortcut::Shortcut,
    suggest::Suggest,
    write::{Burst, Post, Unfurl, Written},
};
use super::{
    Slack,
    answer::Refusal,
    deliveries::Failure,
    ids::{ChannelId, UserId},
    sessions::{Session, SessionState},
    ts::Ts,
    workspace::{Channel, Person, Standing, Workspace},
};

/// Why a person cannot do that, in a sentence that says what to do instead.
#[derive(Debug, Error)]
pub enum Cannot {
    #[error("{0}")]
    Find(String),
    #[error("{0}")]
    Allowed(String),
    /// A form that is not filled in as it must be, and that says so itself.
    #[error("{0}")]
    Filled(String),
}

/// Events that were queued for the app.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    pub event_ids: Vec<String>,
}

/// What was sent to the app, one for each press.
#[derive(Clone, Debug, Serialize)]
pub struct Clicked {
    pub trigger_ids: Vec<String>,
    pub payloads: Vec<Value>,
}

impl Slack {
    /// Presses the Stop button of a thread the agent works in.
    pub fn stop(&self, person: &str, channel: &str, thread: Ts) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let (user, channel) = present(workspace, person, channel)?;
            let state = workspace.session(&channel, thread).and_then(Session::state);
            if !workspace.configuration.hears_of("agent_session_stopped") {
                return Err(Cannot::Allowed(
                    "There is no Stop button: the app is not told of `agent_session_stopped`. \
                     POST /control/slack/app with that among its `events`."
                        .to_owned(),
                ));
            }
            if state != Some(SessionState::Processing) {
                return Err(Cannot::Allowed(format!(
                    "There is no Stop button on {thread}: the app has not set the session to `processing`. \
                     Wait for agents.sessions.setStatus first."
                )));
            }
            let stopped = workspace.stop_streams(&channel, thread);
            let told = workspace.tell_stopped((&channel, thread), &user, &stopped);
            Ok(Told { event_ids: told.into_iter().collect() })
        })
    }

    /// Sends an event or interaction again, as if Slack had not heard the acknowledgement.
    pub fn redeliver(&self, id: &str, times: u32) -> Result<(), Cannot> {
        self.change(|workspace| {
            let reason = Failure::late(workspace.configuration.transport);
            if workspace.deliveries.again(id, times, reason) {
                return Ok(());
            }
            Err(Cannot::Find(format!(
                "Nothing with the id `{id}` was ever delivered. GET /control/slack/deliveries lists the ids."
            )))
        })
    }
}

/// The person and a channel they are in. `dm` is their direct message with the app.
fn present(workspace: &Workspace, person: &str, channel: &str) -> Result<(UserId, ChannelId), Cannot> {
    let user = somebody(workspace, person)?;
    let place = match channel {
        "dm" => workspace.direct_channel(&user),
        name => workspace.channel(name).or_else(|| workspace.channel_by_name(name)),
    };
    let place = place.ok_or_else(|| {
        Cannot::Find(format!(
            "There is no channel `{channel}`. GET /control/channels lists them; `dm` is the direct message."
        ))
    })?;
    if !place.has(&user) {
        return Err(Cannot::Allowed(format!(
            "{person} is not in `{channel}`. Pick somebody who is: GET /control/channels."
        )));
    }
    Ok((user, place.id.clone()))
}

fn somebody(workspace: &Workspace, person: &str) -> Result<UserId, Cannot> {
    let found = known(workspace, person)?;
    if found.standing == Standing::Deactivated {
        return Err(Cannot::Allowed(format!("The account of {person} is closed. Pick somebody else.")));
    }
    Ok(found.id.clone())
}

/// The person, whether their account is open or closed.
fn known<'a>(workspace: &'a Workspace, person: &str) -> Result<&'a Person, Cannot> {
    workspace.person_by_handle(person).or_else(|| workspace.person(person)).ok_or_else(|| {
        let handles: Vec<&str> = workspace.people.iter().map(|person| person.handle.as_str()).collect();
        Cannot::Find(format!("There is nobody called `{person}`. The people are: {}.", handles.join(", ")))
    })
}

/// People of other companies press the app's buttons, and have neither its commands nor its shortcuts.
fn of_this_workspace(workspace: &Workspace, user: &UserId) -> Result<(), Cannot> {
    if *workspace.team_of(user) == workspace.team.id {
        return Ok(());
    }
    Err(Cannot::Allowed("The app is not installed in their workspace. Pick a person of this one.".to_owned()))
}

/// A channel by name or id.
fn place<'a>(workspace: &'a Workspace, channel: &str) -> Result<&'a Channel, Cannot> {
    workspace.channel(channel).or_else(|| workspace.channel_by_name(channel)).ok_or_else(|| {
        Cannot::Find(format!("There is no channel `{channel}`. GET /control/channels lists them."))
    })
}

impl From<Refusal> for Cannot {
    fn from(refusal: Refusal) -> Self {
        Self::Allowed(format!(
            "Slack refused: {}. Read the channel with GET /control/slack/messages and try again.",
            refusal.code
        ))
    }
}
