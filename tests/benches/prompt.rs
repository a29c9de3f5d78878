//! How long it takes to make a prompt: a thread of forty messages with answers of tools, told within what the model has room
//! for, and what is shown of a thousand tools, most of them a server's. It asks nobody: there is no network here, and no runtime that could wait for it.
//! Run: cargo bench -p engine --bench prompt
#![expect(unreachable_pub, reason = "nothing in a benchmark can be reached from outside")]
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "it may fall over, and it prints what it measured"
)]

mod plain;
mod table;
mod timing;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use engine::timing::Thread;
use engine::{Catalogue, ToolSettings, Toolbox};
use kernel::{
    AnyTool, Body, CallEntry, CallId, Definition, Ending, Entry, KeptAnswer, Label, MessageEntry, Origin,
    Outcome, Person, PersonId, Record, Reply, ReplyEntry, SaidCall, Standing, Time, ToolCall, TurnId, Usage,
};
use plain::Plain;
use serde_json::json;
use table::verdict_on;
use timing::measured;

/// A question, a reply that calls, its answers, and a last reply each.
const TURNS: u64 = 10;
const ANSWERS: usize = 2;
const CHARACTERS: usize = 2_000;
const OURS: usize = 60;
const TOOLS: usize = 1_000;
const ROOM: usize = 150_000;
const ROUNDS: usize = 5_000;
const BOUND: Duration = Duration::from_micros(200);

fn ana() -> Person {
    Person {
        id: PersonId::from("ana"),
        name: "Ana Ruiz".to_owned(),
        workspace: "Firm".to_owned(),
        address: Some("ana@firm.example".to_owned()),
        zone: Some("Europe/Madrid".to_owned()),
        standing: Standing::Member,
    }
}

#[derive(Default)]
struct Book(Vec<Record>);

impl Book {
    fn write(&mut self, entry: Entry) -> u64 {
        let number = self.0.len() as u64 + 1;
        let at = Time(1_790_000_000_000 + i64::try_from(number).expect("few records") * 1_000);
        self.0.push(Record { number, at, entry });
        number
    }

    fn asked(&mut self, number: u64) -> TurnId {
        TurnId(self.write(Entry::Message(MessageEntry::Asked {
            message: format!("m{number}").as_str().into(),
            from: PersonId::from("ana"),
            words: Body::new(
                format!("What did the supplier of lot {number} write about the prices? ").repeat(4),
            ),
            files: Vec::new(),
            about: None,
            quoted: None,
            mentions: Vec::new(),
        })))
    }

    fn said(&mut self, turn: TurnId, calls: Vec<ToolCall>) {
        let said =
            calls.iter().map(|call| SaidCall { id: call.id.clone(), tool: call.tool.clone() }).collect();
        let text = "The supplier wrote that the price stays as it is until the end of the year. ".repeat(5);
        let (usage, seen) = (Usage::default(), self.0.len() as u64);
        let reply = json!(Reply::of(text, calls)).to_string();
        self.write(Entry::Reply(ReplyEntry::Said {
            turn,
            reply: Body::new(reply),
            calls: said,
            usage,
            seen,
            read: Label::trusted(),
            model: String::new(),
        }));
    }

    fn answered(&mut self, turn: TurnId, call: CallId) {
        let words = "{\"from\": \"jonas@supplier.example\", \"text\": \"forty tons at 12.50\"}\n"
            .repeat(CHARACTERS / 68);
        let total = words.chars().count();
        let (source, noticed) = ("mail.read".to_owned(), Vec::new());
        let kept = KeptAnswer {
            source,
            budget: 80_000,
            most: 80_000,
            total,
            kept: total,
            reduced: None,
            noticed,
            part: None,
        };
        self.write(Entry::Call(CallEntry::Answered {
            turn,
            call,
            outcome: Outcome::Done,
            words: Body::new(words),
            label: Label::stranger("mail.read", "a mail"),
            kept: Some(Box::new(kept)),
            gate: None,
            tool: None,
        }));
    }
}

/// Forty messages of a model's conversation, and the question it is to answer now.
fn journal() -> Vec<Record> {
    let mut book = Book::default();
    for number in 0..TURNS {
        let turn = book.asked(number);
        let id = |place: usize| CallId(format!("call-{number}-{place}"));
        let call = |place: usize| ToolCall {
            id: id(place),
            tool: "mail.read".to_owned(),
            args: json!({ "id": place }),
        };
        book.said(turn, (0..ANSWERS).map(call).collect());
        (0..ANSWERS).for_each(|place| book.answered(turn, id(place)));
        book.said(turn, Vec::new());
        book.write(Entry::Reply(ReplyEntry::Posted { turn, message: format!("r{number}").as_str().into() }));
        book.write(Entry::Reply(ReplyEntry::Finished { turn, ending: Ending::Replied }));
    }
    book.asked(TURNS);
    book.0
}

/// Ours, and those of a server that has many.
fn catalogue() -> Arc<Catalogue> {
    let schema = json!({ "type": "object", "properties": { "query": { "type": "string" } } });
    let tool = |number: usize| {
        let (name, origin) = if number < OURS {
            (format!("area.verb{number}"), Origin::House)
        } else {
            (format!("mcp__many__op_{number}"), Origin::Server("many".to_owned()))
        };
        let words = "Does something with something, and says what came of it.";
        Definition { origin, ..Definition::unknown(name, words, schema.clone()) }
    };
    let tools = (0..TOOLS).map(|number| Box::new(Plain(tool(number))) as Box<dyn AnyTool>).collect();
    let toolbox = Arc::new(Toolbox::new(tools).expect("each has a name of its own"));
    Catalogue::open(toolbox, ToolSettings::default()).expect("nobody has the names of ours")
}

fn main() -> ExitCode {
    let thread = Thread::new(journal(), ana(), catalogue());
    let request = thread.request(ROOM).expect("somebody waits for an answer");
    assert_eq!(request.messages.len(), 41, "forty and the question");
    let size: usize = request.messages.iter().map(|message| format!("{message:?}").len()).sum();
    println!(
        "Processor time. {} messages, {size} characters; {} of {TOOLS} tools shown.\n",
        request.messages.len(),
        request.tools.len()
    );
    verdict_on(&[
        measured("a prompt", Some(BOUND), ROUNDS, || {
            thread.request(ROOM).map_or(0, |request| request.messages.len())
        }),
        measured("a prompt with older turns left out", None, ROUNDS, || {
            thread.request(ROOM / 20).map_or(0, |request| request.messages.len())
        }),
    ])
}
