//! Which tool a name on the wire is.

use kernel::Definition;

/// The tool that was shown under this name. Any other name stays as it was written: a model may call what it was not shown,
/// and whoever has all the tools knows them under all their names.
pub(crate) fn meant(shown: &[Definition], name: &str) -> String {
    let known = shown.iter().find(|tool| tool.wire_name() == name);
    known.map_or(name, |tool| &tool.name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anthropic::definition;

    #[test]
    fn what_was_shown_has_its_own_name_and_what_was_not_keeps_the_one_it_was_called_by() {
        let shown = [definition("gmail.search"), definition("mcp__notes__search")];
        for (written, tool) in [
            ("gmail__search", "gmail.search"),
            ("gmail.search", "gmail.search"),
            ("mcp__notes__search", "mcp__notes__search"),
            ("mcp__many__op_7", "mcp__many__op_7"),
            ("drive__search", "drive__search"),
            ("google_gmail", "google_gmail"),
        ] {
            assert_eq!(meant(&shown, written), tool);
        }
    }
}
