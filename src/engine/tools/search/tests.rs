use proptest::prelude::*;

use super::*;

fn index() -> Index {
    let tool = |name, description| Searchable { name, description, ..Searchable::default() };
    Index::new([
        tool("mail.send", "Sends a mail."),
        tool("mail.search", "Finds mails in the mailbox."),
        tool("calendar.create_event", "Puts a meeting into the calendar."),
        tool("mcp__weather__getForecast", "Tells the weather of the coming days."),
    ])
}

#[test]
fn words_their_beginnings_their_meanings_and_other_languages_find_a_tool() {
    let found = |query| index().find(query, 1);
    assert_eq!(found("forecast"), [3], "a word within a name");
    assert_eq!(found("weath"), [3], "a beginning");
    assert_eq!(found("write Ana an e-mail"), [0]);
    assert_eq!(found("trouver un courriel"), [1]);
    assert_eq!(found("Termin eintragen"), [2]);
    assert_eq!(found("Loesche"), index().find("lösche", 1), "umlauts are written in two ways");
    assert!(found("").is_empty() && found("zzzz").is_empty());
}

#[test]
fn everything_that_is_said_about_a_tool_is_searched() {
    let tool = |name| Searchable { name, ..Searchable::default() };
    let index = Index::new([
        Searchable { aliases: vec!["mailbox:zap"], ..tool("one") },
        Searchable { tags: vec!["gardening"], ..tool("two") },
        Searchable { synonyms: vec!["umtopfen"], ..tool("three") },
        Searchable { parameters: vec!["flowerpot"], ..tool("four") },
        Searchable { effects: vec!["zertrampeln"], ..tool("five") },
    ]);
    for (place, query) in ["zap", "gardening", "umtopfen", "flowerpot", "zertrampeln"].into_iter().enumerate()
    {
        assert_eq!(index.find(query, 1), [place], "{query}");
    }
}

#[test]
fn an_index_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&index());
}

#[test]
fn a_question_without_end_is_read_only_so_far() {
    let endless = format!("{} weather", "and so on ".repeat(100_000));
    assert!(index().find(&endless, 5).iter().all(|place| *place != 3));
    assert_eq!(index().find("weather", usize::MAX), [3]);
}

proptest! {
    #[test]
    fn no_question_is_too_strange(query in any::<String>(), most in 0..9_usize) {
        keeps_its_promises(&index(), &query, most)?;
    }

    #[test]
    fn nor_is_one_that_is_made_of_known_words(
        query in proptest::collection::vec(
            prop_oneof![
                Just("send"), Just("Mails"), Just("Wetter"), Just("réunion"), Just("ß"), Just("ungelöscht"), Just("hochzuladen"),
                Just("Besprechungsraum"), Just("3pm"), Just("#ab"), Just("turn"), Just("on"), Just("\u{301}"), Just("ge"),
            ],
            0..40,
        ),
        most in 0..9_usize,
    ) {
        keeps_its_promises(&index(), &query.join(" "), most)?;
    }

    #[test]
    fn whatever_tools_are_called_they_are_found_within_bounds(
        tools in proptest::collection::vec((any::<String>(), any::<String>()), 0..20),
        query in any::<String>(),
    ) {
        let tools = tools.iter().map(|(name, description)| Searchable { name, description, ..Searchable::default() });
        keeps_its_promises(&Index::new(tools), &query, 5)?;
    }
}

/// No more than asked for, each once, none that is not there, and the same again.
fn keeps_its_promises(index: &Index, query: &str, most: usize) -> Result<(), TestCaseError> {
    let found = index.find(query, most);
    prop_assert!(found.len() <= most);
    prop_assert!(found.iter().all(|place| *place < index.tools));
    let distinct: std::collections::HashSet<_> = found.iter().collect();
    prop_assert_eq!(distinct.len(), found.len());
    prop_assert_eq!(index.find(query, most), found);
    Ok(())
}
