//! What a stream is fed with, read as strictly as Slack reads it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::limits::{LONGEST, MOST_BLOCKS};
use crate::{answer::Refusal, blocks, markdown};

/// Of a task or a plan.
const LONGEST_TITLE: usize = 256;

pub(crate) enum Chunk {
    MarkdownText(String),
    Task(Task),
    PlanTitle(String),
    Blocks(Vec<Value>),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) status: String,
    /// Markdown, each addition after the other.
    details: String,
    output: String,
    sources: Vec<Value>,
}

impl Task {
    /// Title and status are replaced, details and output are added to.
    pub(super) fn renew(&mut self, update: Self) {
        self.title = update.title;
        self.status = update.status;
        self.details.push_str(&update.details);
        self.output.push_str(&update.output);
        if !update.sources.is_empty() {
            self.sources = update.sources;
        }
    }

    pub(super) fn card(&self) -> Value {
        let mut card = Map::new();
        card.insert("type".into(), json!("task_card"));
        card.insert("block_id".into(), json!(format!("task-{}", self.id)));
        card.insert("task_id".into(), json!(self.id));
        card.insert("title".into(), json!(self.title));
        card.insert("status".into(), json!(self.status));
        for (name, markdown) in [("details", &self.details), ("output", &self.output)] {
            let rich = markdown::translated(markdown).blocks.into_iter().next();
            if let Some(rich) = rich.filter(|block| block.get("type") == Some(&json!("rich_text"))) {
                card.insert(name.into(), rich);
            }
        }
        if !self.sources.is_empty() {
            card.insert("sources".into(), json!(self.sources));
        }
        Value::Object(card)
    }
}

/// The chunks of one call.
pub(crate) fn read(given: &Value) -> Result<Vec<Chunk>, Refusal> {
    let chunks = given.as_array().ok_or_else(|| Refusal::new("invalid_chunks"))?;
    chunks.iter().map(|chunk| one(chunk).unwrap_or_else(|| Err(Refusal::new("invalid_chunks")))).collect()
}

/// `None` for what Slack does not know as a chunk.
fn one(chunk: &Value) -> Option<Result<Chunk, Refusal>> {
    let fields = chunk.as_object()?;
    let only = |known: &[&str]| fields.keys().all(|name| name == "type" || known.contains(&name.as_str()));
    let text = |name: &str, most: usize| {
        let text = fields.get(name)?.as_str()?;
        (text.chars().count() <= most).then(|| text.to_owned())
    };
    let said = |name: &str, most: usize| text(name, most).filter(|text| !text.is_empty());
    match fields.get("type")?.as_str()? {
        "markdown_text" if only(&["text"]) => Some(Ok(Chunk::MarkdownText(text("text", LONGEST)?))),
        "plan_update" if only(&["title"]) => Some(Ok(Chunk::PlanTitle(said("title", LONGEST_TITLE)?))),
        "blocks" if only(&["blocks"]) => {
            let given = fields.get("blocks")?;
            if given.as_array()?.len() > MOST_BLOCKS {
                return Some(Err(Refusal::new("msg_blocks_too_many")));
            }
            Some(blocks::check(given.clone()).map(Chunk::Blocks))
        }
        "task_update"
            if only(&["id", "title", "status", "details", "output", "sources", "icon", "hide_title"])
                && blocks::are_sources(fields) =>
        {
            let optional = |name: &str| match fields.get(name) {
                None => Some(String::new()),
                Some(_) => text(name, LONGEST),
            };
            let status = said("status", LONGEST_TITLE)?;
            if !matches!(status.as_str(), "pending" | "in_progress" | "complete" | "error") {
                return None;
            }
            Some(Ok(Chunk::Task(Task {
                id: said("id", 255)?,
                title: said("title", LONGEST_TITLE)?,
                status,
                details: optional("details")?,
                output: optional("output")?,
                sources: fields.get("sources").and_then(Value::as_array).cloned().unwrap_or_default(),
            })))
        }
        _ => None,
    }
}
