//! Content beside its JSON, in one body.

use bytes::{Bytes, BytesMut};
use serde_json::Value;

use crate::digest::digest;

/// `multipart/related`: its content type, and its bytes.
pub(crate) fn related(json: &Value, media_type: &str, content: &[u8]) -> (String, Bytes) {
    let json = json.to_string();
    // No text contains its own digest.
    let boundary = digest(digest(&json) + &digest(content));
    let mut body = BytesMut::with_capacity(content.len() + json.len() + 512);
    let head = format!(
        "--{boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{json}\r\n--{boundary}\r\n\
         Content-Type: {media_type}\r\n\r\n"
    );
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(content);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    (format!("multipart/related; boundary=\"{boundary}\""), body.freeze())
}
