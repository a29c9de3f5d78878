//! The service account and its key.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    account::Account,
    oauth::signing::{NoKey, SigningKey},
};

pub(crate) const PROJECT: &str = "countersign-sandbox";

/// The service account, ready to check what was signed in its name.
#[derive(Debug)]
pub struct ServiceAccount {
    /// The account it is itself; its handle is its address.
    pub(crate) account: Account,
    pub(crate) key: SigningKey,
}

/// What a snapshot keeps of it: the private key, PKCS #8 in base64.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Kept(pub(crate) String);

impl ServiceAccount {
    pub(crate) fn new(key: SigningKey) -> Self {
        let address = format!("countersign@{PROJECT}.iam.gserviceaccount.com");
        let account = Account { handle: address.clone(), name: "Countersign".to_owned(), address };
        Self { account, key }
    }

    /// The key file, as Google's console hands it out.
    pub fn key_file(&self, base: &str) -> Result<Value, NoKey> {
        let text = STANDARD.encode(self.key.to_der()?);
        let line = |at: usize| text.get(at..text.len().min(at + 64));
        let lines: Vec<&str> = (0..text.len()).step_by(64).filter_map(line).collect();
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", lines.join("\n"));
        Ok(json!({
            "type": "service_account",
            "project_id": PROJECT,
            "private_key_id": self.key.name(),
            "private_key": pem,
            "client_email": self.account.address,
            "client_id": self.account.subject(),
            "auth_uri": format!("{base}/o/oauth2/v2/auth"),
            "token_uri": format!("{base}/token"),
            "auth_provider_x509_cert_url": format!("{base}/oauth2/v3/certs"),
            "universe_domain": "googleapis.com",
        }))
    }
}
