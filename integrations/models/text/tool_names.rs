//! Names of tools, however a model writes them.

use kernel::Definition;

/// The tool that a name means, however it is written.
pub(super) fn found<'a>(tools: &'a [Definition], name: &str) -> Option<&'a Definition> {
    let name = undecorated(name);
    let means = |tool: &&Definition| {
        tool.name == name || tool.wire_name() == name || tool.aliases.iter().any(|alias| alias == name)
    };
    tools.iter().find(means)
}

pub(super) fn is_known(tools: &[Definition], name: &str) -> bool {
    found(tools, name).is_some()
}

/// Whether a name is that of a tool, or written as only tools are: where not all are shown, others can be called too.
pub(super) fn may_be_called(tools: &[Definition], name: &str) -> bool {
    is_known(tools, name) || (!tools.is_empty() && looks_like_a_tool(name.trim()))
}

/// `area.verb`, or the same as it stands on the wire.
fn looks_like_a_tool(name: &str) -> bool {
    let apart = name.split_once('.').or_else(|| name.split_once("__"));
    let word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.chars().all(|sign| sign.is_ascii_alphanumeric() || "_-".contains(sign))
    };
    apart.is_some_and(|(area, verb)| word(area) && word(verb))
}

/// Without what is put around names in a text.
pub(super) fn undecorated(name: &str) -> &str {
    name.trim().trim_matches(['`', '"', '\'', '*'])
}
