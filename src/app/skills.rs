//! The folders with skills, read when the program starts; and `countersign skills`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use engine::{Agent, Skill, SkillError};
use kernel::Definition;

use crate::cli::Common;
use crate::known_tools::OfServers;
use crate::sandboxed::say;
use crate::serve::{data_directory, load_config};
use crate::toolbox::everything;
use crate::{Config, Trouble};

/// What is told about a folder that holds no skill.
pub(crate) struct Unreadable {
    folder: PathBuf,
    why: String,
}

/// Why a folder is no skill.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("{} is a link out of its folder; copy the file", .0.display())]
    LinksOut(PathBuf),
    #[error("{} is longer than {} KB", .0.display(), LONGEST / 1024)]
    TooLong(PathBuf),
    #[error(transparent)]
    Skill(#[from] SkillError),
}

const FILE: &str = "SKILL.md";
/// A skill is read by a model: what is longer helps nobody.
const LONGEST: u64 = 64 * 1024;
const MOST_FILES: usize = 32;

/// Every skill of the folders that are configured, or of `skills` in the data directory. Of two with one name the first
/// counts. Nobody has to have skills; but a folder that somebody named has to be there.
pub(crate) fn read(config: &Config, data: &Path) -> (Vec<Skill>, Vec<Unreadable>) {
    let (named, usual) = (&config.file.skills.folders, [data.join("skills")]);
    let folders: &[PathBuf] = if named.is_empty() { &usual } else { named };
    let (mut skills, mut unreadable): (Vec<Skill>, Vec<Unreadable>) = (Vec::new(), Vec::new());
    let mut found = Vec::new();
    for folder in folders {
        match skills_in(folder) {
            Ok(some) => found.extend(some),
            Err(_) if named.is_empty() => {}
            Err(error) => unreadable.push(Unreadable { folder: folder.clone(), why: error.to_string() }),
        }
    }
    for folder in found {
        match one(&folder) {
            Ok(skill) if skills.iter().any(|other| other.name == skill.name) => {
                let why = format!("another skill is called {} already", skill.name);
                unreadable.push(Unreadable { folder, why });
            }
            Ok(skill) => skills.push(skill),
            Err(why) => unreadable.push(Unreadable { folder, why: why.to_string() }),
        }
    }
    (skills, unreadable)
}

/// The same, and the log says what was left out.
pub(crate) fn at_hand(config: &Config, data: &Path) -> Vec<Skill> {
    let (skills, unreadable) = read(config, data);
    for Unreadable { folder, why } in unreadable {
        tracing::warn!(folder = %folder.display(), why, "a skill is left out");
    }
    skills
}

/// The folders with a `SKILL.md`, by name; the folder itself if it has one.
fn skills_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.chain([folder.to_owned()]).filter(|path| path.join(FILE).is_file()).collect();
    found.sort();
    Ok(found)
}

fn one(folder: &Path) -> Result<Skill, Unusable> {
    let home = folder.canonicalize()?;
    stays_in(&home, &folder.join(FILE))?;
    let text = text_of(&folder.join(FILE))?;
    let mut files = BTreeMap::new();
    let entries = std::fs::read_dir(folder)?.flatten();
    for path in entries.map(|entry| entry.path()).filter(|path| path.is_file()).take(MOST_FILES + 1) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        stays_in(&home, &path)?;
        // A picture beside it is no mistake; it is only nothing to read.
        if name != FILE
            && let Ok(text) = text_of(&path)
        {
            files.insert(name, text);
        }
    }
    Ok(Skill::read(&text, files)?)
}

/// A model reads what lies in the folder: a link that leads out of it would show it anything on this machine.
fn stays_in(home: &Path, path: &Path) -> Result<(), Unusable> {
    let real = path.canonicalize()?;
    if real.starts_with(home) {
        return Ok(());
    }
    Err(Unusable::LinksOut(path.to_owned()))
}

fn text_of(path: &Path) -> Result<String, Unusable> {
    if std::fs::metadata(path)?.len() > LONGEST {
        return Err(Unusable::TooLong(path.to_owned()));
    }
    Ok(std::fs::read_to_string(path)?)
}

