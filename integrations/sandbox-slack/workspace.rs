//! Everything Slack remembers about the one workspace of the sandbox.
//!
//! Knows nothing of HTTP and of sockets; it is what a snapshot holds.

mod bots;
mod canvases;
mod files;
mod homes;
mod installation;
mod messages;
mod modals;
mod organisation;
mod people;
mod sessions;
mod triggers;
mod uploads;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use sandbox_world::World;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use super::people::{Person, Standing};
use super::{
    bots::Bot,
    canvases::Canvas,
    configuration::Configuration,
    deliveries::Deliveries,
    files::{File, Upload},
    homes::Home,
    ids::{self, AppId, BotId, ChannelId, TeamId, UserId},
    installation::Installation,
    menus::Menus,
    message::{Ephemeral, Message},
    modals::{Modal, Triggers},
    organisation::Organisation,
    response_urls::ResponseUrl,
    scopes,
    sessions::{Prompts, Session},
    subscriptions::Subscriptions,
    ts::Ts,
};

/// The slash commands of the app's manifest.
const COMMANDS: [&str; 2] = ["/countersign", "/google"];

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Workspace {
    pub(crate) team: Team,
    pub(crate) app: App,
    pub(crate) people: Vec<Person>,
    pub(crate) channels: BTreeMap<ChannelId, Channel>,
    /// Shared, so that a snapshot copies pointers and not what everybody ever said.
    pub(crate) messages: BTreeMap<ChannelId, BTreeMap<Ts, Arc<Message>>>,
    pub(crate) ephemerals: Vec<Ephemeral>,
    pub(crate) sessions: BTreeMap<ChannelId, BTreeMap<Ts, Session>>,
    pub(crate) deliveries: Deliveries,
    pub(crate) response_urls: BTreeMap<String, ResponseUrl>,
    /// By id, and shared like messages.
    #[serde(default)]
    pub(crate) files: BTreeMap<String, Arc<File>>,
    /// What each person has open, the uppermost last.
    #[serde(default)]
    pub(crate) modals: BTreeMap<UserId, Vec<Modal>>,
    #[serde(default)]
    pub(crate) triggers: Triggers,
    #[serde(default)]
    pub(crate) configuration: Configuration,
    #[serde(default)]
    pub(crate) installation: Installation,
    /// The other apps of the workspace.
    #[serde(default)]
    pub(crate) bots: Vec<Bot>,
    #[serde(default)]
    pub(crate) subscriptions: Subscriptions,
    /// What Slack itself has said to somebody alone.
    #[serde(default)]
    pub(crate) slackbot: Vec<Ephemeral>,
    /// What everybody sees on the app's Home tab.
    #[serde(default)]
    pub(crate) homes: BTreeMap<UserId, Home>,
    /// What the app suggests to begin with, by direct message.
    #[serde(default)]
    pub(crate) prompts: BTreeMap<ChannelId, Prompts>,
    #[serde(default)]
    pub(crate) canvases: BTreeMap<String, Canvas>,
    #[serde(default)]
    pub(crate) menus: Menus,
    /// The messages that are being streamed, those first that began first. Worlds of earlier builds have them as `streaming`,
    /// without their beginnings; such a stream goes on until the app ends it.
    #[serde(default, rename = "streams")]
    pub(crate) streaming: BTreeSet<(Ts, ChannelId, Ts)>,
    #[serde(default)]
    pub(crate) organisation: Option<Organisation>,
    /// Messages that will show files in a moment, in their order.
    #[serde(default)]
    pub(crate) uploads: VecDeque<Upload>,
    /// The lines under composers, those first that were set first.
    #[serde(default)]
    pub(crate) statuses: BTreeSet<(Ts, ChannelId, Ts)>,
    /// What each person looks at beside the app, as events tell it.
    #[serde(default)]
    pub(crate) looks: BTreeMap<UserId, Vec<Value>>,
    /// In a snapshot, the workspaces beside the first; otherwise nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) beside: Vec<Workspace>,
    /// `http://127.0.0.1:PORT`, of which the addresses of files are made; another one after each start.
    #[serde(skip)]
    pub(crate) base: String,
    last: Ts,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Team {
    pub(crate) id: TeamId,
    pub(crate) name: String,
    pub(crate) domain: String,
}

impl Team {
    /// How the address of every message begins.
    pub(crate) fn archives(&self) -> String {
        format!("https://{}.slack.com/archives/", self.domain)
    }
}

/// The app under test, as it is installed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct App {
    pub id: AppId,
    pub name: String,
    pub(crate) bot: BotId,
    pub user: UserId,
    pub bot_token: String,
    /// The app-level token, which opens sockets and nothing else.
    pub socket_token: String,
    pub signing_secret: String,
    pub(crate) verification_token: String,
    pub(crate) scopes: Vec<String>,
    /// The slash commands that are its own.
    #[serde(default = "commands")]
    pub(crate) commands: Vec<String>,
    /// The app configuration token, with which manifests are checked.
    #[serde(default)]
    pub configuration_token: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub(crate) id: ChannelId,
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
    pub(crate) members: BTreeSet<UserId>,
    pub(crate) created: u64,
    #[serde(default)]
    pub(crate) sharing: Sharing,
}

