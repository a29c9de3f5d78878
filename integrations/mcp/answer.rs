//! What a server answers, as words for the model. All of it is a stranger's.

use kernel::{Code, Done, Failure, Label, Labeled, Readers};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};

use crate::sinks::server;

/// What the server itself said it has read already: it may be asked about it again.
pub(crate) fn done(name: &str, tool: &str, result: CallToolResult) -> Result<Done, Failure> {
    let failed = result.is_error == Some(true);
    let words = words(result);
    if failed {
        let told = format!("The server {name} says that {tool} did not work.");
        return Err(Failure::model(Code::ExecutionFailed, told).quoting(words));
    }
    let label = Label::stranger(tool, format!("an answer of the server {name}"));
    let label = label.read_by(Readers::only([server(name).as_str()]));
    Ok(Done::answer(Labeled { value: words, label }))
}

fn words(result: CallToolResult) -> String {
    let parts: Vec<String> = result.content.iter().map(part).collect();
    let text = parts.join("\n");
    match result.structured_content {
        Some(structured) if text.trim().is_empty() => structured.to_string(),
        _ if text.trim().is_empty() => "(The server answered with nothing.)".to_owned(),
        _ => text,
    }
}

/// Text as it is; of anything else what it is, and how large.
fn part(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text(text) => text.text.clone(),
        ContentBlock::Image(image) => {
            format!("[an image, {}, {} bytes; it is not shown]", image.mime_type, decoded(&image.data))
        }
        ContentBlock::Audio(audio) => {
            format!("[a recording, {}, {} bytes; it is not played]", audio.mime_type, decoded(&audio.data))
        }
        ContentBlock::Resource(resource) => match &resource.resource {
            ResourceContents::TextResourceContents { uri, text, .. } => format!("[{uri}]\n{text}"),
            ResourceContents::BlobResourceContents { uri, mime_type, blob, .. } => {
                let kind = mime_type.as_deref().unwrap_or("of an unknown kind");
                format!("[the file {uri}, {kind}, {} bytes; it is not shown]", decoded(blob))
            }
            _ => UNSHOWN.to_owned(),
        },
        ContentBlock::ResourceLink(link) => {
            let size = link.size.map(|size| format!(", {size} bytes")).unwrap_or_default();
            format!("[a link to {} ({}{size})]", link.name, link.uri)
        }
        _ => UNSHOWN.to_owned(),
    }
}

const UNSHOWN: &str = "[something that cannot be shown]";

/// How many bytes stand behind base64.
fn decoded(data: &str) -> usize {
    data.trim_end_matches('=').len() * 3 / 4
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answered(result: serde_json::Value) -> Result<Done, Failure> {
        done("notes", "mcp__notes__read", serde_json::from_value(result).unwrap())
    }

    #[test]
    fn an_answer_is_a_strangers_words_and_the_server_knows_them_already() {
        let done = answered(
            json!({ "content": [{ "type": "text", "text": "one" }, { "type": "text", "text": "two" }] }),
        );
        let answer = done.unwrap().answer;
        assert_eq!(answer.value, "one\ntwo");
        assert!(answer.label.has_a_strangers_words());
        assert!(
            answer.label.readers.include("the server notes")
                && !answer.label.readers.include("the server other")
        );
    }

    #[test]
    fn what_is_no_text_is_described_and_what_is_only_structured_is_written_out() {
        let done = answered(json!({ "content": [
            { "type": "image", "data": "aGVsbG8=", "mimeType": "image/png" },
            { "type": "resource_link", "uri": "file:///x", "name": "x", "size": 9 },
            { "type": "resource", "resource": { "uri": "file:///y", "blob": "aGVsbG8=" } },
        ] }));
        let words = done.unwrap().answer.value;
        assert!(words.contains("image/png, 5 bytes") && words.contains("file:///x, 9 bytes"), "{words}");
        assert!(words.contains("file:///y, of an unknown kind, 5 bytes"), "{words}");
        let structured = answered(json!({ "content": [], "structuredContent": { "n": 1 } }));
        assert_eq!(structured.unwrap().answer.value, "{\"n\":1}");
    }

    #[test]
    fn a_failure_quotes_the_server_and_is_fenced_like_any_stranger() {
        let failure =
            answered(json!({ "isError": true, "content": [{ "type": "text", "text": "no such note" }] }))
                .unwrap_err();
        assert_eq!((failure.code, failure.quote.as_deref()), (Code::ExecutionFailed, Some("no such note")));
        assert!(!failure.words.contains("no such note"));
    }
}
