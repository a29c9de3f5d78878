//! What must not be found anywhere, in whichever dress, and where it is looked for.

use std::collections::BTreeSet;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use kernel::ports::Vault as _;
use sandbox::Card;
use serde_json::{Value, json};
use vault::{KeySource, SealedVault};
use wire::Url;

use crate::harness::Control;

/// Secrets by what they are.
#[derive(Default)]
pub struct Canaries(BTreeSet<(String, String)>);

impl Canaries {
    pub fn of(card: &Card) -> Self {
        let mut canaries = Self::default();
        for (what, value) in [
            ("bot token", &card.bot_token),
            ("app token", &card.app_token),
            ("signing secret", &card.signing_secret),
            ("client secret", &card.client_secret),
            ("device client secret", &card.device_client_secret),
        ] {
            canaries.add(what, value);
        }
        // A key is as good as any line of it.
        let key = card.service_account_key["private_key"].as_str().unwrap();
        for line in key.lines().filter(|line| line.len() > 40) {
            canaries.add("service account", line);
        }
        canaries
    }

    pub fn add(&mut self, what: &str, value: &str) {
        assert!(value.len() >= 16, "{what} is too short to be told from other words");
        self.0.insert((what.to_owned(), value.to_owned()));
    }

    /// What was exchanged with Google's token endpoint: codes, verifiers, assertions.
    pub async fn learn_from_google(&mut self, control: &Control) {
        for request in control.requests("google", "oauth.token").await {
            let form = Url::parse(&format!("http://form/?{}", request["body"].as_str().unwrap())).unwrap();
            for (name, value) in form.query_pairs() {
                if ["code", "code_verifier", "refresh_token", "assertion", "client_secret"].contains(&&*name)
                {
                    self.add(&format!("oauth {name}"), &value);
                }
            }
        }
    }

    /// The tickets that open our sockets.
    pub async fn learn_from_sockets(&mut self, control: &Control) {
        for request in control.requests("slack", "link").await {
            let query = Url::parse(&format!("http://link/?{}", request["query"].as_str().unwrap())).unwrap();
            for (name, value) in query.query_pairs().filter(|(name, _)| name == "ticket") {
                self.add(&format!("socket {name}"), &value);
            }
        }
    }

    /// The key itself, and whatever token is sealed under it. The token that is used now.
    pub async fn learn_from_vault(&mut self, data: &Path) -> String {
        let mut newest = String::new();
        let key = data.join("vault.key");
        self.add("vault key", std::fs::read_to_string(&key).unwrap().trim());
        let vault = SealedVault::inspect(data.join("vault"), KeySource::File(key)).await.unwrap();
        for name in vault.names("google/grant/").await.unwrap() {
            let grant = vault.get(&name).await.unwrap().unwrap();
            let grant: Value = serde_json::from_slice(&grant).unwrap();
            self.add("refresh token", grant["refresh"].as_str().unwrap());
            if let Some(token) = grant["access"]["token"].as_str() {
                self.add("access token", token);
                token.clone_into(&mut newest);
            }
        }
        newest
    }

    /// That the story really had them.
    pub fn are_all_there(&self) {
        for what in [
            "bot token",
            "app token",
            "signing secret",
            "client secret",
            "service account",
            "vault key",
            "model key",
            "refresh token",
            "access token",
            "oauth code",
            "oauth code_verifier",
            "oauth refresh_token",
            "oauth assertion",
            "socket ticket",
            "the signature that was asked for",
            "a signature that came too late",
        ] {
            assert!(self.0.iter().any(|(known, _)| known == what), "there is no {what}");
        }
    }

    /// Which of them stand where, and how.
    pub fn found_in(&self, places: &Places) -> Vec<String> {
        let mut found = Vec::new();
        for (what, value) in &self.0 {
            let dresses = dresses(value);
            for (place, bytes) in &places.0 {
                let seen = dresses.iter().find_map(|dress| {
                    let at = position(bytes, dress.as_bytes())?;
                    let around = &bytes[at.saturating_sub(120)..(at + dress.len() + 60).min(bytes.len())];
                    Some(String::from_utf8_lossy(around).into_owned())
                });
                found.extend(seen.map(|seen| format!("{what} in {place}: …{seen}…")));
            }
        }
        found
    }
}

/// As it is, in an address, in JSON that escapes more than it must, and in base64 wherever it begins in there.
fn dresses(value: &str) -> BTreeSet<String> {
    let mut dresses = BTreeSet::from([value.to_owned(), value.replace('/', "\\/")]);
    let encoded = |lower: bool| -> String {
        let byte = |byte: u8| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            other if lower => format!("%{other:02x}"),
            other => format!("%{other:02X}"),
        };
        value.bytes().map(byte).collect()
    };
    dresses.extend([encoded(true), encoded(false)]);
    for before in 0..3 {
        let shifted = ["\0".repeat(before).as_bytes(), value.as_bytes()].concat();
        for encoded in [STANDARD_NO_PAD.encode(&shifted), URL_SAFE_NO_PAD.encode(&shifted)] {
            // What stands at both ends depends on the neighbours.
            let first = [0, 2, 3][before];
            dresses.insert(encoded[first..encoded.len() - 1].to_owned());
        }
    }
    dresses
}

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = *wanted.first()?;
    let mut from = 0;
    while let Some(step) = bytes.get(from..)?.iter().position(|byte| *byte == first) {
        from += step;
        if bytes[from..].starts_with(wanted) {
            return Some(from);
        }
        from += 1;
    }
    None
}

/// Where is looked, and what stands there.
#[derive(Default)]
pub struct Places(Vec<(String, Vec<u8>)>);

impl Places {
    pub fn put(&mut self, place: &str, bytes: impl Into<Vec<u8>>) {
        let bytes = bytes.into();
        assert!(!bytes.is_empty(), "there is nothing in {place}");
        self.0.push((place.to_owned(), bytes));
    }

    /// Everything that was said to Slack, and that people see there.
    pub async fn put_slack(&mut self, control: &Control, people: &[&str]) {
        let said = control.requests("slack", "*").await;
        assert!(said.iter().any(|request| request["method"] == "chat.postMessage"));
        self.put(
            "requests to Slack",
            json!(said.iter().map(|said| &said["body"]).collect::<Vec<_>>()).to_string(),
        );
        for person in people {
            let messages = control.get(&format!("/slack/messages?channel=dm:{person}")).await;
            self.put("direct messages", messages.to_string());
            self.put("ephemerals", json!(control.ephemerals(person).await).to_string());
            let home = control.get(&format!("/slack/home?person={person}")).await;
            self.put("home", home.to_string());
        }
    }

    /// Every file but the vault and its key.
    pub fn put_files(&mut self, directory: &Path) {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let bytes = if path.is_file() && name != "vault.key" {
                std::fs::read(&path).unwrap()
            } else {
                Vec::new()
            };
            if !bytes.is_empty() {
                self.put(&name, bytes);
            }
        }
        assert!(self.0.iter().any(|(place, _)| place == "countersign.db"));
    }
}
