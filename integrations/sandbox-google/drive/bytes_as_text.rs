//! Bytes as base64, so that a snapshot stays text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

#[expect(clippy::ref_option, reason = "serde hands over the field as it is")]
pub(crate) fn serialize<S: Serializer>(bytes: &Option<Bytes>, to: S) -> Result<S::Ok, S::Error> {
    bytes.as_ref().map(|bytes| STANDARD.encode(bytes)).serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Bytes>, D::Error> {
    let text: Option<String> = Option::deserialize(from)?;
    text.map(|text| STANDARD.decode(text).map(Bytes::from).map_err(D::Error::custom)).transpose()
}
