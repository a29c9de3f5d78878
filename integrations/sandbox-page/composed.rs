//! What a composer sends: words and files, as a form of either encoding.

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::header,
};
use sandbox_slack::Attached;
use sandbox_world::multipart;

use super::refused::Refused;

#[derive(Default)]
pub(super) struct Composed {
    /// The channel's id.
    pub(super) channel: String,
    pub(super) thread: Option<String>,
    pub(super) text: String,
    pub(super) files: Vec<Attached>,
}

impl<S: Send + Sync> FromRequest<S> for Composed {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.unwrap_or_default().to_owned();
        let body = Bytes::from_request(request, state).await.map_err(|_| Refused::too_large())?;
        let mut composed = Self::default();
        match multipart::parts(&kind, &body) {
            Some(pieces) => {
                for piece in &pieces {
                    match piece.file_name() {
                        // A browser sends an empty file where none was chosen.
                        Some(name) if name.is_empty() || piece.content.is_empty() => {}
                        Some(name) => {
                            let kind = piece.header("content-type").to_owned();
                            let content = piece.content.to_vec();
                            composed.files.push(Attached { name, kind, content, speech: None });
                        }
                        None => composed.take(
                            &piece.field().unwrap_or_default(),
                            String::from_utf8_lossy(piece.content).into_owned(),
                        ),
                    }
                }
            }
            None => {
                for (name, value) in url::form_urlencoded::parse(&body) {
                    composed.take(&name, value.into_owned());
                }
            }
        }
        Ok(composed)
    }
}

impl Composed {
    fn take(&mut self, name: &str, value: String) {
        match name {
            "channel" => self.channel = value,
            "thread" => self.thread = Some(value),
            "text" => self.text = value,
            _ => {}
        }
    }

    /// The command and what follows it, if this is one: `/google status`.
    pub(super) fn command(&self) -> Option<(&str, &str)> {
        let (name, words) = self.text.split_once(char::is_whitespace).unwrap_or((&self.text, ""));
        let word = name.strip_prefix('/')?;
        let named = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
        (!word.is_empty() && word.chars().all(named)).then_some((name, words.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_begins_with_a_slash_and_a_word() {
        let read = |text: &str| {
            let composed = Composed { text: text.to_owned(), ..Composed::default() };
            composed.command().map(|(name, words)| format!("{name}|{words}"))
        };
        assert_eq!(read("/google  auth device ").as_deref(), Some("/google|auth device"));
        assert_eq!(read("/google").as_deref(), Some("/google|"));
        for words in ["/", " /google", "/etc/hosts is a file", "// a comment", "google", ""] {
            assert_eq!(read(words), None, "{words}");
        }
    }
}
