//! Puts tokens together: `not` binds closest, then `and`, then `or`; brackets group.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use super::lexer::Token;
use crate::drive::search::term::{Compared, Keeper, Nonsense, Part, Term};

/// Deeper nesting than any client writes.
const DEEPEST: usize = 50;

pub(super) fn parse(tokens: &[Token]) -> Result<Term, Nonsense> {
    let mut parser = Parser { tokens, position: 0 };
    let term = parser.any(0)?;
    if parser.position == tokens.len() { Ok(term) } else { Err(Nonsense) }
}

struct Parser<'a> {
    tokens: &'a [Token],
    position: usize,
}

impl Parser<'_> {
    fn any(&mut self, depth: usize) -> Result<Term, Nonsense> {
        let mut terms = vec![self.all(depth)?];
        while self.eat_word("or") {
            terms.push(self.all(depth)?);
        }
        Ok(one_or(terms, Term::Any))
    }

    fn all(&mut self, depth: usize) -> Result<Term, Nonsense> {
        let mut terms = vec![self.condition(depth)?];
        while self.eat_word("and") {
            terms.push(self.condition(depth)?);
        }
        Ok(one_or(terms, Term::All))
    }

    fn condition(&mut self, depth: usize) -> Result<Term, Nonsense> {
        if depth > DEEPEST {
            return Err(Nonsense);
        }
        if self.eat_word("not") {
            return self.condition(depth + 1).map(negated);
        }
        match self.next()? {
            Token::Open => {
                let term = self.any(depth + 1)?;
                self.expect(&Token::Close)?;
                Ok(term)
            }
            Token::Text(value) => self.membership(value),
            Token::Word(field) => self.comparison(&field),
            _ => Err(Nonsense),
        }
    }

    /// `'x' in parents` and its kin.
    fn membership(&mut self, value: String) -> Result<Term, Nonsense> {
        if !self.eat_word("in") {
            return Err(Nonsense);
        }
        match self.word()?.as_str() {
            "parents" => Ok(Term::InParent(value)),
            "owners" => Ok(Term::Person(value, Part::Owner)),
            "writers" => Ok(Term::Person(value, Part::Writer)),
            "readers" => Ok(Term::Person(value, Part::Reader)),
            _ => Err(Nonsense),
        }
    }

    fn comparison(&mut self, field: &str) -> Result<Term, Nonsense> {
        match field {
            "sharedWithMe" if !matches!(self.peek(), Some(Token::Compared(_))) => Ok(Term::SharedWithMe),
            "sharedWithMe" => self.flag(Term::SharedWithMe),
            "trashed" => self.flag(Term::Trashed),
            "starred" => self.flag(Term::Starred),
            "fullText" if self.eat_word("contains") => self.text().map(Term::FullText),
            "name" if self.eat_word("contains") => self.text().map(Term::NameContains),
            "mimeType" if self.eat_word("contains") => self.text().map(Term::MimeContains),
            "name" => self.equality(Term::NameIs),
            "mimeType" => self.equality(Term::MimeIs),
            "visibility" => self.equality(Term::Visibility),
            "modifiedTime" => self.moment().map(|(compared, time)| Term::Modified(compared, time)),
            "createdTime" => self.moment().map(|(compared, time)| Term::Created(compared, time)),
            "properties" => self.property(Keeper::Everybodys),
            "appProperties" => self.property(Keeper::TheApps),
            _ => Err(Nonsense),
        }
    }

    fn flag(&mut self, term: Term) -> Result<Term, Nonsense> {
        let compared = self.compared()?;
        let wanted = match self.word()?.as_str() {
            "true" => true,
            "false" => false,
            _ => return Err(Nonsense),
        };
        match (compared, wanted) {
            (Compared::Equal, true) | (Compared::Unequal, false) => Ok(term),
            (Compared::Equal, false) | (Compared::Unequal, true) => Ok(negated(term)),
            _ => Err(Nonsense),
        }
    }

    fn equality(&mut self, term: impl FnOnce(String) -> Term) -> Result<Term, Nonsense> {
        let compared = self.compared()?;
        let term = term(self.text()?);
        match compared {
            Compared::Equal => Ok(term),
            Compared::Unequal => Ok(negated(term)),
            _ => Err(Nonsense),
        }
    }

    fn moment(&mut self) -> Result<(Compared, Timestamp), Nonsense> {
        let compared = self.compared()?;
        moment(&self.text()?).map(|time| (compared, time)).ok_or(Nonsense)
    }

    /// `properties has { key='x' and value='y' }`.
    fn property(&mut self, keeper: Keeper) -> Result<Term, Nonsense> {
        if !self.eat_word("has") {
            return Err(Nonsense);
        }
        self.expect(&Token::OpenBrace)?;
        let key = self.named("key")?;
        if !self.eat_word("and") {
            return Err(Nonsense);
        }
        let value = self.named("value")?;
        self.expect(&Token::CloseBrace)?;
        Ok(Term::Property(keeper, key, value))
    }

    fn named(&mut self, name: &str) -> Result<String, Nonsense> {
        if !self.eat_word(name) || self.compared()? != Compared::Equal {
            return Err(Nonsense);
        }
        self.text()
    }

    fn compared(&mut self) -> Result<Compared, Nonsense> {
        match self.next()? {
            Token::Compared(compared) => Ok(compared),
            _ => Err(Nonsense),
        }
    }

    fn text(&mut self) -> Result<String, Nonsense> {
        match self.next()? {
            Token::Text(text) => Ok(text),
            _ => Err(Nonsense),
        }
    }

    fn word(&mut self) -> Result<String, Nonsense> {
        match self.next()? {
            Token::Word(word) => Ok(word),
            _ => Err(Nonsense),
        }
    }

    fn expect(&mut self, wanted: &Token) -> Result<(), Nonsense> {
        if self.next()? == *wanted { Ok(()) } else { Err(Nonsense) }
    }

    fn eat_word(&mut self, wanted: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case(wanted));
        self.position += usize::from(found);
        found
    }

    fn next(&mut self) -> Result<Token, Nonsense> {
        let token = self.peek().cloned().ok_or(Nonsense)?;
        self.position += 1;
        Ok(token)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.position)
    }
}

