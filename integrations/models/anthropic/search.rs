//! The provider's own search of the web.
//!
//! What it brings never passes us in a form we could read or fence: it comes sealed, and goes back sealed. We know the
//! titles and addresses, and that the model has read what strangers wrote.

use kernel::{Label, Readers};
use serde::Serialize;
use serde_json::Value;

use super::cache_mark::Mark;

/// What the tool is called in the API, and in front of the model.
const KIND: &str = "web_search_20250305";
const NAME: &str = "web_search";
/// What pages came through, on labels.
const THROUGH: &str = "web.search";
/// More pages than these are not named.
const MOST_NAMED: usize = 100;
const LONGEST_TITLE: usize = 200;
const LONGEST_ADDRESS: usize = 500;

/// How a model may search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebSearch {
    /// How often for one reply.
    pub most: u32,
    pub domains: Domains,
}

/// Where it may look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Domains {
    #[default]
    All,
    Only(Vec<String>),
    AllBut(Vec<String>),
}

/// The tool as the API wants it.
#[derive(Serialize)]
pub(super) struct SearchTool<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'static str,
    max_uses: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_domains: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked_domains: Option<&'a [String]>,
    cache_control: Mark,
}

impl WebSearch {
    pub(super) fn tool(&self) -> SearchTool<'_> {
        let (allowed, blocked) = match &self.domains {
            Domains::All => (None, None),
            Domains::Only(domains) => (Some(domains.as_slice()), None),
            Domains::AllBut(domains) => (None, Some(domains.as_slice())),
        };
        SearchTool {
            kind: KIND,
            name: NAME,
            max_uses: self.most,
            allowed_domains: allowed,
            blocked_domains: blocked,
            cache_control: Mark::EPHEMERAL,
        }
    }
}

/// Where what a search brought came from. What we do not understand is a stranger's too.
pub(super) fn label_of(result: &Value) -> Label {
    let pages = match &result["content"] {
        // It failed, and nothing was read.
        Value::Object(error) if error.contains_key("error_code") => return Label::trusted(),
        Value::Array(pages) if pages.is_empty() => return Label::trusted(),
        Value::Array(pages) => pages.as_slice(),
        _ => &[],
    };
    let named = pages.iter().take(MOST_NAMED).filter_map(page);
    let strangers = Label::stranger(THROUGH, "the web").read_by(Readers::Everybody);
    named.reduce(|all, page| all.join(&page)).unwrap_or(strangers)
}

fn page(page: &Value) -> Option<Label> {
    let address = page["url"].as_str().filter(|url| url.len() <= LONGEST_ADDRESS)?;
    let title = page["title"].as_str().unwrap_or_default().chars().take(LONGEST_TITLE).collect();
    let label = Label::stranger(THROUGH, format!("web page {address}")).called([title]);
    Some(label.read_by(Readers::Everybody))
}

/// The blocks without searches that brought nothing: the API would refuse those.
pub(super) fn settled(content: &[Value]) -> Vec<Value> {
    let answers: Vec<&str> = content.iter().filter_map(|block| block["tool_use_id"].as_str()).collect();
    let stays = |block: &&Value| {
        block["type"] != "server_tool_use" || block["id"].as_str().is_some_and(|id| answers.contains(&id))
    };
    content.iter().filter(stays).cloned().collect()
}

/// The outcome of something that the provider did by itself.
pub(super) fn is_result(block: &Value) -> bool {
    block["type"].as_str().is_some_and(|kind| kind.ends_with("_tool_result"))
}

/// A part of a search, which a request without the search tool must not have.
pub(super) fn is_part(block: &Value) -> bool {
    block["type"] == "server_tool_use" || is_result(block)
}
