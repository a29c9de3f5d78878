//! The menu of a message: the app's shortcuts, and editing and deleting what is one's own.

use maud::{Markup, html};
use serde_json::json;

use crate::{
    Page, address,
    note::{Note, SeenBy},
    reader::Reader,
};

/// The menu; nothing for what only one person sees and for what is gone.
pub(super) fn shown(page: &Page, reader: &Reader, (channel, region): (&str, &str), note: &Note) -> Markup {
    if note.seen_by == SeenBy::OnePerson || note.deleted {
        return html! {};
    }
    let own = note.author == reader.id;
    let shortcuts = page.slack.message_shortcuts(&reader.handle);
    if !own && shortcuts.is_empty() {
        return html! {};
    }
    let id = format!("menu-{region}-{}", note.ts.replace('.', "-"));
    let message = json!({"channel": channel, "ts": note.ts}).to_string();
    html! {
        details.more.of-message id=(id) {
            summary aria-label="More actions" title="More actions" { "⋯" }
            ul {
                @for (number, (callback_id, words)) in shortcuts.iter().enumerate() {
                    li {
                        button type="button" id={ (id) "-" (number) } hx-post=(address::shortcut(reader)) hx-swap="none"
                            hx-vals=(json!({"channel": channel, "ts": note.ts, "callback_id": callback_id}).to_string()) {
                            (words)
                        }
                    }
                }
                @if own {
                    li {
                        details.edit id={ (id) "-edit" } {
                            summary { "Edit message" }
                            form hx-post=(address::edit(reader)) hx-vals=(message) hx-swap="none" {
                                label.hidden for={ (id) "-text" } { "New text" }
                                textarea id={ (id) "-text" } name="text" rows="3" { (typed(&note.text, reader)) }
                                button.button.small.primary type="submit" { "Save" }
                            }
                        }
                    }
                    li {
                        button.danger type="button" id={ (id) "-delete" } hx-post=(address::delete(reader)) hx-swap="none" hx-vals=(message)
                            data-confirm=(DELETING) { "Delete message" }
                    }
                }
            }
        }
    }
}

const DELETING: &str = r#"{"title":"Delete message","text":"Are you sure you want to delete this message? This cannot be undone.","confirm":"Delete","deny":"Cancel","style":"danger"}"#;

/// The text as it was typed: mentions by name, signs as themselves.
fn typed(text: &str, reader: &Reader) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        let Some((inner, tail)) = after.split_once('>') else {
            out.push('<');
            rest = after;
            continue;
        };
        let target = inner.split('|').next().unwrap_or_default();
        match target.strip_prefix('@') {
            Some(user) => out.extend(["@", &reader.handle_of(user)]),
            None => out.push_str(target),
        }
        rest = tail;
    }
    out.push_str(rest);
    out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
