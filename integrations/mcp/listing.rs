//! What a server says it can do, read with suspicion.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{PaginatedRequestParams, Tool};
use rmcp::service::{Peer, RoleClient};
use serde_json::{Map, Value, json};

use crate::names::name;
use crate::words::{visible, visible_up_to};

/// A list takes no longer than this, and has no more pages and tools.
const PATIENCE: Duration = Duration::from_secs(30);
const MOST_PAGES: usize = 100;
const MOST_TOOLS: usize = 2_000;
/// What a model reads of a description.
const DESCRIPTION: usize = 2_000;
/// Whoever says more about a tool is not listened to.
const LARGEST: usize = 128 * 1024;

/// One tool, as its server describes it.
#[derive(Clone, Debug)]
pub(crate) struct Heard {
    /// As the server calls it.
    pub(crate) tool: String,
    /// As we call it.
    pub(crate) name: String,
    /// What the model reads.
    pub(crate) description: String,
    pub(crate) schema: Map<String, Value>,
    /// Everything that somebody agrees to, line by line and always in the same order.
    pub(crate) said: String,
}

/// What was heard, and what of it was not taken.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) tools: Vec<Heard>,
    pub(crate) refused: Vec<(String, String)>,
}

/// Asks for the whole list, page by page.
pub(crate) async fn list(server: &str, peer: &Peer<RoleClient>) -> Result<Listing, String> {
    let pages = async {
        let (mut tools, mut cursor) = (Vec::new(), None);
        for _ in 0..MOST_PAGES {
            let page = PaginatedRequestParams::default().with_cursor(cursor);
            let page = peer.list_tools(Some(page)).await.map_err(|error| error.to_string())?;
            tools.extend(page.tools);
            cursor = page.next_cursor;
            if cursor.is_none() || tools.len() > MOST_TOOLS {
                return Ok(tools);
            }
        }
        Err(format!("its list of tools has more than {MOST_PAGES} pages"))
    };
    let tools = tokio::time::timeout(PATIENCE, pages)
        .await
        .unwrap_or_else(|_| Err("it took too long to say what it can do".to_owned()))?;
    Ok(Listing::of(server, tools))
}

impl Listing {
    /// The first of two with one name counts.
    pub(crate) fn of(server: &str, tools: Vec<Tool>) -> Self {
        let (mut listing, mut names) = (Self::default(), BTreeSet::new());
        for tool in tools {
            let called = visible_up_to(&tool.name, 100);
            match Heard::of(server, &tool) {
                _ if listing.tools.len() >= MOST_TOOLS => {
                    listing.refused.push((called, format!("there are more than {MOST_TOOLS} of them")));
                }
                Ok(heard) if names.insert(heard.name.clone()) => listing.tools.push(heard),
                Ok(heard) => {
                    let why = format!("another one of this server is called {} already", heard.name);
                    listing.refused.push((called, why));
                }
                Err(why) => listing.refused.push((called, why)),
            }
        }
        listing
    }
}

impl Heard {
    /// What was written down of it, if this build can read it.
    pub(crate) fn remembered(server: &str, said: &str) -> Option<Self> {
        let mut tool: Value = serde_json::from_str(said).ok()?;
        let lines = tool.get("description")?.as_array()?.iter().filter_map(Value::as_str);
        let description = lines.collect::<Vec<_>>().join("\n");
        let Some(Value::Object(schema)) = tool.get_mut("schema").map(Value::take) else { return None };
        let name = tool.get("name")?.as_str()?.to_owned();
        Self::of(server, &Tool::new(name, description, Arc::new(schema))).ok()
    }

    fn of(server: &str, tool: &Tool) -> Result<Self, String> {
        let description = tool.description.as_deref().unwrap_or_default();
        let said = format!(
            "{:#}",
            json!({
                "annotations": tool.annotations,
                "description": description.lines().collect::<Vec<_>>(),
                "name": tool.name,
                "schema": *tool.input_schema,
                "title": tool.title,
            })
        );
        if said.len() > LARGEST {
            return Err(format!("what is said about it is larger than {LARGEST} bytes"));
        }
        if tool.name.trim().is_empty() {
            return Err("it has no name".to_owned());
        }
        Ok(Self {
            tool: tool.name.to_string(),
            name: name(server, &tool.name),
            description: visible_up_to(visible(description).trim(), DESCRIPTION),
            schema: (*tool.input_schema).clone(),
            said,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(name: &str, description: &str) -> Tool {
        Tool::new(name.to_owned(), description.to_owned(), Arc::new(Map::new()))
    }

    #[test]
    fn the_second_of_two_that_collide_is_refused() {
        let listing = Listing::of("s", vec![tool("a b", "one"), tool("a_b", "two"), tool("a b", "three")]);
        assert_eq!(listing.tools.len(), 1);
        assert_eq!(listing.tools[0].description, "one");
        assert_eq!(listing.refused.len(), 2);
    }

    #[test]
    fn the_model_reads_what_a_person_would_see_and_not_more() {
        let listing =
            Listing::of("s", vec![tool("a", &format!("plain\u{200b}\u{e0041} {}", "x".repeat(5_000)))]);
        let heard = &listing.tools[0];
        assert!(heard.description.starts_with("plain xxx"));
        assert_eq!(heard.description.chars().count(), DESCRIPTION + 1);
        assert!(heard.said.contains('\u{200b}'), "what is agreed to is all of it");
    }

    #[test]
    fn whatever_changes_about_a_tool_changes_what_was_agreed_to() {
        let said = |tool: Tool| Listing::of("s", vec![tool]).tools[0].said.clone();
        let base = said(tool("a", "x"));
        assert_ne!(base, said(tool("a", "y")));
        let annotated = tool("a", "x").annotate(rmcp::model::ToolAnnotations::new().read_only(true));
        assert_ne!(base, said(annotated));
        let mut schema = Map::new();
        schema.insert("type".to_owned(), Value::from("object"));
        assert_ne!(base, said(Tool::new("a", "x", Arc::new(schema))));
        assert_eq!(base, said(tool("a", "x")));
    }

    #[test]
    fn whoever_says_too_much_or_nothing_is_not_listened_to() {
        let listing = Listing::of("s", vec![tool("a", &"x".repeat(LARGEST)), tool(" ", "x")]);
        assert!(listing.tools.is_empty());
        assert_eq!(listing.refused.len(), 2);
    }

    #[test]
    fn what_was_written_down_of_a_tool_is_read_again() {
        let mut schema = Map::new();
        schema.insert("type".to_owned(), Value::from("object"));
        let listing = Listing::of("s", vec![Tool::new("a/b", "One.\nTwo.", Arc::new(schema))]);
        let heard = &listing.tools[0];
        let again = Heard::remembered("s", &heard.said).unwrap();
        assert_eq!((&again.tool, &again.name), (&heard.tool, &heard.name));
        assert_eq!((&again.description, &again.schema), (&heard.description, &heard.schema));
        assert!(Heard::remembered("s", "nonsense").is_none() && Heard::remembered("s", "{}").is_none());
    }
}
