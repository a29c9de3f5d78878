//! The addresses an app may answer a click or a command at: five times within thirty minutes.

mod url;

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::State,
    http::{StatusCode, Uri},
    response::{IntoResponse, Response},
};
use sandbox_world::Noted;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::{Value, json};

pub(crate) use self::url::{Original, ResponseUrl};
use super::{
    Slack,
    answer::Refusal,
    blocks,
    events::Order,
    ids,
    message::{Author, Content, Ephemeral},
    posting::{Draft, Edited},
    text::{self, Links},
    ts::Ts,
    workspace::Workspace,
};

const MOST_USES: u32 = 5;
const LIVES_MS: u64 = 30 * 60 * 1000;

/// Whether an answer is one of the five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Counts,
    /// It came with an acknowledgement, not to the address.
    Free,
}

#[derive(Default, Deserialize)]
struct Reply {
    text: Option<String>,
    blocks: Option<Value>,
    attachments: Option<Value>,
    thread_ts: Option<Ts>,
    response_type: Option<ResponseType>,
    #[serde(default, deserialize_with = "yes_or_no")]
    replace_original: bool,
    #[serde(default, deserialize_with = "yes_or_no")]
    delete_original: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ResponseType {
    #[default]
    Ephemeral,
    InChannel,
}

/// `true`, or `"true"` as Slack's own examples have it.
fn yes_or_no<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Bool(flag) => Ok(flag),
        Value::String(word) => word.parse().map_err(D::Error::custom),
        _ => Err(D::Error::custom("must be true or false")),
    }
}

pub(super) async fn respond(State(slack): State<Arc<Slack>>, uri: Uri, body: Bytes) -> Response {
    let given: Result<Value, _> = serde_json::from_slice(&body);
    let answered = match given {
        Ok(given) => {
            let team = uri.path().split('/').nth(2).unwrap_or_default();
            slack.of_team(team).answer_response_url(uri.path(), &given, Use::Counts)
        }
        Err(_) => Err(Refusal::new("invalid_payload")),
    };
    let mut response = match answered {
        Ok(()) => Json(json!({"ok": true})).into_response(),
        Err(refusal) => {
            let gone = matches!(refusal.code.as_str(), "used_url" | "expired_url");
            let status = if gone { StatusCode::NOT_FOUND } else { StatusCode::BAD_REQUEST };
            (status, Json(refusal.body())).into_response()
        }
    };
    response.extensions_mut().insert(Noted { method: "response_url".into(), caller: Some("app".into()) });
    response
}

impl Slack {
    /// Makes an address for answering one interaction.
    pub(super) fn response_url(workspace: &mut Workspace, base: &str, url: ResponseUrl) -> String {
        let path =
            format!("/actions/{}/{}/{}", workspace.team.id, url.made_at.microseconds(), ids::random(24));
        workspace.response_urls.insert(path.clone(), url);
        format!("{base}{path}")
    }

    pub(super) fn answer_response_url(
        &self,
        address: &str,
        given: &Value,
        using: Use,
    ) -> Result<(), Refusal> {
        let path = address.strip_prefix(&self.base).unwrap_or(address);
        let given: Reply =
            serde_json::from_value(given.clone()).map_err(|_| Refusal::new("invalid_payload"))?;
        self.change(|workspace| {
            let url = workspace.response_urls.get_mut(path).ok_or_else(|| Refusal::new("expired_url"))?;
            if url.made_at.plus_milliseconds(LIVES_MS) < Ts::now() {
                return Err(Refusal::new("expired_url"));
            }
            if url.uses >= MOST_USES {
                return Err(Refusal::new("used_url"));
            }
            let uses = url.uses + u32::from(using == Use::Counts);
            let url = ResponseUrl { uses, ..url.clone() };
            given.carry_out(workspace, &url)?;
            workspace.response_urls.insert(path.to_owned(), url);
            Ok(())
        })
    }
}

impl Reply {
    fn carry_out(self, workspace: &mut Workspace, url: &ResponseUrl) -> Result<(), Refusal> {
        if self.delete_original {
            return delete(workspace, url);
        }
        let (thread, kind, replaces) =
            (self.thread_ts, self.response_type.unwrap_or_default(), self.replace_original);
        let content = self.content()?;
        if replaces {
            return replace(workspace, url, content);
        }
        match kind {
            ResponseType::InChannel => {
                let (order, files) = (Order::default(), Vec::new());
                let draft = Draft { author: Author::App, thread, content, broadcast: false, order, files };
                workspace.post(&url.channel, draft).map(|_| ())
            }
            ResponseType::Ephemeral => {
                let ts = workspace.next_ts();
                let (channel, recipient) = (url.channel.clone(), url.user.clone());
                workspace.ephemerals.push(Ephemeral { ts, channel, recipient, thread, content });
                Ok(())
            }
        }
    }

