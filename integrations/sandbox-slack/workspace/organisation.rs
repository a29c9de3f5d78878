//! The organisation of a workspace.

use serde_json::{Value, json};

use crate::{ids::EnterpriseId, organisation::Organisation, workspace::Workspace};

impl Workspace {
    /// The organisation, if the app is installed in all of it.
    pub(crate) fn whole(&self) -> Option<&Organisation> {
        self.organisation.as_ref().filter(|_| self.is_installed_everywhere())
    }

    /// `team` of an interaction: an app of the whole organisation is told none.
    pub(crate) fn team_field(&self) -> Value {
        match self.whole() {
            Some(_) => Value::Null,
            None => json!({"id": self.team.id, "domain": self.team.domain}),
        }
    }

    /// `enterprise` of an interaction or an installation.
    pub(crate) fn enterprise_field(&self) -> Value {
        self.organisation.as_ref().map_or(Value::Null, |it| json!({"id": it.id, "name": it.name}))
    }

    /// Of `authorizations` in an event.
    pub(crate) fn authorization(&self) -> Value {
        let team = self.whole().is_none().then_some(&self.team.id);
        json!({
            "enterprise_id": self.enterprise_id(), "team_id": team, "user_id": self.app.user, "is_bot": true,
            "is_enterprise_install": self.whole().is_some(),
        })
    }

    /// Whether a team is this one, one of its channels is shared with, or somebody here is of.
    pub(crate) fn knows_team(&self, id: &str) -> bool {
        let shared = self.channels.values().flat_map(|channel| &channel.sharing.with);
        let of_people = self.people.iter().map(|person| self.team_of(&person.id));
        self.team.id.to_string() == id
            || self.enterprise_id().is_some_and(|it| it.to_string() == id)
            || shared.map(ToString::to_string).any(|team| team == id)
            || of_people.map(ToString::to_string).any(|team| team == id)
    }

    pub(crate) fn enterprise_id(&self) -> Option<&EnterpriseId> {
        self.organisation.as_ref().map(|it| &it.id)
    }
}
