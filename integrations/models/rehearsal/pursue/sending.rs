//! Writing a mail: who the names are, then the mail itself.

use serde_json::{Value, json};

use super::super::answers::Outcome;
use super::super::tell;
use super::super::turn::Asked;
use super::super::turn::Turn;
use super::super::wish::{Letter, Recipient};
use super::next::Next;
use super::open::Open;
use super::people;

/// A subject made of the mail's own first words is no longer than this.
const SUBJECT: usize = 60;
/// What ends a clause.
const ENDS: [char; 6] = [',', '.', ';', '!', '?', ':'];

pub(super) fn send(turn: &Turn, letter: &Letter) -> Next {
    let done = turn.steps().find_map(|step| match step.outcome() {
        Outcome::Sent(sent) => Some(sent),
        _ => None,
    });
    if let Some(sent) = done {
        return Next::Say(tell::sent(sent));
    }
    if letter.to.is_empty() {
        return Next::Ask { words: tell::WHOM_TO.to_owned(), open: Open::Recipients };
    }
    let Some(body) = &letter.body else {
        return Next::Ask { words: tell::WHAT_SHALL_IT_SAY.to_owned(), open: Open::Body };
    };
    match addressed(turn, letter) {
        Err(first) => first,
        Ok((to, cc)) => Next::Call(vec![Asked { tool: "gmail.send", args: mail(letter, body, (&to, &cc)) }]),
    }
}

/// Those it goes to, and those who get a copy.
pub(super) fn addressed(turn: &Turn, letter: &Letter) -> Result<(Vec<String>, Vec<String>), Next> {
    let people: Vec<&Recipient> = letter.to.iter().chain(&letter.cc).collect();
    let mut to = people::addresses(turn, &people)?;
    let cc = to.split_off(letter.to.len().min(to.len()));
    Ok((to, cc))
}

pub(super) fn mail(letter: &Letter, body: &str, (to, cc): (&[String], &[String])) -> Value {
    let body = capitalised(body);
    let subject = letter.subject.clone().unwrap_or_else(|| first_clause(&body));
    let mut args = json!({ "to": to, "subject": subject, "body": body });
    if let Some(args) = args.as_object_mut().filter(|_| !cc.is_empty()) {
        args.insert("cc".to_owned(), json!(cc));
    }
    args
}

/// A word with a capital or a sign inside, such as an address, is left alone.
fn capitalised(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let plain = first.trim_end_matches(ENDS);
    let mut letters = text.chars();
    match letters.next() {
        Some(letter) if plain.chars().all(|letter| letter.is_lowercase() || matches!(letter, '\'' | '’')) => {
            letter.to_uppercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

/// The first clause that says something, as a subject: without a greeting, and not too long.
fn first_clause(body: &str) -> String {
    let clauses = clauses(body);
    let clause = clauses.iter().find(|clause| !is_greeting(clause)).or(clauses.first());
    let clause = clause.map(String::as_str).unwrap_or_default();
    let mut subject = String::new();
    for word in clause.split_whitespace() {
        let space = usize::from(!subject.is_empty());
        if subject.chars().count() + space + word.chars().count() > SUBJECT {
            break;
        }
        if space == 1 {
            subject.push(' ');
        }
        subject.push_str(word);
    }
    if subject.is_empty() {
        subject = clause.chars().take(SUBJECT).collect();
    }
    capitalised(subject.trim_end_matches(ENDS))
}

/// A sign inside a word, as in `10:30`, ends nothing.
fn clauses(body: &str) -> Vec<String> {
    let mut clauses = Vec::new();
    for line in body.lines() {
        let mut clause: Vec<&str> = Vec::new();
        for word in line.split_whitespace() {
            clause.push(word);
            if word.ends_with(ENDS) {
                clauses.push(std::mem::take(&mut clause).join(" "));
            }
        }
        if !clause.is_empty() {
            clauses.push(clause.join(" "));
        }
    }
    clauses
}

fn is_greeting(clause: &str) -> bool {
    let first = clause.split([' ', ',', '!']).next().unwrap_or_default().to_lowercase();
    clause.split_whitespace().count() <= 3
        && matches!(first.as_str(), "hi" | "hello" | "hey" | "dear" | "good")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_the_first_clause_that_says_something() {
        assert_eq!(first_clause("the server is up again, thanks to Ben."), "The server is up again");
        assert_eq!(first_clause("Hi Ben,\n\nlunch at 12:30?\nAna"), "Lunch at 12:30");
        assert_eq!(first_clause("Hello!"), "Hello");
        let long = first_clause(&"word ".repeat(40));
        assert!(long.chars().count() <= SUBJECT && long.ends_with("word"), "{long}");
    }

    #[test]
    fn only_a_plain_word_gets_a_capital() {
        assert_eq!(capitalised("that's ok"), "That's ok");
        assert_eq!(capitalised("https://example.com is up"), "https://example.com is up");
        assert_eq!(capitalised("iPhones are in"), "iPhones are in");
        assert_eq!(capitalised("été"), "Été");
    }
}
