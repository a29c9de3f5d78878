//! The project's service account: a robot with a key in place of a password.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::signing::{NoKey, SigningKey};
use crate::Google;
use crate::account::Account;

const PROJECT: &str = "countersign-sandbox";

/// The service account, ready to check what was signed in its name.
#[derive(Debug)]
pub struct ServiceAccount {
    /// The account it is itself; its handle is its address.
    pub(crate) account: Account,
    pub(super) key: SigningKey,
}

/// What a snapshot keeps of it: the private key, PKCS #8 in base64.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Kept(String);

impl ServiceAccount {
    fn new(key: SigningKey) -> Self {
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

impl Google {
    /// Whether a caller is the service account itself, speaking for nobody.
    pub(crate) fn is_service_account(&self, handle: &str) -> bool {
        self.service_account.get().is_some_and(|robot| robot.account.handle == handle)
    }

    /// The service account; its key is made when it is first asked for, and kept in the snapshot.
    pub fn service_account(&self) -> Result<&ServiceAccount, NoKey> {
        if let Some(account) = self.service_account.get() {
            return Ok(account);
        }
        let key = self.with(|state| {
            if let Some(Kept(text)) = &state.service_account {
                return SigningKey::read(&STANDARD.decode(text).map_err(|_| NoKey)?);
            }
            let der = fresh_key()?;
            state.service_account = Some(Kept(STANDARD.encode(der)));
            SigningKey::read(der)
        })?;
        // Two that come at once read the same key.
        Ok(self.service_account.get_or_init(|| ServiceAccount::new(key)))
    }
}

/// One for all new sandboxes of a process: it takes a while to make, and tests start many. The token address in an
/// assertion keeps them apart.
fn fresh_key() -> Result<&'static [u8], NoKey> {
    static KEY: LazyLock<Result<Vec<u8>, NoKey>> =
        LazyLock::new(|| SigningKey::generate().and_then(|key| key.to_der()));
    KEY.as_deref().map_err(|&no_key| no_key)
}
