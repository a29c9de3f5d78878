//! Ids as Drive gives them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::account::Account;

/// The id of somebody's My Drive, which the API also calls `root`.
pub(crate) fn root_of(account: &Account) -> String {
    root_id(&account.address)
}

/// The id of the My Drive of an address.
pub(super) fn root_id(address: &str) -> String {
    format!("0A{}PVA", subject(address).get(..14).unwrap_or_default())
}

/// 33 characters, as Google makes them.
pub(crate) fn fresh_id() -> String {
    format!("1{}", fresh_text(32))
}

/// The id of a shared drive is shorter.
pub(super) fn fresh_drive_id() -> String {
    format!("0A{}PVA", fresh_text(14))
}

/// So many characters that nobody can guess.
pub(super) fn fresh_text(length: usize) -> String {
    let random = [uuid::Uuid::new_v4().into_bytes(), uuid::Uuid::new_v4().into_bytes()].concat();
    URL_SAFE_NO_PAD.encode(random).get(..length).unwrap_or_default().to_owned()
}

/// Google's number for an address.
pub(super) fn subject(address: &str) -> String {
    Account { handle: String::new(), name: String::new(), address: address.to_owned() }.subject()
}
