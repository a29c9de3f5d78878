//! Whether a world file makes sense.

mod files;

use std::collections::BTreeSet;

use super::{ChannelSeed, MailSeed, PersonSeed, StandingSeed, World};
use crate::{error::SandboxError, loopback::is_on_this_computer};

impl World {
    /// Refuses a world that names people nobody has introduced, or introduces somebody twice.
    pub fn check(&self) -> Result<(), SandboxError> {
        let problem = self
            .people_problem()
            .or_else(|| self.channels_problem())
            .or_else(|| self.app_problem())
            .or_else(|| self.workspaces_problem())
            .or_else(|| self.mail_problem())
            .or_else(|| self.files_problem());
        match problem {
            None => Ok(()),
            Some(problem) => Err(SandboxError::World { problem }),
        }
    }

    fn people_problem(&self) -> Option<String> {
        if self.people.is_empty() {
            return Some("`people` is empty; there must be at least one person.".to_owned());
        }
        let (mut handles, mut addresses) = (BTreeSet::new(), BTreeSet::new());
        for person in &self.people {
            let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-' | '.');
            if person.handle.is_empty() || !person.handle.chars().all(good) {
                return Some(format!(
                    "`{}` is no handle; use lower case letters, digits, `_`, `-` and `.`.",
                    person.handle
                ));
            }
            if !handles.insert(&person.handle) {
                return Some(format!("there are two people with the handle `{}`.", person.handle));
            }
            let address = self.address(person).to_lowercase();
            let outside = !address.ends_with(&format!("@{}", self.domain.to_lowercase()));
            if person.standing == StandingSeed::External && !outside {
                return Some(format!(
                    "`{}` is external; give them an `address` of another company.",
                    person.handle
                ));
            }
            if !addresses.insert(address.clone()) {
                return Some(format!("there are two people with the address `{address}`."));
            }
            for alias in &person.aliases {
                if !alias.address.contains('@') || !addresses.insert(alias.address.to_lowercase()) {
                    return Some(format!(
                        "`{}`, an alias of `{}`, is no address or somebody has it already.",
                        alias.address, person.handle
                    ));
                }
            }
            if person.aliases.iter().filter(|alias| alias.default).count() > 1 {
                return Some(format!("`{}` has two default aliases.", person.handle));
            }
            if let Some(zone) = person.zone.as_ref().filter(|zone| jiff::tz::TimeZone::get(zone).is_err()) {
                return Some(format!("`{zone}`, the zone of `{}`, is no IANA time zone.", person.handle));
            }
        }
        None
    }

    fn channels_problem(&self) -> Option<String> {
        let mut names = BTreeSet::new();
        for channel in &self.channels {
            let good = |c: char| (c.is_alphanumeric() && !c.is_uppercase()) || matches!(c, '_' | '-');
            if channel.name.is_empty() || channel.name.chars().count() > 80 || !channel.name.chars().all(good)
            {
                return Some(format!(
                    "`{}` is no channel name; use up to 80 lower case letters, digits, `_` and `-`, without `#`.",
                    channel.name
                ));
            }
            if !names.insert(&channel.name) {
                return Some(format!("there are two channels called `{}`.", channel.name));
            }
            if channel.group && channel.members.is_empty() {
                return Some(format!("`{}` is a group message; name its `members`.", channel.name));
            }
            let elsewhere = |handle: &&String| {
                let single = |it: &PersonSeed| {
                    it.handle == **handle && it.standing == StandingSeed::SingleChannelGuest
                };
                let in_another = |it: &ChannelSeed| it.name != channel.name && it.members.contains(*handle);
                self.people.iter().any(single) && self.channels.iter().any(in_another)
            };
            if let Some(guest) = channel.members.iter().find(elsewhere) {
                return Some(format!("`{guest}` is a single-channel guest and in more than one channel."));
            }
            if let Some(stranger) = channel.members.iter().find(|handle| !self.knows(handle)) {
                return Some(format!("`{stranger}`, a member of `{}`, is not among `people`.", channel.name));
            }
        }
        None
    }

    /// Each must make sense by itself, and none may be there twice.
    fn workspaces_problem(&self) -> Option<String> {
        let mut domains = BTreeSet::from([&self.domain]);
        self.workspaces.iter().find_map(|seed| {
            if !domains.insert(&seed.domain) {
                return Some(format!("there are two workspaces with the domain `{}`.", seed.domain));
            }
            let (domain, people, channels) =
                (seed.domain.clone(), seed.people.clone(), seed.channels.clone());
            let alone = Self { domain, people, channels, ..Self::default() };
            alone.people_problem().or_else(|| alone.channels_problem())
        })
    }

