//! Whether a file is what a query asks for.

use jiff::Timestamp;

use crate::drive::file::{File, Grantee};
use crate::drive::role::Role;
use crate::drive::search::term::{Compared, Keeper, Part, Term};
use crate::drive::spaces::{APP_DATA, app_data_id};
use crate::drive::tree::Tree;

/// A file as somebody looks at it.
pub(in crate::drive) struct Looked<'a> {
    pub(in crate::drive) tree: &'a Tree,
    pub(in crate::drive) file: &'a File,
    /// The address of whoever searches.
    pub(in crate::drive) me: &'a str,
    /// The id of their My Drive.
    pub(in crate::drive) root: &'a str,
    /// What the file says, asked for only where the query looks inside.
    pub(in crate::drive) says: &'a dyn Fn() -> String,
}

pub(super) fn matches(term: &Term, looked: &Looked<'_>) -> bool {
    let file = looked.file;
    match term {
        Term::All(terms) => terms.iter().all(|term| matches(term, looked)),
        Term::Any(terms) => terms.iter().any(|term| matches(term, looked)),
        Term::Not(term) => !matches(term, looked),
        Term::NameIs(name) => file.name.to_lowercase() == name.to_lowercase(),
        Term::NameContains(text) => has_beginnings(&file.name, text),
        Term::FullText(text) => has_words(looked, text),
        Term::MimeIs(kind) => file.mime_type == *kind,
        Term::MimeContains(kind) => file.mime_type.starts_with(kind.as_str()),
        Term::Modified(compared, time) => compared.holds(file.modified, *time),
        Term::Created(compared, time) => compared.holds(file.created, *time),
        Term::Trashed => looked.tree.is_trashed(file),
        Term::Starred => file.starred_by.contains(looked.me),
        Term::SharedWithMe => {
            let owned = file.owner.as_ref().is_some_and(|owner| owner.eq_ignore_ascii_case(looked.me));
            !owned && file.permissions.iter().any(|permission| permission.to.is_user(looked.me))
        }
        Term::InParent(id) => {
            let parent = file.parent.as_deref();
            match id.as_str() {
                "root" => parent == Some(looked.root),
                APP_DATA => parent == Some(&app_data_id(looked.me)),
                id => parent == Some(id),
            }
        }
        Term::Person(address, part) => has_part(looked, address, *part),
        Term::Property(keeper, key, value) => {
            let properties = match keeper {
                Keeper::Everybodys => &file.properties,
                Keeper::TheApps => &file.app_properties,
            };
            properties.get(key) == Some(value)
        }
        Term::Visibility(visibility) => self::visibility(looked) == visibility,
    }
}

impl Compared {
    fn holds(self, one: Timestamp, other: Timestamp) -> bool {
        match self {
            Self::Equal => one == other,
            Self::Unequal => one != other,
            Self::Less => one < other,
            Self::LessOrEqual => one <= other,
            Self::Greater => one > other,
            Self::GreaterOrEqual => one >= other,
        }
    }
}

/// Drive finds names by the beginnings of their words: `Hello` finds `HelloWorld`, `World` does not.
fn has_beginnings(name: &str, wanted: &str) -> bool {
    let (name, wanted) = (name.to_lowercase(), wanted.to_lowercase());
    let has = |wanted: &str| words(&name).any(|word| word.starts_with(wanted));
    name.starts_with(&wanted) || (words(&wanted).next().is_some() && words(&wanted).all(has))
}

/// Whole words, all of them; in double quotes, one after the other.
fn has_words(looked: &Looked<'_>, wanted: &str) -> bool {
    let description = looked.file.description.as_deref().unwrap_or_default();
    let text = format!("{}\n{description}\n{}", looked.file.name, (looked.says)()).to_lowercase();
    let wanted = wanted.to_lowercase();
    let known: Vec<&str> = words(&text).collect();
    match wanted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(phrase) => {
            let phrase: Vec<&str> = words(phrase).collect();
            !phrase.is_empty() && known.windows(phrase.len()).any(|window| window == phrase)
        }
        None => words(&wanted).next().is_some() && words(&wanted).all(|word| known.contains(&word)),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn has_part(looked: &Looked<'_>, address: &str, part: Part) -> bool {
    let address = if address == "me" { looked.me } else { address };
    let needed = match part {
        Part::Owner => Role::Owner,
        Part::Writer => Role::Writer,
        Part::Reader => Role::Reader,
    };
    let given = looked.tree.permissions_of(looked.file);
    given.iter().any(|one| {
        let named = match &one.permission.to {
            Grantee::User(known) | Grantee::Group(known) => known.eq_ignore_ascii_case(address),
            Grantee::Domain(_) | Grantee::Anyone => false,
        };
        named && one.permission.role >= needed
    })
}

fn visibility(looked: &Looked<'_>) -> &'static str {
    let given = looked.tree.permissions_of(looked.file);
    let found = |wanted: fn(&Grantee) -> bool| given.iter().find(|one| wanted(&one.permission.to));
    let anyone = found(|to| matches!(to, Grantee::Anyone)).map(|one| one.permission.discoverable);
    let domain = found(|to| matches!(to, Grantee::Domain(_))).map(|one| one.permission.discoverable);
    match (anyone, domain) {
        (Some(true), _) => "anyoneCanFind",
        (Some(false), _) => "anyoneWithLink",
        (None, Some(true)) => "domainCanFind",
        (None, Some(false)) => "domainWithLink",
        (None, None) => "limited",
    }
}

#[cfg(test)]
mod tests {
    use super::has_beginnings;

    #[test]
    fn names_are_found_by_the_beginnings_of_their_words() {
        let name = "HelloWorld, budget_2026.xlsx";
        for wanted in ["hello", "2026", "Budget", "hello bud", ""] {
            assert!(has_beginnings(name, wanted), "{wanted}");
        }
        assert!(!has_beginnings(name, "world") && !has_beginnings(name, "?!"));
    }
}