pub(crate) async fn list(common: &Common) -> Result<(), Trouble> {
    let config = load_config(common)?;
    let data = data_directory(common, &config)?;
    let (skills, unreadable) = read(&config, &data);
    if skills.is_empty() && unreadable.is_empty() {
        say(&format!(
            "There are no skills. A skill is a folder with a SKILL.md in {}; other folders are named by [skills] folders.",
            data.join("skills").display()
        ));
    }
    let servers = OfServers::seen(common, &config).await?;
    let (all, rules) = (everything(&servers), config.rules());
    let agent = Agent { role: config.roles.usual.clone(), ..Agent::default() };
    let usable: Vec<&Definition> =
        all.iter().filter(|tool| rules.checks(tool, &agent).all(|check| check.passes)).collect();
    for skill in skills {
        let lacking = skill.lacks(&usable, &rules.capabilities);
        let standing = match (lacking.is_empty(), skill.tools.is_empty()) {
            (false, _) => format!("\n  NOT THERE: it lacks {}", lacking.join(", ")),
            (true, false) => format!(" (needs {})", skill.tools.join(", ")),
            (true, true) => String::new(),
        };
        say(&format!("{:<24} {}{standing}", skill.name, skill.description));
        if !skill.unread.is_empty() {
            say(&format!("  says nothing here: {}", skill.unread.join(", ")));
        }
    }
    for Unreadable { folder, why } in unreadable {
        say(&format!("{}: left out: {why}", folder.display()));
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const WORDS: &str = "---\nname: report\ndescription: Weekly report\n---\nFirst this.";

    #[test]
    fn a_folder_that_was_named_and_is_not_there_is_said_and_one_that_is_a_skill_is_taken() {
        let place = tempfile::TempDir::new().unwrap();
        let (report, nowhere) = (place.path().join("report"), place.path().join("nowhere"));
        std::fs::create_dir(&report).unwrap();
        std::fs::write(report.join(FILE), WORDS).unwrap();
        let with = |folders: &[&PathBuf]| {
            let config = toml::Value::try_from(folders).unwrap();
            let config = Config::parse("c.toml", &format!("[skills]\nfolders = {config}")).unwrap();
            read(&config, place.path())
        };
        let (skills, unreadable) = with(&[&report, &nowhere]);
        assert_eq!(skills.iter().map(|skill| skill.name.as_str()).collect::<Vec<_>>(), ["report"]);
        assert_eq!(unreadable.iter().map(|one| &one.folder).collect::<Vec<_>>(), [&nowhere]);
        let (skills, unreadable) = read(&Config::parse("c.toml", "").unwrap(), &nowhere);
        assert!(skills.is_empty() && unreadable.is_empty(), "nobody has to have any");
    }

    #[test]
    fn no_link_leads_a_model_out_of_the_folder_of_a_skill() {
        let place = tempfile::TempDir::new().unwrap();
        let (folder, secret) = (place.path().join("report"), place.path().join("secret.txt"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(&secret, "sesame").unwrap();
        std::fs::write(folder.join(FILE), WORDS).unwrap();
        std::fs::write(folder.join("table.txt"), "one").unwrap();
        std::os::unix::fs::symlink(folder.join("table.txt"), folder.join("same.txt")).unwrap();
        let skill = one(&folder).unwrap();
        assert_eq!(skill.files.keys().collect::<Vec<_>>(), ["same.txt", "table.txt"]);
        std::os::unix::fs::symlink(&secret, folder.join("notes.txt")).unwrap();
        assert!(one(&folder).unwrap_err().to_string().contains("is a link out of its folder"));
        std::fs::remove_file(folder.join("notes.txt")).unwrap();
        std::fs::rename(folder.join(FILE), place.path().join(FILE)).unwrap();
        std::os::unix::fs::symlink(place.path().join(FILE), folder.join(FILE)).unwrap();
        assert!(one(&folder).unwrap_err().to_string().contains("is a link out of its folder"));
    }
}
