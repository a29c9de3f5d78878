//! The shapes in which models write calls into their words.

use kernel::Definition;
use serde_json::{Map, Value};

use super::tool_names::{is_known, may_be_called};
use super::value::{First, Raw, calls, first, whole};

/// What can begin a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `<tool_call>{…}</tool_call>`
    Tagged,
    /// `<function=name>{…}</function>`
    Function,
    /// `<function_calls><invoke name="…"><parameter name="…">…</parameter></invoke></function_calls>`
    Invocations,
    /// The same without what stands around it.
    Invoke,
    /// `[TOOL_CALLS][{…}]` or `[TOOL_CALLS]name{…}`
    Listed,
    /// `<|python_tag|>{…}`
    Python,
    /// ` ```json {…} ``` `
    Fence,
    /// `Action: name` and `Action Input: {…}`
    Action,
    /// `{…}` at the beginning of a line
    Bare,
    /// `<|eom_id|>`, which ends a call or an answer and says nothing
    End,
}

/// What stands at the beginning of a text.
pub(super) enum Read {
    /// These calls, in so many bytes.
    Calls(usize, Vec<Raw>),
    /// So many bytes are words after all.
    Words(usize),
    /// The first so many bytes open a block of code that is for people.
    Code(usize),
    /// It cannot be told yet.
    Unfinished,
}

/// Whether more may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    GoesOn,
    /// Whoever wrote it has come to an end.
    Over,
    /// There was no room for more.
    Cut,
}

/// Whether what closes a call was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closing {
    There,
    Missing,
}

const BREAKS_OFF: &str = "it breaks off";
/// So much may be written of a call before anybody can tell that it is one.
const UNDECIDED: usize = 200;

