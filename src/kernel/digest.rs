//! The fingerprint of an exact call, and the permit that carries it.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::AccountId;

/// SHA-256, in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(String);

impl Digest {
    pub fn of_words(words: &str) -> Self {
        Self::of_bytes(words.as_bytes())
    }

    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(hex::encode(Sha256::digest(bytes)))
    }

    /// Covers all that decides what a call does: tool, version, account and the whole plan. `serde_json` sorts keys,
    /// so equal calls have equal bytes.
    pub fn of_call(tool: &str, version: u32, account: &AccountId, plan: &Value) -> Self {
        Self::of_words(
            &json!({ "account": account, "plan": plan, "tool": tool, "version": version }).to_string(),
        )
    }

    /// Enough of it to compare by eye.
    pub fn short(&self) -> &str {
        self.0.get(..8).unwrap_or(&self.0)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Proof that every stage before `run` let exactly this call through. Only the countersign stage mints one.
#[derive(Debug)]
pub struct Permit(Digest);

impl Permit {
    /// For the countersign stage alone; clippy refuses it anywhere else.
    pub fn mint(digest: Digest) -> Self {
        Self(digest)
    }

    pub fn is_for(&self, digest: &Digest) -> bool {
        self.0 == *digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_call_changes_its_digest() {
        let base = Digest::of_call("a.b", 1, &"x@y".into(), &json!({ "to": "z" }));
        assert_eq!(base, Digest::of_call("a.b", 1, &"x@y".into(), &json!({ "to": "z" })));
        for other in [
            Digest::of_call("a.c", 1, &"x@y".into(), &json!({ "to": "z" })),
            Digest::of_call("a.b", 2, &"x@y".into(), &json!({ "to": "z" })),
            Digest::of_call("a.b", 1, &"w@y".into(), &json!({ "to": "z" })),
            Digest::of_call("a.b", 1, &"x@y".into(), &json!({ "to": "zz" })),
        ] {
            assert_ne!(base, other);
        }
    }
}
