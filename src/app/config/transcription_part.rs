//! The part of the configuration that is about recordings.

use schemars::JsonSchema;
use serde::Deserialize;
use wire::Address;

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
    pub(super) fn meant(self) -> Result<Option<TranscriptionConfig>, String> {
        let Some(url) = self.url else {
            return match self.model {
                None => Ok(None),
                Some(_) => Err("[transcription] has a model and no url. Set both, or neither.".to_owned()),
            };
        };
        let url = Address::parse("[transcription] url", &url).map_err(|error| error.to_string())?;
        Ok(Some(TranscriptionConfig { url, model: self.model.unwrap_or_else(|| MODEL.to_owned()) }))
    }
}
