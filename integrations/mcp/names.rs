//! What a server's tool is called here.

use kernel::Digest;

/// What a model's wire takes.
const LONGEST: usize = 64;
/// Of a fingerprint, where a name is cut.
const SUFFIX: usize = 8;

/// `mcp__server__tool`, always the same for the same tool.
pub(crate) fn name(server: &str, tool: &str) -> String {
    let whole = format!("mcp__{server}__{}", plain(tool));
    if whole.len() <= LONGEST {
        return whole;
    }
    let suffix: String = Digest::of_words(tool).as_str().chars().take(SUFFIX).collect();
    let kept: String = whole.chars().take(LONGEST - SUFFIX - 1).collect();
    format!("{kept}_{suffix}")
}

/// `mcp:server:tool`, as others write it.
pub(crate) fn alias(server: &str, tool: &str) -> String {
    format!("mcp:{server}:{}", plain(tool))
}

fn plain(tool: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    tool.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_say_where_a_tool_is_from() {
        assert_eq!(name("notes", "search"), "mcp__notes__search");
        assert_eq!(name("notes", "files/read all"), "mcp__notes__files_read_all");
        assert_eq!(alias("notes", "search"), "mcp:notes:search");
    }

    #[test]
    fn two_long_names_stay_two() {
        let long = "a".repeat(80);
        let (one, two) = (name("notes", &format!("{long}b")), name("notes", &format!("{long}c")));
        assert_ne!(one, two);
        assert_eq!(one.len(), LONGEST);
    }

    proptest! {
        #[test]
        fn whatever_a_server_calls_its_tool_fits_the_wire(tool in any::<String>()) {
            let name = name("a-server-1", &tool);
            prop_assert!(name.len() <= LONGEST);
            prop_assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-".contains(letter)));
        }
    }
}
