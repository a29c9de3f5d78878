//! Documents made, changed and commented on.

use serde_json::{Value, json};

use super::super::answers::files::SuggestionList;
use super::super::past::Past;
use super::super::tell;
use super::super::turn::Asked;
use super::super::turn::Turn;
use super::super::wish::files::{Decision, Docs, Mode};
use super::super::wish::named::File;
use super::files::locate;
use super::next::{Next, answered, carry_out};

/// So many suggestions can be decided at once.
const MOST: usize = 20;

pub(super) fn pursue(turn: &Turn, docs: &Docs, past: &[Past<'_>]) -> Result<Next, Next> {
    let on = |tool: &'static str, document: &File, args: Value| {
        let row = locate(turn, document, past)?;
        let mut args = args;
        if let Some(args) = args.as_object_mut() {
            args.insert("document".to_owned(), json!(row.id));
        }
        Ok(carry_out(turn, Asked { tool, args }, &row.name))
    };
    match docs {
        Docs::Create { title, content } => {
            let args = json!({ "title": title, "content": content });
            Ok(carry_out(turn, Asked { tool: "docs.create", args }, title))
        }
        Docs::Append { document, content, mode } => {
            on("docs.append", document, json!({ "content": content, "mode": mode_word(*mode) }))
        }
        Docs::AddUnder { document, heading, content } => {
            let args =
                json!({ "action": "insert", "place": "section_end", "heading": heading, "content": content });
            on("docs.edit", document, args)
        }
        Docs::Replace { document, find, replace, mode } => {
            let args = json!({ "find": find, "replace": replace, "mode": mode_word(*mode) });
            on("docs.replace", document, args)
        }
        Docs::Comments(document) => on("docs.comments", document, json!({})),
        Docs::Comment { document, about, words } => {
            on("docs.comment", document, json!({ "about": about, "comment": words }))
        }
        Docs::Suggestions(document) => on("docs.suggestions", document, json!({})),
        Docs::Decide { document, decision } => {
            let row = locate(turn, document, past)?;
            let listing = Asked { tool: "docs.suggestions", args: json!({ "document": row.id }) };
            let open: SuggestionList = answered(turn, listing)?;
            let ids: Vec<&str> = open.suggestions.iter().take(MOST).map(|one| one.id.as_str()).collect();
            if ids.is_empty() {
                return Ok(Next::Say(tell::files::no_suggestions(&row.name)));
            }
            let word = match decision {
                Decision::Accept => "accept",
                Decision::Reject => "reject",
            };
            let args = json!({ "document": row.id, "suggestions": ids, "decision": word });
            Ok(carry_out(turn, Asked { tool: "docs.decide_suggestion", args }, &row.name))
        }
    }
}

fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Suggest => "suggest",
        Mode::Edit => "edit",
    }
}
