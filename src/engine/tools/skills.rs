//! Skills: how something is done here, written down by whoever runs the house. A model reads one when it needs it.

mod using;

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Capability, Definition};

pub(crate) use using::Use;

use crate::base::{FrontMatter, FrontMatterError};

/// One folder with a `SKILL.md`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    pub name: String,
    pub description: String,
    /// What it needs to have.
    pub tools: Vec<String>,
    pub capabilities: BTreeSet<Capability>,
    pub words: String,
    /// What is said about it that says nothing to us, by name: it may be a slip of the pen.
    pub unread: Vec<String>,
    /// What lies beside it, by name.
    pub files: BTreeMap<String, String>,
}

/// The tool that reads them, as it is declared.
pub fn skill_definition() -> Definition {
    Definition::of_tool::<Use>()
}

const KNOWN: [&str; 5] = ["name", "description", "tools", "allowed-tools", "capabilities"];
/// What others write into such files.
const OTHERS: [&str; 4] = ["license", "compatibility", "metadata", "version"];
const LONGEST_NAME: usize = 64;
const LONGEST_DESCRIPTION: usize = 1_024;

/// Why a text is no skill.
#[derive(Debug, thiserror::Error)]
pub enum SkillError {
    #[error(transparent)]
    Head(#[from] FrontMatterError),
    #[error("it has no `{0}:`")]
    Missing(&'static str),
    #[error("name: {0}: it is made of small letters, digits and `-`, at most {LONGEST_NAME}")]
    Name(String),
    #[error("its description is longer than {LONGEST_DESCRIPTION} letters")]
    LongDescription,
    #[error("capabilities: {0}: it is one of {known}", known = Capability::ALL.map(Capability::name).join(", "))]
    Capability(String),
}

impl Skill {
    /// Fields that other programs write into such files are ignored.
    pub fn read(text: &str, files: BTreeMap<String, String>) -> Result<Self, SkillError> {
        let front = FrontMatter::read(text)?;
        let name = front.one("name").ok_or(SkillError::Missing("name"))?.to_owned();
        let plain = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '-';
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(plain) {
            return Err(SkillError::Name(name));
        }
        let description = front.one("description").ok_or(SkillError::Missing("description"))?.to_owned();
        if description.chars().count() > LONGEST_DESCRIPTION {
            return Err(SkillError::LongDescription);
        }
        let named = |name: &String| {
            let known = Capability::ALL.into_iter().find(|capability| capability.name() == name);
            known.ok_or_else(|| SkillError::Capability(name.clone()))
        };
        let capabilities = front.all("capabilities").iter().map(named).collect::<Result<_, _>>()?;
        let tools = front.all("tools").into_iter().chain(front.all("allowed-tools")).collect();
        let unread = front.names().filter(|name| !KNOWN.contains(name) && !OTHERS.contains(name));
        let unread = unread.map(str::to_owned).collect();
        Ok(Self { name, description, tools, capabilities, words: front.text.to_owned(), unread, files })
    }

    /// What is missing for it to be followed with these tools and with what may be reached for.
    pub fn lacks(&self, tools: &[&Definition], capabilities: &BTreeSet<Capability>) -> Vec<String> {
        let has = |name: &String| {
            tools
                .iter()
                .any(|tool| tool.name == *name || tool.aliases.contains(name) || tool.wire_name() == *name)
        };
        let tools = self.tools.iter().filter(|name| !has(name)).cloned();
        let reach = self.capabilities.difference(capabilities);
        tools.chain(reach.map(|capability| capability.name().to_owned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn skill(head: &str) -> Result<Skill, SkillError> {
        Skill::read(&format!("---\n{head}\n---\nFirst this, then that."), BTreeMap::new())
    }

    #[test]
    fn a_skill_fits_where_its_tools_and_what_it_reaches_for_are_there() {
        let report = skill("name: report\ndescription: Weekly report\ntools: [mail.search, old_docs:create]\ncapabilities: [network]").unwrap();
        let named = |name: &str, alias: &str| Definition {
            aliases: vec![alias.to_owned()],
            ..Definition::unknown(name, "", json!({}))
        };
        let (search, create) = (named("mail.search", "x"), named("docs.create", "old_docs:create"));
        let reach: BTreeSet<Capability> = [Capability::Network].into();
        assert!(report.lacks(&[&search, &create], &reach).is_empty());
        assert_eq!(report.lacks(&[&search], &reach), ["old_docs:create"]);
        assert_eq!(report.lacks(&[&search, &create], &BTreeSet::new()), ["network"]);
    }

    #[test]
    fn what_a_skill_cannot_say_is_refused_and_what_others_say_is_let_be() {
        for (head, words) in [
            ("description: x", "no `name:`"),
            ("name: x", "no `description:`"),
            ("name: Big Name\ndescription: x", "small letters"),
            ("name: x\ndescription: x\ncapabilities: [magic]", "it is one of network"),
        ] {
            let why = skill(head).unwrap_err().to_string();
            assert!(why.contains(words), "{why}");
        }
        let slip = skill("name: x\ndescription: y\nlicense: MIT\ntoolz: [a.b]").unwrap();
        assert_eq!(slip.unread, ["toolz"]);
        assert_eq!(
            skill("name: x\ndescription: y\nlicense: MIT\nallowed-tools: [a.b]").unwrap().tools,
            ["a.b"]
        );
    }
}
