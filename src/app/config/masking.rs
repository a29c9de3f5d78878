//! A wrong line is shown, and somebody may have written a secret into it.

/// How long a run of letters and digits is that nobody would write by hand.
const LONG: usize = 16;
/// How much of it is shown, so that it can be found.
const SHOWN: usize = 4;

/// The same words, with only the beginning of whatever could be a secret.
pub(super) fn masked(words: &str) -> String {
    let mut shown = String::new();
    let mut run = String::new();
    for char in words.chars() {
        if char.is_ascii_alphanumeric() || "-_+=".contains(char) {
            run.push(char);
        } else {
            shown.push_str(&beginning(&std::mem::take(&mut run)));
            shown.push(char);
        }
    }
    shown + &beginning(&run)
}

fn beginning(run: &str) -> String {
    let count = |of: fn(&char) -> bool| run.chars().filter(of).count();
    let mixed = count(char::is_ascii_digit) >= 3 && count(char::is_ascii_alphabetic) >= 3;
    if run.len() < LONG || !mixed {
        return run.to_owned();
    }
    run.chars().take(SHOWN).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_a_secret_is_cut_and_what_explains_is_not() {
        for (words, shown) in [
            ("token = \"xoxb-123456789012-abcdef\"", "token = \"xoxb…\""),
            ("secret = \"8f742231b10e8888abcd99yyyzzz85a5\"", "secret = \"8f74…\""),
            ("https://me:sk-ant-api03-4d1f8a72@example.com", "https://me:sk-a…@example.com"),
            ("refresh = \"1//0gabcdefgh12345678\"", "refresh = \"1//0gab…\""),
            ("unknown field `send_undo_second`, expected 1", "unknown field `send_undo_second`, expected 1"),
            ("listen = \"127.0.0.1:87900\"", "listen = \"127.0.0.1:87900\""),
            ("/var/lib/countersign/2026-11-01", "/var/lib/countersign/2026-11-01"),
        ] {
            assert_eq!(masked(words), shown);
        }
    }
}
