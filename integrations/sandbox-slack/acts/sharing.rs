//! Channels are shared with other companies, taken back, and given another id.

use serde::Deserialize;

use super::{Cannot, Told, place};
use crate::{
    Slack,
    ids::{self, ChannelId, TeamId},
    workspace::{Sharing, Standing, Workspace},
};

/// A channel and a company, by its domain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    channel: String,
    company: String,
    /// Invited only.
    #[serde(default)]
    pending: bool,
}

/// Whether other workspaces of the organisation see a channel.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Organisation {
    channel: String,
    shared: bool,
}

impl Slack {
    /// Shares a channel by Slack Connect. An invitation that nobody has accepted is no event.
    pub fn share(&self, share: &Share) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let team = TeamId::of(&share.company.to_lowercase());
            let channel = place(workspace, &share.channel)?.id.clone();
            let sharing = sharing(workspace, &channel)?;
            if share.pending {
                sharing.pending.insert(team);
                return Ok(Told { event_ids: Vec::new() });
            }
            sharing.pending.remove(&team);
            if !sharing.with.insert(team.clone()) {
                return Err(Cannot::Allowed(format!(
                    "It is shared with {} already. Unshare it.",
                    share.company
                )));
            }
            Ok(Told { event_ids: workspace.tell_shared(&channel, &team).into_iter().collect() })
        })
    }

    /// Takes a channel back: the company's people are not in it any more.
    pub fn unshare(&self, share: &Share) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let team = TeamId::of(&share.company.to_lowercase());
            let channel = place(workspace, &share.channel)?.id.clone();
            let sharing = sharing(workspace, &channel)?;
            let (was, invited) = (sharing.with.remove(&team), sharing.pending.remove(&team));
            if !was && !invited {
                return Err(Cannot::Allowed(format!(
                    "It is not shared with {}. Share it first.",
                    share.company
                )));
            }
            let theirs: Vec<_> = workspace
                .people
                .iter()
                .filter(|person| person.standing == Standing::External(team.clone()))
                .map(|person| person.id.clone())
                .collect();
            if let Some(place) = workspace.channels.get_mut(&channel) {
                place.members.retain(|member| !theirs.contains(member));
            }
            let told = if was { workspace.tell_unshared(&channel, &team) } else { None };
            Ok(Told { event_ids: told.into_iter().collect() })
        })
    }

    pub fn share_in_organisation(&self, share: &Organisation) -> Result<(), Cannot> {
        self.change(|workspace| {
            let channel = place(workspace, &share.channel)?.id.clone();
            sharing(workspace, &channel)?.organisation = share.shared;
            Ok(())
        })
    }

    /// Gives a channel another id, as when its kind changes. All that is in it moves along.
    pub fn change_id(&self, channel: &str) -> Result<(ChannelId, Told), Cannot> {
        self.change(|workspace| {
            let old = place(workspace, channel)?.id.clone();
            let new = ChannelId::of(&ids::random(16));
            workspace.rename(&old, &new);
            let event_ids = workspace.tell_id_changed(&old, &new).into_iter().collect();
            Ok((new, Told { event_ids }))
        })
    }
}

fn sharing<'a>(workspace: &'a mut Workspace, channel: &ChannelId) -> Result<&'a mut Sharing, Cannot> {
    let place = workspace.channels.get_mut(channel).filter(|place| !place.name.is_empty());
    let place =
        place.ok_or_else(|| Cannot::Allowed("A direct message is not shared. Name a channel.".to_owned()))?;
    Ok(&mut place.sharing)
}

impl Workspace {
    fn rename(&mut self, old: &ChannelId, new: &ChannelId) {
        if let Some(mut channel) = self.channels.remove(old) {
            channel.id = new.clone();
            self.channels.insert(new.clone(), channel);
        }
        if let Some(messages) = self.messages.remove(old) {
            self.messages.insert(new.clone(), messages);
        }
        if let Some(mut sessions) = self.sessions.remove(old) {
            for session in sessions.values_mut() {
                session.channel.clone_from(new);
            }
            self.sessions.insert(new.clone(), sessions);
        }
        for ephemeral in self.ephemerals.iter_mut().chain(&mut self.slackbot).filter(|it| it.channel == *old)
        {
            ephemeral.channel = new.clone();
        }
        for url in self.response_urls.values_mut().filter(|url| url.channel == *old) {
            url.channel = new.clone();
        }
        for file in
            self.files.values_mut().filter(|file| file.shares.iter().any(|(channel, _)| channel == old))
        {
            for (channel, _) in &mut std::sync::Arc::make_mut(file).shares {
                if channel == old {
                    channel.clone_from(new);
                }
            }
        }
    }
}
