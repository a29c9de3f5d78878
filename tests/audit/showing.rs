//! `countersign audit show`

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::{a_finished_story, audit, copy_all, tamper};
use crate::harness::{Cast, Plan, small_world};

/// What somebody has asked for, sent, been refused and shown, and somebody else said hello.
struct Story {
    data: tempfile::TempDir,
    cast: Cast,
    team: String,
    /// Slack's ids of people, and the threads of those who asked.
    people: BTreeMap<String, String>,
    threads: Vec<String>,
}

impl Story {
    async fn told() -> Self {
        let (world, cast) = small_world();
        let mut town = Plan::new(world).build().await;
        let control = &town.control;
        town.grant(&cast.asker, &["gmail.readonly", "gmail.compose"]).await;
        let looked = control.say(&cast.asker, "dm", &format!("find mail from {}", cast.friend), None).await;
        control.reply(&looked, 0).await;
        let words = format!("send a mail to {} about Keys saying hello", cast.friend_address);
        let sent = control.say(&cast.asker, "dm", &words, None).await;
        let card = control.live_card(&sent).await;
        control.click(&cast.asker, &card, "Approve").await;
        control.card_says(&sent, &card, "Done").await;
        control.reply(&sent, 0).await;
        let greeted = control.say(&cast.colleague, &cast.channel, "@countersign hello", None).await;
        control.reply(&greeted, 0).await;
        let team = town.card().slack_team_id.clone();
        let threads =
            [looked, sent, greeted].map(|posted| format!("{team}:{}:{}", posted.channel, posted.ts)).into();
        let people = town.card().people.iter();
        let people = people.map(|person| (person.handle.clone(), person.slack_user_id.clone())).collect();
        town.close().await;
        let data = tempfile::tempdir().unwrap();
        copy_all(&town.data(), data.path());
        Self { data, cast, team, people, threads }
    }

    /// The records that are shown, as they are stored.
    fn shown(&self, more: &[&str]) -> Vec<Value> {
        let (code, words) = audit(self.data.path(), "show", &[&["--json"], more].concat());
        assert_eq!(code, Some(0), "{words}");
        let lines = words.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter(|line| line.get("stored").is_some()).map(|line| line["stored"].clone()).collect()
    }

