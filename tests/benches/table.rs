//! What a benchmark found, as a table, and whether it kept its bounds.

use std::process::ExitCode;

/// A line of the table.
pub struct Measure {
    pub what: String,
    pub bound: String,
    pub measured: String,
    pub verdict: Verdict,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Kept,
    Missed,
    /// Only to be known.
    NoBound,
}

impl Verdict {
    pub fn kept(kept: bool) -> Self {
        if kept { Self::Kept } else { Self::Missed }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Missed => "MISSED",
            Self::NoBound => "",
        }
    }
}

/// Prints the table. A missed bound is a failure.
pub fn verdict_on(measures: &[Measure]) -> ExitCode {
    println!("| measure | bound | measured | verdict |\n|---|---|---|---|");
    for Measure { what, bound, measured, verdict } in measures {
        println!("| {what} | {bound} | {measured} | {} |", verdict.words());
    }
    let missed = measures.iter().any(|measure| measure.verdict == Verdict::Missed);
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