    fn app_problem(&self) -> Option<String> {
        let known = |name: &String| self.channels.iter().any(|channel| channel.name == *name);
        if let Some(connect) = self.connects.iter().find(|connect| !known(&connect.channel)) {
            return Some(format!("`{}`, in `connects`, is none of the `channels`.", connect.channel));
        }
        let app = &self.app;
        let urls = [&app.request_url, &app.interactivity_url, &app.options_url, &app.command_url];
        let far = urls.into_iter().flatten().find(|url| !is_on_this_computer(url))?;
        Some(format!("`{far}`, of the `app`, is no http address on 127.0.0.1."))
    }

    fn mail_problem(&self) -> Option<String> {
        let mut keys = BTreeSet::new();
        if let Some(twice) =
            self.mail.iter().filter_map(|mail| mail.key.as_ref()).find(|key| !keys.insert(*key))
        {
            return Some(format!("there are two messages with the key `{twice}`."));
        }
        self.mail.iter().find_map(|mail| {
            let everybody = [&mail.from].into_iter().chain(&mail.to).chain(&mail.cc);
            let mut strangers = everybody.filter(|name| !name.contains('@') && !self.knows(name));
            match (strangers.next(), &mail.replies_to) {
                (Some(stranger), _) => Some(format!(
                    "`{stranger}`, named by {}, is neither among `people` nor an address.",
                    named(mail)
                )),
                (None, Some(key)) if !keys.contains(key) => {
                    Some(format!("{} replies to `{key}`, but no message has that key.", named(mail)))
                }
                _ if mail.to.is_empty() && mail.cc.is_empty() => {
                    Some(format!("{} is to nobody.", named(mail)))
                }
                _ => None,
            }
        })
    }

    pub(super) fn knows(&self, handle: &str) -> bool {
        self.people.iter().any(|person| person.handle == handle)
    }
}

fn named(mail: &MailSeed) -> String {
    format!("the message “{}”", mail.subject)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn problem(world: serde_json::Value) -> String {
        let world: World = serde_json::from_value(world).unwrap();
        world.check().expect_err("the world should be refused").to_string()
    }

    #[test]
    fn a_world_without_people_is_refused() {
        let words = problem(json!({"workspace": "W", "domain": "w.example", "people": []}));
        assert!(words.contains("at least one person"), "{words}");
    }

    #[test]
    fn a_handle_stands_for_one_person_only() {
        let ana = json!({"handle": "ana", "name": "Ana"});
        let words = problem(json!({"workspace": "W", "domain": "w.example", "people": [ana, ana]}));
        assert!(words.contains("two people with the handle `ana`"), "{words}");
    }

    #[test]
    fn an_alias_is_an_address_of_one_person() {
        let taken = json!([{"handle": "ana", "name": "Ana"},
            {"handle": "ben", "name": "Ben", "aliases": [{"address": "ANA@w.example", "name": "B"}]}]);
        let words = problem(json!({"workspace": "W", "domain": "w.example", "people": taken}));
        assert!(words.contains("an alias of `ben`"), "{words}");
        let alias = |address| json!({"address": address, "name": "X", "default": true});
        let two = json!([{"handle": "ana", "name": "Ana", "aliases": [alias("a@w.example"), alias("b@w.example")]}]);
        let words = problem(json!({"workspace": "W", "domain": "w.example", "people": two}));
        assert!(words.contains("two default aliases"), "{words}");
    }

    #[test]
    fn strangers_in_channels_and_mail_are_named() {
        let people = json!([{"handle": "ana", "name": "Ana"}]);
        let channels = json!([{"name": "general", "members": ["bob"]}]);
        let world = json!({"workspace": "W", "domain": "w.example", "people": people, "channels": channels});
        assert!(problem(world).contains("`bob`"));
        let mail = json!([{"from": "ana", "to": ["carl"], "subject": "Hi"}]);
        let world = json!({"workspace": "W", "domain": "w.example", "people": people, "mail": mail});
        assert!(problem(world).contains("`carl`"));
    }

    #[test]
    fn only_a_document_is_spoken_about_and_only_by_somebody() {
        let people = json!([{"handle": "ana", "name": "Ana"}]);
        let world = |file: serde_json::Value| json!({"workspace": "W", "domain": "w.example", "people": people, "files": [file]});
        let comments = json!([{"by": "ana", "about": "x", "says": "y"}]);
        let words = problem(world(json!({"name": "F", "owner": "ana", "text": "x", "comments": comments})));
        assert!(words.contains("“F” is no document to comment on; give it a `markdown`"), "{words}");
        let suggestions = json!([{"by": "bob", "find": "x", "replace": "y"}]);
        let words =
            problem(world(json!({"name": "F", "owner": "ana", "markdown": "x", "suggestions": suggestions})));
        assert!(words.contains("`bob`, named by the file “F”"), "{words}");
    }
}
