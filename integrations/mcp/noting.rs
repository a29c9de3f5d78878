//! What a server says of its tools and the library keeps to itself: that one only works in the background, or is not told
//! as the protocol has it, which would cost us the whole list. It is noted in the message, before the library reads it,
//! where the library hands it on.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use rmcp::model::Tool;
use serde_json::{Value, json};
use tokio::io::{AsyncBufRead as _, AsyncRead, BufReader, ReadBuf};

/// Where it is noted.
const BACKGROUND: &str = "countersign/background";
const UNREADABLE: &str = "countersign/unreadable";
/// What is said in a list, whatever else is.
const SIGN: &[u8] = b"\"tools\"";
/// More tools than are taken of any list; what comes behind them is not even read.
const MOST: usize = 4_000;
/// The longest line that is taken. The library would throw a longer one away, and whoever asked for it would wait in vain.
const LONGEST: usize = 16 * 1024 * 1024;

/// Whether nobody can wait for what it does, as its server says.
pub(crate) fn works_in_the_background(tool: &Tool) -> bool {
    note(tool, BACKGROUND).is_some()
}

/// Why nothing is known of it but its name, if that is so.
pub(crate) fn unreadable(tool: &Tool) -> Option<&str> {
    note(tool, UNREADABLE).and_then(Value::as_str)
}

fn note<'a>(tool: &'a Tool, what: &str) -> Option<&'a Value> {
    tool.meta.as_ref().and_then(|meta| meta.0.get(what))
}

/// A message with notes in it, where there is something to note; otherwise as it came, byte for byte.
pub(crate) fn noted(message: Vec<u8>) -> Vec<u8> {
    if !message.windows(SIGN.len()).any(|part| part == SIGN) {
        return message;
    }
    let Ok(mut read) = serde_json::from_slice::<Value>(&message) else { return message };
    let Some(tools) = read.pointer_mut("/result/tools").and_then(Value::as_array_mut) else { return message };
    let mut others = tools.len() > MOST;
    tools.truncate(MOST);
    for tool in tools {
        if let Some(noted) = with_note(tool) {
            (*tool, others) = (noted, true);
        }
    }
    if !others {
        return message;
    }
    let ends: &[u8] = if message.ends_with(b"\n") { b"\n" } else { b"" };
    [read.to_string().as_bytes(), ends].concat()
}

/// A tool with what is to be noted of it, if anything is.
fn with_note(tool: &Value) -> Option<Value> {
    if let Err(why) = serde_json::from_value::<Tool>(tool.clone()) {
        let name = tool.get("name").and_then(Value::as_str).unwrap_or_default();
        let why = format!("it is not told as the protocol has it: {why}");
        return Some(json!({ "name": name, "inputSchema": {}, "_meta": { UNREADABLE: why } }));
    }
    if tool.get("execution")?.get("taskSupport")? != "required" {
        return None;
    }
    let (mut noted, theirs) = (tool.clone(), tool.get("_meta").and_then(Value::as_object));
    let mut meta = theirs.cloned().unwrap_or_default();
    meta.insert(BACKGROUND.to_owned(), Value::Bool(true));
    noted.as_object_mut()?.insert("_meta".to_owned(), Value::Object(meta));
    Some(noted)
}

/// What a program writes, a message a line. It ends with a line that is too long.
pub(crate) struct Noting<R> {
    output: BufReader<R>,
    /// The beginning of one.
    line: Vec<u8>,
    ready: Bytes,
    overlong: Overlong,
}

/// Whether a program has written a line that is too long.
#[derive(Clone, Default)]
pub(crate) struct Overlong(Arc<AtomicBool>);

impl Overlong {
    /// What is said of it, if it has.
    pub(crate) fn said(&self) -> Option<String> {
        let limit = LONGEST / 1024 / 1024;
        self.0.load(Ordering::Relaxed).then(|| format!("it sent a line over the limit of {limit} MiB"))
    }
}

