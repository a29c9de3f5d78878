//! A conversation as the API wants it.
//!
//! The provider caches by prefix: tools, then system, then messages, up to a marked block. Three things keep a prefix'
//! bytes: fields are written in the order of these structs, free JSON is sorted by key, and a message is made from
//! itself alone. Four marks are allowed: after the tools, after the system text, and after the newest two messages from
//! our side – the older of which was the newest of the request before, so that its cached prefix is found again.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::ports::ModelError;
use kernel::{Definition, Digest, Message, Picture, Request, ToolCall, ToolResult};
use serde::Serialize;
use serde_json::{Value, json};

use super::cache_mark::Mark;
use super::kept::{Binding, KeptPiece, KeptReply, Originals, Returnable};
use super::search::{SearchTool, WebSearch};
use crate::Effort;

const MOVING_MARKS: usize = 2;

/// The model that is asked, and what is asked of it beside the conversation.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) model: &'a str,
    pub(super) account: &'a str,
    pub(super) search: Option<&'a WebSearch>,
    pub(super) effort: Option<Effort>,
    pub(super) shows_updates: bool,
    /// How much longer than its words a reply may be, in tokens, because it thinks.
    pub(super) room_to_think: u32,
    pub(super) sends_thinking: bool,
}

/// A request as it is sent.
pub(super) struct Written {
    pub(super) body: Vec<u8>,
    /// Binds the thinking of its reply.
    pub(super) binding: Binding,
}

pub(super) fn written(asked: Asked<'_>, request: &Request) -> Result<Written, ModelError> {
    let unwritable = |error: serde_json::Error| ModelError::Unusable(format!("{error}. Start a new thread."));
    let kept: Vec<Option<KeptReply>> = request.messages.iter().map(kept_of).collect();
    let tools = tools(&request.tools, asked.search);
    let system = (!is_blank(&request.system))
        .then(|| vec![Block::Text { text: &request.system, cache_control: Some(Mark::EPHEMERAL) }]);
    let mut prefix = Prefix::of(&(&tools, &system)).map_err(unwritable)?;
    let mut messages = messages(request, &kept, asked, &mut prefix).map_err(unwritable)?;
    if messages.is_empty() {
        return Err(ModelError::Unusable("There is nothing to answer. Ask something.".to_owned()));
    }
    let binding = bound(asked, prefix.upto(&messages).map_err(unwritable)?);
    let newest = messages.iter_mut().rev().filter(|message| message.role == Role::User);
    for message in newest.take(MOVING_MARKS) {
        message.mark();
    }
    let body = Body {
        model: asked.model,
        max_tokens: request.max_tokens.saturating_add(asked.room_to_think),
        stream: true,
        thinking: asked.shows_updates.then_some(Thinking { kind: "adaptive", display: "updates" }),
        output_config: asked.effort.map(|effort| OutputConfig { effort: effort.name() }),
        tools,
        system,
        messages,
    };
    Ok(Written { body: serde_json::to_vec(&body).map_err(unwritable)?, binding })
}

fn kept_of(message: &Message) -> Option<KeptReply> {
    match message {
        Message::Assistant { kept, .. } => KeptReply::read(kept.as_ref()?),
        _ => None,
    }
}

fn bound(asked: Asked<'_>, prefix: Digest) -> Binding {
    Binding { model: asked.model.to_owned(), account: asked.account.to_owned(), prefix }
}

/// A digest of the conversation up to a place, as it is sent. Marks for the cache are no part of it: they move.
struct Prefix {
    digest: Digest,
    /// How many turns it covers.
    turns: usize,
}

impl Prefix {
    fn of(head: &impl Serialize) -> serde_json::Result<Self> {
        Ok(Self { digest: Digest::of_bytes(&serde_json::to_vec(head)?), turns: 0 })
    }

