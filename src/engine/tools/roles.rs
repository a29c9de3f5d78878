//! Roles: how an agent works, with which tools, and how much of a model it is worth.

use std::collections::BTreeMap;

use kernel::{Kind, ThreadId, Tier};

use crate::base::{FrontMatter, FrontMatterError};
use crate::guard::{Narrowing, PatternError, ToolPatterns};

#[derive(Clone, Debug, Default)]
pub struct Role {
    pub name: String,
    pub description: String,
    /// What its model is told beside what all are told.
    pub words: String,
    pub tools: Narrowing,
    pub tier: Tier,
}

/// The roles there are, and where each works.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    pub all: BTreeMap<String, Role>,
    /// By the id of a channel.
    pub channels: BTreeMap<String, String>,
    /// Everywhere else.
    pub usual: Option<String>,
}

const BUILT_IN: [&str; 4] = [
    include_str!("../../../prompts/roles/researcher.md"),
    include_str!("../../../prompts/roles/creator.md"),
    include_str!("../../../prompts/roles/operator.md"),
    include_str!("../../../prompts/roles/collector.md"),
];
const KNOWN: [&str; 6] = ["name", "description", "kinds", "allowed", "denied", "tier"];

/// Why a text is no role.
#[derive(Debug, thiserror::Error)]
pub enum RoleError {
    #[error(transparent)]
    Head(#[from] FrontMatterError),
    #[error("`{0}` says nothing about a role; it knows {known}", known = KNOWN.join(", "))]
    Unknown(String),
    #[error("it has no `name:`")]
    NoName,
    #[error("kinds: {0}: it is read, edit or commit")]
    Kinds(String),
    #[error("tier: {0}: it is fast, balanced or deep")]
    Tier(String),
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

impl Role {
    pub fn read(text: &str) -> Result<Self, RoleError> {
        let front = FrontMatter::read(text)?;
        if let Some(unknown) = front.names().find(|name| !KNOWN.contains(name)) {
            return Err(RoleError::Unknown(unknown.to_owned()));
        }
        let name = front.one("name").ok_or(RoleError::NoName)?;
        let kinds = match front.one("kinds") {
            None => None,
            Some("read") => Some(Kind::Read),
            Some("edit") => Some(Kind::Edit),
            Some("commit") => Some(Kind::Commit),
            Some(other) => return Err(RoleError::Kinds(other.to_owned())),
        };
        let tier = match front.one("tier") {
            None | Some("balanced") => Tier::Balanced,
            Some("fast") => Tier::Fast,
            Some("deep") => Tier::Deep,
            Some(other) => return Err(RoleError::Tier(other.to_owned())),
        };
        let allowed =
            front.names().any(|name| name == "allowed").then(|| ToolPatterns::new(front.all("allowed")));
        let tools = Narrowing {
            profile: None,
            allow: allowed.transpose()?,
            deny: ToolPatterns::new(front.all("denied"))?,
            servers: None,
            kinds,
        };
        Ok(Self {
            name: name.to_owned(),
            description: front.one("description").unwrap_or_default().to_owned(),
            words: front.text.to_owned(),
            tools,
            tier,
        })
    }
}

impl Roles {
    /// Those that come with the program.
    pub fn built_in() -> Result<Self, RoleError> {
        let all = BUILT_IN.into_iter().map(Role::read).collect::<Result<Vec<_>, _>>()?;
        let all = all.into_iter().map(|role| (role.name.clone(), role)).collect();
        Ok(Self { all, ..Self::default() })
    }

    /// Who works in a thread, if anybody in particular.
    pub(crate) fn of(&self, thread: &ThreadId) -> Option<&Role> {
        self.all.get(self.working_in(&thread.0)?)
    }

    /// The name of whoever works in a channel, or in one of its threads, whose name has the channel's in it.
    pub fn working_in(&self, place: &str) -> Option<&String> {
        place.split(':').find_map(|part| self.channels.get(part)).or(self.usual.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roles_that_come_with_the_program_can_be_read() {
        let roles = Roles::built_in().unwrap();
        let named: Vec<&str> = roles.all.keys().map(String::as_str).collect();
        assert_eq!(named, ["collector", "creator", "operator", "researcher"]);
        assert!(roles.all.values().all(|role| role.words.len() > 40 && role.description.len() > 20));
        assert_eq!(roles.all["collector"].tier, Tier::Fast);
    }

    #[test]
    fn a_role_works_in_its_channels_and_the_usual_one_elsewhere() {
        let mut roles = Roles::built_in().unwrap();
        roles.channels.insert("C7".to_owned(), "researcher".to_owned());
        let at = |roles: &Roles, thread: &str| {
            roles.of(&ThreadId(thread.to_owned())).map(|role| role.name.clone())
        };
        assert_eq!(at(&roles, "T1:C7:1.0").as_deref(), Some("researcher"));
        assert_eq!(at(&roles, "T1:C8:1.0"), None);
        roles.usual = Some("operator".to_owned());
        assert_eq!(at(&roles, "T1:C8:1.0").as_deref(), Some("operator"));
    }

    #[test]
    fn what_a_role_cannot_say_is_refused() {
        for (head, words) in [
            ("name: x\ncolour: red", "`colour` says nothing"),
            ("description: x", "no `name:`"),
            ("name: x\nkinds: all", "read, edit or commit"),
            ("name: x\ntier: huge", "fast, balanced or deep"),
            ("name: x\ndenied: [\"[\"]", "["),
        ] {
            let why = Role::read(&format!("---\n{head}\n---\nWords.")).unwrap_err().to_string();
            assert!(why.contains(words), "{why}");
        }
    }
}
