//! How fast the machine is while something is measured: it may be shared, and then what the same work takes is not the same
//! a second later. Printed beside what was measured, so that a slow minute is not taken for a slow product.

use std::hint::black_box;
use std::time::Duration;

use crate::timing::processor_time;
use crate::{Measure, Verdict};

/// Each waits for the one before it.
const MULTIPLICATIONS: u32 = 10_000_000;

/// How long the same plain loop took, each time it was tried.
#[derive(Default)]
pub struct Pace(Vec<Duration>);

impl Pace {
    pub fn try_it(&mut self) {
        let began = processor_time();
        let mut number = 1_u64;
        for _ in 0..MULTIPLICATIONS {
            number = black_box(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        }
        self.0.push(processor_time().saturating_sub(began));
    }

    pub fn measure(mut self) -> Measure {
        self.0.sort();
        let [fastest, .., slowest] = self.0[..] else { panic!("it was not tried") };
        Measure {
            what: format!("the machine meanwhile: {MULTIPLICATIONS} multiplications, one after the other"),
            bound: String::new(),
            measured: format!("{:.1?} (from {fastest:.1?} to {slowest:.1?})", self.0[self.0.len() / 2]),
            verdict: Verdict::NoBound,
        }
    }
}