/// Whose a channel is beside this workspace's.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Sharing {
    /// Other companies, by Slack Connect.
    pub(crate) with: BTreeSet<TeamId>,
    /// Invited, and not there yet.
    pub(crate) pending: BTreeSet<TeamId>,
    /// Other workspaces of the same organisation.
    pub(crate) organisation: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChannelKind {
    Public,
    Private,
    /// A direct message of several people; the app is in it only if somebody brought it.
    Group,
    /// One person and the app.
    Direct(UserId),
}

impl Workspace {
    pub(crate) fn new(world: &World) -> Self {
        let team = Team {
            id: TeamId::of(&world.domain),
            name: world.workspace.clone(),
            domain: world.domain.split('.').next().unwrap_or_default().to_lowercase(),
        };
        let mut app = App::installed(&world.domain);
        if let Some(secret) = &world.app.signing_secret {
            app.signing_secret.clone_from(secret);
        }
        let people: Vec<Person> =
            world.people.iter().map(|seed| Person::new(seed, world.address(seed))).collect();
        let mut workspace = Self {
            team,
            app,
            people,
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            ephemerals: Vec::new(),
            sessions: BTreeMap::new(),
            deliveries: Deliveries::default(),
            response_urls: BTreeMap::new(),
            files: BTreeMap::new(),
            modals: BTreeMap::new(),
            triggers: Triggers::default(),
            configuration: Configuration::new(&world.app),
            installation: Installation::default(),
            bots: world.bots.iter().map(Bot::new).collect(),
            subscriptions: Subscriptions::default(),
            slackbot: Vec::new(),
            homes: BTreeMap::new(),
            prompts: BTreeMap::new(),
            canvases: BTreeMap::new(),
            menus: Menus::default(),
            streaming: BTreeSet::new(),
            organisation: world.organisation.as_deref().map(Organisation::new),
            uploads: VecDeque::new(),
            statuses: BTreeSet::new(),
            looks: BTreeMap::new(),
            beside: Vec::new(),
            base: String::new(),
            last: Ts::default(),
        };
        workspace.open_channels(world);
        for person in workspace.people.clone() {
            workspace.open_direct_message(&person);
        }
        workspace
    }

    fn open_channels(&mut self, world: &World) {
        for seed in &world.channels {
            let everybody = seed.members.is_empty();
            let mut members: BTreeSet<UserId> = self
                .people
                .iter()
                .filter(|person| match person.standing {
                    // Nobody is brought along from outside without being named.
                    Standing::External(_) | Standing::SingleChannelGuest => {
                        seed.members.contains(&person.handle)
                    }
                    Standing::Deactivated => false,
                    Standing::Member | Standing::Guest => everybody || seed.members.contains(&person.handle),
                })
                .map(|person| person.id.clone())
                .collect();
            if seed.agent {
                members.insert(self.app.user.clone());
            }
            let kind = match (seed.group, seed.private) {
                (true, _) => ChannelKind::Group,
                (false, true) => ChannelKind::Private,
                (false, false) => ChannelKind::Public,
            };
            self.open_channel(&seed.name, kind, members);
        }
        for connect in &world.connects {
            let id = ChannelId::of(&connect.channel);
            let teams = |domains: &BTreeSet<String>| domains.iter().map(|it| TeamId::of(it)).collect();
            if let Some(channel) = self.channels.get_mut(&id) {
                channel.sharing = Sharing {
                    with: teams(&connect.with),
                    pending: teams(&connect.pending),
                    organisation: connect.organisation,
                };
            }
        }
    }

