//! HTML mail to text, with all that nobody sees taken out, beside `html2text` on the same letters.

use rustix::time::{ClockId, clock_gettime};

use super::{Measure, Verdict, corpus};

const LEAST: f64 = 12.0;
const ROUNDS: usize = 3;

pub fn measures() -> Vec<Measure> {
    let letters = corpus::letters();
    let megabytes = letters.iter().map(String::len).sum::<usize>() as f64 / 1e6;
    let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
    // In turns, and the best of each: what else runs on the machine disturbs both alike.
    for _ in 0..ROUNDS {
        ours = ours.min(seconds(&letters, |letter| google::words_of_html_mail(letter).len()));
        theirs = theirs
            .min(seconds(&letters, |letter| html2text::from_read(letter.as_bytes(), 100).unwrap().len()));
    }
    let (ours, theirs) = (megabytes / ours, megabytes / theirs);
    let speed = |speed: f64| format!("{speed:.1} MB per CPU second");
    vec![
        Measure {
            what: format!("{megabytes:.0} MB of HTML mail to text, hidden words taken out"),
            bound: format!("≥ {LEAST:.0} MB per CPU second"),
            measured: speed(ours),
            verdict: Verdict::kept(ours >= LEAST),
        },
        Measure {
            what: "the same beside `html2text` alone, which takes nothing out".to_owned(),
            bound: format!("≥ {}", speed(theirs)),
            measured: speed(ours),
            verdict: Verdict::kept(ours >= theirs),
        },
    ]
}

/// The processor time that all letters take.
fn seconds(letters: &[String], text: impl Fn(&str) -> usize) -> f64 {
    let began = processor_time();
    let written: usize = letters.iter().map(|letter| text(letter)).sum();
    assert!(written > 0, "nothing was read");
    processor_time() - began
}

fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
