//! What a server says it can do, read with suspicion.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{PaginatedRequestParams, Tool};
use rmcp::service::{Peer, RoleClient, ServiceError};
use serde_json::{Map, Value, json};

use crate::names::name;
use crate::noting::{unreadable, works_in_the_background};
use crate::settings::ServerSettings;
use crate::tool_refusal::ToolRefusal;
use crate::unreached::Unreached;
use crate::words::{visible, visible_up_to};

/// A list takes no longer than this, and has no more pages and tools.
const PATIENCE: Duration = Duration::from_secs(30);
const MOST_PAGES: usize = 100;
const MOST_TOOLS: usize = 2_000;
/// What a model reads of a description.
const DESCRIPTION: usize = 2_000;
/// Whoever says more about a tool is not listened to, nor about all of them together.
const LARGEST: usize = 128 * 1024;
const ALTOGETHER: usize = 16 * 1024 * 1024;
/// How it is written down that a tool only works in the background.
const BACKGROUND: &str = "background";

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
    /// Whether nobody can wait for what it does.
    pub(crate) background: bool,
    /// Everything that somebody agrees to, line by line and always in the same order.
    pub(crate) said: String,
}

/// What was heard, and what of it was not taken.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) tools: Vec<Heard>,
    pub(crate) refused: Vec<(String, String)>,
    names: BTreeSet<String>,
    /// How much was said about them.
    said: usize,
}

/// Asks for the whole list, page by page.
pub(crate) async fn list(settings: &ServerSettings, peer: &Peer<RoleClient>) -> Result<Listing, Unreached> {
    let pages = async {
        let (mut listing, mut cursor) = (Listing::default(), None);
        for _ in 0..MOST_PAGES {
            let page = PaginatedRequestParams::default().with_cursor(cursor);
            let page = peer.list_tools(Some(page)).await.map_err(|error| unlisted(settings, &error))?;
            listing.take(&settings.name, page.tools);
            cursor = page.next_cursor;
            if cursor.is_none() || listing.tools.len() + listing.refused.len() > MOST_TOOLS {
                return Ok(listing);
            }
        }
        Err(Unreached::Away(format!("its list of tools has more than {MOST_PAGES} pages")))
    };
    tokio::time::timeout(PATIENCE, pages)
        .await
        .unwrap_or_else(|_| Err(Unreached::Away("it took too long to say what it can do".to_owned())))
}

fn unlisted(settings: &ServerSettings, error: &ServiceError) -> Unreached {
    match error {
        ServiceError::UnexpectedResponse => {
            Unreached::Away("it does not say what it can do as the protocol has it".to_owned())
        }
        error => Unreached::of(settings, error),
    }
}

impl Listing {
    /// The first of two with one name counts.
    fn take(&mut self, server: &str, tools: Vec<Tool>) {
        for tool in tools {
            let called = visible_up_to(&tool.name, 100);
            match Heard::of(server, &tool).and_then(|heard| self.has_room_for(heard)) {
                Ok(heard) => self.tools.push(heard),
                Err(why) => self.refused.push((called, why.to_string())),
            }
        }
    }

    fn has_room_for(&mut self, heard: Heard) -> Result<Heard, ToolRefusal> {
        if self.tools.len() >= MOST_TOOLS {
            return Err(ToolRefusal::TooMany(MOST_TOOLS));
        }
        if self.said + heard.said.len() > ALTOGETHER {
            return Err(ToolRefusal::AllTooLarge(ALTOGETHER));
        }
        if !self.names.insert(heard.name.clone()) {
            return Err(ToolRefusal::SameName(heard.name));
        }
        self.said += heard.said.len();
        Ok(heard)
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
        let background = tool.get(BACKGROUND).is_some();
        let heard = Self::of(server, &Tool::new(name, description, Arc::new(schema))).ok()?;
        Some(Self { background, ..heard })
    }

