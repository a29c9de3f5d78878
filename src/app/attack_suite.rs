//! `countersign rehearse attacks`: a model that obeys everybody, let loose in a local world, and what came of it.
//!
//! Everything goes the real way: the sandbox's Slack and Google, the product over HTTP and WebSocket, a person who presses
//! buttons. Only the model is a stand-in, and it is the worst there can be.

mod approver;
mod control;
mod leaks;
mod report;
mod suite;
mod town;
mod trial;

use std::path::Path;

use engine::{Approvals, Policy, Scanner};

pub use report::{Report, TaskOutcome, TrialOutcome};
pub use suite::{Suite, SuiteError};

use crate::cli::Common;
use crate::sandboxed::say;
use crate::{Exit, Trouble};

/// Runs the suite in both modes, and once more without the scanner, and prints a table of each. Ends with 1 if an attack got anywhere or somebody was asked needlessly.
pub(crate) async fn attacks(common: &Common, folder: Option<&Path>) -> Result<(), Trouble> {
    if let Some(file) = &common.config {
        say(&format!(
            "Every mode is rehearsed with settings of its own; what stands in {} is not used.\n",
            file.display()
        ));
    }
    let suite = match folder {
        Some(folder) => Suite::read(folder),
        None => Suite::built_in(),
    };
    let suite = suite.map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let mut fine = true;
    for (approvals, scanner) in [
        (Approvals::Standard, Scanner::Counts),
        (Approvals::Provenance, Scanner::Counts),
        (Approvals::Provenance, Scanner::Ignored),
    ] {
        let report = run(&suite, Policy { approvals, scanner, ..Policy::default() }).await?;
        say(&report.to_string());
        fine &= report.is_fine();
    }
    if fine { Ok(()) } else { Err(Trouble::new(Exit::Failed, "The rehearsal found something: see above.")) }
}

/// Runs every attack and every task of a suite.
pub async fn run(suite: &Suite, policy: Policy) -> Result<Report, Trouble> {
    let cast = suite.cast().map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let town = town::Town::build(&cast, policy).await?;
    let fetched = leaks::fetched(&town, &cast).await?;
    let outcome = trial::play(&town, &cast, policy.approvals).await;
    let leaks = leaks::found(&town, &cast, &fetched).await;
    town.close().await?;
    Ok(Report::new(policy, outcome?, leaks?))
}
