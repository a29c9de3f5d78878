//! What is spoken in recordings: an endpoint that takes a form with a file and answers `{"text": …}`, as `OpenAI` has it.

use std::time::Duration;

use bytes::Bytes;
use kernel::ports::{Document, Soon, Transcriber};
use kernel::{Code, Failure, Secret};
use serde::Deserialize;
use wire::{Address, Configured, FormFile, Method, Timeouts, WireError};

/// A long recording takes its time.
const ANSWER: Duration = Duration::from_mins(1);

/// Where recordings are written down.
#[derive(Clone, Debug)]
pub struct TranscriptionSettings {
    pub url: Address,
    pub model: String,
    pub key: Option<Secret>,
}

#[derive(Clone, Debug)]
pub struct Transcription {
    settings: TranscriptionSettings,
    http: Configured,
}

#[derive(Deserialize)]
struct Answer {
    text: String,
}

impl Transcription {
    pub fn new(settings: TranscriptionSettings) -> Result<Self, WireError> {
        let http = Configured::new(Timeouts { answer: ANSWER, ..Timeouts::default() })?;
        Ok(Self { settings, http })
    }

    async fn ask(&self, recording: &Document) -> Result<String, Failure> {
        let TranscriptionSettings { url, model, key } = &self.settings;
        let content = Bytes::copy_from_slice(&recording.bytes);
        let file = FormFile { field: "file", name: recording.name.clone(), content };
        let fields = [("model", model.as_str()), ("response_format", "json")];
        let mut request = self.http.request(Method::POST, url.url().clone()).file_form(&fields, file);
        if let Some(key) = key {
            request = request.bearer(key);
        }
        let answer = request.send().await.map_err(|error| away().quoting(error.to_string()))?;
        match answer.status.as_u16() {
            200..=299 => match answer.json::<Answer>() {
                Ok(answer) => Ok(answer.text),
                Err(error) => Err(refused().quoting(error.to_string())),
            },
            status @ (429 | 500..=599) => Err(away().quoting(format!("HTTP status {status}"))),
            status => Err(refused().quoting(format!("HTTP status {status}"))),
        }
    }
}

fn away() -> Failure {
    Failure::person(
        Code::NotAvailable,
        "recordings cannot be written down just now. Send it again in a minute.",
    )
}

fn refused() -> Failure {
    Failure::operator(
        Code::NotAvailable,
        "it could not be written down. Whoever runs this can see why in the log.",
    )
}

impl Transcriber for Transcription {
    fn transcribe<'a>(&'a self, recording: &'a Document) -> Soon<'a, Result<String, Failure>> {
        Box::pin(self.ask(recording))
    }
}

/// In place of an endpoint where none is set.
#[derive(Clone, Copy, Debug)]
pub struct NoTranscription;

impl Transcriber for NoTranscription {
    fn transcribe<'a>(&'a self, _: &'a Document) -> Soon<'a, Result<String, Failure>> {
        let words = "recordings are not read here. Write it instead; whoever runs this can set `url` under \
                     `[transcription]`.";
        Box::pin(std::future::ready(Err(Failure::operator(Code::NotAvailable, words))))
    }
}
