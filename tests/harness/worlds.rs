//! Worlds with names, subjects and words made anew for every run, so that nothing can be known beforehand.

use sandbox::{ChannelSeed, MailSeed, PersonSeed, World};

/// Who and what is in a small world.
#[derive(Clone, Debug)]
pub struct Cast {
    /// Handle of the person who asks; their colleague; both have a mailbox.
    pub asker: String,
    pub colleague: String,
    pub domain: String,
    /// Somebody outside who has written to the asker.
    pub friend: String,
    pub friend_address: String,
    pub subject: String,
    /// A word that stands only in the friend's mail.
    pub secret_word: String,
    pub channel: String,
}

/// Two people, a channel, and a handful of mail.
pub fn small_world() -> (World, Cast) {
    let tag = uuid::Uuid::new_v4().simple().to_string()[..6].to_owned();
    // Names must read like names: letters only.
    let name = |stem: &str| {
        let letters: String = tag.chars().map(|char| char::from(b'a' + (char as u8 % 16))).collect();
        format!("{stem}{letters}")
    };
    let cast = Cast {
        asker: format!("asker{tag}"),
        colleague: format!("colleague{tag}"),
        domain: format!("firm-{tag}.example"),
        friend: name("Frida"),
        friend_address: format!("frida.{tag}@harbour-{tag}.example"),
        subject: format!("The {} plan", name("harbour")),
        secret_word: name("lantern"),
        channel: format!("room-{tag}"),
    };
    let mail = |from: String, subject: &str, text: String, when: &str| MailSeed {
        from,
        to: vec![cast.asker.clone()],
        subject: subject.to_owned(),
        text: Some(text),
        when: when.to_owned(),
        unread: true,
        ..MailSeed::default()
    };
    let friend = format!("{} Berg <{}>", cast.friend, cast.friend_address);
    let world = World {
        workspace: format!("Firm {tag}"),
        domain: cast.domain.clone(),
        people: vec![person(&cast.asker, "Ada Asker"), person(&cast.colleague, "Carl Colleague")],
        channels: vec![ChannelSeed {
            name: cast.channel.clone(),
            private: false,
            group: false,
            members: std::collections::BTreeSet::new(),
            agent: true,
        }],
        calendars: Vec::new(),
        events: Vec::new(),
        mail: vec![
            mail(
                friend,
                &cast.subject,
                format!(
                    "Hello Ada,\n\nthe word for the gate is {}. Can you come on Thursday?\n\n{}",
                    cast.secret_word, cast.friend
                ),
                "2h",
            ),
            mail(cast.colleague.clone(), "Lunch", "Lunch at noon?".to_owned(), "5h"),
            mail(
                "News <news@paper.example>".to_owned(),
                "Morning paper",
                "Nothing happened today.".to_owned(),
                "9h",
            ),
        ],
        ..World::default()
    };
    (world, cast)
}

fn person(handle: &str, name: &str) -> PersonSeed {
    PersonSeed {
        handle: handle.to_owned(),
        name: name.to_owned(),
        address: None,
        zone: None,
        standing: sandbox::StandingSeed::Member,
        aliases: Vec::new(),
        signature: None,
    }
}
