//! People come to the workspace and to channels, change what they are, and leave.

use std::collections::BTreeSet;

use sandbox_world::{PersonSeed, StandingSeed};
use serde::Deserialize;

use super::{Cannot, Told, known, place, somebody};
use crate::{
    Slack,
    ids::{ChannelId, UserId},
    workspace::{ChannelKind, Person, Standing, Workspace},
};

/// A channel somebody opens.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewChannel {
    name: String,
    #[serde(default)]
    private: bool,
    /// A direct message of several people.
    #[serde(default)]
    group: bool,
    members: BTreeSet<String>,
    /// Whether the app is in it from the start.
    #[serde(default)]
    agent: bool,
}

/// Somebody is brought into a channel, or taken out of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invitation {
    channel: String,
    /// A handle; the app itself when left out.
    #[serde(default)]
    person: Option<String>,
    #[serde(default)]
    by: Option<String>,
}

impl Slack {
    /// Somebody new, with a Slack account and no Google account.
    pub fn add_person(&self, seed: &PersonSeed) -> Result<Person, Cannot> {
        self.change(|workspace| {
            if workspace.person_by_handle(&seed.handle).is_some() {
                return Err(Cannot::Allowed(format!(
                    "There is a `{}` already. Take another handle.",
                    seed.handle
                )));
            }
            let person = person(workspace, seed)?;
            workspace.people.push(person.clone());
            workspace.open_direct_message(&person);
            workspace.tell_profile("team_join", &person.id);
            Ok(person)
        })
    }

    /// Makes somebody a guest, a member again, or closes their account, which takes them out of every channel.
    pub fn set_standing(&self, handle: &str, standing: StandingSeed) -> Result<(), Cannot> {
        self.change(|workspace| {
            let now = known(workspace, handle)?.clone();
            let seed = PersonSeed {
                handle: now.handle.clone(),
                name: now.name,
                address: Some(now.address),
                zone: Some(now.zone),
                standing,
                aliases: Vec::new(),
                signature: None,
            };
            let changed = person(workspace, &seed)?;
            if changed.standing == Standing::Deactivated {
                for channel in workspace.channels.values_mut().filter(|channel| !channel.name.is_empty()) {
                    channel.members.remove(&changed.id);
                }
            }
            let id = changed.id.clone();
            if let Some(person) = workspace.people.iter_mut().find(|person| person.id == id) {
                *person = changed;
            }
            workspace.tell_profile("user_change", &id);
            Ok(())
        })
    }

    /// Puts something beside somebody's name, as people do all day.
    pub fn set_status(&self, handle: &str, status: &str) -> Result<(), Cannot> {
        self.change(|workspace| {
            let id = known(workspace, handle)?.id.clone();
            if let Some(person) = workspace.people.iter_mut().find(|person| person.id == id) {
                status.clone_into(&mut person.status);
            }
            workspace.tell_profile("user_change", &id);
            Ok(())
        })
    }

    pub fn new_channel(&self, new: &NewChannel) -> Result<ChannelId, Cannot> {
        self.change(|workspace| {
            if workspace.channel_by_name(&new.name).is_some() {
                return Err(Cannot::Allowed(format!("There is a #{} already. Take another name.", new.name)));
            }
            let members = new.members.iter().map(|handle| somebody(workspace, handle));
            let mut members: BTreeSet<UserId> = members.collect::<Result<_, _>>()?;
            if new.agent {
                members.insert(workspace.app.user.clone());
            }
            let kind = match (new.group, new.private) {
                (true, _) => ChannelKind::Group,
                (false, true) => ChannelKind::Private,
                (false, false) => ChannelKind::Public,
            };
            Ok(workspace.open_channel(&new.name, kind, members))
        })
    }

    pub fn join(&self, invitation: &Invitation) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let (channel, user) = invited(workspace, invitation)?;
            let by = invitation.by.as_ref().map(|by| somebody(workspace, by)).transpose()?;
            let standing = workspace.person(user.as_str()).map(|person| person.standing.clone());
            let elsewhere = workspace.channels.values().any(|it| !it.name.is_empty() && it.has(&user));
            if standing == Some(Standing::SingleChannelGuest) && elsewhere {
                return Err(Cannot::Allowed(
                    "A single-channel guest is in one channel only. Let them leave the other first."
                        .to_owned(),
                ));
            }
            let external = matches!(standing, Some(Standing::External(_)));
            let place = workspace.channels.get_mut(&channel);
            let place = place.ok_or_else(|| Cannot::Find("The channel is gone. Name another.".to_owned()))?;
            if external && !place.is_shared_outside() {
                return Err(Cannot::Allowed(
                    "Somebody of another company can join shared channels only. Share it first: POST \
                     /control/slack/channels/share."
                        .to_owned(),
                ));
            }
            if !place.members.insert(user.clone()) {
                return Err(Cannot::Allowed(
                    "They are in the channel already. Name somebody else.".to_owned(),
                ));
            }
            Ok(Told { event_ids: workspace.tell_joined(&channel, &user, by.as_ref()).into_iter().collect() })
        })
    }

    pub fn leave(&self, invitation: &Invitation) -> Result<(), Cannot> {
        self.change(|workspace| {
            let (channel, user) = invited(workspace, invitation)?;
            let left = workspace.channels.get_mut(&channel).is_some_and(|place| place.members.remove(&user));
            if left {
                return Ok(());
            }
            Err(Cannot::Allowed(
                "They are not in the channel. GET /control/channels lists who is.".to_owned(),
            ))
        })
    }
}

fn invited(workspace: &Workspace, invitation: &Invitation) -> Result<(ChannelId, UserId), Cannot> {
    let channel = place(workspace, &invitation.channel)?;
    if matches!(channel.kind, ChannelKind::Direct(_) | ChannelKind::Group) {
        return Err(Cannot::Allowed("Nobody joins or leaves a direct message. Name a channel.".to_owned()));
    }
    let user = match &invitation.person {
        Some(person) => somebody(workspace, person)?,
        None => workspace.app.user.clone(),
    };
    Ok((channel.id.clone(), user))
}

fn person(workspace: &Workspace, seed: &PersonSeed) -> Result<Person, Cannot> {
    let own =
        workspace.people.iter().find(|it| it.standing == Standing::Member).map(|it| it.address.as_str());
    let domain = own.and_then(|address| address.rsplit('@').next()).unwrap_or_default();
    let address = seed.address.clone().unwrap_or_else(|| format!("{}@{domain}", seed.handle));
    if seed.standing == StandingSeed::External && address.ends_with(&format!("@{domain}")) {
        return Err(Cannot::Allowed(format!(
            "`{}` is external. Give an `address` of another company.",
            seed.handle
        )));
    }
    Ok(Person::new(seed, address))
}
