//! How long it takes to find a tool among a thousand, and to index them anew when the list changes.
//! Run: cargo bench -p engine --bench search
#![expect(unreachable_pub, reason = "nothing in a benchmark can be reached from outside")]
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "it may fall over, and it prints what it measured"
)]

mod table;
mod timing;

use std::cell::Cell;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use engine::{Index, Searchable};
use serde::Deserialize;
use table::{Measure, Verdict, verdict_on};
use timing::{measured, processor_time};

const TOOLS: usize = 1_000;
const ROUNDS: usize = 20_000;
const BOUND: Duration = Duration::from_micros(500);
const BUILDING: Duration = Duration::from_millis(50);

const QUESTIONS: [&str; 12] = [
    "weather",
    "who can open the folder with the contracts?",
    "move my dentist's appointment to Thursday at 9:30 and tell everybody who comes",
    "Schreib der Buchhaltung, dass die Rechnung angekommen ist, und leg sie in den Ordner der Belege",
    "Besprechungsraum für die Lieferantenbesprechung freihalten",
    "Quelles sont les branches du dépôt, et qui a changé quoi la semaine dernière ?",
    "remplace partout l'ancien nom par le nouveau",
    "¿Cuánto cuesta ahora la acción, y qué dividendos ha pagado en los últimos años?",
    "apaga las luces del salón",
    "Preciso de um hotel perto da praia para quatro pessoas, de sexta a domingo",
    "traduz este parágrafo",
    "xyzzy plugh 12345 ana@example.com #general OPS-9 D7 https://example.com/a/b",
];

#[derive(Deserialize)]
struct Tool {
    name: String,
    description: String,
    parameters: Vec<String>,
}

/// Those of the questions' set, again under other names until there are enough.
fn tools() -> Vec<Tool> {
    let known: Vec<Tool> =
        serde_json::from_str(include_str!("../search/tools.json")).expect("the tools can be read");
    let again = |number: usize| {
        let Tool { name, description, parameters } = &known[number % known.len()];
        let round = number / known.len();
        let name = if round == 0 { name.clone() } else { format!("mcp__server{round}__{name}") };
        Tool { name, description: description.clone(), parameters: parameters.clone() }
    };
    (0..TOOLS).map(again).collect()
}

fn index(tools: &[Tool]) -> Index {
    Index::new(tools.iter().map(|tool| Searchable {
        name: &tool.name,
        description: &tool.description,
        parameters: tool.parameters.iter().map(String::as_str).collect(),
        ..Searchable::default()
    }))
}

fn main() -> ExitCode {
    let tools = tools();
    let began = processor_time();
    let index_of_all = index(&tools);
    let first = processor_time().saturating_sub(began);
    println!("Processor time. {TOOLS} tools, {} questions in five languages.\n", QUESTIONS.len());
    let asked = Cell::new(0);
    verdict_on(&[
        measured("finding a tool", Some(BOUND), ROUNDS, || {
            asked.set(asked.get() + 1);
            1 + index_of_all.find(QUESTIONS[asked.get() % QUESTIONS.len()], 5).len()
        }),
        measured("indexing all of them anew", Some(BUILDING), 100, || {
            black_box(index(&tools));
            1
        }),
        Measure {
            what: "the first index, with reading the lexicon".to_owned(),
            bound: String::new(),
            measured: format!("{first:.1?}"),
            verdict: Verdict::NoBound,
        },
    ])
}
