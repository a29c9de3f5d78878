//! The part of the configuration that is about recordings.

use schemars::JsonSchema;
use serde::Deserialize;
use wire::{Address, SettingError};

/// Where recordings are written down.
#[derive(Clone, Debug)]
pub struct TranscriptionConfig {
    pub url: Address,
    pub model: String,
}

/// Where recordings that people attach are written down. Without it they are not read. The key comes from
/// `TRANSCRIPTION_API_KEY`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WrittenTranscription {
    /// The endpoint, e.g. `https://api.openai.com/v1/audio/transcriptions`, or one of your own that takes the same form.
    url: Option<String>,
    /// The model that it is asked for; `whisper-1` unless set.
    model: Option<String>,
}

const MODEL: &str = "whisper-1";

impl WrittenTranscription {
    pub(super) fn meant(self) -> Result<Option<TranscriptionConfig>, SettingError> {
        let Some(url) = self.url else {
            return match self.model {
                None => Ok(None),
                Some(_) => Err(SettingError::new("[transcription]", "has a model and no url.")
                    .hint("Set both, or neither.")),
            };
        };
        let url = Address::parse("[transcription] url", &url)?;
        Ok(Some(TranscriptionConfig { url, model: self.model.unwrap_or_else(|| MODEL.to_owned()) }))
    }
}
