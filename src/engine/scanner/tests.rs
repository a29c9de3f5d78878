//! What the scanner catches and what it leaves in peace, in numbers.

use std::collections::BTreeMap;

use kernel::Alarm;
use proptest::prelude::*;

use super::{
    attacks::{WRAPPINGS, attacks, bases},
    ordinary::mails,
    scan,
};

const SEED: u64 = 20_260_316;
const MAILS: usize = 6_000;

#[test]
#[expect(clippy::print_stdout, reason = "the numbers are what this test is for")]
fn ordinary_mails_are_left_in_peace() {
    let mails = mails(SEED, MAILS);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let (mut odd, mut loud) = (0, 0);
    for mail in &mails {
        let scan = scan(mail);
        match scan.level {
            Alarm::Quiet => continue,
            Alarm::Odd => odd += 1,
            Alarm::Loud => loud += 1,
        }
        *reasons.entry(format!("{:?}: {}", scan.level, scan.found.join(", "))).or_default() += 1;
        if std::env::var("SHOW").is_ok_and(|level| format!("{:?}", scan.level) == level) {
            println!("----- {:?}\n{mail}", scan);
        }
    }
    println!(
        "seed {SEED}: {MAILS} ordinary mails, {loud} loud ({}), {odd} odd ({})",
        percent(loud, MAILS),
        percent(odd, MAILS)
    );
    for (reason, count) in reasons {
        println!("{count:5} {reason}");
    }
    assert!(loud * 1_000 <= MAILS * 2, "{loud} false alarms");
    assert!(odd * 100 <= MAILS * 2, "{odd} odd ones");
}

#[derive(Default)]
struct Tally {
    all: usize,
    caught: usize,
    loud: usize,
}

#[test]
#[expect(clippy::print_stdout, reason = "the numbers are what this test is for")]
fn attacks_are_caught_in_most_disguises() {
    let mut tallies: BTreeMap<(&str, bool), Tally> = BTreeMap::new();
    for attack in attacks(SEED) {
        let scan = scan(&attack.text);
        for row in [attack.wrapping, "all"] {
            let tally = tallies.entry((row, attack.held_out)).or_default();
            tally.all += 1;
            tally.caught += usize::from(scan.level > Alarm::Quiet);
            tally.loud += usize::from(scan.level == Alarm::Loud);
        }
        if !attack.held_out
            && scan.level < Alarm::Loud
            && std::env::var("SHOW").is_ok_and(|show| show == attack.wrapping)
        {
            println!("----- {:?}\n{}", scan, attack.text);
        }
    }
    println!("seed {SEED}{:>32} {:>16}   {:>16}", "", "tuned on", "held out");
    println!("{:32} {:>8} {:>8}   {:>8} {:>8}", "wrapping", "caught", "loud", "caught", "loud");
    for row in WRAPPINGS.iter().map(|(wrapping, _)| *wrapping).chain(["all"]) {
        let (tuned, held) = (&tallies[&(row, false)], &tallies[&(row, true)]);
        println!(
            "{row:32} {:>8} {:>8}   {:>8} {:>8}",
            percent(tuned.caught, tuned.all),
            percent(tuned.loud, tuned.all),
            percent(held.caught, held.all),
            percent(held.loud, held.all)
        );
    }
    let sum = |of: fn(&Tally) -> usize| of(&tallies[&("all", false)]) + of(&tallies[&("all", true)]);
    let (all, caught, loud) = (sum(|tally| tally.all), sum(|tally| tally.caught), sum(|tally| tally.loud));
    println!("{all} attacks: {} caught, {} loud", percent(caught, all), percent(loud, all));
    assert!(caught * 100 >= all * 95, "{caught} of {all}");
}

fn percent(part: usize, all: usize) -> String {
    let tenths = part * 10_000 / all.max(1);
    format!("{}.{:02} %", tenths / 100, tenths % 100)
}
