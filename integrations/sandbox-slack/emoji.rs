//! The names of emoji that every workspace has. Nobody has added any of their own here.

/// The short names of the emoji-data project (MIT), whose data Slack's own clients use.
const NAMES: &str = include_str!("emoji.txt");

/// Whether this is one of them, with the tone of a skin or without: `eyes`, `wave::skin-tone-3`.
pub(crate) fn is_known(name: &str) -> bool {
    let (name, toned) = match name.split_once("::skin-tone-") {
        Some((name, tone)) => (name, matches!(tone, "2" | "3" | "4" | "5" | "6")),
        None => (name, true),
    };
    toned && NAMES.split_whitespace().any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn slacks_own_names_are_known_and_other_peoples_are_not() {
        for name in ["eyes", "+1", "thumbsup", "white_check_mark", "face_palm", "wave::skin-tone-3"] {
            assert!(is_known(name), "{name}");
        }
        for name in ["", "👀", "thumbs_up", "facepalm", "no_such_thing", "wave::skin-tone-9", "wave::"] {
            assert!(!is_known(name), "{name}");
        }
    }
}
