//! How a model may search the web, as it is written.

use models::{Domains, WebSearch};
use schemars::JsonSchema;
use serde::Deserialize;
use wire::SettingError;

/// How often for one reply, unless it is said.
const MOST: u32 = 5;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum WrittenSearch {
    Whether(bool),
    How(WrittenManner),
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenManner {
    /// How often it may search for one reply; 5 unless it is said.
    max_uses: Option<u32>,
    /// Only there, e.g. `["example.com", "docs.example.org/en"]`.
    allowed_domains: Vec<String>,
    /// Everywhere but there.
    blocked_domains: Vec<String>,
}

impl WrittenSearch {
    pub(super) fn meant(self, place: &str) -> Result<Option<WebSearch>, SettingError> {
        let manner = match self {
            Self::Whether(false) => return Ok(None),
            Self::Whether(true) => WrittenManner::default(),
            Self::How(manner) => manner,
        };
        let WrittenManner { max_uses, allowed_domains, blocked_domains } = manner;
        let most = max_uses.unwrap_or(MOST);
        if most == 0 {
            let key = format!("{place}.web_search.max_uses = 0");
            return Err(SettingError::new(key, "write web_search = false."));
        }
        if let Some(address) =
            allowed_domains.iter().chain(&blocked_domains).find(|domain| !is_domain(domain))
        {
            let problem = format!("\"{address}\" is no domain like \"example.com\".");
            return Err(SettingError::new(format!("{place}.web_search"), problem));
        }
        let domains = match (allowed_domains.is_empty(), blocked_domains.is_empty()) {
            (true, true) => Domains::All,
            (false, true) => Domains::Only(allowed_domains),
            (true, false) => Domains::AllBut(blocked_domains),
            (false, false) => {
                let problem = "has both allowed_domains and blocked_domains.";
                return Err(
                    SettingError::new(format!("[{place}.web_search]"), problem).hint("Keep one of them.")
                );
            }
        };
        Ok(Some(WebSearch { most, domains }))
    }
}

/// Without a scheme; a path may follow.
fn is_domain(written: &str) -> bool {
    let host = written.split('/').next().unwrap_or_default();
    host.contains('.') && !written.contains("://") && !written.contains(char::is_whitespace)
}
