//! No files and no connections, by Landlock.

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetError, RulesetStatus, Scope,
};

use crate::protocol::Strength;

/// Linux 6.12: files, TCP, abstract sockets and signals. Older kernels enforce what they know of it.
const KNOWN: ABI = ABI::V6;

/// Everything Landlock governs is forbidden: there is no rule that allows anything.
#[expect(clippy::print_stderr, reason = "the parent keeps what a child complains about")]
pub(super) fn deny() -> Strength {
    match restrict() {
        Ok(RulesetStatus::FullyEnforced) => Strength::Full,
        Ok(RulesetStatus::PartiallyEnforced) => Strength::Partial,
        Ok(RulesetStatus::NotEnforced) => Strength::None,
        Err(error) => {
            eprintln!("Landlock: {error}");
            Strength::None
        }
    }
}

fn restrict() -> Result<RulesetStatus, RulesetError> {
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(KNOWN))?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .restrict_self()?;
    Ok(status.ruleset)
}
