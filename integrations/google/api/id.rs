//! An id that Google gave out, which came back to us by way of a model.

use kernel::Failure;

use super::route::Segment;

/// Letters, digits, `-` and `_`: it cannot be anything but one segment of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Id(String);

const LONGEST: usize = 1024;

impl Id {
    /// `what` says in the refusal what it is the id of.
    pub(crate) fn parse(what: &str, given: &str) -> Result<Self, Failure> {
        let plain = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_';
        if given.is_empty() || given.len() > LONGEST || !given.bytes().all(plain) {
            return Err(Failure::invalid(format!(
                "That is not the id of a {what}: ids have letters, digits, `-` and `_` only. Use an id from a \
                     search result."
            )));
        }
        Ok(Self(given.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Segment for Id {
    fn segment(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use kernel::Code;

    use super::*;

    #[test]
    fn nothing_that_could_climb_or_hide_is_an_id() {
        for bad in ["", ".", "..", "../../drive/v3/about", "a/b", "a?b", "a#b", "a%2e", "a b", "ä", "a\n"] {
            let refused = Id::parse("message", bad).unwrap_err();
            assert_eq!(refused.code, Code::InputInvalid, "{bad:?}");
        }
        assert!(Id::parse("message", "18f-A_z").is_ok());
    }
}
