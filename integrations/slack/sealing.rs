//! How a secret is written into a sealed record. For `#[serde(with)]` on what only ever goes to the vault.

use kernel::Secret;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(secret: &Secret, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(secret.reveal())
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Secret, D::Error> {
    String::deserialize(input).map(Secret::new)
}