    /// What each of them says it is.
    fn kinds(&self, more: &[&str]) -> Vec<String> {
        let what = |stored: &Value| stored["record"]["what"].as_str().unwrap().to_owned();
        self.shown(more).iter().map(what).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_wish_shows_what_fits_it_and_nothing_else() {
    let story = Story::told().await;
    let everything = story.shown(&["--last", "1000"]);
    let [looked, sent, greeted] = story.threads.as_slice() else { panic!("{:?}", story.threads) };
    let (asker, colleague) = (&story.people[&story.cast.asker], &story.people[&story.cast.colleague]);

    // A thread, and the channel it is in.
    for thread in [looked, sent, greeted] {
        let shown = story.shown(&["--thread", thread]);
        assert!(!shown.is_empty() && shown.iter().all(|stored| stored["thread"] == **thread), "{shown:?}");
    }
    let channel = greeted.split(':').nth(1).unwrap();
    assert_eq!(story.shown(&["--thread", channel]), story.shown(&["--thread", greeted]));

    // A person by each of their names: what they asked for, and what became of it.
    let account = format!("{}@{}", story.cast.asker, story.cast.domain);
    let by_id = story.shown(&["--person", asker]);
    assert_eq!(story.shown(&["--person", &format!("{}:{asker}", story.team)]), by_id);
    let kinds = story.kinds(&["--person", asker]);
    for kind in ["asked", "held", "decided", "running", "answered"] {
        assert!(kinds.iter().any(|shown| shown == kind), "{kind}: {kinds:?}");
    }
    let in_account = story.kinds(&["--person", &account.to_uppercase()]);
    assert!(in_account.contains(&"running".to_owned()) && !in_account.contains(&"asked".to_owned()));
    let looks = story.kinds(&["--person", asker, "--tool", "gmail.search"]);
    assert!(looks.contains(&"answered".to_owned()), "what somebody only looked at is theirs too: {looks:?}");
    assert_eq!(story.kinds(&["--person", colleague]), ["asked", "said", "finished"]);

    // A tool by its name and with others; what was decided about a call belongs to it.
    let kinds = story.kinds(&["--tool", "gmail.send"]);
    assert_eq!(kinds, ["said", "held", "decided", "running", "answered"]);
    let search = story.kinds(&["--tool", "gmail.search"]);
    let both = story.kinds(&["--tool", "gmail.*"]);
    assert_eq!(both.len(), kinds.len() + search.len(), "{both:?}");
    assert_eq!(story.kinds(&["--tool", "drive.*"]), Vec::<String>::new());

    // A time, and several wishes at once.
    assert_eq!(story.shown(&["--since", "1h", "--last", "1000"]), everything);
    assert_eq!(story.kinds(&["--since", "2100-01-01"]), Vec::<String>::new());
    let middle = everything[everything.len() / 2]["at"].as_i64().unwrap();
    let since = jiff::Timestamp::from_millisecond(middle).unwrap().to_string();
    let later = story.shown(&["--since", &since, "--last", "1000"]);
    assert!(!later.is_empty() && later.len() < everything.len());
    assert!(later.iter().all(|stored| stored["at"].as_i64().unwrap() >= middle), "{later:?}");
    assert_eq!(story.kinds(&["--person", colleague, "--tool", "gmail.*"]), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_for_people_and_holds_names_but_no_words() {
    let story = Story::told().await;
    let (code, table) = audit(story.data.path(), "show", &["--last", "1000"]);
    assert_eq!(code, Some(0), "{table}");
    for named in ["time", "digest", "times in ", "gmail.send", "countersigned", "approve", "replied"] {
        assert!(table.contains(named), "{named}: {table}");
    }
    assert!(table.lines().nth(1).unwrap().contains("asked"), "the newest is the last: {table}");
    let held = table.lines().find(|line| line.contains(" held ")).unwrap();
    let (_, exported) = audit(story.data.path(), "export", &[]);
    for words in [&table, &exported] {
        for word in ["Keys", "hello", &story.cast.friend, &story.cast.friend_address, &story.cast.secret_word]
        {
            assert!(!words.contains(word), "{word} is no name of a gate: {held}\n{words}");
        }
    }
    let answered = table.lines().filter(|line| line.contains(" answered ") && line.contains("gmail."));
    assert_eq!(answered.count(), 2, "what is known from before is shown as well: {table}");
    let answered = story.shown(&["--tool", "gmail.search"]).pop().unwrap();
    assert_eq!(answered["record"]["integrity"], "external", "{answered}");
    assert_eq!(answered["record"]["sources"], serde_json::json!(["gmail.search"]), "{answered}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_out_is_said_together_with_how_to_see_it() {
    let (data, _) = a_finished_story().await;
    let (_, all) = audit(data.path(), "show", &[]);
    assert!(!all.contains("not shown"), "{all}");
    let count = all.lines().filter(|line| line.starts_with("20")).count();
    let (code, two) = audit(data.path(), "show", &["--last", "2"]);
    assert_eq!(code, Some(0), "{two}");
    assert_eq!(two.lines().filter(|line| line.starts_with("20")).count(), 2, "{two}");
    let said = format!("{} earlier records not shown. --last {count}", count - 2);
    assert!(two.contains(&said) && two.contains("countersign audit export"), "{two}");
    let newest = all.lines().rfind(|line| line.starts_with("20")).unwrap();
    assert!(two.contains(newest.split_whitespace().nth(1).unwrap()), "{two}");

    let (code, none) = audit(data.path(), "show", &["--tool", "none.such"]);
    assert!(code == Some(0) && none.contains("no such record"), "{none}");
    let (code, wrong) = audit(data.path(), "show", &["--since", "yesterday"]);
    assert!(code == Some(2) && wrong.contains("2026-11-01"), "{wrong}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_record_is_marked_and_draws_nothing_on_the_terminal() {
    let (data, _) = a_finished_story().await;
    tamper(
        data.path(),
        "UPDATE audit SET record = json_set(record, '$.record.what', 'said' || char(27) || '[2J' || char(8238)) \
         WHERE number = 2",
    )
    .await;
    tamper(data.path(), "UPDATE audit SET record = x'fffe00' WHERE number = 3").await;
    let (code, table) = audit(data.path(), "show", &[]);
    assert_eq!(code, Some(7), "{table}");
    assert!(!table.contains('\u{1b}') && !table.contains('\u{202e}'), "{table:?}");
    assert!(table.contains("2!") && table.contains("cannot be read") && !table.contains("4!"), "{table}");
    assert!(table.contains("record 2 was changed") && table.contains("marked with !"), "{table}");
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_works_while_the_product_does_and_writes_nothing() {
    let (world, cast) = small_world();
    let mut town = Plan::new(world).build().await;
    let asked = town.control.say(&cast.asker, "dm", "hello", None).await;
    town.control.reply(&asked, 0).await;
    let data = town.data();
    // Somebody writes all the time.
    let looking = tokio::task::spawn_blocking(move || {
        for command in ["verify", "show", "export", "verify", "show", "export"] {
            let (code, words) = audit(&data, command, &[]);
            assert_eq!(code, Some(0), "{words}");
        }
    });
    let mut asked = 0;
    while !looking.is_finished() {
        let posted = town.control.say(&cast.asker, "dm", "hello", None).await;
        town.control.reply(&posted, 0).await;
        asked += 1;
    }
    looking.await.unwrap();
    assert!(asked > 1);
    town.close().await;

    let before = contents(&town.data());
    for command in ["verify", "show", "export"] {
        let (code, words) = audit(&town.data(), command, &[]);
        assert_eq!(code, Some(0), "{words}");
    }
    let after = contents(&town.data());
    let differ: Vec<&String> =
        before.keys().chain(after.keys()).filter(|name| before.get(*name) != after.get(*name)).collect();
    assert!(differ.is_empty(), "{differ:?} changed");
}

/// Every file with its bytes.
fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            found.insert(path.display().to_string(), std::fs::read(&path).unwrap());
        }
    }
    found
}
