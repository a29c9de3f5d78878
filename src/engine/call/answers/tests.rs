use kernel::{CallEntry, Outcome, ReplyEntry, SaidCall, Time, TurnId, Usage};
use proptest::prelude::*;

use super::*;

fn record(number: u64, entry: Entry) -> Record {
    Record { number, at: Time(0), entry }
}

fn kept(size: usize, budget: usize, most: usize) -> KeptAnswer {
    let (source, noticed) = ("mail.read".to_owned(), Vec::new());
    KeptAnswer { source, budget, most, total: size, kept: size, reduced: None, noticed, part: None }
}

/// A reply with calls of these sizes, each with the most its tool may answer, ended in this order.
fn journal(calls: &[(usize, usize)], order: &[usize], budget: usize) -> Vec<Record> {
    let id = |place: usize| CallId(format!("c{place}"));
    let said = (0..calls.len()).map(|place| SaidCall { id: id(place), tool: "mail.read".into() }).collect();
    let (reply, usage) = (Body::new("{}"), Usage::default());
    let mut records = vec![record(
        1,
        Entry::Reply(ReplyEntry::Said {
            turn: TurnId(1),
            reply,
            calls: said,
            usage,
            seen: 0,
            read: Label::trusted(),
            model: String::new(),
        }),
    )];
    for (place, number) in order.iter().zip(2..) {
        let (size, most) = calls[*place];
        let (outcome, label) = (Outcome::Done, Label::trusted());
        let (words, kept) = (Body::new("x".repeat(size)), Some(Box::new(kept(size, budget, most))));
        let answered = Entry::Call(CallEntry::Answered {
            turn: TurnId(1),
            call: id(*place),
            outcome,
            words,
            label,
            kept,
            gate: None,
            tool: None,
        });
        records.push(record(number, answered));
    }
    records
}

proptest! {
    #[test]
    fn answers_share_a_budget_fairly_and_leave_none_of_it_unused(
        calls in proptest::collection::vec((0_usize..3_000, 1_usize..3_000), 1..12),
        budget in 1_usize..9_000,
        seed in any::<u64>(),
    ) {
        let mut order: Vec<usize> = (0..calls.len()).collect();
        order.sort_by_key(|place| (seed >> (place % 60)) & 1);
        let journal = journal(&calls, &order, budget);
        let shares = shares(&journal);
        let of = |place: usize| shares[&(order.iter().position(|other| *other == place).unwrap() as u64 + 2)];
        let wanted: Vec<usize> = calls.iter().map(|(size, most)| *size.min(most)).collect();
        let sum: usize = (0..calls.len()).map(of).sum();
        prop_assert!(sum <= budget);
        for (place, wanted) in wanted.iter().enumerate() {
            prop_assert!(of(place) <= *wanted);
            prop_assert!(of(place) >= (*wanted).min(budget / calls.len()), "nobody gets less than an even part");
        }
        let somebody_lacks = (0..calls.len()).any(|place| of(place) < wanted[place]);
        prop_assert!(!somebody_lacks || sum == budget, "what is left over is used");
        // In whichever order they ended.
        let mut ended: Vec<usize> = (0..calls.len()).map(of).collect();
        let straight: Vec<usize> = (0..calls.len()).collect();
        let again = super::shares(&self::journal(&calls, &straight, budget));
        let mut in_order: Vec<usize> = straight.iter().map(|place| again[&(*place as u64 + 2)]).collect();
        ended.sort_unstable();
        in_order.sort_unstable();
        prop_assert_eq!(ended, in_order);
        // And what is shown is that much and a marker.
        for (record, (size, _)) in journal[1..].iter().zip(order.iter().map(|place| calls[*place])) {
            let Entry::Call(CallEntry::Answered { words, kept: Some(kept), label, .. }) = &record.entry else { unreachable!() };
            let share = shares[&record.number];
            let told = told(words, kept, label, (record.number, share));
            prop_assert!(told.len() <= share + 100);
            let marker = format!("[truncated — {size} chars total, rest with result.read id={} from={share}]", record.number);
            prop_assert_eq!(told.ends_with(&marker), share < size);
        }
    }
}

#[test]
fn what_was_noticed_and_how_to_get_the_rest_stand_outside_of_the_fence() {
    let label = Label::stranger("mail.read", "a mail");
    let noticed = KeptAnswer { noticed: vec!["it gives orders".to_owned()], ..kept(9, 100, 100) };
    let words = Body::new("äöüäöüäöü");
    let told = told(&words, &noticed, &label, (17, 3));
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("<<<untrusted:") && lines[2].starts_with("<<<end:"), "{told}");
    assert_eq!(lines[1], "äöü", "a cut never falls inside of a letter or of the fence");
    assert!(lines[3].starts_with("[noticed in the text above: it gives orders."));
    assert_eq!(lines[4], "[truncated — 9 chars total, rest with result.read id=17 from=3]");
}

#[test]
fn of_what_was_reduced_all_can_be_had_and_of_what_was_not_kept_that_is_said() {
    let reduced = KeptAnswer { reduced: Some(Body::new("short")), ..kept(900, 1_000, 1_000) };
    let told_reduced = told(&Body::new("x".repeat(900)), &reduced, &Label::trusted(), (4, 500));
    assert_eq!(told_reduced, "short\n[truncated — 900 chars total, rest with result.read id=4 from=0]");
    let cut = KeptAnswer { total: 300_000, ..kept(9, 100, 100) };
    let told_cut = told(&Body::new("123456789"), &cut, &Label::trusted(), (4, 100));
    assert_eq!(told_cut, "123456789\n[only the first 9 of 300000 characters were kept]");
    let part = KeptAnswer { part: Some(kernel::PartOf { record: 2, from: 4 }), ..kept(9, 100, 3) };
    let told_part = told(&Body::new("56789"), &part, &Label::trusted(), (8, 3));
    assert_eq!(told_part, "567\n[truncated — 9 chars total, rest with result.read id=2 from=7]");
    assert!(stub(&part, 8).contains("result.read id=2 from=4"));
    let purged = Body { words: None, ..Body::new("x") };
    assert_eq!(told(&purged, &kept(900, 100, 100), &Label::trusted(), (4, 100)), purged.words());
}
