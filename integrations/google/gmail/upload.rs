//! A message beside its JSON, for what is too large to stand in it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Larger messages are uploaded.
pub(super) const LARGEST_IN_JSON: usize = 5 * 1024 * 1024;

/// `multipart/related`: its content type, and its bytes.
pub(super) fn related(json: &Value, message: &[u8]) -> (String, Vec<u8>) {
    // No text contains its own digest.
    let boundary = URL_SAFE_NO_PAD.encode(Sha256::digest(message));
    let mut body = format!(
        "--{boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{json}\r\n--{boundary}\r\n\
         Content-Type: message/rfc822\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(message);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    (format!("multipart/related; boundary=\"{boundary}\""), body)
}
