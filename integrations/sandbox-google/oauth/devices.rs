//! The device flow's codes: one for the device, one for the person to type, and how often the device may ask.
//!
//! Pure bookkeeping over a given time; knows neither HTTP nor pages.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::oauth::secret::secret;

/// What a device that asks too often has to wait longer, from then on.
const SLOWER: u64 = 5;
/// Letters that nobody misreads, and that spell nothing.
const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";

/// Every device that has asked for access.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Devices {
    /// By device code.
    devices: BTreeMap<String, Device>,
    timing: Timing,
}

/// What a device is told when it starts, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Timing {
    pub interval: u64,
    pub expires_in: u64,
}

impl Default for Timing {
    fn default() -> Self {
        Self { interval: 5, expires_in: 1800 }
    }
}

/// A pair of codes that was just made.
#[derive(Clone, Debug)]
pub(crate) struct Started {
    pub(crate) device_code: String,
    pub(crate) user_code: String,
    pub(crate) timing: Timing,
}

#[derive(Debug, Deserialize, Serialize)]
struct Device {
    user_code: String,
    client: String,
    scopes: Vec<String>,
    expires: Timestamp,
    interval: u64,
    polled: Option<Timestamp>,
    answer: Answer,
}

/// What the person has said to a device.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Answer {
    None,
    Allowed {
        person: String,
        scopes: BTreeSet<String>,
    },
    Denied,
    /// Allowed, and the device has taken its token.
    Taken,
}

/// Why a device that asks gets no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoToken {
    Pending,
    TooFast,
    Denied,
    Expired,
    /// Never issued, issued to another client, or used up.
    Unknown,
}

impl Devices {
    /// Makes a pair of codes.
    pub(super) fn start(&mut self, client: &str, scopes: Vec<String>, now: Timestamp) -> Started {
        let (device_code, user_code) = (secret("AH-1Ng", 4), fresh_user_code());
        let life = i64::try_from(self.timing.expires_in).unwrap_or(i64::MAX);
        let device = Device {
            user_code: user_code.clone(),
            client: client.to_owned(),
            scopes,
            expires: now.saturating_add(SignedDuration::from_secs(life)).unwrap_or(Timestamp::MAX),
            interval: self.timing.interval,
            polled: None,
            answer: Answer::None,
        };
        self.devices.insert(device_code.clone(), device);
        Started { device_code, user_code, timing: self.timing }
    }

    /// What the device with this code on its screen asks for, while it waits for an answer.
    pub(super) fn asked(&self, user_code: &str, now: Timestamp) -> Option<Vec<String>> {
        let wanted = plain(user_code);
        let waiting = |device: &&Device| {
            plain(&device.user_code) == wanted && device.expires > now && device.answer == Answer::None
        };
        self.devices.values().find(waiting).map(|device| device.scopes.clone())
    }

    /// The person answers, once; the client whose device it is, or nothing when no device waits under this code.
    pub(super) fn answer(&mut self, user_code: &str, answer: Answer, now: Timestamp) -> Option<String> {
        let wanted = plain(user_code);
        let waiting = |device: &&mut Device| {
            plain(&device.user_code) == wanted && device.expires > now && device.answer == Answer::None
        };
        let device = self.devices.values_mut().find(waiting)?;
        device.answer = answer;
        Some(device.client.clone())
    }

    /// The device asks for its token: who has allowed it what, the first time it is told.
    pub(super) fn poll(
        &mut self,
        client: &str,
        device_code: &str,
        now: Timestamp,
    ) -> Result<(String, BTreeSet<String>), NoToken> {
        let device = self.devices.get_mut(device_code).filter(|device| device.client == client);
        let device = device.filter(|device| device.answer != Answer::Taken).ok_or(NoToken::Unknown)?;
        if device.expires <= now {
            return Err(NoToken::Expired);
        }
        let since = device.polled.replace(now).map(|polled| now.duration_since(polled));
        let interval = SignedDuration::from_secs(i64::try_from(device.interval).unwrap_or(i64::MAX));
        if since.is_some_and(|since| since < interval) {
            device.interval += SLOWER;
            return Err(NoToken::TooFast);
        }
        match std::mem::replace(&mut device.answer, Answer::Taken) {
            Answer::Allowed { person, scopes } => Ok((person, scopes)),
            kept => {
                let why = if kept == Answer::Denied { NoToken::Denied } else { NoToken::Pending };
                device.answer = kept;
                Err(why)
            }
        }
    }

    /// Changes what devices that start from now on are told.
    pub(crate) fn set_timing(&mut self, timing: Timing) {
        self.timing = timing;
    }

    /// What devices that start now are told.
    pub(crate) fn timing(&self) -> Timing {
        self.timing
    }
}

/// Three times three letters.
fn fresh_user_code() -> String {
    let letters: Vec<char> = uuid::Uuid::new_v4()
        .as_bytes()
        .iter()
        // The version and the variant are no randomness.
        .enumerate()
        .filter(|(at, _)| !matches!(at, 6 | 8))
        .filter_map(|(_, byte)| LETTERS.get(usize::from(*byte) % LETTERS.len()))
        .map(|&letter| char::from(letter))
        .take(9)
        .collect();
    letters.chunks(3).map(|three| three.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// A code as people type it: in any case, with or without the hyphens.
fn plain(user_code: &str) -> String {
    user_code.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect()
}

#[cfg(test)]
#[path = "devices_tests.rs"]
mod tests;
