//! The project's service account: a robot with a key in place of a password.

mod key;

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

pub(crate) use self::key::Kept;
pub(crate) use self::key::ServiceAccount;
use super::signing::{NoKey, SigningKey};
use crate::Google;

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
