//! Texts that nobody guesses.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// An unguessable text of as many random 16-byte blocks.
pub(crate) fn secret(prefix: &str, blocks: usize) -> String {
    let bytes: Vec<u8> = (0..blocks).flat_map(|_| *uuid::Uuid::new_v4().as_bytes()).collect();
    format!("{prefix}{}", URL_SAFE_NO_PAD.encode(bytes))
}
