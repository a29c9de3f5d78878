//! Everybody's picture, in all of Slack's sizes: a square in a colour of their own.

use axum::{
    extract::Path,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub(super) const SIZES: [u16; 6] = [24, 32, 48, 72, 192, 512];

/// Puts the addresses of somebody's pictures into their profile.
pub(super) fn put(base: &str, user: &mut Value) {
    let id = user.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(profile) = user.get_mut("profile").and_then(Value::as_object_mut) {
        for size in SIZES {
            profile.insert(format!("image_{size}"), json!(format!("{base}/avatars/{id}-{size}.png")));
        }
        profile.insert("avatar_hash".to_owned(), json!(hex::encode(colour(&id))));
    }
}

pub(super) async fn show(Path(name): Path<String>) -> Response {
    let asked = name.strip_suffix(".png").and_then(|name| name.rsplit_once('-'));
    let asked = asked.and_then(|(id, size)| Some((id, size.parse().ok()?)));
    match asked.filter(|(_, size)| SIZES.contains(size)) {
        Some((id, size)) => ([(header::CONTENT_TYPE, "image/png")], picture(id, size)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn colour(id: &str) -> [u8; 3] {
    let digest = Sha256::digest(id);
    [0, 1, 2].map(|at| digest.get(at).copied().unwrap_or_default())
}

/// A PNG with a palette of one colour. Every line is a byte for the filter, none, and a bit for each pixel, zero.
fn picture(id: &str, size: u16) -> Vec<u8> {
    let lines = vec![0; usize::from(size) * (1 + usize::from(size).div_ceil(8))];
    let mut head = Vec::new();
    head.extend(u32::from(size).to_be_bytes());
    head.extend(u32::from(size).to_be_bytes());
    // One bit for each pixel, which is an index into the palette.
    head.extend([1, 3, 0, 0, 0]);
    let mut picture = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, content) in
        [(b"IHDR", head), (b"PLTE", colour(id).to_vec()), (b"IDAT", stored(&lines)), (b"IEND", Vec::new())]
    {
        let length = u32::try_from(content.len()).unwrap_or_default();
        let chunk: Vec<u8> = name.iter().copied().chain(content).collect();
        picture.extend(length.to_be_bytes());
        picture.extend(&chunk);
        picture.extend(crc(&chunk).to_be_bytes());
    }
    picture
}

/// Zeros in the format of zlib, as they are: the largest picture fits into one block.
fn stored(zeros: &[u8]) -> Vec<u8> {
    let length = u16::try_from(zeros.len()).unwrap_or_default();
    let mut stored = vec![0x78, 0x01, 0x01];
    stored.extend(length.to_le_bytes());
    stored.extend((!length).to_le_bytes());
    stored.extend(zeros);
    // Adler-32 of so many zeros.
    stored.extend(length.to_be_bytes());
    stored.extend([0, 1]);
    stored
}

/// CRC-32 as PNG has it.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_the_one_everybody_computes() {
        assert_eq!(crc(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc(b"IEND"), 0xAE42_6082);
    }

    #[test]
    fn the_largest_picture_is_stored_whole() {
        let lines = 512 * 65;
        assert!(u16::try_from(lines).is_ok());
        assert!(picture("U1", 512).len() > lines);
        assert_ne!(colour("U1"), colour("U2"));
    }
}
