//! Which workspace something that arrives is for.

use std::sync::Arc;

use kernel::Inbound;
use kernel::ports::Reader;
use serde_json::Value;

use super::{BRANCH, Workspace, Workspaces};
use crate::json::{first, list, text};
use crate::read::FROM;

impl Reader for Workspaces {
    fn from(&self) -> &str {
        FROM
    }

    fn read(&self, raw: &Value) -> Option<Inbound> {
        let payload = raw.pointer("/payload")?;
        let Some(workspace) = self.of_payload(payload) else {
            let (team, organisation) = (named(payload, &TEAM), named(payload, &ORGANISATION));
            let kind = first(payload, &["/event/type", "/type", "/command"]).unwrap_or("something");
            tracing::warn!(team, organisation, kind, "not read: the app is not installed in this workspace");
            return None;
        };
        if is_farewell(payload) {
            let workspaces = self.clone();
            tokio::spawn(async move { workspaces.leave(&workspace).await });
            return None;
        }
        workspace.reader.read(raw)
    }
}

/// Where events, presses and commands say in which workspace they happened.
const TEAM: [&str; 5] = ["/team_id", "/team/id", "/view/team_id", "/message/team", "/user/team_id"];
const ORGANISATION: [&str; 2] = ["/enterprise_id", "/enterprise/id"];
/// Through whose eyes we see it: in a shared channel it may have happened in a workspace of others.
const SEEN_BY: [&str; 2] = ["/authorizations/0/team_id", "/context_team_id"];
const SEEN_BY_ORGANISATION: [&str; 2] = ["/authorizations/0/enterprise_id", "/context_enterprise_id"];

impl Workspaces {
    fn of_payload(&self, payload: &Value) -> Option<Arc<Workspace>> {
        let by = |pointers: &[&str]| first(payload, pointers).and_then(|id| self.get(id));
        by(&TEAM)
            .or_else(|| Some(self.within(by(&ORGANISATION)?, payload)))
            .or_else(|| by(&SEEN_BY))
            .or_else(|| Some(self.within(by(&SEEN_BY_ORGANISATION)?, payload)))
            .or_else(|| self.only().filter(|_| first(payload, &TEAM).is_none()))
    }

    /// The workspace of an organisation in which something happened; the first time, it is noted down.
    fn within(&self, whole: Arc<Workspace>, payload: &Value) -> Arc<Workspace> {
        let Some(team) = first(payload, &TEAM).filter(|_| whole.identity.organisation.is_some()) else {
            return whole;
        };
        let (this, name) = (self.clone(), format!("{BRANCH}{team}"));
        let organisation = whole.identity.key().to_owned();
        tokio::spawn(async move {
            if let Err(error) = this.0.vault.put(&name, organisation.as_bytes()).await {
                tracing::error!(%error, name, "a workspace of an organisation cannot be noted down");
            }
        });
        self.branch(&whole, team)
    }

    /// The only one there is, for what names none.
    pub(super) fn only(&self) -> Option<Arc<Workspace>> {
        let mut all = self.all().into_iter();
        all.next().filter(|_| all.next().is_none())
    }
}

/// Our token there is no longer good. People's own tokens are not our concern.
fn is_farewell(payload: &Value) -> bool {
    match text(payload, "/event/type") {
        Some("app_uninstalled") => true,
        Some("tokens_revoked") => !list(payload, "/event/tokens/bot").is_empty(),
        _ => false,
    }
}

fn named<'a>(payload: &'a Value, pointers: &[&str]) -> &'a str {
    first(payload, pointers).unwrap_or("none")
}
