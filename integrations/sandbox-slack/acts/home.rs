//! People open the app's own place, and rename what they talk about there.

use sandbox_world::{ShortcutKind, ShortcutSeed};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Cannot, Told, of_this_workspace, present, somebody};
use crate::{Slack, ts::Ts, workspace::Workspace};

const LONGEST_TITLE: usize = 200;

/// The tabs of the app's place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HomeTab {
    #[default]
    Home,
    Messages,
}

impl Slack {
    /// Opens a tab. The app is told each time if it hears of that, with the Home tab as it is where there is one.
    pub fn open_tab(&self, person: &str, tab: HomeTab) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let (user, channel) = present(workspace, person, "dm")?;
            if tab == HomeTab::Home && !workspace.configuration.home_tab {
                return Err(Cannot::Allowed(
                    "The app has no Home tab. POST /control/slack/app with `home_tab` true.".to_owned(),
                ));
            }
            let mut event = json!({
                "type": "app_home_opened", "user": user, "channel": channel, "event_ts": workspace.next_ts(),
                "tab": match tab { HomeTab::Home => "home", HomeTab::Messages => "messages" },
                "context": workspace.context(&user),
            });
            let home = workspace.homes.get(&user).filter(|_| tab == HomeTab::Home);
            if let (Some(home), Some(fields)) = (home, event.as_object_mut()) {
                fields.insert("view".to_owned(), workspace.home_shown(home));
            }
            let told = workspace.tell("app_home_opened", &channel, &event);
            Ok(Told { event_ids: told.into_iter().collect() })
        })
    }

    /// The Home tab somebody sees; `None` where the app has published none.
    pub fn home(&self, person: &str) -> Result<Option<Value>, Cannot> {
        self.read(|workspace| {
            let user = somebody(workspace, person)?;
            Ok(workspace.homes.get(&user).map(|home| workspace.home_shown(home)))
        })
    }

    /// The shortcuts somebody finds in the menu of a message: what each is called by the app, and by people.
    pub fn message_shortcuts(&self, person: &str) -> Vec<(String, String)> {
        let named = |it: &ShortcutSeed| {
            (it.callback_id.clone(), it.name.clone().unwrap_or_else(|| it.callback_id.clone()))
        };
        self.read(|workspace| {
            let all = workspace.configuration.shortcuts.iter().filter(|_| has_the_app(workspace, person));
            all.filter(|it| it.kind == ShortcutKind::Message).map(named).collect()
        })
    }

    /// The slash commands of the app that somebody can give.
    pub fn commands(&self, person: &str) -> Vec<String> {
        self.read(
            |workspace| {
                if has_the_app(workspace, person) { workspace.app.commands.clone() } else { Vec::new() }
            },
        )
    }

    /// Whether there is a Home tab to go to.
    pub fn has_home(&self) -> bool {
        self.read(|workspace| workspace.configuration.home_tab)
    }

    /// What the app suggests above somebody's Messages tab.
    pub fn prompts(&self, person: &str) -> Result<Value, Cannot> {
        self.read(|workspace| {
            let (_, channel) = present(workspace, person, "dm")?;
            Ok(json!(workspace.prompts.get(&channel)))
        })
    }

    /// Gives a session another title.
    pub fn rename(&self, person: &str, channel: &str, thread: Ts, title: &str) -> Result<Told, Cannot> {
        self.change(|workspace| {
            let (user, channel) = present(workspace, person, channel)?;
            let title = title.trim();
            if title.is_empty() || title.chars().count() > LONGEST_TITLE {
                return Err(Cannot::Allowed(format!("A title has 1 to {LONGEST_TITLE} characters.")));
            }
            if workspace.session(&channel, thread).is_none_or(|session| session.state().is_none()) {
                return Err(Cannot::Find(format!(
                    "There is no session in {thread}: the app has called agents.sessions.setStatus for none. \
                     GET /control/slack/statuses lists them."
                )));
            }
            let before = workspace.name_session(&channel, thread, title);
            let mut event = json!({
                "type": "agent_session_title_changed", "channel": channel, "thread_ts": thread, "title": title,
                "user": user, "team_id": workspace.team.id, "event_ts": workspace.next_ts(),
            });
            if let (Some(before), Some(fields)) = (before, event.as_object_mut()) {
                fields.insert("previous_title".to_owned(), json!(before));
            }
            let told = workspace.tell("agent_session_title_changed", &channel, &event);
            Ok(Told { event_ids: told.into_iter().collect() })
        })
    }
}

/// People of other companies meet the app in shared channels, and have it not in their own workspace.
fn has_the_app(workspace: &Workspace, person: &str) -> bool {
    somebody(workspace, person).is_ok_and(|user| of_this_workspace(workspace, &user).is_ok())
}