    fn of(server: &str, tool: &Tool) -> Result<Self, ToolRefusal> {
        if let Some(why) = unreadable(tool) {
            return Err(ToolRefusal::Unreadable(visible_up_to(why, 300)));
        }
        let description = tool.description.as_deref().unwrap_or_default();
        let mut said = json!({
            "annotations": tool.annotations,
            "description": description.lines().collect::<Vec<_>>(),
            "name": tool.name,
            "schema": *tool.input_schema,
            "title": tool.title,
        });
        let background = works_in_the_background(tool);
        // Only then: what was agreed to before this was written down stays agreed to.
        if let (true, Some(said)) = (background, said.as_object_mut()) {
            said.insert(BACKGROUND.to_owned(), Value::Bool(true));
        }
        let said = format!("{said:#}");
        if said.len() > LARGEST {
            return Err(ToolRefusal::TooLarge(LARGEST));
        }
        if tool.name.trim().is_empty() {
            return Err(ToolRefusal::NoName);
        }
        Ok(Self {
            tool: tool.name.to_string(),
            name: name(server, &tool.name),
            description: visible_up_to(visible(description).trim(), DESCRIPTION),
            schema: (*tool.input_schema).clone(),
            background,
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

    fn listed(tools: Vec<Tool>) -> Listing {
        let mut listing = Listing::default();
        listing.take("s", tools);
        listing
    }

    #[test]
    fn of_too_many_and_of_too_much_the_first_are_taken() {
        let many = listed((0..MOST_TOOLS + 3).map(|number| tool(&format!("t{number}"), "x")).collect());
        assert_eq!((many.tools.len(), many.refused.len()), (MOST_TOOLS, 3));
        let mut schema = Map::new();
        schema.insert("title".to_owned(), Value::from("x".repeat(LARGEST - 1_000)));
        let schema = Arc::new(schema);
        let large = |number: usize| Tool::new(format!("t{number}"), "x", Arc::clone(&schema));
        let much = listed((0..140).map(large).collect());
        assert!(much.said <= ALTOGETHER && much.tools.len() > 100, "{}", much.tools.len());
        assert_eq!(much.tools.len() + much.refused.len(), 140);
        assert!(much.refused[0].1.contains("about all of them"));
    }

    #[test]
    fn the_second_of_two_that_collide_is_refused() {
        let listing = listed(vec![tool("a b", "one"), tool("a_b", "two"), tool("a b", "three")]);
        assert_eq!(listing.tools.len(), 1);
        assert_eq!(listing.tools[0].description, "one");
        assert_eq!(listing.refused.len(), 2);
    }

    #[test]
    fn the_model_reads_what_a_person_would_see_and_not_more() {
        let listing = listed(vec![tool("a", &format!("plain\u{200b}\u{e0041} {}", "x".repeat(5_000)))]);
        let heard = &listing.tools[0];
        assert!(heard.description.starts_with("plain xxx"));
        assert_eq!(heard.description.chars().count(), DESCRIPTION + 1);
        assert!(heard.said.contains('\u{200b}'), "what is agreed to is all of it");
    }

    #[test]
    fn whatever_changes_about_a_tool_changes_what_was_agreed_to() {
        let said = |tool: Tool| listed(vec![tool]).tools[0].said.clone();
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
        let listing = listed(vec![tool("a", &"x".repeat(LARGEST)), tool(" ", "x")]);
        assert!(listing.tools.is_empty());
        assert_eq!(listing.refused.len(), 2);
    }

    #[test]
    fn what_was_written_down_of_a_tool_is_read_again() {
        let mut schema = Map::new();
        schema.insert("type".to_owned(), Value::from("object"));
        let listing = listed(vec![Tool::new("a/b", "One.\nTwo.", Arc::new(schema))]);
        let heard = &listing.tools[0];
        let again = Heard::remembered("s", &heard.said).unwrap();
        assert_eq!((&again.tool, &again.name), (&heard.tool, &heard.name));
        assert_eq!((&again.description, &again.schema), (&heard.description, &heard.schema));
        assert!(Heard::remembered("s", "nonsense").is_none() && Heard::remembered("s", "{}").is_none());
    }
}
