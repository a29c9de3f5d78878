//! Whether the files of a world make sense.

use std::collections::BTreeSet;

use crate::world::World;

impl World {
    /// What is wrong with the files, if something is.
    pub(in crate::world) fn files_problem(&self) -> Option<String> {
        let mut keys = BTreeSet::new();
        for drive in &self.drives {
            if let Some(stranger) = drive.members.iter().find(|member| !self.is_somebody(&member.person)) {
                let (person, name) = (&stranger.person, &drive.name);
                return Some(format!(
                    "`{person}`, a member of the drive “{name}”, is neither among `people` nor an address."
                ));
            }
        }
        self.files.iter().find_map(|file| {
            let name = &file.name;
            let stranger = std::iter::once(&file.owner)
                .chain(file.shared_with.iter().map(|shared| &shared.person))
                .find(|person| !self.is_somebody(person) && !matches!(person.as_str(), "anyone" | "domain"))
                .or_else(|| file.voices().find(|person| !self.is_somebody(person)));
            let contents = [
                file.text.is_some(),
                file.base64.is_some(),
                file.markdown.is_some(),
                !file.sheets.is_empty(),
            ];
            let target = file.shortcut_to.as_ref().filter(|key| !keys.contains(*key));
            if let Some(stranger) = stranger {
                Some(format!(
                    "`{stranger}`, named by the file “{name}”, is neither among `people` nor an address."
                ))
            } else if contents.iter().filter(|given| **given).count() > 1 {
                Some(format!("the file “{name}” has more than one content; give one."))
            } else if file.voices().next().is_some() && file.markdown.is_none() {
                Some(format!("the file “{name}” is no document to comment on; give it a `markdown`."))
            } else if let Some(target) = target {
                Some(format!("the file “{name}” leads to `{target}`, but no earlier file has that key."))
            } else {
                let twice = file.key.as_ref().filter(|key| !keys.insert(*key));
                twice.map(|key| format!("there are two files with the key `{key}`."))
            }
        })
    }

    fn is_somebody(&self, person: &str) -> bool {
        person.contains('@') || self.knows(person)
    }
}