    fn upto(&mut self, turns: &[Turn<'_>]) -> serde_json::Result<Digest> {
        for turn in turns.iter().skip(self.turns) {
            let mut bytes = self.digest.as_str().as_bytes().to_vec();
            serde_json::to_writer(&mut bytes, turn)?;
            self.digest = Digest::of_bytes(&bytes);
        }
        self.turns = turns.len();
        Ok(self.digest.clone())
    }
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<Thinking>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<OutputConfig>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<Vec<Block<'a>>>,
    messages: Vec<Turn<'a>>,
}

#[derive(Serialize)]
struct Thinking {
    #[serde(rename = "type")]
    kind: &'static str,
    /// With `updates` the model's notes between its calls come in words, and its reasoning stays sealed.
    display: &'static str,
}

#[derive(Serialize)]
struct OutputConfig {
    effort: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Tool<'a> {
    Ours(OurTool<'a>),
    Search(SearchTool<'a>),
}

#[derive(Serialize)]
struct OurTool<'a> {
    name: String,
    description: &'a str,
    input_schema: &'a Value,
    /// Arguments come as they are written, and nobody has looked whether they are JSON.
    eager_input_streaming: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<Mark>,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: Role,
    content: Vec<Piece<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Piece<'a> {
    Ours(Block<'a>),
    /// As the API gave it.
    Kept(&'a Value),
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Role {
    User,
    Assistant,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text {
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<Mark>,
    },
    Image {
        source: Source<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<Mark>,
    },
    ToolUse {
        id: &'a str,
        name: String,
        input: Value,
    },
    ToolResult {
        tool_use_id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        content: Option<ResultContent<'a>>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<Mark>,
    },
}

#[derive(Serialize)]
#[serde(untagged)]
enum ResultContent<'a> {
    Words(&'a str),
    Several(Vec<Block<'a>>),
}

#[derive(Serialize)]
struct Source<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    media_type: &'a str,
    data: String,
}

impl Turn<'_> {
    fn mark(&mut self) {
        match self.content.last_mut() {
            Some(Piece::Ours(
                Block::Text { cache_control, .. }
                | Block::Image { cache_control, .. }
                | Block::ToolResult { cache_control, .. },
            )) => *cache_control = Some(Mark::EPHEMERAL),
            Some(Piece::Ours(Block::ToolUse { .. }) | Piece::Kept(_)) | None => {}
        }
    }
}

/// The last one carries the mark.
fn tools<'a>(definitions: &'a [Definition], search: Option<&'a WebSearch>) -> Vec<Tool<'a>> {
    let last = definitions.len().saturating_sub(1);
    let ours = definitions.iter().enumerate().map(|(number, tool)| {
        Tool::Ours(OurTool {
            name: tool.wire_name(),
            description: tool.description(),
            input_schema: tool.schema(),
            eager_input_streaming: true,
            cache_control: (number == last && search.is_none()).then_some(Mark::EPHEMERAL),
        })
    });
    ours.chain(search.map(|search| Tool::Search(search.tool()))).collect()
}

/// Roles must alternate, so neighbours of one role become one message; blank texts are refused, so they are left out.
fn messages<'a>(
    request: &'a Request,
    kept: &'a [Option<KeptReply>],
    asked: Asked<'_>,
    prefix: &mut Prefix,
) -> serde_json::Result<Vec<Turn<'a>>> {
    let mut turns: Vec<Turn<'a>> = Vec::new();
    let mut originals = Originals::new();
    for (message, kept) in request.messages.iter().zip(kept) {
        let (role, content): (Role, Vec<Piece<'a>>) = match message {
            Message::User(words) => (Role::User, text(words).into_iter().collect()),
            Message::Assistant { text: words, calls, kept: sealed } => {
                // A reply that follows another one in the same message was not asked for after a message of ours, so
                // nobody can tell what its thinking is bound to. The digest covers whole messages only.
                let begins = turns.last().is_none_or(|turn| turn.role == Role::User);
                let binding = if begins { Some(bound(asked, prefix.upto(&turns)?)) } else { None };
                let returned = kept.as_ref().zip(sealed.as_ref()).and_then(|(reply, sealed)| {
                    let is_bound = binding.as_ref().is_some_and(|binding| reply.is_bound_to(binding));
                    let thinks = asked.sends_thinking && is_bound;
                    reply.returned(sealed, calls, Returnable { thinks, searches: asked.search.is_some() })
                });
                let (said, (pieces, known)) = match returned {
                    Some(returned) => (None, returned),
                    None => (text(words), (calls.iter().map(KeptPiece::Call).collect(), Originals::new())),
                };
                originals.extend(known);
                let one = |piece| match piece {
                    KeptPiece::Block(block) => Piece::Kept(block),
                    KeptPiece::Call(call) => Piece::Ours(used(call, &request.tools)),
                };
                (Role::Assistant, said.into_iter().chain(pieces.into_iter().map(one)).collect())
            }
            Message::Results(told) => (Role::User, results(told, &originals)),
            Message::Pictures(pictures) => {
                (Role::User, pictures.iter().map(image).map(Piece::Ours).collect())
            }
        };
        if content.is_empty() {
            continue;
        }
        match turns.last_mut() {
            Some(last) if last.role == role => last.content.extend(content),
            _ => turns.push(Turn { role, content }),
        }
        // Within a message of ours the API wants results before words.
        if let Some(Turn { role: Role::User, content }) = turns.last_mut() {
            content.sort_by_key(|piece| !matches!(piece, Piece::Ours(Block::ToolResult { .. })));
        }
    }
    Ok(turns)
}

fn text(words: &str) -> Option<Piece<'_>> {
    (!is_blank(words)).then_some(Piece::Ours(Block::Text { text: words, cache_control: None }))
}

fn image(picture: &Picture) -> Block<'_> {
    match &picture.bytes.bytes {
        Some(bytes) => Block::Image {
            source: Source { kind: "base64", media_type: &picture.media_type, data: STANDARD.encode(bytes) },
            cache_control: None,
        },
        None => Block::Text { text: "[this picture has been deleted]", cache_control: None },
    }
}

