//! A company of three, each with mail, an event and a file that hold a word nobody else may ever meet.

use sandbox::{ChannelSeed, EventSeed, FileSeed, MailSeed, PersonSeed, StandingSeed, World};
use serde_json::Value;

use crate::harness::Control;

pub(super) const CHANNEL: &str = "everybody";

/// All that is ever needed here.
pub(super) const SCOPES: [&str; 5] = [
    "gmail.modify",
    "drive.readonly",
    "calendar.calendarlist.readonly",
    "calendar.settings.readonly",
    "calendar.events.readonly",
];

/// Somebody of the company.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) handle: String,
    /// Stands in everything that is theirs, and nowhere else.
    pub(super) secret: String,
    /// Ids of what is theirs; known once the company is there.
    pub(super) mail: String,
    pub(super) file: String,
    /// Their direct message with us.
    pub(super) direct: Option<String>,
    pub(super) connected: bool,
}

pub(super) fn company() -> (World, Vec<Member>) {
    let members: Vec<Member> = ["una", "duo", "tres"].into_iter().map(Member::new).collect();
    let world = World {
        workspace: "Three Doors".to_owned(),
        domain: "doors.example".to_owned(),
        people: members.iter().map(Member::person).collect(),
        channels: vec![ChannelSeed {
            name: CHANNEL.to_owned(),
            private: false,
            group: false,
            members: std::collections::BTreeSet::new(),
            agent: true,
        }],
        mail: members.iter().map(Member::letter).collect(),
        events: members.iter().map(Member::event).collect(),
        files: members.iter().map(Member::file).collect(),
        ..World::default()
    };
    (world, members)
}

impl Member {
    fn new(handle: &str) -> Self {
        let letters = uuid::Uuid::new_v4().simple().to_string();
        let letters = letters.bytes().take(12).map(|byte| char::from(b'a' + byte % 16));
        Self {
            handle: handle.to_owned(),
            secret: letters.collect(),
            mail: String::new(),
            file: String::new(),
            direct: None,
            connected: false,
        }
    }

    fn person(&self) -> PersonSeed {
        PersonSeed {
            handle: self.handle.clone(),
            name: format!("Person {}", self.handle),
            address: None,
            zone: None,
            standing: StandingSeed::Member,
            aliases: Vec::new(),
            signature: None,
        }
    }

    fn letter(&self) -> MailSeed {
        MailSeed {
            from: format!("Frida <frida@{}.example>", self.secret),
            to: vec![self.handle.clone()],
            subject: format!("The plan {}", self.secret),
            text: Some(format!("The word for the gate is {}.", self.secret)),
            ..MailSeed::default()
        }
    }

    fn event(&self) -> EventSeed {
        EventSeed {
            owner: self.handle.clone(),
            title: format!("The plan {}", self.secret),
            start: "+1d 09:00".to_owned(),
            ..EventSeed::default()
        }
    }

    fn file(&self) -> FileSeed {
        FileSeed {
            name: format!("The plan {}.txt", self.secret),
            owner: self.handle.clone(),
            text: Some(format!("The word for the gate is {}.", self.secret)),
            modified: "1h".to_owned(),
            ..FileSeed::default()
        }
    }

    /// Looks up what Google calls what is theirs.
    pub(super) async fn look_up(&mut self, control: &Control) {
        let id = |row: &Value| row["id"].as_str().unwrap().to_owned();
        self.mail = id(&control.mailbox(&self.handle, "INBOX").await[0]);
        let files = control.get(&format!("/google/files?person={}", self.handle)).await;
        let ours = |file: &&Value| file["name"].as_str().unwrap().contains(&self.secret);
        self.file = id(files["files"].as_array().unwrap().iter().find(ours).unwrap());
    }

    /// What is in their mailbox, and where.
    pub(super) async fn mailbox(&self, control: &Control) -> Vec<Value> {
        let mut all = control.mailbox(&self.handle, "INBOX").await;
        all.extend(control.mailbox(&self.handle, "SENT").await);
        all.extend(control.mailbox(&self.handle, "DRAFT").await);
        all
    }
}