impl Shape {
    /// Those that begin with fixed signs; where they may stand is for the sieve to say.
    pub(super) const MARKED: [(&'static str, Self); 10] = [
        ("<tool_call>", Self::Tagged),
        ("<function=", Self::Function),
        ("<function_calls>", Self::Invocations),
        ("<invoke ", Self::Invoke),
        ("[TOOL_CALLS]", Self::Listed),
        ("<|python_tag|>", Self::Python),
        ("```", Self::Fence),
        ("Action:", Self::Action),
        ("<|eom_id|>", Self::End),
        ("<|eot_id|>", Self::End),
    ];

    /// Whether what follows a call in this shape is its answer, which no model can know: it is made up.
    pub(super) fn ends_a_reply(self) -> bool {
        self == Self::Action
    }

    /// Whether it counts only at the beginning of a line.
    pub(super) fn begins_a_line(self) -> bool {
        matches!(self, Self::Fence | Self::Action)
    }

    pub(super) fn read(self, text: &str, tools: &[Definition], stream: Stream) -> Read {
        match self {
            Self::Tagged => closed(text, ("<tool_call>", "</tool_call>"), stream, tagged),
            Self::Function => closed(text, ("", "</function>"), stream, function),
            Self::Invocations => closed(text, ("<function_calls>", "</function_calls>"), stream, invocations),
            Self::Invoke => closed(text, ("", "</invoke>"), stream, invocations),
            Self::Listed => after(text, "[TOOL_CALLS]", stream),
            Self::Python => after(text, "<|python_tag|>", stream),
            Self::Fence => fence(text, tools, stream),
            Self::Action => action(text, tools, stream),
            Self::Bare => bare_call(text, tools, stream),
            Self::End => Read::Calls("<|eom_id|>".len(), Vec::new()),
        }
    }
}

/// What stands between two signs; one who forgets the second has still made a call, if what was written says by itself
/// where it ends.
fn closed(
    text: &str,
    (opening, closing): (&str, &str),
    stream: Stream,
    inside: fn(&str, Closing) -> Vec<Raw>,
) -> Read {
    let rest = text.get(opening.len()..).unwrap_or_default();
    match (rest.find(closing), stream) {
        (Some(end), _) => {
            let calls = inside(rest.get(..end).unwrap_or_default(), Closing::There);
            Read::Calls(opening.len() + end + closing.len(), calls)
        }
        (None, Stream::GoesOn) => Read::Unfinished,
        (None, Stream::Over | Stream::Cut) => Read::Calls(text.len(), inside(rest, Closing::Missing)),
    }
}

fn tagged(inside: &str, closing: Closing) -> Vec<Raw> {
    let inside = inside.trim();
    if inside.starts_with("<function=") {
        return match inside.strip_suffix("</function>") {
            Some(inside) => function(inside, Closing::There),
            None => function(inside, closing),
        };
    }
    if inside.starts_with("<invoke") {
        return invocations(inside, closing);
    }
    if let Some((name, arguments)) = inside.split_once("<arg_key>") {
        return vec![match closing {
            Closing::There => Raw::of_texts(name.trim(), keyed(arguments)),
            Closing::Missing => Raw::unreadable(Some(name.trim()), BREAKS_OFF, inside),
        }];
    }
    match whole(inside) {
        Ok(value) => calls(&value)
            .unwrap_or_else(|| vec![Raw::unreadable(None, "it has no `name` or is no object", inside)]),
        // Several, one on each line.
        Err(why) => {
            let each: Option<Vec<Raw>> = inside
                .lines()
                .map(|line| whole(line).ok().and_then(|value| calls(&value)))
                .collect::<Option<Vec<_>>>()
                .map(|all| all.into_iter().flatten().collect());
            each.filter(|all| !all.is_empty())
                .unwrap_or_else(|| vec![Raw::unreadable(named_in(inside), &why.to_string(), inside)])
        }
    }
}

/// `k</arg_key><arg_value>v</arg_value>…`
fn keyed(arguments: &str) -> Map<String, Value> {
    let mut object = Map::new();
    for pair in arguments.split("<arg_key>") {
        if let Some((key, value)) = pair.split_once("</arg_key>") {
            let value = value.trim().trim_start_matches("<arg_value>").trim_end_matches("</arg_value>");
            object.insert(key.trim().to_owned(), value.into());
        }
    }
    object
}

/// `<function=name>{…}` or `<function=name><parameter=key>…</parameter>…`
fn function(inside: &str, closing: Closing) -> Vec<Raw> {
    let Some((name, rest)) = inside.trim_start_matches("<function=").split_once('>') else {
        return vec![Raw::unreadable(None, "the name is not closed with `>`", inside)];
    };
    let (name, rest) = (name.trim().trim_matches('"'), rest.trim());
    // A half of these cannot be told from a whole.
    if (rest.is_empty() || rest.starts_with('<')) && closing == Closing::Missing {
        return vec![Raw::unreadable(Some(name), BREAKS_OFF, inside)];
    }
    if rest.is_empty() {
        return vec![Raw::new(name, Value::Object(Map::new()))];
    }
    if rest.starts_with("<parameter") {
        return vec![Raw::of_texts(name, parameters(rest))];
    }
    match whole(rest) {
        Ok(args) => vec![Raw::new(name, args)],
        Err(why) => vec![Raw::unreadable(Some(name), &why.to_string(), rest)],
    }
}

fn invocations(inside: &str, closing: Closing) -> Vec<Raw> {
    let pieces: Vec<&str> = inside.split("<invoke").skip(1).collect();
    if pieces.is_empty() {
        return vec![Raw::unreadable(None, "there is no <invoke> in it", inside)];
    }
    let one = |piece: &str| match piece.split_once('>') {
        Some((head, body)) => match attribute(head) {
            Some(name) if closing == Closing::Missing && !body.contains("</invoke>") => {
                Raw::unreadable(Some(name), BREAKS_OFF, piece)
            }
            Some(name) => Raw::of_texts(name, parameters(body.trim_end().trim_end_matches("</invoke>"))),
            None => Raw::unreadable(None, "<invoke> has no name", piece),
        },
        None => Raw::unreadable(None, "<invoke> is not closed with `>`", piece),
    };
    pieces.into_iter().map(one).collect()
}

/// `<parameter name="key">…</parameter>` or `<parameter=key>…</parameter>`, any number of them.
fn parameters(text: &str) -> Map<String, Value> {
    let mut object = Map::new();
    for piece in text.split("<parameter").skip(1) {
        let Some((head, value)) = piece.split_once('>') else { continue };
        let key =
            attribute(head).or_else(|| head.trim().strip_prefix('=').map(|key| key.trim().trim_matches('"')));
        let value = value.rfind("</parameter>").map_or(value, |end| value.get(..end).unwrap_or(value));
        if let Some(key) = key {
            object.insert(key.to_owned(), value.into());
        }
    }
    object
}

/// The name in ` name="…"`.
fn attribute(head: &str) -> Option<&str> {
    let (_, value) = head.split_once("name=")?;
    let quote = value.chars().next().filter(|sign| "\"'".contains(*sign))?;
    value.get(1..)?.split(quote).next()
}

/// A sign, and JSON or a name and JSON behind it.
fn after(text: &str, sign: &str, stream: Stream) -> Read {
    let rest = text.get(sign.len()..).unwrap_or_default();
    let begins = rest.find(['{', '[']).map(|at| {
        let named = rest.get(at..).is_some_and(|rest| rest.starts_with("[ARGS]"));
        if named { at + "[ARGS]".len() } else { at }
    });
    let Some(at) = begins else {
        return match stream {
            Stream::GoesOn => Read::Unfinished,
            Stream::Over | Stream::Cut => {
                Read::Calls(text.len(), vec![Raw::unreadable(None, "no JSON follows", text)])
            }
        };
    };
    let name = rest.get(..at).unwrap_or_default().trim_end_matches("[ARGS]").trim();
    match first(rest.get(at..).unwrap_or_default()) {
        First::Value(value, length) => {
            let end = sign.len() + at + length;
            let made = if name.is_empty() { calls(&value) } else { Some(vec![Raw::new(name, value)]) };
            let written = rest.get(..at + length).unwrap_or(rest);
            let made = made.unwrap_or_else(|| vec![Raw::unreadable(None, "it is no call", written)]);
            Read::Calls(end, made)
        }
        // What is wrong now may be a sign that has not come to its end.
        First::Unfinished | First::None(_) if stream == Stream::GoesOn => Read::Unfinished,
        First::Unfinished => Read::Calls(text.len(), vec![Raw::unreadable(named_in(rest), BREAKS_OFF, rest)]),
        First::None(why) => Read::Calls(text.len(), vec![Raw::unreadable(named_in(rest), &why, rest)]),
    }
}

/// Which blocks of code can be calls.
const CALLS_IN: [&str; 6] = ["", "json", "tool_call", "tool_calls", "tool", "tool_code"];

/// A block of code is a call only if it is JSON that names a tool there is; any other is for people.
fn fence(text: &str, tools: &[Definition], stream: Stream) -> Read {
    let Some((head, body)) = text.split_once('\n') else {
        return match stream {
            Stream::GoesOn => Read::Unfinished,
            Stream::Over => Read::Words(text.len()),
            Stream::Cut => Read::Calls(text.len(), Vec::new()),
        };
    };
    let opening = head.len() + 1;
    let info = head.trim_start_matches('`').trim().to_lowercase();
    let begins = body.trim_start().chars().next();
    match begins {
        _ if !CALLS_IN.contains(&info.as_str()) => return Read::Code(opening),
        Some('{' | '[') => {}
        None if stream == Stream::GoesOn => return Read::Unfinished,
        None if stream == Stream::Cut => return Read::Calls(text.len(), Vec::new()),
        Some(_) | None => return Read::Code(opening),
    }
    match (body.find("\n```"), stream) {
        (Some(end), _) => {
            let found = whole(body.get(..end).unwrap_or_default()).ok().and_then(|value| calls(&value));
            let found = found.filter(|found| found.iter().all(|call| call.is_known(tools)));
            found.map_or(Read::Code(opening), |found| Read::Calls(opening + end + 4, found))
        }
        (None, Stream::GoesOn) => Read::Unfinished,
        (None, Stream::Over | Stream::Cut) => match named_in(body) {
            Some(name) if is_known(tools, name) => Read::Calls(text.len(), vec![unclosed(name, body)]),
            name if may_become_a_call(name, body, tools, stream) => Read::Calls(text.len(), Vec::new()),
            _ => Read::Code(opening),
        },
    }
}

/// The end is missing: of the block, or of the call in it.
fn unclosed(name: &str, body: &str) -> Raw {
    let made = whole(body).ok().and_then(|value| calls(&value)).and_then(|mut calls| calls.pop());
    made.unwrap_or_else(|| Raw::unreadable(Some(name), BREAKS_OFF, body))
}

fn action(text: &str, tools: &[Definition], stream: Stream) -> Read {
    const INPUT: &str = "Action Input:";
    let rest = text.get("Action:".len()..).unwrap_or_default();
    let Some((name, body)) = rest.split_once('\n') else {
        let unreadable = || vec![Raw::unreadable(Some(rest.trim()), BREAKS_OFF, text)];
        return match stream {
            Stream::GoesOn if rest.len() < UNDECIDED => Read::Unfinished,
            Stream::Over | Stream::Cut if is_known(tools, rest) => Read::Calls(text.len(), unreadable()),
            Stream::Cut if begins_a_name(rest, tools) => Read::Calls(text.len(), Vec::new()),
            Stream::GoesOn | Stream::Over | Stream::Cut => Read::Words("Action:".len()),
        };
    };
    let words = Read::Words("Action:".len());
    if !may_be_called(tools, name) {
        return words;
    }
    let input = body.trim_start();
    let Some(args) = input.strip_prefix(INPUT) else {
        return match stream {
            _ if !INPUT.starts_with(input) => words,
            Stream::GoesOn => Read::Unfinished,
            Stream::Over | Stream::Cut => {
                Read::Calls(text.len(), vec![Raw::unreadable(Some(name.trim()), BREAKS_OFF, text)])
            }
        };
    };
    let begins = text.len() - args.len();
    match first(args) {
        First::Value(args, length) => Read::Calls(begins + length, vec![Raw::new(name, args)]),
        First::Unfinished if stream == Stream::GoesOn => Read::Unfinished,
        First::Unfinished | First::None(_) if stream == Stream::GoesOn && !args.contains('\n') => {
            Read::Unfinished
        }
        First::Unfinished => {
            Read::Calls(text.len(), vec![Raw::unreadable(Some(name.trim()), BREAKS_OFF, args)])
        }
        First::None(why) => {
            let line = args.lines().next().unwrap_or_default();
            Read::Calls(begins + line.len(), vec![Raw::unreadable(Some(name.trim()), &why, line)])
        }
    }
}

fn bare_call(text: &str, tools: &[Definition], stream: Stream) -> Read {
    match first(text) {
        First::Value(value, length) => match calls(&value) {
            Some(calls) if calls.iter().all(|call| call.is_meant(tools)) => Read::Calls(length, calls),
            _ => Read::Words(length),
        },
        First::Unfinished if stream == Stream::GoesOn => Read::Unfinished,
        First::Unfinished => match named_in(text) {
            Some(name) if may_be_called(tools, name) => {
                Read::Calls(text.len(), vec![Raw::unreadable(Some(name), BREAKS_OFF, text)])
            }
            name if may_become_a_call(name, text, tools, stream) => Read::Calls(text.len(), Vec::new()),
            _ => Read::Words(text.len()),
        },
        First::None(_) => Read::Words(1),
    }
}

/// Whether the beginning of something, cut off before it could be told what it is, may be that of a call. Nobody misses the
/// first few signs of an answer there was no room for.
fn may_become_a_call(name: Option<&str>, text: &str, tools: &[Definition], stream: Stream) -> bool {
    let undecided = || text.len() < UNDECIDED && name.is_none_or(|name| text.ends_with(name));
    stream == Stream::Cut && (undecided() || name.is_some_and(|name| begins_a_name(name, tools)))
}

fn begins_a_name(text: &str, tools: &[Definition]) -> bool {
    let text = text.trim();
    tools.iter().any(|tool| tool.name.starts_with(text) || tool.wire_name().starts_with(text))
}

/// The name in a text that is no JSON.
fn named_in(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("\"name\"")?;
    rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?.split('"').next()
}