    fn content(self) -> Result<Content, Refusal> {
        let content = Content {
            text: text::stored(&self.text.unwrap_or_default(), Links::Found),
            blocks: self.blocks.map(blocks::check).transpose()?.unwrap_or_default(),
            attachments: self.attachments.map(blocks::check_attachments).transpose()?.unwrap_or_default(),
            metadata: None,
        };
        if content.text.is_empty() && content.blocks.is_empty() && content.attachments.is_empty() {
            return Err(Refusal::new("no_text"));
        }
        Ok(content)
    }
}

fn delete(workspace: &mut Workspace, url: &ResponseUrl) -> Result<(), Refusal> {
    match url.original {
        Original::Message(ts) => workspace.remove(&url.channel, ts).map(|_| ()),
        Original::Ephemeral(ts) => {
            workspace.ephemerals.retain(|ephemeral| ephemeral.ts != ts);
            Ok(())
        }
        Original::Nothing => Err(Refusal::new("invalid_payload")),
    }
}

fn replace(workspace: &mut Workspace, url: &ResponseUrl, content: Content) -> Result<(), Refusal> {
    match url.original {
        Original::Message(ts) => workspace.rewrite(&url.channel, ts, content, Edited::Silent).map(|_| ()),
        Original::Ephemeral(ts) => {
            let ephemeral = workspace.ephemerals.iter_mut().find(|ephemeral| ephemeral.ts == ts);
            ephemeral.ok_or_else(|| Refusal::new("message_not_found"))?.content = content;
            Ok(())
        }
        Original::Nothing => Err(Refusal::new("invalid_payload")),
    }
}

#[cfg(test)]
mod tests {
    use sandbox_world::Changes;

    use super::*;
    use crate::ids::ChannelId;

    #[test]
    fn an_address_serves_for_thirty_minutes_and_no_longer() {
        let world = serde_json::from_value(json!({
            "workspace": "Fernwood", "domain": "fernwood.example",
            "people": [{"handle": "ana", "name": "Ana"}], "channels": [{"name": "general"}],
        }));
        let slack = Slack::new(&world.unwrap(), &Changes::default(), "");
        let made = |age_ms: u64| {
            slack.quietly(|workspace| {
                let made_at = (Ts::now().seconds() - age_ms / 1000).to_string().parse().unwrap();
                let (channel, user) = (ChannelId::of("general"), workspace.people[0].id.clone());
                let url = ResponseUrl { channel, user, original: Original::Nothing, made_at, uses: 0 };
                Slack::response_url(workspace, "", url)
            })
        };
        let answered = |path: String| slack.answer_response_url(&path, &json!({"text": "x"}), Use::Counts);
        assert_eq!(answered(made(LIVES_MS - 60_000)), Ok(()));
        assert_eq!(answered(made(LIVES_MS + 1000)), Err(Refusal::new("expired_url")));
    }

    #[test]
    fn what_comes_with_an_acknowledgement_is_none_of_the_five() {
        let world = serde_json::from_value(json!({
            "workspace": "Fernwood", "domain": "fernwood.example",
            "people": [{"handle": "ana", "name": "Ana"}], "channels": [{"name": "general"}],
        }));
        let slack = Slack::new(&world.unwrap(), &Changes::default(), "");
        let path = slack.quietly(|workspace| {
            let (channel, user) = (ChannelId::of("general"), workspace.people[0].id.clone());
            let url = ResponseUrl { channel, user, original: Original::Nothing, made_at: Ts::now(), uses: 0 };
            Slack::response_url(workspace, "", url)
        });
        let answered = |using| slack.answer_response_url(&path, &json!({"text": "x"}), using);
        assert_eq!(answered(Use::Free), Ok(()));
        assert!((0..MOST_USES).all(|_| answered(Use::Counts) == Ok(())));
        assert_eq!(answered(Use::Counts), Err(Refusal::new("used_url")));
    }

    #[test]
    fn a_flag_may_be_a_word() {
        let reply = |given: Value| serde_json::from_value::<Reply>(given).map(|reply| reply.replace_original);
        assert!(reply(json!({"replace_original": "true"})).unwrap());
        assert!(!reply(json!({"replace_original": "false"})).unwrap());
        assert!(reply(json!({"replace_original": "perhaps"})).is_err());
    }
}
