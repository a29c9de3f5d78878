//! A conversation with tools, told in words.

use kernel::{Message, Request, ToolCall, ToolResult};
use serde_json::json;

const HOW: &str = "# Tools\n\
    You can call tools. To call one, write exactly this, on lines of its own:\n\
    <tool_call>{\"name\": \"the tool's name\", \"arguments\": {…}}</tool_call>\n\
    The arguments are JSON that fits the tool's parameters. Several calls may follow each other. Write nothing after the last \
    call: what it brought comes back to you between <tool_result> and </tool_result>. Call a tool only when you need it, and \
    never describe a call without making it.\n\n\
    The tools, one on each line:";

/// The same request without tools of its own. What stood in front keeps its bytes from turn to turn.
pub(super) fn in_words(request: &Request) -> Request {
    let messages = request.messages.iter().map(message).collect();
    if request.tools.is_empty() {
        return Request { messages, ..request.clone() };
    }
    let mut system = format!("{}\n\n{HOW}", request.system);
    for tool in &*request.tools {
        let line =
            json!({ "name": tool.name, "description": tool.description(), "parameters": tool.schema() });
        system.extend(["\n", &line.to_string()]);
    }
    Request { system: system.into(), tools: [].into(), messages, ..*request }
}

fn message(message: &Message) -> Message {
    match message {
        Message::Assistant { text, calls, .. } => {
            let written: Vec<String> = calls.iter().map(call).collect();
            let text = [text.as_str(), &written.join("\n")].join("\n").trim().to_owned();
            Message::Assistant { text, calls: Vec::new(), kept: None }
        }
        Message::Results(results) => Message::User(results.iter().map(result).collect::<Vec<_>>().join("\n")),
        other @ (Message::User(_) | Message::Pictures(_)) => other.clone(),
    }
}

fn call(call: &ToolCall) -> String {
    let written = json!({ "name": call.tool, "arguments": call.args });
    format!("<tool_call>{written}</tool_call>")
}

fn result(result: &ToolResult) -> String {
    let failed = if result.failed { " failed" } else { "" };
    format!("<tool_result{failed}>\n{}\n</tool_result>", result.words)
}
