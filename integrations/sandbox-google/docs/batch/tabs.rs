//! `addDocumentTab`, `deleteTab` and `updateDocumentTabProperties`.

use serde_json::{Value, json};

use super::{Batch, text};
use crate::docs::document::{Document, Tab};
use crate::docs::problem::Problem;
use crate::docs::render::tab_properties;
use crate::docs::unit::fresh_id;

/// How deep tabs nest.
const DEEPEST: usize = 3;
/// How many tabs a document can have.
const MOST: usize = 100;

pub(super) fn add(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let properties = request.get("tabProperties").unwrap_or(&Value::Null);
    let count = batch.document.all_tabs().len();
    if count >= MOST {
        return Err(Problem::invalid(format!("A document can have no more than {MOST} tabs.")));
    }
    let title = match text(properties, "title") {
        "" => format!("Tab {}", count + 1),
        title => title.to_owned(),
    };
    let mut tab = Tab::new(fresh_id("t."), title);
    tab.icon = Some(text(properties, "iconEmoji")).filter(|icon| !icon.is_empty()).map(str::to_owned);
    let id = tab.id.clone();
    put(&mut batch.document, tab, properties)?;
    Ok(json!({ "addDocumentTab": { "tabProperties": tab_properties(&batch.document, &id) } }))
}

/// The tab goes with those below it.
pub(super) fn delete(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let id = text(request, "tabId");
    batch.document.tab(id)?;
    take(&mut batch.document.tabs, id);
    if batch.document.tabs.is_empty() {
        return Err(Problem::invalid("Cannot delete the last remaining tab of the document."));
    }
    Ok(json!({}))
}

pub(super) fn update(batch: &mut Batch<'_>, request: &Value) -> Result<Value, Problem> {
    let properties = request.get("tabProperties").unwrap_or(&Value::Null);
    let id = text(properties, "tabId");
    batch.document.tab(id)?;
    let fields = match text(request, "fields") {
        "*" => "title,iconEmoji,index",
        fields => fields,
    };
    let fields: Vec<&str> = fields.split(',').map(str::trim).filter(|field| !field.is_empty()).collect();
    if fields.is_empty() {
        return Err(Problem::invalid(
            "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)",
        ));
    }
    let known = ["title", "iconEmoji", "index", "parentTabId"];
    if let Some(field) = fields.iter().find(|field| !known.contains(*field)) {
        return Err(Problem::invalid(format!("Invalid field mask: {field}.")));
    }
    let tab = batch.document.tab_mut(id)?;
    if fields.contains(&"title") {
        text(properties, "title").clone_into(&mut tab.title);
    }
    if fields.contains(&"iconEmoji") {
        tab.icon = Some(text(properties, "iconEmoji")).filter(|icon| !icon.is_empty()).map(str::to_owned);
    }
    let moves =
        fields.contains(&"parentTabId") || (fields.contains(&"index") && properties.get("index").is_some());
    if moves && let Some(tab) = take(&mut batch.document.tabs, id) {
        put(&mut batch.document, tab, properties)?;
    }
    Ok(json!({}))
}

/// Puts a tab where its properties say: below a parent, at an index, else last.
fn put(document: &mut Document, tab: Tab, properties: &Value) -> Result<(), Problem> {
    let parent = text(properties, "parentTabId");
    if !parent.is_empty() && depth(&document.tabs, parent, 1).unwrap_or_default() + height(&tab) > DEEPEST {
        return Err(Problem::invalid(format!("Tabs can be nested no more than {DEEPEST} levels deep.")));
    }
    let among = if parent.is_empty() { &mut document.tabs } else { &mut document.tab_mut(parent)?.children };
    let last = among.len();
    let index = properties.get("index").and_then(Value::as_i64);
    let index = index.and_then(|index| usize::try_from(index).ok()).unwrap_or(last);
    if index > last {
        return Err(Problem::invalid(format!("The tab index {index} must be at most {last}.")));
    }
    among.insert(index, tab);
    Ok(())
}

fn take(tabs: &mut Vec<Tab>, id: &str) -> Option<Tab> {
    match tabs.iter().position(|tab| tab.id == id) {
        Some(at) => Some(tabs.remove(at)),
        None => tabs.iter_mut().find_map(|tab| take(&mut tab.children, id)),
    }
}

/// How deep a tab stands, the outermost being one deep.
fn depth(tabs: &[Tab], id: &str, here: usize) -> Option<usize> {
    tabs.iter().find_map(|tab| if tab.id == id { Some(here) } else { depth(&tab.children, id, here + 1) })
}

fn height(tab: &Tab) -> usize {
    1 + tab.children.iter().map(height).max().unwrap_or_default()
}
