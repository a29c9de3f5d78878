//! Tools of servers outside, which have no wordings of their own: “use TOOL of SERVER with {JSON}”.

use kernel::{CallId, ToolCall, ToolResult};
use serde_json::{Value, json};

use super::conversation::Conversation;
use super::fence::take_apart;

/// What is done about such a wish.
pub(crate) enum Next {
    Call(ToolCall),
    Say(String),
}

/// Nothing if the newest words are about something else.
pub(crate) fn next(conversation: &Conversation, position: usize) -> Option<Next> {
    let turn = conversation.newest()?;
    let (tool, args) = wanted(turn.words()?)?;
    let answered = turn.rounds.last().and_then(|round| round.last());
    Some(match answered {
        Some(step) => Next::Say(told(&tool, step.answer())),
        None => match args {
            Ok(args) => Next::Call(ToolCall { id: CallId(format!("call_{position}_0")), tool, args }),
            Err(why) => Next::Say(format!(
                "What stands after “with” is not JSON ({why}). Say, for example: use echo of everything with {{\"message\": \"hi\"}}"
            )),
        },
    })
}

/// The name of the tool, and what it gets.
fn wanted(words: &str) -> Option<(String, Result<Value, serde_json::Error>)> {
    let (head, args) = match words.find('{') {
        Some(at) => (words.get(..at)?, serde_json::from_str(words.get(at..)?.trim().trim_end_matches('.'))),
        None => (words, Ok(json!({}))),
    };
    let parts: Vec<&str> =
        head.split_whitespace().map(|word| word.trim_matches(['“', '”', '"', '`', ',', ':'])).collect();
    let parts = match parts.as_slice() {
        ["Please" | "please", rest @ ..] => rest,
        all => all,
    };
    let parts = match parts {
        [rest @ .., "with"] => rest,
        all => all,
    };
    match parts {
        ["use" | "Use" | "call" | "Call", name] => {
            let name = name
                .strip_prefix("mcp:")
                .map_or((*name).to_owned(), |name| format!("mcp__{}", name.replace(':', "__")));
            name.starts_with("mcp__").then_some((name, args))
        }
        ["use" | "Use" | "call" | "Call", tool, "of" | "from", server] => {
            Some((format!("mcp__{}__{tool}", server.trim_end_matches('.').to_lowercase()), args))
        }
        _ => None,
    }
}

fn told(tool: &str, result: &ToolResult) -> String {
    let apart = take_apart(&result.words);
    let inside = apart.inside.join("\n");
    match (result.failed, inside.trim()) {
        (true, "") => format!("That did not work. {}", apart.outside),
        (true, quoted) => format!("That did not work. {}\n{quoted}", apart.outside),
        (false, "") => format!("`{tool}`: {}", apart.outside),
        (false, answer) => format!("`{tool}` answered:\n{answer}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(words: &str) -> Option<(String, Value)> {
        wanted(words).map(|(tool, args)| (tool, args.unwrap()))
    }

    #[test]
    fn a_tool_is_named_with_its_server_or_by_its_whole_name() {
        let echo = |args: Value| Some(("mcp__everything__echo".to_owned(), args));
        assert_eq!(
            name("use echo of Everything with {\"message\": \"hi\"}"),
            echo(json!({ "message": "hi" }))
        );
        assert_eq!(name("Please use echo of everything"), echo(json!({})));
        assert_eq!(name("call mcp__everything__echo with { }"), echo(json!({})));
        assert_eq!(name("use mcp:everything:echo {\"a\": 1}"), echo(json!({ "a": 1 })));
        for other in ["use the second one", "call Ben", "what's new?", "use echo"] {
            assert_eq!(name(other), None, "{other}");
        }
    }
}
