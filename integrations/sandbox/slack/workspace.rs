//! Everything Slack remembers about the one workspace of the sandbox.
//!
//! Knows nothing of HTTP and of sockets; it is what a snapshot holds.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{
    canvases::Canvas,
    deliveries::Deliveries,
    files::File,
    homes::Home,
    ids::{self, AppId, BotId, ChannelId, TeamId, UserId},
    message::{Ephemeral, Message},
    modals::{Modal, Triggers},
    response_urls::ResponseUrl,
    sessions::{Prompts, Session},
    ts::Ts,
};
use crate::world::{StandingSeed, World};

/// The scopes the app was installed with, as its manifest asks for them.
const SCOPES: [&str; 20] = [
    "app_mentions:read",
    "assistant:write",
    "chat:write",
    "commands",
    "channels:history",
    "channels:read",
    "groups:history",
    "groups:read",
    "im:history",
    "im:read",
    "im:write",
    "mpim:history",
    "mpim:read",
    "files:read",
    "files:write",
    "reactions:write",
    "users:read",
    "users:read.email",
    "canvases:write",
    "reactions:read",
];

/// The events the same manifest asks to be told of.
const EVENTS: [&str; 15] = [
    "agent_session_stopped",
    "agent_session_title_changed",
    "app_context_changed",
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "channel_id_changed",
    "channel_shared",
    "channel_unshared",
    "member_joined_channel",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
];

/// The slash commands of the same manifest.
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
    /// What everybody sees on the app's Home tab.
    #[serde(default)]
    pub(crate) homes: BTreeMap<UserId, Home>,
    /// What the app suggests to begin with, by direct message.
    #[serde(default)]
    pub(crate) prompts: BTreeMap<ChannelId, Prompts>,
    #[serde(default)]
    pub(crate) canvases: BTreeMap<String, Canvas>,
    /// The messages that are being streamed.
    #[serde(default)]
    pub(crate) streaming: BTreeSet<(ChannelId, Ts)>,
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

/// The app under test, as it is installed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct App {
    pub(crate) id: AppId,
    pub(crate) name: String,
    pub(crate) bot: BotId,
    pub(crate) user: UserId,
    pub(crate) bot_token: String,
    /// The app-level token, which opens sockets and nothing else.
    pub(crate) socket_token: String,
    pub(crate) signing_secret: String,
    pub(crate) verification_token: String,
    pub(crate) scopes: Vec<String>,
    /// The slash commands that are its own.
    #[serde(default = "commands")]
    pub(crate) commands: Vec<String>,
    /// What it is told of. Whoever is not told of `agent_session_stopped` has no Stop button.
    #[serde(default = "events")]
    pub(crate) events: Vec<String>,
    /// Its shortcuts on messages: the `callback_id`, and what people read.
    #[serde(default = "shortcuts")]
    pub(crate) shortcuts: Vec<(String, String)>,
    /// Whether it shows a Home tab.
    #[serde(default = "shown")]
    pub(crate) home_tab: bool,
    /// The app configuration token, with which manifests are checked.
    #[serde(default)]
    pub(crate) configuration_token: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: UserId,
    pub(crate) handle: String,
    pub(crate) name: String,
    pub(crate) address: String,
    pub(crate) zone: String,
    pub(crate) guest: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub(crate) id: ChannelId,
    pub(crate) name: String,
    pub(crate) kind: ChannelKind,
    pub(crate) members: BTreeSet<UserId>,
    pub(crate) created: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChannelKind {
    Public,
    Private,
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
        let app = App::installed(&world.domain);
        let people: Vec<Person> = world
            .people
            .iter()
            .map(|seed| Person {
                id: UserId::of(&seed.handle),
                handle: seed.handle.clone(),
                name: seed.name.clone(),
                address: world.address(seed),
                zone: seed.zone.clone().unwrap_or_else(|| "Europe/Berlin".to_owned()),
                guest: seed.standing == StandingSeed::Guest,
            })
            .collect();
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
            homes: BTreeMap::new(),
            prompts: BTreeMap::new(),
            canvases: BTreeMap::new(),
            streaming: BTreeSet::new(),
            base: String::new(),
            last: Ts::default(),
        };
        for seed in &world.channels {
            let everybody = seed.members.is_empty();
            let mut members: BTreeSet<UserId> = workspace
                .people
                .iter()
                .filter(|person| everybody || seed.members.contains(&person.handle))
                .map(|person| person.id.clone())
                .collect();
            if seed.agent {
                members.insert(workspace.app.user.clone());
            }
            let kind = if seed.private { ChannelKind::Private } else { ChannelKind::Public };
            workspace.open_channel(&seed.name, kind, members);
        }
        workspace.open_direct_messages();
        workspace
    }

    fn open_direct_messages(&mut self) {
        for person in self.people.clone() {
            let id = ChannelId::direct(&person.handle);
            let members = BTreeSet::from([person.id.clone(), self.app.user.clone()]);
            let created = Ts::now().seconds();
            let kind = ChannelKind::Direct(person.id);
            self.channels.insert(id.clone(), Channel { id, name: String::new(), kind, members, created });
        }
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
        let name = name.to_owned();
        self.channels.entry(id.clone()).or_insert(Channel { id: id.clone(), name, kind, members, created });
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
            ChannelKind::Direct(_) => "im",
        }
    }

    pub(crate) fn has(&self, user: &UserId) -> bool {
        self.members.contains(user)
    }
}

impl App {
    fn installed(domain: &str) -> Self {
        let id = AppId::of(domain);
        Self {
            socket_token: format!("xapp-1-{id}-{}-{}", digits(13), ids::random(64)),
            bot_token: format!("xoxb-{}-{}-{}", digits(12), digits(13), ids::random(24)),
            signing_secret: ids::random(32),
            verification_token: ids::random(24),
            name: "Countersign".to_owned(),
            bot: BotId::of(domain),
            user: UserId::of(&format!("app of {domain}")),
            scopes: SCOPES.map(str::to_owned).to_vec(),
            commands: commands(),
            events: events(),
            shortcuts: shortcuts(),
            home_tab: shown(),
            configuration_token: format!("xoxe.xoxp-1-{}", ids::random(64)),
            id,
        }
    }
}

impl App {
    pub(crate) fn hears_of(&self, event: &str) -> bool {
        self.events.iter().any(|known| known == event)
    }
}

fn events() -> Vec<String> {
    EVENTS.map(str::to_owned).to_vec()
}

fn shortcuts() -> Vec<(String, String)> {
    vec![("ask_about_message".to_owned(), "Ask about this message".to_owned())]
}

fn shown() -> bool {
    true
}

fn commands() -> Vec<String> {
    COMMANDS.map(str::to_owned).to_vec()
}

fn digits(length: usize) -> String {
    let mut text = String::from("1");
    text.extend(ids::random(length - 1).bytes().map(|byte| char::from(b'0' + byte % 10)));
    text
}