fn used<'a>(call: &'a ToolCall, tools: &[Definition]) -> Block<'a> {
    let name = tools
        .iter()
        .find(|tool| tool.name == call.tool)
        .map_or_else(|| call.tool.replace('.', "__"), Definition::wire_name);
    Block::ToolUse { id: &call.id.0, name, input: input_of(&call.args) }
}

/// Arguments that could not be read come back as a text; the API takes objects only.
pub(super) fn input_of(args: &Value) -> Value {
    if args.is_object() { args.clone() } else { json!({ "unreadable": args }) }
}

/// One result for each call that the API knows, under its id there: what came of several calls that were made of one is one
/// result.
fn results<'a>(results: &'a [ToolResult], originals: &Originals<'a>) -> Vec<Piece<'a>> {
    let mut told: Vec<(&'a str, Vec<&'a ToolResult>)> = Vec::new();
    for result in results {
        let original = originals.iter().find(|(call, _)| **call == result.call);
        let id = original.map_or(result.call.0.as_str(), |(_, original)| *original);
        match told.last_mut() {
            Some((last, together)) if *last == id => together.push(result),
            _ => told.push((id, vec![result])),
        }
    }
    let one = |(tool_use_id, results): (&'a str, Vec<&'a ToolResult>)| {
        let words = results.iter().map(|result| result.words.as_str()).filter(|words| !is_blank(words));
        let words: Vec<&str> = words.collect();
        let content = match words.as_slice() {
            [] => None,
            [words] => Some(ResultContent::Words(words)),
            several => Some(ResultContent::Several(several.iter().map(|text| plain_text(text)).collect())),
        };
        let is_error = results.iter().all(|result| result.failed);
        Piece::Ours(Block::ToolResult { tool_use_id, content, is_error, cache_control: None })
    };
    told.into_iter().map(one).collect()
}

fn plain_text(words: &str) -> Block<'_> {
    Block::Text { text: words, cache_control: None }
}

fn is_blank(words: &str) -> bool {
    words.trim().is_empty()
}
