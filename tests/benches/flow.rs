//! How long a flow decision takes: whether a call follows from what somebody wrote, after fifty things were read, in a
//! company of a thousand. It asks nobody: there is no network here, and no runtime that could wait for it.
//! Run: cargo bench --bench flow
#![expect(unreachable_pub, reason = "nothing in a benchmark can be reached from outside")]
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "it may fall over, and it prints what it measured"
)]

mod table;
mod timing;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use engine::timing::Matter;
use kernel::{
    Deed, Flow, Integrity, Label, Person, PersonId, Readers, Sink, SinkKind, Span, Standing, Target, Term,
    TermKind,
};
use table::verdict_on;
use timing::measured;

const PEOPLE: usize = 1_000;
const SOURCES: usize = 50;
const LETTERS: usize = 2_000;
const RECIPIENTS: usize = 5;
const ROUNDS: usize = 5_000;
const BOUND: Duration = Duration::from_millis(1);

const FIRST: [&str; 20] = [
    "Ana", "Ben", "Carla", "Dai", "Emil", "Fatima", "Goran", "Hana", "Ivo", "Jana", "Kofi", "Lena", "Mara",
    "Noor", "Oskar", "Pia", "Quentin", "Rosa", "Sven", "Tariq",
];
const LAST: [&str; 50] = [
    "Ruiz",
    "Okafor",
    "Mendes",
    "Evans",
    "Berg",
    "Haddad",
    "Novak",
    "Sato",
    "Horvat",
    "Dvorak",
    "Mensah",
    "Fischer",
    "Lund",
    "Rahman",
    "Holm",
    "Costa",
    "Moreau",
    "Silva",
    "Larsen",
    "Aziz",
    "Keller",
    "Braun",
    "Weber",
    "Koch",
    "Wolf",
    "Neumann",
    "Krause",
    "Vogel",
    "Frank",
    "Busch",
    "Kuhn",
    "Horn",
    "Pohl",
    "Sauer",
    "Arnold",
    "Otto",
    "Roth",
    "Beck",
    "Lorenz",
    "Baumann",
    "Franke",
    "Albrecht",
    "Schuster",
    "Simon",
    "Ludwig",
    "Winter",
    "Kraus",
    "Martin",
    "Schumacher",
    "Kramer",
];

fn everybody() -> Vec<Person> {
    (0..PEOPLE).map(|number| person(FIRST[number % FIRST.len()], LAST[number / FIRST.len()])).collect()
}

fn person(first: &str, last: &str) -> Person {
    let address = format!("{first}.{last}@firm.example").to_lowercase();
    Person {
        id: PersonId::from(address.as_str()),
        name: format!("{first} {last}"),
        workspace: "Firm".to_owned(),
        address: Some(address),
        zone: None,
        standing: Standing::Member,
    }
}

/// What somebody wrote, with names, a time, a title and an address in it.
fn words() -> String {
    let mut words = "Send Ben Okafor, Carla Mendes, Dai Evans and jonas@partner.example the summary of the mail “Offer for salt 7” \
                     and put “Tasting” into the calendar Kitchen on 2026-11-20 from 14:00 to 15:00 with Emil Berg. "
        .to_owned();
    for number in 0.. {
        let (first, last) = (FIRST[number * 7 % FIRST.len()], LAST[number * 3 % LAST.len()]);
        let more = format!(
            "{first} {last} asked about the salt from quarter {number}, and the cellar wants to know the price. "
        );
        if words.len() + more.len() > LETTERS {
            return words;
        }
        words += &more;
    }
    words
}

fn flow() -> Flow {
    let to = [
        "ben.okafor@firm.example",
        "carla.mendes@firm.example",
        "dai.evans@firm.example",
        "jonas@partner.example",
        "emil.berg@firrn.example",
    ];
    let to = to.iter().take(RECIPIENTS).enumerate();
    let to = to.map(|(at, to)| Sink::new(SinkKind::Recipient, format!("/to/{at}"), *to));
    let body = "Dear all,\n\nthe offer is for forty tons of salt, at 12.50 a ton, until the end of November. See \
                https://partner.example/offers/7 for more, or write to sales@partner.example.\n\nBest regards\nAna\n"
        .repeat(8);
    let texts =
        [(SinkKind::Title, "/subject", "Offer for salt 7".to_owned()), (SinkKind::Words, "/body", body)];
    let texts = texts.into_iter().map(|(kind, pointer, text)| Sink::new(kind, pointer, text));
    let enclosed = Sink::new(SinkKind::Enclosed, "/attachments/0", "Prices 2026.xlsx");
    let span = Span { from: "2026-11-20T14:00".to_owned(), to: "2026-11-20T15:00".to_owned(), was: None };
    Flow {
        deed: Deed::Send,
        sinks: to.chain(texts).chain([enclosed]).collect(),
        targets: vec![
            Target::named("/reply", ["Offer for salt 7".to_owned()]).by(["Jonas Partner".to_owned()]),
        ],
        terms: vec![Term { pointer: "/when".to_owned(), what: TermKind::Span(span) }],
    }
}

/// What was read before.
fn context() -> Label {
    let mail = |number: usize| {
        let author = format!("sender{number}@supplier{number}.example");
        let readers = ["ana.ruiz@firm.example", "ben.okafor@firm.example", author.as_str()];
        Label::stranger("mail.read", format!("mail from {author}"))
            .called([format!("Offer for salt {number}, and what else the cellar could need this year")])
            .by([author.clone(), format!("Sender {number} of Supplier {number}")])
            .read_by(Readers::only(readers))
            .believed(Integrity::External)
    };
    (0..SOURCES).fold(Label::trusted(), |label, number| label.join(&mail(number)))
}

fn main() -> ExitCode {
    let everybody = everybody();
    let requester = everybody.first().expect("there are people");
    let words = words();
    let gather = || Matter::new(&words, (requester, &everybody), flow(), context());
    let matter = gather();
    assert!(matter.decide() > 0 && matter.warn() > 0, "there is much that speaks against it");
    println!(
        "Processor time. {PEOPLE} people, {SOURCES} things read, {} characters written, {RECIPIENTS} recipients.\n",
        words.len()
    );
    verdict_on(&[
        measured("a flow decision", Some(BOUND), ROUNDS, || matter.decide()),
        measured("the warnings of its card", Some(BOUND), ROUNDS, || matter.warn()),
        measured("reading words and directory before, once for a reply", None, ROUNDS / 10, || {
            black_box(gather());
            1
        }),
    ])
}
