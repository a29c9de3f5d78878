//! Texts as vectors: an endpoint that takes `{"model", "input": […]}` and answers a vector for each, as `OpenAI` has it and
//! many others serve it, on one's own machine too.

#[cfg(test)]
mod tests;

use std::time::Duration;

use kernel::Secret;
use kernel::ports::{Embedder, EmbeddingError, Soon, Vector};
use serde::Deserialize;
use serde_json::json;
use wire::{Address, Configured, Method, Timeouts, WireError};

/// Somebody waits for what is found by it.
const CONNECT: Duration = Duration::from_secs(3);
const ANSWER: Duration = Duration::from_secs(10);
/// How many texts go out at a time, and how much of each.
const BATCH: usize = 64;
const LONGEST: usize = 4_000;

/// Where texts are turned into vectors.
#[derive(Clone, Debug)]
pub struct EmbeddingSettings {
    pub url: Address,
    pub model: String,
    /// A server on this machine wants none.
    pub key: Option<Secret>,
}

#[derive(Clone, Debug)]
pub struct Embedding {
    settings: EmbeddingSettings,
    http: Configured,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Embedded>,
}

#[derive(Deserialize)]
struct Embedded {
    /// Which of the texts it is about; they may come in any order.
    index: usize,
    embedding: Vec<f32>,
}

impl Embedding {
    pub fn new(settings: EmbeddingSettings) -> Result<Self, WireError> {
        let http = Configured::new(Timeouts { connect: CONNECT, answer: ANSWER })?;
        Ok(Self { settings, http })
    }

    async fn embed_all(&self, texts: &[String]) -> Result<Vec<Vector>, EmbeddingError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            vectors.extend(self.ask(batch).await?);
        }
        Ok(vectors)
    }

    async fn ask(&self, texts: &[String]) -> Result<Vec<Vector>, EmbeddingError> {
        let EmbeddingSettings { url, model, key } = &self.settings;
        let texts: Vec<&str> = texts.iter().map(|text| beginning(text)).collect();
        let body = json!({ "model": model, "input": texts, "encoding_format": "float" });
        let mut request = self.http.request(Method::POST, url.url().clone()).json(&body);
        if let Some(key) = key {
            request = request.bearer(key);
        }
        let answer = request.send().await.map_err(|error| match error {
            WireError::TooLarge { .. } => EmbeddingError::Refused(error.to_string()),
            error => EmbeddingError::Away(error.to_string()),
        })?;
        match answer.status.as_u16() {
            200..=299 => {
                let answer: Answer =
                    answer.json().map_err(|error| EmbeddingError::Refused(error.to_string()))?;
                in_order(answer, texts.len())
            }
            status @ (408 | 429 | 500..=599) => Err(EmbeddingError::Away(format!("HTTP status {status}"))),
            status => Err(EmbeddingError::Refused(format!("HTTP status {status}"))),
        }
    }
}

impl Embedder for Embedding {
    fn name(&self) -> &str {
        &self.settings.model
    }

    fn embed<'a>(&'a self, texts: &'a [String]) -> Soon<'a, Result<Vec<Vector>, EmbeddingError>> {
        Box::pin(self.embed_all(texts))
    }
}

/// One for each text and all of one length, or it is no answer to what was asked.
fn in_order(answer: Answer, count: usize) -> Result<Vec<Vector>, EmbeddingError> {
    let mut vectors: Vec<Option<Vector>> = vec![None; count];
    for Embedded { index, embedding } in answer.data {
        if let Some(place) = vectors.get_mut(index) {
            *place = Vector::new(embedding);
        }
    }
    let vectors: Option<Vec<Vector>> = vectors.into_iter().collect();
    let vectors = vectors.ok_or_else(|| EmbeddingError::Refused("a text got no vector".to_owned()))?;
    let mut lengths = vectors.iter().map(|vector| vector.numbers().len());
    let first = lengths.next();
    if lengths.any(|length| Some(length) != first) {
        return Err(EmbeddingError::Refused("the vectors are of different lengths".to_owned()));
    }
    Ok(vectors)
}

fn beginning(text: &str) -> &str {
    text.char_indices().nth(LONGEST).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}
