//! The secrets a request carries. A refusal that repeats one of them to us is heard without it: refusals are logged, kept and
//! told to people and models.

use bytes::Bytes;
use http::StatusCode;
use kernel::Secret;

/// What stands in its place.
const REMOVED: &str = "[removed]";
/// What is shorter could be any word.
const SHORTEST: usize = 8;

#[derive(Clone, Debug, Default)]
pub(crate) struct Carried(Vec<Secret>);

impl Carried {
    pub(crate) fn add(&mut self, secret: &Secret) {
        if secret.reveal().len() >= SHORTEST {
            self.0.push(secret.clone());
        }
    }

    /// An answer that is none to be worked with, without them.
    pub(crate) fn taken_out_of(&self, status: StatusCode, body: Bytes) -> Bytes {
        if status.is_success() {
            return body;
        }
        let words = String::from_utf8_lossy(&body);
        if !self.0.iter().any(|secret| words.contains(secret.reveal())) {
            return body;
        }
        let whole = words.into_owned();
        self.0.iter().fold(whole, |words, secret| words.replace(secret.reveal(), REMOVED)).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_heard_without_what_we_sent_and_an_answer_as_it_is() {
        let mut carried = Carried::default();
        carried.add(&Secret::new("ya29.secret"));
        carried.add(&Secret::new("key"));
        let said = Bytes::from_static(b"ya29.secret is no key of ours: ya29.secret");
        assert_eq!(
            carried.taken_out_of(StatusCode::UNAUTHORIZED, said.clone()),
            "[removed] is no key of ours: [removed]"
        );
        assert_eq!(carried.taken_out_of(StatusCode::OK, said.clone()), said);
        let other = Bytes::from_static(b"\xff not so");
        assert_eq!(carried.taken_out_of(StatusCode::BAD_REQUEST, other.clone()), other);
    }
}
