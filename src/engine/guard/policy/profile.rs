//! A profile: which tools an agent has to begin with. What the profiles are called and hold is not known here.

use kernel::Definition;

use super::{PatternError, ToolPatterns};

#[derive(Clone, Debug)]
pub struct Profile {
    pub name: String,
    pub allow: ToolPatterns,
    /// What of that it takes back.
    pub deny: ToolPatterns,
}

impl Profile {
    pub fn new(name: &str, allow: &[&str], deny: &[&str]) -> Result<Self, PatternError> {
        let (allow, deny) = (ToolPatterns::new(allow)?, ToolPatterns::new(deny)?);
        Ok(Self { name: name.to_owned(), allow, deny })
    }

    pub fn allows(&self, tool: &Definition) -> bool {
        self.allow.covers(tool) && !self.deny.covers(tool)
    }
}

impl Default for Profile {
    /// Everything.
    fn default() -> Self {
        Self { name: "full".to_owned(), allow: ToolPatterns::everything(), deny: ToolPatterns::default() }
    }
}