    /// Everybody of this workspace has a direct message with the app; people from outside have none.
    pub(crate) fn open_direct_message(&mut self, person: &Person) {
        if matches!(person.standing, Standing::External(_)) {
            return;
        }
        let id = ChannelId::direct(&person.handle);
        let members = BTreeSet::from([person.id.clone(), self.app.user.clone()]);
        let (name, created) = (String::new(), Ts::now().seconds());
        let (kind, sharing) = (ChannelKind::Direct(person.id.clone()), Sharing::default());
        self.channels.insert(id.clone(), Channel { id, name, kind, members, created, sharing });
    }

    /// Opens a channel unless one of that name is there, and says which it is.
    pub(crate) fn open_channel(
        &mut self,
        name: &str,
        kind: ChannelKind,
        members: BTreeSet<UserId>,
    ) -> ChannelId {
        let id = ChannelId::of(name);
        let created = Ts::now().seconds();
        let (name, sharing) = (name.to_owned(), Sharing::default());
        let channel = Channel { id: id.clone(), name, kind, members, created, sharing };
        self.channels.entry(id.clone()).or_insert(channel);
        id
    }

    /// A timestamp nothing else in the workspace has.
    pub(crate) fn next_ts(&mut self) -> Ts {
        self.last = Ts::after(self.last);
        self.last
    }

    pub(crate) fn person(&self, id: &str) -> Option<&Person> {
        self.people.iter().find(|person| person.id.as_str() == id)
    }

    pub(crate) fn person_by_handle(&self, handle: &str) -> Option<&Person> {
        self.people.iter().find(|person| person.handle == handle)
    }

    pub(crate) fn channel(&self, id: &str) -> Option<&Channel> {
        self.channels.values().find(|channel| channel.id.as_str() == id)
    }

    pub(crate) fn channel_by_name(&self, name: &str) -> Option<&Channel> {
        let name = name.trim_start_matches('#');
        self.channels.values().find(|channel| !channel.name.is_empty() && channel.name == name)
    }

    pub(crate) fn direct_channel(&self, person: &UserId) -> Option<&Channel> {
        self.channels
            .values()
            .find(|channel| matches!(&channel.kind, ChannelKind::Direct(with) if with == person))
    }

    pub(crate) fn message(&self, channel: &ChannelId, ts: Ts) -> Option<&Message> {
        self.messages.get(channel)?.get(&ts).map(Arc::as_ref)
    }

    pub(crate) fn message_mut(&mut self, channel: &ChannelId, ts: Ts) -> Option<&mut Message> {
        self.messages.get_mut(channel)?.get_mut(&ts).map(Arc::make_mut)
    }

    pub(crate) fn replies(&self, channel: &ChannelId, root: Ts) -> impl Iterator<Item = &Message> {
        self.messages
            .get(channel)
            .into_iter()
            .flat_map(move |messages| messages.range(root..).map(|(_, message)| message.as_ref()))
            .filter(move |message| message.thread == Some(root) && message.ts != root)
    }
}

impl Channel {
    /// The word events use for it.
    pub(crate) fn type_word(&self) -> &'static str {
        match self.kind {
            ChannelKind::Public => "channel",
            ChannelKind::Private => "group",
            ChannelKind::Group => "mpim",
            ChannelKind::Direct(_) => "im",
        }
    }

    pub(crate) fn has(&self, user: &UserId) -> bool {
        self.members.contains(user)
    }

    /// Whether those outside know nothing of it.
    pub(crate) fn is_hidden(&self) -> bool {
        matches!(self.kind, ChannelKind::Private | ChannelKind::Group)
    }

    pub(crate) fn is_shared_outside(&self) -> bool {
        !self.sharing.with.is_empty()
    }
}

impl App {
    fn installed(domain: &str) -> Self {
        let id = AppId::of(domain);
        Self {
            socket_token: format!("xapp-1-{id}-{}-{}", ids::digits(13), ids::random(64)),
            bot_token: format!("xoxb-{}-{}-{}", ids::digits(12), ids::digits(13), ids::random(24)),
            signing_secret: ids::random(32),
            verification_token: ids::random(24),
            name: "Countersign".to_owned(),
            bot: BotId::of(domain),
            user: UserId::of(&format!("app of {domain}")),
            scopes: scopes::INSTALLED.map(str::to_owned).to_vec(),
            commands: commands(),
            configuration_token: format!("xoxe.xoxp-1-{}", ids::random(64)),
            id,
        }
    }
}

fn commands() -> Vec<String> {
    COMMANDS.map(str::to_owned).to_vec()
}
