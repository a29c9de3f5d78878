//! How fast the machine is while something is measured: it may be shared, and then what the same work takes is not the same
//! a second later. Printed beside what was measured, so that a slow minute is not taken for a slow product.

use std::hint::black_box;
use std::time::Duration;

use crate::timing::processor_time;
use crate::{Measure, Verdict};

/// Each of these is turned so often.
const NUMBERS: usize = 8;
const TURNS: u32 = 400_000;

/// How long the same plain work took, each time it was tried. The numbers do not wait for each other, so that they use all of a
/// core: where others have the other half of it, this takes up to twice as long, and a chain of steps as long as ever.
#[derive(Default)]
pub struct Pace(Vec<Duration>);

impl Pace {
    pub fn try_it(&mut self) {
        let began = processor_time();
        let mut numbers: [u64; NUMBERS] = std::array::from_fn(|at| at as u64 + 1);
        for _ in 0..TURNS {
            for number in &mut numbers {
                *number ^= *number << 13;
                *number ^= *number >> 7;
                *number ^= *number << 17;
            }
        }
        black_box(numbers);
        self.0.push(processor_time().saturating_sub(began));
    }

    pub fn measure(mut self) -> Measure {
        self.0.sort();
        let [fastest, .., slowest] = self.0[..] else { panic!("it was not tried") };
        Measure {
            what: format!("the machine meanwhile: {NUMBERS} numbers turned {TURNS} times, side by side"),
            bound: String::new(),
            measured: format!("{:.1?} (from {fastest:.1?} to {slowest:.1?})", self.0[self.0.len() / 2]),
            verdict: Verdict::NoBound,
        }
    }
}
