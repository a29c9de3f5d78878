//! Other apps of the workspace post.

use sandbox_world::BotSeed;
use serde::Deserialize;
use serde_json::Value;

use super::{Cannot, Written, place};
use crate::{
    Slack,
    bots::Bot,
    events::Order,
    message::{Author, Content},
    posting::Draft,
    text::{self, Links},
    ts::Ts,
};

/// A message of another bot. Its text is taken as it is, with `<@U…>` for a mention.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotPost {
    bot: String,
    channel: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    blocks: Vec<Value>,
    #[serde(default)]
    attachments: Vec<Value>,
    #[serde(default)]
    thread_ts: Option<Ts>,
}

impl Slack {
    /// Adds an app to the workspace.
    pub fn add_bot(&self, seed: &BotSeed) -> Result<Bot, Cannot> {
        self.change(|workspace| {
            if workspace.bots.iter().any(|bot| bot.name == seed.name) {
                return Err(Cannot::Allowed(format!(
                    "There is a bot `{}` already. Take another name.",
                    seed.name
                )));
            }
            let bot = Bot::new(seed);
            workspace.bots.push(bot.clone());
            Ok(bot)
        })
    }

    pub fn bots(&self) -> Vec<Bot> {
        self.read(|workspace| workspace.bots.clone())
    }

    pub fn bot_post(&self, post: BotPost) -> Result<Written, Cannot> {
        self.change(|workspace| {
            let names = || workspace.bots.iter().map(|bot| bot.name.as_str()).collect::<Vec<_>>().join(", ");
            let bot = workspace.bots.iter().find(|bot| bot.name == post.bot);
            let bot = bot.ok_or_else(|| {
                Cannot::Find(format!("There is no bot `{}`. The bots are: {}.", post.bot, names()))
            })?;
            let author = Author::Bot(bot.id.clone());
            let channel = place(workspace, &post.channel)?.id.clone();
            let content = Content {
                text: text::stored(&post.text, Links::Found),
                blocks: post.blocks,
                attachments: post.attachments,
                metadata: None,
            };
            if content.text.is_empty() && content.blocks.is_empty() && content.attachments.is_empty() {
                return Err(Cannot::Allowed("Not even a bot says nothing. Give a `text`.".to_owned()));
            }
            let (thread, order, files) = (post.thread_ts, Order::default(), Vec::new());
            let draft = Draft { author, thread, content, broadcast: false, order, files };
            let posted = workspace.post(&channel, draft)?;
            Ok(Written { channel, ts: posted.ts, event_ids: posted.event_ids })
        })
    }
}
