//! The environment: addresses that tests and deployments override, and credentials. Integrations that bring tools say
//! themselves which variables they read.

use std::collections::BTreeMap;

use kernel::Secret;
use models::PROVIDERS;
use wire::{Address, Pack, Variable, Variables, WireError};

use crate::ConfigFile;
use crate::ollama_host::{self, OLLAMA_HOST};

/// Every address we talk to, and where it is unless the environment says otherwise.
const ADDRESSES: [(&str, &str); 4] = [
    ("SLACK_API_URL", "https://slack.com/api/"),
    ("ANTHROPIC_BASE_URL", "https://api.anthropic.com/"),
    (OPENAI_BASE_URL, ""),
    (OLLAMA_HOST, "http://127.0.0.1:11434/"),
];

const OPENAI_BASE_URL: &str = "OPENAI_BASE_URL";

#[derive(Clone, Debug)]
pub struct Environment {
    pub slack_api: Address,
    pub slack_bot_token: Option<Secret>,
    pub slack_app_token: Option<Secret>,
    pub slack_signing_secret: Option<Secret>,
    pub slack_client_id: Option<Secret>,
    pub slack_client_secret: Option<Secret>,
    /// Variables of the integrations that bring tools.
    pub packs: Variables,
    pub anthropic_base: Address,
    /// Where `chat/completions` and `responses` are, if not at the provider's own address.
    pub openai_base: Option<Address>,
    pub anthropic_key: Option<Secret>,
    /// The keys of those who serve chat completions, by the names of their variables.
    pub model_keys: BTreeMap<&'static str, Secret>,
    /// Where an Ollama may run; `off` for nowhere.
    pub ollama: Option<Address>,
    /// What is wrong with what is said of it: nobody minds who does not use one.
    pub ollama_unusable: Option<WireError>,
    pub transcription_key: Option<Secret>,
    pub embedding_key: Option<Secret>,
}

#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    #[error(transparent)]
    Address(#[from] WireError),
    #[error("{name} names the file {path}, which cannot be read: {why}")]
    File { name: String, path: String, why: String },
}

impl Environment {
    /// Everything in it that must not be seen.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = &Secret> {
        let all = [
            &self.slack_bot_token,
            &self.slack_app_token,
            &self.slack_signing_secret,
            &self.slack_client_secret,
            &self.anthropic_key,
            &self.transcription_key,
            &self.embedding_key,
        ];
        // The id of a client is no secret: it stands in every address at which somebody signs in.
        let packs = self.packs.secrets.iter().filter(|(name, _)| !name.ends_with("_ID"));
        all.into_iter().flatten().chain(self.model_keys.values()).chain(packs.map(|(_, secret)| secret))
    }

    /// The environment of this process.
    pub fn of_process() -> Result<Self, EnvironmentError> {
        Self::read(|name| std::env::var(name).ok())
    }

    /// An environment given by its variables; empty ones count as absent.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, EnvironmentError> {
        let get =
            |name: &str| get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let address_or = |name: &str, default: &str| -> Result<Option<Address>, EnvironmentError> {
            let given = get(name).unwrap_or_else(|| default.to_owned());
            if given.is_empty() { Ok(None) } else { Ok(Some(Address::parse(name, &given)?)) }
        };
        let address = |name: &str| {
            let default = ADDRESSES.iter().find(|(known, _)| *known == name);
            address_or(name, default.map_or("", |(_, default)| *default))
        };
        let needed = |name: &str| -> Result<Address, EnvironmentError> {
            address(name)?.ok_or_else(|| EnvironmentError::Address(empty_address(name)))
        };
        // Each can also be given as the path of a file.
        let credential = |name: &str| -> Result<Option<Secret>, EnvironmentError> {
            let in_file = format!("{name}_FILE");
            match (get(name), get(&in_file)) {
                (Some(value), _) => Ok(Some(Secret::new(value))),
                (None, Some(path)) => match std::fs::read_to_string(&path) {
                    Ok(value) => Ok(Some(Secret::new(value.trim()))),
                    Err(error) => Err(EnvironmentError::File { name: in_file, path, why: error.to_string() }),
                },
                (None, None) => Ok(None),
            }
        };
        let (ollama, ollama_unusable) = match get(OLLAMA_HOST) {
            Some(given) => ollama_host::read(&given),
            None => (address(OLLAMA_HOST)?, None),
        };
        Ok(Self {
            slack_api: needed("SLACK_API_URL")?,
            slack_bot_token: credential("SLACK_BOT_TOKEN")?,
            slack_app_token: credential("SLACK_APP_TOKEN")?,
            slack_signing_secret: credential("SLACK_SIGNING_SECRET")?,
            slack_client_id: credential("SLACK_CLIENT_ID")?,
            slack_client_secret: credential("SLACK_CLIENT_SECRET")?,
            packs: pack_variables(address_or, credential)?,
            anthropic_base: needed("ANTHROPIC_BASE_URL")?,
            openai_base: address(OPENAI_BASE_URL)?,
            anthropic_key: credential("ANTHROPIC_API_KEY")?,
            model_keys: model_keys(credential)?,
            ollama,
            ollama_unusable,
            transcription_key: credential("TRANSCRIPTION_API_KEY")?,
            embedding_key: credential("EMBEDDING_API_KEY")?,
        })
    }
}