impl<R: AsyncRead + Unpin> Noting<R> {
    pub(crate) fn new(output: R, overlong: Overlong) -> Self {
        Self { output: BufReader::new(output), line: Vec::new(), ready: Bytes::new(), overlong }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Noting<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { output, line, ready, overlong } = self.get_mut();
        while ready.is_empty() {
            let piece = ready!(Pin::new(&mut *output).poll_fill_buf(context))?;
            let end = piece.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(piece.len(), |at| at + 1);
            line.extend_from_slice(piece.get(..taken).unwrap_or_default());
            Pin::new(&mut *output).consume(taken);
            if line.is_empty() {
                return Poll::Ready(Ok(()));
            }
            if line.len() > LONGEST {
                *line = Vec::new();
                overlong.0.store(true, Ordering::Relaxed);
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, "a line is too long")));
            }
            // What ends in the middle of a line is handed on as it is.
            if taken == 0 || end.is_some() {
                *ready = noted(std::mem::take(line)).into();
            }
        }
        let fits = ready.len().min(into.remaining());
        into.put_slice(&ready.split_to(fits));
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rmcp::model::{ServerJsonRpcMessage, ServerResult};
    use tokio::io::AsyncReadExt as _;

    use super::*;

    fn said(tools: &Value) -> String {
        json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": tools } }).to_string()
    }

    /// As the library reads it.
    fn listed(tools: &Value) -> Vec<Tool> {
        let read: ServerJsonRpcMessage = serde_json::from_slice(&noted(said(tools).into_bytes())).unwrap();
        let ServerJsonRpcMessage::Response(response) = read else { panic!("{read:?}") };
        let ServerResult::ListToolsResult(list) = response.result else { panic!("{:?}", response.result) };
        list.tools
    }

    fn tool(name: &str, rest: &Value) -> Value {
        let mut tool = json!({ "name": name, "inputSchema": { "type": "object" } });
        tool.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        tool
    }

    #[test]
    fn what_only_works_in_the_background_is_known_before_it_is_called() {
        let tools = listed(&json!([
            tool("a", &json!({ "execution": { "taskSupport": "required" }, "_meta": { "theirs": 1 } })),
            tool("b", &json!({ "execution": { "taskSupport": "required" }, "_meta": null })),
            tool("c", &json!({ "execution": { "taskSupport": "optional" } })),
            tool("d", &json!({ "execution": "required", "description": "\"taskSupport\": \"required\"" })),
        ]));
        let known: Vec<bool> = tools.iter().map(works_in_the_background).collect();
        assert_eq!(known, [true, true, false, false]);
        assert_eq!(tools[0].meta.as_ref().unwrap()["theirs"], 1);
    }

    #[test]
    fn one_tool_that_is_told_wrongly_costs_no_other() {
        let tools = listed(&json!([
            { "name": "a" },
            tool("b", &json!({})),
            tool("c", &json!({ "annotations": { "readOnlyHint": "yes" } })),
            { "name": 5, "inputSchema": {} },
            "text",
            tool("d", &json!({ "inputSchema": [] })),
        ]));
        let told: Vec<(&str, bool)> =
            tools.iter().map(|tool| (tool.name.as_ref(), unreadable(tool).is_none())).collect();
        assert_eq!(told, [("a", false), ("b", true), ("c", false), ("", false), ("", false), ("d", false)]);
        assert!(unreadable(&tools[0]).unwrap().contains("inputSchema"));
    }

    #[test]
    fn a_list_without_end_is_not_read_to_it() {
        let tools = listed(&Value::from(vec![json!(1); 3 * MOST]));
        assert_eq!(tools.len(), MOST);
    }

    async fn read(written: &[u8]) -> Vec<u8> {
        let mut read = Vec::new();
        Noting::new(written, Overlong::default()).read_to_end(&mut read).await.unwrap();
        read
    }

    #[tokio::test]
    async fn lines_stay_lines_and_only_those_with_something_to_note_are_others() {
        let plain = "{\"jsonrpc\": \"2.0\"}\r\n\n no message \n{\"half\"";
        assert_eq!(read(plain.as_bytes()).await, plain.as_bytes());
        let tools = json!([tool("a", &json!({ "execution": { "taskSupport": "required" } }))]);
        let both = read(format!("{}\n{plain}", said(&tools)).as_bytes()).await;
        let (first, rest) = std::str::from_utf8(&both).unwrap().split_once('\n').unwrap();
        assert!(first.contains(BACKGROUND), "{first}");
        assert_eq!(rest, plain);
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_ends_it_and_the_longest_that_is_taken_does_not() {
        let longest = [vec![b'x'; LONGEST - 1], b"\n".to_vec()].concat();
        for (written, ends) in [(longest.clone(), false), ([b"x", &*longest].concat(), true)] {
            let (overlong, mut read) = (Overlong::default(), Vec::new());
            let came = Noting::new(&*written, overlong.clone()).read_to_end(&mut read).await;
            assert_eq!((came.is_err(), overlong.said().is_some()), (ends, ends));
        }
        // One that never ends is not waited for.
        let overlong = Overlong::default();
        let mut endless = Noting::new(tokio::io::repeat(b'x'), overlong.clone());
        endless.read_to_end(&mut Vec::new()).await.unwrap_err();
        assert_eq!(overlong.said().unwrap(), "it sent a line over the limit of 16 MiB");
    }

    proptest! {
        #[test]
        fn nothing_that_is_said_is_lost(words in "[ -~\\n]{0,80}", tail in "[a-z\"]{0,10}") {
            let said = format!("{words}\"tools\"{tail}");
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            prop_assert_eq!(runtime.block_on(read(said.as_bytes())), said.as_bytes());
        }
    }
}
