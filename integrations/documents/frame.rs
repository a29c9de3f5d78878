//! Frames on a pipe: two lengths, a header in JSON, a body. Knows nothing of what they mean.

use std::io::{self, Read};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::limits::HEADER;

/// Everything before the body.
pub(crate) fn head(header: &impl Serialize, body: usize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(header)?;
    let mut bytes = Vec::with_capacity(LENGTHS + json.len());
    bytes.extend_from_slice(&(json.len() as u64).to_be_bytes());
    bytes.extend_from_slice(&(body as u64).to_be_bytes());
    bytes.extend_from_slice(&json);
    Ok(bytes)
}

/// Reads one frame and not a byte more.
pub(crate) fn read<H: DeserializeOwned>(source: &mut impl Read, longest: u64) -> io::Result<(H, Vec<u8>)> {
    let header = length(source, HEADER)?;
    let body = length(source, longest)?;
    let header = serde_json::from_slice(&exactly(source, header)?)?;
    Ok((header, exactly(source, body)?))
}

/// The most bytes a frame with such a body can have.
pub(crate) fn longest(body: u64) -> u64 {
    (LENGTHS as u64).saturating_add(HEADER).saturating_add(body)
}

const LENGTHS: usize = 16;

fn length(source: &mut impl Read, longest: u64) -> io::Result<u64> {
    let mut bytes = [0; 8];
    source.read_exact(&mut bytes)?;
    let length = u64::from_be_bytes(bytes);
    if length > longest {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame is longer than allowed"));
    }
    Ok(length)
}

/// Room is made as bytes arrive, so a length alone costs nothing.
fn exactly(source: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_comes_back_and_leaves_the_rest() {
        let mut bytes = head(&"header", 4).unwrap();
        bytes.extend_from_slice(b"bodyrest");
        let mut source = bytes.as_slice();
        let (header, body): (String, Vec<u8>) = read(&mut source, 4).unwrap();
        assert_eq!((header.as_str(), body.as_slice(), source), ("header", &b"body"[..], &b"rest"[..]));
    }

    #[test]
    fn a_frame_that_is_too_long_or_too_short_is_refused() {
        let mut bytes = head(&"header", 4).unwrap();
        bytes.extend_from_slice(b"bod");
        assert!(read::<String>(&mut bytes.as_slice(), 3).is_err());
        assert!(read::<String>(&mut bytes.as_slice(), 4).is_err());
    }
}
