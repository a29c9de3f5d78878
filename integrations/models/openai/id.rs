//! What a call is called on the wire.

use kernel::{CallId, Digest};

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH: usize = 9;

/// Ours are long, so that they are unique in a thread. `OpenAI` takes no more than 40 characters, and Mistral, wherever it is
/// served, exactly nine letters or digits. So everybody gets those: the same for a call and for its result, every time.
pub(super) fn on_the_wire(id: &CallId) -> String {
    let digest = Digest::of_words(&id.0);
    let number = digest.as_str().get(..16).and_then(|hex| u64::from_str_radix(hex, 16).ok());
    let mut number = number.unwrap_or_default();
    let mut letters = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        let place = usize::try_from(number % 62).unwrap_or_default();
        letters.push(LETTERS.get(place).copied().map_or('0', char::from));
        number /= 62;
    }
    letters
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn many_calls_have_many_names() {
        let ids = (0..20_000).map(|number| on_the_wire(&CallId(format!("call{number}-7cf8"))));
        assert_eq!(ids.collect::<BTreeSet<_>>().len(), 20_000);
    }

    proptest! {
        #[test]
        fn whatever_a_call_is_called_its_name_on_the_wire_is_nine_letters_or_digits(id in ".*") {
            let name = on_the_wire(&CallId(id.clone()));
            prop_assert!(name.len() == 9 && name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{name}");
            prop_assert_eq!(on_the_wire(&CallId(id)), name);
        }
    }
}
