//! Which workspace something that arrives is for.

use std::sync::Arc;

use kernel::Inbound;
use kernel::ports::{Reader, VaultError};
use serde_json::Value;

use super::{BRANCH, MOVED, Workspace, Workspaces};
use crate::json::{at, first, list, text};
use crate::moves::{Move, moved};
use crate::read::FROM;

impl Reader for Workspaces {
    fn from(&self) -> &str {
        FROM
    }

    fn read(&self, raw: &Value) -> Option<Inbound> {
        let payload = at(raw, "/payload")?;
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
        if let Some((old, new)) = moved(payload) {
            self.note_move(&workspace.identity.team, workspace.moves.note(old, new));
            return None;
        }
        let raw = workspace.moves.read_inward(raw);
        if let Some(payload) = at(&raw, "/payload") {
            self.learn(&workspace, payload);
        }
        workspace.reader.read(&raw)
    }
}

/// Where events, presses and commands say in which workspace they happened, and of which organisation it is.
const TEAM: [&str; 2] = ["/team_id", "/team/id"];
const ORGANISATION: [&str; 2] = ["/enterprise_id", "/enterprise/id"];
/// Through whose eyes we see it: in a shared channel it may have happened in a workspace of others.
const SEEN_BY: [&str; 2] = ["/authorizations/0/team_id", "/context_team_id"];
const SEEN_BY_ORGANISATION: [&str; 2] = ["/authorizations/0/enterprise_id", "/context_enterprise_id"];
/// What may be of others, too: it tells workspaces of an organisation apart, and never makes one.
const HINTS: [&str; 4] = ["/context_team_id", "/message/team", "/view/team_id", "/user/team_id"];

impl Workspaces {
    pub(super) fn of_payload(&self, payload: &Value) -> Option<Arc<Workspace>> {
        let by = |pointers: &[&str]| first(payload, pointers).and_then(|id| self.get(id));
        let team = first(payload, &TEAM);
        by(&TEAM)
            .or_else(|| {
                let whole = by(&ORGANISATION)?;
                Some(match team {
                    Some(team) if whole.identity.organisation.is_some() => self.discover(&whole, team),
                    _ => self.hinted(whole, payload),
                })
            })
            .or_else(|| by(&SEEN_BY))
            .or_else(|| Some(self.hinted(by(&SEEN_BY_ORGANISATION)?, payload)))
            .or_else(|| self.only().filter(|_| team.is_none()))
    }

    /// The workspace of an organisation that is known already and fits best; else the organisation itself.
    fn hinted(&self, whole: Arc<Workspace>, payload: &Value) -> Arc<Workspace> {
        let of_it = |branch: &Arc<Workspace>| branch.identity.key() == whole.identity.key();
        let known = HINTS.iter().filter_map(|hint| self.get(text(payload, hint)?)).find(of_it);
        known.unwrap_or(whole)
    }

    /// A workspace of an organisation from which we hear for the first time: it is noted down, for after a restart.
    fn discover(&self, whole: &Workspace, team: &str) -> Arc<Workspace> {
        let (this, name) = (self.clone(), format!("{BRANCH}{team}"));
        let organisation = whole.identity.key().to_owned();
        tokio::spawn(async move {
            if let Err(error) = this.0.vault.put(&name, organisation.as_bytes()).await {
                tracing::error!(%error, name, "a workspace of an organisation cannot be noted down");
            }
        });
        self.branch(whole, team)
    }

    /// For after a restart.
    fn note_move(&self, team: &str, Move { first, newest }: Move) {
        let (this, name) = (self.clone(), format!("{MOVED}{team}/{first}"));
        tokio::spawn(async move {
            if let Err(error) = this.0.vault.put(&name, newest.as_bytes()).await {
                tracing::error!(%error, name, "it cannot be noted down that a channel has another id");
            }
        });
    }

    pub(super) async fn resume_moves(&self) -> Result<(), VaultError> {
        for name in self.0.vault.names(MOVED).await? {
            let newest = self.0.vault.get(&name).await?.and_then(|bytes| String::from_utf8(bytes).ok());
            let place = name.strip_prefix(MOVED).and_then(|place| place.split_once('/'));
            if let (Some(newest), Some((team, first))) = (newest, place) {
                self.0.moves.of(team).note(first, &newest);
            }
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Identity;
    use crate::scripted::{ScriptedSlack, identity, quick};

    fn found(workspaces: &Workspaces, payload: &Value) -> Option<String> {
        workspaces.of_payload(payload).map(|workspace| workspace.identity.team.clone())
    }

    #[tokio::test]
    async fn what_arrives_finds_its_workspace_by_whatever_names_it() {
        let slack = ScriptedSlack::start().await;
        let workspaces = slack.workspaces(quick());
        workspaces.add(identity(), slack.client(quick()).in_workspace("T1"));
        let nameless = json!({"type": "block_actions"});
        assert_eq!(found(&workspaces, &nameless).as_deref(), Some("T1"), "there is no other");
        let organisation = Some("E1".to_owned());
        let whole = Identity { team: "E1".to_owned(), organisation, ..identity() };
        workspaces.add(whole, slack.client(quick()).in_workspace("E1"));
        for (payload, team) in [
            (json!({"team_id": "T1", "enterprise_id": "E1"}), Some("T1")),
            (json!({"team": {"id": "T1"}, "user": {"team_id": "T8"}}), Some("T1")),
            (json!({"team_id": "T9", "enterprise_id": "E1"}), Some("T9")),
            (json!({"team": null, "enterprise": {"id": "E1"}, "user": {"team_id": "T9"}}), Some("T9")),
            (json!({"enterprise": {"id": "E1"}}), Some("E1")),
            (json!({"team_id": "T7", "authorizations": [{"team_id": "T1"}]}), Some("T1")),
            (
                json!({"team_id": "T6", "authorizations": [{"team_id": null, "enterprise_id": "E1"}]}),
                Some("E1"),
            ),
            (json!({"team": null, "enterprise": {"id": "E1"}, "user": {"team_id": "T6"}}), Some("E1")),
            (json!({"team_id": "T7"}), None),
            (nameless, None),
        ] {
            assert_eq!(found(&workspaces, &payload).as_deref(), team, "{payload}");
        }
        assert!(workspaces.get("T9").is_some(), "and is known from then on");
        workspaces.forget("E1");
        assert!(workspaces.get("T9").is_none(), "until the organisation goes");
    }

    #[test]
    fn only_our_own_token_is_a_farewell() {
        let revoked =
            |tokens: Value| is_farewell(&json!({"event": {"type": "tokens_revoked", "tokens": tokens}}));
        assert!(revoked(json!({"oauth": [], "bot": ["UBOT"]})));
        assert!(!revoked(json!({"oauth": ["U1"], "bot": []})) && !revoked(json!({"oauth": ["U1"]})));
        assert!(is_farewell(&json!({"event": {"type": "app_uninstalled"}})));
    }
}
