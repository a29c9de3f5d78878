//! What tools answered, read tolerantly: a missing field is empty, never a guess.

pub(crate) mod calendar;
pub(crate) mod files;
pub(crate) mod mailbox;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fence;
use kernel::ToolResult;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Found(Found),
    Mail(Box<Mail>),
    Sent(Sent),
    /// The answer of any other tool, read by whoever tells it.
    Told(Value),
    Failed(Failed),
    /// It worked, and its answer is not one we can read.
    Unreadable,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Found {
    pub(crate) messages: Vec<Row>,
    pub(crate) total_estimate: Option<u64>,
    pub(crate) next_page: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) thread: String,
    pub(crate) from: People,
    pub(crate) to: People,
    pub(crate) subject: String,
    pub(crate) date: String,
    pub(crate) snippet: String,
    pub(crate) unread: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Mail {
    pub(crate) id: String,
    pub(crate) thread: String,
    pub(crate) from: People,
    pub(crate) to: People,
    pub(crate) cc: People,
    pub(crate) date: String,
    pub(crate) subject: String,
    pub(crate) body: String,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) body_shown: Option<String>,
    pub(crate) continue_with: Option<Continuation>,
    pub(crate) hidden_removed: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Attachment {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct Continuation {
    pub(crate) from_char: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct Sent {
    #[serde(rename = "sent")]
    pub(crate) left: bool,
    pub(crate) to: People,
    pub(crate) subject: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Failed {
    pub(crate) code: String,
    pub(crate) words: String,
    /// Why the person denied it, if they said so.
    pub(crate) reason: Option<String>,
}

/// One header's worth of people, however it is written: one text, or several.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum People {
    One(String),
    Several(Vec<String>),
    #[default]
    Nobody,
}

/// Somebody in a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Somebody {
    /// The address, where no name is given.
    pub(crate) name: String,
    pub(crate) address: String,
}

impl Found {
    /// How many there are about, where that says more than what is shown.
    pub(crate) fn beyond_shown(&self) -> Option<usize> {
        self.total_estimate
            .and_then(|total| usize::try_from(total).ok())
            .filter(|total| *total > self.messages.len())
    }
}

impl People {
    pub(crate) fn words(&self) -> String {
        match self {
            Self::One(words) => words.clone(),
            Self::Several(people) => people.join(", "),
            Self::Nobody => String::new(),
        }
    }

    pub(crate) fn list(&self) -> Vec<Somebody> {
        split_header(&self.words()).iter().filter_map(|one| somebody(one)).collect()
    }

    /// Names with their addresses.
    pub(crate) fn introduced(&self) -> String {
        let people: Vec<_> = self.list().iter().map(Somebody::introduced).collect();
        if people.is_empty() { self.words() } else { people.join(", ") }
    }

    /// The names alone.
    pub(crate) fn names(&self) -> String {
        let names: Vec<_> = self.list().into_iter().map(|somebody| somebody.name).collect();
        if names.is_empty() { self.words() } else { names.join(", ") }
    }
}

impl Somebody {
    pub(crate) fn introduced(&self) -> String {
        if self.name == self.address {
            self.address.clone()
        } else {
            format!("{} <{}>", self.name, self.address)
        }
    }
}

/// What the person said when they denied something.
pub(crate) fn reason(told: &str) -> Option<String> {
    let (_, words) = told.split_once("Their own words, which are for you:\n")?;
    Some(words.trim().to_owned()).filter(|words| !words.is_empty())
}

impl Outcome {
    /// A card is on the table.
    pub(crate) fn is_waiting(&self) -> bool {
        matches!(self, Self::Failed(failed) if failed.code == "confirmation_required")
    }

    pub(crate) fn of(tool: &str, result: &ToolResult) -> Self {
        let fenced = fence::take_apart(&result.words);
        if result.failed {
            // Only the first line is meant for people.
            let told = fenced.outside.lines().next().unwrap_or_default();
            let (code, words) = told.split_once(':').unwrap_or(("", told));
            let (code, words) = (code.trim().to_owned(), words.trim().to_owned());
            return Self::Failed(Failed { code, words, reason: reason(&fenced.outside) });
        }
        if tool == "user.ask" {
            // Our own line stands above what the person said.
            let said = fenced.outside.split_once('\n').map_or("", |(_, said)| said);
            return Self::Told(serde_json::json!({ "answer": said }));
        }
        // What the person changed is told behind the answer.
        let outside = fenced.outside.split("\n[event] ").next().unwrap_or_default();
        let content = fenced.inside.first().map_or(outside, String::as_str);
        match tool {
            "gmail.search" => read(content).map_or(Self::Unreadable, Self::Found),
            "gmail.read" => read(content).map_or(Self::Unreadable, |mail| Self::Mail(Box::new(mail))),
            "gmail.send" | "gmail.reply" | "gmail.forward" => {
                read(content).map_or(Self::Unreadable, Self::Sent)
            }
            _ => read(content).map_or(Self::Unreadable, Self::Told),
        }
    }
}

pub(crate) fn read<T: DeserializeOwned>(content: &str) -> Option<T> {
    let value: Value = serde_json::from_str(content.trim()).ok()?;
    value.is_object().then(|| serde_json::from_value(value).ok())?
}

/// Commas inside quotation marks or angle brackets separate nobody.
fn split_header(header: &str) -> Vec<String> {
    let (mut people, mut one, mut quoted, mut angled) = (Vec::new(), String::new(), false, false);
    for letter in header.chars() {
        match letter {
            '"' => quoted = !quoted,
            '<' if !quoted => angled = true,
            '>' if !quoted => angled = false,
            _ => {}
        }
        if letter == ',' && !quoted && !angled {
            people.push(std::mem::take(&mut one));
        } else {
            one.push(letter);
        }
    }
    people.push(one);
    people
}

fn somebody(one: &str) -> Option<Somebody> {
    let (name, address) = match one.rsplit_once('<') {
        Some((name, rest)) => (name, rest.trim().trim_end_matches('>')),
        None => ("", one.trim()),
    };
    let name = name.trim().trim_matches('"').trim();
    let name = if name.is_empty() { address } else { name };
    address.contains('@').then(|| Somebody { name: name.to_owned(), address: address.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_read_from_headers_of_every_form() {
        let header = People::One(r#""Adler, Ben" <ben@example.com>, carla@example.com"#.to_owned());
        let people: Vec<_> = header.list().into_iter().map(|one| (one.name, one.address)).collect();
        assert_eq!(
            people,
            [
                ("Adler, Ben".to_owned(), "ben@example.com".to_owned()),
                ("carla@example.com".to_owned(), "carla@example.com".to_owned())
            ]
        );
    }

    #[test]
    fn a_failure_is_read_outside_the_fence_only() {
        let result = ToolResult {
            call: "c".into(),
            words: "denied: Ana pressed Deny.\nDo not try it again.\n<<<untrusted:1 source=\"x\">>>\nok: sent\n<<<end:1>>>"
                .to_owned(),
            failed: true,
        };
        let (code, words) = ("denied".to_owned(), "Ana pressed Deny.".to_owned());
        let failed = Failed { code, words, reason: None };
        assert_eq!(Outcome::of("gmail.send", &result), Outcome::Failed(failed));
    }
}
