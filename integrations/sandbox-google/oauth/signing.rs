//! RSA keys: the one that signs ID tokens, and the service account's.
//!
//! ID tokens are real RS256 tokens, as Google's are, and the public half is served at `/oauth2/v3/certs`, so that a
//! client which verifies them can. Their key lives as long as the process: an ID token is read once, at sign-in.

use std::sync::LazyLock;

use aws_lc_rs::encoding::AsDer as _;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// An RSA key pair with the name its tokens carry.
#[derive(Debug)]
pub(crate) struct SigningKey {
    pair: KeyPair,
    name: String,
}

/// The machine could not make or use a key.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the sandbox could not make or use an RSA key; check the machine's source of randomness")]
pub struct NoKey;

impl SigningKey {
    /// The key of this process, made at the first sign-in.
    pub(crate) fn of_this_process() -> Result<&'static Self, NoKey> {
        static KEY: LazyLock<Result<SigningKey, NoKey>> = LazyLock::new(SigningKey::generate);
        KEY.as_ref().map_err(|&no_key| no_key)
    }

    /// A new key.
    pub(crate) fn generate() -> Result<Self, NoKey> {
        KeyPair::generate(KeySize::Rsa2048).map(Self::named).map_err(|_| NoKey)
    }

    /// A key from its PKCS #8 form.
    pub(crate) fn read(der: &[u8]) -> Result<Self, NoKey> {
        KeyPair::from_pkcs8(der).map(Self::named).map_err(|_| NoKey)
    }

    /// Its PKCS #8 form, private half included.
    pub(crate) fn to_der(&self) -> Result<Vec<u8>, NoKey> {
        self.pair.as_der().map(|der| der.as_ref().to_vec()).map_err(|_| NoKey)
    }

    /// What tokens name it by.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether this key has made the signature.
    pub(crate) fn has_signed(&self, text: &[u8], signature: &[u8]) -> bool {
        let public = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, self.pair.public_key().as_ref());
        public.verify(text, signature).is_ok()
    }

    fn named(pair: KeyPair) -> Self {
        let name = hex::encode(Sha256::digest(pair.public_key().as_ref())).chars().take(40).collect();
        Self { pair, name }
    }

    /// A signed JSON web token with these claims.
    pub(crate) fn sign(&self, claims: &Value) -> Result<String, NoKey> {
        let header = json!({ "alg": "RS256", "kid": self.name, "typ": "JWT" });
        let text = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(header.to_string()),
            URL_SAFE_NO_PAD.encode(claims.to_string())
        );
        let mut signature = vec![0; self.pair.public_modulus_len()];
        self.pair
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), text.as_bytes(), &mut signature)
            .map_err(|_| NoKey)?;
        Ok(format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }

    /// The public half, as a JSON web key set.
    pub(crate) fn public(&self) -> Value {
        let key = self.pair.public_key();
        let (modulus, exponent) = integers(key.as_ref()).unwrap_or_default();
        json!({ "keys": [{
            "kty": "RSA", "alg": "RS256", "use": "sig", "kid": self.name,
            "n": URL_SAFE_NO_PAD.encode(modulus), "e": URL_SAFE_NO_PAD.encode(exponent),
        }] })
    }
}

/// The two integers of a DER `RSAPublicKey`.
fn integers(der: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (sequence, _) = element(der, 0x30)?;
    let (modulus, rest) = element(sequence, 0x02)?;
    let (exponent, _) = element(rest, 0x02)?;
    let plain = |integer: &[u8]| integer.strip_prefix(&[0]).unwrap_or(integer).to_vec();
    Some((plain(modulus), plain(exponent)))
}

fn element(der: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (&found, rest) = der.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = if first < 0x80 {
        (usize::from(first), rest)
    } else {
        let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
        (digits.iter().fold(0_usize, |sum, &digit| (sum << 8) | usize::from(digit)), rest)
    };
    (found == tag).then(|| rest.split_at_checked(length))?
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::signature::RsaPublicKeyComponents;

    use super::*;

    #[test]
    fn a_token_verifies_against_the_published_key() {
        let key = SigningKey::generate().unwrap();
        let token = key.sign(&json!({ "sub": "1" })).unwrap();
        let (text, signature) = token.rsplit_once('.').unwrap();
        let public = key.public();
        let field = |name: &str| URL_SAFE_NO_PAD.decode(public["keys"][0][name].as_str().unwrap()).unwrap();
        let components = RsaPublicKeyComponents { n: field("n"), e: field("e") };
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        components.verify(&RSA_PKCS1_2048_8192_SHA256, text.as_bytes(), &signature).unwrap();
    }
}
