//! Several workspaces: further ones beside the first, each with its own people, channels and tokens, and one app in all.
//!
//! Whatever comes finds its workspace by what it carries: a token, a code, an address. The app's sockets and what is set
//! for the app are everybody's.

use std::sync::{Arc, Mutex, PoisonError};

use sandbox_world::{Changes, WorkspaceSeed, World};

use super::{
    Slack,
    arguments::Arguments,
    rate_limits::Traffic,
    sockets::Sockets,
    workspace::{App, Workspace},
};

impl Workspace {
    /// The app is not installed there yet.
    pub(super) fn beside(first: &Self, seed: &WorkspaceSeed) -> Self {
        let world = World {
            workspace: seed.workspace.clone(),
            domain: seed.domain.clone(),
            people: seed.people.clone(),
            channels: seed.channels.clone(),
            ..World::default()
        };
        let mut workspace = Self::new(&world);
        let App { bot, user, bot_token, .. } = workspace.app;
        workspace.app = App { bot, user, bot_token, ..first.app.clone() };
        workspace.configuration.clone_from(&first.configuration);
        workspace.leave();
        workspace
    }
}

impl Slack {
    /// The first workspace and those beside it.
    pub(super) fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.others.iter().map(Arc::as_ref))
    }

    /// The workspaces beside the first.
    pub fn others(&self) -> &[Arc<Self>] {
        &self.others
    }

    /// The workspace of that id, or the first.
    pub(super) fn of_team(&self, team: &str) -> &Self {
        self.all().find(|slack| slack.team_id() == team).unwrap_or(self)
    }

    /// The workspace a call is about: the one that has issued its token, or its code.
    pub(super) fn of_call(&self, token: &str, arguments: &Arguments) -> &Self {
        let given = |name: &str| arguments.text(name).ok().flatten().unwrap_or_default();
        let (code, refresh) = (given("code"), given("refresh_token"));
        let issued = |workspace: &Workspace| {
            !matches!(workspace.admit(token), Ok(false)) || workspace.has_issued(&code, &refresh)
        };
        self.all().find(|slack| slack.read(issued)).unwrap_or(self)
    }

    /// What is set for the app is set for it everywhere.
    pub(super) fn spread(&self) {
        let set = self.configuration();
        for other in &self.others {
            other.quietly(|workspace| workspace.configuration.clone_from(&set));
        }
    }

    /// All workspaces in one, as a snapshot has them.
    pub(super) fn together(&self) -> Workspace {
        let mut first = self.read(Workspace::clone);
        first.beside = self.others.iter().map(|other| other.read(Workspace::clone)).collect();
        first
    }

    pub(super) fn of(mut first: Workspace, changes: &Changes, base: &str) -> Self {
        let sockets = Arc::<Mutex<Sockets>>::default();
        let others = std::mem::take(&mut first.beside);
        let one = |mut workspace: Workspace, others: Vec<Arc<Self>>| {
            workspace.deliveries.all_connections_lost();
            base.clone_into(&mut workspace.base);
            Self {
                workspace: Mutex::new(workspace),
                sockets: Arc::clone(&sockets),
                traffic: Mutex::<Traffic>::default(),
                others,
                changes: changes.clone(),
                base: base.to_owned(),
            }
        };
        let others = others.into_iter().map(|workspace| Arc::new(one(workspace, Vec::new()))).collect();
        one(first, others)
    }

    /// What was on its way over a connection that is gone is on its way again.
    pub(super) fn connection_lost(&self, connection: u64) {
        for slack in self.all() {
            let mut workspace = slack.workspace.lock().unwrap_or_else(PoisonError::into_inner);
            workspace.deliveries.connection_lost(connection);
        }
    }
}
