//! The key, and the three things done with it: sealing, naming files, fingerprints.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use kernel::ports::VaultError;
use sha2::Sha256;
use zeroize::Zeroizing;

const VERSION: u8 = 1;
const NONCE: usize = 24;

/// Each purpose has a key of its own, derived from the one that is kept.
#[derive(Clone)]
pub(crate) struct Key {
    sealing: Zeroizing<[u8; 32]>,
    naming: Zeroizing<[u8; 32]>,
    signing: Zeroizing<[u8; 32]>,
}

/// What was sealed, with the name it was sealed under.
pub(crate) struct Opened {
    pub(crate) name: String,
    pub(crate) value: Zeroizing<Vec<u8>>,
}

/// The key is another one, or the bytes were changed or moved.
#[derive(Debug)]
pub(crate) struct DoesNotOpen;

impl Key {
    pub(crate) fn new(kept: &[u8; 32]) -> Self {
        let derive = |purpose: &[u8]| Zeroizing::new(keyed(kept, purpose));
        Self {
            sealing: derive(b"countersign vault: sealing"),
            naming: derive(b"countersign vault: naming"),
            signing: derive(b"countersign vault: signing"),
        }
    }

    /// The file a name is kept in. Keyed, so that a directory listing tells nobody whose secrets are here.
    pub(crate) fn file_name(&self, name: &str) -> String {
        hex::encode(keyed(&self.naming, name.as_bytes()))
    }

    pub(crate) fn sign(&self, words: &[u8]) -> [u8; 32] {
        keyed(&self.signing, words)
    }

    /// `version | nonce | ciphertext of (length of name | name | value)`. The file's name and the version are bound
    /// into the seal; the name itself is inside, so that names can be listed.
    pub(crate) fn seal(&self, name: &str, value: &[u8]) -> Result<Vec<u8>, VaultError> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|error| VaultError::Unreachable(error.to_string()))?;
        let length = u32::try_from(name.len()).unwrap_or(u32::MAX);
        let mut plain = Zeroizing::new(Vec::with_capacity(4 + name.len() + value.len()));
        plain.extend_from_slice(&length.to_le_bytes());
        plain.extend_from_slice(name.as_bytes());
        plain.extend_from_slice(value);
        let bound = bound(&self.file_name(name));
        let payload = Payload { msg: &plain, aad: &bound };
        let cipher = XChaCha20Poly1305::new(&(*self.sealing).into());
        let sealed = cipher
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| VaultError::Unreachable(format!("`{name}` is too large to seal")))?;
        Ok([[VERSION].as_slice(), &nonce, &sealed].concat())
    }

    pub(crate) fn open(&self, file_name: &str, bytes: &[u8]) -> Result<Opened, DoesNotOpen> {
        let (version, rest) = bytes.split_first().ok_or(DoesNotOpen)?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE>().ok_or(DoesNotOpen)?;
        if *version != VERSION {
            return Err(DoesNotOpen);
        }
        let bound = bound(file_name);
        let payload = Payload { msg: sealed, aad: &bound };
        let cipher = XChaCha20Poly1305::new(&(*self.sealing).into());
        let plain = cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| DoesNotOpen)?;
        let plain = Zeroizing::new(plain);
        let (length, rest) = plain.split_first_chunk::<4>().ok_or(DoesNotOpen)?;
        let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| DoesNotOpen)?;
        let (name, value) = rest.split_at_checked(length).ok_or(DoesNotOpen)?;
        let name = str::from_utf8(name).map_err(|_| DoesNotOpen)?.to_owned();
        Ok(Opened { name, value: Zeroizing::new(value.to_vec()) })
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Key(…)")
    }
}

fn bound(file_name: &str) -> Vec<u8> {
    [file_name.as_bytes(), b"|", &[VERSION]].concat()
}

fn keyed(key: &[u8; 32], words: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new(&(*block(key)).into());
    mac.update(words);
    mac.finalize().into_bytes().into()
}

/// HMAC pads a short key with zeroes; done here, no length is left that could be refused.
fn block(key: &[u8; 32]) -> Zeroizing<[u8; 64]> {
    let mut block = Zeroizing::new([0; 64]);
    for (place, byte) in block.iter_mut().zip(key) {
        *place = *byte;
    }
    block
}