/// Reads the variables that the integrations declare.
fn pack_variables(
    address: impl Fn(&str, &str) -> Result<Option<Address>, EnvironmentError>,
    secret: impl Fn(&str) -> Result<Option<Secret>, EnvironmentError>,
) -> Result<Variables, EnvironmentError> {
    let mut read = Variables::default();
    for variable in ConfigFile::default().packs().into_iter().flat_map(Pack::variables) {
        match *variable {
            Variable::Address { name, default } => {
                read.addresses.extend(address(name, default)?.map(|address| (name, address)));
            }
            Variable::Secret { name } => read.secrets.extend(secret(name)?.map(|secret| (name, secret))),
            Variable::KeyFile { name } => {
                let key = secret(name)?.map(|given| key_or_its_file(name, given)).transpose()?;
                read.secrets.extend(key.map(|key| (name, key)));
            }
        }
    }
    Ok(read)
}

fn empty_address(name: &str) -> WireError {
    WireError::BadAddress { name: name.to_owned(), given: String::new(), why: "empty".to_owned() }
}

fn model_keys(
    credential: impl Fn(&str) -> Result<Option<Secret>, EnvironmentError>,
) -> Result<BTreeMap<&'static str, Secret>, EnvironmentError> {
    let mut keys = BTreeMap::new();
    for provider in PROVIDERS.iter().filter(|provider| !provider.key.is_empty()) {
        if let Some(key) = credential(provider.key)? {
            keys.insert(provider.key, key);
        }
    }
    Ok(keys)
}

/// The key itself, or the path of its file.
fn key_or_its_file(name: &str, given: Secret) -> Result<Secret, EnvironmentError> {
    if given.reveal().trim_start().starts_with('{') {
        return Ok(given);
    }
    let path = given.reveal().to_owned();
    std::fs::read_to_string(&path).map(Secret::new).map_err(|error| EnvironmentError::File {
        name: name.to_owned(),
        path,
        why: error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> Result<Environment, EnvironmentError> {
        Environment::read(|name| {
            pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn an_empty_environment_means_the_real_services() {
        let environment = with(&[]).unwrap();
        assert_eq!(environment.slack_api.url().as_str(), "https://slack.com/api/");
        assert!(
            environment.packs.address("GOOGLE_BASE_URL").is_none() && environment.anthropic_key.is_none()
        );
    }

    #[test]
    fn plain_http_elsewhere_is_refused_by_name() {
        let refused = with(&[("GOOGLE_TOKEN_URL", "http://example.com/token")]).unwrap_err().to_string();
        assert!(refused.contains("GOOGLE_TOKEN_URL"), "{refused}");
    }

    #[test]
    fn a_credential_can_come_from_a_file() {
        let file = std::env::temp_dir().join(format!("countersign-token-{}", std::process::id()));
        std::fs::write(&file, "xoxb-from-a-file\n").unwrap();
        let environment = with(&[("SLACK_BOT_TOKEN_FILE", file.to_str().unwrap())]).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(environment.slack_bot_token.unwrap().reveal(), "xoxb-from-a-file");
        let missing = with(&[("SLACK_BOT_TOKEN_FILE", "/nowhere/at/all")]).unwrap_err().to_string();
        assert!(missing.contains("SLACK_BOT_TOKEN_FILE"), "{missing}");
    }

    #[test]
    fn an_ollama_that_cannot_be_reached_stops_nobody_who_does_not_use_it() {
        let environment = with(&[("OLLAMA_HOST", "192.0.2.7")]).unwrap();
        assert!(environment.ollama.is_none() && environment.ollama_unusable.is_some());
        let environment = with(&[("OLLAMA_HOST", "0.0.0.0")]).unwrap();
        assert_eq!(environment.ollama.unwrap().url().as_str(), "http://127.0.0.1:11434/");
        let environment = with(&[("OLLAMA_HOST", "off")]).unwrap();
        assert!(environment.ollama.is_none() && environment.ollama_unusable.is_none());
    }
}