fn one_or(mut terms: Vec<Term>, several: impl FnOnce(Vec<Term>) -> Term) -> Term {
    match (terms.len(), terms.pop()) {
        (1, Some(only)) => only,
        (_, last) => several(terms.into_iter().chain(last).collect()),
    }
}

fn negated(term: Term) -> Term {
    Term::Not(Box::new(term))
}

/// `2026-11-05T09:30:00+01:00`, without an offset in UTC, or a day's beginning.
fn moment(text: &str) -> Option<Timestamp> {
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time);
    }
    let civil = text.parse::<DateTime>().ok().or_else(|| Some(text.parse::<Date>().ok()?.at(0, 0, 0, 0)))?;
    civil.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Search;
    use crate::drive::search::term::{Nonsense, Term};

    fn name(text: &str) -> Term {
        Term::NameIs(text.to_owned())
    }

    #[test]
    fn and_binds_closer_than_or_and_brackets_closer_still() {
        let read = |text| Search::read(text).unwrap().0;
        let (a, b, c) = (name("a"), name("b"), name("c"));
        assert_eq!(
            read("name = 'a' or name = 'b' and name = 'c'"),
            Term::Any(vec![a.clone(), Term::All(vec![b.clone(), c.clone()])])
        );
        assert_eq!(
            read("(name='a' or name='b') and not name='c'"),
            Term::All(vec![Term::Any(vec![a, b]), Term::Not(Box::new(c))])
        );
        assert_eq!(read("trashed != true"), Term::Not(Box::new(Term::Trashed)));
    }

    #[test]
    fn quotes_and_backslashes_are_escaped() {
        assert_eq!(Search::read(r"name = 'Ana\'s \\ plan'").unwrap().0, name(r"Ana's \ plan"));
        assert_eq!(Search::read("name = \"Ana's\"").unwrap().0, name("Ana's"));
    }

    #[test]
    fn what_drive_does_not_understand_is_nonsense() {
        for text in [
            "name",
            "name = a",
            "name = 'a",
            "name 'a'",
            "budget",
            "name = 'a' name = 'b'",
            "trashed = 'false'",
            "name = 'a' and",
            "(name = 'a'",
            "title = 'a'",
            "name < 'a'",
            "modifiedTime > 'yesterday'",
            "fullText = 'a'",
            "'a' in children",
            "name = 'Ana's'",
            r"name = 'a\b'",
            "not",
            "starred > true",
        ] {
            assert_eq!(Search::read(text), Err(Nonsense), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in "[a-z'\"()=<>! \\\\]{0,80}") {
            let _ = Search::read(&text).is_ok();
        }
    }

    #[test]
    fn nesting_without_end_is_refused() {
        assert_eq!(Search::read(&"(".repeat(100_000)), Err(Nonsense));
        assert_eq!(Search::read(&"not ".repeat(100_000)), Err(Nonsense));
    }
}
