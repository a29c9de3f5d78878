//! A canvas: its title and its text.

use maud::{Markup, html};
use serde_json::Value;

use super::{
    Page, address,
    field::field,
    reader::Reader,
    writing::{Dialect, written},
};

pub(super) fn pane(page: &Page, reader: &Reader, id: &str) -> Option<(String, Markup)> {
    let canvas = one(page, reader, id)?;
    let title = title(&canvas).to_owned();
    let middle = html! {
        div.pane {
            header.pane-head { h1 { (title) } p.about { "Canvas" } }
            div.scroll tabindex="0" data-part="canvas" { (part(page, reader, id)?) }
        }
    };
    Some((title, middle))
}

pub(super) fn part(page: &Page, reader: &Reader, id: &str) -> Option<Markup> {
    let canvas = one(page, reader, id)?;
    let sections = canvas.get("sections").and_then(Value::as_array).cloned().unwrap_or_default();
    Some(html! {
        article.canvas.said id="canvas" data-canvas-id=(id) {
            @for section in &sections {
                section data-section=(field(section, "id")) { (written(field(section, "markdown"), Dialect::Markdown, reader)) }
            }
            @if sections.is_empty() { p.unknown { "This canvas is empty." } }
        }
    })
}

/// The canvases somebody may read, and the ways to them.
pub(super) fn links(page: &Page, reader: &Reader, open: Option<&str>) -> Markup {
    let all = page.slack.canvases(Some(&reader.handle));
    html! {
        @if !all.is_empty() {
            h2 { "Canvases" }
            ul {
                @for canvas in &all {
                    @let id = field(canvas, "id");
                    li {
                        a href=(address::canvas(&reader.handle, id)) data-canvas-id=(id) aria-current=[(open == Some(id)).then_some("page")] {
                            span.sign aria-hidden="true" { "▤" }
                            span.name { (title(canvas)) }
                        }
                    }
                }
            }
        }
    }
}

fn one(page: &Page, reader: &Reader, id: &str) -> Option<Value> {
    page.slack.canvases(Some(&reader.handle)).into_iter().find(|canvas| field(canvas, "id") == id)
}

fn title(canvas: &Value) -> &str {
    match field(canvas, "title") {
        "" => "Untitled",
        title => title,
    }
}
