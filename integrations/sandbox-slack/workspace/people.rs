//! The people of a workspace, and the events about them.

use serde_json::json;

use crate::{
    ids::{TeamId, UserId},
    methods::users,
    people::Standing,
    ts::Ts,
    workspace::Workspace,
};

impl Workspace {
    /// Notes that a profile has changed, and tells the app: `team_join` for somebody new, else `user_change`.
    pub(crate) fn tell_profile(&mut self, kind: &str, user: &UserId) -> Option<String> {
        let now = Ts::now().seconds();
        let person = self.people.iter_mut().find(|person| person.id == *user)?;
        person.updated = now;
        let person = person.clone();
        let user = users::whole(self, users::described(self, &person), None);
        let event = json!({"type": kind, "user": user, "cache_ts": now, "event_ts": self.next_ts()});
        self.tell_about_the_app(kind, &event)
    }

    /// The workspace somebody belongs to.
    pub(crate) fn team_of(&self, user: &UserId) -> &TeamId {
        match self.person(user.as_str()).map(|person| &person.standing) {
            Some(Standing::External(team)) => team,
            _ => &self.team.id,
        }
    }
}
